//! [`play`]: one game between two players, under a strict referee.

use super::clocks::Clocks;
use super::openings::Opening;
use super::outsider::{Fault, FaultKind};
use super::seat::{Choice, Seat, Told};
use crate::engine::Engine;
use crate::game::{Outcome, Side, Situation};
use crate::notation::{Notation, ParseError};
use crate::score::{Certainty, Score};
use crate::search::{Limits, Stop};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// What the referee allows and expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct House {
    /// So many milliseconds beyond its time do not lose a game: for the way of an answer, and for what else
    /// the machine is at.
    pub grace: u64,
    /// So many milliseconds a program may take to start, to get ready, and for a move without a limit of
    /// time.
    pub patience: u64,
    /// A search of so many positions after each move ends a game whose result it proves.
    pub adjudicate: Option<u64>,
}

impl Default for House {
    fn default() -> Self {
        Self { grace: 250, patience: 60_000, adjudicate: None }
    }
}

/// Where a game is played.
#[derive(Debug)]
pub struct Table<'a, G: Notation> {
    /// The rules.
    pub game: &'a G,
    /// Where it begins.
    pub opening: &'a Opening,
    /// What the referee allows.
    pub house: House,
    /// What proves results, where the house adjudicates.
    pub judge: Option<&'a mut dyn Engine<G>>,
    /// Ends it.
    pub stop: &'a Stop,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The moves from the opening on.
    pub moves: Vec<MoveLine>,
    /// How it ended.
    pub ending: Ending,
    /// The time that Black and White took.
    pub time: [Duration; 2],
    /// Positions that Black and White made, as far as they told.
    pub nodes: [u64; 2],
}

impl Played {
    /// A game that ended before the first move.
    pub(super) fn nothing(ending: Ending) -> Self {
        Self { moves: Vec::new(), ending, time: [Duration::ZERO; 2], nodes: [0; 2] }
    }
}

/// A move that was played, and what its player told of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveLine {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The time from the question to the answer.
    pub seconds: f64,
    /// Plies searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// What it is worth to the mover, in the game's unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Plies to the win that was seen instead; negative to a loss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win_in: Option<i32>,
    /// Positions made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// By how much, in a game with a margin that was played to its end, or whose result was proven.
    pub margin: Option<u32>,
    /// By what.
    pub by: EndedBy,
    /// What there is to say about it: of a fault, what exactly it was.
    pub note: Option<String>,
    /// Of a fault, what was said between the referee and who lost by it.
    pub transcript: Vec<String>,
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndedBy {
    /// The rules.
    Rules,
    /// A proven result.
    Adjudication,
    /// A player gave up.
    Resignation,
    /// A player did what it must not.
    #[serde(untagged)]
    Fault(FaultKind),
}

impl EndedBy {
    /// The fault that ended it, if one did.
    pub fn fault(self) -> Option<FaultKind> {
        match self {
            Self::Fault(kind) => Some(kind),
            _ => None,
        }
    }
}

impl Ending {
    fn new(winner: Option<Side>, margin: Option<u32>, by: EndedBy) -> Self {
        Self { winner, margin, by, note: None, transcript: Vec::new() }
    }

    /// By a fault of `loser`'s.
    pub(super) fn by_fault(loser: Side, fault: Fault, transcript: Vec<String>) -> Self {
        let Fault { kind, note } = fault;
        Self { winner: Some(!loser), margin: None, by: EndedBy::Fault(kind), note: Some(note), transcript }
    }
}

/// Plays a game to its end; none if it is stopped before. `seats` are Black's and White's.
///
/// # Errors
/// [`ParseError`] if the opening cannot be played.
pub fn play<G: Notation>(
    mut table: Table<'_, G>,
    mut seats: [Seat<'_, G>; 2],
) -> Result<Option<Played>, ParseError> {
    let mut course = Course::new(table.game, table.opening)?;
    let mut clocks = Clocks::new([seats[0].allowance, seats[1].allowance], table.house);
    let mut flow = course.begin(&mut seats, &clocks, table.stop);
    while flow.is_continue() {
        flow = course.turn(&mut seats, &mut clocks, table.stop);
        if flow.is_continue()
            && let (Some(judge), Some(nodes)) = (&mut table.judge, table.house.adjudicate)
            && let Some(ending) = proven(*judge, nodes, &course, table.stop)
        {
            flow = ControlFlow::Break(Some(ending));
        }
    }
    let ControlFlow::Break(ending) = flow else { unreachable!("the game has ended") };
    for (seat, side) in seats.iter_mut().zip(Side::BOTH) {
        let time = clocks.time(side, table.stop);
        course.tell(|at, told| seat.end(at, told, &time));
    }
    Ok(ending.map(|ending| Played { moves: course.lines, ending, time: clocks.spent, nodes: course.nodes }))
}

/// The game so far.
struct Course<'a, G: Notation> {
    game: &'a G,
    start: Option<&'a str>,
    at: Situation<G>,
    moves: Vec<(Side, String)>,
    lines: Vec<MoveLine>,
    nodes: [u64; 2],
}

/// On it goes, or it has ended; nothing comes of a game that is stopped.
type Flow = ControlFlow<Option<Ending>>;

impl<'a, G: Notation> Course<'a, G> {
    fn new(game: &'a G, opening: &'a Opening) -> Result<Self, ParseError> {
        let (at, moves) = opening.replay(game)?;
        let start = opening.start.as_deref();
        let mut course = Self { game, start, at, moves: Vec::new(), lines: Vec::new(), nodes: [0; 2] };
        moves.into_iter().for_each(|mv| course.make(mv));
        Ok(course)
    }

    // Makes a move that was found legal.
    fn make(&mut self, mv: G::Move) {
        self.moves.push((self.at.side, self.game.move_text(mv)));
        self.at = self.at.after(self.game, mv);
    }

    fn tell<R>(&self, hear: impl FnOnce(&Situation<G>, &Told<'_>) -> R) -> R {
        let position = self.game.position_text(&self.at);
        hear(&self.at, &Told { start: self.start, moves: &self.moves, position: &position })
    }

    fn begin(&self, seats: &mut [Seat<'_, G>; 2], clocks: &Clocks, stop: &Stop) -> Flow {
        for (seat, side) in seats.iter_mut().zip(Side::BOTH) {
            let time = clocks.to_begin(side, stop);
            let begun = self.tell(|at, told| seat.begin(at, told, &time));
            if stop.is_set() {
                return ControlFlow::Break(None);
            }
            if let Err(fault) = begun {
                return ControlFlow::Break(Some(Ending::by_fault(side, fault, seat.transcript())));
            }
        }
        ControlFlow::Continue(())
    }

    fn turn(&mut self, seats: &mut [Seat<'_, G>; 2], clocks: &mut Clocks, stop: &Stop) -> Flow {
        if let Some(Outcome { winner, margin, .. }) = self.at.outcome(self.game) {
            return ControlFlow::Break(Some(Ending::new(winner, margin, EndedBy::Rules)));
        }
        let side = self.at.side;
        let seat = &mut seats[side.index()];
        let time = clocks.time(side, stop);
        let began = Instant::now();
        let chosen = self.tell(|at, told| seat.choose(self.game, at, told, &time));
        let took = began.elapsed();
        if stop.is_set() {
            return ControlFlow::Break(None);
        }
        // What was answered late is late, whatever it is; but what is wrong besides tells more.
        let in_time = clocks.charge(side, took);
        let choice = match chosen.and_then(|choice| in_time.map(|()| choice)) {
            Ok(choice) => choice,
            Err(fault) => {
                return ControlFlow::Break(Some(Ending::by_fault(side, fault, seat.transcript())));
            }
        };
        let Some(mv) = choice.mv else {
            return ControlFlow::Break(Some(Ending::new(Some(!side), None, EndedBy::Resignation)));
        };
        if self.game.try_play(&self.at.position, mv).is_err() {
            let fault = Fault::new(FaultKind::IllegalMove, self.game.move_text(mv));
            return ControlFlow::Break(Some(Ending::by_fault(side, fault, seat.transcript())));
        }
        self.note(mv, &choice, took);
        ControlFlow::Continue(())
    }

    fn note(&mut self, mv: G::Move, choice: &Choice<G::Move>, took: Duration) {
        let Choice { depth, score, win_in, nodes, .. } = *choice;
        // What a program says of itself may be no number.
        let score = score.filter(|score| score.is_finite());
        let made = &mut self.nodes[self.at.side.index()];
        *made = made.saturating_add(nodes.unwrap_or(0));
        let text = self.game.move_text(mv);
        self.lines.push(MoveLine { text, seconds: took.as_secs_f64(), depth, score, win_in, nodes });
        self.make(mv);
    }
}

// How the game ends, where a short search proves it.
fn proven<G: Notation>(
    judge: &mut dyn Engine<G>,
    nodes: u64,
    course: &Course<'_, G>,
    stop: &Stop,
) -> Option<Ending> {
    let at = &course.at;
    if at.outcome(course.game).is_some() {
        return None;
    }
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let report = judge.search(at, &limits, stop, &mut ());
    let line = report.lines.first().filter(|line| line.certainty == Certainty::Exact)?;
    let winner = match line.score.cmp(&Score::DRAW) {
        Ordering::Equal => None,
        Ordering::Greater => Some(at.side),
        Ordering::Less => Some(!at.side),
    };
    let margin = G::HAS_MARGIN.then(|| line.score.cents().unsigned_abs() / 100);
    Some(Ending::new(winner, margin, EndedBy::Adjudication))
}
