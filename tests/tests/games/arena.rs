//! Matches: what must hold for every game and every pair of players.

use anyply_framework::arena::openings::{Opening, built_in};
use anyply_framework::arena::{
    Allowance, EndedBy, EngineMind, Fault, FaultKind, GameClock, GameJob, GameResult, House, MatchPlan,
    MatchRules, MatchSummary, MatchedGame, Mind, Nobody, Outsider, Outsiders, Played, Player, Program,
    Schedule, Seat, Table, TextChoice, TextTurn, Who, play, run_game,
};
use anyply_framework::lab::{Experiment, GameChoice, PlannedGame, ReadFiles, SettingChoice};
use anyply_framework::search::{Limits, NoMemory, Observer, Preset, Report, Stop};
use anyply_framework::{Engine, Notation, Plugin, Side, Situation};
use anyply_othello::Othello;
use anyply_tests::every::for_default_games;
use anyply_tests::visitor;
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn player<G: Plugin>(name: &str, depth: u32) -> Player {
    let mind = Mind::Engine(Box::new(EngineMind {
        config: Preset::named("full-sound").unwrap().config,
        evaluator: G::evaluators()[0].name.to_owned(),
        weights: None,
        book: None,
        level: None,
        threads: 1,
        hash: 1 << 20,
    }));
    Player {
        name: name.to_owned(),
        mind,
        allowance: Allowance { depth: Some(depth), ..Allowance::default() },
    }
}

fn job<G: Plugin>(game: &G, opening: Opening, depths: [u32; 2], first_is: Side) -> GameJob {
    let variant = game.variant();
    GameJob {
        game: G::NAME.to_owned(),
        variant: variant.name.to_owned(),
        size: variant.size,
        opening,
        round: 0,
        players: [player::<G>("first", depths[0]), player::<G>("second", depths[1])].map(Arc::new),
        first_is,
        house: House::default(),
        seed: 1,
    }
}

fn played<G: Plugin>(game: &G, job: &GameJob) -> GameResult {
    run_game(game, job, &Nobody, &Stop::default()).unwrap().unwrap()
}

fn pair<G: Plugin>(game: &G, opening: &Opening, depths: [u32; 2]) -> [GameResult; 2] {
    Side::BOTH.map(|first_is| played(game, &job(game, opening.clone(), depths, first_is)))
}

fn without_times(mut result: GameResult) -> GameResult {
    result.seconds = [0.0; 2];
    result.moves.iter_mut().for_each(|mv| mv.seconds = 0.0);
    result
}

fn moves(result: &GameResult) -> Vec<&str> {
    result.moves.iter().map(|mv| mv.text.as_str()).collect()
}

fn mirrored<G: Plugin>(game: &G) {
    for opening in built_in(game, 2, 1) {
        let [one, other] = pair(game, &opening, [1, 1]);
        assert_eq!((moves(&one), one.winner), (moves(&other), other.winner), "{opening:?}");
        assert_eq!(one.half_points() + other.half_points(), 2, "{opening:?}");
        // What is told of the moves is what the rules make of them.
        let at = opening.situation(game).unwrap();
        let (made, end) = game.parse_moves(&at, &moves(&one).join(" ")).unwrap();
        let (mut now, mut nodes) = (at, [0; 2]);
        for (mv, line) in made.into_iter().zip(&one.moves) {
            nodes[now.side.index()] += line.nodes.unwrap_or(0);
            now = now.after(game, mv);
        }
        assert_eq!(one.nodes, nodes, "{opening:?}");
        assert_eq!(end.outcome(game).unwrap().winner, one.winner, "{opening:?}");
        assert_eq!(end.outcome(game).unwrap().margin, one.margin, "{opening:?}");
        assert_eq!((one.by, one.plies), (EndedBy::Rules, one.moves.len()));
    }
}

#[test]
fn a_player_makes_exactly_half_of_the_points_against_itself() {
    for_default_games(visitor!(mirrored));
}

#[test]
fn a_pair_is_the_same_again_and_a_deeper_search_wins_in_the_long_run() {
    let game = <Othello>::new();
    let pairs: Vec<_> = built_in(&game, 8, 1).iter().map(|opening| pair(&game, opening, [4, 1])).collect();
    let again = pair(&game, &built_in(&game, 8, 1)[0], [4, 1]);
    assert_eq!(pairs[0].clone().map(without_times), again.map(without_times));
    let half_points: usize = pairs.iter().flatten().map(GameResult::half_points).sum();
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
        let mut honest = game.engine(&source, config, Default::default()).unwrap();
        // Another position's moves are not legal here, those of the start after one move.
        let elsewhere = if matches!(self, Self::Cheat) { at.after(&game, at.moves(&game)[0]) } else { *at };
        let mut report = honest.search(&elsewhere, &Limits::default(), &Stop::default(), &mut ());
        if matches!(self, Self::Silent) {
            report.lines.clear();
        }
        report
    }

    fn clear(&mut self) {}

    fn draw_from(&mut self, _: u64) {}

    fn explain(&self, _: &Situation<Othello>) -> Vec<(String, f64)> {
        Vec::new()
    }

    fn minimal_leaves(
        self: Box<Self>,
        _: &Situation<Othello>,
        _: &Limits,
        _: &Stop,
        _: usize,
    ) -> Result<Option<u64>, NoMemory> {
        Ok(None)
    }
}

fn table<'a>(game: &'a Othello, opening: &'a Opening, stop: &'a Stop) -> Table<'a, Othello> {
    Table { game, opening, house: House::default(), judge: None, stop }
}

fn engine_seat(engine: &mut dyn Engine<Othello>) -> Seat<'_, Othello> {
    Seat { who: Who::Engine(engine, None), allowance: Allowance::default() }
}

#[test]
fn no_move_and_an_illegal_one_lose_the_game_with_a_reason() {
    let (game, opening, stop) = (<Othello>::new(), Opening::default(), Stop::default());
    for (mut odd, reason) in [(Odd::Silent, FaultKind::NoMove), (Odd::Cheat, FaultKind::IllegalMove)] {
        let mut fair = Odd::First;
        let seats = [engine_seat(&mut fair), engine_seat(&mut odd)];
        let played = play(table(&game, &opening, &stop), seats).unwrap().unwrap();
        assert_eq!((played.ending.by, played.ending.winner), (EndedBy::Fault(reason), Some(Side::Black)));
        assert_eq!(played.moves.len(), 1);
    }
}

/// Answers what it is told to.
struct Says {
    answer: fn(&TextTurn<'_>) -> Result<TextChoice, Fault>,
    pause: Duration,
}

impl Outsider for Says {
    fn begin(&mut self, _: &TextTurn<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, turn: &TextTurn<'_>) -> Result<TextChoice, Fault> {
        std::thread::sleep(self.pause);
        (self.answer)(turn)
    }

    fn transcript(&self) -> Vec<String> {
        vec!["< what was said".to_owned()]
    }
}

fn against(
    answer: fn(&TextTurn<'_>) -> Result<TextChoice, Fault>,
    pause: u64,
    allowance: Allowance,
) -> Played {
    let (game, opening, stop) = (<Othello>::new(), Opening::default(), Stop::default());
    let mut says = Says { answer, pause: Duration::from_millis(pause) };
    let mut fair = Odd::First;
    let house = House { grace: 0, ..House::default() };
    let seats = [Seat { who: Who::Outsider(&mut says), allowance }, engine_seat(&mut fair)];
    play(Table { house, ..table(&game, &opening, &stop) }, seats).unwrap().unwrap()
}

fn first_legal(turn: &TextTurn<'_>) -> Result<TextChoice, Fault> {
    let game = <Othello>::new();
    let at = game.parse_position(turn.position, None).unwrap();
    say(&game.move_text(at.moves(&game)[0]))
}

fn say(mv: &str) -> Result<TextChoice, Fault> {
    Ok(TextChoice { mv: Some(mv.to_owned()), ..TextChoice::default() })
}

#[test]
fn whoever_plays_in_text_is_held_to_the_rules_and_to_its_time() {
    let free = Allowance::default();
    let quick = Allowance { milliseconds: Some(20), ..free };
    let clock = Allowance { clock: Some(GameClock { milliseconds: 50, increment: 0 }), ..free };
    let fault = |played: &Played| played.ending.by.fault();
    assert_eq!(fault(&against(|_| say("a1"), 0, free)), Some(FaultKind::IllegalMove));
    assert_eq!(fault(&against(|_| say("pass"), 0, free)), Some(FaultKind::IllegalMove));
    assert_eq!(fault(&against(|_| say("hello world"), 0, free)), Some(FaultKind::Garbage));
    assert_eq!(
        fault(&against(|_| Err(Fault::new(FaultKind::Crash, "gone")), 0, free)),
        Some(FaultKind::Crash)
    );
    assert_eq!(fault(&against(|_| say("d3"), 60, quick)), Some(FaultKind::TimeOut));
    let late = against(first_legal, 30, clock);
    assert_eq!(
        (fault(&late), late.moves.len()),
        (Some(FaultKind::TimeOut), 2),
        "the second move is too much"
    );
    let given_up = against(|_| Ok(TextChoice::default()), 0, free);
    assert_eq!((given_up.ending.by, given_up.ending.winner), (EndedBy::Resignation, Some(Side::White)));
    let illegal = against(|_| say("a1"), 0, free);
    assert_eq!(illegal.ending.winner, Some(Side::White));
    assert_eq!((illegal.ending.note.as_deref(), illegal.ending.transcript.len()), (Some("'a1'"), 1));
}

/// Counts who is taken and given back.
#[derive(Default)]
struct Counting(Mutex<[u32; 2]>);

impl Outsiders for Counting {
    fn take(&self, program: &Program, _: &str) -> Result<Box<dyn Outsider>, Fault> {
        self.0.lock().unwrap()[0] += 1;
        match program.command.as_str() {
            "absent" => Err(Fault::new(FaultKind::Crash, "not there")),
            "quits" => Ok(Box::new(Says { answer: |_| Ok(TextChoice::default()), pause: Duration::ZERO })),
            _ => Ok(Box::new(Says { answer: |_| say("a1"), pause: Duration::ZERO })),
        }
    }

    fn give_back(&self, _: &Program, _: &str, _: Box<dyn Outsider>) {
        self.0.lock().unwrap()[1] += 1;
    }
}

#[test]
fn a_program_that_cannot_be_started_loses_and_only_the_faultless_are_given_back() {
    let game = <Othello>::new();
    for (command, by, given_back) in [
        ("absent", EndedBy::Fault(FaultKind::Crash), 0),
        ("cheats", EndedBy::Fault(FaultKind::IllegalMove), 0),
        ("quits", EndedBy::Resignation, 1),
    ] {
        let outsiders = Counting::default();
        let mut job = job(&game, Opening::default(), [1, 1], Side::Black);
        Arc::make_mut(&mut job.players[0]).mind =
            Mind::Program(Program { protocol: "words".to_owned(), command: command.to_owned() });
        let result = run_game(&game, &job, &outsiders, &Stop::default()).unwrap().unwrap();
        assert_eq!((result.by, result.winner), (by, Some(Side::White)), "{command}");
        assert_eq!(*outsiders.0.lock().unwrap(), [1, given_back], "{command}");
    }
    // Nor is it the fault of who was there before it.
    let outsiders = Counting::default();
    let mut job = job(&game, Opening::default(), [1, 1], Side::Black);
    for (player, command) in job.players.iter_mut().zip(["quits", "absent"]) {
        Arc::make_mut(player).mind =
            Mind::Program(Program { protocol: "words".to_owned(), command: command.to_owned() });
    }
    let result = run_game(&game, &job, &outsiders, &Stop::default()).unwrap().unwrap();
    assert_eq!((result.by, result.winner), (EndedBy::Fault(FaultKind::Crash), Some(Side::Black)));
    assert_eq!(*outsiders.0.lock().unwrap(), [2, 1]);
}

#[test]
fn a_proven_result_ends_a_game_with_what_play_to_the_end_would_give() {
    let game = <Othello>::new();
    for opening in built_in(&game, 3, 1) {
        let mut long = job(&game, opening, [2, 2], Side::Black);
        let whole = played(&game, &long);
        long.house.adjudicate = Some(5_000);
        let short = played(&game, &long);
        assert_eq!(short.by, EndedBy::Adjudication);
        assert!(short.plies < whole.plies);
        // The judge's result is that of best play from where it was proven.
        let mut at = long.opening.situation(&game).unwrap();
        at = game.parse_moves(&at, &moves(&short).join(" ")).unwrap().1;
        let source = anyply_framework::EvaluatorSource::BuiltIn(&<Othello>::evaluators()[0]);
        let config = Preset::named("full-sound").unwrap().config;
        let mut solver = game.engine(&source, config, Default::default()).unwrap();
        let score = solver.search(&at, &Limits::default(), &Stop::default(), &mut ()).lines[0].score;
        assert_eq!(short.margin, Some(score.cents().unsigned_abs() / 100));
        assert_eq!(
            short.winner,
            (score.cents() != 0).then(|| if score.cents() > 0 { at.side } else { !at.side })
        );
    }
}

#[test]
fn a_game_that_is_stopped_has_no_result() {
    let game = <Othello>::new();
    let stop = Stop::default();
    stop.stop();
    let job = job(&game, Opening::default(), [1, 1], Side::Black);
    assert_eq!(run_game(&game, &job, &Nobody, &stop), Ok(None));
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
    let nothing =
        ReadFiles { text: &|_| unreachable!(), evaluator: &|_| unreachable!(), is_meant: &|_| false };
    let planned = PlannedGame::new(&game, &choice, &experiment, &nothing).unwrap();
    let allowance = Allowance { nodes: Some(200), ..Allowance::default() };
    let rules = MatchRules { allowance, hash: 1 << 20, depths, schedule: Schedule::First, seed: 1 };
    let games = vec![MatchedGame::new(&planned, built_in(&game, 3, 1), &rules)];
    MatchPlan { version: String::new(), games, house: House::default(), sprt: None, seed: 1 }
}

#[test]
fn depths_play_their_neighbours_within_each_setting() {
    let plan = plan(Some((1, 3)), &["full-sound", "best"]);
    let jobs = plan.jobs();
    let names: Vec<_> = jobs[..8]
        .iter()
        .step_by(2)
        .map(|job| job.players.each_ref().map(|player| player.name.as_str()).join(" - "))
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
    assert_eq!(jobs.len(), 4 * 3 * 2);
    let different: HashSet<_> = jobs.iter().map(GameJob::identity).collect();
    assert_eq!(different.len(), 4 * 3 * 2);
}

#[test]
fn the_jobs_of_a_match_share_their_players_and_say_them_in_full() {
    let jobs = plan(None, &["full-sound", "best"]).jobs();
    for (one, other) in jobs[0].players.iter().zip(&jobs[5].players) {
        assert!(Arc::ptr_eq(one, other), "{}", one.name);
    }
    let text = serde_json::to_string(&jobs[0]).unwrap();
    assert!(text.contains(&serde_json::to_string(&*jobs[0].players[0]).unwrap()), "{text}");
    assert_eq!(serde_json::from_str::<GameJob>(&text).unwrap(), jobs[0]);
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
        let colours = pairing.by_colour.map(|of| of.wins + of.draws + of.losses);
        assert_eq!(colours, [3, 3]);
    }
}
