//! Swap2: one side puts three stones; the other takes a colour, or might put two more and leave the choice,
//! which this engine never does: it takes the colour that its search likes better.

use super::board::{Point, Stones};
use super::{Desk, Said, Server, interrupts};
use crate::openings::{LONGEST, better_colour, drawn, most_even};
use anyply_framework::Side;
use anyply_games::TextGame;
use std::time::Instant;

// Of the time for a whole match, three stones may take this part.
const SHARE: u32 = 40;

impl Server {
    /// The answer to a board of none, three or five stones.
    pub(super) fn swap2(&mut self, lines: &[String], desk: &mut Desk) -> Said<String> {
        let size = self.size();
        let mut stones = Stones::none(size);
        let sides = [Side::Black, Side::White].into_iter().cycle();
        for (line, side) in lines.iter().zip(sides) {
            let point = Point::read(line)?;
            point.square(size)?;
            stones.add(point, side)?;
        }
        match lines.len() {
            0 => self.three_stones(desk),
            3 | 5 => self.take_a_colour(&stones, desk),
            1 => Err("1 stone: swap2 has none, three or five".to_owned()),
            other => Err(format!("{other} stones: swap2 has none, three or five")),
        }
    }

    fn three_stones(&mut self, desk: &mut Desk) -> Said<String> {
        let began = Instant::now();
        let allowed = self.info.limits();
        let turn = allowed.time.map_or(LONGEST, |turn| turn / 2);
        let left = allowed.clock.map_or(LONGEST, |clock| clock.left / SHARE);
        self.player.game.restart();
        self.torn = None;
        let player = &mut self.player;
        let openings = drawn(&mut player.game, 3, &mut player.random);
        let longest = turn.min(left).min(LONGEST).saturating_sub(began.elapsed());
        let best = most_even(openings, longest, |moves, limits| {
            moves.iter().for_each(|mv| drop(player.game.play_text(mv)));
            let report = player.study(desk, limits, interrupts, &mut |_| {});
            moves.iter().for_each(|_| drop(player.game.undo()));
            report
        });
        self.info.spend(began.elapsed());
        let points: Said<Vec<String>> = best.iter().map(|mv| self.make(mv)).collect();
        Ok(points?.join(" "))
    }

    // White is to move: who likes that moves, who does not takes Black.
    fn take_a_colour(&mut self, stones: &Stones, desk: &mut Desk) -> Said<String> {
        let began = Instant::now();
        self.set_up(stones)?;
        let report = self.player.study(desk, self.info.limits(), interrupts, &mut |_| {});
        let report = report.ok_or("the game is over")?;
        self.info.spend(began.elapsed());
        match better_colour(Side::White, &report) {
            Side::Black => Ok("SWAP".to_owned()),
            Side::White => self.make(&report.lines[0].moves[0]),
        }
    }
}
