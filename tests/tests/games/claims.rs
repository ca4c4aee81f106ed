//! What a search claims with the settings that people play with is held against the rules.

use crate::search_in_games::engine;
use anyply_framework::search::{Limits, Preset, Report, Stop};
use anyply_framework::{
    Distance, Engine, EvaluatorInfo, Flaw, Game, Notation, Plugin, Side, Situation, Turn, refute,
};
use anyply_gomoku::{Gomoku, NamedSize, Rule, Square};
use anyply_tests::every::for_every_game;
use anyply_tests::{Tree, TreeMove, random_game, verify_win, visitor};
use serde_json::Value;

/// The positions for each search of the winner's next move.
const MOVE: u64 = 20_000;
/// So many positions are looked at to check a claim.
const MOST: u64 = 60_000;

/// What people play with, and where that sees no win in time a search that leaves nothing out.
fn engines<G: Plugin>(game: &G, evaluator: &'static EvaluatorInfo) -> [Box<dyn Engine<G>>; 2] {
    [G::best(), Preset::named("full-sound").expect("a preset")]
        .map(|preset| engine(game, evaluator, (&preset.config, 1)))
}

fn search<G: Plugin>(
    engine: &mut dyn Engine<G>,
    at: &Situation<G>,
    nodes: u64,
    depth: Option<u32>,
) -> Report<G> {
    let limits = Limits { nodes: Some(nodes), depth, ..Limits::default() };
    engine.search(at, &limits, &Stop::default(), &mut ())
}

fn claim<G: Game>(report: &Report<G>) -> Option<Distance> {
    let line = &report.lines[0];
    line.score.claim(line.certainty)
}

/// What a search of so many positions claims, if anything, and whether that was checked to its end with
/// `moves` positions for all the winner's moves together.
///
/// What is checked to its end is proven, however long. A claim is refuted only where the last engine, which
/// leaves nothing out, searches all plies that are left and sees no win in time. Where it does not come so
/// far, and the first sees none, the claim stands open: the first prunes, and may miss a win that is there.
/// So a false claim is surely found only if it is of few plies, or few moves are left, as on the nearly full
/// boards below; others mostly stand open. To search two plies more to the end takes hundreds of times as
/// long on a board with room, and how many claims stand open tells nothing: true ones do as well.
fn checked<G: Plugin>(
    game: &G,
    engines: &mut [Box<dyn Engine<G>>],
    at: &Situation<G>,
    nodes: u64,
    moves: u64,
) -> Option<(Distance, bool)> {
    let claimed = claim(&search(&mut *engines[0], at, nodes, None))?;
    let mut left = moves;
    let checked = refute(game, at, claimed, MOST, |at, plies| {
        let mut said = None;
        for engine in engines.iter_mut() {
            let report = search(&mut **engine, at, MOVE, Some(plies));
            left = left.checked_sub(report.nodes)?;
            let seen = claim(&report);
            if matches!(seen, Some(Distance::Win(needs)) if needs <= plies) {
                return report.best();
            }
            // Where the last comes to its end there is no win in time: its move shows that.
            said = report.best().filter(|_| seen.is_some() || report.depth >= plies);
        }
        said
    });
    match checked {
        Err(refutation) if !refutation.is_open() => {
            panic!("{} {} {claimed:?}: {refutation:?}", game.variant().name, game.position_text(at))
        }
        checked => Some((claimed, checked.is_ok())),
    }
}

/// How many claims of losses in four plies or more, and of wins in three or more, were checked to their ends:
/// late in random games, before somebody can win at once.
fn late_claims_stand<G: Plugin>(game: &G) -> [usize; 2] {
    const NODES: u64 = 2_000;
    let mut stand = [0; 2];
    if G::HAS_MARGIN {
        return stand;
    }
    let goes_on =
        |at: &Situation<G>| at.moves(game).into_iter().all(|mv| at.after(game, mv).outcome(game).is_none());
    for info in G::evaluators() {
        let mut engines = engines(game, info);
        for (seed, back) in [(0, 0), (0, 10), (1, 0), (1, 10)] {
            let line = random_game(game, seed);
            let begun = &line[..line.len().saturating_sub(back)];
            // Who is to move in the last of them mostly faces a five; in those before, either may be winning.
            for (at, _) in begun.iter().rev().filter(|(at, _)| goes_on(at)).take(4) {
                match checked(game, &mut engines, at, NODES, MOVE) {
                    Some((Distance::Loss(4..), true)) => stand[0] += 1,
                    Some((Distance::Win(3..), true)) => stand[1] += 1,
                    _ => {}
                }
            }
        }
    }
    stand
}

#[test]
fn late_claims_with_every_evaluator_stand_against_every_defence() {
    let stand = for_every_game(visitor!(late_claims_stand -> [usize; 2]));
    let [losses, wins] = [0, 1].map(|kind| stand.iter().map(|stand| stand[kind]).sum::<usize>());
    assert!(losses >= 1 && wins >= 4, "{losses} losses and {wins} wins were checked to their ends");
}

/// Stones by lot on 7 by 7 points, in the corner or in the middle of the board: each game goes on.
fn crowded<const N: usize>(game: &Gomoku<N>, number: u16) -> Situation<Gomoku<N>> {
    const POINTS: usize = 7;
    let from = if number.is_multiple_of(2) { 0 } else { (N - POINTS) / 2 };
    let field = from..from + POINTS;
    let mut at = game.start();
    for ply in 0..8 + number % 16 {
        let inside = |square: &Square| field.contains(&square.x()) && field.contains(&square.y());
        let moves: Vec<Square> = at.moves(game).into_iter().filter(inside).collect();
        let lot = (number * 977 + ply * 331).wrapping_mul(40_503);
        let after = at.after(game, moves[usize::from(lot) % moves.len()]);
        if after.outcome(game).is_some() {
            break;
        }
        at = after;
    }
    at
}

/// Of each claim in every third crowded position whether it was checked to its end.
fn crowded_claims_stand<const N: usize>(rule: Rule, first: u16) -> Vec<bool>
where
    Gomoku<N>: NamedSize,
{
    const NODES: u64 = 8_000;
    const MOVES: u64 = 100_000;
    let game = Gomoku::<N>::new(rule);
    let mut engines = engines(&game, &Gomoku::<N>::evaluators()[0]);
    let mut check = |number| checked(&game, &mut engines, &crowded(&game, number), NODES, MOVES);
    (first..24).step_by(3).filter_map(|number| check(number).map(|(_, to_its_end)| to_its_end)).collect()
}

fn claims_stand(rule: Rule) {
    let claims = [
        crowded_claims_stand::<20>(rule, 8),
        crowded_claims_stand::<15>(rule, 9),
        crowded_claims_stand::<19>(rule, 10),
    ]
    .concat();
    let stand = claims.iter().filter(|&&to_its_end| to_its_end).count();
    assert!(
        stand >= 2,
        "{rule:?}: of {} claims {stand} were checked to their ends, the others stand open",
        claims.len()
    );
}

#[test]
fn what_is_claimed_in_freestyle_stands_against_every_defence() {
    claims_stand(Rule::Freestyle);
}

#[test]
fn what_is_claimed_in_standard_stands_against_every_defence() {
    claims_stand(Rule::Standard);
}

#[test]
fn what_is_claimed_in_renju_stands_against_every_defence() {
    claims_stand(Rule::Renju);
}

#[test]
fn what_is_claimed_in_caro_stands_against_every_defence() {
    claims_stand(Rule::Caro);
}

/// A board filled by lot up to the last dozen of squares, in which nobody can win at once; nothing where the
/// lot does not lead so far.
fn nearly_full<const N: usize>(game: &Gomoku<N>, number: u32) -> Option<Situation<Gomoku<N>>> {
    const FREE: usize = 12;
    let goes_on = |at: &Situation<Gomoku<N>>| {
        let wins = |side| at.position.free_squares().any(|square| game.wins(&at.position, side, square));
        at.outcome(game).is_none() && !Side::BOTH.into_iter().any(wins)
    };
    let mut at = game.start();
    while at.position.free() > FREE {
        let mut moves = at.moves(game);
        let lot = (number * 977 + at.position.stones() as u32 * 331).wrapping_mul(40_503) >> 8;
        let first = lot as usize % moves.len();
        moves.rotate_left(first);
        at = moves.iter().map(|&mv| at.after(game, mv)).find(goes_on)?;
    }
    Some(at)
}

/// So few moves are left that a search comes to the end of all of them: a false claim of any length would be
/// refuted.
#[test]
fn what_is_claimed_on_nearly_full_boards_is_checked_to_its_end() {
    const NODES: u64 = 2_000;
    const MOVES: u64 = 400_000;
    let (mut boards, mut claims) = (0, 0);
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro] {
        let game = Gomoku::<15>::new(rule);
        let mut engines = engines(&game, &Gomoku::<15>::evaluators()[0]);
        for at in (0..12).filter_map(|number| nearly_full(&game, number)) {
            boards += 1;
            let Some((claimed, to_its_end)) = checked(&game, &mut engines, &at, NODES, MOVES) else {
                continue;
            };
            assert!(to_its_end, "{rule:?} {}: {claimed:?} stands open", game.position_text(&at));
            claims += 1;
        }
    }
    assert!(boards >= 40 && claims >= 12, "{claims} claims on {boards} boards");
}

/// Of `none029` it is known that it is won: that it is seen would be no fault.
#[test]
fn nothing_is_claimed_where_nothing_is_known_to_win() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let mut searched = 0;
    for line in include_str!("../../../games/gomoku/tests/data/tactics.jsonl").lines() {
        let position: Value = serde_json::from_str(line).expect("a line of JSON");
        if position["verdict"] != "none" || position["id"] == "none029" {
            continue;
        }
        let at = game.parse_position(position["moves"].as_str().expect("moves"), None).expect("legal moves");
        let [mut engine, _] = engines(&game, &Gomoku::<15>::evaluators()[0]);
        assert_eq!(claim(&search(&mut *engine, &at, 10_000, None)), None, "{}", position["id"]);
        searched += 1;
    }
    assert_eq!(searched, 21);
}

/// Whoever is said to win plays what wins in time, where anything does.
fn quick_enough(game: &Tree<false>, at: &Situation<Tree<false>>, plies: u32) -> TreeMove {
    let moves = at.moves(game);
    let wins = |&mv: &TreeMove| {
        let mut after = at.position;
        let turn = game.play(&mut after, mv);
        verify_win(game, &after, plies - 1, turn == Turn::Again)
    };
    moves.iter().copied().find(wins).unwrap_or(moves[0])
}

/// Held against a walk through the whole tree, whoever is said to win, and in however many plies.
#[test]
fn a_claim_stands_exactly_if_it_is_true() {
    const HEIGHT: u32 = 6;
    let (mut stood, mut flaws) = ([0; 2], [0; 2]);
    for seed in 0..100 {
        let game = Tree::<false> { seed, height: HEIGHT };
        let at = game.start();
        for claim in (1..2 * HEIGHT).flat_map(|plies| [Distance::Win(plies), Distance::Loss(plies)]) {
            let (plies, moves) = match claim {
                Distance::Win(plies) => (plies, true),
                Distance::Loss(plies) => (plies, false),
            };
            let holds = |plies| verify_win(&game, &at.position, plies, moves);
            match refute(&game, &at, claim, 10_000, |at, plies| Some(quick_enough(&game, at, plies))) {
                Ok(lasts) => {
                    assert!(lasts <= plies && holds(lasts), "{seed}: {claim:?} lasts {lasts}");
                    stood[usize::from(moves)] += 1;
                }
                Err(refutation) => {
                    assert!(!holds(plies), "{seed}: {claim:?} {refutation:?}");
                    let there = refutation.moves.iter().fold(at, |at, &mv| at.after(&game, mv));
                    let winner = if moves { at.side } else { !at.side };
                    match (refutation.flaw, there.outcome(&game)) {
                        (Flaw::EndsOtherwise, Some(outcome)) if outcome.winner != Some(winner) => {
                            flaws[0] += 1
                        }
                        (Flaw::GoesOn, None) if refutation.moves.len() as u32 == plies => flaws[1] += 1,
                        other => panic!("{seed}: {claim:?} {refutation:?} {other:?}"),
                    }
                }
            }
        }
    }
    assert!(stood.iter().chain(&flaws).all(|&count| count > 50), "{stood:?} stood, {flaws:?} did not");
}

#[test]
fn what_is_no_answer_upholds_no_claim() {
    let game = Tree::<false> { seed: 1, height: 6 };
    let claim = Distance::Win(12);
    let flaw = |most, mv| refute(&game, &game.start(), claim, most, |_, _| mv).unwrap_err();
    let illegal = flaw(100, Some(TreeMove::Pass));
    assert_eq!((illegal.flaw, illegal.is_open()), (Flaw::IllegalMove, false));
    for open in [flaw(100, None), flaw(0, Some(TreeMove::Branch(0)))] {
        assert!(open.is_open() && open.moves.is_empty(), "{open:?}");
    }
}
