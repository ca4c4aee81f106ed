//! What each game's default evaluator is worth against its other ones: matches between equal searches.
//!
//! `cargo bench -p anyply-tests --bench ladder [GAME] [depth=4 | ms=50] [games=100]`. Each opening, eight random plies, is played with both
//! colours; the interval is Wilson's, at 95 %, over openings.

use anyply_framework::search::{Limits, Preset, Search, SearchConfig, Stop};
use anyply_framework::{Engine, Resources};
use anyply_framework::{
    Evaluator, EvaluatorSource, EvaluatorVisitor, Game, Plugin, Session, Side, Situation,
};
use anyply_games::{AnyGame, GameVisitor, TextGame};
use rand::RngExt;
use std::time::Duration;

const OPENING_PLIES: usize = 8;

#[derive(Clone)]
struct Settings {
    limits: Limits,
    games: u64,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let value =
        |key: &str| arguments.iter().find_map(|argument| argument.strip_prefix(key)?.parse::<u64>().ok());
    let mut limits = Limits { depth: Some(value("depth=").unwrap_or(4) as u32), ..Limits::default() };
    if let Some(milliseconds) = value("ms=") {
        limits = Limits { time: Some(Duration::from_millis(milliseconds)), ..Limits::default() };
    }
    let settings = Settings { limits, games: value("games=").unwrap_or(100) };
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
            let engines = [champion, other].map(|info| {
                game.with_evaluator(&EvaluatorSource::BuiltIn(info), Build(game.clone()))
                    .expect("a built-in evaluator")
            });
            let [mean, low, high] = played(game, engines, &self.0).map(|share| 100.0 * share);
            let title = format!("{} {} against {}", G::NAME, champion.name, other.name);
            assert!(low > 50.0 || self.0.games < 50, "{title}: the default must clearly be the better one");
            println!("{title:44} {mean:5.1} % [{low:.1}, {high:.1}]  ({} games)", self.0.games);
        }
    }
}

struct Build<G>(G);

impl<G: Plugin> EvaluatorVisitor<G> for Build<G> {
    type Output = Box<dyn Engine<G>>;

    fn visit<E: Evaluator<G> + 'static>(self, evaluator: E) -> Self::Output {
        let config: SearchConfig = Preset::named("best").expect("a preset").config;
        let resources = Resources { hash: 16 << 20, ..Resources::default() };
        Box::new(Search::new(self.0, evaluator, config, resources).expect("memory for a small table"))
    }
}

/// The first engine's mean score, and the ends of its interval.
fn played<G: Plugin>(game: &G, mut engines: [Box<dyn Engine<G>>; 2], settings: &Settings) -> [f64; 3] {
    let pairs: Vec<f64> = (0..settings.games.div_ceil(2))
        .map(|seed| {
            let opening = opening(game, seed);
            let as_black = score(game, opening, &mut engines, &settings.limits);
            engines.reverse();
            let as_white = 1.0 - score(game, opening, &mut engines, &settings.limits);
            engines.reverse();
            (as_black + as_white) / 2.0
        })
        .collect();
    wilson(pairs.iter().sum::<f64>() / pairs.len() as f64, pairs.len() as f64)
}

/// A share `mean` of `count` openings with Wilson's interval (1927), which does not shrink to nothing where every game was won.
/// Openings, not games, are counted as independent.
fn wilson(mean: f64, count: f64) -> [f64; 3] {
    let z2 = 1.96f64.powi(2);
    let centre = (mean + z2 / (2.0 * count)) / (1.0 + z2 / count);
    let half = (mean * (1.0 - mean) / count + z2 / (4.0 * count * count)).sqrt() * 1.96 / (1.0 + z2 / count);
    [mean, centre - half, (centre + half).min(1.0)]
}

fn opening<G: Game>(game: &G, seed: u64) -> Situation<G> {
    let mut random = anyply_tests::random(seed);
    loop {
        let mut at = game.start();
        for _ in 0..OPENING_PLIES {
            let moves = at.moves(game);
            if moves.is_empty() {
                break;
            }
            at = at.after(game, moves[random.random_range(0..moves.len())]);
        }
        if at.outcome(game).is_none() {
            return at;
        }
    }
}

/// One game, the first engine as Black: 1 if Black wins, a half for a draw.
fn score<G: Game>(
    game: &G,
    mut at: Situation<G>,
    engines: &mut [Box<dyn Engine<G>>; 2],
    limits: &Limits,
) -> f64 {
    engines.iter_mut().for_each(|engine| engine.clear());
    loop {
        if let Some(outcome) = at.outcome(game) {
            return match outcome.winner {
                Some(Side::Black) => 1.0,
                Some(Side::White) => 0.0,
                None => 0.5,
            };
        }
        let report = engines[at.side.index()].search(&at, limits, &Stop::default(), &mut ());
        at = at.after(game, report.best().expect("the game goes on"));
    }
}
