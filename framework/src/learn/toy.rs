//! A game to learn: both take cells of a row in turn, and what the cells are worth is what they win by. The
//! row may be mirrored.

use super::{FeatureTable, Features, FeaturesVisitor, Recipe, Weights};
use crate::evaluator::{Evaluator, View};
use crate::game::{Game, MoveList, Side, Situation, Turn};
use crate::geometry::{Geometry, Ground};
use crate::notation::{Drawing, Marks, Notation, ParseError};
use crate::piece::Piece;
use crate::plugin::{EvaluatorInfo, EvaluatorSource, EvaluatorVisitor, Plugin, Variant};
use crate::score::Score;
use crate::settings::SettingsError;
use std::sync::Arc;

const CELLS: usize = 10;
const WORTH: [i32; CELLS] = [1, 3, 4, 9, 2, 2, 9, 4, 3, 1];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Toy;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    mine: u16,
    theirs: u16,
}

fn sum(cells: u16) -> i32 {
    (0..CELLS).filter(|&cell| cells >> cell & 1 == 1).map(|cell| WORTH[cell]).sum()
}

impl Row {
    fn free(self) -> impl Iterator<Item = u8> {
        (0..CELLS as u8).filter(move |&cell| (self.mine | self.theirs) >> cell & 1 == 0)
    }

    // 0 for a free cell, 1 for an own one, 2 for the other side's.
    fn state(self, cell: usize) -> u32 {
        u32::from(self.mine >> cell & 1) + 2 * u32::from(self.theirs >> cell & 1)
    }
}

/// What the game is worth to the side to move, if both take the best that is left.
pub(crate) fn exact(row: &Row) -> i32 {
    let mut left: Vec<i32> = row.free().map(|cell| WORTH[usize::from(cell)]).collect();
    left.sort_unstable_by_key(|worth| -worth);
    let rest: i32 =
        left.iter().enumerate().map(|(ply, worth)| if ply % 2 == 0 { *worth } else { -worth }).sum();
    sum(row.mine) - sum(row.theirs) + rest
}

/// A recipe that takes no time.
pub(crate) fn recipe() -> Recipe {
    let text = "(rounds: [(games: 60, depth: 1), (games: 200, depth: 2, earlier: 1)], opening: (1, 5), slips: 6, exact_from: 4, hash: 1024,
        held_out: 4, play: \"full-sound\", fit: (change: 2.0, ridge: 1.0))";
    Recipe::from_ron("toy", text).unwrap()
}

impl Game for Toy {
    type Position = Row;
    type Move = u8;
    type MoveArray = [u8; CELLS];
    const UNIT: &'static str = "points";
    const HAS_MARGIN: bool = true;
    const ALTERNATES: bool = true;
    const MAX_PLIES: u32 = CELLS as u32;
    const MOVE_INDICES: usize = CELLS;
    const SYMMETRIES: usize = 2;

    fn start(&self) -> Situation<Self> {
        Situation { position: Row { mine: 0, theirs: 0 }, side: Side::Black }
    }

    fn legal_moves(&self, row: &Row, moves: &mut MoveList<Self>) {
        moves.extend(row.free());
    }

    fn play(&self, row: &mut Row, cell: u8) -> Turn {
        *row = Row { mine: row.theirs, theirs: row.mine | 1 << cell };
        Turn::Next
    }

    fn terminal(&self, row: &Row) -> Option<Score> {
        let over = row.free().next().is_none();
        over.then(|| Score::from_units(sum(row.mine) - sum(row.theirs)))
    }

    fn key(&self, row: &Row) -> u64 {
        (u64::from(row.mine) << 16 | u64::from(row.theirs)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn image(&self, row: &Row, symmetry: usize) -> Row {
        let mirrored = |cells: u16| cells.reverse_bits() >> (16 - CELLS);
        match symmetry {
            0 => *row,
            _ => Row { mine: mirrored(row.mine), theirs: mirrored(row.theirs) },
        }
    }

    fn image_of_index(&self, index: usize, symmetry: usize) -> usize {
        if symmetry == 0 { index } else { CELLS - 1 - index }
    }

    fn inverse(symmetry: usize) -> usize {
        symmetry
    }

    fn index(&self, cell: u8) -> usize {
        usize::from(cell)
    }

    fn decode(&self, row: &Row, index: usize) -> Option<u8> {
        row.free().find(|&cell| usize::from(cell) == index)
    }

    fn remaining(&self, row: &Row) -> u32 {
        row.free().count() as u32
    }
}

impl Notation for Toy {
    fn parse_move(&self, at: &Situation<Self>, text: &str) -> Result<u8, ParseError> {
        let legal = at.moves(self);
        let cell = text.bytes().next().filter(|_| text.len() == 1).map(|letter| letter.wrapping_sub(b'a'));
        cell.filter(|cell| legal.contains(cell)).ok_or_else(|| ParseError::new(text, "a free cell", "a"))
    }

    fn move_text(&self, cell: u8) -> String {
        char::from(b'a' + cell).to_string()
    }

    fn parse_position(&self, text: &str, _: Option<Side>) -> Result<Situation<Self>, ParseError> {
        Err(ParseError::new(text, "nothing", ""))
    }

    fn position_text(&self, at: &Situation<Self>) -> String {
        format!("{:?}", at.position)
    }

    fn draw(&self, _: &Situation<Self>, _: &Marks<Self>) -> Drawing {
        Drawing::default()
    }

    fn geometry(&self) -> Geometry {
        Geometry::grid(Ground::Squares, CELLS, 1, |cell, _| self.move_text(cell as u8))
    }

    fn pieces(&self, _: &Situation<Self>) -> Vec<Piece> {
        vec![Piece::empty(); CELLS]
    }

    fn path(&self, cell: u8) -> Vec<usize> {
        vec![usize::from(cell)]
    }
}

/// What the cells taken so far are worth, as if nothing were left.
#[derive(Clone, Debug)]
struct Taken;

impl Evaluator<Toy> for Taken {
    type State = ();

    fn state(&self, _: &Toy, _: &Row) {}

    fn evaluate(&self, at: View<'_, Toy, ()>) -> Score {
        Score::from_units(sum(at.position.mine) - sum(at.position.theirs))
    }
}

/// What was learned.
#[derive(Clone, Debug)]
struct Learned(Arc<Weights>);

impl Evaluator<Toy> for Learned {
    type State = ();

    fn state(&self, _: &Toy, _: &Row) {}

    fn evaluate(&self, at: View<'_, Toy, ()>) -> Score {
        let mut found = Vec::new();
        Pairs.find(&Toy, at.position, &mut found);
        let weights = self.0.phase(Pairs.phase(&Toy, at.position));
        let sum: i32 = found.iter().map(|&feature| i32::from(weights[feature as usize])).sum();
        Score::from_cents((100.0 * f64::from(sum) / f64::from(self.0.scale())) as i32)
    }
}

/// Who has each cell and the one opposite: the same for both ways to look at the row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairs;

impl Features<Toy> for Pairs {
    const EVALUATOR: &'static str = "learned";

    fn tables(&self) -> &[FeatureTable] {
        &[FeatureTable { name: "pairs", weights: 9 * CELLS / 2 }]
    }

    fn phases(&self) -> usize {
        CELLS / 2
    }

    fn phase(&self, _: &Toy, row: &Row) -> usize {
        ((row.mine | row.theirs).count_ones() as usize / 2).min(CELLS / 2 - 1)
    }

    fn find(&self, _: &Toy, row: &Row, found: &mut Vec<u32>) {
        found.extend((0..CELLS / 2).map(|cell| {
            let states = [row.state(cell), row.state(CELLS - 1 - cell)];
            let [one, other] = [states[0].min(states[1]), states[0].max(states[1])];
            9 * cell as u32 + 3 * one + other
        }));
    }
}

impl Plugin for Toy {
    const NAME: &'static str = "toy";
    const SUMMARY: &'static str = "";
    const README: &'static str = "";
    const BENCH_DEPTH: u32 = 1;

    fn variants() -> &'static [Variant] {
        &[Variant { name: "row", size: None, summary: "" }]
    }

    fn open(_: &Variant, _: u64) -> Self {
        Self
    }

    fn variant(&self) -> &'static Variant {
        &Self::variants()[0]
    }

    fn evaluators() -> &'static [EvaluatorInfo] {
        &[EvaluatorInfo { name: "taken", summary: "", settings: "" }]
    }

    fn with_evaluator<V: EvaluatorVisitor<Self>>(
        &self,
        source: &EvaluatorSource,
        visitor: V,
    ) -> Result<V::Output, SettingsError> {
        Ok(match source {
            EvaluatorSource::Weights { weights, .. } => visitor.visit(Learned(Arc::clone(weights))),
            _ => visitor.visit(Taken),
        })
    }

    fn with_features<V: FeaturesVisitor<Self>>(&self, visitor: V) -> Option<V::Output> {
        Some(visitor.visit(Pairs))
    }
}
