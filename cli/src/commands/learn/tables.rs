//! What `learn` prints of a round.

use crate::report::{self, Align, Table, counted, grouped};
use anyhow::Result;
use anyply_framework::learn::{PhaseReport, RoundReport, Weights};
use anyply_framework::sized;

/// How to read the table.
const ABOUT: &str = "Error: the mean absolute one, on positions of games held out; beside it that of the hand-made evaluator, and of always saying even.";
/// The same where weights were adapted.
const ABOUT_ADAPTED: &str = "Error: the mean absolute one, on positions of games held out; beside it that of the hand-made evaluator, of always saying even, and of the weights before they were adapted.";

/// Prints what was learned in a round.
pub(super) fn print(round: &RoundReport, weights: &Weights, unit: &str) -> Result<()> {
    report::line(head(round, weights, unit))?;
    if round.round == 1 {
        report::line(about(round))?;
    }
    table(round).print()
}

fn about(round: &RoundReport) -> &'static str {
    if is_adapted(round) { ABOUT_ADAPTED } else { ABOUT }
}

fn is_adapted(round: &RoundReport) -> bool {
    round.phases.iter().any(|phase| phase.before.is_some())
}

/// The line above the table.
pub(super) fn head(round: &RoundReport, weights: &Weights, unit: &str) -> String {
    let origin = weights.origin();
    format!(
        "{} {}, round {}: {} from {}, {} more held out; errors in {unit}",
        origin.game,
        sized(&origin.variant, origin.size),
        round.round,
        origin.evaluator,
        counted(round.games - round.held_out_games, "game"),
        grouped(round.held_out_games)
    )
}

/// A row for each phase, and one for all.
pub(super) fn table(round: &RoundReport) -> Table {
    let right = |heading, width| (heading, width, Align::Right);
    let columns = [
        right("phase", 5),
        right("positions", 12),
        right("fitted to", 11),
        right("features", 10),
        right("held out", 9),
        right("error", 7),
        right("root mean sq", 12),
        right("hand-made", 9),
        right("even", 7),
    ];
    let before = is_adapted(round).then(|| right("before", 7));
    let columns: Vec<_> = columns.into_iter().chain(before).collect();
    let row = |name: String, phase: &PhaseReport| {
        let error = |error: f64| if phase.held_out == 0 { "-".to_owned() } else { format!("{error:.3}") };
        vec![
            name,
            grouped(phase.positions),
            grouped(phase.train),
            grouped(phase.features),
            grouped(phase.held_out),
            error(phase.mean_absolute),
            error(phase.root_mean_square),
            error(phase.hand_made),
            error(phase.nothing),
        ]
        .into_iter()
        .chain(phase.before.map(error))
        .collect()
    };
    let phases = round.phases.iter().map(|phase| row(phase.phase.to_string(), phase));
    let rows = phases.chain([row("all".to_owned(), &round.total())]);
    Table::new(about(round), &columns, rows)
}
