//! Makes the built-in openings of each game anew: `cargo bench -p anyply-tests --bench openings -- GAME...`
//! writes `games/GAME/config/openings.txt`, by the recipe that stands in it. A game that has none gets one
//! with a recipe to begin with.

use anyply_framework::Plugin;
use anyply_framework::arena::openings::OpeningsRecipe;
use anyply_framework::search::Stop;
use anyply_tests::making::{for_named_games, write_config};
use anyply_tests::visitor;

fn main() {
    for_named_games(visitor!(make));
}

fn make<G: Plugin>(game: &G) {
    let recipe = OpeningsRecipe::of(G::openings()).expect("a recipe that can be read").unwrap_or_default();
    let openings = recipe.openings(game, recipe.count, &Stop::default(), &mut |_| ());
    let openings = openings.expect("settings that exist, memory for a small table");
    let text =
        recipe.file::<G>(&openings, &format!("cargo bench -p anyply-tests --bench openings {}", G::NAME));
    write_config::<G>("openings.txt", &text);
}
