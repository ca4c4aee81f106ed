//! `solve`: the exact result of a position, or of every position of a file.

use crate::args::{Format, Solve};
use crate::exit::{Exit, Usage, note};
use crate::interrupt;
use crate::report::{self, Align, Columns, Solution, Summary, Unread};
use crate::setup;
use anyhow::{Context, Result};
use anyply_framework::search::{Limits, Preset, SearchConfig, Stop};
use anyply_framework::{Certainty, Distance, Outcome, RecordFormat, Score, Side, quoted};
use anyply_games::{AnyGame, TextGame};
use std::path::Path;

/// Solves whatever the options name.
pub(crate) fn run(args: &Solve) -> Result<Exit> {
    let limits = setup::limits(&args.limits.strength())?;
    let (mut game, Tasks { tasks, unread }) = tasks(args)?;
    let exact = exact_config(&game);
    setup::configure(&mut game, &args.engine, Some(exact))?;
    let stop = interrupt::stop_flag();
    let columns = columns();
    let mut summary = Summary { unread: unread.len(), ..Summary::default() };
    for Unread { line, error } in &unread {
        let path = args.file.file.as_deref().unwrap_or(Path::new(""));
        note(format_args!("{}:{line}: {error}", path.display()));
    }
    if args.json.json {
        unread.iter().try_for_each(report::json_line)?;
    } else {
        report::line(columns.head())?;
    }
    for task in &tasks {
        let solution = solve(&mut game, task, &limits, &stop)?;
        summary.count(&solution);
        if args.json.json {
            report::json_line(&solution)?;
        } else {
            report::line(row(&columns, &solution))?;
        }
        if stop.is_set() {
            break;
        }
    }
    let all_well = summary.solved == tasks.len() && summary.wrong == 0 && unread.is_empty();
    conclude(summary, tasks.len(), args.json.json)?;
    Ok(match (stop.is_set(), all_well) {
        (true, _) => Exit::Interrupted,
        (false, true) => Exit::Done,
        (false, false) => Exit::Failed,
    })
}

// Nothing selective: the result is the true one.
fn exact_config(game: &AnyGame) -> SearchConfig {
    let solve = game.presets().into_iter().find(|preset| preset.name == Preset::SOLVE);
    solve.expect("every game has it").config
}

/// What is to be solved, and the lines of a file that cannot be.
#[derive(Clone, PartialEq, Debug, Default)]
struct Tasks {
    tasks: Vec<Task>,
    unread: Vec<Unread>,
}

/// A position, and the score that is known for it.
#[derive(Clone, PartialEq, Debug)]
struct Task {
    /// From 1. A line that cannot be read has one too, so that the others keep theirs.
    index: usize,
    position: String,
    known: Known,
}

/// What a file says of a position: nothing, a score, or a score for each of some moves.
#[derive(Clone, PartialEq, Debug, Default)]
struct Known {
    score: Option<i64>,
    moves: Vec<(String, i64)>,
}

impl Known {
    /// Reads what stands after the first `;` of a line.
    fn read(text: &str) -> Result<Self, String> {
        let mut known = Self::default();
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let (mv, score) = part.split_once(':').unwrap_or(("", part));
            let score = score.trim().parse().map_err(|_| {
                format!("{}: expected a score or move:score, for example +12 or a2:+12", quoted(part))
            })?;
            match mv.trim() {
                "" => known.score = Some(score),
                mv => known.moves.push((mv.to_lowercase(), score)),
            }
        }
        Ok(known)
    }

    fn expected(&self) -> Option<i64> {
        self.score.or_else(|| self.moves.iter().map(|(_, score)| *score).max())
    }

    /// Whether a result agrees: the score, and the move's own score where it is listed. Without a result, that is open.
    fn agrees(&self, score: Option<i64>, best: Option<&str>) -> Option<bool> {
        let (expected, score) = (self.expected()?, score?);
        let listed = best.and_then(|best| self.moves.iter().find(|(mv, _)| mv.eq_ignore_ascii_case(best)));
        Some(score == expected && listed.is_none_or(|(_, listed)| *listed == expected))
    }
}

fn tasks(args: &Solve) -> Result<(AnyGame, Tasks)> {
    if let Some((path, Format::Positions)) = setup::file_and_format(&args.file) {
        if args.place.moves.is_some() {
            return Err(Usage::error("--moves goes with one position, not with a file of positions"));
        }
        let mut game = setup::game(&args.game, &args.place)?;
        let tasks = tasks_of(&mut game, path, setup::side(&args.place))?;
        return Ok((game, tasks));
    }
    let game = setup::game_at(&args.game, &args.place, Some(&args.file))?;
    let task = Task { index: 1, position: game.position_text(), known: Known::default() };
    Ok((game, Tasks { tasks: vec![task], unread: Vec::new() }))
}

// All lines are read before the first is solved: a mistake in the last should not be told after hours.
fn tasks_of(game: &mut AnyGame, path: &Path, side: Option<Side>) -> Result<Tasks> {
    let text = setup::text(path)?;
    let format = format_of(game, path);
    let mut read = Tasks::default();
    for (index, (line, text)) in (1..).zip(setup::position_lines(&text)) {
        match task(game, index, text, side, format) {
            Ok(task) => read.tasks.push(task),
            Err(error) => read.unread.push(Unread { line, error }),
        }
    }
    if read == Tasks::default() {
        anyhow::bail!("{} has no positions", path.display());
    }
    Ok(read)
}

// The format of the game's own world that a file of positions is in, by its name.
fn format_of(game: &AnyGame, path: &Path) -> Option<&'static RecordFormat> {
    let extension = path.extension()?;
    let is_meant =
        |format: &&RecordFormat| !format.keeps.moves && extension.eq_ignore_ascii_case(format.extension);
    game.formats().iter().find(is_meant)
}

// What a line says. A format knows what is not known here: how large a score can be.
fn task(
    game: &mut AnyGame,
    index: usize,
    line: &str,
    side: Option<Side>,
    format: Option<&RecordFormat>,
) -> Result<Task, String> {
    let (position, known) = line.split_once(';').unwrap_or((line, ""));
    game.set_position(position.trim(), side).map_err(|error| error.to_string())?;
    if let Some(outcome) = game.outcome() {
        return Err(format!("the game is over there: {outcome}"));
    }
    let position = game.position_text();
    let said = format!("{position};{known}");
    let known = Known::read(known)?;
    let legal = game.legal_moves();
    let is_legal = |mv: &String| legal.iter().any(|legal| legal.eq_ignore_ascii_case(mv));
    if let Some((mv, _)) = known.moves.iter().find(|(mv, _)| !is_legal(mv)) {
        let example = legal.first().map_or("none", |mv| mv);
        return Err(format!("{}: expected a legal move, for example {example}", quoted(mv)));
    }
    if let Some(format) = format {
        (format.read)(said.as_bytes()).map_err(|error| error.problem)?;
    }
    Ok(Task { index, position, known })
}

fn solve(game: &mut AnyGame, task: &Task, limits: &Limits, stop: &Stop) -> Result<Solution> {
    game.set_position(&task.position, None).context("position")?;
    let side = game.side();
    let found = game.search(limits, stop, &mut |_| {});
    let line = found.lines.first();
    let score = match (game.outcome(), line) {
        (Some(outcome), _) => Some(final_score(&outcome, side)),
        (None, Some(line)) if line.certainty == Certainty::Exact => Some(units(line.score)),
        _ => None,
    };
    let best = line.map(|line| line.moves[0].clone());
    Ok(Solution {
        index: task.index,
        position: task.position.clone(),
        score,
        ok: task.known.agrees(score, best.as_deref()),
        expected: task.known.expected(),
        best,
        pv: line.map(|line| line.moves.clone()).unwrap_or_default(),
        nodes: found.nodes,
        seconds: found.elapsed.as_secs_f64(),
        solved: score.is_some(),
    })
}

// In a game without margin a win is 1.
fn units(score: Score) -> i64 {
    match score.distance() {
        Some(Distance::Win(_)) => 1,
        Some(Distance::Loss(_)) => -1,
        None => i64::from(score.cents() / 100),
    }
}

fn final_score(outcome: &Outcome, side: Side) -> i64 {
    let margin = i64::from(outcome.margin.unwrap_or(1));
    match outcome.winner {
        Some(winner) if winner == side => margin,
        Some(_) => -margin,
        None => 0,
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

fn columns() -> Columns {
    use Align::{Left, Right};
    Columns::new(&[
        ("#", 4, Right),
        ("score", 6, Right),
        ("best", 5, Left),
        ("known", 6, Right),
        ("", 5, Left),
        ("nodes", 16, Right),
        ("time", 11, Right),
        ("line", 0, Left),
    ])
}

fn row(columns: &Columns, solution: &Solution) -> String {
    let signed = |score: Option<i64>| score.map(|score| format!("{score:+}"));
    let judged = match (solution.solved, solution.ok) {
        (false, _) => "open",
        (true, Some(true)) => "right",
        (true, Some(false)) => "wrong",
        (true, None) => "",
    };
    columns.row(&[
        solution.index.to_string(),
        signed(solution.score).unwrap_or_else(|| "?".to_owned()),
        solution.best.clone().unwrap_or_default(),
        signed(solution.expected).unwrap_or_default(),
        judged.to_owned(),
        report::grouped(solution.nodes),
        format!("{:.3} s", solution.seconds),
        solution.pv.join(" "),
    ])
}

fn conclude(summary: Summary, asked: usize, json: bool) -> Result<()> {
    if json {
        return Ok(report::json_line(&serde_json::json!({ "summary": summary }))?);
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
    fn what_is_known_is_read_as_obf_has_it() {
        let known = Known::read(" G8:+18; h1:+12; A2:-6;").unwrap();
        assert_eq!(known.expected(), Some(18));
        assert_eq!(known.agrees(Some(18), Some("g8")), Some(true));
        assert_eq!(known.agrees(Some(18), Some("a1")), Some(true));
        assert_eq!(known.agrees(Some(18), Some("h1")), Some(false));
        assert_eq!(known.agrees(Some(12), Some("g8")), Some(false));
        assert_eq!(known.agrees(None, None), None);
    }

    #[test]
    fn a_bare_score_or_nothing_may_stand_there() {
        assert_eq!(Known::read("-4").unwrap().expected(), Some(-4));
        let nothing = Known::read("").unwrap();
        assert_eq!((nothing.expected(), nothing.agrees(Some(3), None)), (None, None));
    }

    #[test]
    fn other_text_is_quoted() {
        assert!(Known::read("a1:many").unwrap_err().starts_with("'a1:many'"));
    }

    #[test]
    fn scores_are_for_the_side_to_move() {
        let outcome = Outcome { winner: Some(Side::White), margin: Some(12), unit: "discs" };
        assert_eq!(final_score(&outcome, Side::White), 12);
        assert_eq!(final_score(&outcome, Side::Black), -12);
        assert_eq!(units(Score::win_in(7)), 1);
        assert_eq!(units(Score::from_units(-3)), -3);
    }
}
