//! What a recipe names, looked up.

use super::super::learned_evaluator;
use super::super::recipe::Recipe;
use crate::plugin::{EvaluatorInfo, Plugin};
use crate::positions::setup_plies;
use crate::search::SearchConfig;
use crate::settings::SettingsError;

/// Looks up all that a recipe names, in every round, and what depends on the game: what is wrong should not
/// be told after hours of play.
///
/// # Errors
/// A line that quotes what is unknown here, or does not fit.
pub fn check<G: Plugin>(game: &G, recipe: &Recipe) -> Result<(), String> {
    beside(game, recipe)?;
    for name in recipe.rounds.iter().filter_map(|round| round.evaluator.as_deref()) {
        EvaluatorInfo::named::<G>(name)?;
    }
    config::<G>(&recipe.play)?;
    let Recipe { solve, exact_from, opening: (fewest, most), .. } = recipe;
    let longest = game.remaining(&game.start().position).saturating_sub(setup_plies(game) as u32);
    if *most >= longest {
        return Err(format!(
            "'opening: ({fewest}, {most})': expected fewer plies than a game can last, which is {longest}"
        ));
    }
    if !config::<G>(solve)?.method.proves() && *exact_from > 0 {
        return Err(format!("'solve: {solve}': expected a preset that proves results, for example solve"));
    }
    Ok(())
}

/// The hand-made evaluator that a recipe means.
///
/// # Errors
/// A line that quotes its name, if there is none of that name.
pub fn beside<G: Plugin>(game: &G, recipe: &Recipe) -> Result<&'static EvaluatorInfo, String> {
    let learned = learned_evaluator(game);
    if let Some(name) = &recipe.beside {
        if Some(name.as_str()) == learned {
            return Err(format!("'beside: {name}': expected an evaluator without learned weights"));
        }
        return EvaluatorInfo::named::<G>(name);
    }
    let found = G::evaluators().iter().find(|info| Some(info.name) != learned);
    found.ok_or_else(|| "'beside': there is no evaluator without learned weights".to_owned())
}

/// The settings of a preset.
pub(super) fn config<G: Plugin>(name: &str) -> Result<SearchConfig, String> {
    G::named_preset(name, &[]).map(|preset| preset.config)
}

/// An error of a recipe, of which no text is at hand.
pub(in super::super) fn wrong(problem: String) -> SettingsError {
    SettingsError::Range { origin: "recipe".to_owned(), problem }
}
