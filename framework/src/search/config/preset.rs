//! [`Preset`]: configurations with a name, alone and in families.

use super::{Method, SearchConfig, Subsets};
use crate::settings;
use serde::Deserialize;

/// A configuration with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The name for `--config`.
    pub name: String,
    /// One line about it.
    pub summary: String,
    /// What it says.
    pub config: SearchConfig,
}

/// A preset that is a RON file of its own, built into the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PresetFile {
    /// The name for `--config`.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// The RON text.
    pub text: &'static str,
    /// What is changed in it, as with `--set`.
    pub changes: &'static [(&'static str, &'static str)],
}

macro_rules! presets {
    ($($name:literal: $summary:literal),+ $(,)?) => {
        &[$(PresetFile { name: $name, summary: $summary, text: include_str!(concat!("../presets/", $name, ".ron")), changes: &[] }),+]
    };
}

const FILES: &[PresetFile] = presets! {
    "best": "what plays best where a game has no settings of its own",
    "selective": "every selective technique on top of the sound ones, with careful margins",
    "full-sound": "every value-preserving technique that pays, and no other: the value of plain minimax, in few nodes",
    "solve": "for exact results: what proves, nothing selective",
    "prior": "no search: the move the evaluator likes best at first sight",
    "greedy": "one ply: the move after which the evaluation is best",
    "random": "any legal move",
    "breadth-first": "plain minimax over a tree in memory, grown level by level",
    "mcts": "Monte-Carlo tree search: UCT",
    "proof-number": "df-pn: proves a win or a loss, where the game knows them",
};

/// From nothing to the whole of `full-sound`, each rung the one before it with a technique more.
const LADDER: &str = include_str!("../presets/ladder.ron");
/// How to leave each technique out.
const ABLATION: &str = include_str!("../presets/ablation.ron");

/// A change of a configuration, as with `--set`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    name: String,
    summary: String,
    set: Vec<(String, String)>,
}

impl Change {
    fn of(&self, config: &SearchConfig) -> Preset {
        let config = config.set_all(&self.set).expect("the built-in changes are valid");
        Preset { name: self.name.clone(), summary: self.summary.clone(), config }
    }
}

fn changes(origin: &str, text: &str) -> Vec<Change> {
    settings::from_ron(origin, text).expect("the built-in changes are valid")
}

impl PresetFile {
    /// The presets that a game has for itself, from their RON texts.
    pub const fn of_game(best: &'static str, selective: &'static str) -> [Self; 2] {
        [
            Self {
                name: Preset::BEST,
                summary: "what plays best, by matches at equal nodes",
                text: best,
                changes: &[],
            },
            Self {
                name: "selective",
                summary: "every selective technique at once, with an error model fitted to this game",
                text: selective,
                changes: &[],
            },
        ]
    }

    /// What it says.
    pub fn preset(&self) -> Preset {
        let changes: Vec<_> = self.changes.iter().map(|&(key, value)| (key.into(), value.into())).collect();
        let config = SearchConfig::from_ron(self.name, self.text).expect("the built-in presets are valid");
        let config = config.set_all(&changes).expect("the built-in changes are valid");
        Preset { name: self.name.to_owned(), summary: self.summary.to_owned(), config }
    }
}

impl Preset {
    /// The name of the default.
    pub const BEST: &'static str = "best";
    /// The name of the one for exact results.
    pub const SOLVE: &'static str = "solve";
    /// The names of the families: [`Preset::ladder`] and [`Preset::ablation`].
    pub const FAMILIES: [&'static str; 2] = ["ladder", "ablation"];

    /// The built-in configurations that every game has, the default first, and the rungs of the ladder.
    pub fn all() -> Vec<Self> {
        let mut all: Vec<Self> = FILES.iter().map(PresetFile::preset).collect();
        all.extend(Self::ladder().into_iter().filter(|rung| rung.name != "full-sound"));
        all
    }

    /// The preset of that name.
    pub fn named(name: &str) -> Option<Self> {
        let file = FILES.iter().find(|file| file.name == name).map(PresetFile::preset);
        file.or_else(|| Self::ladder().into_iter().find(|rung| rung.name == name))
    }

    /// The ladder, from plain minimax to `full-sound`.
    pub fn ladder() -> Vec<Self> {
        let mut config = SearchConfig::plain();
        changes("ladder.ron", LADDER)
            .iter()
            .map(|change| {
                let rung = change.of(&config);
                config = rung.config.clone();
                rung
            })
            .collect()
    }

    /// `best`, and `best` without each of the techniques it uses, one at a time.
    pub fn ablation(best: &Self) -> Vec<Self> {
        let without = changes("ablation.ron", ABLATION);
        let mut all = vec![best.clone()];
        all.extend(
            without.iter().map(|change| change.of(&best.config)).filter(|left| left.config != best.config),
        );
        all
    }
}

impl SearchConfig {
    /// Plain minimax: every technique is off.
    pub fn plain() -> Self {
        Self {
            method: Method::Negamax,
            iterative_deepening: false,
            alpha_beta: false,
            fail_soft: false,
            principal_variation: false,
            table: false,
            killers: 0,
            history: false,
            prior: false,
            subsets: Subsets::None,
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_valid_and_the_names_differ() {
        let all = Preset::all();
        let mut names: Vec<_> = all.iter().map(|preset| &preset.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all.len());
        assert_eq!(all[0].name, Preset::BEST);
    }

    #[test]
    fn each_rung_differs_from_the_one_below_and_the_last_is_full_sound() {
        let ladder = Preset::ladder();
        assert!(ladder.windows(2).all(|pair| pair[0].config != pair[1].config));
        let full = Preset::named("full-sound").unwrap().config;
        assert_eq!(ladder.last().unwrap().config, full);
        assert_eq!(ladder[0].config, SearchConfig::plain());
    }

    /// What is no technique of its own: without these nothing is left to compare, or they are figures of
    /// others, or in no game's `best`.
    const NOT_LEFT_OUT: [&str; 7] =
        ["method", "alpha_beta", "mtdf", "table_from_depth", "opponent_model", "even_depths", "monte_carlo"];

    #[test]
    fn what_best_does_can_be_left_out_piece_by_piece() {
        let best = Preset::named(Preset::BEST).unwrap();
        assert_eq!(Preset::ablation(&best)[0], best);
        let without = changes("ablation.ron", ABLATION);
        let mut left_out: Vec<&str> = without.iter().map(|change| change.set[0].0.as_str()).collect();
        left_out.extend(NOT_LEFT_OUT);
        left_out.sort_unstable();
        let off = serde_json::to_value(SearchConfig::plain()).unwrap();
        let mut all: Vec<&str> = off.as_object().unwrap().keys().map(String::as_str).collect();
        all.sort_unstable();
        assert_eq!(left_out, all, "each field stands first in one change");
        // Whatever else is on that goes together.
        let more = [
            ("aspiration", "50"),
            ("replacement", "DeeperStays"),
            ("evaluation_cache", "10"),
            ("enhanced_cutoffs", "2"),
            ("symmetry", "4"),
            ("early_moves", "on"),
            ("order_by_evaluation", "2"),
            ("order_by_search", "6"),
            ("internal_deepening", "3"),
            ("endings_cache", "10"),
            ("bare_endings", "9"),
            ("near_table_from", "4"),
            ("parts_from", "1"),
            ("endings_table_from", "5"),
            ("leap_to_end", "9"),
            ("noisy_wins_from", "2"),
            ("threats", "10"),
            ("quiet_wins", "10"),
            ("probcut", "(model: [(deep: 3, shallow: 1, remaining: 0, slope: 1000, offset: 0, sigma: 9)])"),
            (
                "endgame",
                "(levels: [(percent: 90, deviations: 100)], \
                 model: [(shallow: 2, remaining: 5, slope: 1000, offset: 0, sigma: 9)])",
            ),
        ];
        let more = more.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let much = Preset::named("selective").unwrap().config.set_all(&more).unwrap();
        let on = serde_json::to_value(&much).unwrap();
        for change in &without {
            let first = &change.set[0].0;
            assert_ne!(on[first], off[first], "{}", change.name);
            let left = serde_json::to_value(change.of(&much).config).unwrap();
            for (key, value) in &change.set {
                assert_eq!(left[key], off[key], "{}: {key} is {value}", change.name);
            }
        }
    }
}
