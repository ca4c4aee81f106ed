//! Moves: the person's, by pointing or typing, and the computer's; and how the game goes on after each.

use super::mind::{Thought, Work};
use super::screen::Screen;
use super::thinker::News;
use crate::exit::Exit;
use crate::protocols::ProgramText;
use crate::screens::view::View;
use crate::table::walk::at_ply;
use crate::table::{Answer, Answered, Due, Ended, Found, Plan};
use crate::values::Seat;
use anyply_framework::search::Limits;
use anyply_games::{TextGame, TextReport};
use std::time::{Duration, Instant};

/// The lines of an analysis.
pub(super) const LINES: usize = 3;
/// For each point of the graph.
const GLANCE: Duration = Duration::from_millis(60);

impl Screen {
    /// The game goes on by itself as far as it does: passes, the computer's turn, its end. Then there is time
    /// for analysis.
    pub(super) fn advance(&mut self) {
        if self.table.ended.is_none() && !self.is_waiting() {
            self.table.keep();
            if let Some(found) = self.ready.take() {
                return self.computer_moves(found);
            }
            if let Some(ended) = self.table.over() {
                if let Ended::Over(outcome) = &ended {
                    self.evaluations.note_end(self.table.game.moves_made().len(), outcome);
                }
                self.end(ended);
            } else if let Some(pass) = self.table.unasked_pass() {
                return self.pass(&pass);
            } else if !self.analysis {
                match self.table.seat().clone() {
                    Seat::Computer => return self.begin_move(),
                    Seat::Program(program) => return self.ask_program(&program),
                    Seat::Human => {}
                }
            }
        }
        self.study();
    }

    /// Whether a move of the computer, or of another program, is on its way.
    pub(super) fn is_waiting(&self) -> bool {
        [Work::Move, Work::Opening, Work::Program].into_iter().any(|work| self.mind.is_at(work))
    }

    fn ask_program(&mut self, program: &ProgramText) {
        let (ply, side) = (self.table.game.moves_made().len(), self.table.game.side());
        let question = self.table.question(program);
        self.mind.ask(question, ply, side);
    }

    // The program that was asked is the one to move: whatever changes that gives its answer up.
    fn program_answers(&mut self, answer: Answer) {
        let Seat::Program(program) = self.table.seat().clone() else { return };
        let (ply, before, side) =
            (self.table.game.moves_made().len(), self.view.clone(), self.table.game.side());
        match self.table.answered(&program, answer, !std::mem::take(&mut self.failed)) {
            Answered::Moved(said) => self.moved(ply, before, said),
            Answered::Failed(said) => {
                self.failed = true;
                self.message = said;
            }
            Answered::GaveUp(said) => {
                self.end(Ended::Resigned(side));
                self.message =
                    said.into_iter().chain([std::mem::take(&mut self.message)]).collect::<Vec<_>>().join(" ");
            }
        }
    }

    fn pass(&mut self, pass: &str) {
        let (ply, before) = (self.table.game.moves_made().len(), self.view.clone());
        self.mind.halt();
        let said = self.table.pass(pass);
        self.message = if self.message.is_empty() { said } else { format!("{} {said}", self.message) };
        self.evaluations.forget_after(ply);
        self.turn_began = Instant::now();
        self.changed(before);
    }

    /// The game is over.
    pub(super) fn end(&mut self, ended: Ended) {
        self.mind.halt();
        self.ready = None;
        self.table.keeper.keep(None);
        // A move that ended it has ended its own turn.
        self.unfinished = match ended {
            Ended::Resigned(_) => self.turn_began.elapsed(),
            Ended::Over(_) => Duration::ZERO,
        };
        let mut said = self.table.conclude(ended);
        said.push(self.with_undo("n begins another"));
        self.message = said.join(" ");
    }

    fn begin_move(&mut self) {
        match self.table.plan() {
            Due::Opening(openings) => {
                let game = &self.table.game;
                self.mind.lay(game.side(), game.record(["", ""]), openings);
            }
            Due::Move(Plan::Known(mv)) => {
                self.computer_moves(Found { mv, report: None, time: Duration::ZERO });
            }
            Due::Move(Plan::Search(limits)) => {
                self.search(Work::Move, self.table.game.moves_made().len(), limits);
            }
        }
    }

    fn computer_moves(&mut self, found: Found) {
        let (ply, before) = (self.table.game.moves_made().len(), self.view.clone());
        let side = self.table.game.side();
        if let Some(line) = found.report.as_ref().and_then(|report| report.lines.first()) {
            self.evaluations.note(ply, side, line.score);
        }
        match self.table.computer_moved(found) {
            Ok(said) => self.moved(ply, before, said),
            Err(problem) => self.message = format!("{problem:#}"),
        }
    }

    fn moved(&mut self, ply: usize, before: View, said: String) {
        self.evaluations.forget_after(ply);
        self.message = said;
        self.turn_began = Instant::now();
        self.table.keep();
        self.changed(before);
    }

    /// Searches the position after so many moves.
    pub(super) fn search(&mut self, work: Work, ply: usize, limits: Limits) {
        let (record, side) = at_ply(&mut self.table.game, ply, |game| (game.record(["", ""]), game.side()));
        self.mind.begin(work, side, record, limits);
    }

    // Analysis of what is shown, or else another point of the graph while the computer has nothing to do.
    fn study(&mut self) {
        let shown = self.view.ply;
        let over = self.view.legal.is_empty();
        if self
            .mind
            .current()
            .is_some_and(|thought| thought.work != Work::Graph && thought.work != Work::Analysis)
        {
            return;
        }
        if self.analysis {
            let known = |thought: &Thought| thought.work == Work::Analysis && thought.ply == shown;
            if !over && !self.mind.shown().is_some_and(known) {
                self.search(Work::Analysis, shown, Limits { lines: LINES, ..Limits::default() });
            }
        } else if self.mind.current().is_none() {
            let made = self.table.game.moves_made().len();
            if let Some(ply) = self.evaluations.unknown(made) {
                self.search(Work::Graph, ply, Limits { time: Some(GLANCE), ..Limits::default() });
            }
        }
    }

    /// The game goes elsewhere, or others are to move: nothing more is to be found here, and what was found
    /// or failed is of no more interest.
    pub(super) fn leave_position(&mut self) {
        self.forget_found();
        self.failed = false;
    }

    /// Nothing more is to be found here, and what was found is of no more interest.
    pub(super) fn forget_found(&mut self) {
        self.mind.forget();
        self.ready = None;
    }

    /// Hears of a search.
    pub(super) fn hear(&mut self, news: News) {
        if matches!(news, News::Fault) {
            // It was told as it happened; the game is saved on the way out.
            self.leaving = Some(Exit::Failed);
            return;
        }
        if let News::Answer(number, answer) = news {
            if self.mind.is_answered(number) {
                self.program_answers(*answer);
            }
            return;
        }
        if let News::Laid(number, moves) = news {
            if self.mind.is_answered(number) {
                self.table.lay(moves);
            }
            return;
        }
        let done = self.mind.hear(news);
        if let Some(thought) = self.mind.current().cloned() {
            self.note(&thought);
        }
        let Some(Thought { work, ply, side, report: Some(report) }) = done else { return };
        self.note(&Thought { work, ply, side, report: Some(report.clone()) });
        match work {
            Work::Move => self.found_move(report),
            Work::Hint => self.show_hint(&report),
            Work::Why => self.show_reasons(&report),
            Work::Opening | Work::Program | Work::Analysis | Work::Graph => {}
        }
    }

    fn note(&mut self, thought: &Thought) {
        let line = thought.report.as_ref().and_then(|report| report.lines.first());
        match line {
            Some(line) => self.evaluations.note(thought.ply, thought.side, line.score),
            // A finished game has no lines; asking again would not help.
            None if thought.report.is_some() => {
                if let Some(outcome) = self.table.game.outcome() {
                    self.evaluations.note_end(thought.ply, &outcome);
                }
            }
            None => {}
        }
    }

    fn found_move(&mut self, report: TextReport) {
        let mv = report.best().map_or_else(|| self.table.example(), str::to_owned);
        // Not all the time since it was asked: the engine may have had to be made first.
        let time = report.elapsed;
        self.ready = Some(Found { mv, report: Some(report), time });
    }

    // Whether the person may make a move now; if not, the message says why.
    fn may_move(&mut self) -> bool {
        let refusal = if self.walk.is_some() {
            "Looking back: End returns to the game, g goes on from here.".to_owned()
        } else if self.table.ended.is_some() {
            self.with_undo("The game is over: n begins another")
        } else if self.analysis || *self.table.seat() == Seat::Human {
            return true;
        } else if *self.table.seat() == Seat::Computer {
            self.with_undo("It is the computer's turn: . ends its thinking")
        } else {
            self.with_undo("It is the program's turn: let it think")
        };
        self.message = refusal;
        false
    }

    // What can be done, and that something can be taken back where it can.
    fn with_undo(&mut self, told: &str) -> String {
        let undo = if self.table.can_undo(self.analysis) { ", u takes back" } else { "" };
        format!("{told}{undo}.")
    }

    /// The person's move, as text.
    pub(super) fn play(&mut self, text: &str) {
        self.seen();
        if !self.may_move() {
            return;
        }
        let (ply, before) = (self.table.game.moves_made().len(), self.view.clone());
        match self.table.person_moves(text, self.turn_began.elapsed()) {
            Ok(said) => {
                self.leave_position();
                self.moved(ply, before, said);
            }
            Err(problem) => self.message = format!("{problem:#}"),
        }
    }

    /// The person points at a place.
    pub(super) fn choose(&mut self, place: usize) {
        self.seen();
        self.cursor = place;
        if !self.may_move() {
            return;
        }
        self.message.clear();
        if self.picked.last() == Some(&place) {
            self.picked.pop();
            return;
        }
        let mut path = self.picked.clone();
        path.push(place);
        let legal = &self.view.legal;
        let mut exact = legal.iter().filter(|mv| mv.path == path).map(|mv| mv.text.clone());
        match (exact.next(), exact.next()) {
            (Some(mv), None) => self.play(&mv),
            (Some(one), Some(other)) => {
                self.message = format!("That could be {one} or {other}: type it, after :");
            }
            _ if self.view.leads_to(&self.picked, place) => self.picked = path,
            _ if self.view.leads_to(&[], place) => self.picked = vec![place],
            _ => self.message = self.why_not(place),
        }
    }

    fn why_not(&self, place: usize) -> String {
        let name = &self.geometry.places[place].name;
        match self.view.refusals.iter().find(|refusal| refusal.place == place) {
            Some(refusal) => format!("{name} is not allowed: {}.", refusal.reason),
            None => {
                let what =
                    if self.picked.is_empty() { "no legal move there" } else { "the move cannot go there" };
                format!("{name}, {}: {what}.", self.view.pieces[place].spoken)
            }
        }
    }
}
