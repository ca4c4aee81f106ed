//! The computer's clock at a hosted game. It is worked out from the times of the moves, so that it goes back
//! with them.

use super::{Hosted, strength_of};
use crate::values::Strength;
use anyply_framework::Side;
use anyply_framework::search::Clock;
use anyply_games::TextGame;
use std::time::{Duration, Instant};

impl Hosted {
    /// Sets how strong the computer is to play. Another clock runs from now on: moves that were taken back
    /// and are made again take nothing of it.
    pub(super) fn set_strength(&mut self, text: &str) -> Result<(), String> {
        let strength = strength_of(text)?;
        if strength.limits.clock != self.strength.limits.clock {
            self.clock_from = self.plies() + self.undone;
        }
        self.strength = strength;
        Ok(())
    }

    /// How strong the computer is to play its next move: its clock as it stands now.
    pub(crate) fn strength_now(&self) -> Strength {
        let mut strength = self.strength.clone();
        strength.limits.clock = self.clock(self.turn());
        strength
    }

    /// The clock of a side as it stands, where there is one.
    pub(crate) fn clock(&self, side: Side) -> Option<Clock> {
        let clock = self.strength.limits.clock?;
        let record = self.game.record(["", ""]);
        let made = self.game.moves_made().into_iter().zip(&record.moves);
        let timed = made.skip(self.opening_plies().max(self.clock_from));
        let (mut given, mut taken) = (Duration::ZERO, 0.0);
        for (_, made) in timed.filter(|((who, _), _)| *who == side) {
            given = given.saturating_add(clock.increment);
            taken += made.seconds;
        }
        let taken = Duration::try_from_secs_f64(taken).unwrap_or_default();
        Some(Clock { left: clock.left.saturating_add(given).saturating_sub(taken), ..clock })
    }

    /// For how long it has been the turn of whoever's it is.
    pub(super) fn running(&self) -> Duration {
        self.since().map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// What a side had taken of its turn when somebody gave up in it.
    pub(crate) fn unfinished(&self, side: Side) -> Duration {
        if self.resigned.is_some() && self.turn() == side { self.unfinished } else { Duration::ZERO }
    }

    /// The turn in which somebody gave up goes on, a person's with what had run of it; the computer begins
    /// its own anew.
    pub(super) fn take_back_resignation(&mut self) {
        self.resigned = None;
        let (now, taken) = (Instant::now(), std::mem::take(&mut self.unfinished));
        self.changed = if self.is_computers() { now } else { now.checked_sub(taken).unwrap_or(now) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::web::action::{Action, Sitting};
    use anyply_games::AnyGame;

    fn hosted() -> Hosted {
        let game = AnyGame::open("othello", None, None).expect("a game");
        let seats = [Sitting::Computer, Sitting::Human];
        Hosted::new(game, seats, "", Default::default()).expect("a game")
    }

    fn set(hosted: &mut Hosted, text: &str) {
        hosted.obey(&Action::Strength { text: text.to_owned() }).expect("a strength");
    }

    fn play(hosted: &mut Hosted, moves: &[&str]) {
        moves.iter().for_each(|text| hosted.play(text, Duration::from_secs(12), "").expect("legal"));
    }

    fn left(hosted: &Hosted) -> u64 {
        hosted.clock(Side::Black).expect("it has one").left.as_secs()
    }

    #[test]
    fn it_goes_back_with_the_moves() {
        let mut hosted = hosted();
        set(&mut hosted, "clock 1m+2s");
        assert_eq!(left(&hosted), 60);
        play(&mut hosted, &["f5", "d6"]);
        assert_eq!(left(&hosted), 50, "12 s less, 2 s more");
        (0..2).for_each(|_| drop(hosted.game.undo()));
        assert_eq!(left(&hosted), 60);
    }

    #[test]
    fn whoever_gives_up_has_taken_the_time_until_then() {
        let mut hosted = hosted();
        hosted.seats = [Sitting::Human; 2];
        play(&mut hosted, &["f5"]);
        hosted.changed -= Duration::from_secs(5);
        hosted.obey(&Action::Resign {}).expect("it is not over");
        let mut kept = Hosted::from_kept(hosted.kept()).expect("a game");
        let [black, white] = Side::BOTH.map(|side| hosted.unfinished(side));
        assert!(black.is_zero() && white >= Duration::from_secs(5), "{white:?}");
        assert_eq!(kept.unfinished(Side::White), white);
        kept.obey(&Action::Undo {}).expect("the resignation");
        assert!(kept.unfinished(Side::White).is_zero());
        kept.obey(&Action::Move { text: "d6".to_owned() }).expect("legal");
        let taken = kept.game.time_of(Side::White);
        assert!(taken >= Duration::from_secs(5), "the turn goes on: {taken:?}");
    }

    #[test]
    fn what_had_run_of_the_computers_turn_is_given_to_nobody_when_a_resignation_is_taken_back() {
        const LONG: Duration = Duration::from_secs(60);
        let others = Action::Seats { black: Sitting::Human, white: Sitting::Human };
        for meanwhile in [None, Some(Action::Swap {}), Some(others)] {
            let mut hosted = hosted();
            hosted.changed -= LONG;
            hosted.obey(&Action::Resign {}).expect("a person plays");
            if let Some(order) = &meanwhile {
                hosted.obey(order).expect("free seats");
            }
            hosted.obey(&Action::Undo {}).expect("the resignation");
            assert!(hosted.resigned.is_none() && hosted.running() < LONG, "{meanwhile:?}");
        }
    }

    #[test]
    fn none_runs_in_a_record_until_somebody_plays_on() {
        let loaded = || {
            let mut game = hosted().game;
            game.play_moves("f5d6c3").expect("legal");
            Hosted::of_record(&game.record(["", ""])).expect("a game")
        };
        let mut hosted = loaded();
        hosted.obey(&Action::Undo {}).expect("there is one");
        let mut hosted = Hosted::from_kept(hosted.kept()).expect("a game");
        assert!(hosted.studied, "it is only looked at");
        hosted.changed -= Duration::from_secs(5);
        hosted.obey(&Action::Move { text: "c3".to_owned() }).expect("legal");
        assert!(!hosted.studied && hosted.game.time_of(Side::Black).is_zero());
        hosted.changed -= Duration::from_secs(5);
        hosted.obey(&Action::Move { text: "d3".to_owned() }).expect("legal");
        assert!(hosted.game.time_of(Side::White) >= Duration::from_secs(5));
        let mut seated = loaded();
        let seats = |white| Action::Seats { black: Sitting::Human, white };
        for order in [seats(Sitting::Human), Action::Swap {}] {
            seated.obey(&order).expect("free seats");
            assert!(seated.studied, "nobody plays on after {order:?}");
        }
        seated.obey(&seats(Sitting::Computer)).expect("free seats");
        assert!(!seated.studied);
    }

    #[test]
    fn it_runs_from_the_move_on_before_which_it_was_set() {
        let mut hosted = hosted();
        play(&mut hosted, &["f5", "d6"]);
        set(&mut hosted, "clock 1m+2s");
        assert_eq!(left(&hosted), 60, "what was played before takes nothing of it");
        play(&mut hosted, &["c3", "d3"]);
        assert_eq!(left(&hosted), 50);
        let mut kept = Hosted::from_kept(hosted.kept()).expect("a game");
        assert_eq!(left(&kept), 50);
        set(&mut kept, "level 3 clock 1m+2s");
        assert_eq!(left(&kept), 50, "the same clock goes on");
        // Whoever goes back to before that plays by the clock from there on.
        (0..4).for_each(|_| drop(kept.game.undo()));
        play(&mut kept, &["f5"]);
        assert_eq!(left(&kept), 50);
    }

    #[test]
    fn moves_that_were_taken_back_when_it_was_set_take_nothing_of_it_once_made_again() {
        let mut hosted = hosted();
        hosted.seats = [Sitting::Human; 2];
        play(&mut hosted, &["f5", "d6"]);
        let both = |hosted: &mut Hosted, order: Action| {
            (0..2).for_each(|_| hosted.obey(&order).expect("there is one"));
        };
        both(&mut hosted, Action::Undo {});
        set(&mut hosted, "clock 1m+2s");
        both(&mut hosted, Action::Redo {});
        assert_eq!(left(&hosted), 60);
        play(&mut hosted, &["c3"]);
        assert_eq!(left(&hosted), 50);
        (0..3).for_each(|_| hosted.obey(&Action::Undo {}).expect("there is one"));
        play(&mut hosted, &["f5"]);
        assert_eq!(left(&hosted), 50, "a move in their place is a new one");
    }
}
