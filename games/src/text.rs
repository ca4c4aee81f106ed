//! The text-facing trait for the framework's session, and what a search found in text.

use crate::{GameVisitor, Heard, TextGame};
use anyply_framework::search::{Counts, Limits, Preset, Report, Stop};
use anyply_framework::{
    Certainty, Distance, Drawing, EngineSettings, EvaluatorInfo, Flaw, Geometry, KnownScores, Marks, Outcome,
    ParseError, Piece, Plugin, Record, RecordError, RecordFormat, Refusal, Refutation, Score, Session,
    SettingsError, Side, SwapOpening, Topic, Variant, perft,
};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde::Serialize;
use std::time::Duration;

/// A [`Report`] in text.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct TextReport {
    /// The plies searched in full.
    pub depth: u32,
    /// The best lines, best first; empty only if the game is over.
    pub lines: Vec<TextLine>,
    /// Positions made.
    pub nodes: u64,
    /// Positions evaluated, or found to be the end of the game.
    pub leaves: u64,
    /// What happened on the way.
    pub counts: Counts,
    /// The time since the search began.
    pub elapsed: Duration,
    /// Whether it was looked up in a book, and nothing was searched.
    pub by_book: bool,
}

/// A line of a [`TextReport`].
#[derive(Clone, PartialEq, Debug)]
pub struct TextLine {
    /// The value for the side to move.
    pub score: Score,
    /// How sure that is.
    pub certainty: Certainty,
    /// The moves, at least one.
    pub moves: Vec<String>,
}

/// A legal move, as text and as one points at it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TextMove {
    /// The move as it is usually written.
    pub text: String,
    /// The numbers of its places, in the order in which they are pointed at; none for a pass. See
    /// [`Notation::path`](anyply_framework::Notation::path).
    pub path: Vec<usize>,
}

impl TextReport {
    /// The move to play; `None` only if the game is over.
    pub fn best(&self) -> Option<&str> {
        self.lines.first().map(|line| line.moves[0].as_str())
    }

    fn new<G: Plugin>(game: &G, report: &Report<G>) -> Self {
        let lines = report.lines.iter().map(|line| TextLine {
            score: line.score,
            certainty: line.certainty,
            moves: line.moves.iter().map(|&mv| game.move_text(mv)).collect(),
        });
        Self {
            depth: report.depth,
            lines: lines.collect(),
            nodes: report.nodes,
            leaves: report.leaves,
            counts: report.counts.clone(),
            elapsed: report.elapsed,
            by_book: report.by_book,
        }
    }
}

/// The last move that is to be seen on the board, which a pass is not.
fn last_seen<G: Plugin>(session: &Session<G>) -> Option<G::Move> {
    let mut back = session.played().iter().rev().map(|played| played.mv);
    back.find(|&mv| !session.game().path(mv).is_empty())
}

impl<G: Plugin> TextGame for Session<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn summary(&self) -> &'static str {
        G::SUMMARY
    }

    fn readme(&self) -> &'static str {
        G::README
    }

    fn unit(&self) -> &'static str {
        G::UNIT
    }

    fn has_margin(&self) -> bool {
        G::HAS_MARGIN
    }

    fn variant(&self) -> &'static Variant {
        self.game().variant()
    }

    fn evaluators(&self) -> &'static [EvaluatorInfo] {
        G::evaluators()
    }

    fn presets(&self) -> Vec<Preset> {
        G::all_presets()
    }

    fn formats(&self) -> &'static [RecordFormat] {
        G::formats()
    }

    fn swaps(&self) -> &'static [SwapOpening] {
        G::swaps()
    }

    fn topics(&self) -> &'static [Topic] {
        G::topics()
    }

    fn bench_depth(&self) -> u32 {
        G::BENCH_DEPTH
    }

    fn remaining(&self) -> u32 {
        self.game().remaining(&self.at().position)
    }

    fn moves_to_go(&self) -> u32 {
        self.game().moves_to_go(&self.at().position)
    }

    fn restart(&mut self) {
        Session::restart(self, None);
    }

    fn new_game(&mut self, seed: u64) {
        Session::new_game(self, seed);
    }

    fn draw_from(&mut self, seed: u64) {
        Session::draw_from(self, seed);
    }

    fn set_position(&mut self, text: &str, side: Option<Side>) -> Result<(), ParseError> {
        let start = self.game().parse_position(text, side)?;
        Session::restart(self, Some(start));
        Ok(())
    }

    fn go_on_at(&mut self, text: &str) -> Result<(), ParseError> {
        let at = self.game().parse_position(text, None)?;
        Session::go_on_at(self, at);
        Ok(())
    }

    fn play_text(&mut self, text: &str) -> Result<String, ParseError> {
        let mv = self.game().parse_move(self.at(), text)?;
        self.play(mv).expect("a parsed move is legal");
        Ok(self.game().move_text(mv))
    }

    fn play_moves(&mut self, text: &str) -> Result<usize, ParseError> {
        let (moves, _) = self.game().parse_moves(self.at(), text)?;
        for &mv in &moves {
            self.play(mv).expect("a parsed move is legal");
        }
        Ok(moves.len())
    }

    fn annotate(&mut self, time: Duration, comment: &str) {
        Session::annotate(self, time, comment);
    }

    fn undo(&mut self) -> Option<String> {
        Session::undo(self).map(|mv| self.game().move_text(mv))
    }

    fn redo(&mut self) -> Option<String> {
        Session::redo(self).map(|mv| self.game().move_text(mv))
    }

    fn side(&self) -> Side {
        self.at().side
    }

    fn moves_made(&self) -> Vec<(Side, String)> {
        self.played().iter().map(|played| (played.before.side, self.game().move_text(played.mv))).collect()
    }

    fn time_of(&self, side: Side) -> Duration {
        Session::time_of(self, side)
    }

    fn legal_moves(&self) -> Vec<String> {
        self.at().moves(self.game()).iter().map(|&mv| self.game().move_text(mv)).collect()
    }

    fn forced_pass(&self) -> Option<String> {
        self.at().forced_pass(self.game()).map(|pass| self.game().move_text(pass))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.at().outcome(self.game())
    }

    fn position_text(&self) -> String {
        self.game().position_text(self.at())
    }

    fn draw(&self, show_legal: bool) -> Drawing {
        let legal = if show_legal { self.at().moves(self.game()).to_vec() } else { Vec::new() };
        self.game().draw(self.at(), &Marks { last: last_seen(self), legal })
    }

    fn geometry(&self) -> Geometry {
        self.game().geometry()
    }

    fn pieces(&self) -> Vec<Piece> {
        self.game().pieces(self.at())
    }

    fn legal_paths(&self) -> Vec<TextMove> {
        let game = self.game();
        let told = |&mv: &G::Move| TextMove { text: game.move_text(mv), path: game.path(mv) };
        self.at().moves(game).iter().map(told).collect()
    }

    fn last_path(&self) -> Vec<usize> {
        last_seen(self).map_or_else(Vec::new, |mv| self.game().path(mv))
    }

    fn refusals(&self) -> Vec<Refusal> {
        self.game().refusals(self.at())
    }

    fn known_scores(&self, text: &str) -> Result<KnownScores, ParseError> {
        KnownScores::read(self.game(), self.at(), text)
    }

    fn counts(&self) -> String {
        self.game().counts(self.at())
    }

    fn tell(&self, topic: &str, argument: &str) -> Result<String, String> {
        self.game().tell(self.at(), topic, argument)
    }

    fn default_settings(&self) -> EngineSettings {
        EngineSettings::best::<G>()
    }

    fn settings(&self) -> &EngineSettings {
        Session::settings(self)
    }

    fn configure(&mut self, settings: EngineSettings) -> Result<(), SettingsError> {
        Session::configure(self, settings)
    }

    fn release(&mut self) {
        Session::release(self);
    }

    fn prepare(&mut self) {
        Session::prepare(self);
    }

    fn forget(&mut self) {
        Session::forget(self);
    }

    fn search(&mut self, limits: &Limits, stop: &Stop, observer: &mut Heard<'_>) -> TextReport {
        let game = self.game().clone();
        let mut told = |report: &Report<G>| observer(&TextReport::new(&game, report));
        let report = Session::search(self, limits, stop, &mut told);
        TextReport::new(&game, &report)
    }

    fn check(&mut self, claim: Distance, most: u64, stop: &Stop) -> Result<Option<Flaw>, String> {
        let game = self.game().clone();
        Session::check(self, claim, most, stop).map_err(|Refutation { moves, flaw }| {
            let moves: Vec<String> = moves.into_iter().map(|mv| game.move_text(mv)).collect();
            format!("{flaw} after {}", moves.join(" "))
        })
    }

    fn explain(&mut self) -> Vec<(String, f64)> {
        Session::explain(self)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let game = self.game();
        let below = |mv| perft(game, &self.at().after(game, mv).position, depth.saturating_sub(1));
        self.at().moves(game).iter().map(|&mv| (game.move_text(mv), below(mv))).collect()
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self.game(), &self.at().position, depth)
    }

    fn random_move(&self, random: &mut Pcg64Mcg) -> Option<String> {
        let moves = self.at().moves(self.game());
        (!moves.is_empty()).then(|| self.game().move_text(moves[random.random_range(0..moves.len())]))
    }

    fn record(&self, players: [&str; 2]) -> Record {
        Session::record(self, players)
    }

    fn load(&mut self, record: &Record) -> Result<(), RecordError> {
        Session::load(self, record)
    }

    fn accept<V: GameVisitor>(&mut self, visitor: V) -> V::Output {
        visitor.visit(self)
    }
}
