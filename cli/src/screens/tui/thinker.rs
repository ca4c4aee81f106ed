//! [`Thinker`]: an engine on a thread of its own, so that the screen stays alive while it searches.
//!
//! It has a game of its own, which follows the one on the screen move by move: what it has learned of
//! positions stays with it.

use crate::openings::judged;
use crate::setup;
use crate::table::Answer;
use crate::threads;
use anyply_framework::search::{Limits, Stop, Watch};
use anyply_framework::{EngineSettings, Record};
use anyply_games::{AnyGame, TextGame, TextReport};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// What a thinker has to say.
#[derive(Debug)]
pub(super) enum News {
    /// A depth of this task is finished.
    Depth(u64, TextReport),
    /// The task is done, by itself or because it was stopped.
    Done(u64, TextReport),
    /// The opening that was chosen in this task.
    Laid(u64, Vec<String>),
    /// Another program has answered to the question of this number.
    Answer(u64, Box<Answer>),
    /// The thinker is no more: a fault of the program.
    Fault,
}

/// What it is told.
#[derive(Debug)]
enum Told {
    /// This is to be found out.
    Task(Box<Task>),
    /// What is drawn by lot is drawn from this seed from now on.
    Seed(u64),
}

/// Something to be found out at a position.
#[derive(Debug)]
struct Task {
    number: u64,
    record: Record,
    asked: Asked,
    stop: Stop,
}

/// What.
#[derive(Debug)]
enum Asked {
    /// The best lines, within these limits.
    Search(Limits),
    /// The most even one of these openings.
    Opening(Vec<Vec<String>>),
}

/// The screen's end of it.
#[derive(Debug)]
pub(super) struct Thinker {
    told: Sender<Told>,
    current: Option<Current>,
}

/// What it was given last.
#[derive(Debug)]
struct Current {
    number: u64,
    stop: Stop,
    watch: Watch,
}

impl Thinker {
    /// Starts the thread. `engine` is configured as it is to think; where there is none, or it is for other
    /// rules, one is made by the `wishes`. What there is to say goes to `tell`, which returns whether anybody
    /// listens.
    pub(super) fn start(
        engine: Option<AnyGame>,
        wishes: Wishes,
        tell: impl FnMut(News) -> bool + Send + 'static,
    ) -> Self {
        let (told, waiting) = channel();
        threads::begin(move || work(engine, wishes, &waiting, tell));
        Self { told, current: None }
    }

    /// Gives it a position to search, in the place of whatever it has. News of it bear the number.
    pub(super) fn think(&mut self, number: u64, record: Record, limits: Limits) {
        let watch = Watch::default();
        let limits = Limits { watch: Some(watch.clone()), ..limits };
        self.give(number, record, Asked::Search(limits), watch);
    }

    /// The same with openings, of which it is to choose one.
    pub(super) fn judge(&mut self, number: u64, record: Record, openings: Vec<Vec<String>>) {
        self.give(number, record, Asked::Opening(openings), Watch::default());
    }

    fn give(&mut self, number: u64, record: Record, asked: Asked, watch: Watch) {
        self.stop();
        let stop = Stop::default();
        // Where it is no more, that was told.
        let _ = self.told.send(Told::Task(Box::new(Task { number, record, asked, stop: stop.clone() })));
        self.current = Some(Current { number, stop, watch });
    }

    /// Has its engine draw by lot from this seed from now on.
    pub(super) fn draw_from(&self, seed: u64) {
        let _ = self.told.send(Told::Seed(seed));
    }

    /// Ends the search with its best result so far.
    pub(super) fn stop(&self) {
        if let Some(current) = &self.current {
            current.stop.stop();
        }
    }

    /// The positions that the task of this number has made.
    pub(super) fn nodes(&self, number: u64) -> u64 {
        let current = self.current.as_ref().filter(|current| current.number == number);
        current.map_or(0, |current| current.watch.standing().nodes)
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

fn work<F: FnMut(News) -> bool + Send>(
    mut engine: Option<AnyGame>,
    mut wishes: Wishes,
    waiting: &Receiver<Told>,
    tell: F,
) {
    let mut speaker = Speaker(tell);
    for told in waiting {
        let Task { number, record, asked, stop } = match told {
            Told::Task(task) => *task,
            Told::Seed(seed) => {
                wishes.draw_from(seed);
                engine = None;
                continue;
            }
        };
        let game = match engine.take_if(|game| follow(game, &record)) {
            Some(game) => engine.insert(game),
            None => engine.insert(wishes.engine_for(&record)),
        };
        // Before the time counts: memory comes slowly.
        game.prepare();
        let done = match asked {
            Asked::Search(limits) => {
                let report = game.search(&limits, &stop, &mut |report| {
                    (speaker.0)(News::Depth(number, report.clone()));
                });
                News::Done(number, report)
            }
            Asked::Opening(openings) => News::Laid(number, judged(game, openings, &stop)),
        };
        if !(speaker.0)(done) {
            return;
        }
    }
}

/// Tells of the end if it comes by a panic.
struct Speaker<F: FnMut(News) -> bool>(F);

impl<F: FnMut(News) -> bool> Drop for Speaker<F> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.0)(News::Fault);
        }
    }
}

/// How the person wants engines to think.
#[derive(Clone, Debug)]
pub(super) struct Wishes {
    game: &'static str,
    settings: EngineSettings,
    /// Nothing was said of techniques and evaluator: each game has its own.
    usual: bool,
}

impl Wishes {
    /// Those that a game was configured by.
    pub(super) fn of(game: &AnyGame) -> Self {
        let settings = game.settings().clone();
        let usual = settings.config == setup::against_people(game) && settings.evaluator.is_none();
        Self { game: game.name(), settings, usual }
    }

    /// The same without a book, which would end every look at an opening before it began.
    pub(super) fn without_book(&self) -> Self {
        Self { settings: EngineSettings { book: None, ..self.settings.clone() }, ..self.clone() }
    }

    /// What engines draw by lot, they draw from this seed from now on.
    pub(super) fn draw_from(&mut self, seed: u64) {
        self.settings.draw_from(seed);
    }

    /// An engine at the end of a record, as far as the wishes are for its game: memory and threads always
    /// are.
    fn engine_for(&self, record: &Record) -> AnyGame {
        let mut game = AnyGame::resume(record).expect("what was just recorded can be gone on with");
        let EngineSettings { resources, book, .. } = self.settings.clone();
        let config = setup::against_people(&game);
        let usual = EngineSettings { resources, book, config, ..game.default_settings() };
        let wanted = !self.usual && self.game == game.name();
        if !wanted || game.configure(self.settings.clone()).is_err() {
            // A table of that size was there before, so there is memory for it; if not, there is the default.
            let _ = game.configure(usual);
        }
        game
    }
}

/// Brings a game to where the record ends, by way of what both have in common. False if it is a game of
/// another kind.
fn follow(game: &mut AnyGame, record: &Record) -> bool {
    let own = game.record(["", ""]);
    if (&own.game, &own.variant, own.size) != (&record.game, &record.variant, record.size) {
        return false;
    }
    if own.start != record.start {
        game.forget();
        return game.load(record).is_ok();
    }
    let pairs = own.moves.iter().zip(&record.moves);
    let common = pairs.take_while(|(mine, theirs)| mine.text == theirs.text).count();
    for _ in common..own.moves.len() {
        game.undo();
    }
    record.moves[common..].iter().all(|mv| game.play_text(&mv.text).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn record(moves: &str) -> Record {
        let mut game = AnyGame::open("othello", None, None).unwrap();
        game.play_moves(moves).unwrap();
        game.record(["", ""])
    }

    #[test]
    fn an_engine_follows_the_game_back_and_forth() {
        let mut game = AnyGame::open("othello", None, None).unwrap();
        for moves in ["f5", "f5d6c3", "f5f6", "", "c4e3"] {
            assert!(follow(&mut game, &record(moves)));
            assert_eq!(game.position_text(), record(moves).end);
        }
        let other = AnyGame::open("othello", Some("6x6"), None).unwrap().record(["", ""]);
        assert!(!follow(&mut game, &other));
    }

    #[test]
    fn wishes_are_for_the_game_they_were_made_for() {
        let mut othello = AnyGame::open("othello", None, None).unwrap();
        let mut settings = othello.default_settings();
        settings.config.killers = 0;
        settings.resources.hash = 2 << 20;
        let own = settings.config.clone();
        othello.configure(settings).unwrap();
        let wishes = Wishes::of(&othello).without_book();
        assert_eq!(wishes.engine_for(&record("f5")).settings().config, own);
        let gomoku = AnyGame::open("gomoku", None, None).unwrap();
        let gomoku = wishes.engine_for(&gomoku.record(["", ""]));
        assert_eq!(gomoku.settings().config, setup::against_people(&gomoku));
        assert_eq!(gomoku.settings().resources.hash, 2 << 20);
    }

    #[test]
    fn a_search_tells_its_depths_and_ends_when_it_is_told_to() {
        let (sender, news) = channel();
        let game = AnyGame::open("othello", None, None).unwrap();
        let wishes = Wishes::of(&game);
        let mut thinker = Thinker::start(Some(game), wishes, move |news| sender.send(news).is_ok());
        thinker.think(1, record("f5"), Limits::default());
        let second = Duration::from_secs(20);
        assert!(matches!(news.recv_timeout(second), Ok(News::Depth(1, report)) if report.depth >= 1));
        thinker.think(2, record("f5d6"), Limits { depth: Some(2), ..Limits::default() });
        let done = std::iter::from_fn(|| news.recv_timeout(second).ok());
        let done: Vec<u64> = done
            .filter_map(|news| match news {
                News::Done(number, report) => Some((number, report.best().is_some())),
                _ => None,
            })
            .take(2)
            .map(|(number, _)| number)
            .collect();
        assert_eq!(done, [1, 2]);
        assert_eq!(thinker.nodes(1), 0);
    }
}
