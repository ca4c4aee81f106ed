//! [`Look`]: colours and signs. What colours tell, signs tell too where there are none.
//!
//! The sixteen colours are the terminal's own. A board brings its ground with it, so that its pieces look the
//! same on a light and on a dark terminal; all else stands on the terminal's ground in its own colour.

use anyply_framework::{Ground, Look as Whose, Piece, Side};
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use std::env;

/// What the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Look {
    /// Colours may be used.
    pub(super) coloured: bool,
    /// It shows more than ASCII.
    pub(super) unicode: bool,
}

/// Why a place is pointed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// The cursor is there.
    Cursor,
    /// It is part of the move being pointed at.
    Picked,
    /// A hint names it.
    Hinted,
    /// Something has just changed there.
    Changed,
    /// The last move.
    Last,
}

impl Mark {
    /// What stands before and behind the place.
    pub(super) const fn signs(self) -> [&'static str; 2] {
        match self {
            Self::Cursor => [">", "<"],
            Self::Picked => ["{", "}"],
            Self::Hinted => ["?", "?"],
            Self::Changed => ["(", ")"],
            Self::Last => ["[", "]"],
        }
    }
}

impl Look {
    /// What can be known of the terminal. Systems that say nothing of their characters have had all of them
    /// for long.
    pub(super) fn of_terminal(coloured: bool) -> Self {
        let named = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
        let locale = named.into_iter().find(|value| !value.is_empty());
        let utf8 = |name: String| name.to_lowercase().replace('-', "").contains("utf8");
        Self { coloured, unicode: cfg!(windows) || locale.is_none_or(utf8) }
    }

    fn style(self, style: Style) -> Style {
        if self.coloured { style } else { Style::new() }
    }

    /// Coordinates and what is said beside the matter.
    pub(super) fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// As all else.
    pub(super) fn plain(self) -> Style {
        Style::new()
    }

    /// One of many that is meant.
    pub(super) fn pointed(self) -> Style {
        self.style(Style::new().fg(Color::Cyan)).add_modifier(Modifier::BOLD)
    }

    /// What is to be seen first.
    pub(super) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// A line that is chosen among others.
    pub(super) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// What a board stands on, with its lines.
    pub(super) fn ground(self, ground: Ground) -> Style {
        let colour = match ground {
            Ground::Squares => Color::Green,
            Ground::Lines => Color::Yellow,
            Ground::Hexagons => Color::Blue,
        };
        let line = if ground == Ground::Hexagons { Color::White } else { Color::Black };
        self.style(Style::new().bg(colour).fg(line))
    }

    /// The ground of a place that is pointed out, on a board.
    pub(super) fn marked(self, mark: Mark) -> Style {
        let style = Style::new().fg(Color::Black).add_modifier(Modifier::BOLD);
        let style = match mark {
            Mark::Cursor => style.bg(Color::Cyan),
            Mark::Picked => style.bg(Color::Magenta),
            Mark::Hinted => style.bg(Color::LightBlue),
            Mark::Changed => style.bg(Color::LightRed),
            Mark::Last => Style::new().fg(Color::Red).add_modifier(Modifier::BOLD),
        };
        if self.coloured { style } else { Style::new().add_modifier(Modifier::BOLD) }
    }

    /// The dot of a legal move: small, so it must stand out from its ground.
    pub(super) fn legal(self, ground: Ground) -> Style {
        let colour = if ground == Ground::Lines { Color::Black } else { Color::White };
        self.style(Style::new().fg(colour)).add_modifier(Modifier::BOLD)
    }

    /// A place that the rules forbid.
    pub(super) fn refused(self) -> Style {
        self.style(Style::new().fg(Color::Red))
    }

    /// A sign for a side's pieces: a disc of its colour, or a letter.
    pub(super) fn sign(self, whose: Whose) -> (&'static str, Style) {
        let sign = match whose {
            Whose::Black if !self.coloured => "X",
            Whose::White if !self.coloured => "O",
            Whose::Neutral if !self.coloured => "*",
            Whose::Black | Whose::White | Whose::Neutral => "●",
            Whose::Empty | Whose::Gone => " ",
        };
        let colour = match whose {
            Whose::White => Color::White,
            Whose::Neutral => Color::Red,
            Whose::Black | Whose::Empty | Whose::Gone => Color::Black,
        };
        (sign, self.style(Style::new().fg(colour)))
    }

    /// A piece with something written on it, three columns wide or one more: a badge of its side's colour, or
    /// its letter, the writing, and a star where it stands out. A neutral piece's letter is a star already.
    pub(super) fn badge(self, piece: &Piece) -> (String, Style) {
        let starred = piece.special && (self.coloured || piece.look != Whose::Neutral);
        let star = if starred { "*" } else { "" };
        if !self.coloured {
            return (format!("{}{}{star}", self.sign(piece.look).0, piece.label), self.strong());
        }
        let style = match piece.look {
            Whose::Black => Style::new().fg(Color::White).bg(Color::Black),
            Whose::White => Style::new().fg(Color::Black).bg(Color::White),
            _ => Style::new().fg(Color::White).bg(Color::Red),
        };
        let label = format!("{:>2}", piece.label);
        (format!("{label:2}{star:1}"), style.add_modifier(Modifier::BOLD))
    }

    /// A side by one letter, as its pieces are where there are no colours.
    pub(super) fn letter(self, side: Side) -> &'static str {
        match side {
            _ if !self.coloured => self.sign(Whose::from(side)).0,
            Side::Black => "B",
            Side::White => "W",
        }
    }

    /// A side in a list of players, on the terminal's own ground.
    pub(super) fn emblem(self, side: Side) -> (&'static str, Style) {
        let style = match side {
            _ if !self.coloured => self.strong(),
            Side::Black => Style::new().fg(Color::White).bg(Color::Black),
            Side::White => Style::new().fg(Color::Black).bg(Color::White),
        };
        (self.letter(side), style)
    }
}

/// Puts what ASCII has in the place of all else, for terminals that show no more.
pub(super) fn in_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let plain = match cell.symbol() {
            symbol if symbol.is_ascii() => continue,
            "─" => "-",
            "│" => "|",
            "·" | "…" => ".",
            "•" => "*",
            "●" => "o",
            "█" | "▀" | "▄" => "#",
            "┌" | "┐" | "└" | "┘" | "├" | "┤" | "┬" | "┴" | "┼" | "╭" | "╮" | "╰" | "╯" => {
                "+"
            }
            _ => "?",
        };
        cell.set_symbol(plain);
    }
}
