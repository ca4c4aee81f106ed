//! The commands, one file each.

mod analyze;
mod bench;
mod compare;
mod convert;
mod engine;
mod evaluators;
mod games;
mod learn;
mod matches;
mod moves;
mod perft;
mod play;
mod presets;
mod serve;
mod solve;
mod work;

use crate::args::{Args, Command, FileArgs, Place};
use crate::exit::{Exit, Usage, note};
use crate::report;
use crate::setup;
use anyhow::Result;
use anyply_framework::arena::openings::{self, Opening};
use anyply_framework::lab::NumberedFile;
use anyply_framework::{KnownScores, Plugin};
use anyply_games::{AnyGame, TextGame};
use clap::CommandFactory;
use std::collections::HashSet;
use std::io::{self, Write};

/// Runs the command that was asked for. Without one, a person is offered the games.
pub(crate) fn run(command: Option<Command>) -> Result<Exit> {
    match command {
        Some(Command::Play(args)) => play::run(args),
        Some(Command::Analyze(args)) => analyze::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Moves(args)) => moves::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Compare(args)) => compare::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::Match(args)) => matches::run(&args),
        Some(Command::Learn(args)) => learn::run(&args),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Games) => games::run(),
        Some(Command::Rules { game }) => done(write!(io::stdout(), "{}", opened(&game)?.readme())),
        Some(Command::Evaluators { game, name }) => evaluators::run(&game, name.as_deref()),
        Some(Command::Presets(args)) => presets::run(&args),
        Some(Command::Completions { shell }) => {
            // Written to memory first: the generator panics where nobody reads.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "anyply", &mut script);
            done(io::stdout().write_all(&script))
        }
        Some(Command::Version) => done(report::line(concat!("anyply ", env!("CARGO_PKG_VERSION")))),
        None if play::has_person() => play::offer(),
        None => {
            let _ = writeln!(io::stderr(), "{}", Args::command().render_help());
            Err(Usage::error("no command; to play: anyply play othello; for all else: anyply help"))
        }
    }
}

fn done(written: io::Result<()>) -> Result<Exit> {
    Ok(written.map(|()| Exit::Done)?)
}

/// The default variant of a game, to ask it about itself.
fn opened(name: &str) -> Result<AnyGame> {
    AnyGame::open(name, None, None).map_err(Usage::error)
}

/// The game at the position of the options, and what is known of it. It must not be over: there is nothing to
/// search then.
fn unfinished(name: &str, place: &Place, file: &FileArgs) -> Result<(AnyGame, KnownScores)> {
    let (game, known) = setup::known_at(name, place, Some(file))?;
    goes_on(&game).map_err(anyhow::Error::msg)?;
    Ok((game, known))
}

/// So many openings of those that come with the game. Where there are not as many, who plays them is told
/// what the others are.
fn built_in_openings<G: Plugin>(game: &G, count: usize, seed: u64) -> Vec<Opening> {
    let found = openings::built_in(game, count, seed);
    let balanced = openings::set(game).len();
    if (1..found.len()).contains(&balanced) {
        note(format_args!(
            "{balanced} balanced openings come with {}: the other {} are those with moves by lot after them, and less even; \
             'anyply learn {} --openings {count}' makes balanced ones",
            G::NAME,
            found.len() - balanced,
            G::NAME,
        ));
    }
    found
}

/// Says which file each number in a name means, once for all games.
fn print_numbered<'a>(files: impl Iterator<Item = &'a NumberedFile>) -> Result<()> {
    let mut told = HashSet::new();
    for (name, path) in files.filter(|&file| told.insert(file)) {
        report::line(format_args!("{name} = {path}"))?;
    }
    Ok(())
}

/// Whether there is something to search in the position of a game; a line that says why not.
fn goes_on(game: &AnyGame) -> Result<(), String> {
    let over = |outcome| Err(format!("the game is over in this position: {outcome}"));
    game.outcome().map_or(Ok(()), over)
}
