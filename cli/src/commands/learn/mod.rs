//! `learn`: weights from self-play, opening books, and balanced openings.
//!
//! `folder` is where everything is kept, [`work`] plays the games, `recorded` reads those that were played
//! before, `tables`, `lines` and `page` show how good the weights are. `book` builds books, `openings`
//! openings.

mod book;
mod folder;
mod lines;
mod openings;
mod page;
mod recorded;
mod tables;

use super::work::{self, Doable, Doing, Ended};
use crate::args::Learn;
use crate::exit::{Exit, Usage, note};
use crate::interrupt;
use crate::report::html::Page;
use crate::setup;
use anyhow::{Result, anyhow};
use anyply_framework::lab::{JobError, Work};
use anyply_framework::learn::{
    Adapting, GameLine, GameNumber, GamesPlan, LearnError, Recipe, RoundReport, RoundToLearn, SelfPlay,
    Weights, check, learned, learned_evaluator,
};
use anyply_framework::search::Stop;
use anyply_framework::settings::SettingsError;
use anyply_framework::{EvaluatorSource, Plugin, Session};
use anyply_games::{AnyGame, GameVisitor, TextGame};
use folder::Folder;
use indicatif::ProgressBar;
use recorded::ToAdapt;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;

/// Goes on with the recipe where the folder says that it was left, up to its end.
pub(crate) fn run(args: &Learn) -> Result<Exit> {
    let mut game = AnyGame::open(&args.game, args.variant.as_deref(), args.size).map_err(Usage::error)?;
    if let Some(path) = &args.html {
        Page::check(path, args.out.as_deref())?;
    }
    if !args.book && !args.growth.is_usual() {
        return Err(Usage::error("--positions, --depth, --nodes, --width and --penalty go with --book"));
    }
    if !args.book && args.file.is_empty() && args.growth.eval.is_some() {
        return Err(Usage::error("--eval goes with --book or --file"));
    }
    let evaluator = args.growth.eval.as_deref().map(|name| setup::evaluator(&game, name)).transpose()?;
    game.accept(Enter { args, evaluator })
}

/// Enters the typed code of the game.
struct Enter<'a> {
    args: &'a Learn,
    /// The one that a book is built with, or whose weights are adapted.
    evaluator: Option<EvaluatorSource>,
}

impl GameVisitor for Enter<'_> {
    type Output = Result<Exit>;

    fn visit<G: Plugin>(self, session: &mut Session<G>) -> Result<Exit> {
        let (args, game) = (self.args, session.game());
        let threads = args.jobs.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
        if args.book {
            let source = self.evaluator.unwrap_or(EvaluatorSource::BuiltIn(&G::evaluators()[0]));
            return book::run(args, game, source, threads);
        }
        if let Some(count) = args.openings {
            return openings::run(args, game, count);
        }
        if learned_evaluator(game).is_none() {
            let variant = game.variant().name;
            return Err(anyhow!("{} {variant} has no evaluator with learned weights", G::NAME));
        }
        let mut recipe = recipe(game, args)?;
        let adapting = match &args.file[..] {
            [] => None,
            files => Some(ToAdapt::read(game, files, self.evaluator)?),
        };
        if let Some(adapting) = &adapting {
            recipe = recipe.for_recorded(adapting.games.len() as u32);
        }
        if args.dry_run {
            lines::recipe(&recipe, args.json.json)?;
            return Ok(Exit::Done);
        }
        let folder = Folder::open(args.place())?;
        let stop = interrupt::stop_flag();
        Learning { game, args, recipe, adapting, threads, folder, stop }.run()
    }
}

// With all that it names looked up: what is unknown is told with its place.
fn recipe<G: Plugin>(game: &G, args: &Learn) -> Result<Recipe> {
    let (origin, text) = match &args.recipe {
        Some(path) => (path.display().to_string(), setup::text(path)?),
        None if G::recipe().is_empty() => {
            return Err(Usage::error(format!(
                "{} has no recipe of its own: --recipe FILE names one",
                G::NAME
            )));
        }
        None => ("recipe".to_owned(), G::recipe().to_owned()),
    };
    let recipe = Recipe::from_ron(&origin, &text)?;
    check(game, &recipe).map_err(|problem| SettingsError::in_text(&origin, &text, problem))?;
    Ok(args.games.map_or(recipe.clone(), |games| recipe.scaled(games)))
}

/// What errors are counted in.
pub(super) const fn unit<G: Plugin>() -> &'static str {
    if G::HAS_MARGIN { G::UNIT } else { "shares of a win" }
}

/// A recipe being followed.
struct Learning<'a, G: Plugin> {
    game: &'a G,
    args: &'a Learn,
    recipe: Recipe,
    adapting: Option<ToAdapt<G>>,
    threads: usize,
    folder: Folder,
    stop: Stop,
}

/// How a round ended.
enum RoundEnd {
    Learned(PathBuf, Arc<Weights>, RoundReport),
    /// There is no more to be done now.
    Left(Exit),
}

impl<G: Plugin> Learning<'_, G> {
    fn run(&self) -> Result<Exit> {
        let adapted = |adapting: &ToAdapt<G>| (adapting.path.clone(), Arc::clone(&adapting.weights));
        let mut before: Option<(PathBuf, Arc<Weights>)> = self.adapting.as_ref().map(adapted);
        let mut reports = Vec::new();
        // What nobody reads is learned all the same.
        let mut printed = Ok(());
        for number in 1..=self.recipe.rounds.len() as u32 {
            match self.round(number, before.as_ref())? {
                RoundEnd::Learned(path, weights, report) => {
                    printed = printed.and_then(|()| self.print(&report, &weights));
                    reports.push(report);
                    before = Some((path, weights));
                }
                RoundEnd::Left(exit) => return exit.after(printed),
            }
        }
        let (_, weights) = before.expect("a recipe has a round");
        let path = self.folder.finish(G::NAME, &weights)?;
        if let Some(page) = &self.args.html {
            page::page(&reports, &weights, unit::<G>()).write(page)?;
        }
        printed?;
        if self.args.json.json {
            lines::last(reports.last().expect("a recipe has a round"), &path)?;
        } else {
            crate::report::line(format_args!("weights: {}", path.display()))?;
        }
        Ok(Exit::Done)
    }

    fn print(&self, report: &RoundReport, weights: &Weights) -> Result<()> {
        if self.args.json.json { lines::phases(report) } else { tables::print(report, weights, unit::<G>()) }
    }

    fn round(&self, number: u32, before: Option<&(PathBuf, Arc<Weights>)>) -> Result<RoundEnd> {
        let seed = self.args.seed;
        let before = before.map(|(path, weights)| (path.as_path(), weights));
        let path = self.folder.weights(number);
        let play = match &self.adapting {
            None => SelfPlay::new(self.game, &self.recipe, number, before, seed)?,
            Some(ToAdapt { games, path, weights }) => {
                SelfPlay::of_recorded(self.game, &self.recipe, (path, weights), games.clone(), seed)?
            }
        };
        let adapts = self.adapting.as_ref().zip(play.plan().recorded.as_deref());
        let adapts = adapts.map(|(ToAdapt { weights, .. }, games)| Adapting { weights, games });
        if let Some((weights, report)) = self.folder.learned(number)? {
            self.check(number, &weights, adapts)?;
            return Ok(RoundEnd::Learned(path, Arc::new(weights), report));
        }
        let lines = match self.games(&play, number)? {
            Ok(lines) => lines,
            Err(exit) => return Ok(RoundEnd::Left(exit)),
        };
        let mut games = Vec::new();
        let rounds_before = self.recipe.rounds[number as usize - 1].earlier;
        for earlier in number - rounds_before..number {
            let theirs = self.folder.games_of(earlier, play.plan())?;
            games.extend(theirs.into_iter().map(|line| (earlier, line)));
        }
        games.extend(lines.into_iter().map(|line| (number, line)));
        let Some((weights, report)) = self.fitted(number, &games, adapts)? else {
            note("Interrupted: all games are played and kept; the same command fits the weights.");
            return Ok(RoundEnd::Left(Exit::Interrupted));
        };
        self.folder.keep(number, &weights, &report)?;
        Ok(RoundEnd::Learned(path, Arc::new(weights), report))
    }

    // What is there already is taken as it is, if it is what this command would make.
    fn check(&self, number: u32, weights: &Weights, adapts: Option<Adapting<'_>>) -> Result<()> {
        let origin = weights.origin();
        // Not as text: what a recipe leaves out may be written, and the other way round.
        let recipe = Recipe::from_ron("recipe", &origin.recipe).ok();
        // Weights did not always say their board.
        let size = self.folder.board_size(number, origin);
        let theirs = (origin.game.as_str(), origin.variant.as_str(), size, recipe.as_ref(), origin.seed);
        let variant = self.game.variant();
        let ours = (G::NAME, variant.name, variant.size, Some(&self.recipe), self.args.seed);
        if theirs == ours && origin.adapted == adapts.as_ref().map(Adapting::origin) {
            return Ok(());
        }
        Err(anyhow!(
            "{}: weights of another recipe or seed, for another board, or of other games, left as they are; take another folder, or remove them to fit them again",
            self.folder.weights(number).display()
        ))
    }

    // The games of a round, or how the command ends before they are all there.
    fn games(&self, play: &SelfPlay<'_, G>, number: u32) -> Result<Result<Vec<GameLine>, Exit>> {
        let plan = play.plan();
        let file = self.folder.games(number, self.args.shard);
        if self.args.shard.is_none() {
            self.folder.take_over(number, plan)?;
        }
        let jobs = u16::try_from(self.threads).unwrap_or(u16::MAX);
        let doing = Doing { out: Some(&file), shard: self.args.shard, jobs, json: false, whole: true };
        let perform = |job: &GameNumber, stop: &Stop| play.play(job, stop).map_err(JobError::Settings);
        Ok(match work::run(plan, doing, perform, &self.stop)? {
            Ended::Done(lines) if self.args.shard.is_none() => Ok(lines),
            Ended::Done(lines) => {
                note(format_args!(
                    "round {number}: {} of {} games are in {}; put the files of the other shards beside it, and go on without --shard",
                    lines.len(),
                    plan.games,
                    file.display()
                ));
                Err(Exit::Done)
            }
            Ended::Interrupted(_) => Err(Exit::Interrupted),
        })
    }

    fn fitted(
        &self,
        number: u32,
        games: &[(u32, GameLine)],
        adapts: Option<Adapting<'_>>,
    ) -> Result<Option<(Weights, RoundReport)>> {
        let bar = work::progress_of("{bar:30} {pos} of {len} phases fitted, {elapsed}", 0);
        let round = RoundToLearn {
            game: self.game,
            recipe: &self.recipe,
            number,
            games,
            adapts,
            seed: self.args.seed,
            threads: self.threads,
        };
        let found = learned(&round, &self.stop, &mut |phase| told(&bar, phase.phase));
        bar.finish_and_clear();
        found.map_err(|error| match error {
            LearnError::Game { round, .. } => {
                anyhow!("{}: {error}", self.folder.games(round, None).display())
            }
            other => other.into(),
        })
    }
}

// They come from the last to the first.
fn told(bar: &ProgressBar, phase: usize) {
    if bar.length() == Some(0) {
        bar.set_length(phase as u64 + 1);
    }
    bar.inc(1);
}

impl Doable for GamesPlan {
    type Tally = ();

    const COMMAND: &'static str = "learn";
    const PARTIAL: bool = true;

    fn told(job: &GameNumber) -> String {
        format!("game {}", Self::identity_of(job))
    }

    fn print(line: &GameLine) -> Result<()> {
        Ok(crate::report::json_line(line)?)
    }

    fn count((): &mut (), _: &GameLine) {}
}
