//! `evaluators`: a game's evaluators, or the settings of one of them.

use super::learn::unit;
use crate::exit::{Exit, Usage};
use crate::report::{self, Align, Columns, grouped};
use anyhow::Result;
use anyply_framework::learn::{Adapted, Origin, Recipe, Round, Weights, learned_evaluator};
use anyply_framework::settings::unknown;
use anyply_framework::{Plugin, Session, sized};
use anyply_games::{GameVisitor, TextGame};

/// Lists the evaluators, or prints the RON of the one that is named.
pub(crate) fn run(game: &str, name: Option<&str>) -> Result<Exit> {
    let mut game = super::opened(game)?;
    let known = game.evaluators();
    let Some(name) = name else {
        let width = known.iter().map(|info| info.name.len()).fold(16, usize::max);
        let columns = Columns::new(&[("evaluator", width, Align::Left), ("", 0, Align::Left)]);
        report::line(columns.head())?;
        for (number, info) in known.iter().enumerate() {
            let default = if number == 0 { " (default)" } else { "" };
            report::line(columns.row(&[info.name.to_owned(), format!("{}{default}", info.summary)]))?;
        }
        return Ok(Exit::Done);
    };
    let Some(info) = known.iter().find(|info| info.name == name) else {
        let names: Vec<_> = known.iter().map(|info| info.name).collect();
        return Err(Usage::error(unknown(&format!("evaluator of {}", game.name()), name, &names)));
    };
    report::line(info.settings.trim_end())?;
    for line in game.accept(BuiltInWeights { evaluator: name })? {
        // A comment: what is printed here is to be read as settings again.
        report::line(format_args!("// {line}"))?;
    }
    Ok(Exit::Done)
}

/// Where the weights come from that an evaluator has in the program: nothing, if it has none.
struct BuiltInWeights<'a> {
    evaluator: &'a str,
}

impl GameVisitor for BuiltInWeights<'_> {
    type Output = Result<Vec<String>>;

    fn visit<G: Plugin>(self, session: &mut Session<G>) -> Result<Vec<String>> {
        if learned_evaluator(session.game()) != Some(self.evaluator) || G::weights().is_empty() {
            return Ok(Vec::new());
        }
        told(Weights::from_bytes(G::weights())?.origin(), unit::<G>())
    }
}

fn told(origin: &Origin, unit: &str) -> Result<Vec<String>> {
    let Origin { seed, games, positions, .. } = origin;
    let variant = sized(&origin.variant, origin.size);
    let recipe = Recipe::from_ron("recipe", &origin.recipe)?;
    let mut lines = match &origin.adapted {
        Some(Adapted { weights, games }) => {
            vec![format!("Weights {weights}, adapted to recorded games {games} ({variant}, seed {seed})")]
        }
        None => {
            let head = format!("Weights learned from self-play ({variant}, seed {seed}), round after round:");
            let rounds = recipe.rounds.iter().map(round);
            std::iter::once(head).chain(rounds).collect()
        }
    };
    lines.push(format!(
        "They are fitted to {} positions of {} games, 1 in {} games held out.",
        grouped(*positions),
        grouped(*games),
        recipe.held_out
    ));
    if let Some(error) = origin.error() {
        let (learned, by_hand) = (error.mean_absolute, error.hand_made);
        lines.push(format!(
            "Mean absolute error on {} positions held out: {learned:.3} {unit}; hand-made: {by_hand:.3}.",
            grouped(error.positions)
        ));
    }
    Ok(lines)
}

fn round(round: &Round) -> String {
    let Round { games, depth, evaluator, earlier } = round;
    let by = evaluator.as_ref().map_or_else(String::new, |name| format!(", played by {name}"));
    let with = match earlier {
        0 => String::new(),
        1 => "; fitted to these and the games of the round before".to_owned(),
        earlier => format!("; fitted to these and the games of the {earlier} rounds before"),
    };
    format!("  {} games at depth {depth}{by}{with}", grouped((*games).into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adapted_weights_tell_what_was_adapted_and_nothing_measured_tells_no_error() {
        let origin = Origin {
            game: "othello".to_owned(),
            variant: "8x8".to_owned(),
            size: None,
            evaluator: "patterns".to_owned(),
            recipe: "(rounds: [(games: 1200, depth: 6)])".to_owned(),
            seed: 7,
            games: 1200,
            positions: 30_000,
            held_out: Vec::new(),
            adapted: Some(Adapted { weights: "abc".to_owned(), games: "def".to_owned() }),
        };
        let expected = [
            "Weights abc, adapted to recorded games def (8x8, seed 7)",
            "They are fitted to 30,000 positions of 1,200 games, 1 in 20 games held out.",
        ];
        assert_eq!(told(&origin, "discs").unwrap(), expected);
    }

    #[test]
    fn a_round_tells_what_sets_it_apart() {
        let plain = Round { games: 1000, depth: 4, evaluator: None, earlier: 0 };
        assert_eq!(round(&plain), "  1,000 games at depth 4");
        let other = Round { evaluator: Some("discs".to_owned()), earlier: 2, ..plain };
        let expected =
            "  1,000 games at depth 4, played by discs; fitted to these and the games of the 2 rounds before";
        assert_eq!(round(&other), expected);
    }
}
