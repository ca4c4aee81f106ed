//! Where games are played.

pub(crate) mod plain;
pub(crate) mod tui;
mod view;
pub(crate) mod web;

use std::time::Duration;

/// For how long a move is there to be seen before the computer makes the next.
pub(crate) const SEEN: Duration = Duration::from_millis(450);
