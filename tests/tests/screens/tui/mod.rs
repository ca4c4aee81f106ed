//! `anyply play GAME --tui` in a real pseudo-terminal: keys go in, the screen is read as a terminal shows it.

mod ends;
mod games;
mod terminal;

use terminal::Terminal;
