//! [`Kept`]: a hosted game as it stands in its file.

use super::{Hosted, strength_of};
use crate::screens::web::action::Sitting;
use crate::screens::web::judged::Judged;
use crate::table::Swap;
use anyply_framework::{Record, Side};
use anyply_games::{AnyGame, TextGame};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// A hosted game as it is kept in a file.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Kept {
    anyply_board: u32,
    seats: [Sitting; 2],
    strength: String,
    names: [String; 2],
    resigned: Option<Side>,
    undone: usize,
    judged: Vec<Option<Judged>>,
    /// The moves that were made when the clock was set, and those taken back then. Where it runs from the
    /// start nothing is said.
    #[serde(default, skip_serializing_if = "is_start")]
    clock_from: usize,
    #[serde(default, skip_serializing_if = "Duration::is_zero")]
    unfinished: Duration,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    studied: bool,
    /// With the moves that were taken back.
    record: Record,
}

fn is_start(ply: &usize) -> bool {
    *ply == 0
}

impl Kept {
    /// The version written.
    const VERSION: u32 = 1;
}

impl Hosted {
    /// What is kept of it.
    pub(crate) fn kept(&mut self) -> Kept {
        let undone = self.undone;
        let record = self.at(self.plies() + undone, |game| game.record(["", ""]));
        let record = Record { opening: self.swap.map(|swap| swap.text()), ..record };
        Kept {
            anyply_board: Kept::VERSION,
            seats: self.seats,
            strength: self.strength.to_text(),
            names: self.names.clone(),
            resigned: self.resigned,
            undone,
            judged: self.judged.clone(),
            clock_from: self.clock_from,
            unfinished: self.unfinished,
            studied: self.studied,
            record,
        }
    }

    /// Goes on with what was kept.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn from_kept(kept: Kept) -> Result<Self, String> {
        if kept.anyply_board != Kept::VERSION {
            return Err(format!("version {}, not {}", kept.anyply_board, Kept::VERSION));
        }
        let mut game = AnyGame::resume(&kept.record)?;
        let swap = Swap::of_record(&kept.record)?;
        for _ in 0..kept.undone {
            game.undo().ok_or("more moves taken back than there are")?;
        }
        Ok(Self {
            game,
            seats: kept.seats,
            strength: strength_of(&kept.strength)?,
            names: kept.names,
            resigned: kept.resigned,
            unfinished: kept.unfinished,
            studied: kept.studied,
            swap,
            undone: kept.undone,
            judged: kept.judged,
            clock_from: kept.clock_from,
            reviewed: None,
            changed: Instant::now(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::web::action::Action;

    fn moves(hosted: &Hosted) -> String {
        hosted.game.moves_made().into_iter().map(|(_, mv)| mv).collect()
    }

    #[test]
    fn what_is_kept_comes_back_with_what_was_taken_back() {
        let game = AnyGame::open("othello", None, None).expect("a game");
        let mut first = Hosted::new(game, [Sitting::Human; 2], "", Default::default()).expect("a level");
        for text in ["f5", "d6", "c3"] {
            first.obey(&Action::Move { text: text.to_owned() }).expect("legal");
        }
        first.obey(&Action::Undo {}).expect("there is one");
        let text = anyply_framework::settings::to_ron(&first.kept());
        let kept = anyply_framework::settings::from_ron("", &text).expect("what was written");
        let mut second = Hosted::from_kept(kept).expect("a game");
        assert_eq!((moves(&second).as_str(), second.undone()), ("f5d6", 1));
        second.obey(&Action::Redo {}).expect("there is one");
        assert_eq!(moves(&second), "f5d6c3");
        second.obey(&Action::Resign {}).expect("it is not over");
        assert_eq!(second.record_at(3).resigned(), Some(Side::White));
    }

    #[test]
    fn a_clock_of_which_nothing_is_said_runs_from_the_start() {
        let game = AnyGame::open("othello", None, None).expect("a game");
        let mut first = Hosted::new(game, [Sitting::Human; 2], "", Default::default()).expect("a level");
        let kept_from = |hosted: &mut Hosted, ply| {
            hosted.clock_from = ply;
            let text = anyply_framework::settings::to_ron(&hosted.kept());
            let kept = anyply_framework::settings::from_ron("", &text).expect("what was written");
            (text.contains("clock_from"), Hosted::from_kept(kept).expect("a game").clock_from)
        };
        assert_eq!([0, 2].map(|ply| kept_from(&mut first, ply)), [(false, 0), (true, 2)]);
    }
}
