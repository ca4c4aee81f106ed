//! [`SearchConfig`]: every technique of the search is a switch or a number here, read from RON.
//!
//! Each field says what it trades and which class it is of. *Value-preserving*: the value is that of plain alpha-beta at
//! the same depth. *Result-sound*: the value may know more than the depth allows, never against the true result.
//! *Selective*: everything else.

use crate::settings::{self, SettingsError, within};
use serde::{Deserialize, Serialize};

/// What the search does and what it leaves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SearchConfig {
    /// The algorithm. The other fields, except the first below, matter to [`Method::Negamax`] only.
    pub method: Method,
    /// Searches depth 1, 2, 3, ... in turn: costs a little at a fixed depth without a table, gives a move at any time.
    /// Value-preserving.
    pub iterative_deepening: bool,
    /// Which moves the evaluator may leave out: none, those that provably cannot change the result
    /// (result-sound), or those it thinks worse (selective).
    pub subsets: Subsets,
    /// Principal variation search (Marsland and Campbell 1982): later moves are first only asked whether they are better at
    /// all. Pays with good ordering. Value-preserving.
    pub principal_variation: bool,
    /// Half the width, in hundredths of the game's unit, of the window that each deepening opens around the last value;
    /// 0 opens it fully. Trades searches repeated for cut-offs in between. Value-preserving.
    pub aspiration: u16,
    /// Remembers positions: the table's size is chosen apart, see [`Table`](super::Table). Value-preserving with the two
    /// fields below as they stand by default.
    pub table: bool,
    /// Accepts values that were searched deeper than asked for. Result-sound.
    pub deeper_entries: bool,
    /// Which entry of a full bucket gives way.
    pub replacement: Replacement,
    /// The table is neither probed nor written with fewer plies left than this: near the leaves a look
    /// costs more than the search it may save.
    pub table_from_depth: u8,
    /// Quiet moves that cut off at the same ply are tried early (Akl and Newborn 1977): 0 to 2 of them. Value-preserving.
    pub killers: u8,
    /// Moves that cut off anywhere are tried earlier (Schaeffer 1983). Value-preserving.
    pub history: bool,
    /// The evaluator's opinion of each move orders them. Value-preserving.
    pub prior: bool,
    /// A search this many plies shallower finds a first move where the table has none, from 3 plies more than
    /// that on; 0 for never. Value-preserving.
    pub internal_deepening: u8,
    /// At most this many plies of noisy moves below the last full ply; 0 evaluates at once. Selective.
    pub quiescence: u8,
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            method: Method::Negamax,
            iterative_deepening: true,
            subsets: Subsets::None,
            principal_variation: true,
            aspiration: 0,
            table: true,
            deeper_entries: false,
            replacement: Replacement::DepthAndAge,
            table_from_depth: 1,
            killers: 2,
            history: true,
            prior: true,
            internal_deepening: 0,
            quiescence: 0,
        }
    }
}

/// The algorithms that choose a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Method {
    /// The search: negamax with whatever the other fields switch on.
    Negamax,
    /// Plain alpha-beta: the oracle, with cut-offs.
    AlphaBeta,
    /// Plain minimax: the oracle.
    Minimax,
    /// No search: the move the evaluator likes best at first sight.
    Prior,
}

/// How much the evaluator may leave out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Subsets {
    /// Every legal move is searched.
    None,
    /// Only moves that provably cannot change the result are left out.
    Sound,
    /// Moves thought worse are left out too.
    Selective,
}

/// Which table entry gives way to a new one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Replacement {
    /// The shallowest of its bucket, older searches first.
    DepthAndAge,
    /// One place of the bucket, by the key, whatever stands there: kept to show what the policy is worth. (Four positions of one game at
    /// depth 10: 1.00 times the nodes with 64 MiB, 1.05 with 4 MiB, 1.10 with 1 MiB.)
    Always,
}

/// A built-in configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The name for `--config`.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// Its RON text.
    pub settings: &'static str,
}

macro_rules! presets {
    ($($name:literal: $summary:literal),+ $(,)?) => {
        &[$(Preset { name: $name, summary: $summary, settings: include_str!(concat!("presets/", $name, ".ron")) }),+]
    };
}

impl Preset {
    /// The built-in configurations; the first is the default.
    pub const ALL: &'static [Self] = presets! {
        "best": "what plays best: sound cut-offs, the evaluator's own choice of moves, quiescence",
        "full-sound": "every value-preserving technique and no other: the value of plain minimax, in few nodes",
        "alphabeta": "plain alpha-beta: the oracle, with cut-offs",
        "minimax": "plain minimax: the oracle",
        "prior": "no search: the move the evaluator likes best at first sight",
    };

    /// The preset of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|preset| preset.name == name)
    }

    /// What it says.
    pub fn config(&self) -> SearchConfig {
        SearchConfig::from_ron(self.name, self.settings).expect("the built-in presets are valid")
    }
}

impl SearchConfig {
    /// Reads a configuration; `origin` is named in errors. Fields left out keep their defaults.
    ///
    /// # Errors
    /// [`SettingsError`], with the place.
    pub fn from_ron(origin: &str, text: &str) -> Result<Self, SettingsError> {
        let config: Self = settings::from_ron(origin, text)?;
        within("killers", config.killers, 0..=2)
            .and(within("quiescence", config.quiescence, 0..=64))
            .and(within("table_from_depth", config.table_from_depth, 1..=u8::MAX))
            .map_err(|problem| SettingsError::Range { origin: origin.to_owned(), problem })?;
        Ok(config)
    }

    /// Changes one field: `key` as in the RON, `value` as in RON or JSON.
    ///
    /// # Errors
    /// A line that says which keys there are, or what is wrong with the value.
    pub fn set(&self, key: &str, value: &str) -> Result<Self, String> {
        let mut tree = serde_json::to_value(self).expect("a configuration is a plain structure");
        let fields = tree.as_object_mut().expect("a configuration has named fields");
        let known: Vec<&str> = fields.keys().map(String::as_str).collect();
        if !known.contains(&key) {
            return Err(settings::unknown("setting", key, &known));
        }
        let value = serde_json::from_str(value).unwrap_or_else(|_| serde_json::Value::from(value));
        fields.insert(key.to_owned(), value);
        let changed: Self = serde_json::from_value(tree).map_err(|error| format!("{key}: {error}"))?;
        Self::from_ron(key, &settings::to_ron(&changed)).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_valid_and_the_names_differ() {
        let mut names: Vec<_> = Preset::ALL.iter().map(|preset| preset.name).collect();
        for preset in Preset::ALL {
            preset.config();
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Preset::ALL.len());
    }

    #[test]
    fn an_unknown_field_is_refused_with_its_place() {
        let error = SearchConfig::from_ron("mine.ron", "(\n  kilers: 2,\n)").unwrap_err().to_string();
        assert!(error.starts_with("mine.ron:2:"), "{error}");
        assert!(error.contains("kilers"), "{error}");
    }

    #[test]
    fn a_single_setting_is_changed_and_checked() {
        let config = SearchConfig::default();
        assert_eq!(config.set("killers", "1").unwrap().killers, 1);
        assert_eq!(config.set("method", "Minimax").unwrap().method, Method::Minimax);
        assert!(config.set("killers", "9").unwrap_err().contains("expected 0 to 2"));
        assert!(config.set("kilers", "1").unwrap_err().contains("'killers'"));
        assert!(config.set("history", "perhaps").is_err());
    }
}
