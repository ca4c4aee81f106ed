//! Records of games in files: the formats for all games, and those that each game brings from its world.

pub(crate) mod sgf;
mod transcript;

use crate::exit::Usage;
use crate::setup;
use anyhow::{Context, Result, anyhow};
use anyply_framework::settings::unknown;
use anyply_framework::{
    Asked, Found, Keeps, Record, RecordError, RecordFormat, RecordVersion, SettingsError, decoded, quoted,
    read_whole, unmarked,
};
use anyply_games::{AnyGame, TextGame};
use serde::Serialize;
use std::io;
use std::path::Path;

/// A file format for records. Serialised it is what a person is told of it.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Format {
    pub(crate) name: &'static str,
    pub(crate) extension: &'static str,
    pub(crate) summary: &'static str,
    #[serde(skip)]
    pub(crate) keeps: Keeps,
    #[serde(skip)]
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    /// One record, with all there is.
    Ron,
    /// The same as one JSON object a line.
    Json,
    /// The moves of one game a line.
    Transcript,
    Sgf,
    /// Of the world of the game of that name.
    Own(&'static str, &'static RecordFormat),
}

const GENERAL: [Format; 4] = [
    Format {
        name: "record",
        extension: "ron",
        summary: "a saved game: one, with all there is",
        keeps: Keeps::ALL,
        kind: Kind::Ron,
    },
    Format {
        name: "json",
        extension: "jsonl",
        summary: "saved games, one JSON object a line",
        keeps: Keeps::ALL,
        kind: Kind::Json,
    },
    Format {
        name: "transcript",
        extension: "txt",
        summary: "the moves of one game a line, in the game's notation",
        keeps: Keeps::MOVES,
        kind: Kind::Transcript,
    },
    Format {
        name: "sgf",
        extension: "sgf",
        summary: "Smart Game Format, for games that have a number in it",
        keeps: Keeps { players: true, comments: true, scores: true, resignations: true, ..Keeps::MOVES },
        kind: Kind::Sgf,
    },
];

/// What is said of a file that needs a name of a game beside it.
pub(crate) const UNNAMED: &str = "it does not say which game it is of: name it";

/// The formats for all games and then those of each, by name.
pub(crate) fn formats() -> Vec<Format> {
    let own = AnyGame::names().into_iter().flat_map(|name| {
        let game = AnyGame::open(name, None, None).expect("a known game");
        game.formats().iter().map(move |format| Format {
            name: format.name,
            extension: format.extension,
            summary: format.summary,
            keeps: format.keeps,
            kind: Kind::Own(name, format),
        })
    });
    GENERAL.into_iter().chain(own).collect()
}

/// How texts begin that can only be meant in one format, the more special ones first.
const BEGINNINGS: [(&str, &str); 5] =
    [("(;GM[Othello]", "ggf"), ("(;", "sgf"), ("{", "json"), ("(", "record"), ("Piskvorky", "psq")];
/// Cells of the smallest board, at which a text begins that is a position.
const CELLS: usize = 16;

/// The format that a text is plainly meant in, whether it can be read or not.
pub(crate) fn meant(bytes: &[u8]) -> Option<Format> {
    let text = decoded(unmarked(bytes));
    let text = text.trim_start();
    let begins = BEGINNINGS.iter().find(|(beginning, _)| text.starts_with(beginning));
    let position = || text.len() > CELLS && text.bytes().take(CELLS).all(|cell| b"XO-*".contains(&cell));
    let name = begins.map(|(_, name)| *name).or_else(|| position().then_some("obf"))?;
    formats().into_iter().find(|format| format.name == name)
}

impl Format {
    /// The format of that name, or else of a file by its name; `option`, if there is one, would have said it.
    pub(crate) fn of(name: Option<&str>, path: &Path, option: Option<&str>) -> Result<Self> {
        let formats = formats();
        let known: Vec<&str> = formats.iter().map(|format| format.name).collect();
        if let Some(name) = name {
            let named = formats.iter().find(|format| format.name == name || format.extension == name);
            return named.copied().ok_or_else(|| Usage::error(unknown("format", name, &known)));
        }
        Self::by_ending(path).ok_or_else(|| {
            let expected = match option {
                Some(option) => format!("{option}, one of {}", known.join(", ")),
                None => {
                    let endings: Vec<String> =
                        formats.iter().map(|format| format!(".{}", format.extension)).collect();
                    format!("a name that ends in {}", endings.join(", "))
                }
            };
            Usage::error(format!("'{}' does not say its format: expected {expected}", path.display()))
        })
    }

    /// The format that the end of a file's name says.
    pub(crate) fn by_ending(path: &Path) -> Option<Self> {
        let extension = path.extension()?;
        formats().into_iter().find(|format| extension.eq_ignore_ascii_case(format.extension))
    }

    /// The format of a file that by its name has games, in a form for games alone: lines of text or JSON may
    /// be of anything.
    pub(crate) fn of_games(path: &Path) -> Option<Self> {
        let extension = path.extension()?;
        let fits = |format: &Self| {
            let for_games = matches!(format.kind, Kind::Sgf | Kind::Own(..)) && format.keeps.moves;
            for_games && extension.eq_ignore_ascii_case(format.extension)
        };
        formats().into_iter().find(fits)
    }

    /// The games of a file, every one of them legal, and one at least.
    pub(crate) fn games_in(&self, path: &Path, game: Option<&AnyGame>, asked: Asked<'_>) -> Result<Found> {
        let file = path.display();
        let found = self.read(&bytes(path)?, game, asked).map_err(|problem| {
            let place = if problem.starts_with(|c: char| c.is_ascii_digit()) { ":" } else { ": " };
            let how = if problem.ends_with(UNNAMED) { " with --game" } else { "" };
            anyhow!("{file}{place}{problem}{how}")
        })?;
        if found.records.is_empty() {
            return Err(anyhow!("{file}: no game in it"));
        }
        for (number, record) in (1..).zip(&found.records) {
            AnyGame::resume(record).map_err(|problem| anyhow!("{file}: game {number}: {problem}"))?;
        }
        Ok(found)
    }

    /// Reads every game. `game` is whose they are, and `asked` what else was said of them, where the file
    /// does not say it.
    ///
    /// # Errors
    /// A line, with the place where there is one; also where the file says otherwise.
    pub(crate) fn read(
        &self,
        bytes: &[u8],
        game: Option<&AnyGame>,
        asked: Asked<'_>,
    ) -> Result<Found, String> {
        let found = self.found(unmarked(bytes), game, asked)?;
        for (number, record) in (1..).zip(&found.records) {
            agrees(record, game, asked).map_err(|problem| match &found.records[..] {
                [_] => problem,
                _ => format!("game {number}: {problem}"),
            })?;
        }
        Ok(found)
    }

    fn found(&self, bytes: &[u8], game: Option<&AnyGame>, asked: Asked<'_>) -> Result<Found, String> {
        let text = || std::str::from_utf8(bytes).map_err(|_| "it is not text".to_owned());
        let named = || game.ok_or_else(|| UNNAMED.to_owned());
        match self.kind {
            Kind::Ron => Ok(vec![ron(text()?)?].into()),
            Kind::Json => {
                let lines = (1..).zip(text()?.lines()).filter(|(_, line)| !line.trim().is_empty());
                Ok(lines.map(json).collect::<Result<Vec<Record>, String>>()?.into())
            }
            Kind::Transcript => Ok(transcript::read(text()?, named()?)?.into()),
            Kind::Sgf => sgf::read(bytes, game.map(TextGame::name), asked),
            Kind::Own(name, format) => match game.filter(|game| game.name() != name) {
                Some(game) => Err(self.is_not_for(name, game.name())),
                None => (format.read)(bytes, asked).map_err(|problem| problem.to_string()),
            },
        }
    }

    /// Whether games of that name can be written in it.
    pub(crate) fn is_for(&self, game: &str) -> bool {
        !matches!(self.kind, Kind::Own(name, _) if name != game)
    }

    /// Whether the game that it reads back would begin where this one does.
    ///
    /// # Errors
    /// What else that game does, in words that follow its name.
    pub(crate) fn check_start(&self, record: &Record) -> Result<(), String> {
        if self.keeps.start {
            return Ok(());
        }
        let mut game = AnyGame::at_start_of(record)?;
        let usual = game.position_text();
        // It may be spelled otherwise than it is written here.
        game.set_position(&record.start, None).map_err(|problem| problem.to_string())?;
        match game.position_text() == usual {
            true => Ok(()),
            false => Err(format!("begins elsewhere than usual, which {} cannot say", self.name)),
        }
    }

    /// Writes games. They are legal: see [`AnyGame::resume`].
    ///
    /// # Errors
    /// A line that says what it has no room for.
    pub(crate) fn write(&self, records: &[Record]) -> Result<Vec<u8>, String> {
        match (self.kind, records) {
            (Kind::Ron, [record]) => Ok(record.to_text().into_bytes()),
            (Kind::Ron, _) => {
                Err(format!("{} games, and a saved game is one: write json, for one a line", records.len()))
            }
            (Kind::Json, _) => {
                let line =
                    |record| serde_json::to_string(record).expect("a record is a plain structure") + "\n";
                Ok(records.iter().map(line).collect::<String>().into_bytes())
            }
            (Kind::Transcript, _) => match records.iter().find(|record| record.game != records[0].game) {
                Some(other) => Err(format!(
                    "games of {} and {}, and {} does not say which a line is of: write json",
                    records[0].game, other.game, self.name
                )),
                None => lines(records, transcript::line),
            },
            (Kind::Sgf, _) => lines(records, sgf::line),
            (Kind::Own(name, format), _) => match records.iter().find(|record| record.game != name) {
                Some(other) => Err(self.is_not_for(name, &other.game)),
                None => (format.write)(records)
                    .map_err(|problem| format!("game {}: {}", problem.line, problem.problem)),
            },
        }
    }

    fn is_not_for(&self, name: &str, other: &str) -> String {
        format!("{} is for games of {name}, not of {other}", self.name)
    }
}

// `-` is stdin.
fn bytes(path: &Path) -> Result<Vec<u8>> {
    if path != Path::new("-") {
        return setup::bytes(path);
    }
    read_whole(io::stdin()).context("cannot read stdin")
}

fn lines(records: &[Record], line: fn(&Record) -> Result<String, String>) -> Result<Vec<u8>, String> {
    let lines = records.iter().map(|record| Ok(line(record)? + "\n"));
    lines.collect::<Result<String, String>>().map(String::into_bytes)
}

// Whether a game is what was asked for. What was not asked for may be anything.
fn agrees(record: &Record, game: Option<&AnyGame>, asked: Asked<'_>) -> Result<(), String> {
    let name = game.map_or(record.game.as_str(), |game| game.name());
    let variant = asked.variant.unwrap_or(&record.variant);
    match asked.size.or(record.size) {
        _ if record.game != name => Err(format!("a game of {}, not of {name}", record.game)),
        _ if record.variant != variant => {
            Err(format!("a game of the variant {}, not {variant}", quoted(&record.variant)))
        }
        size if record.size != size => {
            let [found, size] = [record.size, size].map(|size| size.unwrap_or(0));
            Err(format!("a board of size '{found}', not {size}"))
        }
        _ => Ok(()),
    }
}

fn ron(text: &str) -> Result<Record, String> {
    Record::from_text("", text).map_err(|error| match error {
        RecordError::Syntax(SettingsError::Syntax { line, column, problem, .. }) => {
            format!("{line}:{column}: not a saved game: {problem}")
        }
        _ => error.to_string(),
    })
}

fn json((number, line): (usize, &str)) -> Result<Record, String> {
    let wrong = |error: serde_json::Error| {
        let said = error.to_string();
        let said = said.rsplit_once(" at line").map_or(said.as_str(), |(said, _)| said).to_owned();
        format!("{number}:{}: {said}", error.column().max(1))
    };
    if let Ok(version) = serde_json::from_str::<RecordVersion>(line) {
        version.check().map_err(|error| format!("{number}:1: {error}"))?;
    }
    serde_json::from_str(line).map_err(wrong)
}
