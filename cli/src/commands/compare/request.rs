//! From the arguments of `compare` to a plan.

use crate::args::Compare;
use crate::commands::built_in_openings;
use crate::exit::Usage;
use crate::setup;
use anyhow::{Result, anyhow};
use anyply_framework::arena::openings::Opening;
use anyply_framework::arena::{Allowance, House, MatchPlan, MatchRules, MatchedGame, Schedule};
use anyply_framework::lab::{
    Experiment, GameChoice, Plan, PlanError, PlannedGame, PositionChoice, ReadFiles, SettingChoice,
};
use anyply_framework::search::{Limits, Preset};
use anyply_framework::settings::{quoted_place, unknown};
use anyply_framework::{EvaluatorSource, Plugin, Session};
use anyply_games::{AnyGame, GameVisitor, TextGame};
use std::path::{Path, PathBuf};

// What a player may spend on a move, where nothing is said: some milliseconds.
const NODES_OF_A_MOVE: u64 = 10_000;
// Pairs of games for each pairing, where nothing is said.
const PAIRS: usize = 20;
// The budget where not even a depth was asked for: the whole ladder in every game in about two minutes.
const GLANCE: u64 = 2_000_000;

/// Where an experiment was described, for the errors in it.
enum Origin {
    /// By options.
    Typed,
    /// In a file.
    File { path: PathBuf, text: String },
}

impl Origin {
    fn error(&self, problem: &str) -> anyhow::Error {
        match self {
            Self::Typed => Usage::error(problem),
            Self::File { path, text } => {
                let (line, column) = quoted_place(text, problem).unwrap_or((1, 1));
                anyhow!("{}:{line}:{column}: {problem}", path.display())
            }
        }
    }

    // Files are named as seen from the file that names them.
    fn folder(&self) -> &Path {
        match self {
            Self::Typed => Path::new(""),
            Self::File { path, .. } => path.parent().unwrap_or(Path::new("")),
        }
    }
}

/// The plan that the arguments ask for.
pub(super) fn plan(args: &Compare) -> Result<Plan> {
    let (experiment, origin) = experiment(args)?;
    let games = looked_up(&experiment, &origin)?.into_iter().map(|(_, _, planned)| planned);
    Ok(Plan::new(&experiment, games.collect()))
}

/// The matches that the arguments ask for.
pub(super) fn matches(args: &Compare) -> Result<MatchPlan> {
    let (experiment, origin) = experiment(args)?;
    if matches!(origin, Origin::File { .. })
        && let Some(field) = senseless_in_games(&experiment)
    {
        return Err(
            origin.error(&format!("'{field}' says nothing with '--by-play', which plays whole games"))
        );
    }
    let depth = experiment.depth.filter(|(first, last)| first == last).map(|(_, last)| last);
    let depths = experiment.depth.filter(|(first, last)| first < last);
    let limited = experiment.depth.is_some() || args.time.is_some();
    let nodes = experiment.nodes.or((!limited).then_some(NODES_OF_A_MOVE));
    let allowance = Allowance::from(&Limits { depth, nodes, time: args.time, ..Limits::default() });
    if depths.is_some() && args.schedule.is_some() {
        return Err(Usage::error("'--schedule' says nothing with depths A..B: each plays the one before it"));
    }
    let schedule = args.schedule.map_or(Schedule::First, Schedule::from);
    let rules = MatchRules { allowance, hash: experiment.hash, depths, schedule, seed: experiment.seed };
    let mut games = Vec::new();
    for (choice, mut game, planned) in looked_up(&experiment, &origin)? {
        let pairs = match choice.positions {
            PositionChoice::BuiltIn(count) => Some(count),
            _ => None,
        };
        games.push(game.accept(Match { planned: &planned, pairs, rules: &rules }));
    }
    if games.iter().all(|game| game.pairings.is_empty()) {
        return Err(Usage::error(
            "'--by-play' needs two settings, evaluators or depths, for example --preset best,full-sound or --depth 1..6",
        ));
    }
    let version = env!("CARGO_PKG_VERSION").to_owned();
    Ok(MatchPlan { version, games, house: House::default(), sprt: None, seed: experiment.seed })
}

// A field of an experiment that single searches have a use for, and whole games do not.
fn senseless_in_games(experiment: &Experiment) -> Option<&'static str> {
    let default = Experiment::default();
    let fields = [
        ("threads", experiment.threads != default.threads),
        ("repetitions", experiment.repetitions != default.repetitions),
        ("budget", experiment.budget != default.budget),
    ];
    fields.into_iter().find(|(_, said)| *said).map(|(field, _)| field)
}

// What is said of each game, the game, and what that means.
type LookedUp<'a> = (&'a GameChoice, AnyGame, PlannedGame);

fn looked_up<'a>(experiment: &'a Experiment, origin: &Origin) -> Result<Vec<LookedUp<'a>>> {
    let mut found: Vec<LookedUp<'_>> = Vec::new();
    for choice in &experiment.games {
        let (game, planned) = looked_up_game(choice, experiment, origin)?;
        // A variant that is named may be the one that is meant where none is.
        let told = |planned: &PlannedGame| (planned.name.clone(), planned.variant.clone(), planned.size);
        if found.iter().any(|(.., other)| told(other) == told(&planned)) {
            return Err(origin.error(&Experiment::twice(&choice.name)));
        }
        found.push((choice, game, planned));
    }
    Ok(found)
}

fn looked_up_game(
    choice: &GameChoice,
    experiment: &Experiment,
    origin: &Origin,
) -> Result<(AnyGame, PlannedGame)> {
    let opened = AnyGame::open(&choice.name, choice.variant.as_deref(), choice.size);
    let mut game = opened.map_err(|problem| origin.error(&problem))?;
    game.new_game(experiment.seed);
    let planned = game.accept(LookUp { choice, experiment, folder: origin.folder() });
    let planned = planned.map_err(|error| match error {
        PlanError::Said(problem) => origin.error(&problem),
        PlanError::File(problem) => {
            of_games(choice, &problem, origin.folder()).err().unwrap_or_else(|| anyhow!(problem))
        }
    })?;
    Ok((game, planned))
}

// Whether the file of positions, if the problem is one of it, has games.
fn of_games(choice: &GameChoice, problem: &str, folder: &Path) -> Result<()> {
    match &choice.positions {
        PositionChoice::File(name) if problem.contains(name) && folder.join(name).is_file() => {
            setup::hold_positions(&folder.join(name))
        }
        _ => Ok(()),
    }
}

// Experiments and saved games are both RON; a saved game says what it is.
fn is_record(text: &str) -> bool {
    text.contains("anyply_record")
}

fn experiment(args: &Compare) -> Result<(Experiment, Origin)> {
    let Some(path) = &args.file else { return Ok((typed(args, None)?, Origin::Typed)) };
    if path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("ron")) {
        return Ok((typed(args, None)?, Origin::Typed));
    }
    let text = setup::text(path)?;
    if is_record(&text) {
        let record = setup::record(path)?;
        let game = AnyGame::resume(&record).map_err(|problem| anyhow!("{}: {problem}", path.display()))?;
        if let Some(outcome) = game.outcome() {
            return Err(anyhow!("{}: the game is over: {outcome}", path.display()));
        }
        let senseless = [("--variant", args.variant.is_some()), ("--size", args.size.is_some())];
        if let Some((option, _)) = senseless.iter().find(|(_, given)| *given) {
            return Err(Usage::error(format!(
                "'{option}' cannot stand beside '--file {}', a saved game",
                path.display()
            )));
        }
        return Ok((typed(args, Some(&game))?, Origin::Typed));
    }
    described(path, text, args)
}

fn described(path: &Path, text: String, args: &Compare) -> Result<(Experiment, Origin)> {
    if let Some(option) = describing(args).first() {
        return Err(Usage::error(format!(
            "'{option}' cannot stand beside '--file {}', which describes everything; write it there",
            path.display()
        )));
    }
    let experiment = Experiment::from_ron(&path.display().to_string(), &text)?;
    Ok((experiment, Origin::File { path: path.to_owned(), text }))
}

// The options that an experiment file leaves nothing to say for.
fn describing(args: &Compare) -> Vec<&'static str> {
    let given = [
        ("GAME", !args.games.is_empty()),
        ("--preset", !args.preset.is_empty()),
        ("--config", !args.config.is_empty()),
        ("--set", !args.set.is_empty()),
        ("--eval", !args.eval.is_empty()),
        ("--depth", args.depth.is_some()),
        ("--nodes", args.nodes.is_some()),
        ("--budget", args.budget.is_some()),
        ("--positions", args.positions.is_some()),
        ("--variant", args.variant.is_some()),
        ("--size", args.size.is_some()),
        ("--threads", !args.threads.is_empty()),
        ("--hash", args.hash.is_some()),
        ("--seed", args.seed.is_some()),
        ("--repetitions", args.repetitions.is_some()),
    ];
    given.into_iter().filter(|(_, given)| *given).map(|(option, _)| option).collect()
}

// What the options say; `saved` is the game whose position is to be searched, where one was given.
fn typed(args: &Compare, saved: Option<&AnyGame>) -> Result<Experiment> {
    let names = names(args, saved)?;
    let settings = settings(args, &names).unwrap_or_else(|| default_settings(args));
    if args.file.is_some() && args.positions.is_some() {
        return Err(Usage::error("'--positions' cannot stand beside '--file', which has all the positions"));
    }
    let default = Experiment::default();
    let only_names = args.depth.is_none() && args.nodes.is_none();
    // Positions that are asked for are not given up.
    let budget = if only_names { GLANCE } else { default.budget.max(args.nodes.unwrap_or(0)) };
    let experiment = Experiment {
        games: names.into_iter().map(|name| game_choice(name, args, saved)).collect(),
        settings,
        set: args.set.clone(),
        depth: args.depth,
        nodes: args.nodes,
        budget: args.budget.unwrap_or(budget),
        threads: if args.threads.is_empty() { default.threads } else { args.threads.clone() },
        hash: args.hash.map_or(default.hash, |hash| hash as u64),
        seed: args.seed.unwrap_or(default.seed),
        repetitions: args.repetitions.unwrap_or(default.repetitions),
    };
    experiment.check().map_err(Usage::error)?;
    Ok(experiment)
}

// The games that are named, each once; all where none is.
fn names<'a>(args: &'a Compare, saved: Option<&AnyGame>) -> Result<Vec<&'a str>> {
    let known = AnyGame::names();
    let mut names: Vec<&str> = Vec::new();
    for name in &args.games {
        if !known.contains(&name.as_str()) {
            return Err(Usage::error(unknown("game", name, &known)));
        }
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    if let Some(saved) = saved
        && names.iter().any(|name| *name != saved.name())
    {
        return Err(anyhow!("a saved game of '{}', not of {}", saved.name(), names.join(" or ")));
    }
    if names.is_empty() {
        names = saved.map_or(known, |saved| vec![saved.name()]);
    }
    let of_one_game = [
        ("--variant", args.variant.is_some()),
        ("--size", args.size.is_some()),
        ("--eval", !args.eval.is_empty()),
        ("--file", args.file.is_some()),
    ];
    match of_one_game.iter().find(|(_, given)| *given && names.len() > 1) {
        Some((option, _)) => {
            Err(Usage::error(format!("'{option}' needs one game, for example anyply compare {}", names[0])))
        }
        None => Ok(names),
    }
}

// The settings that are named, if any.
fn settings(args: &Compare, games: &[&str]) -> Option<Vec<SettingChoice>> {
    let presets = args.preset.iter().cloned().map(SettingChoice::Preset);
    let configs = args.config.iter().map(|name| {
        match setup::means_file(name, Path::new("")) && !is_preset(name, games) {
            true => SettingChoice::File(name.clone()),
            false => SettingChoice::Preset(name.clone()),
        }
    });
    let settings: Vec<SettingChoice> = presets.chain(configs).collect();
    (!settings.is_empty()).then_some(settings)
}

// Whether one of the games has presets of that name.
fn is_preset(name: &str, games: &[&str]) -> bool {
    let mut opened = games.iter().filter_map(|game| AnyGame::open(game, None, None).ok());
    Preset::FAMILIES.contains(&name)
        || opened.any(|game| game.presets().iter().any(|preset| preset.name == name))
}

fn default_settings(args: &Compare) -> Vec<SettingChoice> {
    let named = |name: &str| SettingChoice::Preset(name.to_owned());
    match args.depth {
        _ if !args.by_play => Experiment::default().settings,
        // Each depth against the one before it shows what depth is worth, in one setting.
        Some((first, last)) if first < last => vec![named("best")],
        _ => vec![named("full-sound"), named("best")],
    }
}

fn game_choice(name: &str, args: &Compare, saved: Option<&AnyGame>) -> GameChoice {
    let positions = match (saved, &args.file, args.positions) {
        (Some(saved), ..) => PositionChoice::Texts(vec![saved.position_text()]),
        (_, Some(path), _) => PositionChoice::File(path.display().to_string()),
        (_, None, Some(count)) => PositionChoice::BuiltIn(count as usize),
        (_, None, None) if args.by_play => PositionChoice::BuiltIn(PAIRS),
        (_, None, None) => PositionChoice::default(),
    };
    let variant = saved.map(|saved| saved.variant());
    GameChoice {
        name: name.to_owned(),
        variant: variant.map_or_else(|| args.variant.clone(), |variant| Some(variant.name.to_owned())),
        size: variant.map_or(args.size, |variant| variant.size),
        positions,
        evaluators: args.eval.clone(),
    }
}

/// Looks up what the experiment says of a game of any type.
struct LookUp<'a> {
    choice: &'a GameChoice,
    experiment: &'a Experiment,
    folder: &'a Path,
}

impl GameVisitor for LookUp<'_> {
    type Output = Result<PlannedGame, PlanError>;

    fn visit<G: Plugin>(self, session: &mut Session<G>) -> Self::Output {
        let read = ReadFiles {
            text: &|name| setup::text(&self.folder.join(name)).map_err(|error| format!("{error:#}")),
            evaluator: &|name| EvaluatorSource::from_file(&self.folder.join(name)),
            is_meant: &|name| setup::means_file(name, self.folder),
        };
        PlannedGame::new(session.game(), self.choice, self.experiment, &read)
    }
}

/// Makes the matches of a game of any type.
struct Match<'a> {
    planned: &'a PlannedGame,
    /// So many openings; without it, the positions that were named.
    pairs: Option<usize>,
    rules: &'a MatchRules,
}

impl GameVisitor for Match<'_> {
    type Output = MatchedGame;

    fn visit<G: Plugin>(self, session: &mut Session<G>) -> MatchedGame {
        let at = |position: &String| Opening { start: Some(position.clone()), moves: Vec::new() };
        let from = match self.pairs {
            Some(count) => built_in_openings(session.game(), count, self.rules.seed),
            None => self.planned.positions.iter().map(at).collect(),
        };
        MatchedGame::new(self.planned, from, self.rules)
    }
}
