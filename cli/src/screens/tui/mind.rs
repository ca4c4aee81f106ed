//! [`Mind`]: what is being thought about at the moment, by whom, and what was found last.
//!
//! The computer plays with one engine; hints, analysis and the graph have another, so that a weak level does
//! not profit from what they found out.

use super::thinker::{News, Thinker, Wishes};
use crate::table::Question;
use crate::threads;
use anyply_framework::search::{Limits, Stop};
use anyply_framework::{Record, Side};
use anyply_games::{AnyGame, TextReport};
use std::time::{Duration, Instant};

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Work {
    /// The computer's move.
    Move,
    /// An opening that the computer lays.
    Opening,
    /// Another program's.
    Program,
    /// A hint.
    Hint,
    /// The reasons for the last move.
    Why,
    /// The best lines, as long as one looks at them.
    Analysis,
    /// A point of the graph.
    Graph,
}

/// Tells the screen of news, from whichever thread; whether it still listens.
pub(super) type Teller = Box<dyn Fn(News) -> bool + Send>;

/// A position that is searched, or was.
#[derive(Clone, Debug)]
pub(super) struct Thought {
    pub(super) work: Work,
    /// Moves made up to the position, and who is to move in it.
    pub(super) ply: usize,
    pub(super) side: Side,
    /// What was found so far.
    pub(super) report: Option<TextReport>,
}

/// See the module.
pub(super) struct Mind {
    player: Option<Thinker>,
    student: Option<Thinker>,
    engine: Option<AnyGame>,
    wishes: Wishes,
    teller: Box<dyn Fn() -> Teller>,
    number: u64,
    began: Instant,
    /// What is being searched, or asked.
    current: Option<Thought>,
    /// Ends the waiting for another program.
    asked: Stop,
    /// What is worth showing: not the graph's.
    shown: Option<Thought>,
}

impl std::fmt::Debug for Mind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mind").field("current", &self.current).finish_non_exhaustive()
    }
}

impl Mind {
    /// `engine` is configured as the computer is to play.
    pub(super) fn new(engine: AnyGame, teller: Box<dyn Fn() -> Teller>) -> Self {
        let wishes = Wishes::of(&engine);
        let engine = Some(engine);
        let (number, began) = (0, Instant::now());
        Self {
            player: None,
            student: None,
            engine,
            wishes,
            teller,
            number,
            began,
            current: None,
            asked: Stop::default(),
            shown: None,
        }
    }

    /// Engines draw by lot from this seed from now on.
    pub(super) fn draw_from(&mut self, seed: u64) {
        self.wishes.draw_from(seed);
        self.engine = None;
        for thinker in [&self.player, &self.student].into_iter().flatten() {
            thinker.draw_from(seed);
        }
    }

    /// Begins a search, in the place of any other.
    pub(super) fn begin(&mut self, work: Work, side: Side, record: Record, limits: Limits) {
        let thought = Thought { work, ply: record.moves.len(), side, report: None };
        if work != Work::Graph {
            self.shown = Some(thought.clone());
        }
        let number = self.turn_to(thought);
        self.thinker(work).think(number, record, limits);
    }

    /// Begins to choose one of these openings, in the place of any search.
    pub(super) fn lay(&mut self, side: Side, record: Record, openings: Vec<Vec<String>>) {
        let work = Work::Opening;
        let number = self.turn_to(Thought { work, ply: record.moves.len(), side, report: None });
        self.thinker(work).judge(number, record, openings);
    }

    /// Asks another program, in the place of any search.
    pub(super) fn ask(&mut self, question: Question, ply: usize, side: Side) {
        let number = self.turn_to(Thought { work: Work::Program, ply, side, report: None });
        self.asked = question.stop.clone();
        let tell = (self.teller)();
        threads::begin(move || {
            tell(News::Answer(number, Box::new(question.ask())));
        });
    }

    // Whatever there was gives way to this; its number.
    fn turn_to(&mut self, thought: Thought) -> u64 {
        self.halt();
        self.number += 1;
        self.began = Instant::now();
        self.current = Some(thought);
        self.number
    }

    /// Whether an answer of that number is still waited for; it is no more.
    pub(super) fn is_answered(&mut self, number: u64) -> bool {
        self.current.take_if(|_| number == self.number).is_some()
    }

    fn thinker(&mut self, work: Work) -> &mut Thinker {
        let (thinker, engine, wishes) = match work {
            Work::Move | Work::Opening => (&mut self.player, self.engine.take(), self.wishes.clone()),
            _ => (&mut self.student, None, self.wishes.without_book()),
        };
        thinker.get_or_insert_with(|| Thinker::start(engine, wishes, (self.teller)()))
    }

    /// Gives up what is being searched; nothing comes of it any more.
    pub(super) fn halt(&mut self) {
        self.stop();
        self.current = None;
    }

    /// Ends a search for a move, an opening, a hint or reasons with what it has.
    pub(super) fn hurry(&self) {
        if [Work::Move, Work::Opening, Work::Hint, Work::Why].into_iter().any(|work| self.is_at(work)) {
            self.stop();
        }
    }

    fn stop(&self) {
        self.asked.stop();
        for thinker in [&self.player, &self.student].into_iter().flatten() {
            thinker.stop();
        }
    }

    /// What was found last is of no more interest.
    pub(super) fn forget(&mut self) {
        self.halt();
        self.shown = None;
    }

    /// What is being searched.
    pub(super) fn current(&self) -> Option<&Thought> {
        self.current.as_ref()
    }

    /// Whether this is being done.
    pub(super) fn is_at(&self, work: Work) -> bool {
        self.current.as_ref().is_some_and(|thought| thought.work == work)
    }

    /// What is to be shown of the search, present or last.
    pub(super) fn shown(&self) -> Option<&Thought> {
        self.shown.as_ref()
    }

    /// Shows a thought that nobody had.
    #[cfg(test)]
    pub(super) fn show(&mut self, thought: Thought) {
        self.shown = Some(thought);
    }

    /// The time since the present search began, and the positions it has made.
    pub(super) fn effort(&self) -> (Duration, u64) {
        let nodes =
            [&self.player, &self.student].into_iter().flatten().map(|thinker| thinker.nodes(self.number));
        (self.began.elapsed(), nodes.max().unwrap_or(0))
    }

    /// Hears of a search: the thought that came to its end by it, if one did.
    pub(super) fn hear(&mut self, news: News) -> Option<Thought> {
        let (number, report, done) = match news {
            News::Depth(number, report) => (number, report, false),
            News::Done(number, report) => (number, report, true),
            News::Laid(..) | News::Answer(..) | News::Fault => return None,
        };
        let thought = self.current.as_mut().filter(|_| number == self.number)?;
        // A search that is stopped in its first depth has nothing to show for it, but for a move.
        if report.depth > 0 || thought.report.is_none() {
            thought.report = Some(report);
        }
        if thought.work != Work::Graph {
            self.shown = Some(thought.clone());
        }
        if done { self.current.take() } else { None }
    }
}
