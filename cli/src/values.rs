//! Option values as they are typed: sizes, times, clocks, levels, seats.

use crate::protocols::ProgramText;
use anyply_framework::arena::Sprt;
use anyply_framework::lab::Experiment;
use anyply_framework::search::{Clock, Limits};
use anyply_framework::{Level, quoted};
use std::time::Duration;

/// The smallest and the largest table, in bytes. Smaller ones are no use; larger ones are mistyped.
pub(crate) const HASH: std::ops::RangeInclusive<u64> = 1 << 20..=64 << 30;

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
        Some('T') => (&number[..number.len() - 1], 40),
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

/// `RON`'s way with one setting: `KEY=VALUE`.
pub(crate) fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() && !value.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected KEY=VALUE, for example killers=1".to_owned()),
    }
}

/// `8`, or `1..12`: the last depth, and the first that is told.
pub(crate) fn depths(text: &str) -> Result<(u32, u32), String> {
    let (least, most) = Experiment::DEPTHS.into_inner();
    let wrong = || format!("expected a depth from {least} to {most}, or two, for example 8 or 1..12");
    let depth = |text: &str| text.trim().parse().ok().filter(|depth| Experiment::DEPTHS.contains(depth));
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let pair = depth(first).zip(depth(last)).filter(|(first, last)| first <= last);
    pair.ok_or_else(wrong)
}

/// Every `of`-th job, from the `number`-th on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shard {
    /// From 1.
    pub(crate) number: usize,
    /// How many there are.
    pub(crate) of: usize,
}

impl Shard {
    /// Whether it has the job of that number, from 0.
    pub(crate) const fn has(self, job: usize) -> bool {
        job % self.of == self.number - 1
    }
}

/// `1/4`.
pub(crate) fn shard(text: &str) -> Result<Shard, String> {
    let numbers =
        text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    let shard = numbers.map(|(number, of)| Shard { number, of });
    shard
        .filter(|shard| (1..=shard.of).contains(&shard.number))
        .ok_or_else(|| "expected which of how many, for example 1/4".to_owned())
}

/// `NAME=WHO`: what a player is called, and who it is.
pub(crate) fn player(text: &str) -> Result<(String, String), String> {
    match text.split_once('=').map(|(name, who)| (name.trim(), who.trim())) {
        Some((name, who))
            if !name.is_empty()
                && !name.contains(|c: char| c == ':' || c.is_control())
                && !who.is_empty() =>
        {
            Ok((name.to_owned(), who.to_owned()))
        }
        _ => Err("expected NAME=WHO, for example new=best, easy=3 or other=cmd:gtp:./engine".to_owned()),
    }
}

/// `NAME:OPTION=VALUE`: a player's name, and an option that it alone has.
pub(crate) fn for_player(text: &str) -> Result<(String, String), String> {
    match text.split_once(':').map(|(name, option)| (name.trim(), option.trim())) {
        Some((name, option)) if !name.is_empty() && option.contains('=') && !option.starts_with('-') => {
            Ok((name.to_owned(), option.to_owned()))
        }
        _ => Err("expected NAME:OPTION=VALUE, for example new:time=1s or new:eval=squares".to_owned()),
    }
}

/// `elo0=0,elo1=10,alpha=.05,beta=.05`; the chances of error are 5 % where they are not given.
pub(crate) fn sprt(text: &str) -> Result<Sprt, String> {
    const EXAMPLE: &str = "for example elo0=0,elo1=10,alpha=.05,beta=.05";
    const KEYS: [&str; 4] = ["elo0", "elo1", "alpha", "beta"];
    let mut given = [None; 4];
    for part in text.split(',') {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let place = KEYS.iter().position(|known| *known == key.trim());
        let place =
            place.ok_or_else(|| format!("{}: expected {}, {EXAMPLE}", quoted(key), KEYS.join(", ")))?;
        let value = value.trim().parse::<f64>();
        let value = value.map_err(|_| format!("{}: expected a number, {EXAMPLE}", quoted(part)))?;
        if given[place].replace(value).is_some() {
            return Err(format!("{}: given twice", quoted(key)));
        }
    }
    let [Some(elo0), Some(elo1), alpha, beta] = given else {
        return Err(format!("expected elo0 and elo1, {EXAMPLE}"));
    };
    let test = Sprt { elo0, elo1, alpha: alpha.unwrap_or(0.05), beta: beta.unwrap_or(0.05) };
    test.check().map_err(|problem| problem.to_string())?;
    Ok(test)
}

/// A level of play: a number, or one that follows the person's results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LevelChoice {
    /// This one.
    Fixed(u8),
    /// Up after a win, down after a loss.
    Auto,
}

/// `7`, or `auto`.
pub(crate) fn level(text: &str) -> Result<LevelChoice, String> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("auto") {
        return Ok(LevelChoice::Auto);
    }
    let number = text.parse().ok().filter(|number| Level::RANGE.contains(number));
    number.map(LevelChoice::Fixed).ok_or_else(|| {
        let (first, last) = Level::RANGE.into_inner();
        format!("expected {first} to {last}, or auto")
    })
}

/// Who sits at one side of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    /// A person at this keyboard.
    Human,
    /// The engine.
    Computer,
    /// Another program.
    Program(ProgramText),
}

/// `human`, `computer` or `cmd:PROTOCOL:COMMAND LINE`.
pub(crate) fn seat(text: &str) -> Result<Seat, String> {
    match text {
        "human" => Ok(Seat::Human),
        "computer" => Ok(Seat::Computer),
        _ => ProgramText::read(text).map_or_else(
            || Err("expected human, computer or cmd:PROTOCOL:COMMAND LINE".to_owned()),
            |program| program.map(Seat::Program),
        ),
    }
}

/// `1m30s`: read back where times are.
pub(crate) fn time_text(time: &Duration) -> String {
    humantime::format_duration(*time).to_string().replace(' ', "")
}

/// How strong the computer plays, as it was asked for. Limits and a level may stand together.
#[derive(Clone, Default, Debug)]
pub(crate) struct Strength {
    /// The level, if one was named.
    pub(crate) level: Option<LevelChoice>,
    /// The limits besides.
    pub(crate) limits: Limits,
}

impl Strength {
    /// Whether nothing was asked for.
    pub(crate) fn is_empty(&self) -> bool {
        let Limits { depth, nodes, time, clock, .. } = self.limits;
        self.level.is_none() && depth.is_none() && nodes.is_none() && time.is_none() && clock.is_none()
    }

    /// The same, or the usual level where nothing was asked for.
    pub(crate) fn or_usual(mut self) -> Self {
        if self.is_empty() {
            self.level = Some(LevelChoice::Fixed(Level::DEFAULT));
        }
        self
    }

    /// `level 5`, `depth 6 time 5s`: read back by [`Strength::from_text`].
    pub(crate) fn to_text(&self) -> String {
        let Limits { depth, nodes, time, clock, .. } = &self.limits;
        let level = self.level.map(|level| match level {
            LevelChoice::Fixed(number) => format!("level {number}"),
            LevelChoice::Auto => "level auto".to_owned(),
        });
        let words = [
            level,
            depth.map(|depth| format!("depth {depth}")),
            nodes.map(|nodes| format!("nodes {nodes}")),
            time.as_ref().map(|time| format!("time {}", time_text(time))),
            clock.map(|clock| format!("clock {}+{}", time_text(&clock.left), time_text(&clock.increment))),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Reads what [`Strength::to_text`] wrote.
    ///
    /// # Errors
    /// The offending words, what was expected, and an example.
    pub(crate) fn from_text(text: &str) -> Result<Self, String> {
        let mut found = Self::default();
        for pair in text.split_whitespace().collect::<Vec<_>>().chunks(2) {
            let value = *pair.get(1).unwrap_or(&"");
            let limits = &mut found.limits;
            let read = match pair[0] {
                "level" => level(value).and_then(|level| once(&mut found.level, level)),
                "depth" => count(value).and_then(|depth| once(&mut limits.depth, depth)),
                "nodes" => count(value).and_then(|nodes| once(&mut limits.nodes, nodes)),
                "time" => time(value).and_then(|time| once(&mut limits.time, time)),
                "clock" => clock(value).and_then(|clock| once(&mut limits.clock, clock)),
                _ => Err("expected a level or a limit, for example level 5".to_owned()),
            };
            read.map_err(|expected| format!("{}: {expected}", quoted(&pair.join(" "))))?;
        }
        Ok(found)
    }
}

fn count<T: std::str::FromStr + Default + PartialOrd>(text: &str) -> Result<T, String> {
    let count = text.parse().ok().filter(|count| *count > T::default());
    count.ok_or_else(|| "expected 1 or more, and not so much".to_owned())
}

fn once<T>(place: &mut Option<T>, value: T) -> Result<(), String> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err("it was said before".to_owned()),
    }
}

/// Both at once: the first limit reached stops the search.
pub(crate) fn tighter(one: Limits, other: Limits) -> Limits {
    fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
        one.into_iter().chain(other).min()
    }
    Limits {
        depth: least(one.depth, other.depth),
        nodes: least(one.nodes, other.nodes),
        time: least(one.time, other.time),
        clock: one.clock.into_iter().chain(other.clock).min_by_key(|clock| (clock.left, clock.increment)),
        lines: one.lines.max(other.lines),
        ponder: one.ponder.or(other.ponder),
        outcome_only: one.outcome_only || other.outcome_only,
        watch: one.watch.or(other.watch),
    }
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

    #[test]
    fn levels_are_numbers_or_auto() {
        assert_eq!(level("12"), Ok(LevelChoice::Fixed(12)));
        assert_eq!(level("Auto"), Ok(LevelChoice::Auto));
        for wrong in ["0", "13", "-1", "", "hard", "256"] {
            assert_eq!(level(wrong), Err("expected 1 to 12, or auto".to_owned()), "{wrong}");
        }
    }

    #[test]
    fn strength_survives_a_saved_game() {
        for text in
            ["level 5", "level auto", "depth 6 time 5s", "nodes 1000", "level 3 clock 5m+2s", "time 1m30s"]
        {
            assert_eq!(Strength::from_text(text).unwrap().to_text(), text);
        }
        assert!(Strength::from_text("").unwrap().is_empty());
        for wrong in ["level 99", "depth 0", "of the", "level"] {
            assert!(Strength::from_text(wrong).unwrap_err().starts_with(&format!("'{wrong}': ")));
        }
    }

    #[test]
    fn of_two_clocks_the_one_with_less_left_holds_with_its_increment() {
        let limits = |text: &str| Strength::from_text(text).unwrap().limits;
        let both = |one, other| tighter(limits(one), limits(other)).clock;
        for (one, other) in
            [("clock 1m+2s", "clock 5m"), ("clock 1m+2s", "depth 6"), ("clock 1m+2s", "clock 1m+3s")]
        {
            assert_eq!(both(one, other), limits(one).clock, "{one} and {other}");
            assert_eq!(both(other, one), limits(one).clock, "{other} and {one}");
        }
    }

    #[test]
    fn depths_are_one_or_a_range() {
        assert_eq!(depths("8"), Ok((8, 8)));
        assert_eq!(depths("1..12"), Ok((1, 12)));
        for wrong in ["", "0", "101", "3..2", "1..", "..4", "1..200", "-1", "deep"] {
            assert!(depths(wrong).unwrap_err().contains("1 to 100"), "{wrong}");
        }
    }

    #[test]
    fn shards_are_counted_from_one_and_every_job_is_in_one() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| shard(text).unwrap());
        for job in 0..20 {
            assert_eq!(shards.iter().filter(|shard| shard.has(job)).count(), 1);
        }
        for wrong in ["", "0/2", "3/2", "1/0", "1", "/", "a/b", "1/2/3"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_test_has_two_differences_each_once() {
        let test = sprt("elo0=0, elo1=10,beta=.1").unwrap();
        assert_eq!((test.elo0, test.elo1, test.alpha, test.beta), (0.0, 10.0, 0.05, 0.1));
        for wrong in [
            "",
            "elo0=0",
            "elo0=0,elo1=x",
            "elo0=0,elo1=10,elo1=20",
            "elo0=0,elo1=10,gamma=1",
            "elo0=NaN,elo1=1",
        ] {
            assert!(sprt(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn players_have_plain_names() {
        assert_eq!(player("a = best"), Ok(("a".to_owned(), "best".to_owned())));
        assert_eq!(player("x=cmd:gtp:a --b=c").unwrap().1, "cmd:gtp:a --b=c");
        for wrong in ["best", "=best", "a=", "a:b=best", "\u{1b}[31m=best", "a\tb=best"] {
            assert!(player(wrong).is_err(), "{wrong}");
        }
        assert_eq!(for_player("a:set=killers=1"), Ok(("a".to_owned(), "set=killers=1".to_owned())));
        for wrong in ["a", "a:depth", ":depth=1", "a:--depth=1"] {
            assert!(for_player(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn settings_are_pairs() {
        assert_eq!(setting("killers = 1"), Ok(("killers".to_owned(), "1".to_owned())));
        assert!(setting("killers").is_err());
        assert!(setting("=1").is_err());
    }
}
