//! What a search claims with the settings that people play with is held against the rules: by every rule, on every board that is offered.

use anyply_framework::search::{Limits, Stop};
use anyply_framework::{
    Distance, EvaluatorSource, Game, Notation, Plugin, Refutation, Resources, Situation, refute,
};
use anyply_gomoku::{Gomoku, NamedSize, Rule, Square};
use serde_json::Value;

/// The positions for the winner's next move, and those for all of them together.
const MOVE: u64 = 20_000;
const MOVES: u64 = 100_000;
/// So many positions are looked at to check a claim.
const MOST: u64 = 60_000;

/// What comes of every legal defence against what a search of so many positions proves; nothing if it proves nothing.
fn checked<const N: usize>(
    game: &Gomoku<N>,
    at: &Situation<Gomoku<N>>,
    nodes: u64,
) -> Option<Result<u32, Refutation<Gomoku<N>>>>
where
    Gomoku<N>: NamedSize,
{
    let source = EvaluatorSource::BuiltIn(&Gomoku::<N>::evaluators()[0]);
    let resources = Resources { hash: 1 << 20, ..Resources::default() };
    let mut engine = game.engine(&source, Gomoku::<N>::best().config, resources).expect("memory");
    let mut search = |at: &Situation<Gomoku<N>>, nodes, depth| {
        let limits = Limits { nodes: Some(nodes), depth, ..Limits::default() };
        engine.search(at, &limits, &Stop::default(), &mut ())
    };
    let line = search(at, nodes, None).lines.remove(0);
    let claim = line.score.claim(line.certainty)?;
    let mut left = MOVES;
    Some(refute(game, at, claim, MOST, |at, plies| {
        let report = search(at, MOVE, Some(plies));
        left = left.checked_sub(report.nodes)?;
        // Only where its positions ran out it need not know the win: what it says else is held against it.
        let line = &report.lines[0];
        let wins = matches!(line.score.claim(line.certainty), Some(Distance::Win(_)));
        report.best().filter(|_| wins || report.nodes < MOVE)
    }))
}

/// As in [`checked`]; whether the claim was checked to its end.
fn stands<const N: usize>(game: &Gomoku<N>, at: &Situation<Gomoku<N>>, nodes: u64) -> bool
where
    Gomoku<N>: NamedSize,
{
    match checked(game, at, nodes) {
        Some(Err(refutation)) if !refutation.is_open() => {
            panic!("{:?}, {}: {refutation:?}", game.rule(), game.position_text(at))
        }
        checked => checked.is_some_and(|checked| checked.is_ok()),
    }
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

fn claims_stand(rule: Rule) {
    const NODES: u64 = 8_000;
    let stand = (8..24).filter(|&number| match number % 3 {
        0 => {
            let game = Gomoku::<15>::new(rule);
            stands(&game, &crowded(&game, number), NODES)
        }
        1 => {
            let game = Gomoku::<19>::new(rule);
            stands(&game, &crowded(&game, number), NODES)
        }
        _ => {
            let game = Gomoku::<20>::new(rule);
            stands(&game, &crowded(&game, number), NODES)
        }
    });
    let stand = stand.count();
    assert!(stand >= 4, "{stand} claims were checked to their ends");
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

/// Of `none029` it is known that it is won: that it is seen is no fault, and to check it takes half a minute.
#[test]
fn where_nothing_is_known_to_win_what_is_claimed_stands() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let mut searched = 0;
    for line in include_str!("data/tactics.jsonl").lines() {
        let position: Value = serde_json::from_str(line).expect("a line of JSON");
        if position["verdict"] == "win" || position["id"] == "none029" {
            continue;
        }
        let at = game.parse_position(position["moves"].as_str().expect("moves"), None).expect("legal moves");
        let checked = checked(&game, &at, 10_000);
        assert!(checked.as_ref().is_none_or(Result::is_ok), "{}: {checked:?}", position["id"]);
        searched += 1;
    }
    assert_eq!(searched, 26);
}
