//! Line patterns, looked up: what a stone on a square would make in one line, for every surrounding there is.
//!
//! The ten cells around a square are a number in base 3 (empty, own, closed), in caro in base 4, where the
//! edge of the board is not an enemy stone. The table is filled from full lines to empty ones: each entry
//! follows from the entries with one own stone more.

use crate::lines::{CELLS, CENTRE, Goal, Line};
use std::sync::OnceLock;

/// What a stone makes in one line, from the least to the most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Pattern {
    /// No five can come of it.
    Dead,
    /// One more makes a [`Pattern::Two`].
    One,
    /// One more makes an open two.
    OpenOne,
    /// One more makes a [`Pattern::Three`].
    Two,
    /// One more makes an open three.
    OpenTwo,
    /// The same in three ways or more.
    BroadTwo,
    /// One more makes a four.
    Three,
    /// One more makes a straight four.
    OpenThree,
    /// The same in two ways or more.
    BroadThree,
    /// One more makes five.
    Four,
    /// One more makes five, in two places of which the four is not the straight middle.
    DoubleFour,
    /// A straight four: either end makes five.
    OpenFour,
    /// The game is won.
    Five,
    /// Six or more, where renju forbids it.
    Overline,
}

impl Pattern {
    pub(crate) const COUNT: usize = 14;
    const ALL: [Self; Self::COUNT] = [
        Self::Dead,
        Self::One,
        Self::OpenOne,
        Self::Two,
        Self::OpenTwo,
        Self::BroadTwo,
        Self::Three,
        Self::OpenThree,
        Self::BroadThree,
        Self::Four,
        Self::DoubleFour,
        Self::OpenFour,
        Self::Five,
        Self::Overline,
    ];

    /// Whether one more makes five, in one place or two.
    pub(super) const fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::DoubleFour | Self::OpenFour)
    }

    /// The pattern of a number below 16; numbers that are none stand for nothing.
    pub(crate) const fn from_nibble(nibble: usize) -> Self {
        if nibble < Self::COUNT { Self::ALL[nibble] } else { Self::Dead }
    }
}

const NEIGHBOURS: u32 = CELLS - 1;
const MASKS: usize = 1 << CELLS;

/// The patterns of one colour under one rule.
#[derive(Debug)]
pub(crate) struct PatternTable {
    patterns: Vec<Pattern>,
    /// The number that a mask of eleven cells stands for, each set cell a digit 1. The centre counts nothing.
    digits: [u32; MASKS],
    /// The digit of a cell outside the board.
    edge_digit: u32,
}

impl PatternTable {
    /// The table for a goal; with `fouls` six in a row is an [`Pattern::Overline`]. Built once for all, in a
    /// few milliseconds.
    pub(crate) fn get(goal: Goal, fouls: bool) -> &'static Self {
        static TABLES: [OnceLock<PatternTable>; 4] = [const { OnceLock::new() }; 4];
        let index = match (goal, fouls) {
            (Goal::OrMore, _) => 0,
            (Goal::Exactly, false) => 1,
            (Goal::Exactly, true) => 2,
            (Goal::Unclosed, _) => 3,
        };
        TABLES[index].get_or_init(|| Self::build(goal, fouls))
    }

    /// The digits of the stones of one colour in a line.
    pub(crate) fn digits(&self, mask: u32) -> u32 {
        self.digits[mask as usize & (MASKS - 1)]
    }

    /// The digits of the cells outside the board.
    pub(crate) fn edge_digits(&self, mask: u32) -> u32 {
        self.edge_digit * self.digits(mask)
    }

    /// The pattern for digits of one's own stones, of the enemy's, and of the edge.
    pub(crate) fn pattern(&self, own: u32, enemy: u32, edge: u32) -> Pattern {
        self.patterns[(own + 2 * enemy + edge) as usize]
    }

    fn build(goal: Goal, fouls: bool) -> Self {
        let edge_tells = goal == Goal::Unclosed;
        let radix: u32 = if edge_tells { 4 } else { 3 };
        let digits = std::array::from_fn(|mask| {
            (0..CELLS)
                .filter(|&cell| cell != CENTRE && mask >> cell & 1 != 0)
                .map(|cell| radix.pow(if cell < CENTRE { cell } else { cell - 1 }))
                .sum()
        });
        let patterns = vec![Pattern::Dead; radix.pow(NEIGHBOURS) as usize];
        let mut table = Self { patterns, digits, edge_digit: if edge_tells { 3 } else { 2 } };
        // Where the edge does not tell, it reads as enemy stones, and those lines are filled as such.
        let most = if edge_tells { CENTRE } else { 0 };
        for below in 0..=most {
            for above in 0..=most {
                let edge = ((1 << below) - 1) | ((1 << above) - 1) << (CELLS - above);
                table.fill(goal, fouls, edge);
            }
        }
        table
    }

    /// Fills in all lines with this edge, those with more own stones first.
    fn fill(&mut self, goal: Goal, fouls: bool, edge: u16) {
        let cells: Vec<u32> = (0..CELLS).filter(|&cell| cell != CENTRE && edge >> cell & 1 == 0).collect();
        let all = cells.iter().fold(0u16, |mask, cell| mask | 1 << cell);
        // Every subset of the cells as own stones, from the largest mask down, and every subset of the rest
        // as the enemy's.
        let mut own = all;
        loop {
            let rest = all & !own;
            let mut enemy = rest;
            loop {
                let line = Line { own: own | 1 << CENTRE, enemy, edge };
                let index = self.index(line);
                self.patterns[index] = self.classify(line, goal, fouls);
                if enemy == 0 {
                    break;
                }
                enemy = (enemy - 1) & rest;
            }
            if own == 0 {
                break;
            }
            own = (own - 1) & all;
        }
    }

    fn index(&self, line: Line) -> usize {
        let [own, enemy, edge] = [line.own, line.enemy, line.edge].map(u32::from);
        (self.digits(own) + 2 * self.digits(enemy) + self.edge_digits(edge)) as usize
    }

    fn classify(&self, line: Line, goal: Goal, fouls: bool) -> Pattern {
        if line.is_five(goal) {
            return Pattern::Five;
        }
        if fouls && line.is_overline() {
            return Pattern::Overline;
        }
        let mut next = [0; Pattern::COUNT];
        let index = self.index(line);
        let mut empty = line.empty();
        while empty != 0 {
            let cell = empty.trailing_zeros();
            empty &= empty - 1;
            next[self.patterns[index + self.digits[1 << cell] as usize] as usize] += 1;
        }
        let ways = |patterns: &[Pattern]| patterns.iter().map(|&pattern| next[pattern as usize]).sum::<u32>();
        let three_ways = ways(&[Pattern::OpenThree, Pattern::BroadThree]);
        match ways(&[Pattern::Five]) {
            2.. if line.is_straight_four(goal) => return Pattern::OpenFour,
            2.. => return Pattern::DoubleFour,
            1 => return Pattern::Four,
            0 => {}
        }
        match ways(&[Pattern::OpenFour]) {
            2.. => Pattern::BroadThree,
            1 => Pattern::OpenThree,
            0 if ways(&[Pattern::Four, Pattern::DoubleFour]) > 0 => Pattern::Three,
            0 if three_ways >= 3 => Pattern::BroadTwo,
            0 if three_ways >= 1 => Pattern::OpenTwo,
            0 if ways(&[Pattern::Three]) > 0 => Pattern::Two,
            0 if ways(&[Pattern::OpenTwo, Pattern::BroadTwo]) > 0 => Pattern::OpenOne,
            0 if ways(&[Pattern::Two]) > 0 => Pattern::One,
            0 => Pattern::Dead,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pattern of `_` in a drawn line of eleven cells: X own, O enemy, # edge, . empty.
    fn pattern(goal: Goal, fouls: bool, drawn: &str) -> Pattern {
        let mask = |wanted| {
            drawn
                .chars()
                .enumerate()
                .filter(|&(_, cell)| cell == wanted)
                .fold(0, |mask, (at, _)| mask | 1 << at)
        };
        let table = PatternTable::get(goal, fouls);
        table.pattern(table.digits(mask('X')), table.digits(mask('O')), table.edge_digits(mask('#')))
    }

    #[test]
    fn freestyle_patterns() {
        let free = |drawn| pattern(Goal::OrMore, false, drawn);
        assert_eq!(free("....._....."), Pattern::OpenOne);
        assert_eq!(free("....._X...."), Pattern::BroadTwo);
        assert_eq!(free("....._XX..."), Pattern::BroadThree);
        assert_eq!(free("....._.XX.."), Pattern::OpenThree);
        assert_eq!(free("...O._XXO.."), Pattern::Dead);
        assert_eq!(free("...O._XX.O."), Pattern::Three);
        assert_eq!(free("....._XXX.."), Pattern::OpenFour);
        assert_eq!(free("....O_XXX.."), Pattern::Four);
        assert_eq!(free(".X.XX_.X..."), Pattern::DoubleFour);
        assert_eq!(free("....._XXXX."), Pattern::Five);
        assert_eq!(free("...XX_XXX.."), Pattern::Five);
        assert_eq!(free("####O_O####"), Pattern::Dead);
    }

    #[test]
    fn six_is_five_only_where_the_rule_says_so() {
        assert_eq!(pattern(Goal::Exactly, false, "...XX_XXX.."), Pattern::Dead);
        assert_eq!(pattern(Goal::Exactly, true, "...XX_XXX.."), Pattern::Overline);
        assert_eq!(pattern(Goal::Exactly, true, "..X.._XXX.."), Pattern::OpenFour);
        assert_eq!(pattern(Goal::Exactly, true, "...X._XXX.."), Pattern::Four);
    }

    #[test]
    fn caro_asks_for_an_end_that_no_enemy_closes() {
        let caro = |drawn| pattern(Goal::Unclosed, false, drawn);
        assert_eq!(caro("...OX_XXXO."), Pattern::Dead);
        assert_eq!(caro("...OX_XXX.."), Pattern::Five);
        assert_eq!(caro("####X_XXXO."), Pattern::Five);
    }
}
