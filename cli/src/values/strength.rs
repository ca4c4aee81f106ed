//! Levels and limits: how strong the computer plays.

use super::quantities::{clock, time, time_text};
use anyply_framework::search::Limits;
use anyply_framework::{Level, quoted};

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
}
