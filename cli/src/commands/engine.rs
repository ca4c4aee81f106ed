//! `engine`: be an engine on stdin and stdout, or for a program that connects.

use crate::args::Engine;
use crate::exit::{Exit, Usage, note};
use crate::protocols::{Desk, Player, Protocol};
use crate::setup;
use anyhow::{Context, Result};
use std::io::{self, BufReader};
use std::net::TcpListener;

/// Where nothing else is said, what is drawn by lot is the same every time.
const SEED: u64 = 1;

/// Answers a protocol's commands until there are no more.
pub(crate) fn run(args: &Engine) -> Result<Exit> {
    let protocol = args.protocol;
    let name = args.game.as_deref().unwrap_or(protocol.games()[0]);
    protocol.check_game(name).map_err(Usage::error)?;
    let begins = [
        ("--position", args.place.position.is_some()),
        ("--moves", args.place.moves.is_some()),
        ("--file", args.file.file.is_some()),
    ];
    if let Some((option, _)) = begins.into_iter().find(|(_, given)| *given && protocol.sets_up()) {
        let protocol = protocol.name();
        return Err(Usage::error(format!("{option}: {protocol} says itself where a game begins")));
    }
    if args.place.position.as_deref() == Some("-") {
        return Err(Usage::error(
            "--position -: the engine reads its commands from stdin; give the position as text",
        ));
    }
    let strength = args.limits.strength();
    let level = setup::fixed_level(&strength)?;
    let mut game = setup::game_at(name, &args.place, Some(&args.file))?;
    setup::configure_with(&mut game, &args.engine, &args.book, args.place.seed)?;
    let player = Player::new(game, level, strength.limits, args.margin, args.place.seed.unwrap_or(SEED));
    serve(protocol, player, args.listen.as_deref())
}

fn serve(protocol: Protocol, player: Player, address: Option<&str>) -> Result<Exit> {
    let mut desk = match address {
        None => Desk::open(BufReader::new(io::stdin()), io::stdout()),
        Some(address) => connected(address)?,
    };
    protocol.serve(player, &mut desk)?;
    Ok(Exit::Done)
}

// Waits for one program to connect. A port alone is one of this machine's own.
fn connected(address: &str) -> Result<Desk> {
    // Within brackets, a host may have colons of its own.
    let is_host_and_port = address
        .rsplit_once(':')
        .is_some_and(|(host, _)| !host.contains(':') || host.starts_with('[') && host.ends_with(']'));
    let full = if is_host_and_port { address.to_owned() } else { format!("127.0.0.1:{address}") };
    let cannot = || format!("cannot listen at '{address}'");
    let listener = TcpListener::bind(&full).map_err(|problem| match problem.kind() {
        // Nothing was tried: it is no address.
        io::ErrorKind::InvalidInput => Usage::error(format!("{}: expected PORT or HOST:PORT", cannot())),
        _ => anyhow::Error::new(problem).context(cannot()),
    })?;
    note(format_args!("listening at {}", listener.local_addr()?));
    let (stream, _) = listener.accept().context("nobody could connect")?;
    // Answers are lines of a few bytes, each of them waited for.
    stream.set_nodelay(true)?;
    Ok(Desk::open(BufReader::new(stream.try_clone()?), stream))
}
