//! What the words of an experiment mean: its positions, settings and evaluators looked up, and the files it
//! names read.

use super::names::{NumberedFile, short_names};
use super::plan::{ALPHABETA, PlannedEvaluator, PlannedGame, PlannedSetting, REFERENCE};
use super::positions::positions;
use super::weights::written;
use super::{Experiment, GameChoice, PositionChoice, SettingChoice};
use crate::notation::quoted;
use crate::plugin::{EvaluatorInfo, EvaluatorSource, Plugin};
use crate::search::{Preset, SearchConfig};
use std::collections::HashSet;

/// Why an experiment cannot be planned.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// What the experiment says itself: an unknown name, a position that is none.
    #[error("{0}")]
    Said(String),
    /// A file that it names, with the place.
    #[error("{0}")]
    File(String),
}

/// Who reads the files that an experiment names.
pub struct ReadFiles<'a> {
    /// A text.
    pub text: &'a dyn Fn(&str) -> Result<String, String>,
    /// An evaluator.
    pub evaluator: &'a dyn Fn(&str) -> Result<EvaluatorSource, String>,
    /// Whether a word that is no known name is meant to be a file.
    pub is_meant: &'a dyn Fn(&str) -> bool,
}

impl PlannedGame {
    /// Looks up what the experiment says of one game. `read` reads the files it names.
    ///
    /// # Errors
    /// [`PlanError`], with the file and the line where there is one.
    pub fn new<G: Plugin>(
        game: &G,
        choice: &GameChoice,
        experiment: &Experiment,
        read: &ReadFiles<'_>,
    ) -> Result<Self, PlanError> {
        let variant = game.variant();
        // Each position once: the same one twice would count as two.
        let mut seen = HashSet::new();
        let mut positions = chosen_positions(game, &choice.positions, experiment.seed, read)?;
        positions.retain(|position| seen.insert(position.clone()));
        let (settings, numbered) = chosen_settings::<G>(experiment, read)?;
        Ok(Self {
            name: G::NAME.to_owned(),
            variant: variant.name.to_owned(),
            size: variant.size,
            unit: G::UNIT.to_owned(),
            positions,
            settings,
            numbered,
            evaluators: chosen_evaluators::<G>(&choice.evaluators, read)?,
        })
    }
}

fn chosen_positions<G: Plugin>(
    game: &G,
    choice: &PositionChoice,
    seed: u64,
    read: &ReadFiles<'_>,
) -> Result<Vec<String>, PlanError> {
    let (name, text) = match choice {
        PositionChoice::BuiltIn(count) => return Ok(positions(game, *count, seed)),
        PositionChoice::Texts(texts) if texts.is_empty() => {
            return Err(PlanError::Said("'positions: Texts([])': expected at least one position".to_owned()));
        }
        PositionChoice::Texts(texts) => {
            return texts.iter().map(|text| position(game, text).map_err(PlanError::Said)).collect();
        }
        PositionChoice::File(name) => (name, (read.text)(name).map_err(PlanError::File)?),
    };
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('%'));
    let found: Result<Vec<_>, _> = lines
        .map(|(number, line)| {
            let text = line.split(';').next().unwrap_or(line).trim();
            position(game, text).map_err(|error| PlanError::File(format!("{name}:{number}: {error}")))
        })
        .collect();
    match found {
        Ok(found) if found.is_empty() => Err(PlanError::File(format!("{name}: no position in it"))),
        found => found,
    }
}

// Read and written again: the same position is the same text, and the side is said.
fn position<G: Plugin>(game: &G, text: &str) -> Result<String, String> {
    let at = game.parse_position(text, None).map_err(|error| error.to_string())?;
    match at.outcome(game) {
        Some(outcome) => Err(format!("{}: the game is over there: {outcome}", quoted(text))),
        None => Ok(game.position_text(&at)),
    }
}

// The settings, and what the numbers mean in their names.
fn chosen_settings<G: Plugin>(
    experiment: &Experiment,
    read: &ReadFiles<'_>,
) -> Result<(Vec<PlannedSetting>, Vec<NumberedFile>), PlanError> {
    let mut chosen: Vec<PlannedSetting> = Vec::new();
    let named = |name: &String, config| {
        PlannedSetting::new(Preset { name: name.clone(), summary: String::new(), config })
    };
    for choice in &experiment.settings {
        match choice {
            SettingChoice::Preset(name) => chosen.extend(presets::<G>(name)?),
            SettingChoice::File(name) => {
                let text = (read.text)(name).map_err(PlanError::File)?;
                let config = SearchConfig::from_ron(name, &text);
                let config = config.map_err(|error| PlanError::File(error.to_string()))?;
                chosen.push(named(name, config));
            }
            SettingChoice::Config(choice) => chosen.push(named(&choice.name, choice.config.clone())),
        }
    }
    for setting in &mut chosen {
        let changed = setting.config.set_all(&experiment.set);
        setting.config = changed.map_err(|problem| PlanError::Said(format!("set: {problem}")))?;
    }
    if !chosen.iter().any(|setting| setting.config == ALPHABETA.config) {
        // What bears its name was changed.
        let is_taken = chosen.iter().any(|setting| setting.name == REFERENCE);
        let name = if is_taken { format!("plain {REFERENCE}") } else { REFERENCE.to_owned() };
        let plain = PlannedSetting::new(Preset { name, ..ALPHABETA.clone() });
        chosen.push(PlannedSetting { reference: true, ..plain });
    }
    let mut settings: Vec<PlannedSetting> = Vec::new();
    for setting in chosen {
        match settings.iter().find(|other| other.name == setting.name) {
            // In two families, perhaps.
            Some(same) if same.config == setting.config => {}
            Some(_) => {
                return Err(PlanError::Said(format!("{}: two settings of that name", quoted(&setting.name))));
            }
            None => settings.push(setting),
        }
    }
    // Results that go on with the same file in another place are of the same setting.
    let is_file = |name: &str| {
        experiment.settings.iter().any(|choice| matches!(choice, SettingChoice::File(file) if file == name))
    };
    let (names, numbered) =
        short_names(settings.iter().map(|setting| (setting.name.as_str(), is_file(&setting.name))));
    settings.iter_mut().zip(names).for_each(|(setting, name)| setting.name = name);
    Ok((settings, numbered))
}

// One preset, or a family. The ladder is the same for all games; what can be left out depends on a game's own
// best.
fn presets<G: Plugin>(name: &str) -> Result<Vec<PlannedSetting>, PlanError> {
    let planned = |presets: Vec<Preset>| presets.into_iter().map(PlannedSetting::new);
    match name {
        "ladder" => Ok(planned(Preset::ladder()).collect()),
        "ablation" => {
            let family = planned(Preset::ablation(&G::best())).enumerate();
            Ok(family.map(|(place, setting)| PlannedSetting { of_best: place > 0, ..setting }).collect())
        }
        _ => {
            let preset = G::named_preset(name, &Preset::FAMILIES).map_err(PlanError::Said)?;
            Ok(vec![PlannedSetting::new(preset)])
        }
    }
}

fn chosen_evaluators<G: Plugin>(
    names: &[String],
    read: &ReadFiles<'_>,
) -> Result<Vec<PlannedEvaluator>, PlanError> {
    let default = [G::evaluators()[0].name.to_owned()];
    let names = if names.is_empty() { &default[..] } else { names };
    let anywhere = |evaluator: &PlannedEvaluator| {
        let mut evaluator = evaluator.clone();
        evaluator.forget_place();
        evaluator
    };
    let mut chosen: Vec<PlannedEvaluator> = Vec::new();
    for name in names {
        if chosen.iter().any(|other| other.name == *name) {
            continue;
        }
        let source = match EvaluatorInfo::named::<G>(name) {
            Ok(_) => None,
            Err(_) if (read.is_meant)(name) => Some((read.evaluator)(name).map_err(PlanError::File)?),
            Err(said) => return Err(PlanError::Said(said)),
        };
        let evaluator = PlannedEvaluator { name: name.clone(), weights: source.as_ref().and_then(written) };
        // The same one in two files would be told from itself by nothing.
        if let Some(same) = chosen.iter().find(|other| anywhere(other) == anywhere(&evaluator)) {
            let [copy, first] = [name, &same.name].map(|name| quoted(name));
            return Err(PlanError::Said(format!("{copy} holds the same as {first}")));
        }
        chosen.push(evaluator);
    }
    Ok(chosen)
}
