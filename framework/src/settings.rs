//! Settings in RON: read with the place of what is wrong.

use crate::learn::Origin;
use crate::notation::quoted;
use crate::plugin::{EvaluatorInfo, EvaluatorSource};
use crate::search::NoMemory;
use ron::extensions::Extensions;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A settings text that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingsError {
    /// Not RON, an unknown field, or a value of the wrong kind.
    #[error("{origin}:{line}:{column}: {problem}")]
    Syntax {
        /// The file, or the name of the built-in text.
        origin: String,
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong there.
        problem: String,
    },
    /// More memory is asked for than there is.
    #[error("{0}")]
    Memory(NoMemory),
    /// Readable, but a figure is out of its range.
    #[error("{origin}: {problem}")]
    Range {
        /// The file, or the name of the built-in text.
        origin: String,
        /// Which figure, and its range.
        problem: String,
    },
}

impl SettingsError {
    /// An error in a text that was read, with the place of what it quotes first, if that is found there.
    pub fn in_text(origin: &str, text: &str, problem: String) -> Self {
        let origin = origin.to_owned();
        match quoted_place(text, &problem) {
            Some((line, column)) => Self::Syntax { origin, line, column, problem },
            None => Self::Range { origin, problem },
        }
    }
}

/// RON as people here write it: `name(field: 1)` for a variant that holds a struct, and a bare value for
/// `Some`.
fn dialect() -> ron::Options {
    ron::Options::default()
        .with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES)
        .with_default_extension(Extensions::IMPLICIT_SOME)
}

impl From<NoMemory> for SettingsError {
    fn from(error: NoMemory) -> Self {
        Self::Memory(error)
    }
}

/// Reads a value from a RON text. `origin` is named in errors.
///
/// # Errors
/// [`SettingsError::Syntax`] with line and column.
pub fn from_ron<T: DeserializeOwned>(origin: &str, text: &str) -> Result<T, SettingsError> {
    // Some programs begin a file with a mark of its encoding.
    dialect().from_str(text.trim_start_matches('\u{feff}')).map_err(|error| SettingsError::Syntax {
        origin: origin.to_owned(),
        line: error.span.start.line,
        column: error.span.start.col,
        problem: error.code.to_string(),
    })
}

/// Reads the settings that describe an evaluator.
///
/// # Errors
/// [`SettingsError`] with line and column; or for learned weights, since whoever has a use for them does not
/// read them as settings.
pub fn from_source<T: DeserializeOwned>(source: &EvaluatorSource) -> Result<T, SettingsError> {
    match source {
        EvaluatorSource::BuiltIn(EvaluatorInfo { settings: text, .. }) => from_ron(&source.name(), text),
        EvaluatorSource::File { text, .. } => from_ron(&source.name(), text),
        EvaluatorSource::Weights { weights, .. } => {
            let Origin { game, evaluator, .. } = weights.origin();
            Err(source.wrong(format!("weights for {game}'s '{evaluator}', and no settings")))
        }
    }
}

/// Writes a value as a RON text for people.
pub fn to_ron<T: Serialize>(value: &T) -> String {
    let pretty = ron::ser::PrettyConfig::default().indentor("  ");
    dialect()
        .to_string_pretty(value, pretty)
        .expect("settings and records hold nothing that RON cannot write")
}

/// Checks one figure of a settings text.
///
/// # Errors
/// A line that quotes the figure, and says what its range is.
pub fn within<T: PartialOrd + Display>(
    name: impl Display,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), String> {
    if range.contains(&value) {
        return Ok(());
    }
    let (least, most) = (range.start(), range.end());
    Err(format!("'{name}: {value}': expected {least} to {most}, for example {least}"))
}

/// Line and column, from 1, of what a one-line error about `text` quotes first: a word, or `field: value`,
/// the field perhaps with those that it is in (`outer.field`). Of several fields of that name it is the first
/// that has the value, if one has.
pub fn quoted_place(text: &str, problem: &str) -> Option<(usize, usize)> {
    let said = problem.split('\'').nth(1)?;
    let (word, value) = said.split_once(": ").unwrap_or((said, ""));
    let word = word.rsplit('.').next().unwrap_or(word);
    let string = format!("\"{said}\"");
    // Where fields of that name stand, and what follows the colon.
    let fields = || {
        text.match_indices(word).filter_map(|(at, _)| {
            let begins = !text[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
            let value = text[at + word.len()..].trim_start().strip_prefix(':')?;
            begins.then_some((at, value.trim_start()))
        })
    };
    let has_value = |found: &str| {
        let after = found.strip_prefix(value);
        after.is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '_')))
    };
    let field = fields().find(|(_, found)| has_value(found)).or_else(|| fields().next());
    let at = text.find(&string).or(field.map(|(at, _)| at))?;
    let before = &text[..at];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    Some((before.matches('\n').count() + 1, before[line_start..].chars().count() + 1))
}

/// The known name most like a word, if one is like it at all.
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let likeness = |name: &str| strsim::jaro_winkler(&word.to_lowercase(), name);
    let alike = known.iter().map(|name| (likeness(name), *name)).filter(|(likeness, _)| *likeness > 0.8);
    alike.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, name)| name)
}

/// One line for a word that names nothing known: the word, the nearest known name, all of them.
pub fn unknown(kind: &str, word: &str, known: &[&str]) -> String {
    let hint = nearest(word, known).map_or_else(String::new, |name| format!("; did you mean '{name}'?"));
    format!("unknown {kind} {}{hint} (known: {})", quoted(word), known.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_known_name_is_offered_and_all_are_listed() {
        let known = ["aspiration", "killers", "history"];
        assert_eq!(nearest("kilers", &known), Some("killers"));
        assert_eq!(nearest("HISTRY", &known), Some("history"));
        assert_eq!(nearest("xyzzy", &known), None);
        assert_eq!(nearest("selectivity", &["reverse_futility"]), None);
        assert_eq!(nearest("ablation", &["+aspiration"]), None);
        let line = unknown("setting", "kilers", &known);
        assert_eq!(
            line,
            "unknown setting 'kilers'; did you mean 'killers'? (known: aspiration, killers, history)"
        );
    }

    #[test]
    fn what_an_error_quotes_is_found_again() {
        let text = "(\n  budget: 0,\n  games: [(name: \"chess\")],\n)";
        assert_eq!(quoted_place(text, "unknown game 'chess' (known: 'a')"), Some((3, 18)));
        assert_eq!(quoted_place(text, "'budget: 0': expected 1 or more"), Some((2, 3)));
        let phases = "[\n  (own_moves: 3, moves: 2),\n  (moves: 9),\n]";
        assert_eq!(quoted_place(phases, "'phases.moves: 9': expected 0 to 5"), Some((3, 4)));
        assert_eq!(quoted_place(phases, "'moves: 7': expected 0 to 5"), Some((2, 18)));
        assert_eq!(quoted_place("(a: 12), (a: 1)", "'a: 1': expected 2"), Some((1, 11)));
        assert_eq!(quoted_place(text, "unknown game 'checkers'"), None);
        assert_eq!(quoted_place(text, "nothing quoted"), None);
    }

    #[test]
    fn a_mistake_in_ron_is_told_with_its_place() {
        let error = from_ron::<Vec<u8>>("mine.ron", "[\n  1,\n  x,\n]").unwrap_err();
        assert!(error.to_string().starts_with("mine.ron:3:3: "), "{error}");
    }
}
