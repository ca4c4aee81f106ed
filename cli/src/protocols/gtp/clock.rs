//! Time in GTP: a main time, and then periods of so many moves.

use anyply_framework::Side;
use anyply_framework::search::{Clock, Limits};
use std::time::Duration;

/// The time of both sides.
#[derive(Debug, Default)]
pub(super) struct Timing {
    settings: Option<Settings>,
    left: [Option<Left>; 2],
}

#[derive(Clone, Copy, Debug)]
struct Settings {
    main: Duration,
    /// So much time for so many moves, once the main time is over.
    period: Option<(Duration, u32)>,
}

#[derive(Clone, Copy, Debug)]
enum Left {
    Main(Duration),
    Period(Duration, u32),
}

/// So much of the main time is spent on a move beyond what the periods give.
const MAIN: u32 = 20;

impl Timing {
    /// `time_settings MAIN PERIOD MOVES`, in seconds. A period for no moves means no limit.
    pub(super) fn set(&mut self, words: &[&str]) -> Result<String, String> {
        let [main, period, moves] = numbers(words)?;
        self.settings = match (period, moves) {
            (1.., 0) => None,
            _ => Some(Settings {
                main: Duration::from_secs(main),
                period: (moves > 0).then(|| (Duration::from_secs(period), count(moves))),
            }),
        };
        self.begin();
        Ok(String::new())
    }

    /// A new game begins.
    pub(super) fn begin(&mut self) {
        let fresh = self.settings.map(|settings| match settings.period {
            Some((time, moves)) if settings.main.is_zero() => Left::Period(time, moves),
            _ => Left::Main(settings.main),
        });
        self.left = [fresh; 2];
    }

    /// `time_left COLOUR TIME MOVES`: for no moves it is main time.
    pub(super) fn left(&mut self, side: Side, words: &[&str]) -> Result<String, String> {
        let [time, moves] = numbers(words)?;
        let time = Duration::from_secs(time);
        let left = if moves == 0 { Left::Main(time) } else { Left::Period(time, count(moves)) };
        self.left[side.index()] = Some(left);
        Ok(String::new())
    }

    /// What a move of this side's may take.
    pub(super) fn limits(&self, side: Side) -> Limits {
        let period = self.settings.and_then(|settings| settings.period);
        match (self.left[side.index()], period) {
            (None, _) => Limits::default(),
            (Some(Left::Period(time, moves)), _) => {
                Limits { time: Some(time / moves.max(1)), ..Limits::default() }
            }
            // What a period gives comes in any case: the main time is there for more than that.
            (Some(Left::Main(left)), Some((time, moves))) => {
                Limits { time: Some(time / moves + left / MAIN), ..Limits::default() }
            }
            (Some(Left::Main(left)), None) => {
                Limits { clock: Some(Clock { left, increment: Duration::ZERO }), ..Limits::default() }
            }
        }
    }

    /// A move has taken so long. The controller may say so more exactly.
    pub(super) fn spend(&mut self, side: Side, time: Duration) {
        let period = self.settings.and_then(|settings| settings.period);
        let left = &mut self.left[side.index()];
        *left = left.map(|now| match (now, period) {
            (Left::Main(left), Some((fresh, moves))) if left <= time => Left::Period(fresh, moves),
            (Left::Main(left), _) => Left::Main(left.saturating_sub(time)),
            (Left::Period(_, 0 | 1), Some((fresh, moves))) => Left::Period(fresh, moves),
            (Left::Period(left, moves), _) => {
                Left::Period(left.saturating_sub(time), moves.saturating_sub(1))
            }
        });
    }
}

fn count(moves: u64) -> u32 {
    u32::try_from(moves).unwrap_or(u32::MAX - 1)
}

// Whole seconds and counts; more than a century is taken for a mistake.
fn numbers<const N: usize>(words: &[&str]) -> Result<[u64; N], String> {
    let parse = |word: &&str| word.parse::<u64>().ok().filter(|&number| number < 1 << 32);
    let numbers: Option<Vec<u64>> = words.iter().map(parse).collect();
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| "syntax error".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(timing: &Timing) -> (Option<u64>, Option<u64>) {
        let limits = timing.limits(Side::Black);
        (limits.time.map(|time| time.as_secs()), limits.clock.map(|clock| clock.left.as_secs()))
    }

    #[test]
    fn main_time_then_periods() {
        let mut timing = Timing::default();
        assert_eq!(limits(&timing), (None, None));
        timing.set(&["100", "30", "5"]).unwrap();
        assert_eq!(limits(&timing), (Some(11), None), "a twentieth, and a move of a period");
        timing.spend(Side::Black, Duration::from_secs(90));
        assert_eq!(limits(&timing), (Some(6), None), "half a second, and a move of a period");
        timing.spend(Side::Black, Duration::from_secs(20));
        assert_eq!(limits(&timing), (Some(6), None), "a fresh period");
        timing.left(Side::Black, &["12", "2"]).unwrap();
        assert_eq!(limits(&timing), (Some(6), None));
        timing.spend(Side::Black, Duration::from_secs(8));
        assert_eq!(limits(&timing), (Some(4), None));
        timing.spend(Side::Black, Duration::from_secs(1));
        assert_eq!(limits(&timing), (Some(6), None), "the next period");
    }

    #[test]
    fn main_time_makes_no_move_quicker_than_its_period_alone_and_none_too_long() {
        for (main, period, moves) in
            [(31, 30, 1), (10, 30, 1), (3, 2, 1), (100, 30, 5), (1, 300, 25), (60, 1, 1)]
        {
            let mut timing = Timing::default();
            let words = [main, period, moves].map(|number: u32| number.to_string());
            timing.set(&words.each_ref().map(String::as_str)).unwrap();
            let time = timing.limits(Side::White).time.unwrap().as_secs_f64();
            let alone = f64::from(period) / f64::from(moves);
            assert!(alone < time && time <= f64::from(main) + alone, "{words:?}: {time}");
        }
    }

    #[test]
    fn each_side_has_its_own_time() {
        let mut timing = Timing::default();
        timing.set(&["100", "0", "0"]).unwrap();
        timing.left(Side::White, &["9", "0"]).unwrap();
        timing.spend(Side::White, Duration::from_secs(2));
        let left = |side| timing.limits(side).clock.map(|clock| clock.left.as_secs());
        assert_eq!(Side::BOTH.map(left), [Some(100), Some(7)]);
    }

    #[test]
    fn without_main_time_the_first_period_begins_at_once() {
        let mut timing = Timing::default();
        timing.set(&["0", "30", "5"]).unwrap();
        assert_eq!(limits(&timing), (Some(6), None));
        timing.spend(Side::Black, Duration::from_secs(2));
        assert_eq!(limits(&timing), (Some(7), None), "28 seconds for four moves");
    }

    #[test]
    fn a_period_for_no_moves_is_no_limit_and_nonsense_changes_nothing() {
        let mut timing = Timing::default();
        timing.set(&["60", "0", "0"]).unwrap();
        assert_eq!(limits(&timing), (None, Some(60)));
        for wrong in
            [&["x", "1", "1"][..], &["1", "1"], &["-1", "0", "0"], &["99999999999999999999", "0", "0"]]
        {
            assert!(timing.set(wrong).is_err());
        }
        assert_eq!(limits(&timing), (None, Some(60)));
        timing.set(&["0", "10", "0"]).unwrap();
        assert_eq!(limits(&timing), (None, None));
    }
}
