//! The prompt of a game: what is typed there, and what is answered.

use crate::program::{run, text};

/// Everything printed when these lines are typed at the prompt of a game.
///
/// # Panics
/// If `play` fails or complains.
pub fn typed(arguments: &[&str], lines: &str) -> String {
    let output = run(&[&["play"], arguments].concat(), lines);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    text(&output.stdout)
}

/// The answer to the order that was typed at the `number`th prompt.
///
/// # Panics
/// If there were fewer.
pub fn answer(said: &str, number: usize) -> &str {
    let rest = said.split("> ").nth(number).unwrap_or_else(|| panic!("fewer than {number} prompts: {said}"));
    rest.rsplit_once("Your move, ").map_or(rest, |(answer, _)| answer)
}

/// The rows of the boards in it.
pub fn board(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit())).collect()
}
