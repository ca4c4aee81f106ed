//! `presets`: the built-in search settings, or one of them.

use crate::args::Presets;
use crate::exit::{Exit, Usage};
use crate::report::{self, Align, Columns};
use anyhow::Result;
use anyply_framework::search::Preset;
use anyply_framework::settings::{to_ron, unknown};
use anyply_games::TextGame;

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
        let names: Vec<_> = presets.iter().map(|preset| preset.name.as_str()).collect();
        return Err(Usage::error(unknown("preset", name, &names)));
    };
    report::line(format_args!("// {}\n{}", preset.summary, to_ron(&preset.config)))?;
    Ok(Exit::Done)
}
