//! What the evaluator says of threats, held against the rules: every reply it leaves out loses as soon as it
//! says, every win it names is one.

use anyply_framework::search::{Limits, Line, Margin, Preset, Report, SearchConfig, Stop};
use anyply_framework::{
    Certainty, Distance, Evaluator, EvaluatorSource, EvaluatorVisitor, Game, MoveList, Notation, Plugin,
    Resources, Situation, View, refute,
};
use anyply_gomoku::{Gomoku, Rule, Square};
use proptest::prelude::*;
use serde_json::Value;

const RULES: [Rule; 4] = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro];

/// Small, so that every line can be played to its end.
type Small = Gomoku<9>;

/// What is checked here is small.
const MOST: u64 = u64::MAX;

/// How often each hook had something to say.
#[derive(Default, Debug)]
struct Said {
    wins: u32,
    replies: u32,
}

struct ThreatLaw<'a> {
    game: Small,
    situations: &'a [Situation<Small>],
}

impl EvaluatorVisitor<Small> for ThreatLaw<'_> {
    type Output = Result<Said, TestCaseError>;

    fn visit<E: Evaluator<Small> + 'static>(self, evaluator: E) -> Self::Output {
        let game = &self.game;
        let wins = |at: &Situation<Small>| {
            let state = &evaluator.state(game, &at.position);
            let mut moves = MoveList::<Small>::new();
            let plies = evaluator.threats(View { game, position: &at.position, state }, &mut moves)?;
            Some((plies, moves[0]))
        };
        let stands =
            |at: &Situation<Small>, claim| refute(game, at, claim, MOST, |at, _| wins(at).map(|(_, mv)| mv));
        let mut said = Said::default();
        for at in self.situations {
            if let Some((plies, _)) = wins(at) {
                said.wins += 1;
                let checked = stands(at, Distance::Win(plies));
                prop_assert!(checked.is_ok(), "{}: {:?}", game.position_text(at), checked);
            }
            let state = &evaluator.state(game, &at.position);
            let mut replies = MoveList::<Small>::new();
            let Some(plies) = evaluator.replies(View { game, position: &at.position, state }, &mut replies)
            else {
                continue;
            };
            said.replies += 1;
            let legal = at.moves(game);
            prop_assert!(replies.iter().all(|reply| legal.contains(reply)));
            for other in legal.into_iter().filter(|mv| !replies.contains(mv)) {
                let checked = stands(&at.after(game, other), Distance::Win(plies - 1));
                prop_assert!(checked.is_ok(), "{} {}: {:?}", game.position_text(at), other, checked);
            }
        }
        Ok(said)
    }
}

/// All situations of a game of random moves in a square of `area` by `area`.
fn random_game(game: &Small, area: usize, picks: &[u16]) -> Vec<Situation<Small>> {
    let mut at = game.start();
    let mut met = Vec::new();
    for &pick in picks {
        met.push(at);
        let near = |square: &Square| square.x() < area && square.y() < area;
        let moves: Vec<Square> = at.moves(game).into_iter().filter(near).collect();
        if moves.is_empty() {
            break;
        }
        at = at.after(game, moves[usize::from(pick) % moves.len()]);
    }
    met.retain(|at| at.outcome(game).is_none());
    met
}

fn holds(rule: Rule, area: usize, picks: &[u16]) -> Result<Said, TestCaseError> {
    let game = Small::new(rule);
    let law = ThreatLaw { game, situations: &random_game(&game, area, picks) };
    let source = EvaluatorSource::BuiltIn(&Small::evaluators()[0]);
    game.with_evaluator(&source, law).expect("a built-in evaluator")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_said_of_threats_is_so(
        rule in 0..4usize, area in 5..9usize, picks in prop::collection::vec(any::<u16>(), 40),
    ) {
        holds(RULES[rule], area, &picks)?;
    }
}

#[test]
fn there_is_something_to_say() {
    let mut said = Said::default();
    for game in 0..20u16 {
        let picks: Vec<u16> = (0..40u16).map(|ply| (game * 977 + ply * 331).wrapping_mul(40_503)).collect();
        let Said { wins, replies } = holds(Rule::Freestyle, 7, &picks).expect("it is so");
        said = Said { wins: said.wins + wins, replies: said.replies + replies };
    }
    assert!(said.wins > 20 && said.replies > 20, "{said:?}");
}

/// Positions of the set that are won, and how soon at the latest.
fn won() -> impl Iterator<Item = (Value, u32)> {
    let lines = include_str!("data/tactics.jsonl").lines();
    let all = lines.map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"));
    all.filter(|position| position["verdict"] == "win").map(|position| {
        let plies = position["mate_plies"].as_u64().expect("a number") as u32;
        (position, plies)
    })
}

#[test]
fn wins_by_threats_are_proven_and_no_defence_was_overlooked() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let source = EvaluatorSource::BuiltIn(&Gomoku::<15>::evaluators()[0]);
    let config = SearchConfig { threats: 100, ..SearchConfig::default() };
    let mut proven = 0;
    for (position, plies) in won().filter(|&(_, plies)| plies <= 9) {
        let mut engine = game.engine(&source, config.clone(), Resources::default()).expect("memory");
        let mut search = |at: &Situation<Gomoku<15>>, plies| -> Report<Gomoku<15>> {
            let limits = Limits { nodes: Some(8_000), depth: Some(plies), ..Limits::default() };
            engine.search(at, &limits, &Stop::default(), &mut ())
        };
        let at = game.parse_position(position["moves"].as_str().expect("moves"), None).expect("legal moves");
        let line = search(&at, plies).lines.remove(0);
        let Some(Distance::Win(claimed)) = line.score.distance() else { continue };
        assert_eq!(line.certainty, Certainty::Exact, "{}", position["id"]);
        assert!(claimed <= plies, "{}: {claimed}", position["id"]);
        let checked = refute(&game, &at, Distance::Win(claimed), MOST, |at, plies| search(at, plies).best());
        assert!(checked.is_ok(), "{}: {checked:?}", position["id"]);
        proven += 1;
    }
    assert!(proven >= 40, "{proven} of {}", won().filter(|&(_, plies)| plies <= 9).count());
}

#[test]
fn a_claim_with_too_many_defences_is_open() {
    let game = Small::new(Rule::Freestyle);
    let after = |text: &str| game.parse_position(text, None).expect("legal moves");
    let wins = |at: &Situation<Small>, mv| at.after(&game, mv).outcome(&game).is_some();
    let four = |at: &Situation<Small>, _| {
        at.moves(&game).into_iter().find(|&mv| wins(at, mv)).or(Some(Square::new(3, 4)))
    };
    let open_three = after("e5 a1 f5 a3 g5 a5");
    let refuted = |at: &Situation<Small>, claim, most| refute(&game, at, claim, most, four);
    assert_eq!(refuted(&open_three, Distance::Win(3), 100), Ok(3));
    assert!(refuted(&open_three, Distance::Win(3), 10).is_err_and(|refutation| refutation.is_open()));
    assert!(refuted(&open_three, Distance::Win(1), 10).is_err_and(|refutation| !refutation.is_open()));
    let lost = after("e5 a1 f5 a3 g5 a5 d5");
    assert_eq!(refuted(&lost, Distance::Loss(2), 100), Ok(2));
    assert!(refuted(&lost, Distance::Loss(1), 100).is_err());
}

fn of_the_set(id: &str) -> Situation<Gomoku<15>> {
    let (position, _) = won().find(|(position, _)| position["id"] == id).expect("it is in the set");
    let game = Gomoku::<15>::new(Rule::Freestyle);
    game.parse_position(position["moves"].as_str().expect("moves"), None).expect("legal moves")
}

/// What these positions were chosen for is what a search believes or overlooks that cuts off less than `best`
/// by the evaluation alone.
fn careful(best: SearchConfig) -> SearchConfig {
    SearchConfig {
        reverse_futility: best.reverse_futility.map(|margin| Margin { base: 60, per_ply: 275, ..margin }),
        ..best
    }
}

/// A search by the settings `best`, changed.
fn by_best(
    at: &Situation<Gomoku<15>>,
    change: impl Fn(SearchConfig) -> SearchConfig,
    limits: &Limits,
) -> Line<Gomoku<15>> {
    report_by_best(at, change, limits).lines.remove(0)
}

fn report_by_best(
    at: &Situation<Gomoku<15>>,
    change: impl Fn(SearchConfig) -> SearchConfig,
    limits: &Limits,
) -> Report<Gomoku<15>> {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let source = EvaluatorSource::BuiltIn(&Gomoku::<15>::evaluators()[0]);
    let best = Gomoku::<15>::preset(Preset::BEST).expect("every game has it").config;
    // What was proven before must not prove itself.
    let mut engine = game.engine(&source, change(best), Resources::default()).expect("memory");
    engine.search(at, limits, &Stop::default(), &mut ())
}

/// With this little for threats alone the search believes in some wins first.
fn few_threats(best: SearchConfig) -> SearchConfig {
    SearchConfig { threats: 1, quiet_wins: 0, ..best }
}

fn proven(line: &Line<Gomoku<15>>) -> Option<u32> {
    match line.score.claim(line.certainty) {
        Some(Distance::Win(plies)) => Some(plies),
        _ => None,
    }
}

/// To play all defences to the end takes a minute (`cargo bench -p anyply-tests --bench tactics`); here each
/// first reply is answered by another proof.
fn every_reply_loses(at: &Situation<Gomoku<15>>, claim: &Line<Gomoku<15>>, limits: &Limits) {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let plies = proven(claim).expect("a proof");
    let after = at.after(&game, claim.moves[0]);
    for reply in after.moves(&game) {
        // Without a bound the first proof found may be a longer one.
        let limits = Limits { depth: Some(plies - 2), ..limits.clone() };
        let left = proven(&by_best(&after.after(&game, reply), |best| best, &limits));
        assert!(left.is_some_and(|left| left <= plies - 2), "{reply}: {left:?} of {plies}");
    }
}

/// Won with a quiet move or two: threats alone are not enough.
#[test]
fn a_win_that_a_selective_search_believes_in_is_proven_with_its_moves() {
    let at = of_the_set("win172");
    let limits = Limits { nodes: Some(400_000), ..Limits::default() };
    let believed = by_best(&at, |best| SearchConfig { threats: 0, ..best }, &limits);
    assert!(matches!(believed.score.distance(), Some(Distance::Win(_))), "{:?}", believed.score);
    assert_eq!(believed.certainty, Certainty::Heuristic);
    let claim = by_best(&at, few_threats, &limits);
    every_reply_loses(&at, &claim, &limits);
}

/// The quiet moves that win are liked long before the search sees what comes of them.
#[test]
fn a_win_that_begins_with_quiet_moves_is_proven_before_the_search_believes_in_it() {
    let at = of_the_set("win156");
    let limits = Limits { nodes: Some(250_000), ..Limits::default() };
    let without = by_best(&at, |best| SearchConfig { quiet_wins: 0, ..best }, &limits);
    assert_eq!(without.score.distance(), None, "{:?}", without.score);
    let claim = by_best(&at, |best| best, &limits);
    every_reply_loses(&at, &claim, &limits);
}

/// By the rules alone, which know nothing of null moves and waves of replies: a quiet move wins, after the
/// first plies of a longer win.
#[test]
fn a_win_with_a_quiet_move_stands_against_every_legal_defence() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let (_, at) = game.parse_moves(&of_the_set("win122"), "h7 g6 i6 j5").expect("legal moves");
    let source = EvaluatorSource::BuiltIn(&Gomoku::<15>::evaluators()[0]);
    let config = careful(Gomoku::<15>::preset(Preset::BEST).expect("every game has it").config);
    let mut engine = game.engine(&source, config, Resources::default()).expect("memory");
    let mut search = |at: &Situation<Gomoku<15>>, depth| {
        let limits = Limits { nodes: Some(400_000), depth, ..Limits::default() };
        engine.search(at, &limits, &Stop::default(), &mut ()).lines.remove(0)
    };
    let claim = search(&at, None);
    let plies = proven(&claim).expect("a proof");
    assert_eq!(claim.moves[0].to_string(), "i10");
    let checked = refute(&game, &at, Distance::Win(plies), MOST, |at, plies| {
        search(at, Some(plies)).moves.first().copied()
    });
    assert!(checked.is_ok(), "{checked:?}");
}

/// The one move that an evaluator lists where a five can be made is the proven one: all threads need the
/// others for further lines.
#[test]
fn several_threads_find_several_lines_beside_a_proven_one() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let at = game.parse_position("h8 a1 h9 a3 h10 a5 h11 a7", None).expect("legal moves");
    let source = EvaluatorSource::BuiltIn(&Gomoku::<15>::evaluators()[0]);
    let best = Gomoku::<15>::preset(Preset::BEST).expect("every game has it").config;
    let resources = Resources { threads: 2, ..Resources::default() };
    let mut engine = game.engine(&source, best, resources).expect("memory");
    let limits = Limits { lines: 3, depth: Some(8), ..Limits::default() };
    let report = engine.search(&at, &limits, &Stop::default(), &mut ());
    assert_eq!(proven(&report.lines[0]), Some(1));
    assert_eq!(report.lines.len(), 3);
}

/// However early a search is stopped, in the midst of a proof too, it answers with a move of its own
/// position.
#[test]
fn a_search_that_is_stopped_while_it_looks_for_a_proof_keeps_to_its_position() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let at = of_the_set("win142");
    for nodes in (200..60_000).step_by(1_999) {
        let line = by_best(&at, |best| best, &Limits { nodes: Some(nodes), ..Limits::default() });
        assert!(!line.moves.is_empty());
        line.moves.iter().fold(at, |at, &mv| {
            assert!(at.moves(&game).contains(&mv), "{mv} after {nodes} positions");
            at.after(&game, mv)
        });
    }
}

/// The search looks at replies within two of a stone, and one that is farther away makes a threat: the proof
/// that fails there is mended.
#[test]
fn what_a_search_did_not_look_at_is_looked_at_before_a_win_is_proven() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let winner = |at: &Situation<Gomoku<15>>| {
        let limits = Limits { nodes: Some(600_000), ..Limits::default() };
        let line = by_best(at, careful, &limits);
        assert!(proven(&line).is_some(), "{} is not proven: {:?}", game.position_text(at), line.score);
        line.moves[0].to_string()
    };
    let at = of_the_set("win134");
    assert_eq!(winner(&at), "f4");
    // Three black stones in a row with room for two must be stopped on the way.
    let (_, at) = game.parse_moves(&at, "f4 m11").expect("legal moves");
    assert_eq!(winner(&at), "k9");
}

/// Whenever a search is stopped, in the midst of proving a win that it believes in too, it answers with the
/// move of that win.
#[test]
fn a_search_that_is_stopped_while_it_proves_a_win_keeps_its_move() {
    let at = of_the_set("win172");
    let within = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    let whole = report_by_best(&at, few_threats, &within(400_000));
    assert!(proven(&whole.lines[0]).is_some(), "{:?}", whole.lines[0].score);
    let believing =
        report_by_best(&at, |best| SearchConfig { threats: 0, ..best }, &within(whole.nodes)).nodes;
    let mut unproven = 0;
    for eighth in 1..8 {
        let nodes = believing + (whole.nodes - believing) * eighth / 8;
        let line = by_best(&at, few_threats, &within(nodes));
        assert_eq!(line.moves[0], whole.lines[0].moves[0], "after {nodes} positions");
        let believes = matches!(line.score.distance(), Some(Distance::Win(_)));
        unproven += u32::from(believes && proven(&line).is_none());
    }
    assert!(unproven > 0, "each was stopped before it believed, or when it was proven");
}
