//! `play`: a game against the computer.

use crate::args::{Args, Command, Play};
use crate::exit::{Exit, Usage};
use crate::interrupt;
use crate::report;
use crate::saves::{self, Keeper};
use crate::screens::plain::{self, Input, Lines};
use crate::screens::tui;
use crate::setup;
use crate::table::{self, FREE, Start, Swap};
use crate::values::{Seat, Strength};
use anyhow::{Context, Result};
use anyply_framework::{Record, Side};
use anyply_games::{AnyGame, TextGame};
use clap::Parser;
use std::io::{self, IsTerminal};
use std::time::{SystemTime, UNIX_EPOCH};

/// Whether somebody sits at a terminal.
pub(crate) fn has_person() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Plays what the options describe.
pub(crate) fn run(mut args: Play) -> Result<Exit> {
    if args.game.is_none() && args.load.is_none() {
        return if has_person() { choose(args) } else { Err(Usage::error(no_game())) };
    }
    if args.place.position.as_deref() == Some("-") {
        return Err(Usage::error("--position -: play reads its moves from stdin; give the position as text"));
    }
    // Beside a saved game, what is no game would be told to be another one.
    if let (Some(name), Some(_)) = (&args.game, &args.load) {
        super::opened(name)?;
    }
    let seed = *args.place.seed.get_or_insert_with(seed_of_the_moment);
    let resumed =
        args.load.as_deref().map(|path| Ok::<_, anyhow::Error>((path, setup::record(path)?))).transpose()?;
    let mut begun = match &resumed {
        Some((path, record)) => loaded(record, &args).with_context(|| path.display().to_string())?,
        None => fresh(&args)?,
    };
    if args.limits.strength().level.is_some() {
        table::check_level(&begun.seats).map_err(|problem| Usage::error(format!("--level: {problem}")))?;
    }
    setup::play_for_mistakes(&mut args.engine);
    setup::configure_with(&mut begun.game, &args.engine, &args.book, Some(seed))?;
    let Begun { game, seats, strength, swap } = begun;
    let given_up = resumed.as_ref().and_then(|(_, record)| record.resigned());
    let names = resumed.as_ref().map(|(_, record)| table::names_of(record, &seats)).unwrap_or_default();
    if args.tui && !has_person() {
        return Err(Usage::error(
            "--tui needs a terminal on stdin and stdout; without it, the game is played line by line",
        ));
    }
    // The line editor takes the interrupt signal for itself when it is made, so the handler must come after
    // it.
    let keeper = Keeper::new(saves::home().map(|home| home.join("saves")));
    let lines = (!args.tui).then(|| Lines::new(keeper.clone()));
    if let Some((path, record)) = resumed {
        keeper.keep(Some(record));
        keeper.saved_as(path);
    }
    let kept = keeper.clone();
    interrupt::on_signal(move || {
        tui::terminal::give_back();
        kept.leave(Exit::Interrupted)
    });
    let coloured = report::is_coloured(args.color.color);
    let start = Start { game, seats, strength, keeper, seed, swap, given_up, names };
    match lines {
        Some(lines) => plain::run(start, lines, coloured),
        None => tui::run(start, coloured),
    }
}

// Nobody asked for a repetition: every game is another.
fn seed_of_the_moment() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}

/// Offers the games to a person who asked for nothing, and plays the one chosen.
pub(crate) fn offer() -> Result<Exit> {
    match Args::parse_from(["anyply", "play"]).command {
        Some(Command::Play(args)) => choose(args),
        _ => unreachable!("these words are the command play"),
    }
}

fn no_game() -> String {
    format!("which game? known: {}; for example: anyply play othello", AnyGame::names().join(", "))
}

fn choose(mut args: Play) -> Result<Exit> {
    let names = AnyGame::names();
    report::line("anyply plays:")?;
    for (number, name) in (1..).zip(&names) {
        report::line(format_args!("  {number}  {name:<9}  {}", super::opened(name)?.summary()))?;
    }
    report::line("(anyply help shows what else it does)\n")?;
    let mut lines = Lines::new(Keeper::default());
    let words: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
    loop {
        let typed = match lines.read(&format!("Which game? [1: {}] ", names[0]), words.clone())? {
            Input::Line(typed) => typed,
            Input::End => return Ok(Exit::Done),
            Input::Interrupted => return Ok(Exit::Interrupted),
        };
        match chosen(&typed, &names) {
            Ok(Some(name)) => {
                args.game = Some(name.to_owned());
                return run(args);
            }
            Ok(None) => return Ok(Exit::Done),
            Err(problem) => report::line(problem)?,
        }
    }
}

// The game that an answer means: a number, a name or its beginning, or nothing for the first. None is to
// leave.
fn chosen<'a>(typed: &str, names: &[&'a str]) -> Result<Option<&'a str>, String> {
    let typed = typed.trim().to_lowercase();
    if typed.is_empty() {
        return Ok(names.first().copied());
    }
    if matches!(typed.as_str(), "q" | "quit" | "exit") {
        return Ok(None);
    }
    let by_number = typed.parse::<usize>().ok().and_then(|number| names.get(number.checked_sub(1)?));
    let by_name = || names.iter().find(|name| name.starts_with(&typed));
    match by_number.or_else(by_name) {
        Some(name) => Ok(Some(name)),
        None => Err(anyply_framework::settings::unknown("game", &typed, names) + ", or its number, or quit"),
    }
}

struct Begun {
    game: AnyGame,
    seats: [Seat; 2],
    strength: Strength,
    swap: Option<Swap>,
}

fn fresh(args: &Play) -> Result<Begun> {
    let name = args.game.as_deref().expect("without a game, one is chosen or loaded");
    let game = setup::game_at(name, &args.place, None)?;
    let first = game.side();
    let human = |side: Side| if side == first { Seat::Human } else { Seat::Computer };
    let other = |seat: &Seat| if *seat == Seat::Human { Seat::Computer } else { Seat::Human };
    let seats = match (args.black.clone(), args.white.clone()) {
        (Some(black), Some(white)) => [black, white],
        (Some(black), None) => {
            let white = other(&black);
            [black, white]
        }
        (None, Some(white)) => [other(&white), white],
        (None, None) => Side::BOTH.map(human),
    };
    let swap = Swap::named(&game, args.opening.as_deref().unwrap_or(FREE)).map_err(Usage::error)?;
    check_players(swap.as_ref(), &seats)?;
    Ok(Begun { game, seats, strength: args.limits.strength(), swap })
}

// Hardly a protocol has words for such an opening.
fn check_players(swap: Option<&Swap>, seats: &[Seat; 2]) -> Result<()> {
    if swap.is_some() && seats.iter().any(|seat| matches!(seat, Seat::Program(_))) {
        return Err(Usage::error(
            "in an opening by swap no other program plays: expected human or computer for --black and --white",
        ));
    }
    Ok(())
}

fn loaded(record: &Record, args: &Play) -> Result<Begun> {
    let name = args.game.as_deref().unwrap_or(&record.game);
    let game = setup::session_of(record, name, &args.place)?;
    let (seats, recorded) = table::seats_of(record, &[args.black.clone(), args.white.clone()])?;
    let swap = Swap::of_record(record).map_err(anyhow::Error::msg)?;
    // One that is over hinders no program, but the next game would begin with it.
    let swap = swap.filter(|swap| !swap.is_over() || check_players(Some(swap), &seats).is_ok());
    check_players(swap.as_ref(), &seats)?;
    let asked = args.limits.strength();
    Ok(Begun { game, seats, strength: if asked.is_empty() { recorded } else { asked }, swap })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_chosen_by_enter_number_or_name() {
        let names = ["othello", "gomoku", "dvonn"];
        assert_eq!(chosen("", &names), Ok(Some("othello")));
        assert_eq!(chosen(" 3 ", &names), Ok(Some("dvonn")));
        assert_eq!(chosen("GO", &names), Ok(Some("gomoku")));
        assert_eq!(chosen("q", &names), Ok(None));
        for wrong in ["0", "4", "-1", "chess"] {
            assert!(chosen(wrong, &names).unwrap_err().contains(wrong));
        }
    }
}
