//! [`Screen`]: everything that is to be seen and done on the full screen, apart from the terminal.

use super::evaluations::Evaluations;
use super::form::Form;
use super::layout::Layout;
use super::look::Look;
use super::mind::Mind;
use super::thinker::News;
use super::typing::Typing;
use crate::exit::Exit;
use crate::screens::SEEN;
use crate::screens::view::View;
use crate::table::walk::at_ply;
use crate::table::{Found, Table};
use anyply_framework::{Geometry, Side};
use anyply_games::TextGame;
use ratatui::crossterm::event;
use std::time::{Duration, Instant};

/// Changes are shown that long as they were before, of the time for which they are pointed out.
const BEFORE: Duration = Duration::from_millis(150);
/// So often figures are shown anew while something is being searched, and the clock otherwise.
const REFRESH: Duration = Duration::from_millis(100);
const SECOND: Duration = Duration::from_secs(1);

/// What happens to the screen.
#[derive(Debug)]
pub(super) enum Event {
    /// A key, the mouse, another size.
    Input(event::Event),
    /// From whoever thinks.
    Thought(News),
    /// There is nobody at the terminal any more.
    Gone,
}

/// What lies over the board.
#[derive(Debug)]
pub(super) enum Popup {
    /// The keys; from which line on, where there is no room for all.
    Help(Option<usize>),
    /// The choice of a new game.
    NewGame(Form),
    /// Whether to give up.
    Resign,
    /// Something to read, from this line on.
    Text { title: String, lines: Vec<String>, from: usize },
}

/// Places that have changed, for as long as that is pointed out.
#[derive(Debug)]
struct Changes {
    before: View,
    places: Vec<usize>,
    since: Instant,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Screen {
    pub(super) table: Table,
    pub(super) mind: Mind,
    pub(super) look: Look,
    pub(super) geometry: Geometry,
    /// The position that is shown.
    pub(super) view: View,
    /// While the moves are walked through: how many of them lead to the position that is shown.
    pub(super) walk: Option<usize>,
    pub(super) cursor: usize,
    /// The beginning of the move that is being pointed at.
    pub(super) picked: Vec<usize>,
    /// The move that a hint named.
    pub(super) hinted: Vec<usize>,
    pub(super) message: String,
    /// What is told before the message until the person does something: where the game is that gave way.
    pub(super) notice: String,
    pub(super) popup: Option<Popup>,
    pub(super) typing: Option<Typing>,
    pub(super) evaluations: Evaluations,
    /// Whether the best lines are looked for, and nobody but the person moves.
    pub(super) analysis: bool,
    /// Whether legal moves are shown.
    pub(super) dots: bool,
    /// Whether the board is shown the other way up.
    pub(super) turned: bool,
    /// Where the board was drawn last.
    pub(super) layout: Option<Layout>,
    pub(super) leaving: Option<Exit>,
    /// Something else may have written on the terminal: all of it is to be drawn anew.
    pub(super) blurred: bool,
    /// The computer's move, which waits until the person has seen what the last one did.
    pub(super) ready: Option<Found>,
    /// Another program has failed once: if it does so again, it has given up.
    pub(super) failed: bool,
    /// The time at which the side to move began to think.
    pub(super) turn_began: Instant,
    /// What had run of the turn in which somebody gave up.
    pub(super) unfinished: Duration,
    changes: Option<Changes>,
}

impl Screen {
    pub(super) fn new(table: Table, mind: Mind, look: Look) -> Self {
        let (geometry, view) = (table.game.geometry(), View::of(&table.game));
        let mut screen = Self {
            message: table.greeting(),
            notice: String::new(),
            table,
            mind,
            look,
            cursor: 0,
            geometry,
            view,
            walk: None,
            picked: Vec::new(),
            hinted: Vec::new(),
            popup: None,
            typing: None,
            evaluations: Evaluations::default(),
            analysis: false,
            dots: true,
            turned: false,
            layout: None,
            leaving: None,
            blurred: false,
            ready: None,
            failed: false,
            turn_began: Instant::now(),
            unfinished: Duration::ZERO,
            changes: None,
        };
        screen.cursor = screen.middle();
        screen
    }

    /// The place nearest to the middle of the board, where a cursor has the shortest ways.
    fn middle(&self) -> usize {
        let places = &self.geometry.places;
        let count = places.len().max(1) as i32;
        let sum = |of: fn(&anyply_framework::Place) -> i32| places.iter().map(of).sum::<i32>() / count;
        let (x, y) = (sum(|place| place.at.x), sum(|place| place.at.y));
        let off = |place: usize| (places[place].at.x - x).pow(2) + (places[place].at.y - y).pow(2);
        (0..places.len()).min_by_key(|&place| off(place)).unwrap_or(0)
    }

    /// Takes what happened.
    pub(super) fn handle(&mut self, event: Event) {
        match event {
            Event::Input(event::Event::Key(key)) if key.kind != event::KeyEventKind::Release => self.key(key),
            Event::Input(event::Event::Mouse(mouse)) => self.mouse(mouse),
            Event::Input(event::Event::Paste(text)) if self.popup.is_none() => {
                self.typing.get_or_insert_default().paste(&text);
            }
            Event::Input(_) => {}
            Event::Thought(news) => self.hear(news),
            Event::Gone => self.leaving = Some(Exit::Done),
        }
    }

    /// Does what the time has come for.
    pub(super) fn tick(&mut self) {
        if self.changes.as_ref().is_some_and(|changes| changes.since.elapsed() >= SEEN) {
            self.changes = None;
        }
        if self.changes.is_none() && self.leaving.is_none() {
            self.advance();
        }
    }

    /// How long nothing needs to be done, if nothing happens.
    pub(super) fn patience(&self) -> Duration {
        if let Some(changes) = &self.changes {
            let shown = changes.since.elapsed();
            let next = if shown < BEFORE { BEFORE } else { SEEN };
            return next.saturating_sub(shown).max(Duration::from_millis(1));
        }
        if self.mind.current().is_some() { REFRESH } else { SECOND }
    }

    /// The position that is shown has become another one; its changes from `before` are pointed out.
    pub(super) fn changed(&mut self, before: View) {
        self.refresh();
        let places = self.view.differences(&before);
        let elsewhere = before.pieces.len() != self.view.pieces.len();
        if self.walk.is_none() && !elsewhere && !places.is_empty() {
            self.changes = Some(Changes { before, places, since: Instant::now() });
        }
    }

    /// Shows the position that is to be shown, as it is.
    pub(super) fn refresh(&mut self) {
        self.picked.clear();
        self.hinted.clear();
        self.changes = None;
        let made = self.table.game.moves_made().len();
        self.walk = self.walk.filter(|&ply| ply < made);
        let ply = self.walk.unwrap_or(made);
        self.view = at_ply(&mut self.table.game, ply, View::of);
    }

    /// Another board may have come to the table.
    pub(super) fn another_board(&mut self) {
        let geometry = self.table.game.geometry();
        self.geometry = if self.turned { geometry.turned() } else { geometry };
        self.walk = None;
        self.analysis = false;
        self.evaluations = Evaluations::default();
        self.leave_position();
        self.mind.draw_from(self.table.another_seed());
        self.refresh();
        self.turn_began = Instant::now();
        self.cursor = self.middle();
    }

    /// Shows the board the other way up from now on.
    pub(super) fn turn(&mut self) {
        self.turned = !self.turned;
        self.geometry = self.geometry.turned();
        // Until it is drawn there is nothing to click on.
        self.layout = None;
    }

    /// The places that are being pointed out as changed, and what stood there if that is still to be shown.
    pub(super) fn changing(&self) -> (&[usize], Option<&View>) {
        match &self.changes {
            Some(changes) => (&changes.places, (changes.since.elapsed() < BEFORE).then_some(&changes.before)),
            None => (&[], None),
        }
    }

    /// Changes have been looked at long enough.
    pub(super) fn seen(&mut self) {
        self.changes = None;
    }

    /// The time that a side has taken, up to now.
    pub(super) fn time_of(&self, side: Side) -> Duration {
        let taken = self.table.game.time_of(side);
        let running = if self.table.ended.is_some() { self.unfinished } else { self.turn_began.elapsed() };
        if self.table.game.side() == side { taken.saturating_add(running) } else { taken }
    }
}
