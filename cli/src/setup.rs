//! From arguments as typed to what a command works with: a game at a position, limits, engine settings.

use crate::args::{BookArg, EngineArgs, FileArgs, Format, Place};
use crate::exit::Usage;
use crate::records;
use crate::values::{LevelChoice, Strength, tighter};
use anyhow::{Context, Result, anyhow};
use anyply_framework::book::{Book, OpenBook};
use anyply_framework::search::{Limits, SearchConfig};
use anyply_framework::settings::{SettingsError, unknown};
use anyply_framework::{
    EngineSettings, EvaluatorSource, KnownScores, Level, ParseError, Plugin, Record, RecordError, Session,
    Side, quoted, read_file, read_whole, unmarked,
};
use anyply_games::{AnyGame, GameVisitor, TextGame};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A new session of the game that was named.
pub(crate) fn game(name: &str, place: &Place) -> Result<AnyGame> {
    let mut game = AnyGame::open(name, place.variant.as_deref(), place.size).map_err(Usage::error)?;
    if let Some(seed) = place.seed {
        game.new_game(seed);
    }
    Ok(game)
}

/// The game at the position that the options describe.
pub(crate) fn game_at(name: &str, place: &Place, file: Option<&FileArgs>) -> Result<AnyGame> {
    known_at(name, place, file).map(|(game, _)| game)
}

/// The same, and what the text of the position says to be known of it.
pub(crate) fn known_at(name: &str, place: &Place, file: Option<&FileArgs>) -> Result<(AnyGame, KnownScores)> {
    let mut game = game(name, place)?;
    let mut known = KnownScores::default();
    if let Some((path, format)) = file.and_then(file_and_format) {
        match format {
            Format::Record => {
                let file = || path.display().to_string();
                game = session_of(&record(path)?, name, place).with_context(file)?;
            }
            Format::Positions => only_position(&mut game, path, place)?,
        }
    }
    if let Some(text) = &place.position {
        let text = if text == "-" { stdin()? } else { text.clone() };
        known = set_position(&mut game, text.trim(), place.side).context("position")?;
    }
    check_side(&game, place.side).map_err(Usage::error)?;
    if let Some(moves) = &place.moves {
        game.play_moves(moves).context("moves")?;
        // Of another position.
        known = KnownScores::default();
    }
    Ok((game, known))
}

/// Whether it is the turn of the side that was asked for; a line that says whose it is.
pub(crate) fn check_side(game: &AnyGame, asked: Option<Side>) -> Result<(), String> {
    let turn = game.side();
    match asked.filter(|&asked| asked != turn) {
        Some(asked) => Err(format!(
            "--side {}: in the position it is {}'s turn",
            asked.name().to_lowercase(),
            turn.name()
        )),
        None => Ok(()),
    }
}

/// The file that was named, and what it holds.
pub(crate) fn file_and_format(file: &FileArgs) -> Option<(&Path, Format)> {
    let path = file.file.as_deref()?;
    let by_name = match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("ron") => Format::Record,
        _ => Format::Positions,
    };
    Some((path, file.format.unwrap_or(by_name)))
}

/// A saved game, read but not yet replayed.
pub(crate) fn record(path: &Path) -> Result<Record> {
    let name = path.display().to_string();
    let text = text(path)?;
    // As one line: the error names its cause already, and a mistake in RON its file with the place.
    let is_ron = path.extension().is_none_or(|extension| extension.eq_ignore_ascii_case("ron"))
        || text.trim_start().starts_with('(') && records::Format::of_games(path).is_none();
    Record::from_text(&name, &text).map_err(|error| match error {
        RecordError::Syntax(_) if !is_ron => {
            anyhow!("{name} is no saved game (.ron); `anyply convert` makes one of a game in another format")
        }
        RecordError::Syntax(_) => anyhow!("{error}"),
        _ => anyhow!("{name}: {error}"),
    })
}

/// The session of a saved game, which must be of the game and the variant asked for.
pub(crate) fn session_of(record: &Record, name: &str, place: &Place) -> Result<AnyGame> {
    if record.game != name {
        return Err(anyhow!("a saved game of {}, not of {name}", quoted(&record.game)));
    }
    if place.variant.is_some() || place.size.is_some() {
        let mut game = game(name, place)?;
        game.load(record).map_err(|error| anyhow!("{error}"))?;
        return Ok(game);
    }
    AnyGame::resume(record).map_err(anyhow::Error::msg)
}

// A file of one position may also be a board over several lines.
fn only_position(game: &mut AnyGame, path: &Path, place: &Place) -> Result<()> {
    let text = as_text(path, &bytes(path)?).or_else(|error| hold_positions(path).and(Err(error)))?;
    let lines = position_lines(&text);
    let position = joined(&lines);
    let Err(wrong) = set_position(game, &position, place.side) else { return Ok(()) };
    hold_positions(path)?;
    if place.side.is_none() && set_position(game, &position, Some(Side::Black)).is_ok() {
        return Err(anyhow!("{} does not say who is to move: give --side as well", path.display()));
    }
    let many = lines.len();
    if many < 2 {
        return Err(wrong).with_context(|| path.display().to_string());
    }
    let (line, wrong) = in_line(&text, &lines, wrong);
    let is_one = !lines.iter().any(|(_, line)| is_position(game, line, place.side));
    Err(wrong).with_context(|| match (path.display(), is_one) {
        (name, true) => format!("{name}:{line}"),
        (name, false) => {
            format!("{name} has {many} lines and is not one position (solve reads many): line {line}")
        }
    })
}

/// Whether a line is a position by itself, whoever is to move.
pub(crate) fn is_position(game: &mut AnyGame, line: &str, side: Option<Side>) -> bool {
    game.set_position(position_of(line), side.or(Some(Side::Black))).is_ok()
}

/// What is wrong with such lines [together](joined), with the number of the line of `text` that it stands in,
/// and its column there.
pub(crate) fn in_line(text: &str, lines: &[(usize, &str)], wrong: ParseError) -> (usize, ParseError) {
    let (index, wrong) = wrong.in_line(&joined(lines));
    let number = lines[index].0;
    let line = text.lines().nth(number - 1).unwrap_or_default();
    (number, wrong.at_column(line.len() - line.trim_start().len()))
}

/// The position of a text, without what is known of it.
pub(crate) fn position_of(text: &str) -> &str {
    text.split(';').next().unwrap_or(text).trim()
}

/// Sets the position of a text, after whose `;` may stand what is known of it.
///
/// # Errors
/// One of them is none, with its place.
pub(crate) fn set_position(
    game: &mut AnyGame,
    text: &str,
    side: Option<Side>,
) -> Result<KnownScores, ParseError> {
    let (position, known) = text.split_once(';').unwrap_or((text, ""));
    game.set_position(position.trim(), side)?;
    game.known_scores(known).map_err(|error| error.at_column(position.len() + 1))
}

/// Of a file of games it is told once that it has no positions, and not line by line.
pub(crate) fn hold_positions(path: &Path) -> Result<()> {
    let Some(format) = records::Format::of_games(path) else { return Ok(()) };
    let (name, summary) = (path.display(), format.summary);
    Err(anyhow!(
        "'{name}' has games ({summary}), not positions; `anyply convert` makes a saved game (.ron) of one"
    ))
}

/// The lines of a file of positions that are neither empty nor comments, with their numbers from 1.
pub(crate) fn position_lines(text: &str) -> Vec<(usize, &str)> {
    (1..)
        .zip(text.lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('%'))
        .collect()
}

/// Such lines as the one text that they may be together.
pub(crate) fn joined(lines: &[(usize, &str)]) -> String {
    lines.iter().map(|(_, line)| *line).collect::<Vec<_>>().join("\n")
}

/// A file as text.
pub(crate) fn text(path: &Path) -> Result<String> {
    as_text(path, &bytes(path)?)
}

/// A file as it is.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>> {
    read_file(path).with_context(|| format!("cannot read '{}'", path.display()))
}

fn as_text(path: &Path, bytes: &[u8]) -> Result<String> {
    read_text(bytes).ok_or_else(|| anyhow!("cannot read '{}': it is not text", path.display()))
}

fn read_text(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(unmarked(bytes)).ok().map(str::to_owned)
}

fn stdin() -> Result<String> {
    let bytes = read_whole(io::stdin()).context("cannot read the position from stdin")?;
    read_text(&bytes).ok_or_else(|| anyhow!("the position from stdin is not text"))
}

/// Limits for a command that searches but does not play.
pub(crate) fn limits(strength: &Strength) -> Result<Limits> {
    Ok(match fixed_level(strength)? {
        Some(level) => tighter(level.limits(), strength.limits.clone()),
        None => strength.limits.clone(),
    })
}

/// The level that was asked for, if any, where it cannot follow games.
pub(crate) fn fixed_level(strength: &Strength) -> Result<Option<Level>> {
    match strength.level {
        Some(LevelChoice::Auto) => Err(Usage::error(
            "invalid value 'auto' for '--level': it follows games, so only play has it; 1 to 12",
        )),
        Some(LevelChoice::Fixed(number)) => Ok(Some(level(number))),
        None => Ok(None),
    }
}

/// A level whose number was checked when it was read.
pub(crate) fn level(number: u8) -> Level {
    Level::get(number).expect("levels are read within their range")
}

/// Gives the session the engine asked for. `config` is the command's own default. Where nothing differs from
/// what the session has, nothing is built before it is needed.
pub(crate) fn configure(game: &mut AnyGame, args: &EngineArgs, config: Option<SearchConfig>) -> Result<()> {
    let settings = engine_settings(game, args, config)?;
    apply(game, settings)
}

// Settings that do not fit the evaluator that was typed are wrong usage; one that was read from a file is in
// error itself.
fn apply(game: &mut AnyGame, settings: EngineSettings) -> Result<()> {
    // Not the default: the session may have been given something else before, as by a match for its first
    // player.
    let has = game.settings();
    let same = settings.config == has.config && settings.evaluator == has.evaluator;
    let no_book = settings.book.is_none() && has.book.is_none();
    if same && no_book && settings.resources == has.resources {
        return Ok(());
    }
    let typed = matches!(settings.evaluator, None | Some(EvaluatorSource::BuiltIn(_)));
    game.configure(settings).map_err(|problem| match problem {
        SettingsError::Range { .. } if typed => Usage::error(problem.to_string()),
        _ => problem.into(),
    })
}

/// [`configure`], where the engine may also play by a book. What it draws by lot is drawn from `seed`; only
/// if that is given, it draws among the moves of the book that are nearly as good.
pub(crate) fn configure_with(
    game: &mut AnyGame,
    args: &EngineArgs,
    book: &BookArg,
    seed: Option<u64>,
) -> Result<()> {
    let book = book.book.as_ref().map(|path| self::book(game, path)).transpose()?;
    let mut settings = engine_settings(game, args, None)?;
    settings.resources.seed = seed.unwrap_or(settings.resources.seed);
    settings.book = book.map(|book| OpenBook { book, lot: seed });
    apply(game, settings)
}

const OPPONENT_MODEL: &str = "opponent_model";

/// What plays best against people: once it has lost, it plays for their mistakes.
pub(crate) fn against_people(game: &AnyGame) -> SearchConfig {
    game.default_settings().config.set(OPPONENT_MODEL, "true").expect("it is a setting")
}

/// The same whichever settings were chosen, unless it was said otherwise.
pub(crate) fn play_for_mistakes(args: &mut EngineArgs) {
    args.set.insert(0, (OPPONENT_MODEL.to_owned(), "true".to_owned()));
}

/// The opening book in a file, which must be one for this game.
pub(crate) fn book(game: &mut AnyGame, path: &Path) -> Result<Arc<Book>> {
    struct Read<'a>(&'a Path);
    impl GameVisitor for Read<'_> {
        type Output = Result<Book, String>;
        fn visit<G: Plugin>(self, session: &mut Session<G>) -> Self::Output {
            Book::from_file(session.game(), self.0)
        }
    }
    game.accept(Read(path)).map(Arc::new).map_err(anyhow::Error::msg)
}

fn engine_settings(
    game: &AnyGame,
    args: &EngineArgs,
    config: Option<SearchConfig>,
) -> Result<EngineSettings> {
    let default = game.default_settings();
    let mut settings = default.clone();
    settings.config = search_config(game, args, config)?;
    settings.evaluator = args.eval.as_deref().map(|name| evaluator(game, name)).transpose()?;
    settings.resources.threads = args.threads.map_or(default.resources.threads, usize::from);
    settings.resources.hash = args.hash.unwrap_or(default.resources.hash);
    Ok(settings)
}

fn search_config(game: &AnyGame, args: &EngineArgs, default: Option<SearchConfig>) -> Result<SearchConfig> {
    let config = match (&args.config, default) {
        (Some(name), _) => named_config(game, name)?,
        (None, Some(config)) => config,
        (None, None) => game.default_settings().config,
    };
    config.set_all(&args.set).map_err(|problem| Usage::error(format!("--set: {problem}")))
}

/// The search settings of that name, or in that file.
pub(crate) fn named_config(game: &AnyGame, name: &str) -> Result<SearchConfig> {
    let presets = game.presets();
    if let Some(preset) = presets.iter().find(|preset| preset.name == name) {
        return Ok(preset.config.clone());
    }
    let known: Vec<_> = presets.iter().map(|preset| preset.name.as_str()).collect();
    let path = file_meant(name, "preset", &known)?;
    Ok(SearchConfig::from_ron(name, &text(&path)?)?)
}

/// The evaluator of that name, or in that file.
pub(crate) fn evaluator(game: &AnyGame, name: &str) -> Result<EvaluatorSource> {
    if let Some(info) = game.evaluators().iter().find(|info| info.name == name) {
        return Ok(EvaluatorSource::BuiltIn(info));
    }
    let known: Vec<_> = game.evaluators().iter().map(|info| info.name).collect();
    let path = file_meant(name, &format!("evaluator of {}", game.name()), &known)
        .map_err(|error| of_another_board(game, name).unwrap_or(error))?;
    EvaluatorSource::from_file(&path).map_err(anyhow::Error::msg)
}

// What to say where only the game's first board has an evaluator of that name.
fn of_another_board(game: &AnyGame, name: &str) -> Option<anyhow::Error> {
    let first = AnyGame::open(game.name(), None, None).ok()?;
    first.evaluators().iter().find(|info| info.name == name)?;
    let [own, other] = [game, &first].map(|game| game.variant().name);
    Some(Usage::error(format!(
        "the evaluator '{name}' of {} is for {other} alone, not for {own}",
        game.name()
    )))
}

fn file_meant(word: &str, kind: &str, known: &[&str]) -> Result<PathBuf> {
    match means_file(word, Path::new("")) {
        true => Ok(word.into()),
        false => Err(Usage::error(unknown(kind, word, known))),
    }
}

/// Whether a word that is no known name means a file, as seen from `folder`: if it looks like one, or is
/// there.
pub(crate) fn means_file(word: &str, folder: &Path) -> bool {
    let looks_like_one = word.contains(['/', '\\']) || Path::new(word).extension().is_some();
    looks_like_one || folder.join(word).is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_empty_lines_are_passed_over_but_counted() {
        let lines = position_lines("% endings\r\n\r\nXO- X; 3\n  \nX-- O\r\n");
        assert_eq!(lines, [(3, "XO- X; 3"), (5, "X-- O")]);
    }

    #[test]
    fn an_unknown_word_is_not_taken_for_a_file() {
        let othello = AnyGame::open("othello", None, None).unwrap();
        let error = named_config(&othello, "bets").unwrap_err();
        assert!(error.is::<Usage>());
        assert!(error.to_string().contains("'best'"), "{error}");
        assert!(!named_config(&othello, "no/such.ron").unwrap_err().is::<Usage>());
    }
}
