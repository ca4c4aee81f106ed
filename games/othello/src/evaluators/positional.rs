//! `positional`, the best that was made by hand: what strong players look at, weighed by phase.

use crate::bits::Bits;
use crate::board::{Move, Position};
use crate::endgame::proofs;
use crate::evaluators::order::Order;
use crate::evaluators::scale::{MAX_WEIGHT, score};
use crate::evaluators::table::SquareTable;
use crate::evaluators::terms::{self, Counts, Potential};
use crate::rules::Othello;
use crate::shape::Shape;
use anyply_framework::settings::within;
use anyply_framework::{Evaluator, Score, View};
use serde::{Deserialize, Serialize};

/// Mobility with diminishing returns, potential mobility, squares, stable discs, parity; weights that glide
/// from stage to stage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Positional {
    /// The stages, in the order of the game.
    stages: Vec<Stage>,
}

/// Weights at one point of the game, in hundredths of a disc, each within ±1,000,000. Between two stages they
/// are interpolated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// How many percent of the squares hold a disc: 0 to 100.
    at: i32,
    /// For twice as many moves as the opponent has (one added to each count).
    mobility: i32,
    /// For each of the opponent's discs that touch an empty square, less one's own.
    frontier: i32,
    /// For each empty square that touches an opponent's disc, less those that touch one's own.
    liberties: i32,
    /// For each stable disc more.
    stable: i32,
    /// For each disc more on an X square whose corner is not one's own.
    bad_x: i32,
    /// For each disc more on a C square whose corner is not one's own.
    bad_c: i32,
    /// For being to move.
    tempo: i32,
    /// For being to move with an odd number of empty squares: who has the last move.
    odd: i32,
    /// For each disc on a square: the first quadrant, four rows of four from a1.
    squares: Vec<i32>,
}

/// How many weights a stage has besides those of squares.
const TERMS: usize = 8;

impl Stage {
    fn terms(&self) -> [(&'static str, i32); TERMS] {
        [
            ("mobility", self.mobility),
            ("frontier", self.frontier),
            ("liberties", self.liberties),
            ("stable", self.stable),
            ("bad_x", self.bad_x),
            ("bad_c", self.bad_c),
            ("tempo", self.tempo),
            ("odd", self.odd),
        ]
    }
}

impl Positional {
    /// # Errors
    /// A line that says which figure is out of range.
    pub(super) fn build<S: Shape>(&self) -> Result<PositionalEvaluator<S>, String> {
        for stage in &self.stages {
            within("at", stage.at, 0..=100)?;
            for (name, weight) in stage.terms() {
                within(name, weight, -MAX_WEIGHT..=MAX_WEIGHT)?;
            }
            SquareTable::<S>::new("squares", &stage.squares)?;
        }
        if let Some(pair) = self.stages.windows(2).find(|pair| pair[0].at >= pair[1].at) {
            return Err(format!(
                "stages must come in order, but at {} follows at {}",
                pair[1].at, pair[0].at
            ));
        }
        if self.stages.is_empty() {
            return Err("stages must hold at least one".to_owned());
        }
        let by_discs = (0..=S::CELLS).map(|discs| self.at(discs, S::CELLS)).collect::<Result<_, _>>()?;
        Ok(PositionalEvaluator { by_discs, order: Order::new() })
    }

    /// The weights with so many discs on so many squares, by interpolation.
    fn at<S: Shape>(&self, discs: usize, cells: usize) -> Result<Tuned<S>, String> {
        // In hundredths of a percent, so that neighbouring disc counts of the large board differ.
        let filled = (10_000 * discs / cells) as i64;
        let after = self.stages.iter().position(|stage| i64::from(stage.at) * 100 > filled);
        let (low, high) = match after {
            Some(index) => (&self.stages[index.saturating_sub(1)], &self.stages[index]),
            None => (&self.stages[self.stages.len() - 1], &self.stages[self.stages.len() - 1]),
        };
        let span = (i64::from(high.at - low.at) * 100).max(1);
        let way = (filled - i64::from(low.at) * 100).clamp(0, span);
        let mix =
            |low: i32, high: i32| (i64::from(low) + (i64::from(high) - i64::from(low)) * way / span) as i32;
        let squares: Vec<i32> = low.squares.iter().zip(&high.squares).map(|(&a, &b)| mix(a, b)).collect();
        let mut terms = [0; TERMS];
        for (term, (a, b)) in terms.iter_mut().zip(low.terms().into_iter().zip(high.terms())) {
            *term = mix(a.1, b.1);
        }
        Ok(Tuned { terms, squares: SquareTable::new("squares", &squares)? })
    }
}

/// Logarithms to base 2 in thousandths, of the count plus one. Moves count by ratio: to have three against
/// seven hurts as much as seven against fifteen.
const LOGARITHMS: [i32; 64] = logarithms();

const fn logarithms() -> [i32; 64] {
    let mut table = [0; 64];
    let mut count = 1;
    while count < 64 {
        // The digits of the logarithm, by repeated squaring: there are no logarithms where tables are made.
        let (mut mantissa, mut digits, mut step) = (((count + 1) as u64) << 32, 0, 1_i64 << 20);
        while mantissa >= 2 << 32 {
            mantissa >>= 1;
            digits += step;
        }
        while step > 1 {
            step /= 2;
            mantissa = ((mantissa as u128 * mantissa as u128) >> 32) as u64;
            if mantissa >= 2 << 32 {
                mantissa >>= 1;
                digits += step;
            }
        }
        table[count] = ((digits * 1000 + (1 << 19)) >> 20) as i32;
        count += 1;
    }
    table
}

/// The weights at one disc count.
#[derive(Clone, Debug)]
struct Tuned<S: Shape> {
    /// In the order of [`Stage::terms`].
    terms: [i32; TERMS],
    squares: SquareTable<S>,
}

/// [`Positional`] for a board.
#[derive(Clone, Debug)]
pub(super) struct PositionalEvaluator<S: Shape> {
    by_discs: Vec<Tuned<S>>,
    order: Order<S>,
}

impl<S: Shape> PositionalEvaluator<S> {
    fn tuned(&self, position: &Position<S>) -> &Tuned<S> {
        &self.by_discs[(position.mover | position.opponent).count() as usize]
    }

    /// The terms in the order of [`Stage::terms`], own minus opponent's; mobility in thousandths of a
    /// doubling.
    fn figures(&self, position: &Position<S>) -> [i32; TERMS] {
        let difference = |count: fn(&Position<S>) -> i32| Counts::of(position, count).difference();
        let logarithm = |count: i32| LOGARITHMS[(count as usize).min(LOGARITHMS.len() - 1)];
        let moves = Counts::of(position, terms::mobility);
        [
            logarithm(moves.own) - logarithm(moves.opponent),
            difference(|position| terms::potential(position, Potential::Discs)),
            difference(|position| terms::potential(position, Potential::Squares)),
            difference(terms::stable_discs),
            difference(terms::bad_x),
            difference(terms::bad_c),
            1,
            (position.empty().count() % 2) as i32,
        ]
    }

    /// What each term adds, in hundredths of a disc, and the squares.
    fn parts(&self, position: &Position<S>) -> [i64; TERMS + 1] {
        let tuned = self.tuned(position);
        let figures = self.figures(position);
        let mut parts = [0; TERMS + 1];
        for (part, (figure, weight)) in parts.iter_mut().zip(figures.into_iter().zip(tuned.terms)) {
            *part = i64::from(figure) * i64::from(weight);
        }
        parts[0] /= 1000;
        let squares = Counts::of(position, |position| tuned.squares.sum(position));
        parts[TERMS] = squares.difference().into();
        parts
    }
}

impl<S: Shape> Evaluator<Othello<S>> for PositionalEvaluator<S> {
    type State = ();
    const ORDERS: bool = true;

    proofs!(S);

    fn state(&self, _: &Othello<S>, _: &Position<S>) {}

    fn evaluate(&self, at: View<'_, Othello<S>, ()>) -> Score {
        score::<S>(self.parts(at.position).iter().sum(), 100)
    }

    fn order(&self, at: View<'_, Othello<S>, ()>, moves: &[Move<S>], priors: &mut [i32]) {
        self.order.order(at.position, moves, priors);
    }

    fn explain(&self, at: View<'_, Othello<S>, ()>) -> Vec<(String, f64)> {
        const NAMES: [&str; TERMS + 1] =
            ["mobility", "frontier", "liberties", "stable", "bad_x", "bad_c", "tempo", "odd", "squares"];
        let parts = self.parts(at.position);
        let mut lines: Vec<_> =
            NAMES.iter().zip(parts).map(|(name, part)| ((*name).to_owned(), part as f64 / 100.0)).collect();
        lines.push(("value".to_owned(), self.evaluate(at).units()));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::LOGARITHMS;

    #[test]
    fn logarithms_made_by_squaring_are_logarithms() {
        for (count, &thousandths) in LOGARITHMS.iter().enumerate() {
            let exact = 1000.0 * (count as f64 + 1.0).log2();
            assert!((f64::from(thousandths) - exact).abs() <= 0.51, "{count}: {thousandths} for {exact}");
        }
    }
}
