//! Sizes, times, clocks and units.

use anyply_framework::search::Clock;
use std::time::Duration;

/// The smallest and the largest table, in bytes. Smaller ones are no use; larger ones are mistyped.
const HASH: std::ops::RangeInclusive<u64> = 1 << 20..=64 << 30;

/// `64M`: bytes with K, M or G.
pub(crate) fn hash(text: &str) -> Result<usize, String> {
    let range = "expected 1M to 64G, for example 256M";
    let upper = text.trim().to_ascii_uppercase();
    let number = upper.strip_suffix('B').unwrap_or(&upper);
    let number = number.strip_suffix('I').unwrap_or(number);
    let (digits, shift) = match number.chars().last() {
        Some('K') => (&number[..number.len() - 1], 10),
        Some('M') => (&number[..number.len() - 1], 20),
        Some('G') => (&number[..number.len() - 1], 30),
        _ => (number, 0),
    };
    let count: u64 = digits.parse().map_err(|_| range.to_owned())?;
    let bytes = count.checked_mul(1 << shift).filter(|bytes| HASH.contains(bytes));
    bytes.and_then(|bytes| usize::try_from(bytes).ok()).ok_or_else(|| range.to_owned())
}

/// `5s`, `300ms`, `1m30s`; a bare number is seconds.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let range = "expected 1ms to 24h, for example 5s, 300ms or 1m30s";
    let text = text.trim();
    let bare = text.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let time = bare.or_else(|| humantime::parse_duration(text).ok()).ok_or(range)?;
    let allowed = Duration::from_millis(1)..=Duration::from_secs(24 * 3600);
    if allowed.contains(&time) { Ok(time) } else { Err(range.to_owned()) }
}

/// As [`time`], or nothing at all.
pub(crate) fn margin(text: &str) -> Result<Duration, String> {
    let is_none = text.trim() == "0" || humantime::parse_duration(text.trim()) == Ok(Duration::ZERO);
    if is_none { Ok(Duration::ZERO) } else { time(text) }
}

/// `1m30s`: read back where times are.
pub(crate) fn time_text(time: &Duration) -> String {
    humantime::format_duration(*time).to_string().replace(' ', "")
}

/// `0.5`: hundredths of a game's unit, from 0 on.
pub(crate) fn penalty(text: &str) -> Result<u32, String> {
    let units = text.trim().parse::<f64>().ok().filter(|units| (0.0..=1000.0).contains(units));
    units
        .map(|units| (100.0 * units).round() as u32)
        .ok_or_else(|| "expected 0 to 1000, for example 0.5".to_owned())
}

/// `5m+2s`: time for the game, and what each move adds.
pub(crate) fn clock(text: &str) -> Result<Clock, String> {
    let (left, increment) = match text.split_once('+') {
        Some((left, increment)) => (left, Some(increment)),
        None => (text, None),
    };
    let wrong = |_| "expected a time and what each move adds, for example 5m+2s or 10m".to_owned();
    let increment = increment.map_or(Ok(Duration::ZERO), margin).map_err(wrong)?;
    Ok(Clock { left: time(left).map_err(wrong)?, increment })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_suffixes_and_a_range() {
        assert_eq!(hash("64M"), Ok(64 << 20));
        assert_eq!(hash("1g"), Ok(1 << 30));
        assert_eq!(hash("2048K"), Ok(2 << 20));
        assert_eq!(hash("16MiB"), Ok(16 << 20));
        for wrong in ["1", "0", "1K", "10T", "65G", "M", "", "-5M", "1.5G", "9999999999999999999G", "x"] {
            assert!(hash(wrong).unwrap_err().contains("1M to 64G"), "{wrong}");
        }
    }

    #[test]
    fn times_are_human() {
        assert_eq!(time("5s"), Ok(Duration::from_secs(5)));
        assert_eq!(time("1m30s"), Ok(Duration::from_secs(90)));
        assert_eq!(time("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["0s", "0", "", "-1s", "NaN", "inf", "soon", "1e99", "25h", "5 parsecs"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn clocks_have_an_increment_or_none() {
        let two = Duration::from_secs(2);
        assert_eq!(clock("5m+2s"), Ok(Clock { left: Duration::from_secs(300), increment: two }));
        assert_eq!(clock("10m").unwrap().increment, Duration::ZERO);
        assert_eq!(clock("10m+0s").unwrap().increment, Duration::ZERO);
        for wrong in ["", "+", "5m+", "+2s", "0s+2s", "5m+2s+1s"] {
            assert!(clock(wrong).is_err(), "{wrong}");
        }
    }
}
