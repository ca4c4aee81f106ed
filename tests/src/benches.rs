//! What the benchmarks share: their arguments, and a stopwatch.

use anyply_framework::arena::openings::Opening;
use anyply_framework::arena::{Elo, GameJob, House, Nobody, Player, run_game};
use anyply_framework::search::{Limits, Stop};
use anyply_framework::{Engine, EvaluatorInfo, Game, Plugin, Side, Situation};
use anyply_games::AnyGame;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What was typed after `--`, without what cargo adds.
pub fn typed() -> Vec<String> {
    std::env::args().skip(1).filter(|argument| argument != "--bench").collect()
}

/// What was [`typed`], each one of the words that are known, or what begins with one that ends in `=`.
///
/// # Panics
/// At the first that is none.
pub fn arguments(known: &[&str]) -> Vec<String> {
    understood(typed(), known)
}

/// The games that were [`typed`], all of them where none was; and all the [`arguments`].
///
/// # Panics
/// At the first that is neither a game nor known.
pub fn games_and_arguments(known: &[&str]) -> (Vec<&'static str>, Vec<String>) {
    let mut games = AnyGame::names();
    let arguments = understood(typed(), &[&games[..], known].concat());
    if arguments.iter().any(|argument| games.contains(&argument.as_str())) {
        games.retain(|name| arguments.iter().any(|argument| argument == name));
    }
    (games, arguments)
}

fn understood(arguments: Vec<String>, known: &[&str]) -> Vec<String> {
    for argument in &arguments {
        let is = |word: &&str| argument == word || word.ends_with('=') && argument.starts_with(*word);
        assert!(known.iter().any(is), "'{argument}' is not understood (known: {})", known.join(" "));
    }
    arguments
}

/// What one of the arguments gives for `key`, which ends in `=`.
///
/// # Panics
/// If it cannot be read.
pub fn value<T: FromStr>(arguments: &[String], key: &str) -> Option<T> {
    let (argument, value) =
        arguments.iter().find_map(|argument| Some((argument, argument.strip_prefix(key)?)))?;
    Some(value.parse().unwrap_or_else(|_| panic!("'{argument}' cannot be read")))
}

/// The changes of settings in arguments of the form `set=KEY=VALUE`.
///
/// # Panics
/// At one without a value.
pub fn changes(arguments: &[String]) -> Vec<(&str, &str)> {
    let given = arguments.iter().filter_map(|argument| argument.strip_prefix("set="));
    given.map(|change| change.split_once('=').expect("set=KEY=VALUE")).collect()
}

/// The seconds of the fastest of three runs: what else the machine does only ever adds to them.
pub fn fastest(mut act: impl FnMut()) -> f64 {
    let mut timed = || {
        let begun = Instant::now();
        act();
        begun.elapsed().as_secs_f64()
    };
    (0..3).map(|_| timed()).fold(f64::INFINITY, f64::min)
}

/// The evaluator of this name, or the default.
///
/// # Panics
/// If there is none of this name.
pub fn evaluator<G: Plugin>(name: Option<String>) -> &'static EvaluatorInfo {
    let all = G::evaluators();
    name.map_or(&all[0], |name| all.iter().find(|info| info.name == name).expect("an evaluator of this name"))
}

/// A game with each colour from an opening; the half points of the first player.
///
/// # Panics
/// If the players cannot play this game.
pub fn pair<G: Plugin>(game: &G, opening: &Opening, players: &[Player; 2]) -> usize {
    let variant = game.variant();
    let half_points = Side::BOTH.map(|first_is| {
        let job = GameJob {
            game: G::NAME.to_owned(),
            variant: variant.name.to_owned(),
            size: variant.size,
            opening: opening.clone(),
            round: 0,
            players: players.clone().map(Arc::new),
            first_is,
            house: House::default(),
            seed: 1,
        };
        let result = run_game(game, &job, &Nobody, &Stop::default()).expect("a job of this game");
        result.expect("nobody stops it").half_points()
    });
    half_points.iter().sum()
}

/// The difference in strength with its interval: `+29 Elo [+8, +50]`.
pub fn strength(elo: &Elo) -> String {
    let figure = |figure: Option<f64>| figure.map_or("no limit".to_owned(), |figure| format!("{figure:+.0}"));
    format!("{} Elo [{}, {}]", figure(elo.elo), figure(elo.low), figure(elo.high))
}

/// Searches each position for a second, with nothing remembered and all memory provided, and prints the
/// positions a second beside what is asked, and the depths. What is decided says nothing of depth, and is
/// left out.
pub fn second_on_each<G: Game>(engine: &mut dyn Engine<G>, positions: &[Situation<G>], asked: u32) {
    let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
    let (mut depths, mut nodes, mut seconds) = (Vec::new(), 0, 0.0);
    engine.prepare();
    for at in positions {
        engine.clear();
        let report = engine.search(at, &limits, &Stop::default(), &mut ());
        if report.lines[0].score.distance().is_none() {
            depths.push(report.depth);
            nodes += report.nodes;
            seconds += report.elapsed.as_secs_f64();
        }
    }
    depths.sort_unstable();
    let mean = f64::from(depths.iter().sum::<u32>()) / depths.len() as f64;
    println!("positions a second: {:.2} M, asked at least {asked}", nodes as f64 / seconds / 1e6);
    println!("depth in 1 s on {} positions: {mean:.1} on average, {depths:?}", depths.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn strength_is_told_with_its_interval() {
        let even = Elo { score: 0.5, elo: Some(0.0), low: Some(-8.4), high: Some(7.6), superiority: 0.5 };
        assert_eq!(strength(&even), "+0 Elo [-8, +8]");
        let won = Elo { score: 1.0, elo: None, high: None, ..even };
        assert_eq!(strength(&won), "no limit Elo [-8, no limit]");
    }

    #[test]
    fn what_is_known_is_read() {
        let arguments = understood(words("all games=100 set=a.b=c"), &["all", "games=", "set="]);
        assert_eq!(value(&arguments, "games="), Some(100));
        assert_eq!(value::<u32>(&arguments, "depth="), None);
        assert_eq!(changes(&arguments), [("a.b", "c")]);
    }

    #[test]
    #[should_panic = "'otello' is not understood"]
    fn an_unknown_word_is_not_passed_over() {
        understood(words("games=100 otello"), &["othello", "games="]);
    }

    #[test]
    #[should_panic = "'games=1o0' cannot be read"]
    fn a_wrong_figure_is_not_taken_for_the_usual_one() {
        value::<u32>(&words("games=1o0"), "games=");
    }
}
