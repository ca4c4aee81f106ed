//! What draws a board in the browser and on pages of results alike: a script that knows no game, and its
//! style sheet.

/// The script: a module.
pub(crate) const SCRIPT: &str = include_str!("drawing.js");
/// The style sheet.
pub(crate) const SHEET: &str = include_str!("drawing.css");
