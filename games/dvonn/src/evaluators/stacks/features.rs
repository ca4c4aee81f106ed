//! [`StackFeatures`]: what the evaluator looks at. Who learns the weights and who adds them up go through the
//! same list.

use super::codes::{Codes, GROUNDS, LONES, NEIGHBOURS, STACKS};
use super::contacts::Contacts;
use super::placing;
use crate::board::Position;
use crate::geometry::SPACES;
use crate::rules::Dvonn;
use anyply_framework::learn::{FeatureTable, Features};

/// The tables, each where the one before ends.
macro_rules! tables {
    ($($name:ident $text:literal $weights:expr;)*) => {
        /// Each has weights of its own.
        #[derive(Clone, Copy)]
        enum Table { $($name),* }

        pub(super) static TABLES: [FeatureTable; [$($text),*].len()] =
            [$(FeatureTable { name: $text, weights: $weights }),*];
    };
}

tables! {
    Stacks "stacks" STACKS;
    Ground "ground" GROUNDS;
    Neighbours "neighbours" NEIGHBOURS;
    Lone "lone Dvonns" LONES;
    Moves "moves" MOVES * MOVES;
    Movable "movable stacks" MOVABLE * MOVABLE;
    Margin "pieces" 2 * SPACES + 1;
    Placed "pieces placed" placing::PIECE_WEIGHTS;
    Spaces "spaces" placing::SPACE_WEIGHTS;
    Dvonns "Dvonns" placing::DVONN_WEIGHTS;
    Turn "turns of placing" SPACES;
}

/// Numbers of moves told apart: so many or more are one.
const MOVES: usize = 40;
/// The same of stacks that can move.
const MOVABLE: usize = 24;

/// Where a table begins.
const fn begin(table: Table) -> usize {
    let (mut sum, mut before) = (0, 0);
    while before < table as usize {
        sum += TABLES[before].weights;
        before += 1;
    }
    sum
}

/// The table that a place among the weights of a phase is in.
pub(super) fn table_of(place: usize) -> usize {
    let ends = TABLES.iter().scan(0, |end, table| {
        *end += table.weights;
        Some(*end)
    });
    ends.filter(|&end| end <= place).count()
}

/// The weights of one phase.
pub(super) const WEIGHTS: usize = begin(Table::Turn) + SPACES;

/// Three phases of placing pieces, then nine of moving stacks.
pub(super) const PHASES: usize = 3 + 9;

/// The part of the game.
#[inline]
pub(super) fn phase(position: &Position) -> usize {
    if position.is_placing() {
        return position.placed() as usize / 17;
    }
    let gone = SPACES - position.occupied().count() as usize;
    3 + (gone / 5).min(8)
}

/// Calls `each` with the place of every feature among the [`WEIGHTS`] of a phase.
#[inline]
pub(super) fn each(position: &Position, mut each: impl FnMut(usize)) {
    if position.is_placing() {
        placing::pieces(position, |place| each(begin(Table::Placed) + place));
        placing::spaces(position, |place| each(begin(Table::Spaces) + place));
        placing::dvonns(position, |place| each(begin(Table::Dvonns) + place));
        return each(begin(Table::Turn) + position.placed() as usize);
    }
    let contacts = Contacts::of(position);
    let codes = Codes::of(position, &contacts);
    for space in (position.mine() | position.theirs()).iter() {
        each(begin(Table::Stacks) + codes.stack(space));
        each(begin(Table::Ground) + codes.ground(space));
        each(begin(Table::Neighbours) + codes.neighbours(space));
    }
    for space in position.lone_dvonns().iter() {
        each(begin(Table::Lone) + codes.lone(space));
    }
    let pair = |size: usize, counts: [u32; 2]| {
        let [own, enemy] = counts.map(|count| (count as usize).min(size - 1));
        size * own + enemy
    };
    let movable = [position.mine(), position.theirs()].map(|side| (side & contacts.with_moves[0]).count());
    each(begin(Table::Moves) + pair(MOVES, contacts.moves));
    each(begin(Table::Movable) + pair(MOVABLE, movable));
    each(begin(Table::Margin) + (SPACES as i32 + position.margin()) as usize);
}

/// The features of `stacks`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackFeatures;

impl Features<Dvonn> for StackFeatures {
    const EVALUATOR: &'static str = "stacks";

    fn tables(&self) -> &[FeatureTable] {
        &TABLES
    }

    fn phases(&self) -> usize {
        PHASES
    }

    fn phase(&self, _: &Dvonn, position: &Position) -> usize {
        phase(position)
    }

    fn find(&self, _: &Dvonn, position: &Position, found: &mut Vec<u32>) {
        each(position, |place| found.push(place as u32));
    }
}
