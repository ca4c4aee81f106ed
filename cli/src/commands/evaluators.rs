//! `evaluators`: a game's evaluators, or the settings of one of them.

use crate::exit::{Exit, Usage};
use crate::report::{self, Align, Columns};
use anyhow::Result;
use anyply_framework::settings::unknown;
use anyply_games::TextGame;

/// Lists the evaluators, or prints the RON of the one that is named.
pub(crate) fn run(game: &str, name: Option<&str>) -> Result<Exit> {
    let game = super::opened(game)?;
    let known = game.evaluators();
    let Some(name) = name else {
        let width = known.iter().map(|info| info.name.len()).fold(16, usize::max);
        let columns = Columns::new(&[("evaluator", width, Align::Left), ("", 0, Align::Left)]);
        report::line(columns.head())?;
        for (number, info) in known.iter().enumerate() {
            let default = if number == 0 { " (default)" } else { "" };
            report::line(columns.row(&[info.name.to_owned(), format!("{}{default}", info.summary)]))?;
        }
        return Ok(Exit::Done);
    };
    let Some(info) = known.iter().find(|info| info.name == name) else {
        let names: Vec<_> = known.iter().map(|info| info.name).collect();
        return Err(Usage::error(unknown(&format!("evaluator of {}", game.name()), name, &names)));
    };
    report::line(info.settings.trim_end())?;
    Ok(Exit::Done)
}
