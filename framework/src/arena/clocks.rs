//! [`Clocks`]: what is left to each side of its time.

use super::outsider::{Fault, FaultKind};
use super::player::Allowance;
use super::referee::House;
use super::seat::Time;
use crate::game::Side;
use crate::search::Stop;
use std::time::Duration;

/// What is left to each side.
#[derive(Debug)]
pub(super) struct Clocks {
    house: House,
    allowances: [Allowance; 2],
    left: [Option<Duration>; 2],
    /// How much of the grace is used up: on a clock there is one for the whole game.
    overdrawn: [Duration; 2],
    /// All the time taken so far.
    pub(super) spent: [Duration; 2],
}

impl Clocks {
    pub(super) fn new(allowances: [Allowance; 2], house: House) -> Self {
        let whole = |allowance: Allowance| Some(Duration::from_millis(allowance.clock?.milliseconds));
        let zero = [Duration::ZERO; 2];
        Self { house, allowances, left: allowances.map(whole), overdrawn: zero, spent: zero }
    }

    /// For getting ready, which takes no time of the game's but only patience.
    pub(super) fn to_begin<'s>(&self, side: Side, stop: &'s Stop) -> Time<'s> {
        let limits = self.allowances[side.index()].limits(self.left[side.index()]);
        Time { limits, patience: Duration::from_millis(self.house.patience), late: FaultKind::Silence, stop }
    }

    /// For a move.
    pub(super) fn time<'s>(&self, side: Side, stop: &'s Stop) -> Time<'s> {
        let patient = self.to_begin(side, stop);
        match self.most(side) {
            Some(patience) => Time { patience, late: FaultKind::TimeOut, ..patient },
            None => patient,
        }
    }

    // The longest a move may take, grace included; none without a limit of time.
    fn most(&self, side: Side) -> Option<Duration> {
        let grace = Duration::from_millis(self.house.grace);
        let of_move =
            self.allowances[side.index()].milliseconds.map(|time| Duration::from_millis(time) + grace);
        let of_game =
            self.left[side.index()].map(|left| left + grace.saturating_sub(self.overdrawn[side.index()]));
        [of_move, of_game].into_iter().flatten().min()
    }

    /// A move has taken so long.
    ///
    /// # Errors
    /// [`FaultKind::TimeOut`] if that is too long.
    pub(super) fn charge(&mut self, side: Side, took: Duration) -> Result<(), Fault> {
        let (most, index) = (self.most(side), side.index());
        self.spent[index] += took;
        if let (Some(left), Some(clock)) = (&mut self.left[index], self.allowances[index].clock) {
            self.overdrawn[index] += took.saturating_sub(*left);
            *left = left.saturating_sub(took) + Duration::from_millis(clock.increment);
        }
        match most {
            Some(most) if took > most => Err(Fault::new(
                FaultKind::TimeOut,
                format!("{} ms, and {} were allowed", took.as_millis(), most.as_millis()),
            )),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::GameClock;

    fn clocks(milliseconds: Option<u64>, clock: Option<(u64, u64)>) -> Clocks {
        let clock = clock.map(|(milliseconds, increment)| GameClock { milliseconds, increment });
        let allowance = Allowance { milliseconds, clock, ..Allowance::default() };
        Clocks::new([allowance; 2], House { grace: 100, patience: 5000, adjudicate: None })
    }

    fn took(clocks: &mut Clocks, milliseconds: u64) -> bool {
        clocks.charge(Side::White, Duration::from_millis(milliseconds)).is_ok()
    }

    #[test]
    fn each_move_has_its_time_and_a_grace() {
        let mut clocks = clocks(Some(50), None);
        assert!((0..20).all(|_| took(&mut clocks, 150)));
        assert!(!took(&mut clocks, 151));
        assert_eq!(clocks.spent[1], Duration::from_millis(20 * 150 + 151));
        assert_eq!(clocks.spent[0], Duration::ZERO);
    }

    #[test]
    fn on_a_clock_there_is_one_grace_for_all_moves() {
        let mut clocks = clocks(None, Some((1000, 10)));
        assert!(took(&mut clocks, 900), "110 left");
        assert!(took(&mut clocks, 150), "40 of the grace, and 10 left");
        assert!(took(&mut clocks, 40), "30 more of the grace");
        assert!(!took(&mut clocks, 50), "10 and the last 30 are not enough");
    }

    #[test]
    fn each_move_adds_to_a_clock() {
        let mut clocks = clocks(None, Some((1000, 300)));
        assert!((0..20).all(|_| took(&mut clocks, 300)), "no more than is added");
        assert!(took(&mut clocks, 1100), "1000 are left, and the grace");
        assert!(!took(&mut clocks, 301), "what was added since");
    }

    #[test]
    fn of_a_clock_and_a_time_for_each_move_the_shorter_counts() {
        let mut both = clocks(Some(50), Some((100, 0)));
        assert!(took(&mut both, 150), "the move's, and the grace");
        assert!(!took(&mut both, 51), "50 of the grace are left for the clock");
        let mut both = clocks(Some(50), Some((1000, 0)));
        assert!(!took(&mut both, 151), "too much for a move");
    }

    #[test]
    fn each_side_is_told_its_own_clock() {
        let mut clocks = clocks(None, Some((1000, 0)));
        assert!(took(&mut clocks, 400));
        let left = Side::BOTH.map(|side| clocks.time(side, &Stop::default()).limits.clock.unwrap().left);
        assert_eq!(left.map(|left| left.as_millis()), [1000, 600]);
    }

    #[test]
    fn without_a_limit_of_time_there_is_patience() {
        let mut clocks = clocks(None, None);
        assert!(took(&mut clocks, 1 << 30));
        let stop = Stop::default();
        let time = clocks.time(Side::Black, &stop);
        assert_eq!((time.patience, time.late), (Duration::from_secs(5), FaultKind::Silence));
    }
}
