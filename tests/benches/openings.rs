//! Makes the built-in openings of each game anew: `cargo bench -p anyply-tests --bench openings [GAME]` writes
//! `games/GAME/config/openings.txt`, by the recipe that stands in it. A game that has none gets one with a recipe to begin with.

use anyply_framework::arena::openings::Recipe;
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
        let recipe = Recipe::of(G::openings()).expect("a recipe that can be read").unwrap_or_default();
        let game = session.game();
        let openings =
            recipe.openings(game, recipe.count).expect("settings that exist, memory for a small table");
        let (name, unit) = (G::NAME, G::UNIT);
        let mut text = format!(
            "% {} balanced openings of {name}: moves drawn by lot among the {} best at first sight, kept where a search sees no forced\n\
             % win and the mean of its values at depths {} and {} is within {:.2} {unit} of 0 (see the type Recipe).\n\
             % Made by: cargo bench -p anyply-tests --bench openings {name}\n\
             {}\n",
            openings.len(),
            recipe.choice,
            recipe.depth.saturating_sub(1),
            recipe.depth,
            f64::from(recipe.bound) / 100.0,
            recipe.comment(),
        );
        for opening in openings {
            assert_eq!(opening.start, None, "a default variant begins at the same place for all");
            text += &opening.moves.join(" ");
            text.push('\n');
        }
        write_config::<G>("openings.txt", &text);
    }
}
