//! What the person's orders do, whether by a key or typed.

use super::form::Form;
use super::mind::Work;
use super::screen::{Popup, Screen};
use super::turns::LINES;
use super::typing::Typing;
use crate::exit::Exit;
use crate::report;
use crate::table::order::{self, Order};
use crate::table::walk::at_ply;
use crate::table::{Ended, Table, tell};
use anyhow::Result;
use anyply_framework::search::Limits;
use anyply_framework::{Level, Side};
use anyply_games::{TextGame, TextMove, TextReport};
use std::path::Path;
use std::time::Instant;

impl Screen {
    /// Does what was typed.
    pub(super) fn carry_out(&mut self, line: &str) {
        match order::read(line) {
            Ok(Order::Move(text)) => self.play(text),
            Ok(Order::Hint("")) => self.hint(),
            // Topics and legal moves are of what is shown, which may be an earlier position.
            Ok(Order::Hint(asked)) => {
                match at_ply(&mut self.table.game, self.view.ply, |game| tell(game, asked)) {
                    Ok(told) => self.show_text(asked, told.lines().map(str::to_owned).collect()),
                    Err(problem) => self.message = format!("{problem:#}"),
                }
            }
            Ok(Order::Undo) => self.undo(),
            Ok(Order::Redo) => self.redo(),
            Ok(Order::Moves) => {
                let moves: Vec<_> = self.view.legal.iter().map(|mv| mv.text.clone()).collect();
                let moves = report::wrapped(&moves, "");
                self.show_text("Legal moves", moves.lines().map(str::to_owned).collect());
            }
            Ok(Order::Turn) => self.turn(),
            Ok(Order::Why) => self.why(),
            Ok(Order::Swap) => self.swap(),
            Ok(Order::Save(name)) => self.save(name),
            Ok(Order::Load(name)) => self.load(name),
            Ok(Order::Level(text)) => self.say(|table| table.set_level(text)),
            Ok(Order::New) => self.offer_new_game(),
            Ok(Order::Resign) => self.offer_to_resign(),
            Ok(Order::Help) => self.popup = Some(Popup::Help(None)),
            Ok(Order::Quit) => self.leave(),
            Ok(Order::Board | Order::Nothing) => {}
            Err(problem) => self.message = problem,
        }
    }

    /// The person has enough.
    pub(super) fn leave(&mut self) {
        match self.table.keeper.give_way() {
            Ok(_) => self.leaving = Some(Exit::Done),
            Err(problem) => self.message = format!("{problem:#}"),
        }
    }

    /// Begins the line in which one types.
    pub(super) fn type_line(&mut self, begun: &str) {
        self.typing = Some(Typing::with(begun));
    }

    /// The words that can be completed.
    pub(super) fn words(&self) -> Vec<String> {
        order::names().into_iter().map(str::to_owned).chain(self.table.game.legal_moves()).collect()
    }

    // Does something of which only the answer is seen.
    fn say(&mut self, act: impl FnOnce(&mut Table) -> Result<String>) {
        self.message = act(&mut self.table).unwrap_or_else(|problem| format!("{problem:#}"));
    }

    // Does something after which the game stands elsewhere, or others sit at it.
    fn go_on_from(&mut self, act: impl FnOnce(&mut Table) -> Result<String>) {
        let resigned = matches!(self.table.ended, Some(Ended::Resigned(_)));
        let made = self.table.game.moves_made().len();
        match act(&mut self.table) {
            Ok(said) => {
                self.leave_position();
                self.walk = None;
                self.message = said;
                self.turn_began = Instant::now();
                // Where only the resignation was taken back a person's turn goes on, with what had run of it;
                // the computer begins its own anew.
                let is_persons = self.table.people().play(self.table.turn());
                if resigned && is_persons && self.table.game.moves_made().len() == made {
                    self.turn_began -= self.unfinished;
                }
                self.refresh();
            }
            Err(problem) => self.message = format!("{problem:#}"),
        }
    }

    /// Back to the person's last turn; by one move where the person moves for both.
    pub(super) fn undo(&mut self) {
        let alone = self.analysis;
        self.go_on_from(|table| table.undo(alone));
    }

    /// Forward again.
    pub(super) fn redo(&mut self) {
        let alone = self.analysis;
        self.go_on_from(|table| table.redo(alone));
    }

    /// The person and the computer change sides.
    pub(super) fn swap(&mut self) {
        if self.table.ended.is_some() {
            self.message = "The game is over: n begins another, with the sides you like.".to_owned();
            return;
        }
        self.go_on_from(Table::swap);
    }

    fn save(&mut self, name: &str) {
        self.say(|table| table.save(Path::new(name)));
    }

    fn load(&mut self, name: &str) {
        match self.table.load_any(Path::new(name)) {
            Ok(left) => {
                self.another_board();
                self.notice = self.beside_strangers(left.unwrap_or_default());
                self.message = self.table.greeting();
            }
            Err(problem) => self.message = format!("{problem:#}"),
        }
    }

    // What there is to say, and of programs what they must know by themselves, or that they cannot play the
    // game that has come to the table.
    fn beside_strangers(&mut self, said: String) -> String {
        let told = self.table.unseat_strangers().unwrap_or_else(|problem| vec![format!("{problem:#}")]);
        format!("{said} {}", sentences(told)).trim().to_owned()
    }

    /// Makes the computer stronger or weaker by one level.
    pub(super) fn change_level(&mut self, stronger: bool) {
        let number = match self.table.level_number() {
            Some(number) if stronger => number + 1,
            Some(number) => number - 1,
            None => Level::DEFAULT,
        };
        let number = number.clamp(*Level::RANGE.start(), *Level::RANGE.end());
        self.say(|table| table.set_level(&number.to_string()));
    }

    /// Asks what the next game is to be.
    pub(super) fn offer_new_game(&mut self) {
        let table = &self.table;
        let mut seats = table.seats.clone();
        // After a game colours are swapped, as at any table.
        if self.table.ended.is_some() {
            seats.swap(0, 1);
        }
        let form = Form::new(table.game.name(), table.game.variant(), &table.strength, &seats);
        self.popup = Some(Popup::NewGame(form));
    }

    /// Begins the game that was chosen. The one that gives way is put away.
    pub(super) fn new_game(&mut self, form: &Form) {
        let game = match form.game() {
            Ok(game) => game,
            Err(problem) => {
                self.message = problem;
                return;
            }
        };
        let left = match self.table.keeper.give_way() {
            Ok(said) => said.unwrap_or_default(),
            Err(problem) => {
                self.message = format!("{problem:#}");
                return;
            }
        };
        self.table.seat_anew(game, form.seats(), form.strength());
        self.another_board();
        self.notice = self.beside_strangers(left);
        self.message = self.table.greeting();
    }

    /// Asks whether the person means it.
    pub(super) fn offer_to_resign(&mut self) {
        if self.table.ended.is_some() {
            self.message = "The game is over already.".to_owned();
            return;
        }
        if self.who_resigns().is_none() {
            self.message = "No person plays here who could give up.".to_owned();
            return;
        }
        self.popup = Some(Popup::Resign);
    }

    fn who_resigns(&self) -> Option<Side> {
        self.table.people().who_resigns(self.table.turn())
    }

    /// The person gives up; of two, the one to move.
    pub(super) fn resign(&mut self) {
        // While it was asked whether that is meant, the computer may have ended the game.
        let Some(side) = self.who_resigns().filter(|_| self.table.ended.is_none()) else { return };
        self.walk = None;
        self.end(Ended::Resigned(side));
        self.refresh();
    }

    /// What the computer would play here.
    pub(super) fn hint(&mut self) {
        if !self.can_ask() {
            return;
        }
        if let Some(said) = self.table.only_move() {
            self.message = said;
            return;
        }
        let limits = self.table.a_moment();
        self.message = "Looking for a hint...".to_owned();
        self.search(Work::Hint, self.view.ply, limits);
    }

    // Hints and reasons are about the game as it stands, while a person is to move.
    fn can_ask(&mut self) -> bool {
        let refusal = if self.walk.is_some() {
            "Looking back: End returns to the game; a shows the best lines here."
        } else if self.table.game.outcome().is_some() {
            "The game is over."
        } else if self.is_waiting() {
            "The other is thinking: . ends that, where it is the computer."
        } else {
            return true;
        };
        self.message = refusal.to_owned();
        false
    }

    pub(super) fn show_hint(&mut self, found: &TextReport) {
        // Whoever looks back by now sees another position.
        if self.walk.is_some() {
            self.message =
                "The hint was found meanwhile: it is told beside the game as it stands.".to_owned();
            return;
        }
        self.message = self.table.hint(found).unwrap_or_else(|problem| format!("{problem:#}"));
        let is_best = |mv: &&TextMove| Some(mv.text.as_str()) == found.best();
        let best = self.view.legal.iter().find(is_best);
        self.hinted = best.map_or_else(Vec::new, |mv| mv.path.clone());
        if let Some(&first) = self.hinted.first() {
            self.cursor = first;
        }
    }

    /// The computer's reasons for its last move, beside what it thinks of the position now.
    pub(super) fn why(&mut self) {
        if self.can_ask() {
            let limits = Limits { lines: LINES, ..self.table.a_moment() };
            self.message = "Looking at it once more...".to_owned();
            self.search(Work::Why, self.view.ply, limits);
        }
    }

    pub(super) fn show_reasons(&mut self, found: &TextReport) {
        // What was opened meanwhile is not to be taken away, and who looks back sees another position.
        if self.popup.is_some() || self.walk.is_some() {
            self.message = "The reasons were found meanwhile: y looks for them again.".to_owned();
            return;
        }
        self.message.clear();
        let mut lines = self.table.at_last_thought(|table, thought| {
            let said = table.reason(thought);
            report::wrapped(&said.split(' ').map(str::to_owned).collect::<Vec<_>>(), "")
                .lines()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        });
        let who = self.table.mover();
        lines.push(String::new());
        lines.push(format!("Now, depth {}, the best for {who}:", found.depth));
        lines.extend(found.lines.iter().map(|line| format!("  {}", self.table.worded(line))));
        self.show_text("Why", lines);
    }

    fn show_text(&mut self, title: &str, lines: Vec<String>) {
        self.popup = Some(Popup::Text { title: title.to_owned(), lines, from: 0 });
    }

    /// Looks for the best lines, or stops that.
    pub(super) fn toggle_analysis(&mut self) {
        // The question to a program would be given up.
        if self.mind.is_at(Work::Program)
            && let Err(problem) = self.table.check_no_way_back()
        {
            self.message = format!("{problem:#}");
            return;
        }
        self.analysis = !self.analysis;
        if self.analysis {
            self.table.analysed();
        }
        // Of the same position: a program that failed here gets no other chance by it.
        self.forget_found();
        self.message = match self.analysis {
            true => {
                "Analysis: the best lines of what is shown; you move for both sides. a ends it.".to_owned()
            }
            false => "The analysis is over; the game goes on.".to_owned(),
        };
        self.turn_began = Instant::now();
    }

    /// Walks through the moves to the position after so many of them.
    pub(super) fn walk_to(&mut self, ply: usize) {
        let made = self.table.game.moves_made().len();
        // What was begun there goes on.
        if ply >= made && self.walk.is_none() {
            return;
        }
        self.walk = (ply < made).then_some(ply);
        self.refresh();
        self.message = match self.walk {
            Some(ply) => format!("After {ply} of {made} moves. [ ] walk, End returns, g goes on from here."),
            None => String::new(),
        };
    }

    /// Takes back all moves after the position that is shown, and goes on from there.
    pub(super) fn go_on_here(&mut self) {
        let Some(ply) = self.walk else {
            self.message = "This is where the game stands: [ walks back.".to_owned();
            return;
        };
        self.go_on_from(|table| table.back_to(ply));
    }
}

/// Lines of their own, one after the other.
pub(super) fn sentences(lines: Vec<String>) -> String {
    lines.into_iter().map(|line| format!("{line}.")).collect::<Vec<_>>().join(" ")
}
