//! What each game's default evaluator is worth against its other ones: matches between equal searches.
//!
//! `cargo bench -p anyply-tests --bench ladder [GAME] [depth=4 | ms=50] [games=100]`. Each opening is played with
//! both colours; the interval holds with 95 %.

use anyply_framework::arena::{MoveLimits, PairJob, Pairs, Player, openings, run_pair};
use anyply_framework::search::{Preset, Stop};
use anyply_framework::{Plugin, Session};
use anyply_games::{AnyGame, GameVisitor, TextGame};

#[derive(Clone)]
struct Settings {
    limits: MoveLimits,
    pairs: usize,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let value =
        |key: &str| arguments.iter().find_map(|argument| argument.strip_prefix(key)?.parse::<u64>().ok());
    let milliseconds = value("ms=");
    let depth = milliseconds.is_none().then(|| value("depth=").unwrap_or(4) as u32);
    let limits = MoveLimits { depth, milliseconds, nodes: None };
    let settings = Settings { limits, pairs: value("games=").unwrap_or(100).div_ceil(2) as usize };
    for name in AnyGame::names() {
        if arguments.iter().all(|argument| argument.contains('=') || argument == name) {
            AnyGame::open(name, None, None).expect("a known game").accept(Ladder(settings.clone()));
        }
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
            for opening in openings(game, self.0.pairs, 1) {
                let job = self.job(game, opening, [champion.name, other.name]);
                let result = run_pair(game, &job, &Stop::default()).expect("a job of this game");
                pairs.add(result.expect("nobody stops it").half_points);
            }
            let elo = pairs.elo().expect("at least one pair");
            let title = format!("{} {} against {}", G::NAME, champion.name, other.name);
            let better = elo.low.is_some_and(|low| low > 0.0);
            assert!(better || pairs.count() < 25, "{title}: the default must clearly be the better one");
            let end = |end: Option<f64>| end.map_or("no limit".to_owned(), |end| format!("{end:+.0}"));
            let (percent, games) = (100.0 * elo.score, 2 * pairs.count());
            println!(
                "{title:44} {percent:5.1} %  Elo [{}, {}]  ({games} games)",
                end(elo.low),
                end(elo.high)
            );
        }
    }
}

impl Ladder {
    fn job<G: Plugin>(&self, game: &G, opening: String, evaluators: [&str; 2]) -> PairJob {
        let variant = game.variant();
        let player = |evaluator: &str| Player {
            name: evaluator.to_owned(),
            config: Preset::named("best").expect("a preset").config,
            evaluator: evaluator.to_owned(),
            weights: None,
            limits: self.0.limits,
        };
        PairJob {
            game: G::NAME.to_owned(),
            variant: variant.name.to_owned(),
            size: variant.size,
            opening,
            players: evaluators.map(player),
            hash: 16 << 20,
            seed: 1,
        }
    }
}
