//! `presets`: the built-in search settings, or one of them.

use crate::exit::{Exit, Usage};
use crate::report::{self, Align, Columns};
use anyhow::Result;
use anyply_framework::search::Preset;
use anyply_framework::settings::unknown;

/// Lists the presets, or prints the RON of the one that is named.
pub(crate) fn run(name: Option<&str>) -> Result<Exit> {
    let Some(name) = name else {
        let columns = Columns::new(&[("preset", 12, Align::Left), ("", 0, Align::Left)]);
        report::line(columns.head())?;
        for (number, preset) in Preset::ALL.iter().enumerate() {
            let default = if number == 0 { " (default)" } else { "" };
            report::line(columns.row(&[preset.name.to_owned(), format!("{}{default}", preset.summary)]))?;
        }
        return Ok(Exit::Done);
    };
    let Some(preset) = Preset::named(name) else {
        let names: Vec<_> = Preset::ALL.iter().map(|preset| preset.name).collect();
        return Err(Usage::error(unknown("preset", name, &names)));
    };
    report::line(preset.settings.trim_end())?;
    Ok(Exit::Done)
}
