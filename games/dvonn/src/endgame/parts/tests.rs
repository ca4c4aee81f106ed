//! Parts held against the whole, played to the end by plain minimax.

use super::super::tests::positions;
use super::divide;
use crate::board::Position;
use crate::geometry::{SPACES, Space, Spaces};
use crate::rules::{Dvonn, Move};
use anyply_framework::hash::SplitMix;
use anyply_framework::search::{Limits, Preset, SearchConfig, Stop};
use anyply_framework::{
    Certainty, EvaluatorSource, Game, Notation, Parts, Plugin, Resources, Side, Situation,
};
use std::collections::HashMap;

const GAME: Dvonn = Dvonn::full();

/// Two corners of the board without a line that runs from one to the other.
const CORNERS: [&[&str]; 2] = [
    &["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "E2"],
    &["K5", "J5", "I5", "K4", "J4", "I4", "H4", "K3", "J3", "I3", "H3", "G3"],
];

fn space(name: &str) -> Space {
    Space::ALL.into_iter().find(|space| space.to_string() == name).expect("a space")
}

/// Adds a group of stacks around one that holds a Dvonn; `owner` says whose each is.
fn add(position: &mut Position, corner: &[&str], stacks: u32, random: &mut SplitMix, owner: Option<bool>) {
    let spaces: Spaces = corner.iter().map(|name| space(name)).collect();
    let mut group = Spaces::EMPTY;
    while group.count() < stacks {
        let free = if group.is_empty() { spaces } else { group.with_neighbours() & spaces.without(group) };
        let space = free.iter().nth(random.below(free.count()) as usize).expect("room is left");
        let height = if group.is_empty() { 3 } else { 1 + random.below(4) / 3 };
        position.heights.put(space, height);
        if group.is_empty() {
            position.dvonns |= space.set();
        }
        match owner.unwrap_or_else(|| random.below(2) == 0) {
            true => position.mine |= space.set(),
            false => position.theirs |= space.set(),
        }
        group |= space.set();
    }
}

fn corners(stacks: [u32; 2], random: &mut SplitMix, owners: [Option<bool>; 2]) -> Position {
    let mut position = Position::empty();
    position.placed = SPACES as u8;
    for number in 0..2 {
        add(&mut position, CORNERS[number], stacks[number], random, owners[number]);
    }
    position
}

fn parts_of(position: &Position) -> Parts<Dvonn> {
    let mut parts = Parts::<Dvonn>::new();
    divide(position, &mut parts);
    parts
}

/// The result in pieces, by the rules alone.
fn minimax(position: &Position, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(result) = GAME.terminal(position) {
        return result.cents() / 100;
    }
    let key = GAME.key(position);
    if let Some(&result) = known.get(&key) {
        return result;
    }
    let moves = GAME.moves(position);
    let after = |&mv: &Move| {
        let mut child = *position;
        GAME.play(&mut child, mv);
        -minimax(&child, known)
    };
    let best = moves.iter().map(after).max().expect("the game goes on");
    known.insert(key, best);
    best
}

/// The result in pieces and the positions it took, with parts searched from so many plies on; 0 for never.
fn solved(position: &Position, parts_from: u8) -> (i32, u64) {
    let config = Dvonn::preset(Preset::SOLVE).expect("a preset").config;
    let config = SearchConfig { parts_from, ..config };
    let evaluator = EvaluatorSource::BuiltIn(&Dvonn::evaluators()[0]);
    let resources = Resources { hash: 1 << 20, threads: 1, seed: 1 };
    let mut engine = GAME.engine(&evaluator, config, resources).expect("it is built");
    let at = Situation { position: *position, side: Side::White };
    let report = engine.search(&at, &Limits::default(), &Stop::default(), &mut ());
    assert_eq!(report.lines[0].certainty, Certainty::Exact);
    (report.lines[0].score.cents() / 100, report.nodes)
}

#[test]
fn what_parts_prove_is_the_result_of_plain_minimax() {
    let mut random = SplitMix(11);
    let mut divided = 0;
    for number in 0..150 {
        let position = corners([2 + number % 4, 3 + number % 3], &mut random, [None; 2]);
        if position.is_over() {
            continue;
        }
        divided += u32::from(parts_of(&position).len() > 1);
        let (found, _) = solved(&position, 1);
        assert_eq!(found, minimax(&position, &mut HashMap::new()), "{position:?}");
    }
    assert!(divided > 100, "{divided} positions fall apart");
}

#[test]
fn what_parts_of_played_games_prove_is_the_result_of_plain_minimax() {
    let mut random = SplitMix(12);
    let mut divided = 0;
    for seed in 0..600 {
        let falls_apart =
            |position: &Position| position.occupied().count() <= 12 && parts_of(position).len() > 1;
        if let Some(position) = positions(seed, &mut random).into_iter().find(falls_apart) {
            divided += 1;
            let (found, _) = solved(&position, 1);
            assert_eq!(found, minimax(&position, &mut HashMap::new()), "{position:?}");
        }
    }
    assert!(divided > 20, "{divided} games fall apart");
}

#[test]
fn two_corners_take_fewer_positions_than_without_parts() {
    let mut random = SplitMix(13);
    let (mut with, mut without) = (0, 0);
    for _ in 0..8 {
        let position = corners([9, 12], &mut random, [None; 2]);
        let (apart, whole) = (solved(&position, 5), solved(&position, 0));
        assert_eq!(apart.0, whole.0, "{position:?}");
        (with, without) = (with + apart.1, without + whole.1);
    }
    assert!(3 * with < 2 * without, "{with} positions with parts, {without} without");
}

#[test]
fn a_race_for_the_last_move_takes_fewer_positions_than_without_parts() {
    let mut random = SplitMix(14);
    let (mut with, mut without) = (0, 0);
    for number in 0..40 {
        // The smaller ones are held against minimax.
        let small = number % 2 == 0;
        let stacks = if small { [5, 5] } else { [8, 8] };
        let position = corners(stacks, &mut random, [Some(true), Some(false)]);
        let (apart, whole) = (solved(&position, 1), solved(&position, 0));
        assert_eq!(apart.0, whole.0, "{position:?}");
        if small {
            assert_eq!(apart.0, minimax(&position, &mut HashMap::new()), "{position:?}");
        } else {
            (with, without) = (with + apart.1, without + whole.1);
        }
    }
    assert!(2 * with < without, "{with} positions with parts, {without} without");
}

/// White's F2 lands on I2, White's E3 on C3, and nothing else can move. All around E3 hangs on F2, or on C3
/// where that holds a Dvonn.
#[test]
fn stacks_that_may_be_removed_with_another_are_one_part_with_it() {
    let read = |c3: &str| {
        let text = format!(
            "-,-,-,-,-,-,-,-,-/-,-,-,-,-,.w3,*b5,.b5,.b5,-/-,-,{c3},.b5,.w2,.b5,-,-,-,-,-/-,-,-,.b5,.b5,-,-,-,-,-/-,-,-,-,-,-,-,-,- w"
        );
        GAME.parse_position(&text, None).expect("a position").position
    };
    assert_eq!(parts_of(&read(".b5")).len(), 1);
    let apart = read("*b5");
    assert_eq!(parts_of(&apart).len(), 2);
    assert_eq!(solved(&apart, 1).0, minimax(&apart, &mut HashMap::new()));
}
