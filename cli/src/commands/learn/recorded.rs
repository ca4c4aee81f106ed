//! Games that were recorded, and the weights that are to be adapted to them.

use crate::exit::Usage;
use crate::records::Format;
use anyhow::{Result, anyhow};
use anyply_framework::learn::{RecordedGame, Weights};
use anyply_framework::{Asked, EvaluatorSource, Plugin, Record, sized};
use anyply_games::AnyGame;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What `learn --file` works with.
pub(super) struct ToAdapt<G: Plugin> {
    /// The games.
    pub(super) games: Vec<RecordedGame<G>>,
    /// Where the weights come from, in words.
    pub(super) path: PathBuf,
    /// What is known before.
    pub(super) weights: Arc<Weights>,
}

impl<G: Plugin> ToAdapt<G> {
    /// Reads the files; without an evaluator, the weights are those that come with the program.
    pub(super) fn read(game: &G, files: &[PathBuf], evaluator: Option<EvaluatorSource>) -> Result<Self> {
        let (path, weights) = match evaluator {
            Some(EvaluatorSource::Weights { path, weights }) => (path, weights),
            Some(source) => {
                return Err(Usage::error(format!(
                    "'{}': expected a file of weights with --file",
                    source.name()
                )));
            }
            None if G::weights().is_empty() => {
                return Err(Usage::error(format!(
                    "{} comes without weights: --eval FILE names some",
                    G::NAME
                )));
            }
            None => (PathBuf::from("built-in"), Arc::new(Weights::from_bytes(G::weights())?)),
        };
        let mut games = Vec::new();
        for file in files {
            read(game, file, &mut games)?;
        }
        Ok(Self { games, path, weights })
    }
}

fn read<G: Plugin>(game: &G, file: &Path, games: &mut Vec<RecordedGame<G>>) -> Result<()> {
    let variant = game.variant();
    let untyped = AnyGame::open(G::NAME, Some(variant.name), variant.size).map_err(Usage::error)?;
    let format = Format::of(None, file, None)?;
    let found = format.games_in(file, Some(&untyped), Asked { variant: None, size: None })?;
    for (number, record) in (1..).zip(&found.records) {
        let game = recorded(game, record);
        games.push(game.map_err(|problem| anyhow!("{}: game {number}: {problem}", file.display()))?);
    }
    Ok(())
}

fn recorded<G: Plugin>(game: &G, record: &Record) -> Result<RecordedGame<G>, String> {
    let variant = game.variant();
    if (record.variant.as_str(), record.size) != (variant.name, variant.size) {
        let [theirs, ours] = [sized(&record.variant, record.size), sized(variant.name, variant.size)];
        return Err(format!("a game of {theirs}, not of {ours}: --variant and --size say which"));
    }
    let start = game.parse_position(&record.start, None).map_err(|error| error.to_string())?;
    let moves: Vec<&str> = record.moves.iter().map(|played| played.text.as_str()).collect();
    let (moves, _) = game.parse_moves(&start, &moves.join(" ")).map_err(|error| error.to_string())?;
    Ok(RecordedGame { start, moves, winner: record.resigned().map(|side| !side) })
}
