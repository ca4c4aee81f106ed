//! Makes the built-in positions of each game anew: `cargo bench -p anyply-tests --bench positions -- GAME...`
//! writes `games/GAME/config/positions.txt`.

use anyply_framework::positions::{Phase, PositionMaker};
use anyply_framework::{Plugin, Situation};
use anyply_tests::making::{for_named_games, write_config};
use anyply_tests::{POSITIONS_EACH, POSITIONS_MADE, visitor};
use std::fmt::Write as _;

fn main() {
    for_named_games(visitor!(make));
}

fn make<G: Plugin>(game: &G) {
    let PositionMaker { seed, depth } = POSITIONS_MADE;
    let mut text = format!(
        "% {POSITIONS_EACH} positions of each phase of {}, from games of the default evaluator against itself: seed {seed}, depth {depth}.\n\
         % Made by: cargo bench -p anyply-tests --bench positions {}\n",
        G::NAME,
        G::NAME,
    );
    for phase in Phase::ALL {
        writeln!(text, "[{phase}]").expect("a String takes everything");
        for at in positions(game, phase) {
            writeln!(text, "{}", game.position_text(&at)).expect("a String takes everything");
        }
    }
    write_config::<G>("positions.txt", &text);
}

fn positions<G: Plugin>(game: &G, phase: Phase) -> Vec<Situation<G>> {
    let mut positions = Vec::new();
    for number in 0.. {
        let at = POSITIONS_MADE
            .position(game, phase, number)
            .expect("memory for a small table")
            .expect("games that are long enough");
        if !positions.contains(&at) {
            positions.push(at);
        }
        if positions.len() == POSITIONS_EACH {
            break;
        }
    }
    positions
}
