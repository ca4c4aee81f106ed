//! From the arguments of `match` to a plan.

use crate::args::{EngineArgs, Match, OwnOptions};
use crate::exit::Usage;
use crate::protocols::{ProgramText, Protocol};
use crate::setup;
use crate::values::{LevelChoice, Strength};
use anyhow::{Result, anyhow};
use anyply_framework::arena::openings::{self, OpeningsError};
use anyply_framework::arena::{
    Allowance, EngineMind, House, MatchPlan, MatchedGame, Mind, Opening, Player, Schedule,
};
use anyply_framework::settings::unknown;
use anyply_framework::{EvaluatorSource, Level, Plugin, Session};
use anyply_games::{AnyGame, GameVisitor, TextGame};
use clap::{Parser, ValueEnum};
use std::time::Duration;

/// Where nothing is said.
const GAMES: u32 = 100;
const TIME_OF_A_MOVE: Duration = Duration::from_millis(100);
const SEED: u64 = 1;

/// The match that the arguments ask for; everything in it can be played.
pub(super) fn plan(args: &Match) -> Result<MatchPlan> {
    let name = args.game.as_deref().expect("a game is required to play");
    let mut game = AnyGame::open(name, args.variant.as_deref(), args.size).map_err(Usage::error)?;
    let seed = args.seed.unwrap_or(SEED);
    game.new_game(seed);
    let players = players(args, &mut game)?;
    let openings = openings_of(args, &mut game, seed)?;
    check_programs(&players, &openings, &mut game)?;
    check_cores(args, &players)?;
    let pairings = Schedule::from(args.schedule).pairings(players.len());
    // Who is named first is measured.
    let pairings: Vec<(usize, usize)> =
        pairings.into_iter().map(|(later, earlier)| (earlier, later)).collect();
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
    let matched = MatchedGame { name: name.to_owned(), variant, size, players, pairings, openings };
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
    args.players.iter().map(|(name, who)| player(name, who, args, game)).collect()
}

fn player(name: &str, who: &str, args: &Match, game: &mut AnyGame) -> Result<Player> {
    let options = args.own.iter().filter(|(of, _)| of == name).map(|(_, option)| format!("--{option}"));
    let own = OwnOptions::try_parse_from(options);
    let own =
        own.map_err(|error| Usage::error(format!("--for {name}: {}", crate::exit::one_line(&error))))?;
    let strength = own.limits.strength();
    let strength = if strength.is_empty() { args.limits.strength() } else { strength };
    if let Some(program) = ProgramText::read(who) {
        let program = program.map_err(|problem| Usage::error(format!("--player {name}: {problem}")))?;
        if !given(&own.engine).is_empty() || strength.level.is_some() {
            return Err(Usage::error(format!(
                "--player {name}: another program has its own level and options: give them in its command line"
            )));
        }
        program.check().map_err(|problem| anyhow!("--player {name}: {problem}"))?;
        let allowance = Allowance::from(&strength.limits);
        return Ok(Player { name: name.to_owned(), mind: Mind::Program(program.program()), allowance });
    }
    let named = |problem: anyhow::Error| match problem.is::<Usage>() {
        true => Usage::error(format!("--player {name}: {problem:#}")),
        false => problem.context(format!("--player {name}")),
    };
    let level = level(who, &strength).map_err(named)?;
    let mind = engine(who, level, &combined(&args.engine, &own.engine), game).map_err(named)?;
    let allowance = allowance(&strength, level);
    Ok(Player { name: name.to_owned(), mind: Mind::Engine(Box::new(mind)), allowance })
}

// A number is a level; so is the option.
fn level(who: &str, strength: &Strength) -> Result<Option<u8>> {
    let asked = match strength.level {
        Some(LevelChoice::Fixed(number)) => Some(number),
        Some(LevelChoice::Auto) => setup::fixed_level(strength).map(|_| None)?,
        None => None,
    };
    match who.parse::<u8>() {
        Ok(number) if Level::RANGE.contains(&number) => Ok(Some(number)),
        Ok(number) => Err(Usage::error(format!("level {number}: expected 1 to 12"))),
        Err(_) => Ok(asked),
    }
}

fn allowance(strength: &Strength, level: Option<u8>) -> Allowance {
    let mut limits = strength.limits.clone();
    if let Some(level) = level {
        limits = crate::values::tighter(setup::level(level).limits(), limits);
    }
    let given = Allowance::from(&limits);
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

fn given(args: &EngineArgs) -> Vec<&'static str> {
    let given = [
        ("--eval", args.eval.is_some()),
        ("--config", args.config.is_some()),
        ("--set", !args.set.is_empty()),
        ("--threads", args.threads.is_some()),
        ("--hash", args.hash.is_some()),
    ];
    given.into_iter().filter(|(_, given)| *given).map(|(option, _)| option).collect()
}

fn engine(who: &str, level: Option<u8>, args: &EngineArgs, game: &mut AnyGame) -> Result<EngineMind> {
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
        Some(EvaluatorSource::BuiltIn(info)) => (info.name.to_owned(), None),
        Some(source @ EvaluatorSource::File { text, .. }) => (source.name(), Some(text.clone())),
    };
    Ok(EngineMind {
        config: settings.config,
        evaluator,
        weights,
        level,
        threads: settings.resources.threads as u32,
        hash: settings.resources.hash as u64,
    })
}

fn openings_of(args: &Match, game: &mut AnyGame, seed: u64) -> Result<Vec<Opening>> {
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
    // Where there are fewer, they come again: with other seeds, and with time, the games are others.
    let wanted = wanted.unwrap_or(if args.openings.is_some() { found.len() } else { GAMES as usize / 2 });
    Ok(found.iter().cycle().take(if found.is_empty() { 0 } else { wanted }).cloned().collect())
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
            From::BuiltIn { count, seed } => Ok(openings::built_in(game, count, seed)),
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
