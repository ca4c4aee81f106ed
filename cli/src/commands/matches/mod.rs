//! `match`: engines and settings against each other.
//!
//! `request` makes a plan of the arguments, [`work`] plays its games, `tables`, `lines` and `page` show what came of them. `compare
//! --by-play` shows the same.

mod lines;
mod page;
mod replays;
mod request;
mod tables;

pub(super) use lines::{csv, summaries};
pub(super) use page::page;
pub(super) use tables::print;

use super::work::{self, Doable, Doing, Ended, merged, opened, told_of_shard};
use crate::args::Match;
use crate::exit::Exit;
use crate::interrupt;
use crate::protocols::Programs;
use crate::report;
use anyhow::Result;
use anyply_framework::arena::{GameJob, GameResult, MatchPlan, MatchSummary, Outsiders, Pairs, run_game};
use anyply_framework::lab::JobError;
use anyply_framework::search::Stop;
use anyply_framework::{Plugin, Session};
use anyply_games::{GameVisitor, TextGame};

/// Plans the match, plays it, reports; or reports what was played before.
pub(crate) fn run(args: &Match) -> Result<Exit> {
    if !args.merge.is_empty() {
        let (plan, results) = merged::<MatchPlan>(&args.merge)?;
        if args.json.json {
            results.iter().try_for_each(MatchPlan::print)?;
        }
        return report(&plan, &results, args);
    }
    let plan = request::plan(args)?;
    if args.dry_run {
        return planned(&plan, args);
    }
    let game = &plan.games[0];
    let (name, variant, size) = (game.name.clone(), game.variant.clone(), game.size);
    let programs = Programs::new(move || opened(&name, &variant, size));
    let stop = interrupt::stop_flag();
    let doing = Doing {
        out: args.out.as_deref(),
        shard: args.shard,
        jobs: args.jobs,
        json: args.json.json,
        whole: args.html.is_some(),
    };
    match work::run(&plan, doing, |job, stop| perform(job, &programs, stop), &stop)? {
        Ended::Done(results) if args.shard.is_none() => report(&plan, &results, args),
        Ended::Done(results) => Ok(told_of_shard(&plan, &results)),
        Ended::Interrupted(results) => {
            report(&plan, &results, args)?;
            Ok(Exit::Interrupted)
        }
    }
}

fn planned(plan: &MatchPlan, args: &Match) -> Result<Exit> {
    let game = &plan.games[0];
    let (pairings, openings) = (game.pairings.len(), game.openings.len());
    let games = 2 * pairings * openings;
    if args.json.json {
        let line = serde_json::json!({
            "game": game.name, "variant": game.variant, "pairings": pairings, "openings": openings, "games": games
        });
        report::json_line(&line)?;
        return Ok(Exit::Done);
    }
    for player in &game.players {
        report::line(format_args!("{:22}  {}", player.name, tables::about(player)))?;
    }
    report::line(format_args!(
        "{} {}: {pairings} pairings from {openings} openings with both colours, {games} games",
        game.name, game.variant
    ))?;
    Ok(Exit::Done)
}

fn report(plan: &MatchPlan, results: &[GameResult], args: &Match) -> Result<Exit> {
    let summary = MatchSummary::new(plan, results);
    if args.json.json {
        lines::last(plan, &summary, results)?;
    } else if args.csv {
        csv(&summary)?;
    } else {
        print(&summary)?;
        tables::print_more(plan, &summary, results)?;
    }
    if let Some(path) = &args.html {
        page(plan, &summary, results, MatchPlan::COMMAND).write(path)?;
    }
    Ok(Exit::Done)
}

/// How a match stands for the players that are measured.
#[derive(Default)]
pub(super) struct Standing {
    games: [u64; 3],
    /// The two games of a pair come one after the other.
    first_of_pair: Option<usize>,
    pairs: Pairs,
}

impl Standing {
    fn count(&mut self, result: &GameResult) {
        let half_points = result.half_points();
        self.games[2 - half_points] += 1;
        match self.first_of_pair.take() {
            None => self.first_of_pair = Some(half_points),
            Some(before) => self.pairs.add(before + half_points),
        }
    }
}

/// `12 won, 1 drawn, 7 lost, Elo +89 [-45, +238]`.
impl std::fmt::Display for Standing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [won, drawn, lost] = self.games;
        write!(f, "- {won} won, {drawn} drawn, {lost} lost")?;
        self.pairs.elo().map_or(Ok(()), |elo| write!(f, ", Elo {}", report::elo(&elo)))
    }
}

impl Doable for MatchPlan {
    type Tally = Standing;

    const COMMAND: &'static str = "match";
    const PARTIAL: bool = true;

    fn told(job: &GameJob) -> String {
        let [first, second] = [0, 1].map(|player: usize| &job.players[player].name);
        format!(
            "{} {}: {first} as {} against {second}, opening {}",
            job.game,
            job.variant,
            job.first_is,
            job.round + 1
        )
    }

    fn print(result: &GameResult) -> Result<()> {
        Ok(report::json_line(result)?)
    }

    fn count(standing: &mut Standing, result: &GameResult) {
        standing.count(result);
    }

    fn is_settled(&self, standing: &Standing) -> bool {
        self.sprt.is_some_and(|sprt| sprt.verdict(&standing.pairs).is_some())
    }

    fn standing(standing: &Standing) -> String {
        standing.to_string()
    }

    fn lighten(result: &mut GameResult) {
        (result.moves, result.transcript) = (Vec::new(), Vec::new());
        (result.opening.moves, result.opening.start) = (Vec::new(), None);
    }
}

/// Plays one game; `outsiders` has the programs among the players.
pub(super) fn perform(
    job: &GameJob,
    outsiders: &dyn Outsiders,
    stop: &Stop,
) -> Result<Option<GameResult>, JobError> {
    opened(&job.game, &job.variant, job.size).accept(Perform { job, outsiders, stop })
}

/// Plays a game of any type.
struct Perform<'a> {
    job: &'a GameJob,
    outsiders: &'a dyn Outsiders,
    stop: &'a Stop,
}

impl GameVisitor for Perform<'_> {
    type Output = Result<Option<GameResult>, JobError>;

    fn visit<G: Plugin>(self, session: &mut Session<G>) -> Self::Output {
        run_game(session.game(), self.job, self.outsiders, self.stop)
    }
}
