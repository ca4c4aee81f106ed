//! The games that anyply knows: one enum, and the text-facing trait behind it.
//!
//! A front end holds an [`AnyGame`] and talks to it in text; so it works for every game on the day the game
//! is added. Adding a game is a crate that implements the framework's traits, a dependency in this crate's
//! `Cargo.toml`, and one line in `games!`. No other code changes; the page
//! [`add_a_game`](anyply_framework::add_a_game) says what the tests want recorded of it. How to search, play
//! matches or fit weights from another program is shown in [`use_as_a_library`].
//!
//! ```
//! use anyply_games::{AnyGame, TextGame};
//! let mut game = AnyGame::open("othello", None, None).unwrap();
//! game.play_text("f5").unwrap();
//! assert_eq!(game.legal_moves(), ["f4", "d6", "f6"]);
//! ```

mod text;
#[doc = include_str!("use_as_a_library.md")]
pub mod use_as_a_library {}

pub use text::{TextLine, TextMove, TextReport};

use anyply_framework::search::{Limits, Preset, Stop};
use anyply_framework::settings::{SettingsError, unknown};
use anyply_framework::{
    Distance, Drawing, EngineSettings, EvaluatorInfo, Flaw, Geometry, KnownScores, Outcome, ParseError,
    Piece, Plugin, Record, RecordError, RecordFormat, Refusal, Session, Side, SwapOpening, Topic, Variant,
};
use enum_dispatch::enum_dispatch;
use rand_pcg::Pcg64Mcg;
use std::time::Duration;

/// A game in progress, in text. Implemented once, for the framework's [`Session`].
#[enum_dispatch]
pub trait TextGame {
    /// The name on the command line.
    fn name(&self) -> &'static str;
    /// One line about the game.
    fn summary(&self) -> &'static str;
    /// The game's own page: rules, notation, evaluators, sources.
    fn readme(&self) -> &'static str;
    /// What a margin, or an evaluation, is counted in.
    fn unit(&self) -> &'static str;
    /// Whether games are won by a margin.
    fn has_margin(&self) -> bool;
    /// The variant being played.
    fn variant(&self) -> &'static Variant;
    /// The evaluators; the first is the default.
    fn evaluators(&self) -> &'static [EvaluatorInfo];
    /// The search settings by name: this game's own, and those for all games. The first is the default.
    fn presets(&self) -> Vec<Preset>;
    /// The files in which the game's world keeps its games.
    fn formats(&self) -> &'static [RecordFormat];
    /// The openings by swap that the game's world plays.
    fn swaps(&self) -> &'static [SwapOpening];
    /// What can be asked with [`TextGame::tell`].
    fn topics(&self) -> &'static [Topic];
    /// The depth of the deterministic benchmark.
    fn bench_depth(&self) -> u32;

    /// The plies that the game can still last at most.
    fn remaining(&self) -> u32;
    /// Among how many of one's own moves what is left of a clock is to be shared.
    fn moves_to_go(&self) -> u32;

    /// Begins again from the game's start.
    fn restart(&mut self);
    /// Begins a new game of the same variant: where its start is drawn by lot, from another, drawn from
    /// `seed`; otherwise from the one that this game was given, if that is not its end, or from the usual
    /// one. The engine draws by lot from `seed` as well.
    fn new_game(&mut self, seed: u64);
    /// Draws what the engine draws by lot from `seed` from now on. The start of the game stays.
    fn draw_from(&mut self, seed: u64);
    /// Begins again from a position. `side` is to move where the text does not say it.
    ///
    /// # Errors
    /// [`ParseError`]; the game in progress is untouched then.
    fn set_position(&mut self, text: &str, side: Option<Side>) -> Result<(), ParseError>;
    /// Goes on at a position that the same game came to by moves that nobody told: what the engine has
    /// learned stays.
    ///
    /// # Errors
    /// [`ParseError`]; the game in progress is untouched then.
    fn go_on_at(&mut self, text: &str) -> Result<(), ParseError>;
    /// Makes a move and returns it as it is usually written.
    ///
    /// # Errors
    /// [`ParseError`]; the game in progress is untouched then.
    fn play_text(&mut self, text: &str) -> Result<String, ParseError>;
    /// Makes moves that follow one another, and returns how many, passes included.
    ///
    /// # Errors
    /// [`ParseError`] at the first that is not legal; none is made then.
    fn play_moves(&mut self, text: &str) -> Result<usize, ParseError>;
    /// Notes something about the last move: the time it took, and a comment.
    fn annotate(&mut self, time: Duration, comment: &str);
    /// Takes a move back, and returns it.
    fn undo(&mut self) -> Option<String>;
    /// Makes the move again that was taken back last, and returns it.
    fn redo(&mut self) -> Option<String>;

    /// The side to move.
    fn side(&self) -> Side;
    /// Who made each move so far, and what it was.
    fn moves_made(&self) -> Vec<(Side, String)>;
    /// The time that a side has taken for its moves.
    fn time_of(&self, side: Side) -> Duration;
    /// The legal moves, none if the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// The pass, if there is no other move.
    fn forced_pass(&self) -> Option<String>;
    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The position on one line.
    fn position_text(&self) -> String;
    /// The board for people, with the last move marked and, if asked for, the legal moves.
    fn draw(&self, show_legal: bool) -> Drawing;
    /// What the board looks like, for front ends that draw it themselves. It stays the same for as long as
    /// the game goes.
    fn geometry(&self) -> Geometry;
    /// What stands on each place of the [geometry](TextGame::geometry), in the order of the places.
    fn pieces(&self) -> Vec<Piece>;
    /// The legal moves, in the order of [`TextGame::legal_moves`], each with the places that one points at to
    /// make it.
    fn legal_paths(&self) -> Vec<TextMove>;
    /// The places of the last move that is to be seen on the board, which a pass is not; none before there
    /// was one.
    fn last_path(&self) -> Vec<usize>;
    /// The empty places that the side to move may not play on, though one might think so, and why.
    fn refusals(&self) -> Vec<Refusal>;
    /// Reads what a file of positions says of the result of this one.
    ///
    /// # Errors
    /// [`ParseError`] for the first that is no move or no score here.
    fn known_scores(&self, text: &str) -> Result<KnownScores, ParseError>;
    /// The counts worth showing under the board.
    fn counts(&self) -> String;
    /// What the game can tell about the position besides its moves.
    ///
    /// # Errors
    /// A line that says what was expected.
    fn tell(&self, topic: &str, argument: &str) -> Result<String, String>;

    /// How the engine thinks where nobody asked for anything else.
    fn default_settings(&self) -> EngineSettings;
    /// How the engine thinks.
    fn settings(&self) -> &EngineSettings;
    /// Changes how the engine thinks.
    ///
    /// # Errors
    /// [`SettingsError`]; the settings are then as they were.
    fn configure(&mut self, settings: EngineSettings) -> Result<(), SettingsError>;
    /// Lets the engine go, with its memory, until it is needed again.
    fn release(&mut self);
    /// Builds the engine and has its memory provided now, and not as soon as it is needed.
    fn prepare(&mut self);
    /// Forgets what the engine has learned of positions.
    fn forget(&mut self);
    /// Searches the position. Every finished depth is told to `observer`.
    fn search(&mut self, limits: &Limits, stop: &Stop, observer: &mut Heard<'_>) -> TextReport;
    /// Holds a proven win or loss of the side to move against every legal defence, by the rules alone,
    /// looking at so many positions at most; why that could not be done, where it could not.
    ///
    /// # Errors
    /// The defence that holds, in words.
    fn check(&mut self, claim: Distance, most: u64, stop: &Stop) -> Result<Option<Flaw>, String>;
    /// What the evaluator makes of the position: terms and raw figures, for the side to move.
    fn explain(&mut self) -> Vec<(String, f64)>;
    /// Leaves `depth` plies below the position, apart for each move; none if the game is over.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// Leaves `depth` plies below the position.
    fn perft(&self, depth: u32) -> u64;
    /// A legal move at random; none if the game is over.
    fn random_move(&self, random: &mut Pcg64Mcg) -> Option<String>;

    /// The game as it stands, to be kept. `players` are Black and White.
    fn record(&self, players: [&str; 2]) -> Record;
    /// Goes on with a recorded game. What the engine has learned stays: where another game begins, it is to
    /// [forget](TextGame::forget) that.
    ///
    /// # Errors
    /// [`RecordError`]; the game in progress is untouched then.
    fn load(&mut self, record: &Record) -> Result<(), RecordError>;

    /// Enters the statically typed code of the game.
    fn accept<V: GameVisitor>(&mut self, visitor: V) -> V::Output;
}

/// Who hears of finished depths.
pub type Heard<'a> = dyn FnMut(&TextReport) + Send + 'a;

/// Something to be done with a game of any type.
pub trait GameVisitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G: Plugin>(self, session: &mut Session<G>) -> Self::Output;
}

/// Makes the enum of games and the list of ways to open one from one list.
macro_rules! games {
    ($($(#[$doc:meta])* $variant:ident($($session:tt)+)),+ $(,)?) => {
        /// A session of any game.
        #[enum_dispatch(TextGame)]
        #[derive(Debug)]
        #[allow(clippy::large_enum_variant, reason = "there are few at a time, and their room is nothing beside that of an engine")]
        pub enum AnyGame { $($(#[$doc])* $variant($($session)+)),+ }

        /// Every set of rules with its game's name, in the order they are offered.
        const OFFERS: &[Offer] = &[$(<$($session)+ as Offered>::OFFER),+];
    };
}

games! {
    /// Othello on 8x8.
    Othello(Session<anyply_othello::Othello>),
    /// Othello on 6x6.
    Othello6(Session<anyply_othello::Othello<anyply_othello::Six>>),
    /// Othello on 10x10.
    Othello10(Session<anyply_othello::Othello<anyply_othello::Ten>>),
    /// Gomoku on 15x15.
    Gomoku(Session<anyply_gomoku::Gomoku<15>>),
    /// Gomoku on 19x19.
    Gomoku19(Session<anyply_gomoku::Gomoku<19>>),
    /// Gomoku on 20x20.
    Gomoku20(Session<anyply_gomoku::Gomoku<20>>),
    /// Dvonn.
    Dvonn(Session<anyply_dvonn::Dvonn>),
}

/// What one line of `games!` offers.
#[derive(Debug)]
struct Offer {
    name: &'static str,
    variants: fn() -> &'static [Variant],
    open: fn(&Variant, u64) -> AnyGame,
}

trait Offered {
    const OFFER: Offer;
}

impl<G: Plugin> Offered for Session<G>
where
    AnyGame: From<Session<G>>,
{
    const OFFER: Offer = Offer {
        name: G::NAME,
        variants: G::variants,
        open: |variant, seed| Session::new(G::open(variant, seed)).into(),
    };
}

impl AnyGame {
    const DEFAULT_SEED: u64 = 1;

    /// The names of the games.
    pub fn names() -> Vec<&'static str> {
        let mut names: Vec<_> = OFFERS.iter().map(|offer| offer.name).collect();
        names.dedup();
        names
    }

    /// Every variant of a game; the first is the default.
    pub fn variants(name: &str) -> Vec<&'static Variant> {
        OFFERS.iter().filter(|offer| offer.name == name).flat_map(|offer| (offer.variants)()).collect()
    }

    /// A new session of a game. Without a variant or a size, the default. What it begins with by lot is the
    /// same every time: see [`TextGame::new_game`].
    ///
    /// # Errors
    /// A line that names what is unknown and what is known.
    pub fn open(name: &str, variant: Option<&str>, size: Option<u32>) -> Result<Self, String> {
        if !Self::names().contains(&name) {
            return Err(unknown("game", name, &Self::names()));
        }
        let known = Self::variants(name);
        let wanted = variant.unwrap_or(known[0].name);
        let mut named = Vec::new();
        for variant in &known {
            // Each size of a variant is one of its own.
            if !named.contains(&variant.name) {
                named.push(variant.name);
            }
        }
        if !named.contains(&wanted) {
            return Err(unknown(&format!("variant of {name}"), wanted, &named));
        }
        let fits = |found: &Variant| found.name == wanted && size.is_none_or(|size| found.size == Some(size));
        for offer in OFFERS.iter().filter(|offer| offer.name == name) {
            if let Some(found) = (offer.variants)().iter().find(|variant| fits(variant)) {
                return Ok((offer.open)(found, Self::DEFAULT_SEED));
            }
        }
        let sizes: Vec<_> =
            known.iter().filter(|found| found.name == wanted).filter_map(|found| found.size).collect();
        let size = size.expect("without a size, the name alone was enough");
        Err(if sizes.is_empty() {
            format!("{name} {wanted} has no --size (--variant: {})", named.join(", "))
        } else {
            let sizes: Vec<_> = sizes.iter().map(u32::to_string).collect();
            format!("unknown size {size} of {name} {wanted} (known: {})", sizes.join(", "))
        })
    }

    /// A session of every variant of every game, in the order they are offered.
    pub fn all() -> impl Iterator<Item = Self> {
        OFFERS.iter().flat_map(|offer| {
            (offer.variants)().iter().map(|variant| (offer.open)(variant, Self::DEFAULT_SEED))
        })
    }

    /// As [`TextGame::perft`]. What the enum dispatches is compiled where it is called; this is compiled
    /// here, and so optimised also for a front end that is not.
    #[inline(never)]
    pub fn perft(&self, depth: u32) -> u64 {
        TextGame::perft(self, depth)
    }

    /// As [`TextGame::check`], compiled here as well.
    ///
    /// # Errors
    /// The defence that holds, in words.
    ///
    /// # Panics
    /// As [`Session::check`].
    #[inline(never)]
    pub fn check(&mut self, claim: Distance, most: u64, stop: &Stop) -> Result<Option<Flaw>, String> {
        TextGame::check(self, claim, most, stop)
    }

    /// Another session of the same variant, as [`AnyGame::open`] gives it.
    #[must_use]
    pub fn fresh(&self) -> Self {
        let variant = self.variant();
        Self::open(self.name(), Some(variant.name), variant.size).expect("it was opened before")
    }

    /// A new session of what a record was made in, as [`AnyGame::open`] gives it.
    ///
    /// # Errors
    /// A line that names what is unknown and what is known.
    pub fn at_start_of(record: &Record) -> Result<Self, String> {
        Self::open(&record.game, Some(&record.variant), record.size)
    }

    /// The session that a record was made in, gone on with.
    ///
    /// # Errors
    /// A line that names the place in the record.
    pub fn resume(record: &Record) -> Result<Self, String> {
        let mut game = Self::at_start_of(record)?;
        game.load(record).map_err(|error| error.to_string())?;
        Ok(game)
    }
}
