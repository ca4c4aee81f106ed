//! A game as the page is told of it: JSON.

use super::action::Sitting;
use super::hosted::{Hosted, Reviewed};
use super::id::Id;
use super::judged::Judged;
use crate::report::capitalised;
use crate::screens::view::View;
use anyply_framework::{Direction, Geometry, Piece, Refusal, Side};
use anyply_games::{AnyGame, TextGame, TextMove};
use serde::Serialize;
use std::sync::Arc;

/// Plain structures of our own as JSON.
pub(super) fn text(value: &impl Serialize) -> Arc<str> {
    serde_json::to_string(value).expect("a plain structure").into()
}

/// What is on the board.
#[derive(Serialize)]
pub(super) struct Board {
    ply: usize,
    side: Side,
    /// Every kind of piece that there is, once.
    kinds: Vec<Piece>,
    /// Which of them stands on each place.
    pieces: Vec<usize>,
    legal: Vec<TextMove>,
    last: Vec<usize>,
    refusals: Vec<Refusal>,
    counts: String,
    position: String,
    /// The result by the rules.
    outcome: Option<String>,
}

impl Board {
    /// The board as it stands.
    pub(super) fn of(game: &AnyGame) -> Self {
        let mut kinds: Vec<Piece> = Vec::new();
        let mut number = |piece: Piece| match kinds.iter().position(|kind| *kind == piece) {
            Some(number) => number,
            None => {
                kinds.push(piece);
                kinds.len() - 1
            }
        };
        let View { pieces, legal, last, refusals, counts, side, ply } = View::of(game);
        let pieces = pieces.into_iter().map(&mut number).collect();
        Self {
            ply,
            side,
            kinds,
            pieces,
            legal,
            last,
            refusals,
            counts,
            position: game.position_text(),
            outcome: game.outcome().map(|outcome| capitalised(&outcome.to_string())),
        }
    }

    /// As JSON.
    pub(super) fn text(&self) -> String {
        text(self).to_string()
    }
}

/// What a clock shows.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Time {
    Taken(f64),
    Left(f64),
}

impl Time {
    fn of(hosted: &Hosted, side: Side) -> Self {
        let clock = hosted.clock(side).filter(|_| hosted.seats[side.index()] == Sitting::Computer);
        let unfinished = hosted.unfinished(side);
        let taken = || Self::Taken(hosted.game.time_of(side).saturating_add(unfinished).as_secs_f64());
        clock.map_or_else(taken, |clock| Self::Left(clock.left.saturating_sub(unfinished).as_secs_f64()))
    }
}

/// What a board looks like, and where arrow keys lead on it.
#[derive(Serialize)]
pub(super) struct Ground {
    #[serde(flatten)]
    geometry: Geometry,
    /// From each place: the place to the left, to the right, above, below.
    beside: Vec<[Option<usize>; 4]>,
}

impl From<Geometry> for Ground {
    fn from(geometry: Geometry) -> Self {
        let around = |from| Direction::ALL.map(|direction| geometry.beside(from, direction));
        Self { beside: (0..geometry.places.len()).map(around).collect(), geometry }
    }
}

/// An opening in which the players find out who has which colour.
#[derive(Serialize)]
struct Opening {
    name: &'static str,
    /// What is next, until the colours are chosen.
    due: Option<Due>,
}

/// What an opening asks.
#[derive(Serialize)]
struct Due {
    /// How it goes.
    told: String,
    /// Whose turn it is for what: `Your opening, White 2 of 3`.
    question: String,
    /// What a person may choose now.
    choices: &'static [&'static str],
}

impl Opening {
    fn of(hosted: &Hosted) -> Option<Self> {
        let (swap, people) = (hosted.swap.as_ref()?, hosted.people());
        let question = swap.question(&hosted.game, people);
        let due = |question| Due { told: swap.told(people), question, choices: hosted.choices() };
        Some(Self { name: swap.name(), due: question.map(due) })
    }
}

/// A game with all that belongs to it.
#[derive(Serialize)]
pub(super) struct State<'a> {
    id: String,
    version: u64,
    game: &'static str,
    variant: &'static str,
    size: Option<u32>,
    unit: &'static str,
    seats: [Sitting; 2],
    names: [String; 2],
    strength: String,
    /// The seconds that each side has taken, or that are left to it where it is the computer's and plays by a
    /// clock; those of the turn that runs, which are told as `running`, come on top.
    times: [Time; 2],
    /// Who made each move, what it was, and the seconds it took.
    moves: Vec<(Side, String, f64)>,
    undone: usize,
    may_undo: bool,
    judged: &'a [Option<Judged>],
    /// How far a review of it has come.
    review: Option<Reviewed>,
    board: Board,
    opening: Option<Opening>,
    /// How it ended, in words.
    result: Option<String>,
    winner: Option<Side>,
    computers: bool,
    /// Whether it is a record that nobody plays on with yet: no clock runs.
    studied: bool,
    /// What the person should know: that the game cannot be kept.
    warning: Option<String>,
}

impl<'a> State<'a> {
    /// A game as it is.
    pub(super) fn of(id: &Id, version: u64, hosted: &'a mut Hosted, warning: Option<String>) -> Self {
        let record = hosted.record_at(hosted.plies());
        let (result, winner) = hosted.result().map_or((None, None), |(words, winner)| (Some(words), winner));
        let moves = hosted.game.moves_made().into_iter().zip(&record.moves);
        let variant = hosted.game.variant();
        Self {
            id: id.to_string(),
            version,
            game: hosted.game.name(),
            variant: variant.name,
            size: variant.size,
            unit: hosted.game.unit(),
            seats: hosted.seats,
            names: hosted.names(),
            strength: hosted.strength.to_text(),
            times: Side::BOTH.map(|side| Time::of(hosted, side)),
            moves: moves.map(|((side, text), made)| (side, text, made.seconds)).collect(),
            undone: hosted.undone(),
            may_undo: hosted.may_undo(),
            board: Board::of(&hosted.game),
            opening: Opening::of(hosted),
            result,
            winner,
            computers: hosted.is_computers(),
            studied: hosted.studied,
            warning,
            review: hosted.reviewed(),
            judged: &hosted.judged,
        }
    }

    /// As JSON.
    pub(super) fn text(&self) -> Arc<str> {
        text(self)
    }
}
