//! [`Player`]: an engine with a game before it, and how strong it is to play.

use super::desk::Desk;
use crate::setup;
use crate::values::{LevelChoice, Strength, tighter};
use anyhow::Result;
use anyply_framework::EngineSettings;
use anyply_framework::search::{Clock, Limits};
use anyply_games::{AnyGame, Heard, TextGame, TextReport};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::time::{Duration, Instant};

/// The time for a move where neither the options nor the protocol set a limit.
const USUAL: Duration = Duration::from_secs(1);
const LEAST: Duration = Duration::from_millis(1);

/// An engine that plays a game for a protocol.
pub(crate) struct Player {
    pub(crate) game: AnyGame,
    strength: Strength,
    /// Kept back from every time limit, for the way the answer takes.
    margin: Duration,
    random: Pcg64Mcg,
}

/// A move, and what it was found by.
pub(crate) struct Thought {
    pub(crate) mv: String,
    /// Nothing, where there was no choice or the level slipped.
    pub(crate) report: Option<TextReport>,
    pub(crate) time: Duration,
}

impl Player {
    /// The engine of a session, which is built now, so that it is not built on the first move's time.
    pub(crate) fn new(mut game: AnyGame, strength: Strength, margin: Duration, seed: u64) -> Result<Self> {
        game.configure(game.settings().clone())?;
        Ok(Self { game, strength, margin, random: Pcg64Mcg::seed_from_u64(seed) })
    }

    /// Goes over to another session, with an engine of the same kind.
    pub(crate) fn change(&mut self, mut game: AnyGame) -> Result<()> {
        let settings = if game.name() == self.game.name() {
            self.game.settings().clone()
        } else {
            let resources = self.game.settings().resources;
            EngineSettings { resources, ..game.default_settings() }
        };
        game.configure(settings)?;
        self.game = game;
        Ok(())
    }

    /// Changes memory or threads, where they are not what they should be.
    pub(crate) fn provide(&mut self, hash: usize, threads: usize) -> Result<()> {
        let mut settings = self.game.settings().clone();
        let now = settings.resources;
        if (now.hash, now.threads) == (hash, threads) {
            return Ok(());
        }
        settings.resources.hash = hash;
        settings.resources.threads = threads;
        Ok(self.game.configure(settings)?)
    }

    /// Chooses a move within its own limits and those that the protocol `allows`; none if the game is over. Who is told of
    /// finished depths is `observer`; see [`Desk::think`] for the commands that come meanwhile.
    pub(crate) fn think(
        &mut self,
        desk: &mut Desk,
        allows: Limits,
        interrupts: fn(&str) -> bool,
        observer: &mut Heard<'_>,
    ) -> Option<Thought> {
        let began = Instant::now();
        let moves = self.game.legal_moves();
        let without_search = |mv: &str| Thought { mv: mv.to_owned(), report: None, time: began.elapsed() };
        match &moves[..] {
            [] => return None,
            [only] if allows.lines <= 1 => return Some(without_search(only)),
            _ => {}
        }
        let level = match self.strength.level {
            Some(LevelChoice::Fixed(number)) => Some(setup::level(number)),
            _ => None,
        };
        if level.is_some_and(|level| level.slips_now(&mut self.random))
            && let Some(mv) = self.game.random_move(&mut self.random)
        {
            return Some(without_search(&mv));
        }
        let own =
            tighter(level.map_or_else(Limits::default, |level| level.limits()), self.strength.limits.clone());
        let limits = self.less_margin(tighter(allows, own));
        let report = desk.think(&mut self.game, &limits, interrupts, observer);
        let mv = report.best().map_or_else(|| moves[0].clone(), str::to_owned);
        Some(Thought { mv, report: Some(report), time: began.elapsed() })
    }

    /// The clock that the options set, if any.
    pub(crate) fn clock(&self) -> Option<Clock> {
        self.strength.limits.clock
    }

    /// Three different squares by lot, not far from one another, as columns and rows of a board of that size.
    pub(crate) fn three_squares(&mut self, size: usize) -> [(usize, usize); 3] {
        let near = 2..size - 2;
        let (x, y) = (self.random.random_range(near.clone()), self.random.random_range(near));
        let mut beside = || loop {
            let at = (x + self.random.random_range(0..5) - 2, y + self.random.random_range(0..5) - 2);
            if at != (x, y) {
                return at;
            }
        };
        let second = beside();
        loop {
            let third = beside();
            if third != second {
                return [(x, y), second, third];
            }
        }
    }

    fn less_margin(&self, limits: Limits) -> Limits {
        let less = |time: Duration| time.saturating_sub(self.margin).max(LEAST);
        let unlimited = limits.depth.is_none() && limits.nodes.is_none() && limits.clock.is_none();
        let time = limits.time.map(less).or(unlimited.then_some(USUAL));
        let clock = limits.clock.map(|clock| Clock { left: less(clock.left), ..clock });
        Limits { time, clock, ..limits }
    }
}
