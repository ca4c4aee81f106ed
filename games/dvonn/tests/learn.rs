//! Learning of Dvonn: games begin with placements by lot, or with some that are played.

use anyply_dvonn::Dvonn;
use anyply_framework::Plugin;
use anyply_framework::learn::{GameLine, Recipe, SelfPlay};
use anyply_framework::search::Stop;

fn games(recipe: &str) -> Vec<GameLine> {
    let game = Dvonn::full();
    let recipe = Recipe::from_ron("recipe", recipe).expect("a recipe");
    let play = SelfPlay::new(&game, &recipe, 1, None, 7).expect("a plan");
    let stop = Stop::default();
    let job = |job| play.play(job, &stop).expect("it can be played").expect("it is not stopped");
    anyply_framework::lab::Work::jobs(play.plan()).iter().map(job).collect()
}

#[test]
fn placements_are_drawn_by_lot_unless_a_recipe_has_some_played() {
    let by_lot = games("(rounds: [(games: 20, depth: 1)], opening: (2, 5))");
    assert!(by_lot.iter().all(|line| (51..=54).contains(&line.from)), "{by_lot:?}");
    let played = games("(rounds: [(games: 20, depth: 1)], opening: (2, 5), played_setups: 1)");
    assert!(played.iter().all(|line| line.from < Dvonn::SETUP_PLIES as u32), "{played:?}");
    assert!(played.iter().any(|line| line.from < 16) && played.iter().any(|line| line.from > 32));
    let some = games("(rounds: [(games: 40, depth: 1)], opening: (2, 5), played_setups: 2)");
    let shorter = some.iter().filter(|line| line.from < Dvonn::SETUP_PLIES as u32).count();
    assert!((8..=32).contains(&shorter), "{shorter} of 40");
}
