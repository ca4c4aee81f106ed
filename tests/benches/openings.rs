//! Makes the built-in openings of each game anew: `cargo bench -p anyply-tests --bench openings -- GAME...`
//! writes `games/GAME/config/openings.txt`, by the recipe that stands in it. A game that has none gets one
//! with a recipe to begin with.

use anyply_framework::arena::openings::OpeningsRecipe;
use anyply_framework::search::Stop;
use anyply_framework::{Plugin, Session};
use anyply_games::GameVisitor;
use anyply_tests::making::{for_named_games, write_config};

fn main() {
    for_named_games(Make);
}

#[derive(Clone, Copy)]
struct Make;

impl GameVisitor for Make {
    type Output = ();

    fn visit<G: Plugin>(self, session: &mut Session<G>) {
        let recipe =
            OpeningsRecipe::of(G::openings()).expect("a recipe that can be read").unwrap_or_default();
        let game = session.game();
        let openings = recipe.openings(game, recipe.count, &Stop::default(), &mut |_| ());
        let openings = openings.expect("settings that exist, memory for a small table");
        let text =
            recipe.file::<G>(&openings, &format!("cargo bench -p anyply-tests --bench openings {}", G::NAME));
        write_config::<G>("openings.txt", &text);
    }
}
