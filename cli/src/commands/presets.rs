//! `presets`: the built-in search settings, or one of them.

use crate::args::Presets;
use crate::exit::{Exit, Usage};
use crate::report::{self, Align, Columns};
use anyhow::Result;
use anyply_framework::quoted;
use anyply_framework::search::Preset;
use anyply_framework::settings::{to_ron, unknown};
use anyply_games::{AnyGame, TextGame};

/// Lists the presets, or prints the RON of the one that is named.
pub(crate) fn run(args: &Presets) -> Result<Exit> {
    let presets = match &args.game {
        Some(game) => super::opened(game)?.presets(),
        None => Preset::all(),
    };
    let Some(name) = &args.name else {
        let columns = Columns::new(&[("preset", 15, Align::Left), ("", 0, Align::Left)]);
        report::line(columns.head())?;
        for (number, preset) in presets.iter().enumerate() {
            let default = if number == 0 { " (default)" } else { "" };
            report::line(columns.row(&[preset.name.clone(), format!("{}{default}", preset.summary)]))?;
        }
        return Ok(Exit::Done);
    };
    let Some(preset) = presets.iter().find(|preset| preset.name == *name) else {
        return Err(Usage::error(unknown_preset(name, &presets)));
    };
    report::line(format_args!("// {}\n{}", preset.summary, to_ron(&preset.config)))?;
    Ok(Exit::Done)
}

// A name that is not known here may be that of a game.
fn unknown_preset(name: &str, presets: &[Preset]) -> String {
    let has_it = |game: &AnyGame| game.presets().iter().any(|preset| preset.name == name);
    if let Some(game) = AnyGame::all().find(has_it) {
        let game = game.name();
        return format!("preset {} is one of {game}'s own: give --game {game}", quoted(name));
    }
    let names: Vec<_> = presets.iter().map(|preset| preset.name.as_str()).collect();
    unknown("preset", name, &names)
}
