//! What experiments and matches vary, how deep, which part of them, and when they end.

use anyply_framework::arena::Sprt;
use anyply_framework::lab::Experiment;
use anyply_framework::quoted;

/// `killers=1`: a setting, and its value.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_pairs() {
        assert_eq!(setting("killers = 1"), Ok(("killers".to_owned(), "1".to_owned())));
        assert!(setting("killers").is_err());
        assert!(setting("=1").is_err());
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
}
