//! How far the answer is to be trusted already, and so how long to think: [`Confidence`].

use crate::score::Score;

/// How the time for a move is stretched or shortened: a best move that stays is trusted sooner, one that just
/// changed or whose value falls is looked at longer.
#[derive(Default, Debug)]
pub(super) struct Confidence {
    /// Depths since the best move changed.
    unchanged: u32,
    depths: i64,
    /// The sum of the changes of value from depth to depth, in hundredths of the game's unit.
    changes: i64,
    /// By how much the value has just fallen.
    fall: i64,
}

impl Confidence {
    /// One depth more: whether the best move stayed, and its values.
    pub(super) fn hear(&mut self, same: bool, before: Score, now: Score) {
        self.unchanged = if same { self.unchanged + 1 } else { 0 };
        let change = i64::from(now.cents()) - i64::from(before.cents());
        self.fall = -change;
        self.changes += change.abs();
        self.depths += 1;
    }

    /// How much of its share of the clock the move should take, per cent.
    pub(super) fn percent(&self) -> u32 {
        let usual = self.changes / self.depths.max(1);
        let by_move = match self.unchanged {
            0 => 150,
            1 => 120,
            2..=4 => 90,
            _ => 60,
        };
        if self.fall > 2 * usual { by_move + 60 } else { by_move }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What of the share to take after these depths: whether the best move stayed, and its value in
    /// hundredths.
    fn after(depths: &[(bool, i32)]) -> u32 {
        let mut confidence = Confidence::default();
        let mut before = Score::DRAW;
        for &(same, cents) in depths {
            let now = Score::from_cents(cents);
            confidence.hear(same, before, now);
            before = now;
        }
        confidence.percent()
    }

    #[test]
    fn a_move_that_stays_is_trusted_sooner_than_one_that_just_changed() {
        let stays: Vec<_> = (0..5).map(|depth| after(&vec![(true, 0); depth])).collect();
        assert!(stays.is_sorted_by(|sooner, later| sooner >= later), "{stays:?}");
        assert!(stays[0] > 100 && stays[4] < 100, "{stays:?}");
        let changed = after(&[(true, 0), (true, 0), (true, 0), (true, 0), (true, 0), (false, 0)]);
        assert_eq!(changed, stays[0]);
    }

    #[test]
    fn a_value_that_falls_is_looked_at_longer() {
        let steady = [(true, 10), (true, 0), (true, 10), (true, 0)];
        let with = |last| after(&[&steady[..], &[(true, last)]].concat());
        assert!(with(-500) > with(0), "a fall");
        assert_eq!(with(500), with(0), "a rise");
        assert_eq!(with(-10), with(0), "no more than usual");
    }

    #[test]
    fn distances_to_a_win_are_no_trouble() {
        let mut confidence = Confidence::default();
        for _ in 0..100 {
            confidence.hear(true, Score::WIN, Score::LOSS);
            confidence.hear(false, Score::LOSS, Score::WIN);
        }
        assert!(confidence.percent() > 100);
    }
}
