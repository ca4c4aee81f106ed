//! [`Form`]: the choice of a new game: which, by which rules, against whom.

use crate::values::{LevelChoice, Seat, Strength};
use anyply_framework::{Level, Variant, sized};
use anyply_games::AnyGame;

/// The lines of the form.
pub(super) const FIELDS: usize = 4;

/// Who sits on Black's and White's side, and how that is told.
const SEATS: [(&str, [Seat; 2]); 4] = [
    ("Black, the computer White", [Seat::Human, Seat::Computer]),
    ("White, the computer Black", [Seat::Computer, Seat::Human]),
    ("both sides", [Seat::Human, Seat::Human]),
    ("none: the computer plays itself", [Seat::Computer, Seat::Computer]),
];

/// What is chosen so far.
#[derive(Clone, Debug)]
pub(super) struct Form {
    games: Vec<&'static str>,
    game: usize,
    variant: usize,
    /// From 0: the fixed levels, and then `auto`.
    level: usize,
    /// The limits that were asked for on the command line, where no level was; kept unless a level is chosen.
    given: Option<Strength>,
    /// Who can sit where. Where another program is at the table, what is so now is one more, and with colours
    /// swapped another.
    seatings: Vec<(&'static str, [Seat; 2])>,
    seats: usize,
    /// The line that the arrows change.
    pub(super) field: usize,
}

impl Form {
    /// Begins with what is being played.
    pub(super) fn new(game: &str, variant: &Variant, strength: &Strength, seats: &[Seat; 2]) -> Self {
        let games = AnyGame::names();
        let place = |name: &str| games.iter().position(|known| *known == name).unwrap_or(0);
        let variants = AnyGame::variants(game);
        let same = |known: &&Variant| (known.name, known.size) == (variant.name, variant.size);
        let level = match strength.level {
            Some(LevelChoice::Auto) => usize::from(*Level::RANGE.end()),
            Some(LevelChoice::Fixed(number)) => usize::from(number - 1),
            None => usize::from(Level::DEFAULT - 1),
        };
        let mut seatings = SEATS.to_vec();
        let [black, white] = seats.clone();
        for (swapped, seats) in [(false, seats.clone()), (true, [white, black])] {
            if !seatings.iter().any(|(_, known)| *known == seats) {
                seatings.push((told(&seats, swapped), seats));
            }
        }
        Self {
            game: place(game),
            variant: variants.iter().position(same).unwrap_or(0),
            level,
            given: Some(strength.clone()),
            seats: seatings.iter().position(|(_, known)| known == seats).unwrap_or(0),
            seatings,
            field: 0,
            games,
        }
    }

    fn variants(&self) -> Vec<&'static Variant> {
        AnyGame::variants(self.games[self.game])
    }

    /// What each line is called, and what it says.
    pub(super) fn lines(&self) -> [(&'static str, String); FIELDS] {
        let variant = self.variants()[self.variant];
        let strength = self.strength().to_text();
        [
            ("Game", self.games[self.game].to_owned()),
            ("Rules", format!("{}: {}", sized(variant.name, variant.size), variant.summary)),
            ("Computer", strength),
            ("You play", self.seatings[self.seats].0.to_owned()),
        ]
    }

    /// Changes the line the arrows are at, forward or back.
    pub(super) fn turn(&mut self, forward: bool) {
        let step = |value: &mut usize, count: usize| {
            *value = (*value + if forward { 1 } else { count - 1 }) % count;
        };
        match self.field {
            0 => {
                step(&mut self.game, self.games.len());
                self.variant = 0;
            }
            1 => {
                let count = self.variants().len();
                step(&mut self.variant, count);
            }
            2 => {
                step(&mut self.level, usize::from(*Level::RANGE.end()) + 1);
                self.given = None;
            }
            _ => step(&mut self.seats, self.seatings.len()),
        }
    }

    /// To the next line, or back.
    pub(super) fn go(&mut self, down: bool) {
        self.field = (self.field + if down { 1 } else { FIELDS - 1 }) % FIELDS;
    }

    /// The game that was chosen, at its start.
    ///
    /// # Errors
    /// There is none of that kind.
    pub(super) fn game(&self) -> Result<AnyGame, String> {
        let variant = self.variants()[self.variant];
        AnyGame::open(self.games[self.game], Some(variant.name), variant.size)
    }

    pub(super) fn seats(&self) -> [Seat; 2] {
        self.seatings[self.seats].1.clone()
    }

    pub(super) fn strength(&self) -> Strength {
        let level = match u8::try_from(self.level + 1) {
            Ok(number) if Level::RANGE.contains(&number) => LevelChoice::Fixed(number),
            _ => LevelChoice::Auto,
        };
        self.given.clone().unwrap_or(Strength { level: Some(level), ..Strength::default() })
    }
}

// How seats are told of which programs have one or both, be it with the colours of those who sit there now
// swapped.
fn told(seats: &[Seat; 2], swapped: bool) -> &'static str {
    match seats {
        [Seat::Human, _] => "Black, the program White",
        [_, Seat::Human] => "White, the program Black",
        [_, Seat::Computer] => "none: the program Black, the computer White",
        [Seat::Computer, _] => "none: the computer Black, the program White",
        _ if swapped => "none: the programs play, colours swapped",
        _ => "none: the programs play",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values;
    use anyply_games::TextGame;

    fn form() -> Form {
        let game = AnyGame::open("gomoku", Some("renju"), Some(19)).unwrap();
        let strength = Strength { level: Some(LevelChoice::Fixed(12)), ..Strength::default() };
        Form::new("gomoku", game.variant(), &strength, &[Seat::Computer, Seat::Human])
    }

    #[test]
    fn it_begins_with_what_is_played() {
        let form = form();
        let told: Vec<String> = form.lines().map(|(_, text)| text).to_vec();
        assert_eq!(told[0], "gomoku");
        assert!(told[1].starts_with("renju 19x19: "), "{told:?}");
        assert_eq!(told[2], "level 12");
        assert_eq!(form.seats(), [Seat::Computer, Seat::Human]);
    }

    #[test]
    fn another_program_stays_unless_other_seats_are_chosen() {
        let game = AnyGame::open("othello", None, None).unwrap();
        let seats = [Seat::Human, values::seat("cmd:gtp:edax -gtp").unwrap()];
        let mut form = Form::new("othello", game.variant(), &Strength::default(), &seats);
        assert_eq!((form.seats(), form.lines()[3].1.as_str()), (seats.clone(), "Black, the program White"));
        form.go(false);
        form.turn(true);
        let [person, program] = seats.clone();
        assert_eq!(
            (form.seats(), form.lines()[3].1.as_str()),
            ([program, person], "White, the program Black")
        );
        form.turn(true);
        assert_eq!(form.seats(), [Seat::Human, Seat::Computer]);
        form.turn(false);
        form.turn(false);
        assert_eq!(form.seats(), seats);
    }

    #[test]
    fn whoever_lets_programs_play_is_told_which_side_each_has() {
        let game = AnyGame::open("othello", None, None).unwrap();
        let [one, other] = ["cmd:gtp:edax -gtp", "cmd:gtp:other"].map(|text| values::seat(text).unwrap());
        let form = |seats| Form::new("othello", game.variant(), &Strength::default(), &seats);
        let told = |seats| form(seats).lines()[3].1.clone();
        assert_eq!(told([one.clone(), Seat::Computer]), "none: the program Black, the computer White");
        assert_eq!(told([Seat::Computer, one.clone()]), "none: the computer Black, the program White");
        let mut programs = form([one.clone(), other.clone()]);
        assert_eq!(programs.lines()[3].1, "none: the programs play");
        programs.go(false);
        programs.turn(true);
        assert_eq!(programs.lines()[3].1, "none: the programs play, colours swapped");
        assert_eq!(programs.seats(), [other, one]);
    }

    #[test]
    fn every_line_turns_through_all_there_is() {
        let mut form = form();
        for _ in 0..AnyGame::names().len() {
            form.turn(true);
        }
        form.go(true);
        for _ in 0..AnyGame::variants("gomoku").len() {
            form.turn(false);
            assert!(form.game().is_ok());
        }
        form.go(true);
        form.turn(true);
        assert_eq!(form.strength().to_text(), "level auto");
        form.turn(true);
        assert_eq!(form.strength().to_text(), "level 1");
        form.go(false);
        form.go(false);
        form.go(false);
        assert_eq!(form.field, 3);
        form.turn(true);
        assert_eq!(form.seats(), [Seat::Human, Seat::Human]);
    }
}
