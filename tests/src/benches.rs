//! What the benchmarks share: their arguments, and a stopwatch.

use std::str::FromStr;
use std::time::Instant;

/// What was typed after `--`, without what cargo adds.
pub fn arguments() -> Vec<String> {
    std::env::args().skip(1).filter(|argument| argument != "--bench").collect()
}

/// What one of the arguments gives for `key`, which ends in `=`; nothing if it cannot be read.
pub fn value<T: FromStr>(arguments: &[String], key: &str) -> Option<T> {
    arguments.iter().find_map(|argument| argument.strip_prefix(key)?.parse().ok())
}

/// The seconds of the fastest of three runs: what else the machine does only ever adds to them.
pub fn fastest(mut act: impl FnMut()) -> f64 {
    let mut timed = || {
        let begun = Instant::now();
        act();
        begun.elapsed().as_secs_f64()
    };
    (0..3).map(|_| timed()).fold(f64::INFINITY, f64::min)
}
