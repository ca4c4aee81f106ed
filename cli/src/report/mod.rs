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
    span, value,
};
pub(crate) use json::{
    Analysis, BenchLine, Depth, Divided, Plies, PositionState, Solution, Summary, Unread, Verdict,
};

use serde::Serialize;
use std::io::{self, Write};

/// Prints one line of results.
pub(crate) fn line(text: impl std::fmt::Display) -> io::Result<()> {
    writeln!(io::stdout(), "{text}")
}

/// Prints one JSON object on a line of its own.
pub(crate) fn json_line(value: &impl Serialize) -> io::Result<()> {
    line(serde_json::to_string(value)?)
}
