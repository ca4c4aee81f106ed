//! A board that is told stone by stone: its lines, and what is done with them at `DONE`.

use super::board::{self, Point, Stones};
use super::{Desk, NOT_STARTED, Said, Server};
use anyply_framework::Side;
use anyply_games::TextGame;

/// The lines of a board come in between, up to `DONE`.
pub(super) struct Collecting {
    command: String,
    lines: Vec<String>,
}

impl Collecting {
    // One more than the largest board has points is enough to know that there are too many, and no point is
    // so long.
    const MOST: usize = 20 * 20 + 1;
    const LONGEST: usize = 80;

    pub(super) fn after(command: &str) -> Self {
        Self { command: command.to_owned(), lines: Vec::new() }
    }

    pub(super) fn take(&mut self, line: &str) {
        if self.lines.len() < Self::MOST {
            self.lines.push(line.chars().take(Self::LONGEST).collect());
        }
    }
}

impl Server {
    pub(super) fn collected(&mut self, desk: &mut Desk) -> Said<Option<String>> {
        let Some(Collecting { command, lines }) = self.collecting.take() else { return Ok(None) };
        if !self.started {
            return Err(NOT_STARTED.to_owned());
        }
        let points = self.size().pow(2);
        if lines.len() > points {
            return Err(format!("more stones than the {points} points of the board"));
        }
        match command.as_str() {
            "SWAP2BOARD" => self.swap2(&lines, desk).map(Some),
            "BOARD" => {
                self.set_board(&lines, true)?;
                self.think(1, desk)
            }
            _ => self.set_board(&lines, false).map(|()| None),
        }
    }

    // The stones of a board. Who `thinks` about it is to move: Black, where there are as many of each. Else
    // whoever the first line names was the first to move, and is Black.
    fn set_board(&mut self, lines: &[String], thinks: bool) -> Said<()> {
        const OWN: usize = 1;
        const THEIRS: usize = 2;
        const CLOSED: usize = 3;
        let stones: Vec<(Point, usize)> =
            lines.iter().map(|line| board::point_and_owner(line, self.size())).collect::<Said<_>>()?;
        // In renju a forbidden point, which the rules know themselves. Else a stone of a five in a game that
        // goes on after it.
        let renju = self.player.game.variant().name == "renju";
        if let Some((point, _)) = stones.iter().find(|stone| stone.1 == CLOSED && !renju) {
            return Err(format!("{point},{CLOSED}: games do not go on after a five"));
        }
        let of = |owner| stones.iter().filter(|stone| stone.1 == owner).count();
        let (own, theirs) = (of(OWN), of(THEIRS));
        let first = stones.iter().map(|stone| stone.1).find(|owner| [OWN, THEIRS].contains(owner));
        let black = match (own.abs_diff(theirs), thinks) {
            (0, true) => OWN,
            (0, false) => first.unwrap_or(OWN),
            (1, false) if own > theirs => OWN,
            (1, _) if own < theirs => THEIRS,
            _ => return Err(format!("{own} own stones and {theirs} of the opponent's: nobody's turn")),
        };
        let side = |owner| if owner == black { Side::Black } else { Side::White };
        let stones = stones.into_iter().filter(|stone| [OWN, THEIRS].contains(&stone.1));
        let stones: Vec<(Side, Point)> = stones.map(|(point, owner)| (side(owner), point)).collect();
        let mut placed = Stones::none(self.size());
        stones.iter().try_for_each(|&(side, point)| placed.add(point, side))?;
        // By other rules the order says nothing.
        if renju {
            board::check_moves(&self.player.game, &stones)?;
        }
        self.set_up(&placed)
    }
}
