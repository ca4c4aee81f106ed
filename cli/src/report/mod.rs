//! What commands print: tables, figures, boards, JSON lines.

mod board;
pub(crate) mod certainty;
mod columns;
mod figures;
pub(crate) mod html;
mod json;

pub(crate) use board::{capitalised, is_coloured, painted, wrapped};
pub(crate) use columns::{Align, Columns, Table};
pub(crate) use figures::{
    compact, counted, digits, elo, grouped, interval, per_second, plies, score, seconds, shortened, signed,
    span, value, with_interval,
};
pub(crate) use json::{Analysis, Forbidden, Plies, PositionState, Solution, Summary, Unread, Verdict};

use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Prints one line of results.
pub(crate) fn line(text: impl std::fmt::Display) -> io::Result<()> {
    writeln!(io::stdout(), "{text}")
}

/// Prints one JSON object on a line of its own.
pub(crate) fn json_line(value: &impl Serialize) -> io::Result<()> {
    line(serde_json::to_string(value)?)
}

/// Prints `{"summary": ...}`.
pub(crate) fn summary(value: &impl Serialize) -> io::Result<()> {
    json_line(&BTreeMap::from([("summary", value)]))
}

/// Prints rows of comma-separated values, the first of them the names of the columns.
pub(crate) fn csv(rows: impl IntoIterator<Item = Vec<String>>) -> Result<()> {
    let mut table = csv::Writer::from_writer(Vec::new());
    rows.into_iter().try_for_each(|row| table.write_record(row))?;
    // Written at once, so that a reader who has gone is told from a fault.
    Ok(io::stdout().write_all(&table.into_inner()?)?)
}
