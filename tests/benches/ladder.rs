//! What each game's default evaluator is worth against its other ones: matches between equal searches.
//!
//! `cargo bench -p anyply-tests --bench ladder -- [GAME...] [depth=4 | ms=50] [games=100]`. Each opening is
//! played with both colours; the interval holds with 95 %.

use anyply_framework::arena::openings::built_in;
use anyply_framework::arena::{Allowance, EngineMind, Mind, Pairs, Player};
use anyply_framework::search::Preset;
use anyply_framework::{Plugin, Session};
use anyply_games::{AnyGame, GameVisitor, TextGame};
use anyply_tests::benches::{games_and_arguments, pair, strength, value};

#[derive(Clone)]
struct Settings {
    allowance: Allowance,
    pairs: usize,
}

fn main() {
    let (games, arguments) = games_and_arguments(&["ms=", "depth=", "games="]);
    let milliseconds = value(&arguments, "ms=");
    let depth = milliseconds.is_none().then(|| value(&arguments, "depth=").unwrap_or(4));
    let limits = Allowance { depth, milliseconds, ..Allowance::default() };
    let settings =
        Settings { allowance: limits, pairs: value(&arguments, "games=").unwrap_or(100usize).div_ceil(2) };
    for name in games {
        AnyGame::open(name, None, None).expect("a known game").accept(Ladder(settings.clone()));
    }
}

struct Ladder(Settings);

impl GameVisitor for Ladder {
    type Output = ();

    fn visit<G: Plugin>(self, session: &mut Session<G>) {
        let game = session.game();
        let [champion, others @ ..] = G::evaluators() else { return };
        for other in others {
            let mut pairs = Pairs::default();
            for opening in built_in(game, self.0.pairs, 1) {
                pairs.add(pair(game, &opening, &[champion, other].map(|info| self.player(info.name))));
            }
            let elo = pairs.elo().expect("at least one pair");
            let title = format!("{} {} against {}", G::NAME, champion.name, other.name);
            let better = elo.low.is_some_and(|low| low > 0.0);
            assert!(better || pairs.count() < 25, "{title}: the default must clearly be the better one");
            let (percent, games) = (100.0 * elo.score, 2 * pairs.count());
            println!("{title:44} {percent:5.1} %  {}  ({games} games)", strength(&elo));
        }
    }
}

impl Ladder {
    fn player(&self, evaluator: &str) -> Player {
        let mind = Mind::Engine(Box::new(EngineMind {
            config: Preset::named("best").expect("a preset").config,
            evaluator: evaluator.to_owned(),
            weights: None,
            book: None,
            level: None,
            threads: 1,
            hash: 16 << 20,
        }));
        Player { name: evaluator.to_owned(), mind, allowance: self.0.allowance }
    }
}
