//! The program on a screen, as somebody who sits before it sees it.

#[cfg(unix)]
mod tui;
