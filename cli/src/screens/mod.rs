//! Where games are played.

pub(crate) mod plain;
pub(crate) mod tui;
pub(crate) mod web;
