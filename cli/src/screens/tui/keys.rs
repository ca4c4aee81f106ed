//! Keys and the mouse.

use super::screen::{Popup, Screen};
use super::typing::{Typed, meaningless};
use crate::exit::Exit;
use anyply_framework::Direction;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

impl Screen {
    /// Takes a key.
    pub(super) fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && key.code == KeyCode::Char('c') {
            self.leaving = Some(Exit::Interrupted);
        } else if control && key.code == KeyCode::Char('l') {
            self.blurred = true;
        } else if self.popup.is_some() {
            self.popup_key(key.code);
        } else if let Some(typing) = &self.typing {
            let (mut typing, words) = (typing.clone(), self.words());
            let typed = typing.key(key, &words);
            self.typing = (typed == Typed::More).then_some(typing);
            if let Typed::Line(line) = typed {
                self.message.clear();
                self.carry_out(&line);
            }
        } else if !control && !key.modifiers.contains(KeyModifiers::ALT) {
            self.board_key(key.code);
        }
    }

    fn board_key(&mut self, code: KeyCode) {
        self.notice.clear();
        match code {
            KeyCode::Left | KeyCode::Char('h') => self.go(Direction::Left),
            KeyCode::Down | KeyCode::Char('j') => self.go(Direction::Down),
            KeyCode::Up | KeyCode::Char('k') => self.go(Direction::Up),
            KeyCode::Right | KeyCode::Char('l') => self.go(Direction::Right),
            KeyCode::Tab => self.go_to_legal(true),
            KeyCode::BackTab => self.go_to_legal(false),
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(self.cursor),
            KeyCode::Esc => self.put_back(),
            KeyCode::Char('[') | KeyCode::PageUp => self.walk_to(self.view.ply.saturating_sub(1)),
            KeyCode::Char(']') | KeyCode::PageDown => self.walk_to(self.view.ply + 1),
            KeyCode::Home => self.walk_to(0),
            KeyCode::End => self.walk_to(usize::MAX),
            KeyCode::F(1) => self.popup = Some(Popup::Help(None)),
            KeyCode::Char(c) => self.letter(c),
            _ => {}
        }
    }

    fn letter(&mut self, c: char) {
        match c {
            ':' | 'm' => self.type_line(""),
            's' => self.type_line("save "),
            'o' => self.type_line("load "),
            't' => self.hint(),
            'y' => self.why(),
            'u' => self.undo(),
            'r' => self.redo(),
            'w' => self.swap(),
            'n' => self.offer_new_game(),
            'x' => self.offer_to_resign(),
            'a' => self.toggle_analysis(),
            'b' => self.turn(),
            'd' => self.dots = !self.dots,
            'g' => self.go_on_here(),
            '+' | '=' => self.change_level(true),
            '-' => self.change_level(false),
            '.' => self.mind.hurry(),
            '?' => self.popup = Some(Popup::Help(None)),
            'q' => self.leave(),
            _ => self.message = meaningless(c),
        }
    }

    fn go(&mut self, direction: Direction) {
        // Turned back, so that the cursor goes along the same lines whichever way up the board is.
        let beside = match self.turned {
            true => self.geometry.turned().beside(self.cursor, direction.turned()),
            false => self.geometry.beside(self.cursor, direction),
        };
        self.cursor = beside.unwrap_or(self.cursor);
    }

    // To the next place, in reading order and round the board, that a legal move goes on to.
    fn go_to_legal(&mut self, forward: bool) {
        let places = &self.geometry.places;
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|&place| (places[place].at.y, places[place].at.x));
        if !forward {
            order.reverse();
        }
        let here = order.iter().position(|&place| place == self.cursor).unwrap_or_default();
        let next = order[here..].iter().chain(&order[..here]).skip(1);
        let mut legal = next.filter(|&&place| self.view.leads_to(&self.picked, place));
        self.cursor = legal.next().copied().unwrap_or(self.cursor);
    }

    // Whatever was begun last.
    fn put_back(&mut self) {
        if self.picked.pop().is_none() {
            if self.walk.is_some() {
                self.walk_to(usize::MAX);
            }
            // The computer's move is not put back: there is a key for that.
            if !self.is_waiting() {
                self.mind.hurry();
            }
            self.hinted.clear();
            self.message.clear();
        }
    }

    fn popup_key(&mut self, code: KeyCode) {
        let Some(popup) = &mut self.popup else { return };
        match (popup, code) {
            (Popup::NewGame(form), KeyCode::Up | KeyCode::Char('k')) => form.go(false),
            (Popup::NewGame(form), KeyCode::Down | KeyCode::Tab | KeyCode::Char('j')) => form.go(true),
            (Popup::NewGame(form), KeyCode::Left | KeyCode::Char('h')) => form.turn(false),
            (Popup::NewGame(form), KeyCode::Right | KeyCode::Char('l' | ' ')) => form.turn(true),
            (Popup::NewGame(form), KeyCode::Enter) => {
                let form = form.clone();
                self.popup = None;
                self.new_game(&form);
            }
            (Popup::NewGame(_), KeyCode::Esc | KeyCode::Char('q')) => self.popup = None,
            (Popup::NewGame(_), _) => {}
            (Popup::Resign, KeyCode::Char('y' | 'Y')) => {
                self.popup = None;
                self.resign();
            }
            (Popup::Text { from, .. } | Popup::Help(Some(from)), KeyCode::Up | KeyCode::Char('k')) => {
                *from = from.saturating_sub(1);
            }
            (Popup::Help(Some(from)), KeyCode::Down | KeyCode::Char('j')) => *from += 1,
            (Popup::Text { lines, from, .. }, KeyCode::Down | KeyCode::Char('j')) => {
                *from = (*from + 1).min(lines.len().saturating_sub(1));
            }
            _ => self.popup = None,
        }
    }

    /// Takes the mouse: a click chooses a place, the wheel walks through the moves.
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let at = Position::new(mouse.column, mouse.row);
        if !matches!(mouse.kind, MouseEventKind::Moved) {
            self.notice.clear();
        }
        match mouse.kind {
            MouseEventKind::Down(_) if matches!(self.popup, Some(Popup::NewGame(_))) => {}
            MouseEventKind::Down(_) if self.popup.is_some() => self.popup = None,
            MouseEventKind::Down(MouseButton::Left) => {
                let place = self.layout.and_then(|layout| layout.place_at(&self.geometry, at));
                if let Some(place) = place {
                    self.choose(place);
                }
            }
            MouseEventKind::Down(MouseButton::Right) => self.put_back(),
            MouseEventKind::ScrollUp if self.popup.is_none() => self.walk_to(self.view.ply.saturating_sub(1)),
            MouseEventKind::ScrollDown if self.popup.is_none() => self.walk_to(self.view.ply + 1),
            _ => {}
        }
    }
}
