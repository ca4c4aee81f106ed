//! From the arguments of `match` to a plan.

use super::repeats;
use crate::args::{EngineArgs, Match, OwnOptions};
use crate::commands::built_in_openings;
use crate::exit::{Usage, note};
use crate::protocols::{ProgramText, Protocol};
use crate::report::html::Page;
use crate::setup;
use crate::values::{LevelChoice, Strength};
use anyhow::{Result, anyhow};
use anyply_framework::arena::openings::{self, OpeningsError};
use anyply_framework::arena::{
    Allowance, EngineMind, House, MatchPlan, MatchedGame, Mind, Opening, Player, Schedule,
};
use anyply_framework::lab::written;
use anyply_framework::search::{Limits, SearchConfig};
use anyply_framework::settings::unknown;
use anyply_framework::{Level, Plugin, Session};
use anyply_games::{AnyGame, GameVisitor, TextGame};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Parser, ValueEnum};
use std::time::Duration;

/// Where nothing is said.
const GAMES: u32 = 100;
const TIME_OF_A_MOVE: Duration = Duration::from_millis(100);
const SEED: u64 = 1;

/// The match that the arguments ask for; everything in it can be played.
pub(super) fn plan(args: &Match) -> Result<MatchPlan> {
    if let Some(path) = &args.html {
        Page::check(path, args.out.as_deref())?;
    }
    let name = args.game.as_deref().expect("a game is required to play");
    let mut game = AnyGame::open(name, args.variant.as_deref(), args.size).map_err(Usage::error)?;
    let seed = args.seed.unwrap_or(SEED);
    game.new_game(seed);
    let players = players(args, &mut game)?;
    let pairings = Schedule::from(args.schedule).pairings(players.len());
    // Who is named first is measured.
    let pairings: Vec<(usize, usize)> =
        pairings.into_iter().map(|(later, earlier)| (earlier, later)).collect();
    let same = |&(first, second): &(usize, usize)| {
        repeats::plays_the_same_again(&players[first]) && repeats::plays_the_same_again(&players[second])
    };
    let openings = openings_of(args, &mut game, seed, pairings.iter().any(same))?;
    check_programs(&players, &openings, &mut game)?;
    check_cores(args, &players)?;
    if args.sprt.is_some() && pairings.len() != 1 {
        return Err(Usage::error(format!(
            "'--sprt' decides between two players, and {} are named",
            players.len()
        )));
    }
    let milliseconds = |time: Duration| time.as_millis() as u64;
    let house = House {
        grace: milliseconds(args.grace),
        patience: milliseconds(args.patience),
        adjudicate: args.adjudicate,
    };
    let variant = game.variant();
    let (variant, size) = (variant.name.to_owned(), variant.size);
    let (name, numbered) = (name.to_owned(), Vec::new());
    let matched = MatchedGame { name, variant, size, players, numbered, pairings, openings };
    let version = env!("CARGO_PKG_VERSION").to_owned();
    Ok(MatchPlan { version, games: vec![matched], house, sprt: args.sprt, seed })
}

fn players(args: &Match, game: &mut AnyGame) -> Result<Vec<Player>> {
    let names: Vec<&str> = args.players.iter().map(|(name, _)| name.as_str()).collect();
    for (number, name) in names.iter().enumerate() {
        if names[..number].contains(name) {
            return Err(Usage::error(format!("two players are called '{name}'")));
        }
    }
    if names.len() < 2 {
        return Err(Usage::error(
            "a match needs two players, for example --player a=best --player b=full-sound",
        ));
    }
    if let Some((name, _)) = args.own.iter().find(|(name, _)| !names.contains(&name.as_str())) {
        return Err(Usage::error(format!("--for: {}", unknown("player", name, &names))));
    }
    let has_its_own = |who: &str| who.parse::<u8>().is_ok() || ProgramText::is_meant(who);
    if args.limits.strength().level.is_some() && args.players.iter().all(|(_, who)| has_its_own(who)) {
        return Err(Usage::error(
            "'--level' is for presets and files of settings, and all of these are levels or other programs",
        ));
    }
    let are_programs = args.players.iter().all(|(_, who)| ProgramText::is_meant(who));
    if are_programs && (is_given(&args.engine) || args.book.book.is_some()) {
        return Err(Usage::error(
            "engine options are for players of this program, and all of these are other programs",
        ));
    }
    args.players.iter().map(|(name, who)| player(name, who, args, game)).collect()
}

fn player(name: &str, who: &str, args: &Match, game: &mut AnyGame) -> Result<Player> {
    let options = args.own.iter().filter(|(of, _)| of == name).map(|(_, option)| option);
    let own = OwnOptions::try_parse_from(options.clone().map(|option| format!("--{option}")));
    let own = own.map_err(|error| {
        // Of the search settings each is a value of one option.
        let refused = match error.get(ContextKind::InvalidArg) {
            Some(ContextValue::String(refused)) if error.kind() == ErrorKind::UnknownArgument => refused,
            _ => "",
        };
        let is_meant = |option: &&String| {
            let key = option.split_once('=').map(|(key, _)| key);
            key.is_some_and(|key| refused.strip_prefix("--") == Some(key) && SearchConfig::has(key))
        };
        let meant = options.clone().find(is_meant);
        let meant = meant
            .map_or_else(String::new, |option| format!("; a search setting is --for {name}:set={option}"));
        Usage::error(format!("--for {name}: {}{meant}", crate::exit::told(&error)))
    })?;
    let named = |problem: anyhow::Error| match problem.is::<Usage>() {
        true => Usage::error(format!("--player {name}: {problem:#}")),
        false => anyhow!("--player {name}: {problem:#}"),
    };
    let found = match ProgramText::read(who) {
        Some(program) => program.map_err(Usage::error).and_then(|program| outsider(&program, &own, args)),
        None => engine(who, &own, args, game),
    };
    let (mind, allowance) = found.map_err(named)?;
    Ok(Player { name: name.to_owned(), mind, allowance })
}

// What the common limits say may be more than its protocol has words for: it has them only as long as it has
// none of its own.
fn outsider(program: &ProgramText, own: &OwnOptions, args: &Match) -> Result<(Mind, Allowance)> {
    let (strength, common) = (own.limits.strength(), args.limits.strength());
    let strength = if strength.is_empty() { common } else { strength };
    if is_given(&own.engine) || own.book.book.is_some() || strength.level.is_some() {
        return Err(Usage::error(
            "another program has its own level and options: give them in its command line",
        ));
    }
    program.check().map_err(|problem| anyhow!(problem))?;
    Ok((Mind::Program(program.program()), Allowance::from(&strength.limits)))
}

fn engine(who: &str, own: &OwnOptions, args: &Match, game: &mut AnyGame) -> Result<(Mind, Allowance)> {
    let (strength, common) = (own.limits.strength(), args.limits.strength());
    let level = level(who, &strength, &common)?;
    let limits = or_common(strength.limits, common.limits);
    let mut mind = settings(who, level, &combined(&args.engine, &own.engine), game)?;
    if let Some(path) = own.book.book.as_ref().or(args.book.book.as_ref()) {
        mind.book = Some(setup::book(game, path)?.named(path));
    }
    Ok((Mind::Engine(Box::new(mind)), allowance(limits, level)))
}

// Each limit of the player's own, or else the common one.
fn or_common(own: Limits, common: Limits) -> Limits {
    Limits {
        depth: own.depth.or(common.depth),
        nodes: own.nodes.or(common.nodes),
        time: own.time.or(common.time),
        clock: own.clock.or(common.clock),
        ..own
    }
}

// A number is a level; so is the option.
fn level(who: &str, own: &Strength, common: &Strength) -> Result<Option<u8>> {
    let of = |strength: &Strength| match strength.level {
        Some(LevelChoice::Fixed(number)) => Ok(Some(number)),
        Some(LevelChoice::Auto) => setup::fixed_level(strength).map(|_| None),
        None => Ok(None),
    };
    match (who.parse::<u8>(), of(own)?) {
        (Ok(_), Some(_)) => Err(Usage::error(format!("'{who}' is a level already"))),
        (Ok(number), None) if Level::RANGE.contains(&number) => Ok(Some(number)),
        (Ok(number), None) => Err(Usage::error(format!("level {number}: expected 1 to 12"))),
        (Err(_), own) => Ok(own.or(of(common)?)),
    }
}

fn allowance(limits: Limits, level: Option<u8>) -> Allowance {
    let level = level.map_or_else(Limits::default, |level| setup::level(level).limits());
    let given = Allowance::from(&crate::values::tighter(level, limits));
    if given == Allowance::default() {
        return Allowance { milliseconds: Some(TIME_OF_A_MOVE.as_millis() as u64), ..given };
    }
    given
}

// The options that one of them gives, the player's own first.
fn combined(all: &EngineArgs, own: &EngineArgs) -> EngineArgs {
    EngineArgs {
        eval: own.eval.clone().or_else(|| all.eval.clone()),
        config: own.config.clone().or_else(|| all.config.clone()),
        set: all.set.iter().chain(&own.set).cloned().collect(),
        threads: own.threads.or(all.threads),
        hash: own.hash.or(all.hash),
    }
}

fn is_given(args: &EngineArgs) -> bool {
    let EngineArgs { eval, config, set, threads, hash } = args;
    eval.is_some() || config.is_some() || !set.is_empty() || threads.is_some() || hash.is_some()
}

fn settings(who: &str, level: Option<u8>, args: &EngineArgs, game: &mut AnyGame) -> Result<EngineMind> {
    if args.config.is_some() {
        return Err(Usage::error(
            "'--config': the settings are the player's own, NAME=PRESET or NAME=FILE.ron",
        ));
    }
    let is_level = who.parse::<u8>().is_ok();
    let config = if is_level { None } else { Some(setup::named_config(game, who)?) };
    setup::configure(game, args, config)?;
    let settings = game.settings().clone();
    let (evaluator, weights) = match &settings.evaluator {
        None => (game.evaluators()[0].name.to_owned(), None),
        Some(source) => (source.name(), written(source)),
    };
    Ok(EngineMind {
        config: settings.config,
        evaluator,
        weights,
        book: None,
        level,
        threads: settings.resources.threads as u32,
        hash: settings.resources.hash as u64,
    })
}

fn openings_of(args: &Match, game: &mut AnyGame, seed: u64, once: bool) -> Result<Vec<Opening>> {
    let wanted = args.games.map(|games| games.div_ceil(2) as usize);
    let found = match &args.openings {
        Some(path) => {
            let text = setup::text(path)?;
            let read = game.accept(Draw(From::Text(&text)));
            let read = read.map_err(|OpeningsError { line, error }| {
                anyhow!("{}:{line}:{}: {error}", path.display(), error.column() + 1)
            })?;
            if read.is_empty() {
                return Err(anyhow!("{}: no opening in it", path.display()));
            }
            read
        }
        None => {
            let count = wanted.unwrap_or(GAMES as usize / 2);
            let from = match args.random_plies {
                Some(plies) => From::Random { plies: plies.into(), count, seed },
                None => From::BuiltIn { count, seed },
            };
            game.accept(Draw(from)).expect("only texts can be wrong")
        }
    };
    if found.is_empty() {
        return Err(Usage::error("'--random-plies': after so many the games are over"));
    }
    let wanted = wanted.unwrap_or(if args.openings.is_some() { found.len() } else { GAMES as usize / 2 });
    let openings = repeats::filled(found, wanted, once);
    let games = 2 * openings.len() as u32;
    if let Some(asked) = args.games.filter(|&asked| games > asked) {
        note(format_args!("--games {asked}: {games} are played, as each opening is with both colours"));
    }
    Ok(openings)
}

/// Where openings come from.
enum From<'a> {
    Text(&'a str),
    Random { plies: usize, count: usize, seed: u64 },
    BuiltIn { count: usize, seed: u64 },
}

/// Makes the openings of a game of any type.
struct Draw<'a>(From<'a>);

impl GameVisitor for Draw<'_> {
    type Output = Result<Vec<Opening>, OpeningsError>;

    fn visit<G: Plugin>(self, session: &mut Session<G>) -> Self::Output {
        let game = session.game();
        match self.0 {
            From::Text(text) => openings::read(game, text),
            From::Random { plies, count, seed } => Ok(openings::random(game, plies, count, seed)),
            From::BuiltIn { count, seed } => Ok(built_in_openings(game, count, seed)),
        }
    }
}

// What a protocol cannot do is said before any game is played.
fn check_programs(players: &[Player], openings: &[Opening], game: &mut AnyGame) -> Result<()> {
    for player in players {
        let Mind::Program(program) = &player.mind else { continue };
        let protocol = Protocol::from_str(&program.protocol, false).expect("it was read from a known name");
        for opening in openings {
            let unplayable = "openings are checked when they are read or drawn";
            game.restart();
            if let Some(start) = &opening.start {
                game.set_position(start, None).expect(unplayable);
            }
            for mv in &opening.moves {
                game.play_text(mv).expect(unplayable);
            }
            protocol
                .fits(game, opening, &player.allowance)
                .map_err(|problem| Usage::error(format!("--player {}: {problem}", player.name)))?;
        }
        for untold in protocol.untold(game, &player.allowance) {
            note(format_args!("{}: {untold}", player.name));
        }
    }
    Ok(())
}

// In each game one player thinks at a time.
fn check_cores(args: &Match, players: &[Player]) -> Result<()> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = players.iter().map(|player| match &player.mind {
        Mind::Engine(mind) => mind.threads as usize,
        Mind::Program(_) => 1,
    });
    let needed = usize::from(args.jobs) * threads.max().unwrap_or(1);
    if needed > cores && !args.share_cores {
        return Err(Usage::error(format!(
            "'--jobs {}' with these threads needs {needed} cores and there are {cores}: \
             times would be worth little; --share-cores allows it",
            args.jobs
        )));
    }
    Ok(())
}
