//! Makes the built-in positions of each game anew: `cargo bench -p anyply-tests --bench positions [GAME]` writes
//! `games/GAME/config/positions.txt`.

use anyply_framework::positions::{Phase, SelfPlay};
use anyply_framework::{Plugin, Session, Situation};
use anyply_games::{AnyGame, GameVisitor, TextGame};
use anyply_tests::{POSITIONS_EACH, POSITIONS_MADE};
use std::fmt::Write as _;
use std::path::Path;

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    for name in AnyGame::names() {
        if named.is_empty() || named.iter().any(|wanted| wanted == name) {
            AnyGame::open(name, None, None).expect("a known game").accept(Make);
        }
    }
}

struct Make;

impl GameVisitor for Make {
    type Output = ();

    fn visit<G: Plugin>(self, session: &mut Session<G>) {
        let game = session.game();
        let SelfPlay { seed, depth } = POSITIONS_MADE;
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
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(G::NAME).join("config");
        std::fs::write(folder.join("positions.txt"), text).expect("the game's folder can be written");
        println!("{}: done", G::NAME);
    }
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
