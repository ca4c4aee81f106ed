//! `match`: engines and settings against each other.
//!
//! `request` makes a plan of the arguments, [`work`] plays its games, `tables`, `lines` and `page` show what
//! came of them. `compare --by-play` shows the results and a page of them, and no more.

mod lines;
mod page;
mod repeats;
mod replays;
mod request;
mod tables;

use super::print_numbered;
use super::work::{self, Doable, Doing, merged, opened};
use crate::args::Match;
use crate::exit::Exit;
use crate::protocols::Programs;
use crate::report;
use crate::report::html::Page;
use crate::values::Shard;
use anyhow::Result;
use anyply_framework::arena::{
    GameJob, GameResult, MatchPlan, MatchSummary, Outsiders, Pairs, Sprt, run_game,
};
use anyply_framework::lab::{JobError, Work};
use anyply_framework::search::Stop;
use anyply_framework::{Plugin, Session, sized};
use anyply_games::{GameVisitor, TextGame};
use page::page;
use std::path::{Path, PathBuf};

/// Plans the match, plays it, reports; or reports what was played before.
pub(crate) fn run(args: &Match) -> Result<Exit> {
    let showing = Showing {
        command: MatchPlan::COMMAND,
        json: args.json.json,
        csv: args.csv,
        html: args.html.as_deref(),
        merge: &args.merge,
    };
    if !args.merge.is_empty() {
        let (plan, results) = merged(&args.merge)?;
        return report(&plan, &results, showing);
    }
    let plan = request::plan(args)?;
    if args.dry_run {
        return planned(&plan, args.shard, args.json.json);
    }
    let game = &plan.games[0];
    let (name, variant, size) = (game.name.clone(), game.variant.clone(), game.size);
    let programs = Programs::new(move || opened(&name, &variant, size));
    let doing = Doing {
        out: args.out.as_deref(),
        shard: args.shard,
        jobs: args.jobs,
        json: args.json.json,
        whole: args.html.is_some(),
    };
    carry_out(&plan, doing, &programs, showing)
}

/// Plays what is to be played, and tells how it ended; `outsiders` has the programs among the players.
pub(super) fn carry_out(
    plan: &MatchPlan,
    doing: Doing<'_>,
    outsiders: &dyn Outsiders,
    showing: Showing<'_>,
) -> Result<Exit> {
    let play = |job: &GameJob, stop: &Stop| perform(job, outsiders, stop);
    work::carry_out(plan, doing, showing.command, play, |results| report(plan, results, showing))
}

/// The page of a file of results.
pub(super) fn page_of(path: &Path) -> Result<Page> {
    let files = [path.to_owned()];
    let (plan, results) = merged::<MatchPlan>(&files)?;
    Ok(page(&plan, &MatchSummary::new(&plan, &results), &results, MatchPlan::COMMAND).of_files(&files))
}

/// Says who is to play, and what, of all or of a shard. How long games last is not known before they are, so
/// only their number is told.
pub(super) fn planned(plan: &MatchPlan, shard: Option<Shard>, json: bool) -> Result<Exit> {
    // Pairs of games are numbered on from one game to the next.
    let mut pairs = 0..0;
    let part = if shard.is_some() { " in this shard" } else { "" };
    if !json {
        print_numbered(plan.games.iter().flat_map(|game| &game.numbered))?;
    }
    for game in &plan.games {
        let (pairings, openings) = (game.pairings.len(), game.openings.len());
        pairs = pairs.end..pairs.end + pairings * openings;
        let here = pairs.clone().filter(|pair| shard.is_none_or(|shard| shard.has(*pair)));
        let (pairings, openings) = (pairings as u64, openings as u64);
        let games = (MatchPlan::TOGETHER * here.count()) as u64;
        if json {
            let line = serde_json::json!({
                "game": game.name, "variant": game.variant, "size": game.size, "pairings": pairings, "openings": openings,
                "games": games
            });
            report::json_line(&line)?;
        } else {
            tables::print_players(game)?;
            report::line(format_args!(
                "{} {}: {} from {} with both colours, {}{part}",
                game.name,
                sized(&game.variant, game.size),
                report::counted(pairings, "pairing"),
                report::counted(openings, "opening"),
                report::counted(games, "game")
            ))?;
        }
    }
    Ok(Exit::Done)
}

/// How results are shown.
#[derive(Clone, Copy)]
pub(super) struct Showing<'a> {
    /// The command that shows them. `match` tells more of a match of one game than its results.
    pub(super) command: &'static str,
    pub(super) json: bool,
    pub(super) csv: bool,
    /// Where a page of them goes.
    pub(super) html: Option<&'a Path>,
    /// The files that they were read from. Games that are played are printed as they come, where JSON is
    /// wanted.
    pub(super) merge: &'a [PathBuf],
}

/// Tells how the matches ended.
pub(super) fn report(plan: &MatchPlan, results: &[GameResult], showing: Showing<'_>) -> Result<Exit> {
    let summary = MatchSummary::new(plan, results);
    // The page is written even where nobody reads what is printed.
    let printed = print(plan, results, &summary, showing);
    if let Some(path) = showing.html {
        page(plan, &summary, results, showing.command).of_files(showing.merge).write(path)?;
    }
    Exit::Done.after(printed)
}

fn print(
    plan: &MatchPlan,
    results: &[GameResult],
    summary: &MatchSummary,
    showing: Showing<'_>,
) -> Result<()> {
    let tells_more = showing.command == MatchPlan::COMMAND;
    if showing.json {
        if !showing.merge.is_empty() {
            results.iter().try_for_each(MatchPlan::print)?;
        }
        lines::summaries(summary)?;
        // What has several games was planned by `compare --by-play`, which says no more of them together.
        if tells_more && summary.games.len() == 1 {
            lines::last(summary, tested(plan, results).as_ref())?;
        }
        return Ok(());
    }
    if showing.csv {
        return lines::csv(summary);
    }
    tables::print(plan, summary)?;
    if tells_more { tables::print_more(summary, tested(plan, results).as_ref()) } else { Ok(()) }
}

/// A test, and how the match stands for it.
type Tested = (Sprt, Standing);

/// The test of a match, which has one pairing then, and what it counts: the games before the first that is
/// missing. What comes after it is there because it ended sooner, and may be games that are won faster.
fn tested(plan: &MatchPlan, results: &[GameResult]) -> Option<Tested> {
    let sprt = plan.sprt?;
    let is_next = |(number, game): &(usize, &GameResult)| {
        (game.round, game.first_is().index()) == (number / MatchPlan::TOGETHER, number % MatchPlan::TOGETHER)
    };
    let mut standing = Standing::default();
    results.iter().enumerate().take_while(is_next).for_each(|(_, game)| standing.count(game));
    Some((sprt, standing))
}

/// How a match stands for the players that are measured.
#[derive(Default)]
pub(super) struct Standing {
    games: [u64; 3],
    /// The last game, where its pair is not whole: the other one comes next, if it comes at all.
    open: Option<GameOfPair>,
    pairs: Pairs,
}

/// Which pair a game belongs to, and its half points.
struct GameOfPair {
    round: usize,
    players: [String; 2],
    half_points: usize,
}

impl Standing {
    fn count(&mut self, result: &GameResult) {
        let (round, players) = (result.round, [result.first.clone(), result.second.clone()]);
        let game = GameOfPair { round, players, half_points: result.half_points() };
        self.games[2 - game.half_points] += 1;
        match self.open.take() {
            Some(other) if (other.round, &other.players) == (game.round, &game.players) => {
                self.pairs.add(other.half_points + game.half_points);
            }
            _ => self.open = Some(game),
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

    fn check(result: &GameResult) -> Result<(), String> {
        replays::check(result)
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

    // Where several meet, their games and pairs together say nothing of anybody.
    fn standing(&self, standing: &Standing) -> String {
        match &self.games[..] {
            [game] if game.pairings.len() == 1 => standing.to_string(),
            _ => String::new(),
        }
    }

    fn lighten(result: &mut GameResult) {
        (result.moves, result.transcript) = (Vec::new(), Vec::new());
        (result.opening.moves, result.opening.start) = (Vec::new(), None);
    }
}

// Plays one game.
fn perform(job: &GameJob, outsiders: &dyn Outsiders, stop: &Stop) -> Result<Option<GameResult>, JobError> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use anyply_framework::arena::{House, MatchedGame, PairingSummary};

    fn game(round: usize, second: &str, winner: &str) -> GameResult {
        let line = serde_json::json!({
            "game": "nim", "first": "a", "second": second, "round": round, "black": "a", "white": second, "winner": winner,
            "margin": null, "by": "rules", "opening": {"start": null, "moves": []}, "moves": [], "plies": 0, "nodes": [0, 0],
            "seconds": [0.0, 0.0], "variant": "plain", "size": null, "seed": 1, "job": ""
        });
        serde_json::from_value(line).unwrap()
    }

    #[test]
    fn a_program_may_say_that_it_made_more_positions_than_there_are() {
        let results = [0, 1].map(|round| GameResult { nodes: [u64::MAX; 2], ..game(round, "b", "black") });
        let summary = PairingSummary::new("a", "b", &results.each_ref());
        assert!(summary.players.iter().all(|player| player.nodes_per_move >= u64::MAX as f64));
    }

    #[test]
    fn games_of_different_pairs_make_none_where_one_is_missing_between() {
        let mut standing = Standing::default();
        let games =
            [(0, "b", "black"), (1, "b", "white"), (1, "b", "white"), (2, "b", "black"), (2, "c", "black")];
        for (round, second, winner) in games {
            standing.count(&game(round, second, winner));
        }
        assert_eq!(standing.pairs, Pairs([1, 0, 0, 0, 0]));
        assert_eq!(standing.games, [3, 0, 2]);
    }

    #[test]
    fn a_match_of_several_pairings_tells_no_strength_on_the_way() {
        let plan = |pairings: &[(usize, usize)]| {
            let (name, variant) = ("nim".to_owned(), "plain".to_owned());
            let (players, openings, pairings) = (Vec::new(), Vec::new(), pairings.to_vec());
            let games = vec![MatchedGame {
                name,
                variant,
                size: None,
                players,
                numbered: Vec::new(),
                pairings,
                openings,
            }];
            MatchPlan { version: String::new(), games, house: House::default(), sprt: None, seed: 1 }
        };
        let mut standing = Standing::default();
        standing.count(&game(0, "b", "black"));
        assert_eq!(plan(&[(0, 1)]).standing(&standing), "- 1 won, 0 drawn, 0 lost");
        assert_eq!(plan(&[(0, 1), (0, 2)]).standing(&standing), "");
    }
}
