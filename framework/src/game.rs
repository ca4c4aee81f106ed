//! [`Game`]: the rules of one game, and nothing else.

use crate::score::{Distance, Score};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt::{self, Debug};
use std::ops::{ControlFlow, Neg, Not};

/// Moves of one position, on the stack.
pub type MoveList<G> = SmallVec<<G as Game>::MoveArray>;

/// The rules of a game for two.
///
/// The implementing value holds the variant (exactly five in a row, say); what changes the shape of a
/// position (another board size) is a type parameter, so that the common case keeps its small positions.
///
/// Inside the search everything is relative: a position is seen by the side to move, and [`Game::play`] hands
/// the view to whoever moves next. Which colour that is travels beside the position, in a [`Situation`].
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// A small value, copied at every move.
    type Position: Copy + PartialEq + Debug + Send + Sync + 'static;
    /// May carry what [`Game::play`] needs, so that nothing is computed twice.
    type Move: Copy + PartialEq + Debug + Send + Sync + 'static;
    /// The storage of a [`MoveList`]: an array as long as any position has moves, or nearly.
    type MoveArray: smallvec::Array<Item = Self::Move>;

    /// What a margin is counted in, in the plural: `discs`. In a game without margin, what evaluators count
    /// in.
    const UNIT: &'static str;
    /// Whether a finished game has a margin; otherwise it is only won, lost or drawn.
    const HAS_MARGIN: bool;
    /// Whether the turn always passes to the other side. The search then drops the other case when it is
    /// compiled.
    const ALTERNATES: bool;
    /// No game lasts longer than this many plies, passes included.
    const MAX_PLIES: u32;
    /// [`Game::index`] is below this, and this below 8,191: the table keeps an index in 13 bits.
    const MOVE_INDICES: usize;
    /// Whether having the move is never worse than not having it, or so nearly never that a null move tells
    /// something: see [`Game::skip`].
    const SKIPS: bool = false;
    /// In how many ways the board can be turned and mirrored so that the game stays the same, the identity
    /// among them: see [`Game::image`].
    const SYMMETRIES: usize = 1;

    /// Where a game begins, and who begins.
    fn start(&self) -> Situation<Self>;

    /// Appends every legal move to `moves`, which is empty. None exactly if the game is over; who must pass
    /// has one move, the pass.
    fn legal_moves(&self, position: &Self::Position, moves: &mut MoveList<Self>);

    /// The same as a list of its own.
    fn moves(&self, position: &Self::Position) -> MoveList<Self> {
        let mut moves = MoveList::<Self>::new();
        self.legal_moves(position, &mut moves);
        moves
    }

    /// Visits the moves of [`Game::legal_moves`] in their order, until `visit` breaks off: for who looks at
    /// each move once, and may not want them all. A game whose moves are bits of a word needs no list for it.
    fn each_move(&self, position: &Self::Position, mut visit: impl FnMut(Self::Move) -> ControlFlow<()>) {
        let _ = self.moves(position).into_iter().try_for_each(&mut visit);
    }

    /// The number of legal moves: as long as the list, and often much cheaper.
    fn count_moves(&self, position: &Self::Position) -> usize {
        self.moves(position).len()
    }

    /// Plays a legal move and says whose turn comes next. What happens to an illegal one is unspecified, but
    /// safe: see [`Game::try_play`].
    fn play(&self, position: &mut Self::Position, mv: Self::Move) -> Turn;

    /// Plays `mv` if it is legal here, else gives it back.
    ///
    /// # Errors
    /// [`IllegalMove`] if `mv` is not among the legal moves.
    fn try_play(
        &self,
        position: &Self::Position,
        mv: Self::Move,
    ) -> Result<(Self::Position, Turn), IllegalMove<Self::Move>> {
        match self.decode(position, self.index(mv)) {
            Some(legal) if legal == mv => {
                let mut next = *position;
                let turn = self.play(&mut next, mv);
                Ok((next, turn))
            }
            _ => Err(IllegalMove(mv)),
        }
    }

    /// The result for the side to move, if the game is over: a margin, or one of [`Score::WIN`],
    /// [`Score::LOSS`], [`Score::DRAW`] in a game without margin.
    fn terminal(&self, position: &Self::Position) -> Option<Score>;

    /// A 64-bit key of the position as whoever moves sees it, with its phase; which side that is need not be
    /// in it. Positions with equal keys are taken for equal. Its bits should be well mixed, as tables keep by
    /// some of them. It is asked for only where a table, or a cache of evaluations, is probed.
    fn key(&self, position: &Self::Position) -> u64;

    /// Hands the turn to the other side without a move, which the rules do not allow: a null move. Called
    /// only where [`Game::SKIPS`], or for [parts](crate::Evaluator::divide) of a position, and the turn goes
    /// to the other side.
    fn skip(&self, position: &mut Self::Position) {
        let _ = position;
        unreachable!("only where the game says that it skips, or falls apart");
    }

    /// The position under one of the [`Game::SYMMETRIES`], numbered from 0, the identity.
    #[must_use]
    fn image(&self, position: &Self::Position, symmetry: usize) -> Self::Position {
        debug_assert_eq!(symmetry, 0);
        *position
    }

    /// The index that a move has in the image of its position.
    fn image_of_index(&self, index: usize, symmetry: usize) -> usize {
        debug_assert_eq!(symmetry, 0);
        index
    }

    /// The symmetry that takes [`Game::image`] back.
    fn inverse(symmetry: usize) -> usize {
        debug_assert_eq!(symmetry, 0);
        symmetry
    }

    /// A number for the move, below [`Game::MOVE_INDICES`]; different for different moves of one position.
    fn index(&self, mv: Self::Move) -> usize;

    /// The way back: the legal move of that index here, or none. `index` may be anything.
    fn decode(&self, position: &Self::Position, index: usize) -> Option<Self::Move>;

    /// Whether `mv` is a pass. Passes cost no depth in an exact ending.
    fn is_pass(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// At most this many plies are left to play, passes not counted. A search this deep in which passes cost
    /// no depth is exact.
    fn remaining(&self, position: &Self::Position) -> u32;

    /// Among how many of one's own moves what is left of a clock is to be shared, at least 1. There may be
    /// more: in most games the last ones are found in no time, as the search sees the end, and those that
    /// decide come before. A game whose clock is used up too early or hardly at all has a number of its own.
    fn moves_to_go(&self, position: &Self::Position) -> u32 {
        /// Something is kept for the last moves.
        const RESERVE: u32 = 2;
        const MOST: u32 = 30;
        (self.remaining(position) / 3 + RESERVE).min(MOST)
    }
}

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The dark pieces.
    Black,
    /// The light pieces.
    White,
}

impl Side {
    /// Both, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// 0 for Black, 1 for White.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `Black` or `White`, for sentences.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }
}

impl Not for Side {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// `black` or `white`, as on the command line.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// Whose turn comes after a move, relative to who made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The other side's.
    Next,
    /// The mover's once more.
    Again,
}

impl Turn {
    /// A value or a window of who moves after a move, as who made it sees it, and the other way round.
    #[inline(always)]
    pub(crate) fn across<T: Neg<Output = T>>(self, seen: T) -> T {
        if self == Self::Next { -seen } else { seen }
    }
}

/// A move that the rules do not allow, given back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal move {0:?}")]
pub struct IllegalMove<M: Debug>(pub M);

/// A position and the side it is seen from: the one place where relative values become absolute.
#[derive(Debug)]
pub struct Situation<G: Game> {
    /// What is on the board, seen by the side to move.
    pub position: G::Position,
    /// The side to move.
    pub side: Side,
}

// Not derived: the derives would ask the same of `G` itself.
impl<G: Game> Clone for Situation<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Situation<G> {}

impl<G: Game> PartialEq for Situation<G> {
    fn eq(&self, other: &Self) -> bool {
        self.side == other.side && self.position == other.position
    }
}

impl<G: Game> Situation<G> {
    /// The situation after a legal move.
    #[must_use]
    pub fn after(&self, game: &G, mv: G::Move) -> Self {
        let mut next = *self;
        if game.play(&mut next.position, mv) == Turn::Next {
            next.side = !next.side;
        }
        next
    }

    /// The legal moves here.
    pub fn moves(&self, game: &G) -> MoveList<G> {
        game.moves(&self.position)
    }

    /// The pass, where nothing else is legal.
    pub fn forced_pass(&self, game: &G) -> Option<G::Move> {
        match self.moves(game)[..] {
            [pass] if game.is_pass(pass) => Some(pass),
            _ => None,
        }
    }

    /// The result, if the game is over.
    pub fn outcome(&self, game: &G) -> Option<Outcome> {
        let score = game.terminal(&self.position)?;
        let winner = match score.cmp(&Score::DRAW) {
            std::cmp::Ordering::Greater => Some(self.side),
            std::cmp::Ordering::Less => Some(!self.side),
            std::cmp::Ordering::Equal => None,
        };
        let margin = G::HAS_MARGIN.then_some(score.cents().unsigned_abs() / 100);
        debug_assert!(G::HAS_MARGIN == score.distance().is_none() || winner.is_none());
        debug_assert!(!matches!(score.distance(), Some(Distance::Win(n) | Distance::Loss(n)) if n > 0));
        Some(Outcome { winner, margin, unit: G::UNIT })
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// By how much, in a game with a margin.
    pub margin: Option<u32>,
    /// What the margin is counted in.
    pub unit: &'static str,
}

impl Outcome {
    /// What it is worth to one side.
    ///
    /// ```
    /// use anyply_framework::{Outcome, Score, Side};
    /// let won = Outcome { winner: Some(Side::White), margin: Some(12), unit: "discs" };
    /// assert_eq!(won.score(Side::White), Score::from_units(12));
    /// assert_eq!(won.score(Side::Black), Score::from_units(-12));
    /// let without_margin = Outcome { margin: None, ..won };
    /// assert_eq!(without_margin.score(Side::White), Score::WIN);
    /// assert_eq!(Outcome { winner: None, ..won }.score(Side::White), Score::DRAW);
    /// ```
    pub fn score(&self, side: Side) -> Score {
        let Some(winner) = self.winner else { return Score::DRAW };
        // Cannot overflow: a margin was made of a score.
        let value = self.margin.map_or(Score::WIN, |margin| Score::from_units(margin as i32));
        if winner == side { value } else { -value }
    }
}

/// `Black wins by 12 discs`, `White wins`, `a draw`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winner, self.margin) {
            (None, _) => f.write_str("a draw"),
            (Some(side), None) => write!(f, "{} wins", side.name()),
            (Some(side), Some(1)) => {
                write!(f, "{} wins by 1 {}", side.name(), self.unit.trim_end_matches('s'))
            }
            (Some(side), Some(margin)) => write!(f, "{} wins by {margin} {}", side.name(), self.unit),
        }
    }
}
