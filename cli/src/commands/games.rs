//! `games`: what can be played.

use crate::exit::Exit;
use crate::report::{self, Align, Columns};
use anyhow::Result;
use anyply_games::{AnyGame, TextGame};

/// Lists the games with their variants.
pub(crate) fn run() -> Result<Exit> {
    let columns =
        Columns::new(&[("game", 10, Align::Left), ("variant", 20, Align::Left), ("", 0, Align::Left)]);
    report::line(columns.head())?;
    for name in AnyGame::names() {
        let game = super::opened(name)?;
        report::line(columns.row(&[name.to_owned(), String::new(), game.summary().to_owned()]))?;
        for variant in AnyGame::variants(name) {
            let size = variant.size.map_or_else(String::new, |size| format!(" --size {size}"));
            let default = if variant == game.variant() { " (default)" } else { "" };
            let option = format!("{}{size}", variant.name);
            report::line(columns.row(&[String::new(), option, format!("{}{default}", variant.summary)]))?;
        }
    }
    Ok(Exit::Done)
}
