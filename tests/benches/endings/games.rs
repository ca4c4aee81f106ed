//! Endings of games that the program plays against itself.

use super::{Bench, Row, solving};
use anyply_framework::positions::Phase;
use anyply_framework::search::{Limits, Preset, Report, Stop};
use anyply_framework::{
    Evaluator, EvaluatorSource, EvaluatorVisitor, Game, Plugin, Resources, Score, Situation, View,
};
use anyply_othello::{Eight, Othello};
use anyply_tests::POSITIONS_MADE;
use std::ops::Range;

/// So many empty squares have the endings whose searches are timed, and counted where no other number is
/// asked for.
pub(super) const LEFT: u32 = 20;

impl Bench {
    /// Exact endings, without what precedes the last squares.
    pub(super) fn last_squares(&self, positions: u32) {
        let game = Othello::<Eight>::new();
        let mut engine = self.engine(&game, &solving(), 1);
        let mut row = Row::default();
        for at in (0..positions).filter_map(|number| ending(&game, number, LEFT)) {
            engine.clear();
            row.count(&engine.search(&at, &Limits::default(), &Stop::default(), &mut ()), None);
        }
        row.print(&format!("{LEFT} empty squares"), "75 M/s or more");
    }

    /// How often a search that claims to be so sure has the result of the exact one, with `left` squares
    /// left. With [`LEFT`], where all of them were counted, a level is wrong that is off by more than three
    /// in a hundred and more than chance explains.
    pub(super) fn levels(&self, numbers: Range<u32>, left: u32) {
        let game = Othello::<Eight>::new();
        let mut exact = self.engine(&game, &solving(), 1);
        let known: Vec<(Situation<_>, Report<_>)> = numbers
            .filter_map(|number| ending(&game, number, left))
            .map(|at| {
                exact.clear();
                (at, exact.search(&at, &Limits::default(), &Stop::default(), &mut ()))
            })
            .collect();
        let nodes = |reports: &[u64]| reports.iter().sum::<u64>() as f64;
        let all = nodes(&known.iter().map(|(_, report)| report.nodes).collect::<Vec<_>>());
        println!("\n{left} empty squares\nlevel  agrees   interval  positions   nodes");
        for level in solving().endgame.map_or(Vec::new(), |endgame| endgame.levels) {
            let config = solving().set("endgame.selectivity", &level.percent.to_string()).expect("a level");
            let mut engine = self.engine(&game, &config, 1);
            let (mut right, mut made) = (0, Vec::new());
            for (at, report) in &known {
                engine.clear();
                let found = engine.search(at, &Limits::default(), &Stop::default(), &mut ());
                right += u32::from(found.lines[0].score == report.lines[0].score);
                made.push(found.nodes);
            }
            let share = f64::from(right) / known.len() as f64;
            let interval = 1.96 * (share * (1.0 - share) / known.len() as f64).sqrt();
            let off = (share - f64::from(level.percent) / 100.0).abs();
            self.wrong.update(|wrong| wrong + usize::from(left == LEFT && off > interval.max(0.03)));
            println!(
                "{:3} %  {:5.1} %    ± {:3.1} %  {:9}  {:5.1} %",
                level.percent,
                100.0 * share,
                100.0 * interval,
                known.len(),
                100.0 * nodes(&made) / all
            );
        }
    }

    /// How far the learned evaluator and the best that was made by hand are from exact results, on average.
    pub(super) fn errors(&self, positions: u32) {
        let game = Othello::<Eight>::new();
        let mut solver = self.engine(&game, &solving(), 1);
        let sources = ["patterns", "positional"].map(|name| {
            let info = Othello::<Eight>::evaluators().iter().find(|info| info.name == name);
            EvaluatorSource::BuiltIn(info.expect("it comes with the game"))
        });
        println!("\nempty  positions  mean absolute error in discs: patterns, positional");
        for left in (LEFT..=28).step_by(2) {
            let found: Vec<_> = (0..positions).filter_map(|number| ending(&game, number, left)).collect();
            let mut sums = [0.0; 2];
            for at in &found {
                solver.clear();
                let exact = solver.search(at, &Limits::default(), &Stop::default(), &mut ()).lines[0].score;
                for (sum, source) in sums.iter_mut().zip(&sources) {
                    let opinion = game.with_evaluator(source, Opinion(&game, at)).expect("built in");
                    *sum += (opinion.units() - exact.units()).abs();
                }
            }
            let [patterns, positional] = sums.map(|sum| sum / found.len() as f64);
            println!("{left:5}  {:9}  {patterns:8.2} {positional:8.2}", found.len());
        }
    }
}

/// What an evaluator says of a position.
struct Opinion<'a>(&'a Othello, &'a Situation<Othello>);

impl EvaluatorVisitor<Othello> for Opinion<'_> {
    type Output = Score;

    fn visit<E: Evaluator<Othello> + 'static>(self, evaluator: E) -> Score {
        let Self(game, Situation { position, .. }) = self;
        evaluator.evaluate(View { game, position, state: &evaluator.state(game, position) })
    }
}

/// A position with so many empty squares, of a game that is played on from an opening of its own.
fn ending(game: &Othello, number: u32, left: u32) -> Option<Situation<Othello>> {
    let mut at = POSITIONS_MADE.position(game, Phase::Opening, number).ok()??;
    let config = Preset::named("full-sound").expect("a preset").config;
    let source = EvaluatorSource::BuiltIn(&Othello::<Eight>::evaluators()[0]);
    let resources = Resources { hash: 1 << 20, ..Resources::default() };
    let mut engine = game.engine(&source, config, resources).ok()?;
    while game.remaining(&at.position) > left {
        let limits = Limits { depth: Some(4), ..Limits::default() };
        at = at.after(game, engine.search(&at, &limits, &Stop::default(), &mut ()).best()?);
    }
    Some(at)
}
