//! Matches: what must hold for every game and every pair of players.

use anyply_framework::arena::{
    Contest, Ending, Forfeit, MatchPlan, MatchRules, MatchSummary, MatchedGame, MoveLimits, PairJob,
    PairResult, Player, Schedule, openings, play, run_pair,
};
use anyply_framework::lab::{Experiment, GameChoice, PlannedGame, SettingChoice};
use anyply_framework::search::{Limits, Observer, Preset, Report, Stop};
use anyply_framework::{Engine, Game, Notation, Plugin, Session, Side, Situation};
use anyply_games::{AnyGame, GameVisitor, TextGame};
use anyply_othello::Othello;
use std::collections::HashSet;

fn player<G: Plugin>(name: &str, depth: u32) -> Player {
    Player {
        name: name.to_owned(),
        config: Preset::named("full-sound").unwrap().config,
        evaluator: G::evaluators()[0].name.to_owned(),
        weights: None,
        limits: MoveLimits { depth: Some(depth), ..MoveLimits::default() },
    }
}

fn job<G: Plugin>(game: &G, opening: String, depths: [u32; 2]) -> PairJob {
    let variant = game.variant();
    PairJob {
        game: G::NAME.to_owned(),
        variant: variant.name.to_owned(),
        size: variant.size,
        opening,
        players: [player::<G>("first", depths[0]), player::<G>("second", depths[1])],
        hash: 1 << 20,
        seed: 1,
    }
}

fn played<G: Plugin>(game: &G, job: &PairJob) -> PairResult {
    run_pair(game, job, &Stop::default()).unwrap().unwrap()
}

fn without_times(mut result: PairResult) -> PairResult {
    result.games.iter_mut().for_each(|game| game.seconds = [0.0; 2]);
    result
}

struct Openings;

impl GameVisitor for Openings {
    type Output = ();

    fn visit<G: Plugin>(self, session: &mut Session<G>) {
        let game = session.game();
        let drawn = openings(game, 40, 7);
        let different: HashSet<_> = drawn.iter().collect();
        assert_eq!(different.len(), 40, "{} {}", G::NAME, game.variant().name);
        for text in &drawn {
            let at = game.parse_position(text, None).unwrap();
            assert_eq!(at.outcome(game), None, "{text}");
        }
        assert_eq!(drawn, openings(game, 40, 7));
        assert_eq!(drawn[..10], openings(game, 10, 7));
    }
}

#[test]
fn every_variant_has_openings_that_differ_and_repeat() {
    for mut game in AnyGame::all() {
        game.accept(Openings);
    }
}

struct Mirrored;

impl GameVisitor for Mirrored {
    type Output = ();

    fn visit<G: Plugin>(self, session: &mut Session<G>) {
        let game = session.game();
        for opening in openings(game, 2, 1) {
            let result = played(game, &job(game, opening.clone(), [1, 1]));
            let [one, other] = &result.games;
            assert_eq!((&one.moves, one.winner), (&other.moves, other.winner), "{opening}");
            assert_eq!(result.half_points, 2, "{opening}");
            // What is told of the moves is what the rules make of them.
            let at = game.parse_position(&opening, None).unwrap();
            let end = game.parse_moves(&at, &one.moves).unwrap().1;
            assert_eq!(end.outcome(game).unwrap().winner, one.winner, "{opening}");
            assert_eq!(end.outcome(game).unwrap().margin, one.margin, "{opening}");
        }
    }
}

#[test]
fn a_player_makes_exactly_half_of_the_points_against_itself() {
    for name in AnyGame::names() {
        AnyGame::open(name, None, None).unwrap().accept(Mirrored);
    }
}

#[test]
fn a_pair_is_the_same_again_and_a_deeper_search_wins_in_the_long_run() {
    let game = <Othello>::new();
    let jobs: Vec<_> = openings(&game, 8, 1).into_iter().map(|opening| job(&game, opening, [4, 1])).collect();
    let results: Vec<_> = jobs.iter().map(|job| played(&game, job)).collect();
    assert_eq!(without_times(results[0].clone()), without_times(played(&game, &jobs[0])));
    let half_points: usize = results.iter().map(|result| result.half_points).sum();
    assert!(half_points > 16, "{half_points} of 32");
}

/// Plays the first legal move, or what it was told to do instead.
#[derive(Debug)]
enum Odd {
    First,
    Silent,
    Cheat,
}

impl Engine<Othello> for Odd {
    fn search(
        &mut self,
        at: &Situation<Othello>,
        _: &Limits,
        _: &Stop,
        _: &mut dyn Observer<Othello>,
    ) -> Report<Othello> {
        let game = <Othello>::new();
        let config = Preset::named("prior").unwrap().config;
        let source = anyply_framework::EvaluatorSource::BuiltIn(&<Othello>::evaluators()[0]);
        let mut honest = anyply_framework::engine_with(&game, &source, config, Default::default()).unwrap();
        // Another position's moves are not legal here, those of the start after one move.
        let elsewhere = if matches!(self, Self::Cheat) { at.after(&game, at.moves(&game)[0]) } else { *at };
        let mut report = honest.search(&elsewhere, &Limits::default(), &Stop::default(), &mut ());
        if matches!(self, Self::Silent) {
            report.lines.clear();
        }
        report
    }

    fn clear(&mut self) {}

    fn explain(&self, _: &Situation<Othello>) -> Vec<(String, f64)> {
        Vec::new()
    }
}

#[test]
fn no_move_and_an_illegal_one_lose_the_game_with_a_reason() {
    let game = <Othello>::new();
    let limits = Limits::default();
    for (mut odd, reason) in [(Odd::Silent, Forfeit::NoMove), (Odd::Cheat, Forfeit::IllegalMove)] {
        let mut fair = Odd::First;
        let mut contest = Contest { engines: [&mut fair, &mut odd], limits: [&limits; 2] };
        let played = play(&game, &game.start(), &mut contest, &Stop::default()).unwrap();
        assert_eq!(played.ending, Ending::Forfeit(Side::White, reason));
        assert_eq!(played.ending.winner(), Some(Side::Black));
        assert_eq!(played.moves.len(), 1);
    }
}

#[test]
fn a_game_that_is_stopped_has_no_result() {
    let game = <Othello>::new();
    let stop = Stop::default();
    stop.stop();
    let opening = game.position_text(&game.start());
    assert_eq!(run_pair(&game, &job(&game, opening, [1, 1]), &stop), Ok(None));
}

fn plan(depths: Option<(u32, u32)>, presets: &[&str]) -> MatchPlan {
    let game = <Othello>::new();
    let settings = presets.iter().map(|name| SettingChoice::Preset((*name).to_owned())).collect();
    let choice = GameChoice {
        name: "othello".to_owned(),
        variant: None,
        size: None,
        positions: Default::default(),
        evaluators: Vec::new(),
    };
    let experiment = Experiment { settings, ..Experiment::default() };
    let planned = PlannedGame::new(&game, &choice, &experiment, &|_| unreachable!()).unwrap();
    let limits = MoveLimits { nodes: Some(200), ..MoveLimits::default() };
    let rules = MatchRules { limits, depths, schedule: Schedule::First, seed: 1 };
    let games = vec![MatchedGame::new(&planned, openings(&game, 3, 1), &rules)];
    MatchPlan { version: String::new(), games, hash: 1 << 20, seed: 1 }
}

#[test]
fn depths_play_their_neighbours_within_each_setting() {
    let plan = plan(Some((1, 3)), &["full-sound", "best"]);
    let names: Vec<_> = plan.jobs()[..4]
        .iter()
        .map(|job| job.players.clone().map(|player| player.name).join(" - "))
        .collect();
    assert_eq!(
        names,
        [
            "full-sound depth 2 - full-sound depth 1",
            "full-sound depth 3 - full-sound depth 2",
            "best depth 2 - best depth 1",
            "best depth 3 - best depth 2",
        ]
    );
    assert_eq!(plan.jobs().len(), 4 * 3);
    let different: HashSet<_> = plan.jobs().iter().map(PairJob::identity).collect();
    assert_eq!(different.len(), 4 * 3);
}

#[test]
fn the_summary_does_not_depend_on_the_order_of_the_results_and_counts_every_game() {
    let game = <Othello>::new();
    let plan = plan(None, &["full-sound", "best", "greedy"]);
    let mut results: Vec<_> = plan.jobs().iter().map(|job| played(&game, job)).collect();
    let summary = MatchSummary::new(&plan, &results);
    results.reverse();
    assert_eq!(summary, MatchSummary::new(&plan, &results));
    for pairing in &summary.games[0].pairings {
        assert_eq!(pairing.second, "full-sound");
        assert_eq!(pairing.wins + pairing.draws + pairing.losses, 6);
        assert_eq!(pairing.pairs.count(), 3);
        assert!(pairing.elo.is_some() && pairing.forfeits == 0);
    }
}
