//! Figures for people.

use anyply_framework::arena::Elo;
use anyply_framework::lab::Estimate;
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

/// Three digits and a prefix: `123`, `12.3 k`, `1.23 M`.
pub(crate) fn compact(figure: f64) -> String {
    let (scaled, prefix) = match figure.abs() {
        999.5e6.. => (figure / 1e9, " G"),
        999.5e3.. => (figure / 1e6, " M"),
        999.5.. => (figure / 1e3, " k"),
        _ => (figure, ""),
    };
    digits(scaled, 3) + prefix
}

/// So many digits, or all before the point: `1234`, `12.3`, `0.0123`.
pub(crate) fn digits(figure: f64, count: i32) -> String {
    if figure == 0.0 || !figure.is_finite() {
        return if figure == 0.0 { "0".to_owned() } else { "-".to_owned() };
    }
    let places = |figure: f64| count - 1 - figure.abs().log10().floor() as i32;
    // 0.999 has one digit less behind the point once it is rounded.
    let rounded = (figure * 10f64.powi(places(figure))).round() / 10f64.powi(places(figure));
    let decimals = usize::try_from(places(rounded)).unwrap_or(0);
    format!("{figure:.decimals$}")
}

/// A time of any size: `12.3 ms`, `1.23 s`, `12.3 min`.
pub(crate) fn span(seconds: f64) -> String {
    match seconds {
        7200.0.. => digits(seconds / 3600.0, 3) + " h",
        120.0.. => digits(seconds / 60.0, 3) + " min",
        0.9995.. => digits(seconds, 3) + " s",
        0.9995e-3.. => digits(seconds * 1e3, 3) + " ms",
        _ => digits(seconds * 1e6, 3) + " us",
    }
}

/// `+35`, `-0.41`, with so many places behind the point. What is rounded to nothing is `+0`, from whichever
/// side.
pub(crate) fn signed(figure: f64, places: usize) -> String {
    let text = format!("{figure:+.places$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.bytes().all(|digit| matches!(digit, b'0' | b'.')) => format!("+{digits}"),
        _ => text,
    }
}

/// `0.45 [0.40, 0.51]`: a mean with its interval, where there is one.
pub(crate) fn with_interval(of: &Estimate, shown: impl Fn(f64) -> String) -> String {
    let mean = shown(of.mean);
    match of.low.zip(of.high) {
        Some((low, high)) => format!("{mean} [{}, {}]", shown(low), shown(high)),
        None => mean,
    }
}

/// `+35 [+12, +60]`: a difference in strength with its interval; `inf` where the games set no limit.
pub(crate) fn elo(elo: &Elo) -> String {
    let without = if elo.score > 0.5 { "+inf" } else { "-inf" };
    let middle = elo.elo.map_or_else(|| without.to_owned(), |elo| signed(elo, 0));
    middle + " " + &interval(elo.low, elo.high)
}

/// `[+12, +60]`: an interval of strength, without an end where the games set no limit.
pub(crate) fn interval(low: Option<f64>, high: Option<f64>) -> String {
    let end = |end: Option<f64>, without: &str| end.map_or_else(|| without.to_owned(), |end| signed(end, 0));
    format!("[{}, {}]", end(low, "-inf"), end(high, "+inf"))
}

/// At most `room` characters, with a `~` for what was left out. The end, which often tells names apart,
/// stays.
pub(crate) fn shortened(text: &str, room: usize) -> String {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= room {
        return text.to_owned();
    }
    let end = room / 3;
    let (begin, end) = (&characters[..room - 1 - end], &characters[characters.len() - end..]);
    begin.iter().chain(&['~']).chain(end).collect()
}

/// `1 game`, `6 games`.
pub(crate) fn counted(count: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// `1 ply`, `6 plies`.
pub(crate) fn plies(count: u32) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// A score: `+1.25`, `win in 5`, `likely win` where that is not proven.
pub(crate) fn score(score: Score, certainty: Certainty) -> String {
    match (score.distance(), certainty) {
        (None, _) | (_, Certainty::Exact) => score.to_string(),
        (Some(Distance::Win(_)), _) => "likely win".to_owned(),
        (Some(Distance::Loss(_)), _) => "likely loss".to_owned(),
    }
}

/// A score in the game's unit: `+1.25 discs`, `+38 discs` where it is certain, `win in 5 plies`,
/// `likely win`.
pub(crate) fn value(value: Score, certainty: Certainty, unit: &str) -> String {
    let told = score(value, certainty);
    match value.claim(certainty) {
        Some(Distance::Win(1) | Distance::Loss(1)) => return told + " ply",
        Some(_) => return told + " plies",
        None if value.distance().is_some() => return told,
        None => {}
    }
    let cents = value.cents();
    match certainty {
        Certainty::Exact if cents % 100 == 0 => format!("{:+} {unit}", cents / 100),
        _ => format!("{told} {unit}"),
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
    fn figures_have_three_digits() {
        assert_eq!(
            [0.0, 7.0, 999.4, 999.6, 12_345.0, 1_234_567.0, 2.5e9].map(compact),
            ["0", "7.00", "999", "1.00 k", "12.3 k", "1.23 M", "2.50 G"]
        );
        assert_eq!(
            [1234.0, 12.34, 0.01234, 0.5].map(|figure| digits(figure, 2)),
            ["1234", "12", "0.012", "0.50"]
        );
        assert_eq!(
            [4e-6, 0.0123, 1.5, 300.0, 7200.0].map(span),
            ["4.00 us", "12.3 ms", "1.50 s", "5.00 min", "2.00 h"]
        );
    }

    #[test]
    fn nothing_is_not_negative() {
        assert_eq!([0.4, -0.4, -0.6, 12.5].map(|figure| signed(figure, 0)), ["+0", "+0", "-1", "+12"]);
        assert_eq!([-0.001, -0.0, -0.41].map(|figure| signed(figure, 2)), ["+0.00", "+0.00", "-0.41"]);
    }

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(shortened("killers", 7), "killers");
        assert_eq!(shortened("full-sound depth 12", 9), "full-~ 12");
        assert_eq!(shortened("äöüäöüäöü", 6), "äöü~öü");
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
        assert_eq!(value(-Score::win_in(4), Certainty::Heuristic, "points"), "likely loss");
    }
}
