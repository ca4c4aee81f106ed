//! Lines from a person at a terminal, with editing and completion, or from a pipe, plainly.

use crate::lines::line_of;
use crate::saves::Keeper;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use std::io::{self, IsTerminal, Write};

/// More than all the moves of a game; what a longer line has beyond is dropped.
const LONGEST_LINE: usize = 1 << 16;

/// What came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// A line, without its end.
    Line(String),
    /// There is no more.
    End,
    /// Ctrl-C at the prompt.
    Interrupted,
}

/// Where lines come from.
#[derive(Debug)]
pub(crate) struct Lines {
    editor: Option<Editor<Words, DefaultHistory>>,
    keeper: Keeper,
}

impl Lines {
    /// The editor is used where a person sits at both ends.
    pub(crate) fn new(keeper: Keeper) -> Self {
        let editor =
            if io::stdin().is_terminal() && io::stdout().is_terminal() { Editor::new().ok() } else { None };
        Self { editor, keeper }
    }

    /// Asks for a line. `words` are those that can be completed.
    pub(crate) fn read(&mut self, prompt: &str, words: Vec<String>) -> io::Result<Input> {
        let Some(editor) = &mut self.editor else { return read_plain(prompt) };
        editor.set_helper(Some(Words(words)));
        self.keeper.editing(true);
        let read = editor.readline(prompt);
        self.keeper.editing(false);
        Ok(match read {
            Ok(line) => {
                // History is a comfort: a line that is not kept is no error.
                let _ = editor.add_history_entry(line.as_str());
                Input::Line(line)
            }
            Err(ReadlineError::Interrupted) => Input::Interrupted,
            Err(_) => Input::End,
        })
    }
}

// What was read is shown behind its prompt, so that the output of a script reads like a session.
fn read_plain(prompt: &str) -> io::Result<Input> {
    let mut out = io::stdout();
    out.write_all(prompt.as_bytes())?;
    out.flush()?;
    let bytes = line_of(&mut io::stdin().lock(), LONGEST_LINE).unwrap_or_default();
    let (end, text) = (bytes.is_none(), bytes.unwrap_or_default());
    let text = String::from_utf8_lossy(&text);
    let line = text.trim_end_matches('\r');
    if end || !io::stdin().is_terminal() {
        let shown: String = line.chars().filter(|c| !c.is_control()).collect();
        writeln!(out, "{shown}")?;
    }
    Ok(if end { Input::End } else { Input::Line(line.to_owned()) })
}

/// Completes the last word of a line.
#[derive(Debug)]
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..pos];
        let begun = last_word(before);
        let start = pos - begun.len();
        let begun = begun.to_lowercase();
        let fits = |word: &&String| word.to_lowercase().starts_with(&begun);
        Ok((start, self.0.iter().filter(fits).cloned().collect()))
    }
}

/// What is being typed: the text after the last white space, of whatever width.
fn last_word(line: &str) -> &str {
    line.rsplit(char::is_whitespace).next().unwrap_or(line)
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Validator for Words {}
impl Hinter for Words {
    type Hint = String;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_begins_after_white_space_of_any_width() {
        for (line, word) in [("", ""), ("hi", "hi"), ("a b", "b"), ("hint\u{a0}", ""), ("hint\u{3000}f", "f")]
        {
            assert_eq!(last_word(line), word);
        }
    }
}
