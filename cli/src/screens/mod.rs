//! Where games are played.

pub(crate) mod plain;
pub(crate) mod tui;
mod view;
pub(crate) mod web;
