//! The figures of searches to the end of the game that are not exact.

use super::SearchConfig;
use super::selective::Forecast;
use crate::score::Certainty;
use crate::search::Entry;
use crate::settings::within;
use serde::{Deserialize, Serialize};

/// Endings searched with a stated confidence: cut off where shallow searches foretell a result outside the
/// window, at first where it is likely, then as seldom as is asked for, or nowhere (Edax, R. Delorme, 1998
/// on; Multi-ProbCut, Buro 1997).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Endgame {
    /// How sure the last search is to be, in percent: one of the levels', or 100 for an exact one.
    pub selectivity: u8,
    /// What may be asked for, from the least to the most sure. All those below what is asked are gone through
    /// on the way: each costs a small part of the next, and tells it where to begin.
    pub levels: Vec<ConfidenceLevel>,
    /// With so many plies to go at most the levels' percentages hold as they stand; 0 for any number. With
    /// more, errors have more places to happen in.
    pub measured: u8,
    /// With so many plies to go at most the percentage of the level that is asked for was counted, no fewer
    /// than `measured`; 0 for as many as that. With more, `per_ply` is drawn on, and how often the result is
    /// right is not told.
    pub counted_to: u8,
    /// The evaluator that the model is fitted to, with the settings or weights that come with it. With
    /// another nothing less than certainty may be asked for, and of how sure the levels on the way are,
    /// nothing is said. Empty for any.
    pub evaluator: String,
    /// What shallow searches say about results, fitted to games of one game and one evaluator; `deep` is left
    /// out. At a node those with the greatest `remaining` that is not above its own count, the shallowest
    /// first.
    pub model: Vec<Forecast>,
}

/// A degree of confidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfidenceLevel {
    /// So many of a hundred searches agree with the exact one.
    pub percent: u8,
    /// How many standard deviations of the error must lie between the forecast and the window, in hundredths.
    pub deviations: u32,
    /// So many more for each ply beyond [those that were measured](Endgame::measured), where this level is
    /// the one that is asked for. On the way to a surer one it stays quick, and of how often it is right
    /// nothing is said there. (What the table holds of a level may come from a search that had fewer plies to
    /// go, and be as sure as that one.)
    #[serde(default)]
    pub per_ply: u32,
}

impl ConfidenceLevel {
    /// In place of a percentage that nobody has measured.
    pub(crate) const UNKNOWN: u8 = 0;
}

impl Default for Endgame {
    fn default() -> Self {
        Self {
            selectivity: 100,
            levels: Vec::new(),
            measured: 0,
            counted_to: 0,
            evaluator: String::new(),
            model: Vec::new(),
        }
    }
}

/// A level as it is where so many plies are to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) struct ConfidenceAt {
    pub(in crate::search) deviations: u32,
    pub(in crate::search) certainty: Certainty,
}

impl Endgame {
    pub(super) fn check(&self) -> Result<(), String> {
        let most = usize::from(Entry::SURE) - 1;
        if self.levels.len() > most {
            return Err(format!("'endgame.levels': expected at most {most}"));
        }
        for level in &self.levels {
            within("endgame.levels.percent", level.percent, 1..=99)?;
            within("endgame.levels.deviations", level.deviations, 1..=10_000)?;
            within("endgame.levels.per_ply", level.per_ply, 0..=1000)?;
        }
        if !self.levels.is_sorted_by(|one, next| one.percent < next.percent) {
            return Err("'endgame.levels': expected the least sure first".to_owned());
        }
        if self.levels.is_empty() || self.model.is_empty() {
            return Err("'endgame' needs levels and a model of the game: expected 'levels: [...]' and 'model: [...]' in it".to_owned());
        }
        let percents = self.levels.iter().map(|level| level.percent).chain([100]);
        if !percents.clone().any(|percent| percent == self.selectivity) {
            let known: Vec<String> = percents.map(|percent| percent.to_string()).collect();
            let (found, known) = (self.selectivity, known.join(", "));
            return Err(format!("'endgame.selectivity: {found}': expected one of {known}"));
        }
        if (1..self.measured).contains(&self.counted_to) {
            let (counted, measured) = (self.counted_to, self.measured);
            return Err(format!(
                "'endgame.counted_to: {counted}': expected at least {measured}, as in 'measured', or 0 for the same"
            ));
        }
        for forecast in &self.model {
            within("endgame.model.remaining", forecast.remaining, 2..=255)?;
            within("endgame.model.deep", forecast.deep, 0..=0)?;
            forecast.check("endgame", ("remaining", forecast.remaining))?;
        }
        Ok(())
    }

    /// The level of that number from 1, in a search to the end of a game of so many plies; nothing if there
    /// is none, as in an exact one.
    pub(in crate::search) fn level(&self, number: u8, remaining: u32) -> Option<ConfidenceAt> {
        let level = self.levels.get(usize::from(number).wrapping_sub(1))?;
        let beyond = |plies: u8| if plies == 0 { 0 } else { remaining.saturating_sub(plies.into()) };
        let asked = level.percent == self.selectivity;
        let deviations = level.deviations + if asked { level.per_ply * beyond(self.measured) } else { 0 };
        let counted_to = if asked && self.counted_to > 0 { self.counted_to } else { self.measured };
        let counted = beyond(counted_to) == 0;
        let certainty = match level.percent {
            percent if counted && percent != ConfidenceLevel::UNKNOWN => Certainty::Selective(percent),
            percent => Certainty::Likely(percent),
        };
        Some(ConfidenceAt { deviations, certainty })
    }
}

impl SearchConfig {
    /// The level of certainty after `level` in searches to the end of a game of so many plies, where 0 is
    /// before the first: its number from 1, or [`Entry::SURE`], at once where nothing is foretold: all levels
    /// would search the same tree.
    pub(in crate::search) fn level_after(&self, level: u8, remaining: u32) -> Option<u8> {
        let foretells = |endgame: &&Endgame| {
            !endgame.levels.is_empty()
                && endgame.model.iter().any(|made| u32::from(made.remaining) < remaining)
        };
        let endgame = self.endgame.as_ref().filter(foretells);
        let Some(endgame) = endgame else { return (level == 0).then_some(Entry::SURE) };
        let asked = endgame.levels.iter().position(|level| level.percent == endgame.selectivity);
        let asked = asked.map_or(Entry::SURE, |at| at as u8 + 1);
        match level {
            _ if level >= asked => None,
            _ if usize::from(level) < endgame.levels.len() => Some(level + 1),
            _ => Some(asked),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_as_sure_as_it_says_or_says_nothing() {
        let level = |percent, deviations, per_ply| ConfidenceLevel { percent, deviations, per_ply };
        let levels = vec![level(70, 80, 20), level(90, 150, 30), level(ConfidenceLevel::UNKNOWN, 200, 0)];
        let endgame = Endgame { selectivity: 90, levels, measured: 20, counted_to: 23, ..Endgame::default() };
        let at = |number, remaining| {
            endgame.level(number, remaining).map(|level| (level.deviations, level.certainty))
        };
        let (counted, likely) = (Certainty::Selective, Certainty::Likely);
        assert_eq!(
            (at(1, 20), at(2, 20), at(2, 12)),
            (Some((80, counted(70))), Some((150, counted(90))), at(2, 20))
        );
        assert_eq!((at(1, 21), at(2, 23)), (Some((80, likely(70))), Some((240, counted(90)))));
        assert_eq!(at(2, 24), Some((270, likely(90))));
        let measured_alone = Endgame { counted_to: 0, ..endgame.clone() };
        let told = |remaining| measured_alone.level(2, remaining).map(|level| level.certainty);
        assert_eq!((told(20), told(21)), (Some(counted(90)), Some(likely(90))));
        let unknown = Some((200, likely(ConfidenceLevel::UNKNOWN)));
        assert_eq!((at(3, 10), at(0, 10), at(Entry::SURE, 10)), (unknown, None, None));
        let any = Endgame { measured: 0, counted_to: 0, ..endgame.clone() };
        assert_eq!(any.level(1, 60), endgame.level(1, 20));
    }
}
