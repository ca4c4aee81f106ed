//! Records: read in every format there is, and written in each that has room for the game.

use super::answer::{Json, No};
use super::hosted::Hosted;
use super::room::Room;
use super::view;
use crate::records::{Format, UNNAMED, formats, meant};
use crate::report::counted;
use anyply_framework::{Asked, Record};
use anyply_games::AnyGame;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;

/// Games of a file that are told by name: nobody looks through more, but may name the number of any.
const TOLD: usize = 1000;

/// The games of a file, and the format they were read in.
type Read = (Format, Vec<Record>);

/// A file of records that comes as the body.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Load {
    /// What the file is called; nothing for a text that was pasted.
    #[serde(default)]
    name: String,
    /// Its format, where the name does not say it.
    #[serde(default)]
    format: String,
    /// Which game they are of, where they do not say it.
    #[serde(default)]
    game: String,
    variant: Option<String>,
    size: Option<u32>,
    /// Which of them to study, from 1.
    number: Option<usize>,
}

/// What a file had in it.
#[derive(Serialize)]
struct Loaded {
    format: &'static str,
    games: usize,
    titles: Vec<String>,
    /// The one that was chosen.
    number: usize,
    state: Box<serde_json::value::RawValue>,
}

impl Load {
    /// Reads the file, and begins to study the game that was chosen.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn begin(
        &self,
        bytes: &[u8],
        begin: impl FnOnce(Hosted) -> Result<Arc<Room>, No>,
    ) -> Result<Json, No> {
        let (format, records) = self.read(bytes)?;
        let number = self.number.unwrap_or(1);
        let record = number.checked_sub(1).and_then(|number| records.get(number)).ok_or_else(|| {
            No(StatusCode::UNPROCESSABLE_ENTITY, format!("game {number} of {}: there is none", records.len()))
        })?;
        let room = begin(Hosted::of_record(record).map_err(|problem| unreadable(&problem))?)?;
        let titles = (1..).zip(&records).take(TOLD).map(|(number, record)| title(number, record)).collect();
        let state = serde_json::value::RawValue::from_string(room.state().to_string()).expect("it is JSON");
        Ok(Json(view::text(&Loaded { format: format.name, games: records.len(), titles, number, state })))
    }

    fn read(&self, bytes: &[u8]) -> Result<Read, No> {
        let game = match self.game.as_str() {
            "" => None,
            name => Some(AnyGame::open(name, self.variant.as_deref(), self.size).map_err(No::bad)?),
        };
        let read = |format: &Format| {
            let asked = Asked { variant: self.variant.as_deref(), size: self.size };
            let records = format.read(bytes, game.as_ref(), asked)?.records;
            let first = records.first().ok_or("there is no game in it")?;
            AnyGame::resume(first)?;
            Ok((*format, records))
        };
        match self.format()? {
            Some(format) => {
                read(&format).map_err(|problem: String| unreadable(&format!("{}: {problem}", format.name)))
            }
            // One after the other, those last that would read almost anything.
            None => {
                let mut all = formats();
                all.sort_by_key(|format| format.name == "transcript");
                let moves = all.last().expect("there are some");
                let found = all.iter().find_map(|format| read(format).ok());
                match (found, meant(bytes)) {
                    (Some(found), _) if game.is_some() => Ok(found),
                    (None, Some(format)) => {
                        read(&format).map_err(|problem| format!("{}: {problem}", format.name))
                    }
                    (found, _) if game.is_none() => of_some_game(moves, bytes, found),
                    _ => read(moves).map_err(unknown),
                }
                .map_err(|problem| unreadable(&problem))
            }
        }
    }

    // The format that was named, or that the name of the file ends in; a text may be in any.
    fn format(&self) -> Result<Option<Format>, No> {
        if !self.format.is_empty() {
            let named = formats().into_iter().find(|format| format.name == self.format);
            let unknown =
                || No::bad(format!("there is no format {}", anyply_framework::quoted(&self.format)));
            return named.map(Some).ok_or_else(unknown);
        }
        let found = Format::by_ending(Path::new(&self.name));
        Ok(found.filter(|format| format.name != "transcript"))
    }
}

fn unknown(problem: String) -> String {
    format!("it is in no format that is known; as moves: {problem}")
}

// Moves are of the one game that they are legal in from its start. A game's own format may take moves alone,
// too: `found` is what was read in one.
fn of_some_game(moves: &Format, bytes: &[u8], found: Option<Read>) -> Result<Read, String> {
    let own = found.as_ref().map(|(_, records)| records[0].game.clone());
    let legal = |name: &'static str| {
        let game = AnyGame::open(name, None, None).ok()?;
        let records = moves.read(bytes, Some(&game), Asked::default()).ok()?.records;
        (!records.is_empty()).then_some((*moves, records))
    };
    let others = AnyGame::names().into_iter().filter(|name| own.as_deref() != Some(name));
    let mut found: Vec<Read> = others.filter_map(legal).chain(found).collect();
    let names: Vec<_> = found.iter().map(|(_, records)| records[0].game.as_str()).collect();
    match names[..] {
        [] => Err(unknown(UNNAMED.to_owned())),
        [_] => Ok(found.remove(0)),
        _ => Err(format!("moves of {}: say of which game they are", names.join(" or of "))),
    }
}

fn unreadable(problem: &str) -> No {
    No(StatusCode::UNPROCESSABLE_ENTITY, problem.to_owned())
}

fn title(number: usize, record: &Record) -> String {
    let players = [&record.black, &record.white].map(|name| if name.is_empty() { "?" } else { name });
    let result = record.result.as_ref().map_or_else(String::new, |result| format!(", {result}"));
    let moves = counted(record.moves.len() as u64, "move");
    format!("{number}. {} – {}, {moves}{result}", players[0], players[1])
}

// A game, and the formats for all games and those of this one.
fn fitting(room: &Room) -> (Record, Vec<Format>) {
    let record = room.look(|hosted| hosted.record_at(hosted.plies()));
    let fit = formats().into_iter().filter(|format| format.is_for(&record.game)).collect();
    (record, fit)
}

/// The formats that a game can be written in, as JSON.
pub(super) fn exports(room: &Room) -> Arc<str> {
    let (record, mut formats) = fitting(room);
    formats.retain(|format| written(format, &record).is_ok());
    view::text(&formats)
}

/// A game in a format: a name for the file, and what stands in it.
///
/// # Errors
/// There is no such format, or it has no room for the game.
pub(super) fn export(room: &Room, name: &str) -> Result<(String, Vec<u8>), No> {
    let (record, formats) = fitting(room);
    let unknown =
        || No::nothing(format!("there is no format {} for this game", anyply_framework::quoted(name)));
    let format = formats.iter().find(|format| format.name == name).ok_or_else(unknown)?;
    let bytes = written(format, &record).map_err(|problem| unreadable(&problem))?;
    Ok((format!("{}-{}.{}", record.game, room.id, format.extension), bytes))
}

fn written(format: &Format, record: &Record) -> Result<Vec<u8>, String> {
    format.check_start(record).map_err(|problem| format!("the game {problem}"))?;
    format.write(std::slice::from_ref(record))
}
