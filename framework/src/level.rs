//! [`Level`]: how strong the computer plays, from 1 to 12.

use crate::search::Limits;
use crate::settings;
use rand::{Rng, RngExt};
use serde::Deserialize;
use std::time::Duration;

/// A playing strength.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Plies at most.
    pub depth: Option<u32>,
    /// Milliseconds a move at most.
    pub milliseconds: u64,
    /// How often, of 100 moves, it does not look at all and plays any legal move.
    pub slips: u32,
}

impl Level {
    /// The lowest and the highest.
    pub const RANGE: std::ops::RangeInclusive<u8> = 1..=12;
    /// Where a newcomer begins.
    pub const DEFAULT: u8 = 5;

    /// The level of that number, if there is one.
    pub fn get(number: u8) -> Option<Self> {
        let levels: Vec<Self> =
            settings::from_ron("levels", include_str!("levels.ron")).expect("the built-in levels are valid");
        debug_assert_eq!(levels.len(), usize::from(*Self::RANGE.end()));
        levels.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// The limits of a search at this level.
    pub fn limits(self) -> Limits {
        Limits {
            depth: self.depth,
            time: Some(Duration::from_millis(self.milliseconds)),
            ..Limits::default()
        }
    }

    /// Whether it slips this time.
    pub fn slips_now(self, random: &mut impl Rng) -> bool {
        random.random_range(0..100) < self.slips
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_twelve_levels_each_no_weaker_than_the_one_below() {
        let levels: Vec<Level> = Level::RANGE.map(|number| Level::get(number).unwrap()).collect();
        let depth = |level: &Level| level.depth.unwrap_or(u32::MAX);
        for pair in levels.windows(2) {
            assert!(depth(&pair[0]) <= depth(&pair[1]));
            assert!(pair[0].milliseconds <= pair[1].milliseconds);
            assert!(pair[0].slips >= pair[1].slips);
        }
        assert_eq!((Level::get(0), Level::get(13)), (None, None));
        assert_eq!(levels[11].limits().time, Some(Duration::from_secs(10)));
    }
}
