//! [`Typing`]: the line at the bottom in which a move or a word is typed.

use anyply_framework::quoted;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What is typed so far.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Typing(String);

/// What a key does to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    /// There may be more to come.
    More,
    /// The line is to be carried out.
    Line(String),
    /// It was given up.
    Nothing,
}

// In characters: no move or file name comes near it.
const LONGEST: usize = 4096;

impl Typing {
    /// Begins with these words.
    pub(super) fn with(text: &str) -> Self {
        let mut typing = Self::default();
        typing.paste(text);
        typing
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// Adds what was pasted, on one line.
    pub(super) fn paste(&mut self, text: &str) {
        let one_line = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c });
        let room = LONGEST.saturating_sub(self.0.chars().count());
        self.0.extend(one_line.filter(|c| !c.is_control()).take(room));
    }

    /// Takes a key. `words` can be completed.
    pub(super) fn key(&mut self, key: KeyEvent, words: &[String]) -> Typed {
        match key.code {
            KeyCode::Enter => return Typed::Line(std::mem::take(&mut self.0)),
            KeyCode::Esc => return Typed::Nothing,
            KeyCode::Backspace if self.0.is_empty() => return Typed::Nothing,
            KeyCode::Backspace => drop(self.0.pop()),
            KeyCode::Tab => self.complete(words),
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => self.0.clear(),
            KeyCode::Char('w') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                let kept = self.0.trim_end().rfind(' ').map_or(0, |space| space + 1);
                self.0.truncate(kept);
            }
            KeyCode::Char(c) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
                self.paste(c.encode_utf8(&mut [0; 4]));
            }
            _ => {}
        }
        Typed::More
    }

    // As far as all words agree that begin like the last one.
    fn complete(&mut self, words: &[String]) {
        let start = self.0.rfind(' ').map_or(0, |space| space + 1);
        let begun = self.0[start..].to_lowercase();
        let mut fitting = words.iter().filter(|word| word.to_lowercase().starts_with(&begun));
        let Some(first) = fitting.next() else { return };
        let agree = |one: &str, other: &str| {
            let same = one.chars().zip(other.chars()).take_while(|(a, b)| a.eq_ignore_ascii_case(b));
            one.chars().take(same.count()).collect::<String>()
        };
        let common = fitting.fold(first.clone(), |common, word| agree(&common, word));
        self.0.replace_range(start.., &common);
    }
}

/// The answer to keys that mean nothing here.
pub(super) fn meaningless(c: char) -> String {
    format!("{}: not a key of this screen; ? lists them, and : lets you type a move", quoted(&c.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(typing: &mut Typing, code: KeyCode) -> Typed {
        let words = ["undo", "f5", "f6", "hint"].map(str::to_owned);
        typing.key(KeyEvent::new(code, KeyModifiers::NONE), &words)
    }

    #[test]
    fn a_line_is_typed_completed_and_carried_out() {
        let mut typing = Typing::default();
        press(&mut typing, KeyCode::Char('u'));
        press(&mut typing, KeyCode::Tab);
        assert_eq!(typing.text(), "undo");
        assert_eq!(press(&mut typing, KeyCode::Enter), Typed::Line("undo".to_owned()));
        press(&mut typing, KeyCode::Char('f'));
        press(&mut typing, KeyCode::Tab);
        assert_eq!(typing.text(), "f", "f5 and f6 differ");
        press(&mut typing, KeyCode::Backspace);
        assert_eq!(press(&mut typing, KeyCode::Backspace), Typed::Nothing);
    }

    #[test]
    fn what_is_pasted_stays_on_one_line() {
        let mut typing = Typing::with("f5\nd6\u{7}\u{1F600}");
        assert_eq!(typing.text(), "f5 d6\u{1F600}");
        typing.paste(&"x".repeat(2 * LONGEST));
        assert_eq!(typing.text().chars().count(), LONGEST);
        let control = KeyEvent::new(KeyCode::Char('w'), KeyModifiers::CONTROL);
        typing.key(control, &[]);
        assert_eq!(typing.text(), "f5 ");
    }

    #[test]
    fn a_letter_of_any_alphabet_takes_the_room_of_one() {
        let mut typing = Typing::with(&"é".repeat(LONGEST - 1));
        typing.paste("xy");
        assert!(typing.text().ends_with("éx"));
    }
}
