//! Boards with colours, where they are wanted.

use crate::args::Color;
use anyply_framework::{Drawing, Style};
use std::env;
use std::io::{self, IsTerminal};

/// Whether to colour what goes to stdout.
pub(crate) fn is_coloured(wish: Color) -> bool {
    match wish {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
                || env::var_os("TERM").is_some_and(|term| term == "dumb");
            !refused && io::stdout().is_terminal()
        }
    }
}

/// A drawing as text. Without colours it is the text alone, which says it all.
pub(crate) fn painted(drawing: &Drawing, coloured: bool) -> String {
    if !coloured {
        return drawing.to_string();
    }
    let mut text = String::new();
    for line in drawing.lines() {
        for (piece, style) in line {
            match code(*style) {
                Some(code) if !piece.trim().is_empty() => text += &format!("\x1b[{code}m{piece}\x1b[0m"),
                _ => text += piece,
            }
        }
        text.push('\n');
    }
    text
}

// Colours that can be read on a light and on a dark ground; the ground itself is left alone.
const fn code(style: Style) -> Option<&'static str> {
    match style {
        Style::Frame => Some("2"),
        Style::Empty => None,
        Style::Black => Some("1;36"),
        Style::White => Some("1;33"),
        Style::Neutral => Some("1;35"),
        Style::Last => Some("1;7"),
        Style::Legal => Some("32"),
    }
}

/// A text with its first letter large.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Words on lines of at most about 76 columns, each line indented.
pub(crate) fn wrapped(words: &[String], indent: &str) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        if width == 0 || width + 1 + word.len() > 76 {
            if width > 0 {
                text.push('\n');
            }
            text += indent;
            width = indent.len();
        } else {
            text.push(' ');
            width += 1;
        }
        text += word;
        width += word.len();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_with_a_capital() {
        assert_eq!(capitalised("the computer"), "The computer");
        assert_eq!(capitalised(""), "");
    }

    #[test]
    fn colours_only_add_codes() {
        let mut drawing = Drawing::default();
        drawing.line().put("1 ", Style::Frame).put("X", Style::Black).put(" .", Style::Empty);
        assert_eq!(painted(&drawing, false), "1 X .\n");
        assert_eq!(painted(&drawing, true), "\x1b[2m1 \x1b[0m\x1b[1;36mX\x1b[0m .\n");
    }

    #[test]
    fn long_lists_are_wrapped() {
        let words = vec!["abcdefg".to_owned(); 20];
        assert!(wrapped(&words, "  ").lines().all(|line| line.len() <= 76 && line.starts_with("  ")));
        assert_eq!(wrapped(&[], "  "), "");
    }
}
