//! The screen as a whole: the board, the panel beside it, what is said below them, and what lies over them.

use super::board::Picture;
use super::layout::Layout;
use super::look::{Mark, in_ascii};
use super::panel;
use super::popup;
use super::screen::Screen;
use anyply_games::TextGame;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Wrap};

/// The least columns with which the panel is of use, and the most it can use.
const PANEL: (u16, u16) = (26, 48);
/// The lines below the board.
const FOOT: u16 = 2;

/// Those that are needed most come first: as many are told as there is room for.
const KEYS: [&str; 10] = [
    "? help",
    "q quit",
    "n new",
    ": type",
    "t hint",
    "u undo",
    "a analysis",
    "[ ] walk",
    "Enter move",
    "Tab next",
];

impl Screen {
    /// Draws everything, in whatever room there is.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let (board, panel) = self.regions(area);
        self.layout = Layout::fit(&self.geometry, board);
        match self.layout {
            Some(layout) if area.height > FOOT => {
                self.picture().draw(&layout, frame.buffer_mut());
                if let Some(panel) = panel {
                    panel::draw(self, frame, panel);
                }
                self.draw_foot(frame, area);
                self.show_cursor(frame, &layout);
            }
            _ => self.draw_excuse(frame, area),
        }
        popup::draw(self, frame, area);
        if !self.look.unicode {
            in_ascii(frame.buffer_mut());
        }
    }

    // The board gets what it can use, the panel the rest; where both have no room, the panel goes.
    fn regions(&self, area: Rect) -> (Rect, Option<Rect>) {
        let height = area.height.saturating_sub(FOOT);
        let beside = area.width.saturating_sub(PANEL.0 + 1);
        let Some(width) = Layout::width(&self.geometry, (beside, height)) else {
            return (Rect { height, ..area }, None);
        };
        let panel = (area.width - width - 1).min(PANEL.1);
        let board = Rect { height, width: area.width - panel - 1, ..area };
        (board, Some(Rect { x: area.right() - panel, width: panel, height, ..area }))
    }

    fn picture(&self) -> Picture<'_> {
        let (changed, before) = self.changing();
        let mut pieces: Vec<_> = self.view.pieces.iter().collect();
        if let Some(before) = before {
            for &place in changed {
                pieces[place] = &before.pieces[place];
            }
        }
        let mut marks = vec![(self.cursor, Mark::Cursor)];
        marks.extend(self.picked.iter().map(|&place| (place, Mark::Picked)));
        marks.extend(self.hinted.iter().map(|&place| (place, Mark::Hinted)));
        // What was moved is told by the last move; what else changed is its effect.
        marks.extend(self.view.last.iter().map(|&place| (place, Mark::Last)));
        marks.extend(changed.iter().map(|&place| (place, Mark::Changed)));
        let legal_after = self.dots.then_some(&self.picked[..]);
        Picture { geometry: &self.geometry, view: &self.view, pieces, marks, legal_after, look: self.look }
    }

    // The terminal's own cursor goes where one types or points, for those who follow it by ear.
    fn show_cursor(&self, frame: &mut Frame<'_>, layout: &Layout) {
        if self.popup.is_some() || self.typing.is_some() {
            return;
        }
        let (column, row) = layout.cell(self.geometry.ground, self.geometry.places[self.cursor].at);
        if let (Ok(x), Ok(y)) = (column.try_into(), row.try_into()) {
            frame.set_cursor_position(Position::new(x, y));
        }
    }

    fn draw_foot(&self, frame: &mut Frame<'_>, area: Rect) {
        let last = Rect { y: area.bottom() - 1, height: 1, ..area };
        let status = Span::styled(self.status(), self.look.strong());
        let keys = keys_within(usize::from(area.width).saturating_sub(status.width()));
        frame.render_widget(Line::from(vec![status, Span::styled(keys, self.look.faint())]), last);
        if let Some(typing) = &self.typing {
            let text = format!("> {}", typing.text());
            let width = Line::from(text.as_str()).width() as u16;
            // The end of a long line is what is being typed.
            let hidden = width.saturating_sub(area.width.saturating_sub(1));
            let line = Rect { y: area.bottom() - 2, height: 1, ..area };
            frame.render_widget(Clear, line);
            frame.render_widget(Paragraph::new(text).scroll((0, hidden)), line);
            frame.set_cursor_position(Position::new(line.x + width - hidden, line.y));
            return;
        }
        let told = format!("{} {}", self.notice, self.message);
        let lines = lines_of(&told, area.width).clamp(1, area.height - 1);
        let message = Paragraph::new(told.trim_start()).wrap(Wrap { trim: true });
        let above = Rect { y: last.y - lines, height: lines, ..area };
        frame.render_widget(Clear, above);
        frame.render_widget(message, above);
    }

    /// Whose turn it is, or what else is going on.
    fn status(&self) -> String {
        let side = self.table.game.side().name();
        if let Some(result) = self.table.result() {
            format!("Game over. {result}")
        } else if self.is_waiting() {
            "Thinking...".to_owned()
        } else if self.walk.is_some() {
            format!("Looking back: {} to move.", self.view.side.name())
        } else if let Some(question) = self.table.opening_question() {
            let how = if self.table.is_choice() { " (type it, after :)" } else { "" };
            format!("{question}{how}.")
        } else if self.table.person() == Some(self.table.game.side()) {
            format!("Your move, {side}.")
        } else {
            format!("{side} to move.")
        }
    }

    fn draw_excuse(&self, frame: &mut Frame<'_>, area: Rect) {
        let (width, height) = Layout::least(&self.geometry);
        let text = format!(
            "Too small: the terminal has {}x{}, this board needs {width}x{}; with its panel, 80x24.",
            area.width,
            area.height,
            height + FOOT
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
    }
}

// None of them cut in two.
fn keys_within(width: usize) -> String {
    let mut told = String::new();
    for key in KEYS {
        if told.len() + 2 + key.len() > width {
            break;
        }
        told += "  ";
        told += key;
    }
    told
}

/// The lines that a text takes when it is wrapped at words.
fn lines_of(text: &str, width: u16) -> u16 {
    let width = usize::from(width.max(1));
    let mut lines = 1;
    let mut used = 0;
    for word in text.split_whitespace() {
        let long = word.chars().count();
        if used > 0 && used + 1 + long > width {
            lines += 1;
            used = 0;
        }
        used += long + usize::from(used > 0);
        lines += used.saturating_sub(1) / width;
        used = if used > width { used % width } else { used };
    }
    u16::try_from(lines).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_whole_and_those_that_matter_on_a_small_terminal() {
        let all = keys_within(usize::MAX);
        for width in 0..=all.len() {
            let told = keys_within(width);
            assert!(told.len() <= width && all.starts_with(&told), "{told}");
            assert!(told.split("  ").skip(1).all(|key| KEYS.contains(&key)), "{told}");
        }
        let small = keys_within(80 - "Your move, White.".len());
        assert!(["? help", "q quit", "n new", ": type"].iter().all(|key| small.contains(key)), "{small}");
    }
}
