//! Bounds and straight-line endings held against the results of games played to the end in every way.

use super::reach::Prospect;
use super::{bounds, finish};
use crate::board::Position;
use crate::geometry::Spaces;
use crate::rules::{Dvonn, Move};
use anyply_framework::hash::SplitMix;
use anyply_framework::{Game, Ledger, Results, Score, Turn, Window};

/// The worst and the best end that any play leads to, for the side to move, and how many moves the longest
/// has; nothing if there are too many plays.
fn ends(position: &Position, budget: &mut u32) -> Option<(Score, Score, u32)> {
    *budget = budget.checked_sub(1)?;
    let game = Dvonn::full();
    if let Some(result) = game.terminal(position) {
        return Some((result, result, 0));
    }
    let moves = game.moves(position);
    let (mut worst, mut best, mut longest) = (Score::INFINITE, -Score::INFINITE, 0);
    for &mv in &moves {
        let mut child = *position;
        assert_eq!(game.play(&mut child, mv), Turn::Next);
        let (low, high, plies) = ends(&child, budget)?;
        worst = worst.min(-high);
        best = best.max(-low);
        longest = longest.max(plies + u32::from(mv != Move::Pass));
    }
    Some((worst, best, longest))
}

/// The same without one of its stacks and all that hung on it, as a position may be that was set up; nothing
/// if no Dvonn is left.
fn torn(position: &Position, random: &mut SplitMix) -> Option<Position> {
    let occupied = position.occupied();
    let gone = occupied.iter().nth(random.below(occupied.count()) as usize).expect("some stack is left");
    let mut torn = *position;
    torn.dvonns = torn.dvonns.without(gone.set());
    let kept = occupied.without(gone.set()).connected_to(torn.dvonns);
    torn.heights.keep(kept);
    torn.mine &= kept;
    torn.theirs &= kept;
    (!kept.is_empty() && !torn.is_over()).then_some(torn)
}

/// For all null windows: how many `bounds` closes, and how many any bound could close; nothing if there are
/// too many plays.
fn closed(position: &Position) -> Option<(u32, u32)> {
    let (worst, best, longest) = ends(position, &mut 1_000)?;
    let remaining = Dvonn::full().remaining(position);
    assert!(longest <= remaining, "{position:?}: {longest} moves, not {remaining}");
    let margin = Score::from_units(position.margin());
    let (mut closed, mut closable) = (0, 0);
    for units in -49..49 {
        let window = Window::null(Score::from_units(units));
        let (low, high) = bounds(position, window);
        assert!(low <= worst && best <= high, "{position:?}: {worst} to {best}, not {low} to {high}");
        assert!(low <= margin && margin <= high);
        closed += u32::from(high <= window.alpha || low >= window.beta);
        closable += u32::from(best <= window.alpha || worst >= window.beta);
    }
    Some((closed, closable))
}

/// The positions of a random game in which there is a move.
pub(super) fn positions(seed: u64, random: &mut SplitMix) -> Vec<Position> {
    let game = Dvonn::with_seed(seed);
    let (mut at, mut positions) = (game.start(), Vec::new());
    loop {
        let moves = at.moves(&game);
        if moves.is_empty() {
            return positions;
        }
        positions.push(at.position);
        at = at.after(&game, moves[random.below(moves.len() as u32) as usize]);
    }
}

#[test]
fn bounds_hold_every_end_and_are_worth_something_and_no_play_lasts_longer_than_said() {
    let mut random = SplitMix(3);
    let (mut bounded, mut sums) = (0, (0, 0));
    for seed in 0..400 {
        for played in positions(seed, &mut random) {
            for position in [Some(played), torn(&played, &mut random)].into_iter().flatten() {
                if let Some((closed, closable)) = closed(&position) {
                    bounded += 1;
                    sums = (sums.0 + closed, sums.1 + closable);
                }
            }
        }
    }
    assert!(bounded > 2000, "{bounded} positions");
    assert!(sums.0 > sums.1 / 2, "{} windows closed of {} that could be", sums.0, sums.1);
}

/// Of games of any length, as bounds are held to all that may happen near the end alone.
#[test]
fn every_move_was_foreseen_from_every_position_before() {
    let mut random = SplitMix(4);
    for seed in 0..100 {
        let game = Dvonn::with_seed(seed);
        let (mut at, mut foreseen) = (game.start(), Vec::new());
        loop {
            let moves = at.moves(&game);
            if moves.is_empty() {
                break;
            }
            foreseen.push(Prospect::new(&at.position).landings().collect::<Vec<_>>());
            let mv = moves[random.below(moves.len() as u32) as usize];
            if let Move::Step { from, to } = mv {
                let holds =
                    |&(stack, targets): &(Spaces, Spaces)| stack.contains(from) && targets.contains(to);
                assert!(foreseen.iter().all(|landings| landings.iter().any(holds)), "{mv} in game {seed}");
            }
            at = at.after(&game, mv);
        }
    }
}

/// The result at best play by the rules alone, for the side to move; nothing if there are too many plays.
fn result(position: &Position, budget: &mut u32) -> Option<Score> {
    *budget = budget.checked_sub(1)?;
    let game = Dvonn::full();
    let mut best = game.terminal(position);
    if best.is_some() {
        return best;
    }
    let moves = game.moves(position);
    for &mv in &moves {
        let mut child = *position;
        game.play(&mut child, mv);
        best = best.max(Some(-result(&child, budget)?));
    }
    best
}

/// The plies to the end, and the passes among them, where nobody ever has a choice.
fn forced(position: &Position) -> Option<(u64, u64)> {
    let game = Dvonn::full();
    if game.terminal(position).is_some() {
        return Some((0, 0));
    }
    let moves = game.moves(position);
    let &[mv] = moves.as_slice() else { return None };
    let mut next = *position;
    game.play(&mut next, mv);
    let (plies, passes) = forced(&next)?;
    Some((plies + 1, passes + u64::from(mv == Move::Pass)))
}

#[test]
fn every_position_made_is_paid_for() {
    let mut random = SplitMix(6);
    let (mut plies_made, mut passes_made) = (0, 0);
    for seed in 0..200 {
        for position in positions(seed, &mut random) {
            let Some((plies, passes)) = forced(&position) else { continue };
            let mut ledger = Ledger::new(u64::MAX);
            finish(&position, Window::FULL, &mut Results::new(0), &mut ledger).expect("few moves are left");
            assert_eq!(ledger.made(), plies, "{position:?}");
            (plies_made, passes_made) = (plies_made + plies, passes_made + passes);
        }
    }
    assert!(passes_made > 20 && plies_made > 2 * passes_made, "{plies_made} plies, {passes_made} passes");
}

/// Asks for the result in null windows and wider ones all over, and in the full one; the positions made.
fn holds_in_every_window(position: &Position, result: Score, results: &mut Results) -> u64 {
    let mut ledger = Ledger::new(u64::MAX);
    let units = Score::from_units;
    let windows = (-50..50)
        .flat_map(|edge| [Window::null(units(edge)), Window { alpha: units(edge), beta: units(edge + 9) }]);
    for window in windows.chain([Window::FULL]) {
        // Broken off first: what is kept of that must not be wrong.
        let _ = finish(position, window, results, &mut Ledger::new(9));
        let found = finish(position, window, results, &mut ledger).expect("few moves are left");
        assert!(window.admits(found, result), "{position:?} {window:?}: {found} for {result}");
    }
    ledger.made()
}

#[test]
fn what_is_finished_ends_as_by_the_rules_alone() {
    let mut random = SplitMix(5);
    let (mut finished, mut largest) = (0, 0);
    // What is kept of all of them: nothing, of so few that they take each other's place, and of many.
    let mut memories = [0, 6, 12].map(Results::new);
    let mut made = [0; 3];
    for seed in 0..300 {
        for played in positions(seed, &mut random) {
            for position in [Some(played), torn(&played, &mut random)].into_iter().flatten() {
                let mut ledger = Ledger::new(u64::MAX);
                let unkept = &mut memories[0];
                let Some(found) = finish(&position, Window::FULL, unkept, &mut ledger) else { continue };
                let Some(result) = result(&position, &mut 20_000) else { continue };
                assert_eq!(found, result, "{position:?}");
                (finished, largest) = (finished + 1, largest.max(ledger.made()));
                for (results, made) in memories.iter_mut().zip(&mut made) {
                    *made += holds_in_every_window(&position, result, results);
                }
            }
        }
    }
    let [all, _, recalled] = made;
    assert!(2 * recalled < all, "{recalled} positions made instead of {all}");
    assert!(finished > 1000 && largest > 100, "{finished} positions, at most {largest} made for one");
}
