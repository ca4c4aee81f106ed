//! `anyply`: play and study board games from the command line.
//!
//! Glue only: arguments as typed ([`args`]), checked ([`setup`]), one file per command ([`commands`]), the
//! ways to show things ([`report`], [`screens`]), games at a [`table`], and to talk to programs
//! ([`protocols`]). Games are seen through `anyply_games::TextGame` alone, so whatever is offered here works
//! for every game on the day the game is added.

mod args;
mod auto_level;
mod commands;
mod drawing;
mod exit;
mod interrupt;
mod lines;
mod lock;
mod openings;
mod protocols;
mod records;
mod report;
mod rows;
mod saves;
mod screens;
mod setup;
mod table;
mod threads;
mod values;
mod whole;

use anyply_framework::Refused;
use clap::Parser;
use exit::Exit;
use std::panic::{catch_unwind, resume_unwind, set_hook};
use std::process::ExitCode;

fn main() -> ExitCode {
    interrupt::outlive_file_limits();
    // A fault of the program is told in one line too.
    set_hook(Box::new(|fault| {
        exit::note(exit::fault(fault.location(), fault.payload()));
    }));
    let ended = catch_unwind(|| match args::Args::try_parse() {
        Ok(args) => commands::run(args.command),
        Err(error) => exit::of_clap(&error),
    });
    match ended {
        Ok(ended) => exit::code(ended),
        // It is told already.
        Err(refused) if refused.is::<Refused>() => exit::code(Ok(Exit::Failed)),
        Err(fault) => resume_unwind(fault),
    }
}
