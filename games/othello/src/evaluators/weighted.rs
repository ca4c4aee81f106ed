//! Terms times weights, by phase: what `combination`, `phased` and `dynamic` have in common.

use crate::bits::Bits;
use crate::board::{Move, Position};
use crate::endgame::proofs;
use crate::evaluators::scale::{MAX_WEIGHT, check_per_disc, score};
use crate::evaluators::table::SquareTable;
use crate::evaluators::terms::{self, Counts, Potential};
use crate::rules::Othello;
use crate::shape::Shape;
use anyply_framework::settings::within;
use anyply_framework::{Evaluator, Score, View};
use serde::{Deserialize, Serialize};

/// A weight for each term, own minus opponent's; a term that is not named counts nothing and costs nothing.
/// Each is within ±1,000,000.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Weights {
    /// Discs.
    pub discs: i32,
    /// The sum of square weights.
    pub squares: i32,
    /// Moves; none for a side that must pass.
    pub mobility: i32,
    /// Potential mobility.
    pub potential: i32,
    /// Corners.
    pub corners: i32,
    /// Discs on X squares whose corner is not one's own.
    pub bad_x: i32,
    /// Discs on C squares whose corner is not one's own.
    pub bad_c: i32,
    /// Discs that are certainly stable.
    pub stable: i32,
}

impl Weights {
    fn terms(&self) -> [(Term, i32); 8] {
        [
            (Term::Discs, self.discs),
            (Term::Squares, self.squares),
            (Term::Mobility, self.mobility),
            (Term::Potential, self.potential),
            (Term::Corners, self.corners),
            (Term::BadX, self.bad_x),
            (Term::BadC, self.bad_c),
            (Term::Stable, self.stable),
        ]
    }
}

/// What a weight stands beside.
#[derive(Clone, Copy, Debug)]
enum Term {
    Discs,
    Squares,
    Mobility,
    Potential,
    Corners,
    BadX,
    BadC,
    Stable,
}

impl Term {
    /// As in settings.
    const fn name(self) -> &'static str {
        match self {
            Self::Discs => "discs",
            Self::Squares => "squares",
            Self::Mobility => "mobility",
            Self::Potential => "potential",
            Self::Corners => "corners",
            Self::BadX => "bad_x",
            Self::BadC => "bad_c",
            Self::Stable => "stable",
        }
    }
}

/// The weights from some point of the game on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    /// The phase begins when so many percent of the squares hold a disc: 0 to 100.
    pub from: i32,
    /// So much of the weighted sum is worth a disc: 1 to 1,000,000. It makes leaves of different phases
    /// comparable.
    pub per_disc: i32,
    /// The weights.
    pub weights: Weights,
}

/// The evaluator that sums terms by phase.
#[derive(Clone, Debug)]
pub(super) struct Weighted<S: Shape> {
    phases: Vec<BuiltPhase>,
    potential: Potential,
    table: SquareTable<S>,
}

/// A [`Phase`] without the terms that count nothing.
#[derive(Clone, Debug)]
struct BuiltPhase {
    from: i32,
    per_disc: i32,
    terms: Vec<(Term, i32)>,
}

impl BuiltPhase {
    fn new(phase: &Phase) -> Result<Self, String> {
        within("from", phase.from, 0..=100)?;
        check_per_disc(phase.per_disc)?;
        let terms = phase.weights.terms();
        for (term, weight) in terms {
            within(term.name(), weight, -MAX_WEIGHT..=MAX_WEIGHT)?;
        }
        let terms = terms.into_iter().filter(|(_, weight)| *weight != 0).collect();
        Ok(Self { from: phase.from, per_disc: phase.per_disc, terms })
    }
}

impl<S: Shape> Weighted<S> {
    /// # Errors
    /// A line that says which figure is out of range.
    pub(super) fn new(phases: &[Phase], potential: Potential, values: &[i32]) -> Result<Self, String> {
        let built = phases.iter().map(BuiltPhase::new).collect::<Result<_, _>>()?;
        let table = SquareTable::new("values", values)?;
        if phases.first().is_none_or(|phase| phase.from != 0) {
            return Err("phases must begin with one from 0".to_owned());
        }
        if let Some(pair) = phases.windows(2).find(|pair| pair[0].from >= pair[1].from) {
            return Err(format!(
                "phases must come in order, but from {} follows from {}",
                pair[1].from, pair[0].from
            ));
        }
        Ok(Self { phases: built, potential, table })
    }

    fn phase(&self, position: &Position<S>) -> &BuiltPhase {
        let discs = (position.mover | position.opponent).count() as usize;
        let reached = |phase: &&BuiltPhase| 100 * discs >= phase.from as usize * S::CELLS;
        self.phases.iter().rev().find(reached).unwrap_or(&self.phases[0])
    }

    fn counts(&self, position: &Position<S>, term: Term) -> Counts {
        Counts::of(position, |position| match term {
            Term::Discs => terms::discs(position),
            Term::Squares => self.table.sum(position),
            Term::Mobility => terms::mobility(position),
            Term::Potential => terms::potential(position, self.potential),
            Term::Corners => terms::corners(position),
            Term::BadX => terms::bad_x(position),
            Term::BadC => terms::bad_c(position),
            Term::Stable => terms::stable_discs(position),
        })
    }
}

/// Not multiplied as a fraction, which has a zero with a sign.
fn weighed(counts: Counts, weight: i32) -> i64 {
    i64::from(weight) * i64::from(counts.difference())
}

impl<S: Shape> Evaluator<Othello<S>> for Weighted<S> {
    type State = ();
    const ORDERS: bool = true;

    proofs!(S);

    fn state(&self, _: &Othello<S>, _: &Position<S>) {}

    fn evaluate(&self, at: View<'_, Othello<S>, ()>) -> Score {
        let phase = self.phase(at.position);
        let weigh = |&(term, weight): &(Term, i32)| weighed(self.counts(at.position, term), weight);
        score::<S>(phase.terms.iter().map(weigh).sum(), phase.per_disc)
    }

    fn order(&self, _: View<'_, Othello<S>, ()>, moves: &[Move<S>], priors: &mut [i32]) {
        self.table.order(moves, priors);
    }

    fn explain(&self, at: View<'_, Othello<S>, ()>) -> Vec<(String, f64)> {
        let phase = self.phase(at.position);
        let (mut lines, mut sum) = (Vec::new(), 0);
        for &(term, weight) in &phase.terms {
            let counts = self.counts(at.position, term);
            let name = format!("{} ({} - {}) x {weight}", term.name(), counts.own, counts.opponent);
            let figure = weighed(counts, weight);
            lines.push((name, figure as f64));
            sum += figure;
        }
        lines.push((format!("sum, {} a disc", phase.per_disc), sum as f64));
        lines.push(("value".to_owned(), self.evaluate(at).units()));
        lines
    }
}
