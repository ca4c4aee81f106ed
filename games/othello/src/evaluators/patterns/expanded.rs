//! [`Expanded`]: weights in memory, a place for each.

use super::features::PatternFeatures;
use super::indices::Indices;
use super::places::{PHASES, Places, SPACE, mobility, patterns, phase, place};
use super::shapes::{ALL, INSTANCES, PATTERNS};
use crate::board::Position;
use crate::rules::Othello;
use crate::shape::Eight;
use anyply_framework::learn::{Features, InCents, Weights, WeightsError};
use anyply_framework::{Memory, Plugin, Refused, Score};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The largest opinion, in hundredths of a disc: less than all discs, as no opinion may be as good as a
/// result.
const MOST: i64 = 6399;

/// Weights by phase and place: some 16 MB, shared by all who evaluate with them. They are read at random, a
/// word here and there, so they lie in large pages.
pub(super) struct Expanded {
    phases: Memory<[i16; SPACE]>,
    cents: InCents,
}

impl Expanded {
    /// The built-in ones, unpacked when they are first asked for.
    pub(super) fn built_in() -> Arc<Self> {
        static BUILT_IN: OnceLock<Arc<Expanded>> = OnceLock::new();
        let built_in = BUILT_IN.get_or_init(|| {
            let weights = Weights::from_bytes(Othello::<Eight>::weights());
            let expanded = weights.and_then(|weights| Expanded::new(&weights));
            Arc::new(expanded.expect("the built-in weights are whole"))
        });
        Arc::clone(built_in)
    }

    /// # Errors
    /// [`WeightsError`] if the weights are not for these features.
    ///
    /// # Panics
    /// With [`Refused`], where the system has no 16 MB.
    pub(super) fn new(weights: &Weights) -> Result<Self, WeightsError> {
        let places = Places::all();
        weights.fit(Othello::<Eight>::NAME, PatternFeatures::EVALUATOR, places.tables(), PHASES)?;
        let phases = Memory::<[i16; SPACE]>::zeroed(PHASES);
        let mut phases = phases.unwrap_or_else(|none| Refused::Memory(none).give_up());
        for (phase, room) in phases.iter_mut().enumerate() {
            places.expand(weights.phase(phase), room);
        }
        Ok(Self { phases, cents: weights.in_cents() })
    }

    /// The value for the side to move.
    #[inline(always)]
    pub(super) fn score(&self, position: &Position, indices: &Indices) -> Score {
        let weights = &self.phases[phase(position)];
        let [own, opponent] = mobility(position).map(|place| i32::from(weights[place]));
        let sum = own + opponent + sum(weights, indices.instances());
        Score::from_cents(self.cents.of(sum.into()).clamp(-MOST, MOST) as i32)
    }

    /// What each kind of feature adds, in discs.
    pub(super) fn parts(&self, position: &Position, indices: &Indices) -> Vec<(String, f64)> {
        let weights = &self.phases[phase(position)];
        let tables = Places::all().tables();
        let mut parts: Vec<_> = tables.iter().map(|table| (table.name.to_owned(), 0.0)).collect();
        let kinds = ALL.iter().map(|instance| instance.pattern).chain(PATTERNS.len()..);
        for (kind, place) in kinds.zip(patterns(indices).chain(mobility(position))) {
            parts[kind].1 += f64::from(weights[place]) * self.cents.units();
        }
        parts
    }
}

/// The sum of the weights of what the patterns show.
///
/// Written out, not a loop: with every lane a constant its centre is one too, and an index is added to an
/// address in one instruction. That takes half the time of a loop, which compilers make vectors of, only to
/// take them apart again.
#[inline(always)]
fn sum(weights: &[i16; SPACE], indices: &[i16; INSTANCES]) -> i32 {
    macro_rules! of {
        ($($lane:literal)*) => {{
            const { assert!([$($lane),*].len() == INSTANCES) };
            0 $(+ i32::from(weights[place($lane, indices[$lane])]))*
        }};
    }
    of!(
         0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24
        25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49
    )
}

impl fmt::Debug for Expanded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expanded").finish_non_exhaustive()
    }
}
