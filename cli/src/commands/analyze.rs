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
    let (mut game, _) = super::unfinished(&args.game, &args.place, &args.file)?;
    setup::configure_with(&mut game, &args.engine, &args.book, args.place.seed)?;
    let stop = interrupt::stop_flag();
    let mut teller = Teller {
        json: args.json.json,
        unit: game.unit(),
        side: game.side().name(),
        columns: columns(),
        last: None,
    };
    if limits.lines > 1 && matches!(game.settings().config.method, Method::AlphaBeta | Method::Minimax) {
        return Err(Usage::error(
            "--lines: the methods AlphaBeta and Minimax find one line; for example --config full-sound",
        ));
    }
    if !teller.json {
        report::line(teller.columns.head())?;
    }
    let mut failed = None;
    let mut heard = |report: &TextReport| {
        if let Err(error) = teller.hear(report) {
            // Nobody reads any more: the search is of no use either.
            failed = Some(error);
            stop.stop();
        }
    };
    let found = game.search(&limits, &stop, &mut heard);
    if let Some(error) = failed {
        return Err(error.into());
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
    /// What was heard last. As JSON it waits until no better of its depth can come: a script gets each depth
    /// once.
    last: Option<TextReport>,
}

impl Teller {
    /// Hears of a depth, which may come again with more certainty.
    fn hear(&mut self, found: &TextReport) -> io::Result<()> {
        let before = self.last.replace(found.clone());
        match before.filter(|before| before.depth != found.depth) {
            _ if !self.json => self.rows(found),
            Some(before) => self.objects(&before),
            None => Ok(()),
        }
    }

    fn objects(&self, found: &TextReport) -> io::Result<()> {
        Analysis::of(found, self.unit).try_for_each(|line| report::json_line(&line))
    }

    fn rows(&self, found: &TextReport) -> io::Result<()> {
        for line in &found.lines {
            report::line(self.columns.row(&[
                report::certainty::beside_depth(found.depth, line.certainty),
                report::score(line.score, line.certainty),
                report::grouped(found.nodes),
                report::seconds(found.elapsed),
                report::per_second(found.nodes, found.elapsed),
                line.moves.join(" "),
            ]))?;
        }
        Ok(())
    }

    fn conclude(&mut self, found: &TextReport) -> io::Result<()> {
        let known = |last: &TextReport| last.depth == found.depth && last.lines == found.lines;
        // A depth that was broken off may have found better already.
        if !self.last.as_ref().is_some_and(known) {
            self.hear(found)?;
        }
        if self.json {
            return self.last.as_ref().map_or(Ok(()), |last| self.objects(last));
        }
        let Some(line) = found.lines.first() else { return Ok(()) };
        let value = report::value(line.score, line.certainty, self.unit);
        let by_book = found.by_book.then(|| "by the book".to_owned());
        let sure = report::certainty::in_words(line.certainty);
        let why: String = by_book.into_iter().chain(sure).map(|why| format!(", {why}")).collect();
        report::line(format_args!("best: {} ({value} for {}{why})", line.moves[0], self.side))
    }
}
