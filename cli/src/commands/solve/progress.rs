//! How far `solve` is, told on a terminal while it runs.

use crate::commands::work;
use crate::report;
use anyply_framework::search::{Standing, Watch};
use indicatif::{ProgressBar, ProgressState};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

/// A line that moves with the search; nothing where stderr is no terminal. It goes when this is dropped.
pub(super) struct Progress {
    bar: ProgressBar,
    watch: Watch,
    /// The position that is being solved. Whoever draws looks for it: to draw at the change would show the
    /// figures of the one before.
    index: Arc<AtomicUsize>,
    /// Whether its proof is found, and held against every defence.
    checking: Arc<AtomicBool>,
}

impl Progress {
    /// How often the line is drawn anew.
    const TICK: Duration = Duration::from_millis(200);

    pub(super) fn new(positions: usize) -> Self {
        let (watch, index) = (Watch::default(), Arc::new(AtomicUsize::new(1)));
        let checking = Arc::new(AtomicBool::new(false));
        let bar = work::progress_of("position {index} of {len}: {standing}, {elapsed}", positions);
        if !bar.is_hidden() {
            let (seen, number, checks) = (watch.clone(), index.clone(), checking.clone());
            let style = bar.style();
            let style = style.with_key("index", shown(move || number.load(Relaxed).to_string()));
            bar.set_style(
                style.with_key("standing", shown(move || told(seen.standing(), checks.load(Relaxed)))),
            );
            // It begins a thread, and panics where the system refuses it.
            if thread::Builder::new().spawn(|| ()).is_ok() {
                bar.enable_steady_tick(Self::TICK);
            }
        }
        Self { bar, watch, index, checking }
    }

    /// What the search is to show how far it is.
    pub(super) fn watch(&self) -> Watch {
        self.watch.clone()
    }

    /// A position begins; the time is its own.
    pub(super) fn begin(&self, index: usize) {
        self.bar.reset_elapsed();
        self.index.store(index, Relaxed);
        self.checking.store(false, Relaxed);
    }

    /// What was found for it is checked.
    pub(super) fn check(&self) {
        self.checking.store(true, Relaxed);
    }

    /// Prints, with the line out of the way.
    pub(super) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

// A part of the line that is made anew whenever it is drawn.
fn shown(
    text: impl Fn() -> String + Clone + Send + Sync,
) -> impl Fn(&ProgressState, &mut dyn fmt::Write) + Clone + Send + Sync {
    move |_, line| {
        // A line that cannot be drawn is no reason to stop.
        let _ = line.write_str(&text());
    }
}

// `depth 24, move 3 of 11, 12.3 M nodes`; `checking the proof`, of which nobody knows how long it takes.
fn told(Standing { depth, number, moves, nodes }: Standing, checking: bool) -> String {
    if checking {
        return "checking the proof".to_owned();
    }
    let nodes = report::compact(nodes as f64);
    match number {
        0 => format!("{nodes} nodes"),
        _ => format!("depth {depth}, move {number} of {moves}, {nodes} nodes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_running_is_told() {
        let standing = Standing { depth: 24, number: 3, moves: 11, nodes: 12_345_678 };
        assert_eq!(told(standing, false), "depth 24, move 3 of 11, 12.3 M nodes");
        assert_eq!(told(Standing { number: 0, nodes: 0, ..standing }, false), "0 nodes");
        assert_eq!(told(standing, true), "checking the proof");
    }
}
