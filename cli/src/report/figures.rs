//! Figures for people.

use anyply_framework::{Certainty, Distance, Score};
use std::time::Duration;

/// `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `0.412 s`.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// `12.3 M/s`; a dash where the time was too short to tell.
pub(crate) fn per_second(nodes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1e-4 {
        return "-".to_owned();
    }
    let rate = nodes as f64 / seconds;
    match rate {
        1e6.. => format!("{:.1} M/s", rate / 1e6),
        1e3.. => format!("{:.0} k/s", rate / 1e3),
        _ => format!("{rate:.0} /s"),
    }
}

/// `1 ply`, `6 plies`.
pub(crate) fn plies(count: u32) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// A score in the game's unit: `+1.25 discs`, `+38 discs` where it is certain, `win in 5 plies`.
pub(crate) fn value(score: Score, certainty: Certainty, unit: &str) -> String {
    if score.distance().is_some() {
        let singular = matches!(score.distance(), Some(Distance::Win(1) | Distance::Loss(1)));
        return format!("{score} {}", if singular { "ply" } else { "plies" });
    }
    let cents = score.cents();
    match certainty {
        Certainty::Exact if cents % 100 == 0 => format!("{:+} {unit}", cents / 100),
        _ => format!("{score} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(24_571_284), "24,571,284");
    }

    #[test]
    fn speeds_keep_their_size() {
        assert_eq!(per_second(2_500_000, Duration::from_secs(1)), "2.5 M/s");
        assert_eq!(per_second(2_500, Duration::from_secs(1)), "2 k/s");
        assert_eq!(per_second(2_500, Duration::ZERO), "-");
    }

    #[test]
    fn certain_values_are_whole() {
        assert_eq!(value(Score::from_units(38), Certainty::Exact, "discs"), "+38 discs");
        assert_eq!(value(Score::from_cents(-125), Certainty::Heuristic, "discs"), "-1.25 discs");
        assert_eq!(value(Score::win_in(5), Certainty::Exact, "points"), "win in 5 plies");
    }
}
