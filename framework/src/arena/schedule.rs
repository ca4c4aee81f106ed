//! [`Schedule`]: who plays whom, and from which [`openings`].

use crate::lab::positions::drawn;
use crate::plugin::Plugin;
use crate::positions::{Phase, built_in};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
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
    /// The pairings of `players` players, by their numbers: who is measured first, whom it is measured against second.
    pub fn pairings(self, players: usize) -> Vec<(usize, usize)> {
        let after = |second: usize| (second + 1..players).map(move |first| (first, second));
        match self {
            Self::First => after(0).collect(),
            Self::Neighbours => (1..players).map(|first| (first, first - 1)).collect(),
            Self::All => (0..players).flat_map(after).collect(),
        }
    }
}

// Random plies from the start, where a game brings no openings of its own.
const PLIES: usize = 8;
// Random plies on top of an opening that was taken before.
const MORE_PLIES: usize = 2;

/// `count` different openings: those that come with the game first, then the same with some random moves more; random ones, where the
/// game brings none. Fewer where a game has not as many.
pub fn openings<G: Plugin>(game: &G, count: usize, seed: u64) -> Vec<String> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let own: Vec<_> = built_in(game).into_iter().filter(|(phase, _)| *phase == Phase::Opening).collect();
    let mut found: Vec<String> = Vec::with_capacity(count);
    for number in 0..10 * count {
        if found.len() == count {
            break;
        }
        let at = match own.get(number % own.len().max(1)) {
            Some((_, opening)) => drawn(game, opening, number / own.len() * MORE_PLIES, &mut random),
            None => drawn(game, &game.start(), PLIES, &mut random),
        };
        let text = game.position_text(&at);
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
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
