//! [`Dvonn`]: the rules.

use crate::board::Position;
use crate::geometry::{LONGEST, SPACES, SYMMETRIES, Space};
use crate::key;
use crate::setup;
use anyply_framework::{Game, MoveList, Score, Side, Situation, Turn};
use std::fmt;

/// The rules of Dvonn, and how a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dvonn {
    opening: Opening,
}

/// How a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Opening {
    /// On the empty board.
    #[default]
    Empty,
    /// On a full board, White to move, drawn from this seed.
    Drawn(u64),
}

impl Dvonn {
    /// The full game: the pieces are placed first.
    pub const fn full() -> Self {
        Self { opening: Opening::Empty }
    }

    /// A game that begins on the full board drawn from `seed`: 23 white, 23 black pieces and 3 Dvonns, each
    /// board as likely as any other, White to move.
    pub const fn with_seed(seed: u64) -> Self {
        Self { opening: Opening::Drawn(seed) }
    }

    pub(crate) const fn opening(self) -> Opening {
        self.opening
    }
}

/// What a player does in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// Puts a piece on an empty space.
    Place(Space),
    /// Moves a stack on top of another.
    Step {
        /// Where it stood.
        from: Space,
        /// Where it lands.
        to: Space,
    },
    /// Cannot move.
    Pass,
}

/// `A1`, `A1B2`, `PASS`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(space) => write!(f, "{space}"),
            Self::Step { from, to } => write!(f, "{from}{to}"),
            Self::Pass => f.write_str("PASS"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The index of a pass, after those of 49 times 49 pairs of spaces.
const PASS: usize = SPACES * SPACES;

/// A move leaves a space for good and one space stays occupied, so there are at most 48.
const MAX_STEPS: u32 = SPACES as u32 - 1;

impl Game for Dvonn {
    type Position = Position;
    type Move = Move;
    type MoveArray = [Move; 96];

    const UNIT: &'static str = "pieces";
    const HAS_MARGIN: bool = true;
    const ALTERNATES: bool = false;
    /// 49 placements; at most 48 moves; and at most one pass before each of these, as a pass is always
    /// answered by a move.
    const MAX_PLIES: u32 = SPACES as u32 + 2 * MAX_STEPS;
    const MOVE_INDICES: usize = PASS + 1;
    const SYMMETRIES: usize = SYMMETRIES;

    fn start(&self) -> Situation<Self> {
        let position = match self.opening {
            Opening::Empty => Position::empty(),
            Opening::Drawn(seed) => setup::draw_board(seed),
        };
        Situation { position, side: Side::White }
    }

    fn legal_moves(&self, position: &Position, moves: &mut MoveList<Self>) {
        if position.is_placing() {
            moves.extend((!position.occupied()).iter().map(Move::Place));
            return;
        }
        let movers = position.movers();
        moves.extend(movers.steps(position.mine).iter().map(|(from, to)| Move::Step { from, to }));
        if moves.is_empty() && movers.can_move(position.theirs) {
            moves.push(Move::Pass);
        }
    }

    fn count_moves(&self, position: &Position) -> usize {
        if position.is_placing() {
            return (!position.occupied()).count() as usize;
        }
        let movers = position.movers();
        match movers.count(position.mine) {
            0 => usize::from(movers.can_move(position.theirs)),
            steps => steps as usize,
        }
    }

    fn play(&self, position: &mut Position, mv: Move) -> Turn {
        match mv {
            Move::Place(space) => {
                position.place(space);
                // White places the last piece and makes the first move.
                if !position.is_placing() {
                    return Turn::Again;
                }
                *position = position.swapped();
            }
            Move::Step { from, to } => position.step(from, to),
            Move::Pass => *position = position.swapped(),
        }
        Turn::Next
    }

    fn terminal(&self, position: &Position) -> Option<Score> {
        position.is_over().then(|| Score::from_units(position.margin()))
    }

    fn skip(&self, position: &mut Position) {
        *position = position.swapped();
    }

    fn key(&self, position: &Position) -> u64 {
        key::whole(position)
    }

    fn image(&self, position: &Position, symmetry: usize) -> Position {
        position.image(symmetry)
    }

    fn image_of_index(&self, index: usize, symmetry: usize) -> usize {
        let image = |number| Space::from_number(number).map(|space| space.image(symmetry).number());
        match (image(index / SPACES), image(index % SPACES)) {
            (Some(from), Some(to)) => from * SPACES + to,
            _ => index,
        }
    }

    fn inverse(symmetry: usize) -> usize {
        symmetry
    }

    fn index(&self, mv: Move) -> usize {
        match mv {
            Move::Place(space) => space.number() * SPACES + space.number(),
            Move::Step { from, to } => from.number() * SPACES + to.number(),
            Move::Pass => PASS,
        }
    }

    fn decode(&self, position: &Position, index: usize) -> Option<Move> {
        if index == PASS {
            let movers = position.movers();
            let forced = !movers.can_move(position.mine) && movers.can_move(position.theirs);
            return forced.then_some(Move::Pass);
        }
        let (from, to) = (Space::from_number(index / SPACES)?, Space::from_number(index % SPACES)?);
        let mv = if from == to { Move::Place(from) } else { Move::Step { from, to } };
        is_legal(position, mv).then_some(mv)
    }

    fn is_pass(&self, mv: Move) -> bool {
        mv == Move::Pass
    }

    /// A space once left stays empty, so there are no more moves than spaces that can still be left, and one
    /// space is never left.
    fn remaining(&self, position: &Position) -> u32 {
        if position.is_placing() {
            return SPACES as u32 - position.placed() + MAX_STEPS;
        }
        position.lively().count().min(position.occupied().count().saturating_sub(1))
    }

    /// What games have by default left a tenth of the clock for the moves after the placement, and of that
    /// half unused, as games end with many stacks left and their results are known ten moves before. Against
    /// it, in 160 games with the placement on a clock of 2 s, a share of 66 while placing and of a sixth of
    /// the plies then had +41 Elo [-10, +94], and a share of 100 and a ninth against that +15 [-29, +60]:
    /// this lies between. On full boards, where it is more time alone, a little less than that had +17
    /// [-19, +54] in 120 games on 3 s.
    fn moves_to_go(&self, position: &Position) -> u32 {
        const PLACING: u32 = 80;
        if position.is_placing() { PLACING } else { self.remaining(position) / 7 + 2 }
    }
}

/// Whether a placement or a step is legal.
fn is_legal(position: &Position, mv: Move) -> bool {
    let occupied = position.occupied();
    match mv {
        Move::Place(space) => position.is_placing() && !occupied.contains(space),
        Move::Step { from, to } => {
            let height = position.height(from);
            !position.is_placing()
                && (position.mine & position.free()).contains(from)
                && occupied.contains(to)
                && height as usize <= LONGEST
                && from.in_line(to)
                && from.distance(to) == height
        }
        Move::Pass => false,
    }
}
