//! [`Session`]: a game in progress: play, undo, redo, search, save.

use crate::book::{OpenBook, with_book};
use crate::engine::{Engine, Resources};
use crate::game::{Game, IllegalMove, Side, Situation, Turn};
use crate::notation::quoted;
use crate::plugin::{EvaluatorSource, Plugin};
use crate::record::{Record, RecordError, RecordedMove};
use crate::refute::{Flaw, Refutation, refute};
use crate::score::Distance;
use crate::search::{Limits, Observer, Report, SearchConfig, Stop};
use crate::settings::SettingsError;
use crate::stack::Refused;
use std::sync::OnceLock;
use std::time::Duration;

/// One game in progress, and the engine that thinks about it.
#[derive(Debug)]
pub struct Session<G: Plugin> {
    game: G,
    start: Situation<G>,
    at: Situation<G>,
    played: Vec<Played<G>>,
    undone: Vec<Played<G>>,
    /// The best there are, until others are asked for. They are read from text, which most sessions that only
    /// replay a game never need.
    settings: OnceLock<EngineSettings>,
    engine: Option<Box<dyn Engine<G>>>,
}

/// The positions for each move that a [check](Session::check) asks for.
const CHECK: u64 = 1_000_000;

/// A move that was made.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// Where it was made.
    pub before: Situation<G>,
    /// The move.
    pub mv: G::Move,
    /// The time taken for it, in seconds.
    pub seconds: f64,
    /// What was said of it.
    pub comment: String,
}

/// How the engine is to think.
#[derive(Clone, Debug)]
pub struct EngineSettings {
    /// The techniques.
    pub config: SearchConfig,
    /// The evaluator; `None` is the game's default.
    pub evaluator: Option<EvaluatorSource>,
    /// Memory and threads.
    pub resources: Resources,
    /// The opening book, if it is to play by one. A book for another game or variant is passed over.
    pub book: Option<OpenBook>,
}

impl EngineSettings {
    /// What plays best in a game, with its default evaluator.
    pub fn best<G: Plugin>() -> Self {
        Self { config: G::best().config, evaluator: None, resources: Resources::default(), book: None }
    }

    /// Whatever is drawn by lot is drawn from this seed from now on.
    pub fn draw_from(&mut self, seed: u64) {
        self.resources.seed = seed;
        if let Some(OpenBook { lot: Some(lot), .. }) = &mut self.book {
            *lot = seed;
        }
    }
}

impl<G: Plugin> Session<G> {
    /// A new game.
    pub fn new(game: G) -> Self {
        let start = game.start();
        Self {
            game,
            start,
            at: start,
            played: Vec::new(),
            undone: Vec::new(),
            settings: OnceLock::new(),
            engine: None,
        }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The situation now.
    pub fn at(&self) -> &Situation<G> {
        &self.at
    }

    /// The moves made so far.
    pub fn played(&self) -> &[Played<G>] {
        &self.played
    }

    /// Begins a new game of the same variant: where its start is drawn by lot, from another, drawn from
    /// `seed`; otherwise from the one that this game was given, if that is not its end, or from the usual
    /// one. The engine draws by lot from `seed` as well.
    pub fn new_game(&mut self, seed: u64) {
        let own = self.game.start();
        self.game = G::open(self.game.variant(), seed);
        // Of a start by lot nobody can tell whether it was given or drawn: another is drawn.
        let is_given = self.start != own && own == self.game.start();
        let given = Some(self.start).filter(|start| is_given && start.outcome(&self.game).is_none());
        self.engine = None;
        self.draw_from(seed);
        self.restart(given);
    }

    /// Draws what the engine draws by lot from `seed` from now on. The start of the game stays.
    pub fn draw_from(&mut self, seed: u64) {
        // The settings that nobody has looked at are the default ones, which draw nothing.
        if let Some(settings) = self.settings.get_mut() {
            settings.draw_from(seed);
        }
        if let Some(engine) = &mut self.engine {
            engine.draw_from(seed);
        }
    }

    /// Begins again from `start`, or from the game's own start.
    pub fn restart(&mut self, start: Option<Situation<G>>) {
        self.go_on_at(start.unwrap_or_else(|| self.game.start()));
        self.forget();
    }

    /// Goes on at a position that the same game came to by moves that nobody told: what the engine has
    /// learned stays.
    pub fn go_on_at(&mut self, at: Situation<G>) {
        (self.start, self.at) = (at, at);
        self.played.clear();
        self.undone.clear();
    }

    /// Forgets what the engine has learned of positions.
    pub fn forget(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    /// Makes a move.
    ///
    /// # Errors
    /// The move itself, if it is not legal; nothing has changed then.
    pub fn play(&mut self, mv: G::Move) -> Result<(), IllegalMove<G::Move>> {
        let (position, turn) = self.game.try_play(&self.at.position, mv)?;
        self.played.push(Played { before: self.at, mv, seconds: 0.0, comment: String::new() });
        self.undone.clear();
        let side = if turn == Turn::Next { !self.at.side } else { self.at.side };
        self.at = Situation { position, side };
        Ok(())
    }

    /// Notes something about the last move: the time it took, and a comment.
    pub fn annotate(&mut self, time: Duration, comment: impl Into<String>) {
        if let Some(last) = self.played.last_mut() {
            last.seconds = time.as_secs_f64();
            last.comment = comment.into();
        }
    }

    /// The time that a side has taken for its moves. It is less again once they are taken back.
    pub fn time_of(&self, side: Side) -> Duration {
        let made = self.played.iter().filter(|played| played.before.side == side);
        Duration::try_from_secs_f64(made.map(|played| played.seconds).sum()).unwrap_or_default()
    }

    /// Takes the last move back, and returns it.
    pub fn undo(&mut self) -> Option<G::Move> {
        let last = self.played.pop()?;
        self.at = last.before;
        let mv = last.mv;
        self.undone.push(last);
        Some(mv)
    }

    /// Makes the move again that was taken back last, and returns it.
    pub fn redo(&mut self) -> Option<G::Move> {
        let last = self.undone.pop()?;
        let mv = last.mv;
        self.at = self.at.after(&self.game, mv);
        self.played.push(last);
        Some(mv)
    }

    /// How the engine thinks now.
    pub fn settings(&self) -> &EngineSettings {
        self.settings.get_or_init(EngineSettings::best::<G>)
    }

    /// Changes how the engine thinks. What it had learned is forgotten. Where it is as by default, but for
    /// the model of the opponent and the seed, nothing can be wrong, and the engine is built as soon as it is
    /// needed.
    ///
    /// # Errors
    /// [`SettingsError`], as of [`Plugin::engine`]; the settings are then as they were.
    pub fn configure(&mut self, settings: EngineSettings) -> Result<(), SettingsError> {
        // The old table goes before the new one comes: there may not be room for both.
        self.engine = None;
        let EngineSettings { config, evaluator, resources, book } = &settings;
        let usual = SearchConfig { opponent_model: config.opponent_model, ..G::best().config };
        let as_usual = Resources { seed: resources.seed, ..Resources::default() };
        let others = evaluator.is_some() || book.is_some() || *resources != as_usual;
        if others || *config != usual {
            self.engine = Some(self.build(&settings)?);
        }
        self.settings = settings.into();
        Ok(())
    }

    fn build(&self, settings: &EngineSettings) -> Result<Box<dyn Engine<G>>, SettingsError> {
        let default = EvaluatorSource::BuiltIn(&G::evaluators()[0]);
        let source = settings.evaluator.as_ref().unwrap_or(&default);
        let engine = self.game.engine(source, settings.config.clone(), settings.resources)?;
        // A book of another game knows none of these positions, or takes them for others.
        let open = settings.book.as_ref().filter(|open| open.book.is_for(&self.game));
        Ok(match open {
            Some(open) => with_book(self.game.clone(), open, engine),
            None => engine,
        })
    }

    /// Lets the engine go, with its table, until it is needed again.
    pub fn release(&mut self) {
        self.engine = None;
    }

    /// Builds the engine now, and not as soon as it is needed, and has it [prepare](Engine::prepare).
    pub fn prepare(&mut self) {
        self.thinker().prepare();
    }

    fn thinker(&mut self) -> &mut dyn Engine<G> {
        if self.engine.is_none() {
            let settings = self.settings();
            let engine = self.build(settings).unwrap_or_else(|_| {
                // The system had the memory when the settings were set, and has it no more.
                let resources = Resources { hash: Resources::default().hash, ..settings.resources };
                let settings = EngineSettings { resources, ..settings.clone() };
                self.build(&settings).unwrap_or_else(|error| match error {
                    SettingsError::Memory(none) => Refused::Memory(none).give_up(),
                    error => unreachable!("settings are checked when set: {error}"),
                })
            });
            self.engine = Some(engine);
        }
        self.engine.as_deref_mut().expect("just built")
    }

    /// Searches the situation now. See [`Engine::search`].
    ///
    /// # Panics
    /// With [`Refused`], where the system has no thread for it, or no memory for the table: not even for the
    /// default one.
    pub fn search(&mut self, limits: &Limits, stop: &Stop, observer: &mut dyn Observer<G>) -> Report<G> {
        let at = self.at;
        self.thinker().search(&at, limits, stop, observer)
    }

    /// Holds a proven win or loss of the side to move against every legal defence: see [`refute`]. The moves
    /// of the side that wins are the engine's. At most `most` positions are looked at. `None` if the claim
    /// holds; otherwise what kept it from an answer: no move was known soon enough, there was too much to be
    /// looked at, or it was stopped before.
    ///
    /// # Errors
    /// The defence that holds longer than it should.
    ///
    /// # Panics
    /// As [`Session::search`].
    pub fn check(&mut self, claim: Distance, most: u64, stop: &Stop) -> Result<Option<Flaw>, Refutation<G>> {
        let (game, at) = (self.game.clone(), self.at);
        let engine = self.thinker();
        let mut stopped = false;
        let best = |at: &Situation<G>, plies| {
            let limits = Limits { depth: Some(plies), nodes: Some(CHECK), ..Limits::default() };
            let report = engine.search(at, &limits, stop, &mut ());
            // A search that was broken off may say any move.
            stopped = stop.is_set();
            // One that ended too soon to see the win does, too.
            let wins = matches!(report.lines.first()?.score.distance(), Some(Distance::Win(_)));
            report.best().filter(|_| wins && !stopped)
        };
        match refute(&game, &at, claim, most, best) {
            Ok(_) => Ok(None),
            Err(_) if stopped => Ok(Some(Flaw::Stopped)),
            Err(refutation) if refutation.is_open() => Ok(Some(refutation.flaw)),
            Err(refutation) => Err(refutation),
        }
    }

    /// What the evaluator makes of the situation now, before any search.
    pub fn explain(&mut self) -> Vec<(String, f64)> {
        let at = self.at;
        self.thinker().explain(&at)
    }

    /// The game as it stands, to be kept. `players` are Black and White.
    pub fn record(&self, players: [&str; 2]) -> Record {
        let variant = self.game.variant();
        let recorded = |played: &Played<G>| RecordedMove {
            text: self.game.move_text(played.mv),
            seconds: played.seconds,
            comment: played.comment.clone(),
        };
        Record {
            anyply_record: Record::VERSION,
            game: G::NAME.to_owned(),
            variant: variant.name.to_owned(),
            size: variant.size,
            black: players[0].to_owned(),
            white: players[1].to_owned(),
            start: self.game.position_text(&self.start),
            opening: None,
            moves: self.played.iter().map(recorded).collect(),
            end: self.game.position_text(&self.at),
            result: self.at.outcome(&self.game).map(|outcome| outcome.to_string()),
        }
    }

    /// Goes on with a recorded game. Every move is checked by the rules. What the engine has learned stays:
    /// where another game begins, it is to [forget](Self::forget) that.
    ///
    /// # Errors
    /// [`RecordError`] with the place; the game in progress is untouched then.
    pub fn load(&mut self, record: &Record) -> Result<(), RecordError> {
        let variant = self.game.variant();
        if (record.game.as_str(), record.variant.as_str(), record.size)
            != (G::NAME, variant.name, variant.size)
        {
            let ours = self.record([""; 2]).rules();
            return Err(RecordError::OtherGame(quoted(&record.rules()), ours));
        }
        let start = self.game.parse_position(&record.start, None).map_err(RecordError::Start)?;
        let mut replay = Self::new(self.game.clone());
        replay.restart(Some(start));
        for (number, recorded) in (1..).zip(&record.moves) {
            let wrong = |error| RecordError::Move { number, error };
            let mv = self.game.parse_move(&replay.at, &recorded.text).map_err(wrong)?;
            let time = Duration::try_from_secs_f64(recorded.seconds)
                .map_err(|_| RecordError::Seconds { number, seconds: recorded.seconds })?;
            replay.play(mv).expect("a parsed move is legal");
            replay.annotate(time, recorded.comment.clone());
        }
        let found = self.game.position_text(&replay.at);
        if found != record.end {
            let said = quoted(&record.end);
            return Err(RecordError::End { moves: record.moves.len(), found, said });
        }
        let result = replay.at.outcome(&self.game).map(|outcome| outcome.to_string());
        // An unfinished game may have been given up, which its moves do not show.
        if record.result != result && (result.is_some() || record.resigned().is_none()) {
            let found = result.unwrap_or_else(|| "an unfinished game".to_owned());
            let said = quoted(record.result.as_deref().unwrap_or_default());
            return Err(RecordError::Result { found, said });
        }
        self.go_on_at(start);
        self.at = replay.at;
        self.played = replay.played;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::toy::Toy;

    #[test]
    fn an_engine_with_its_weights_is_there_once_it_is_needed_and_not_before() {
        let mut session = Session::new(Toy);
        session.play(3).unwrap();
        session.undo();
        session.redo();
        session.configure(EngineSettings::best::<Toy>()).unwrap();
        session.forget();
        session.new_game(7);
        assert_eq!(session.settings().resources.seed, 7);
        assert!(session.engine.is_none());
        session.explain();
        assert!(session.engine.is_some());
    }
}
