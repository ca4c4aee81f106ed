//! The tables of matches.

use super::{Standing, Tested};
use crate::commands::print_numbered;
use crate::report::{self, Align, Table};
use anyhow::Result;
use anyply_framework::arena::{
    Allowance, MatchPlan, MatchSummary, MatchedGame, MatchedGameSummary, Mind, OfColour, PairingSummary,
    Player, Rating, Ratings, Sprt, Verdict,
};
use anyply_framework::lab::Estimate;
use anyply_framework::{Side, sized};
use anyply_games::{AnyGame, TextGame};

const NAME: usize = 18;

/// A head and a table for each game; above them, what numbers mean in the names of players.
pub(super) fn print(plan: &MatchPlan, summary: &MatchSummary) -> Result<()> {
    print_numbered(plan.games.iter().flat_map(|game| &game.numbered))?;
    for game in &summary.games {
        report::line(head(game))?;
        results(game).print()?;
        if let Some(unpaired) = unpaired(game) {
            report::line(unpaired + "\n")?;
        }
    }
    Ok(())
}

/// Who is to play, a line each.
pub(super) fn print_players(game: &MatchedGame) -> Result<()> {
    for player in &game.players {
        report::line(format_args!("{:22}  {}", player.name, about(player)))?;
    }
    Ok(())
}

/// What else a match of one game tells: colours, time and faults, ratings, the test.
pub(super) fn print_more(summary: &MatchSummary, tested: Option<&Tested>) -> Result<()> {
    for game in &summary.games {
        for table in more(game) {
            report::line(table.caption)?;
            table.print()?;
        }
        if let Some(ratings) = &game.ratings {
            report::line(beside_ratings(game, ratings))?;
        }
    }
    if let Some(tested) = tested {
        report::line(test(tested, summary))?;
    }
    Ok(())
}

/// The tables of a match after the first.
pub(super) fn more(game: &MatchedGameSummary) -> Vec<Table> {
    let ratings = game.ratings.as_ref().map(|found| ratings(game, found));
    [colours(game), spent(game)].into_iter().chain(ratings).collect()
}

/// The variant that was played.
pub(super) fn head(game: &MatchedGameSummary) -> String {
    format!("{} {}", game.game, sized(&game.variant, game.size))
}

/// What a player may spend, in words.
pub(super) fn allowance(allowance: &Allowance) -> String {
    let depth = allowance.depth.map(|depth| format!("depth {depth}"));
    let nodes = allowance.nodes.map(|nodes| format!("{} nodes", report::grouped(nodes)));
    let time = allowance.milliseconds.map(|milliseconds| format!("{milliseconds} ms"));
    let of_move: Vec<String> = [depth, nodes, time].into_iter().flatten().collect();
    let of_move = (!of_move.is_empty()).then(|| format!("{} a move", of_move.join(" or ")));
    let of_game = allowance.clock.map(|clock| {
        let span = |milliseconds: u64| report::span(milliseconds as f64 / 1e3);
        format!("{} a game and {} more a move", span(clock.milliseconds), span(clock.increment))
    });
    let all: Vec<String> = of_move.into_iter().chain(of_game).collect();
    if all.is_empty() { "without limits".to_owned() } else { all.join(", ") }
}

/// A player in words.
pub(super) fn about(player: &Player) -> String {
    let spends = allowance(&player.allowance);
    match &player.mind {
        Mind::Engine(mind) => {
            let level = mind.level.map(|level| format!("level {level}"));
            let threads = (mind.threads != 1).then(|| format!("{} threads", mind.threads));
            let book = mind.book.as_ref().map(|book| format!("book {book}"));
            let head = level.into_iter().chain([mind.evaluator.clone(), spends]);
            let all: Vec<String> = head.chain(threads).chain([hash(mind.hash)]).chain(book).collect();
            all.join(", ")
        }
        Mind::Program(program) => format!("{} by {}, {spends}", program.command, program.protocol),
    }
}

fn hash(bytes: u64) -> String {
    match bytes >> 20 {
        0 => format!("{} KiB hash", bytes >> 10),
        mebibytes => format!("{mebibytes} MiB hash"),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

// `+3.2 [+1.0, +5.4]`.
fn margin(margin: &Estimate) -> String {
    report::with_interval(margin, |figure| report::signed(figure, 1))
}

/// How the pairings ended. Games that were lost by a fault are counted where there are any.
pub(super) fn results(game: &MatchedGameSummary) -> Table {
    use Align::{Left, Right};
    let mut columns = vec![
        ("player", NAME, Left),
        ("against", NAME, Left),
        ("won", 5, Right),
        ("drawn", 5, Right),
        ("lost", 5, Right),
        ("score", 7, Right),
        ("Elo", 20, Right),
        ("better", 7, Right),
    ];
    let forfeits = game.pairings.iter().any(|pairing| pairing.forfeits > 0);
    if forfeits {
        columns.push(("forfeits", 8, Right));
    }
    let dash = || "-".to_owned();
    let row = |pairing: &PairingSummary| {
        let mut cells = vec![pairing.first.clone(), pairing.second.clone()];
        cells.extend([pairing.wins, pairing.draws, pairing.losses].map(|games| games.to_string()));
        cells.push(pairing.score().map_or_else(dash, percent));
        cells.push(pairing.elo.as_ref().map_or_else(dash, report::elo));
        cells.push(pairing.elo.map_or_else(dash, |elo| percent(elo.superiority)));
        cells.extend(forfeits.then(|| pairing.forfeits.to_string()));
        cells
    };
    Table::new("Results of play", &columns, game.pairings.iter().map(row))
}

/// What the Elo leaves out that the score counts, in a match that is not over.
pub(super) fn unpaired(game: &MatchedGameSummary) -> Option<String> {
    let games = |pairing: &PairingSummary| pairing.wins + pairing.draws + pairing.losses;
    let of = |pairing: &PairingSummary| games(pairing) - 2 * pairing.pairs.count();
    let unpaired: u64 = game.pairings.iter().map(of).sum();
    let games = report::counted(unpaired, "game");
    (unpaired > 0)
        .then(|| format!("Elo is that of whole pairs: of {games} the other one of the pair is missing."))
}

// The columns of each colour are games won, drawn and lost.
fn colours(game: &MatchedGameSummary) -> Table {
    use Align::{Left, Right};
    let mut columns = vec![
        ("player", NAME, Left),
        ("against", NAME, Left),
        ("as Black", 12, Right),
        ("as White", 12, Right),
    ];
    let has_margin = game.pairings.iter().any(|pairing| pairing.margin.is_some());
    columns.extend(has_margin.then_some(("margin", 20, Right)));
    let told = |of: OfColour| format!("{} {} {}", of.wins, of.draws, of.losses);
    let row = |pairing: &PairingSummary| {
        let mut cells = vec![pairing.first.clone(), pairing.second.clone()];
        cells.extend(pairing.by_colour.map(told));
        cells.extend(has_margin.then(|| pairing.margin.as_ref().map_or_else(|| "-".to_owned(), margin)));
        cells
    };
    Table::new("Won, drawn and lost by colour", &columns, game.pairings.iter().map(row))
}

fn spent(game: &MatchedGameSummary) -> Table {
    use Align::{Left, Right};
    let columns = [
        ("player", NAME, Left),
        ("against", NAME, Left),
        ("nodes a move", 12, Right),
        ("time a move", 11, Right),
        ("time in all", 11, Right),
        ("faults", 20, Left),
    ];
    let rows = game.pairings.iter().flat_map(|pairing| {
        let names = [&pairing.first, &pairing.second];
        [0, 1].map(|player: usize| {
            let spent = &pairing.players[player];
            let faults = spent.faults.iter().map(|(fault, times)| format!("{times} {fault}"));
            let faults: Vec<String> = faults.collect();
            vec![
                names[player].clone(),
                names[1 - player].clone(),
                if spent.nodes_per_move > 0.0 {
                    report::compact(spent.nodes_per_move)
                } else {
                    "-".to_owned()
                },
                report::span(spent.seconds_per_move),
                report::span(spent.seconds),
                if faults.is_empty() { "none".to_owned() } else { faults.join(", ") },
            ]
        })
    });
    Table::new("What it took", &columns, rows)
}

/// `+35 [+12, +60]`.
pub(super) fn rating(rating: &Rating) -> String {
    report::signed(rating.elo, 0) + " " + &report::interval(rating.low, rating.high)
}

// All players, the best first; 0 is their mean.
fn ratings(game: &MatchedGameSummary, ratings: &Ratings) -> Table {
    use Align::{Left, Right};
    let columns = [("player", NAME, Left), ("rating", 22, Right), ("points", 8, Right), ("games", 6, Right)];
    let mut order: Vec<(usize, Option<&Rating>)> =
        ratings.players.iter().map(Option::as_ref).enumerate().collect();
    let elo = |rating: Option<&Rating>| rating.map_or(f64::NEG_INFINITY, |rating| rating.elo);
    order.sort_by(|one, other| elo(other.1).total_cmp(&elo(one.1)));
    let row = |(player, found): (usize, Option<&Rating>)| {
        let name = &game.players[player];
        let [won, drawn, lost] = game.games_of(name);
        vec![
            name.clone(),
            found.map_or_else(|| "-".to_owned(), rating),
            format!("{:.1}", won as f64 + drawn as f64 / 2.0),
            (won + drawn + lost).to_string(),
        ]
    };
    Table::new("Ratings, in Elo, of all games together", &columns, order.into_iter().map(row))
}

/// What the first move is worth, which in some games is White's.
pub(super) fn first_move(game: &MatchedGameSummary, ratings: &Ratings) -> Rating {
    let begun = AnyGame::open(&game.game, Some(&game.variant), game.size);
    ratings.first_move(begun.map_or(Side::Black, |game| game.side()))
}

/// What is fitted to the games together with the ratings.
pub(super) fn beside_ratings(game: &MatchedGameSummary, ratings: &Ratings) -> String {
    let (first_move, draws) = (rating(&first_move(game, ratings)), percent(ratings.draws));
    format!("The first move is worth {first_move} Elo; equal players draw {draws} of their games")
}

/// How far a test is, or what it has found.
pub(super) fn test((sprt, Standing { pairs, .. }): &Tested, summary: &MatchSummary) -> String {
    let Sprt { elo0, elo1, .. } = sprt;
    let all: u64 = summary.games[0].pairings.iter().map(|pairing| pairing.pairs.count()).sum();
    let counts = if pairs.count() < all { " of the games before the first that is missing" } else { "" };
    let (low, high) = sprt.bounds();
    let found = match sprt.verdict(pairs) {
        Some(Verdict::H0) => format!("accepted: no more than {elo0:+}"),
        Some(Verdict::H1) => format!("accepted: {elo1:+} or more"),
        None => "not decided".to_owned(),
    };
    format!(
        "SPRT {elo0:+} or {elo1:+} Elo: {found} (log-likelihood ratio {} of [{low:+.2}, {high:+.2}], {}{counts})",
        report::signed(sprt.llr(pairs), 2),
        report::counted(pairs.count(), "pair")
    )
}
