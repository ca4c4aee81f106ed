//! `solve`: the exact result of a position, or of every position of a file.

mod progress;
mod tasks;

use crate::args::Solve;
use crate::exit::{Exit, Usage, note};
use crate::interrupt;
use crate::report::{self, Align, Columns, Plies, Solution, Summary, Unread, Verdict};
use crate::setup;
use anyhow::{Context, Result};
use anyply_framework::search::{Limits, Preset, SearchConfig, Stop};
use anyply_framework::{Certainty, Distance, Flaw, Score};
use anyply_games::{AnyGame, TextGame};
use progress::Progress;
use std::path::Path;
use tasks::{Task, Tasks};

/// Solves whatever the options name.
pub(crate) fn run(args: &Solve) -> Result<Exit> {
    let (mut game, Tasks { tasks, unread }) = tasks::read(args)?;
    if let Some(file) = args.file.file.as_deref().filter(|_| tasks.is_empty() && args.file.format.is_none()) {
        setup::hold_positions(file)?;
        // Of what is no text that is told once, too.
        setup::text(file)?;
    }
    // What cannot be read has a number too.
    let progress = Progress::new(tasks.len() + unread.len());
    let limits = Limits {
        outcome_only: args.wld,
        watch: Some(progress.watch()),
        ..setup::limits(&args.limits.strength())?
    };
    let exact = exact_config(&game);
    // Without --seed, which is for a start by lot: nothing that proves draws by lot.
    setup::configure(&mut game, &args.engine, Some(exact))?;
    let method = game.settings().config.method;
    if !method.proves() {
        return Err(Usage::error(format!(
            "--config: the method {method:?} is none for exact results; for example --config solve"
        )));
    }
    let stop = interrupt::stop_flag();
    let printed = Printed { json: args.json.json, columns: columns() };
    let mut summary = Summary { unread: unread.len(), ..Summary::default() };
    let file = args.file.file.as_deref().unwrap_or(Path::new(""));
    progress.aside(|| printed.begin(&unread, file))?;
    for task in &tasks {
        progress.begin(task.index);
        let solution = solve(&mut game, task, &limits, args.check_nodes, &stop, &progress)?;
        summary.count(&solution);
        progress.aside(|| printed.row(&solution, args.wld))?;
        if stop.is_set() {
            break;
        }
    }
    drop(progress);
    let all_well = summary.solved == tasks.len() && summary.wrong == 0 && unread.is_empty();
    conclude(summary, tasks.len(), args.json.json)?;
    Ok(match (stop.is_set(), all_well) {
        (true, _) => Exit::Interrupted,
        (false, true) => Exit::Done,
        (false, false) => Exit::Failed,
    })
}

// Nothing selective on the way to the end of the game, unless an option says so: the result is the true one.
fn exact_config(game: &AnyGame) -> SearchConfig {
    let solve = game.presets().into_iter().find(|preset| preset.name == Preset::SOLVE);
    solve.expect("every game has it").config
}

fn solve(
    game: &mut AnyGame,
    task: &Task,
    limits: &Limits,
    check_nodes: u64,
    stop: &Stop,
    progress: &Progress,
) -> Result<Solution> {
    game.set_position(&task.position, None).context("position")?;
    let found = game.search(limits, stop, &mut |_| {});
    let line = found.lines.first();
    let asked = game.settings().config.certainty_of_ends().level();
    // Less sure than asked for, where a limit came first, is better than nothing.
    let (value, certainty) = match line {
        Some(line) if line.certainty > Certainty::Heuristic => (Some(line.score), line.certainty),
        _ => (None, Certainty::Heuristic),
    };
    let claim = value.and_then(|value| value.claim(certainty));
    let checked = claim.map(|claim| {
        progress.check();
        game.check(claim, check_nodes, stop)
    });
    let flaw = checked.as_ref().and_then(flaw);
    if let Some(flaw) = &flaw {
        let too_many = checked == Some(Ok(Some(Flaw::TooManyPositions)));
        let more = if too_many { " (--check-nodes allows more)" } else { "" };
        note(format_args!("{}: {flaw}{more}", task.index));
    }
    let checked = checked.map(|checked| checked == Ok(None));
    // What was not held against every defence is not told as a result.
    let (value, certainty) =
        if checked == Some(false) { (None, Certainty::Heuristic) } else { (value, certainty) };
    let solved = value.is_some() && certainty.level() >= asked;
    let wld = limits.outcome_only;
    let best = line.map(|line| line.moves[0].clone());
    let result = value.map(Verdict::of);
    let said = if wld { result.map(Verdict::sign) } else { value.map(units) };
    let pv = line.map(|line| line.moves.clone()).unwrap_or_default();
    // A win is proven by more than one line, and none need be remembered to its end.
    let cut = checked == Some(true) && breaks_off(game, &pv);
    Ok(Solution {
        index: task.index,
        line: task.line,
        position: task.position.clone(),
        score: value.filter(|value| !wld || is_told(*value)).map(units),
        result,
        certainty,
        ok: task.agrees(said.filter(|_| solved), best.as_deref(), wld || !game.has_margin()),
        expected: task.known.best(),
        best,
        distance: value.map(|value| Plies::of(value, certainty)).unwrap_or_default(),
        pv,
        cut,
        nodes: found.nodes,
        seconds: found.elapsed.as_secs_f64(),
        solved,
        checked,
        flaw,
    })
}

// Why a proof is not told, if it is not.
fn flaw(checked: &Result<Option<Flaw>, String>) -> Option<String> {
    match checked {
        Ok(flaw) => flaw.map(|flaw| format!("the proof is not checked: {flaw}")),
        Err(problem) => Some(format!("the proof does not stand: {problem}")),
    }
}

// Whether a line from the position of the session leaves the game unfinished. It is played there.
fn breaks_off(game: &mut AnyGame, line: &[String]) -> bool {
    game.play_moves(&line.join(" ")).is_ok() && game.outcome().is_none()
}

// Whether a value whose sign alone is certain says all there is to say.
fn is_told(value: Score) -> bool {
    value == Score::DRAW || value.distance().is_some()
}

// In a game without margin a win is 1.
fn units(score: Score) -> i64 {
    match score.distance() {
        Some(Distance::Win(_)) => 1,
        Some(Distance::Loss(_)) => -1,
        None => i64::from(score.cents() / 100),
    }
}

impl Summary {
    fn count(&mut self, solution: &Solution) {
        self.positions += 1;
        self.solved += usize::from(solution.solved);
        self.right += usize::from(solution.ok == Some(true));
        self.wrong += usize::from(solution.ok == Some(false));
        self.nodes += solution.nodes;
        self.seconds += solution.seconds;
    }
}

/// How solutions are printed.
struct Printed {
    json: bool,
    columns: Columns,
}

impl Printed {
    /// What stands before the first, the lines of `file` that cannot be read among it.
    fn begin(&self, unread: &[Unread], file: &Path) -> Result<()> {
        for Unread { line, error } in unread {
            note(format_args!("{}:{line}: {error}", file.display()));
        }
        if self.json {
            unread.iter().try_for_each(report::json_line)?;
        } else {
            report::line(self.columns.head())?;
        }
        Ok(())
    }

    fn row(&self, solution: &Solution, wld: bool) -> Result<()> {
        match self.json {
            true => Ok(report::json_line(solution)?),
            false => Ok(report::line(row(&self.columns, solution, wld))?),
        }
    }
}

fn columns() -> Columns {
    use Align::{Left, Right};
    Columns::new(&[
        ("#", 4, Right),
        ("score", 6, Right),
        ("sure", 5, Right),
        ("best", 5, Left),
        ("known", 6, Right),
        ("", 5, Left),
        ("nodes", 16, Right),
        ("time", 11, Right),
        ("line", 0, Left),
    ])
}

fn row(columns: &Columns, solution: &Solution, wld: bool) -> String {
    let signed = |score: Option<i64>| score.map(|score| format!("{score:+}"));
    let found = match wld {
        true => solution.result.map(|result| result.to_string()),
        false => signed(solution.score),
    };
    let judged = match (solution.solved, solution.ok) {
        (false, _) => "open",
        (true, Some(true)) => "right",
        (true, Some(false)) => "wrong",
        (true, None) if solution.checked == Some(true) => "holds",
        (true, None) => "",
    };
    columns.row(&[
        solution.index.to_string(),
        found.unwrap_or_else(|| "?".to_owned()),
        report::certainty::column(solution.certainty),
        solution.best.clone().unwrap_or_default(),
        signed(solution.expected).unwrap_or_default(),
        judged.to_owned(),
        report::grouped(solution.nodes),
        format!("{:.3} s", solution.seconds),
        solution.pv.join(" ") + if solution.cut { " ..." } else { "" },
    ])
}

fn conclude(summary: Summary, asked: usize, json: bool) -> Result<()> {
    if json {
        return Ok(report::summary(&summary)?);
    }
    let Summary { solved, right, wrong, unread, nodes, seconds, .. } = summary;
    let compared = if right + wrong > 0 { format!(", {right} right, {wrong} wrong") } else { String::new() };
    let unsolved = if solved < asked { format!(", {} not solved", asked - solved) } else { String::new() };
    let unread = if unread > 0 { format!(", {unread} not read") } else { String::new() };
    let (nodes, speed) = (
        report::grouped(nodes),
        report::per_second(nodes, std::time::Duration::try_from_secs_f64(seconds).unwrap_or_default()),
    );
    let line = format!(
        "{solved} of {asked} solved{unsolved}{unread}{compared}; {nodes} nodes, {seconds:.3} s, {speed}"
    );
    Ok(report::line(line)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_without_margin_is_one() {
        assert_eq!(units(Score::win_in(7)), 1);
        assert_eq!(units(Score::from_units(-3)), -3);
    }

    #[test]
    fn a_proof_that_is_not_told_says_why() {
        // Black has a four; after a stop nothing is searched for.
        let mut game = AnyGame::open("gomoku", None, None).expect("a game");
        game.play_moves("h8a1i8c1j8e1k8g1").expect("four in a row");
        let stop = Stop::default();
        let mut told = |plies, most, stop: &Stop| flaw(&game.check(Distance::Win(plies), most, stop));
        assert_eq!(told(1, 100, &stop), None);
        stop.stop();
        assert_eq!(told(1, 100, &stop).as_deref(), Some("the proof is not checked: interrupted"));
        // What was found without a search does not come of the stop.
        let too_many = "the proof is not checked: there are too many positions";
        assert_eq!(told(1, 0, &stop).as_deref(), Some(too_many));
        let refuted = told(0, 100, &stop).expect("a refutation");
        assert!(refuted.starts_with("the proof does not stand: the game goes on"), "{refuted}");
    }

    #[test]
    fn a_line_breaks_off_where_the_game_goes_on() {
        let line = ["g8", "k8", "f8"].map(str::to_owned);
        for (length, breaks) in [(3, false), (2, true), (1, true)] {
            let mut game = AnyGame::open("gomoku", None, None).expect("a game");
            game.play_moves("h8a1i8c1j8e1").expect("three in a row");
            assert_eq!(breaks_off(&mut game, &line[..length]), breaks, "{length}");
        }
    }
}
