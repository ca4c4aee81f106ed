//! `analyze`: the best lines for a position, as the search deepens.

use crate::args::Analyze;
use crate::exit::{Exit, Usage};
use crate::interrupt;
use crate::report::{self, Align, Analysis, Columns};
use crate::setup;
use anyhow::Result;
use anyply_framework::search::Method;
use anyply_games::{TextGame, TextReport};
use std::io;
use std::time::Duration;

const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// Searches the position of the options and tells every finished depth.
pub(crate) fn run(args: &Analyze) -> Result<Exit> {
    let strength = args.limits.strength();
    let mut limits = setup::limits(&strength)?;
    limits.lines = args.lines.into();
    if strength.is_empty() {
        limits.time = Some(DEFAULT_TIME);
    }
    let mut game = super::unfinished(&args.game, &args.place, &args.file)?;
    setup::configure_with(&mut game, &args.engine, &args.book, args.place.seed)?;
    let stop = interrupt::stop_flag();
    let teller =
        Teller { json: args.json.json, unit: game.unit(), side: game.side().name(), columns: columns() };
    if limits.lines > 1 && matches!(game.settings().config.method, Method::AlphaBeta | Method::Minimax) {
        return Err(Usage::error(
            "--lines: the methods AlphaBeta and Minimax find one line; for example --config full-sound",
        ));
    }
    if !teller.json {
        report::line(teller.columns.head())?;
    }
    let mut told = None;
    let mut failed = None;
    let mut heard = |report: &TextReport| {
        told = Some((report.depth, report.lines.clone()));
        if let Err(error) = teller.tell(report) {
            // Nobody reads any more: the search is of no use either.
            failed = Some(error);
            stop.stop();
        }
    };
    let found = game.search(&limits, &stop, &mut heard);
    if let Some(error) = failed {
        return Err(error.into());
    }
    // A depth that was broken off may have found better already.
    if told != Some((found.depth, found.lines.clone())) {
        teller.tell(&found)?;
    }
    teller.conclude(&found)?;
    Ok(if stop.is_set() { Exit::Interrupted } else { Exit::Done })
}

fn columns() -> Columns {
    use Align::{Left, Right};
    Columns::new(&[
        ("depth", 6, Right),
        ("score", 12, Right),
        ("nodes", 15, Right),
        ("time", 10, Right),
        ("speed", 9, Right),
        ("line", 0, Left),
    ])
}

struct Teller {
    json: bool,
    unit: &'static str,
    side: &'static str,
    columns: Columns,
}

impl Teller {
    fn tell(&self, found: &TextReport) -> io::Result<()> {
        if self.json {
            return Analysis::of(found, self.unit).try_for_each(|line| report::json_line(&line));
        }
        for line in &found.lines {
            report::line(self.columns.row(&[
                report::certainty::beside_depth(found.depth, line.certainty),
                line.score.to_string(),
                report::grouped(found.nodes),
                report::seconds(found.elapsed),
                report::per_second(found.nodes, found.elapsed),
                line.moves.join(" "),
            ]))?;
        }
        Ok(())
    }

    fn conclude(&self, found: &TextReport) -> io::Result<()> {
        match found.lines.first() {
            Some(line) if !self.json => {
                let value = report::value(line.score, line.certainty, self.unit);
                let by_book = found.by_book.then(|| "by the book".to_owned());
                let why = by_book.or_else(|| report::certainty::in_words(line.certainty));
                let why = why.map_or_else(String::new, |why| format!(", {why}"));
                report::line(format_args!("best: {} ({value} for {}{why})", line.moves[0], self.side))
            }
            _ => Ok(()),
        }
    }
}
