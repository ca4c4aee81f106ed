//! The rules once more, slow and obviously right, and what the fast ones must share with them.

use crate::bits::Bits;
use crate::board::{Move, Position};
use crate::portable;
use crate::rules::Othello;
use crate::shape::{Eight, Shape, Six, Ten};
use crate::stability;
use anyply_framework::{Game, Turn};
use proptest::prelude::*;

/// What a disc on `square` turns: a walk in each direction over an array of cells.
fn walk<S: Shape>(position: &Position<S>, square: usize) -> Vec<usize> {
    let size = S::SIZE as isize;
    let mut turned = Vec::new();
    if !position.empty().has(square) {
        return turned;
    }
    for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
        let mut run = Vec::new();
        let (mut x, mut y) = (square as isize % size + dx, square as isize / size + dy);
        while (0..size).contains(&x) && (0..size).contains(&y) {
            let here = (y * size + x) as usize;
            if position.opponent.has(here) {
                run.push(here);
            } else {
                if position.mover.has(here) {
                    turned.append(&mut run);
                }
                break;
            }
            x += dx;
            y += dy;
        }
    }
    turned
}

/// The legal moves by [`walk`].
fn slow_moves<S: Shape>(position: &Position<S>) -> Vec<Move<S>> {
    let of = |position: &Position<S>| -> Vec<Move<S>> {
        (0..S::CELLS)
            .filter_map(|square| {
                let turned = walk(position, square);
                let flips = turned.iter().fold(S::Bits::EMPTY, |set, &square| set | S::Bits::of(square));
                if position.empty().has(square) {
                    assert_eq!(position.flips(square), flips, "{position:?}, square {square}");
                }
                (!turned.is_empty()).then(|| Move::new(square))
            })
            .collect()
    };
    let moves = of(position);
    if moves.is_empty() && !of(&position.swapped()).is_empty() { vec![Move::PASS] } else { moves }
}

fn agrees<S: Shape>(position: &Position<S>) {
    let game = Othello::<S>::new();
    let moves = game.moves(position);
    assert_eq!(&moves[..], slow_moves(position), "{position:?}");
    assert_eq!(game.count_moves(position), moves.len());
    assert_eq!(game.terminal(position).is_some(), moves.is_empty());
    let decoded: Vec<_> =
        (0..300).chain([usize::MAX]).filter_map(|index| game.decode(position, index)).collect();
    assert_eq!(&moves[..], decoded);
    for &mv in &moves {
        assert!(game.index(mv) < Othello::<S>::MOVE_INDICES);
        let (next, turn) = game.try_play(position, mv).expect("a legal move is accepted");
        assert_eq!(turn, Turn::Next);
        assert!((next.mover & next.opponent).is_empty());
        assert_eq!(game.remaining(&next) + u32::from(!mv.is_pass()), game.remaining(position));
    }
}

/// Plays whatever `choices` say to the end and shows every position to `look`.
pub(crate) fn playout<S: Shape>(choices: &[u8], mut look: impl FnMut(&Position<S>)) {
    let game = Othello::<S>::new();
    let mut position = game.start().position;
    let mut plies = 0;
    loop {
        look(&position);
        let moves = game.moves(&position);
        if moves.is_empty() {
            break;
        }
        game.play(&mut position, moves[usize::from(choices[plies % choices.len()]) % moves.len()]);
        plies += 1;
    }
    assert!(plies as u32 <= Othello::<S>::MAX_PLIES);
}

/// Discs anywhere, also where no game could bring them.
fn composed<S: Shape>(a: u128, b: u128) -> Position<S> {
    let set = |word: u128| {
        (0..S::CELLS)
            .filter(|&square| word >> square & 1 != 0)
            .fold(S::Bits::EMPTY, |set, square| set | S::Bits::of(square))
    };
    Position { mover: set(a & !b), opponent: set(b) }
}

/// Discs said to be stable keep their side to the end.
fn stable_discs_stay<S: Shape>(choices: &[u8]) {
    let mut kept = [S::Bits::EMPTY; 2];
    let mut ply = 0;
    playout::<S>(choices, |position| {
        // The mover of an even ply is the first player: passes are plies.
        let sides = [position.mover, position.opponent];
        for (index, discs) in sides.into_iter().enumerate() {
            let player = (index + ply) % 2;
            assert!((kept[player] & !discs).is_empty(), "a stable disc was turned: {position:?}");
            kept[player] |= S::stable(discs, position.empty());
        }
        ply += 1;
    });
}

/// On every square: all others are taken, by the mover or by the opponent.
fn last_disc<S: Shape>(mover: u128) {
    for square in 0..S::CELLS {
        let mover = composed::<S>(mover & !(1 << square), 0).mover;
        let position = Position::<S> { mover, opponent: S::BOARD & !(mover | S::disc(square)) };
        assert_eq!(S::turned_by_last(mover, square) as usize, walk(&position, square).len(), "{position:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_agree_on_every_board(choices in prop::collection::vec(any::<u8>(), 1..130)) {
        playout::<Eight>(&choices, agrees);
        playout::<Six>(&choices, agrees);
        playout::<Ten>(&choices, agrees);
    }

    #[test]
    fn composed_positions_agree_on_every_board(a: u128, b: u128, c: u128) {
        for (mover, opponent) in [(a, b), (a & c, b & c), (a | c, b), (a, b & c), (a, b & a & c), (a, b | c)] {
            agrees(&composed::<Eight>(mover, opponent));
            agrees(&composed::<Six>(mover, opponent));
            agrees(&composed::<Ten>(mover, opponent));
        }
    }

    #[test]
    fn vectors_agree_with_words(a: u64, b: u64, c: u64) {
        for (mover, opponent) in [(a & !b, b), (a & !(b | c), b | c), (a & c & !b, b), (a & !b, b & c)] {
            prop_assert_eq!(Eight::moves(mover, opponent), portable::moves::<Eight>(mover, opponent));
            for square in (0..64).filter(|&square| !(mover | opponent).has(square)) {
                let words = portable::flips::<Eight>(mover, opponent, square);
                prop_assert_eq!(Eight::flips(mover, opponent, square), words);
            }
            let empty = !(mover | opponent);
            for own in [mover, opponent] {
                prop_assert_eq!(Eight::stable(own, empty), stability::stable::<Eight>(own, empty));
            }
            prop_assert_eq!(Eight::odd_quarters(mover), portable::odd_quarters::<Eight>(mover));
            for square in (0..64).filter(|&square| !mover.has(square)) {
                let words = portable::turned_by_last::<Eight>(mover, square);
                prop_assert_eq!(Eight::turned_by_last(mover, square), words);
            }
        }
    }

    #[test]
    fn the_last_disc_turns_what_a_walk_finds(a: u128, b: u128) {
        for mover in [a, a & b, a | b] {
            last_disc::<Eight>(mover);
            last_disc::<Six>(mover);
            last_disc::<Ten>(mover);
        }
    }

    #[test]
    fn stable_discs_are_never_turned(choices in prop::collection::vec(any::<u8>(), 1..130)) {
        stable_discs_stay::<Eight>(&choices);
        stable_discs_stay::<Six>(&choices);
        stable_discs_stay::<Ten>(&choices);
    }

    #[test]
    fn no_move_made_up_is_played(choices in prop::collection::vec(any::<u8>(), 1..130), square in 0..64usize) {
        let game: Othello = Othello::new();
        let mv = Move::new(square);
        playout::<Eight>(&choices, |position| {
            let legal = slow_moves(position).contains(&mv);
            assert_eq!(game.try_play(position, mv).is_ok(), legal);
            // Unspecified, but safe.
            game.play(&mut position.clone(), mv);
        });
    }
}

#[test]
fn keys_of_small_differences_spread() {
    let game: Othello = Othello::new();
    let base = game.start().position;
    let mut keys = vec![game.key(&base)];
    for square in 0..64 {
        keys.push(game.key(&Position { mover: base.mover ^ (1 << square), ..base }));
        keys.push(game.key(&Position { opponent: base.opponent ^ (1 << square), ..base }));
        // One word empty, the other anything: a product with zero must not forget it.
        keys.push(game.key(&Position { mover: 0, opponent: 1 << square }));
        keys.push(game.key(&Position { mover: 1 << square, opponent: 0 }));
    }
    for bits in [0..16, 24..40, 48..64] {
        let mut parts: Vec<_> = keys.iter().map(|key| key >> bits.start & 0xffff).collect();
        parts.sort_unstable();
        parts.dedup();
        assert!(parts.len() > 245, "only {} of {} differ in bits {bits:?}", parts.len(), keys.len());
    }
}
