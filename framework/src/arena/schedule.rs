//! [`Schedule`]: who plays whom.

use serde::{Deserialize, Serialize};

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Schedule {
    /// Each against the first.
    First,
    /// Each against the one before it.
    Neighbours,
    /// Each against every other.
    All,
}

impl Schedule {
    /// The pairings of `players` players, by their numbers: who is measured first, whom it is measured
    /// against second.
    pub fn pairings(self, players: usize) -> Vec<(usize, usize)> {
        let after = |second: usize| (second + 1..players).map(move |first| (first, second));
        match self {
            Self::First => after(0).collect(),
            Self::Neighbours => (1..players).map(|first| (first, first - 1)).collect(),
            Self::All => (0..players).flat_map(after).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_schedule_pairs_each_player_with_those_it_says() {
        assert_eq!(Schedule::First.pairings(4), [(1, 0), (2, 0), (3, 0)]);
        assert_eq!(Schedule::Neighbours.pairings(4), [(1, 0), (2, 1), (3, 2)]);
        assert_eq!(Schedule::All.pairings(4), [(1, 0), (2, 0), (3, 0), (2, 1), (3, 1), (3, 2)]);
        for schedule in [Schedule::First, Schedule::Neighbours, Schedule::All] {
            assert!(schedule.pairings(0).is_empty() && schedule.pairings(1).is_empty());
        }
    }
}
