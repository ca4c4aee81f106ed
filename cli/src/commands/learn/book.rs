//! `learn --book`: an opening book.

use crate::args::Learn;
use crate::commands::work;
use crate::exit::{Exit, note};
use crate::interrupt;
use crate::report;
use crate::whole;
use anyhow::{Context, Result, anyhow};
use anyply_framework::book::{Book, Builder, Effort};
use anyply_framework::{Certainty, EvaluatorSource, Plugin};
use serde::Serialize;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

/// Where neither plies nor nodes are given.
const NODES: u64 = 50_000;
/// So often what there is is written down: a kill costs no more, but for what was being searched.
const PATIENCE: Duration = Duration::from_secs(20);

/// Goes on with the book where the file leaves off, up to the positions that are wanted.
pub(super) fn run<G: Plugin>(
    args: &Learn,
    game: &G,
    source: EvaluatorSource,
    threads: usize,
) -> Result<Exit> {
    let path = args.place();
    let shown = || path.display().to_string();
    whole::refuse_stream(path, "a book is written anew as it grows")?;
    let bytes = whole::read(path)?;
    let there = bytes.as_deref().map(|bytes| Book::from_bytes(game, bytes)).transpose();
    let there = there.with_context(shown)?;
    let before = there.as_ref().map_or(0, Book::positions);
    if there.as_ref().is_some_and(|book| *book.origin() != Builder::origin(game, &source, effort(args))) {
        return Err(anyhow!(
            "{}: a book built with other settings, left as it is; take another file, or remove it to build it again",
            path.display()
        ));
    }
    let mut builder = Builder::new(game, source, effort(args), there)?;
    let began = Instant::now();
    let stopped = grow(&mut builder, args, threads, OnDisk { path, bytes, written: began })?;
    let grown = builder.book().positions() - before;
    tell(&builder, game, args.json.json, (path, grown, began.elapsed()))?;
    if stopped {
        note("Interrupted: what there is is kept; the same command goes on with it.");
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Done)
}

fn effort(args: &Learn) -> Effort {
    let growth = &args.growth;
    Effort {
        depth: growth.depth,
        nodes: growth.nodes.or(growth.depth.is_none().then_some(NODES)),
        width: growth.width.into(),
        penalty: growth.penalty,
        seed: args.seed,
    }
}

/// The file of the book as this run knows it.
struct OnDisk<'a> {
    path: &'a Path,
    bytes: Option<Vec<u8>>,
    written: Instant,
}

impl OnDisk<'_> {
    fn is_due(&self) -> bool {
        self.written.elapsed() > PATIENCE
    }

    // What another run has written there meanwhile may be the larger book of the two.
    fn write(&mut self, book: &Book) -> Result<()> {
        let there = whole::read(self.path)?;
        if there.is_some() && there != self.bytes {
            let path = self.path.display();
            return Err(anyhow!("'{path}' was written by another run meanwhile; it is left as it is"));
        }
        let bytes = book.to_bytes();
        whole::write(self.path, &bytes)?;
        (self.bytes, self.written) = (Some(bytes), Instant::now());
        Ok(())
    }
}

// Whether it was stopped.
fn grow<G: Plugin>(
    builder: &mut Builder<'_, G>,
    args: &Learn,
    threads: usize,
    mut file: OnDisk<'_>,
) -> Result<bool> {
    let stop = interrupt::stop_flag();
    let most = args.growth.positions as usize;
    let bar = work::progress_of("{bar:30} {pos} of {len} positions, {elapsed}, about {eta} left", most);
    bar.set_position(builder.book().positions() as u64);
    // What cannot be written had better be known before hours of work.
    file.write(builder.book())?;
    let told = |file: &OnDisk<'_>| {
        bar.inc(1);
        if file.is_due() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    while builder.step(most, threads, &stop, &mut || told(&file))? {
        if file.is_due() {
            file.write(builder.book())?;
        }
    }
    bar.finish_and_clear();
    file.write(builder.book())?;
    if builder.book().positions() < most && !stop.is_set() {
        note("Nothing more is worth a look: the results of all lines are known.");
    }
    Ok(stop.is_set())
}

#[derive(Serialize)]
struct Total<'a> {
    positions: usize,
    grown: usize,
    moves: usize,
    plies: usize,
    nodes: u64,
    score: Option<f64>,
    unit: &'static str,
    pv: Vec<String>,
    seconds: f64,
    book: &'a Path,
}

fn tell<G: Plugin>(
    builder: &Builder<'_, G>,
    game: &G,
    json: bool,
    (path, grown, elapsed): (&Path, usize, Duration),
) -> Result<()> {
    let (book, plies) = (builder.book(), builder.deepest());
    let start = game.start();
    let best = book.of(game, &start.position).first().copied();
    let line = best.map_or_else(Vec::new, |best| book.line(game, &start, best));
    let line: Vec<String> = line.into_iter().map(|mv| game.move_text(mv)).collect();
    if json {
        return Ok(report::summary(&Total {
            positions: book.positions(),
            grown,
            moves: book.moves(),
            plies,
            nodes: book.nodes(),
            score: best.map(|(_, of)| of.value.units()),
            unit: G::UNIT,
            pv: line,
            seconds: elapsed.as_secs_f64(),
            book: path,
        })?);
    }
    let (positions, moves) = (report::grouped(book.positions() as u64), report::grouped(book.moves() as u64));
    let nodes = report::compact(book.nodes() as f64);
    report::line(format_args!("{positions} positions, {grown} of them new, {moves} moves, {nodes} nodes"))?;
    if let Some((_, of)) = best {
        let value = report::value(of.value, Certainty::Heuristic, G::UNIT);
        let line = line.join(" ");
        report::line(format_args!("up to {plies} plies; the best line, {value} for who begins: {line}"))?;
    }
    Ok(report::line(format_args!("book: {}", path.display()))?)
}
