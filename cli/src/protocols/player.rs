//! [`Player`]: an engine with a game before it, and how strong it is to play.

use super::desk::Desk;
use crate::values::tighter;
use anyhow::Result;
use anyply_framework::search::{Clock, Limits};
use anyply_framework::{EngineSettings, Level, ParseError, Record, RecordError, Resources};
use anyply_games::{AnyGame, Heard, TextGame, TextReport};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The time for a move where neither the options nor the protocol set a limit.
const USUAL: Duration = Duration::from_secs(1);
const LEAST: Duration = Duration::from_millis(1);

/// An engine that plays a game for a protocol.
pub(crate) struct Player {
    pub(crate) game: AnyGame,
    level: Option<Level>,
    limits: Limits,
    /// What is left to each side of the clock that the options set.
    pub(super) clocks: [Option<Clock>; 2],
    /// Kept back from every time limit, for the way the answer takes.
    margin: Duration,
    pub(super) random: Pcg64Mcg,
    /// The engines of games that were left, by their names: whoever comes back to one finds it as it was.
    left: HashMap<&'static str, EngineSettings>,
}

/// A move, and what it was found by.
pub(crate) struct Thought {
    pub(crate) mv: String,
    /// Nothing, where there was no choice or the level slipped.
    pub(crate) report: Option<TextReport>,
    pub(crate) time: Duration,
}

impl Player {
    /// The engine of a session, which is built when it is first needed, or [got ready](TextGame::prepare).
    pub(crate) fn new(
        game: AnyGame,
        level: Option<Level>,
        limits: Limits,
        margin: Duration,
        seed: u64,
    ) -> Self {
        let clocks = [limits.clock; 2];
        let random = Pcg64Mcg::seed_from_u64(seed);
        Self { game, level, limits, clocks, margin, random, left: HashMap::new() }
    }

    /// The same with this clock for each game, where the options set none.
    pub(super) fn with_clock(mut self, clock: Clock) -> Self {
        let clock = *self.limits.clock.get_or_insert(clock);
        self.clocks = [Some(clock); 2];
        self
    }

    /// Begins a new game from its start, with all that the first move would else have to wait for.
    pub(crate) fn restart(&mut self) {
        self.game.restart();
        self.begin();
    }

    // Another game, with full clocks, and not the lots of the one before.
    fn begin(&mut self) {
        self.clocks = [self.limits.clock; 2];
        self.game.draw_from(self.random.random());
        self.game.prepare();
    }

    /// Goes over to another session, with an engine of the same kind that may use so much, and is ready.
    ///
    /// # Errors
    /// There is no such engine for it; the game in progress stays, with its engine.
    pub(crate) fn change(&mut self, mut game: AnyGame, resources: Resources) -> Result<()> {
        self.left.insert(self.game.name(), self.game.settings().clone());
        let settings = self.left.get(game.name()).cloned().unwrap_or_else(|| game.default_settings());
        // The old table goes before the new one comes: there may not be room for both.
        self.game.release();
        if let Err(problem) = game.configure(EngineSettings { resources, ..settings }) {
            // It has gone, and must not be built while a clock runs.
            self.game.prepare();
            return Err(problem.into());
        }
        self.game = game;
        self.begin();
        Ok(())
    }

    /// Takes up a position, which nobody says to be of a new game. One with more to come than the last had
    /// is one; in any other the engine goes on with what it has learned.
    ///
    /// # Errors
    /// It is none; the game in progress stays.
    pub(crate) fn set_position(&mut self, text: &str) -> Result<(), ParseError> {
        self.take_up(|game| game.go_on_at(text))
    }

    /// The same with a game as it stands.
    ///
    /// # Errors
    /// It is none of the same rules; the game in progress stays.
    pub(crate) fn load(&mut self, record: &Record) -> Result<(), RecordError> {
        self.take_up(|game| game.load(record))
    }

    fn take_up<E>(&mut self, act: impl FnOnce(&mut AnyGame) -> Result<(), E>) -> Result<(), E> {
        let before = self.game.remaining();
        act(&mut self.game)?;
        if self.game.remaining() > before {
            self.game.forget();
            self.begin();
        }
        Ok(())
    }

    /// What its engine may use.
    pub(crate) fn resources(&self) -> Resources {
        self.game.settings().resources
    }

    /// Lets its engine use so much, where that is not what it does, and is ready.
    pub(crate) fn set_resources(&mut self, resources: Resources) -> Result<()> {
        if resources == self.resources() {
            return Ok(());
        }
        let settings = EngineSettings { resources, ..self.game.settings().clone() };
        let changed = self.game.configure(settings);
        // A failure too takes the engine, and none must be built while a clock runs.
        self.game.prepare();
        Ok(changed?)
    }

    /// Chooses a move within its own limits and those that the protocol `allows`; none if the game is over.
    /// Who is told of finished depths is `observer`; see [`Desk::think`] for the commands that come
    /// meanwhile.
    pub(crate) fn think(
        &mut self,
        desk: &mut Desk,
        allows: Limits,
        interrupts: fn(&str) -> bool,
        observer: &mut Heard<'_>,
    ) -> Option<Thought> {
        let began = Instant::now();
        let side = self.game.side().index();
        let moves = self.game.legal_moves();
        let slips = self.level.is_some_and(|level| level.slips_now(&mut self.random));
        let unsearched = match &moves[..] {
            [] => return None,
            [only] if allows.lines <= 1 => Some(only.clone()),
            _ if slips => self.game.random_move(&mut self.random),
            _ => None,
        };
        let (mv, report) = match unsearched {
            Some(mv) => (mv, None),
            None => {
                let report = self.study(desk, allows, interrupts, observer)?;
                (report.best().map_or_else(|| moves[0].clone(), str::to_owned), Some(report))
            }
        };
        let time = began.elapsed();
        if let Some(clock) = &mut self.clocks[side] {
            clock.left = clock.left.saturating_sub(time) + clock.increment;
        }
        Some(Thought { mv, report, time })
    }

    /// Searches as for a move, whatever choice there is; nothing if the game is over.
    pub(crate) fn study(
        &mut self,
        desk: &mut Desk,
        allows: Limits,
        interrupts: fn(&str) -> bool,
        observer: &mut Heard<'_>,
    ) -> Option<TextReport> {
        let clock = self.clocks[self.game.side().index()];
        let own = Limits { clock, ..self.limits.clone() };
        let level = self.level.map_or_else(Limits::default, |level| level.limits());
        let limits = self.less_margin(tighter(allows, tighter(level, own)));
        let report = desk.think(&mut self.game, &limits, interrupts, observer);
        (!report.lines.is_empty()).then_some(report)
    }

    fn less_margin(&self, limits: Limits) -> Limits {
        // Of a very short time, half is left to think with.
        let less = |time: Duration| (time - self.margin.min(time / 2)).max(LEAST);
        let unlimited = limits.depth.is_none() && limits.nodes.is_none() && limits.clock.is_none();
        let time = limits.time.map(less).or(unlimited.then_some(USUAL));
        let clock = limits.clock.map(|clock| Clock { left: less(clock.left), ..clock });
        Limits { time, clock, ..limits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyply_framework::search::{Preset, Stop};

    #[test]
    fn a_clock_runs_on_with_the_positions_of_a_game_and_is_full_again_in_the_next() {
        let game = AnyGame::open("dvonn", None, None).expect("a game");
        let clock = Clock { left: Duration::from_secs(10), increment: Duration::ZERO };
        let limits = Limits { nodes: Some(10), clock: Some(clock), ..Limits::default() };
        let mut player = Player::new(game, None, limits, Duration::ZERO, 1);
        let mut desk = Desk::open(std::io::empty(), std::io::sink());
        let mut played = AnyGame::open("dvonn", None, None).expect("a game");
        let start = played.position_text();
        for _ in 0..3 {
            player.set_position(&played.position_text()).expect("a position");
            player.think(&mut desk, Limits::default(), |_| false, &mut |_| {}).expect("it goes on");
            let mv = played.legal_moves()[0].clone();
            played.play_text(&mv).expect("legal");
        }
        assert!(player.clocks.iter().flatten().all(|now| now.left < clock.left), "{:?}", player.clocks);
        player.set_position(&start).expect("a position");
        assert_eq!(player.clocks, [Some(clock); 2]);
    }

    #[test]
    fn what_was_learned_of_positions_stays_within_a_game_and_no_longer() {
        let mut game = AnyGame::open("othello", None, None).expect("a game");
        let start = game.record(["", ""]);
        game.play_moves("f5d6c3").expect("legal");
        let later = game.record(["", ""]);
        let ways: [fn(&mut Player, &Record); 2] = [
            |player, record| player.set_position(&record.end).expect("a position"),
            |player, record| player.load(record).expect("a game"),
        ];
        for take_up in ways {
            let mut player = Player::new(game.fresh(), None, Limits::default(), Duration::ZERO, 1);
            let mut nodes = |record: &Record| {
                take_up(&mut player, record);
                let limits = Limits { depth: Some(6), ..Limits::default() };
                player.game.search(&limits, &Stop::default(), &mut |_| {}).nodes
            };
            let fresh = nodes(&start);
            assert!(nodes(&start) < fresh);
            nodes(&later);
            assert_eq!(nodes(&start), fresh, "it is another game");
        }
    }

    #[test]
    fn each_game_has_lots_of_its_own_and_a_seed_repeats_them_all() {
        let games = |seed| {
            let mut game = AnyGame::open("othello", None, None).expect("a game");
            let config = Preset::named("random").expect("a preset").config;
            game.configure(EngineSettings { config, ..game.default_settings() }).expect("it is built in");
            let start = game.position_text();
            let mut player = Player::new(game, None, Limits::default(), Duration::ZERO, seed);
            let mut desk = Desk::open(std::io::empty(), std::io::sink());
            let begins: [fn(&mut Player, &str); 4] = [
                |_, _| {},
                |player, _| player.restart(),
                |player, start| player.set_position(start).expect("a position"),
                |player, _| player.change(player.game.fresh(), player.resources()).expect("there is room"),
            ];
            begins.map(|begin| {
                begin(&mut player, &start);
                for _ in 0..12 {
                    let thought = player.think(&mut desk, Limits::default(), |_| false, &mut |_| {});
                    player.game.play_text(&thought.expect("it goes on").mv).expect("legal");
                }
                player.game.moves_made()
            })
        };
        let played = games(1);
        assert!(played.iter().enumerate().all(|(number, moves)| !played[..number].contains(moves)));
        assert_eq!(games(1), played);
    }

    #[test]
    fn a_move_without_a_search_adds_to_a_clock_as_any_other() {
        let mut game = AnyGame::open("othello", Some("6x6"), None).expect("a game");
        // White has no move after the last.
        game.play_moves("c2d2e4b2b1b4a1f4e5a2e1e6a3e2d1").expect("legal");
        let clock = Clock { left: Duration::from_secs(10), increment: Duration::from_secs(60) };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let mut player = Player::new(game, None, limits, Duration::ZERO, 1);
        let mut desk = Desk::open(std::io::empty(), std::io::sink());
        let thought = player.think(&mut desk, Limits::default(), |_| false, &mut |_| {}).expect("a pass");
        assert!(thought.report.is_none());
        let left = player.clocks.map(|clock| clock.expect("there is one").left.as_secs() > 10);
        assert_eq!(left, [false, true], "White's alone");
    }
}
