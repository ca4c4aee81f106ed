//! The figures of searches to the end of the game that are not exact.

use super::selective::Forecast;
use super::{SearchConfig, within};
use crate::search::Entry;
use serde::{Deserialize, Serialize};

/// Endings searched with a stated confidence: cut off where shallow searches foretell a result outside the window, at first where it is likely, then
/// as seldom as is asked for, or nowhere (Edax, R. Delorme, 1998 on; Multi-ProbCut, Buro 1997).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Endgame {
    /// How sure the last search is to be, in percent: one of the levels', or 100 for an exact one.
    pub selectivity: u8,
    /// What may be asked for, from the least to the most sure. All those below what is asked are gone through on the way: each costs a small part
    /// of the next, and tells it where to begin.
    pub levels: Vec<Level>,
    /// The evaluator that the model is fitted to, with the settings or weights that come with it. With another nothing less than certainty may be asked for, and of how sure
    /// the levels on the way are, nothing is said. Empty for any.
    pub evaluator: String,
    /// What shallow searches say about results, fitted to games of one game and one evaluator; `deep` is left out. At a node those with the
    /// greatest `remaining` that is not above its own count, the shallowest first.
    pub model: Vec<Forecast>,
}

/// A degree of confidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// So many of a hundred searches agree with the exact one.
    pub percent: u8,
    /// How many standard deviations of the error must lie between the forecast and the window, in hundredths.
    pub deviations: u32,
}

impl Level {
    /// In place of a percentage that nobody has measured.
    pub(crate) const UNKNOWN: u8 = 0;
}

impl Default for Endgame {
    fn default() -> Self {
        Self { selectivity: 100, levels: Vec::new(), evaluator: String::new(), model: Vec::new() }
    }
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
        }
        if !self.levels.is_sorted_by(|one, next| one.percent < next.percent) {
            return Err("'endgame.levels': expected the least sure first".to_owned());
        }
        if !self.levels.is_empty() && self.model.is_empty() {
            return Err(
                "'endgame.levels' need a model of the game: expected 'model: [...]' beside them".to_owned()
            );
        }
        let percents = self.levels.iter().map(|level| level.percent).chain([100]);
        if !percents.clone().any(|percent| percent == self.selectivity) {
            let known: Vec<String> = percents.map(|percent| percent.to_string()).collect();
            let (found, known) = (self.selectivity, known.join(", "));
            return Err(format!("'endgame.selectivity: {found}': expected one of {known}"));
        }
        for forecast in &self.model {
            within("endgame.model.remaining", forecast.remaining, 2..=255)?;
            within("endgame.model.deep", forecast.deep, 0..=0)?;
            forecast.check("endgame", ("remaining", forecast.remaining))?;
        }
        Ok(())
    }
}

impl SearchConfig {
    /// The level of certainty after `level` in searches to the end of a game of so many plies, where 0 is before the first: its number from 1, or
    /// [`Entry::SURE`], at once where nothing is foretold: all levels would search the same tree.
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
