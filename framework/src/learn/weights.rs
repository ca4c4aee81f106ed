//! [`Weights`]: learned weights and where they come from, in a file that is believed only whole.
//!
//! A file is a line `anyply weights 1`, a line of JSON (the [`Origin`], the phases, the tables and the
//! scale), the weights as little-endian 16-bit integers, phase by phase, as one zlib stream, and the SHA-256
//! of all before it: see [`Seal`].

use super::features::FeatureTable;
use crate::lab::digest;
use crate::sealed::{Seal, SealError};
use serde::{Deserialize, Serialize};

/// Learned weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    header: Header,
    values: Vec<i16>,
}

/// Sums of weights in hundredths of the game's unit: a division at every leaf would be dear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InCents(
    /// So many hundredths is 1 in a weight, times 2^32.
    i64,
);

impl InCents {
    /// A sum, rounded.
    #[inline(always)]
    pub const fn of(self, sum: i64) -> i64 {
        (sum * self.0 + (1 << 31)) >> 32
    }

    /// What 1 in a weight is in the unit itself.
    pub const fn units(self) -> f64 {
        self.0 as f64 / (100_u64 << 32) as f64
    }
}

/// Where weights come from: enough to make them again, and how good they are.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The game.
    pub game: String,
    /// Its variant.
    pub variant: String,
    /// The board size, where it is chosen apart from the variant; not known of weights that were learned
    /// before it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// The evaluator that they are for.
    pub evaluator: String,
    /// The whole recipe, as RON.
    pub recipe: String,
    /// What was drawn by lot was drawn from this.
    pub seed: u64,
    /// Games that the last weights were fitted to or measured by.
    pub games: u64,
    /// Different positions that the last weights were fitted to.
    pub positions: u64,
    /// The error on positions that nothing was fitted to, by phase.
    pub held_out: Vec<PhaseError>,
    /// What was adapted and to what; nothing where they were learned from nothing but self-play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adapted: Option<Adapted>,
}

impl Origin {
    /// The error on all positions that nothing was fitted to; nothing, if there are none.
    pub fn error(&self) -> Option<PhaseError> {
        Some(PhaseError::of_all(&self.held_out)).filter(|all| all.positions > 0)
    }
}

/// Where adapted weights come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adapted {
    /// The [digest](Weights::digest) of the weights before.
    pub weights: String,
    /// The [digest](super::GamesPlan::recorded) of the games.
    pub games: String,
}

/// How far values are from labels on held-out positions of one phase, in the game's unit.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseError {
    /// Held-out positions.
    pub positions: u64,
    /// The mean absolute error.
    pub mean_absolute: f64,
    /// The root of the mean square error.
    pub root_mean_square: f64,
    /// The mean absolute error of the best hand-made evaluator on the same positions.
    pub hand_made: f64,
}

impl PhaseError {
    /// All phases as one.
    pub(super) fn of_all(phases: &[Self]) -> Self {
        let mean = |of: fn(&Self) -> f64| mean(phases.iter().map(|phase| (of(phase), phase.positions)));
        Self {
            positions: phases.iter().map(|phase| phase.positions).sum(),
            mean_absolute: mean(|phase| phase.mean_absolute),
            root_mean_square: mean(|phase| phase.root_mean_square.powi(2)).sqrt(),
            hand_made: mean(|phase| phase.hand_made),
        }
    }
}

/// The mean of figures that count as often as there are positions; 0, if there are none.
pub(super) fn mean(figures: impl Iterator<Item = (f64, u64)>) -> f64 {
    let (sum, positions) = figures
        .fold((0.0, 0), |(sum, positions), (figure, more)| (sum + figure * more as f64, positions + more));
    sum / positions.max(1) as f64
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    origin: Origin,
    phases: usize,
    /// Names and sizes.
    tables: Vec<(String, usize)>,
    /// See [`Weights::scale`].
    scale: u32,
}

/// Why a file of weights is not believed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// Something else.
    #[error("not a file of weights: expected '{}' at its beginning", Weights::SEAL.first_line())]
    Foreign,
    /// Another version.
    #[error("weights of version {0}, of which nothing is known here: expected version {expected}", expected = Weights::SEAL.version)]
    Version(String),
    /// Its checksum does not match what stands before it.
    #[error("the checksum is wrong: the file was cut short or changed")]
    Checksum,
    /// Whole, but not what was written here.
    #[error("the weights contradict themselves: {0}")]
    Inconsistent(String),
    /// For another game, another evaluator, or features that have changed since.
    #[error("{0}")]
    Other(String),
}

impl Weights {
    const SEAL: Seal = Seal { magic: "anyply weights ", version: 1 };
    /// What a file of weights of any version begins with.
    pub const MAGIC: &'static [u8] = Self::SEAL.magic.as_bytes();
    /// More than any evaluator has: a file that announces more is not believed.
    const MOST: usize = 1 << 28;

    /// `values` are the weights of phase 0, then of phase 1, and so on; so much as `scale` is worth one of
    /// the game's unit.
    ///
    /// # Panics
    /// If there are more or fewer values than the tables have in all phases.
    pub fn new(origin: Origin, tables: &[FeatureTable], phases: usize, scale: u32, values: Vec<i16>) -> Self {
        let tables: Vec<_> = tables.iter().map(|table| (table.name.to_owned(), table.weights)).collect();
        let header = Header { origin, phases, tables, scale };
        assert_eq!(Some(values.len()), header.values(), "as many as the tables have in all phases");
        Self { header, values }
    }

    /// Where they come from.
    pub const fn origin(&self) -> &Origin {
        &self.header.origin
    }

    /// A weight of so much is worth one of the game's unit.
    pub const fn scale(&self) -> u32 {
        self.header.scale
    }

    /// What sums of them are in hundredths of the game's unit.
    pub fn in_cents(&self) -> InCents {
        InCents((100 << 32) / i64::from(self.header.scale))
    }

    /// The weights of a phase, table after table.
    pub fn phase(&self, phase: usize) -> &[i16] {
        let each = self.values.len() / self.header.phases;
        &self.values[phase * each..][..each]
    }

    /// Whether these are for this evaluator of this game, with these tables and phases.
    ///
    /// # Errors
    /// [`WeightsError::Other`] that says what they are for.
    pub fn fit(
        &self,
        game: &str,
        evaluator: &str,
        tables: &[FeatureTable],
        phases: usize,
    ) -> Result<(), WeightsError> {
        let Origin { game: theirs, evaluator: named, .. } = self.origin();
        if (theirs.as_str(), named.as_str()) != (game, evaluator) {
            return Err(WeightsError::Other(format!(
                "weights for {theirs}'s '{named}': expected {game}'s '{evaluator}'"
            )));
        }
        let same = self.header.tables.iter().map(|(name, weights)| (name.as_str(), *weights));
        if self.header.phases != phases || !same.eq(tables.iter().map(|table| (table.name, table.weights))) {
            return Err(WeightsError::Other(format!(
                "weights for other features than '{evaluator}' has now: they must be learned again"
            )));
        }
        Ok(())
    }

    /// What tells these from all others that play otherwise.
    pub fn digest(&self) -> String {
        digest(&(&self.header.origin.game, &self.header.origin.evaluator, &self.header.scale, &self.values))
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let raw: Vec<u8> = self.values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Self::SEAL.close(&self.header, &raw)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`WeightsError`] for anything that is not, whole and unchanged, what [`Weights::to_bytes`] made.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let (header, body) = Self::SEAL.open::<Header>(bytes)?;
        let count = header.values().ok_or_else(|| SealError::inconsistent("no or far too many weights"))?;
        let raw = body.unpacked(2 * count, "more weights than the tables have")?;
        let values = raw.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect();
        Ok(Self { header, values })
    }
}

impl From<SealError> for WeightsError {
    fn from(error: SealError) -> Self {
        match error {
            SealError::Foreign => Self::Foreign,
            SealError::Version(version) => Self::Version(version),
            SealError::Checksum => Self::Checksum,
            SealError::Inconsistent(problem) => Self::Inconsistent(problem),
        }
    }
}

impl Header {
    // How many weights there are, if that can be.
    fn values(&self) -> Option<usize> {
        let each = self.tables.iter().try_fold(0_usize, |sum, (_, weights)| sum.checked_add(*weights))?;
        each.checked_mul(self.phases).filter(|&all| 0 < all && all <= Weights::MOST && self.scale > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLES: [FeatureTable; 2] =
        [FeatureTable { name: "edge", weights: 5 }, FeatureTable { name: "parity", weights: 2 }];

    fn weights() -> Weights {
        let error = PhaseError { positions: 3, mean_absolute: 1.5, root_mean_square: 2.25, hand_made: 3.125 };
        let origin = Origin {
            game: "nim".to_owned(),
            variant: "plain".to_owned(),
            size: None,
            evaluator: "heaps".to_owned(),
            recipe: "()".to_owned(),
            seed: 7,
            games: 10,
            positions: 100,
            held_out: vec![error; 3],
            adapted: None,
        };
        let values = (0..21).map(|number| number * 1000 - 9000).collect();
        Weights::new(origin, &TABLES, 3, 256, values)
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let weights = weights();
        assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights.clone()));
        assert_eq!(weights.phase(1), [-2000, -1000, 0, 1000, 2000, 3000, 4000]);
    }

    #[test]
    fn a_file_cut_short_anywhere_is_refused() {
        let bytes = weights().to_bytes();
        for length in 0..bytes.len() {
            let cut = Weights::from_bytes(&bytes[..length]);
            assert!(cut.is_err(), "{length} of {} bytes", bytes.len());
        }
    }

    #[test]
    fn a_file_with_any_byte_changed_is_refused() {
        let bytes = weights().to_bytes();
        for place in 0..bytes.len() {
            let mut bytes = bytes.clone();
            bytes[place] ^= 1 << (place % 8);
            assert!(Weights::from_bytes(&bytes).is_err(), "byte {place}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(Weights::from_bytes(b"a picture"), Err(WeightsError::Foreign));
        let other = Weights::from_bytes(b"anyply weights 12\nwhatever");
        assert_eq!(other, Err(WeightsError::Version("12".to_owned())));
        let mut bytes = weights().to_bytes();
        bytes.pop();
        assert_eq!(Weights::from_bytes(&bytes), Err(WeightsError::Checksum));
    }

    #[test]
    fn the_error_of_all_phases_is_that_of_all_positions() {
        let phase = |positions, error: f64| PhaseError {
            positions,
            mean_absolute: error,
            root_mean_square: error,
            hand_made: 2.0 * error,
        };
        let error = |held_out| Origin { held_out, ..weights().origin().clone() }.error();
        let all = error(vec![phase(0, 9.0), phase(1, 2.0), phase(3, 6.0)]).expect("some are held out");
        assert_eq!((all.positions, all.mean_absolute, all.hand_made), (4, 5.0, 10.0));
        assert_eq!(all.root_mean_square, 28.0_f64.sqrt());
        assert_eq!(error(vec![phase(0, 9.0)]), None);
    }

    #[test]
    fn weights_are_for_one_evaluator_of_one_game() {
        let weights = weights();
        let refused = |game, evaluator, tables, phases| {
            weights.fit(game, evaluator, tables, phases).map_err(|error| error.to_string())
        };
        assert_eq!(refused("nim", "heaps", &TABLES, 3), Ok(()));
        let said = "weights for nim's 'heaps': expected othello's 'heaps'".to_owned();
        assert_eq!(refused("othello", "heaps", &TABLES, 3), Err(said));
        assert!(refused("nim", "sums", &TABLES, 3).is_err());
        assert!(refused("nim", "heaps", &TABLES, 4).is_err());
        assert!(refused("nim", "heaps", &TABLES[..1], 3).is_err());
    }
}
