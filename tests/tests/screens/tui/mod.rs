//! `anyply play GAME --tui`, above all, in a real pseudo-terminal: keys go in, the screen is read as a
//! terminal shows it.

mod ends;
mod games;
mod progress;
mod terminal;

use terminal::Terminal;
