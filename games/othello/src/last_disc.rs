//! The last disc on the 8x8 board: what it turns is counted in tables, a line at a time.
//!
//! With all other squares taken a line is one byte: the mover's discs on it, the rest being the opponent's.
//! Compiled only where the whole build may gather a line's bits by one instruction;
//! [`crate::portable::turned_by_last`] says the same in plain words, and a test holds them equal.

use std::arch::x86_64::_pext_u64;

/// The lines through a square that are not its row, and where on each it lies.
#[derive(Clone, Copy)]
struct Lines {
    masks: [u64; 3],
    places: [u8; 3],
}

/// Column, falling and rising diagonal of each square.
static LINES: [Lines; 64] = {
    let mut table = [Lines { masks: [0; 3], places: [0; 3] }; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8, square / 8);
        let mut other = 0;
        while other < 64 {
            let (column, row) = (other % 8, other / 8);
            let on = [column == x, column + y == x + row, column + row == x + y];
            let mut line = 0;
            while line < 3 {
                if on[line] {
                    table[square].masks[line] |= 1 << other;
                    table[square].places[line] += (other < square) as u8;
                }
                line += 1;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// How many discs are turned on a line by a disc at a place, by the mover's discs there. On a shorter line
/// the bits beyond it are bare, so that nothing is bracketed past its end.
static TURNED: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut line = 0_usize;
        while line < 256 {
            let above = line >> place >> 1;
            if above != 0 {
                table[place][line] += above.trailing_zeros() as u8;
            }
            let below = line & ((1 << place) - 1);
            if below != 0 {
                table[place][line] += place as u8 - 1 - below.ilog2() as u8;
            }
            line += 1;
        }
        place += 1;
    }
    table
};

/// How many discs the mover turns by a disc on the only empty `square`.
#[inline(always)]
pub(crate) fn turned(mover: u64, square: usize) -> u32 {
    let Lines { masks, places } = &LINES[square % 64];
    let on = |place: u8, line: u64| u32::from(TURNED[usize::from(place % 8)][line as usize & 0xff]);
    // SAFETY: compiled only where the whole build has this instruction (see the `cfg`s).
    let gathered = |line: usize| unsafe { _pext_u64(mover, masks[line]) };
    on(square as u8, mover >> (square & 56))
        + on(places[0], gathered(0))
        + on(places[1], gathered(1))
        + on(places[2], gathered(2))
}
