//! The tables of `tests/data`: boards, moves, removals, scores, leaf counts.

use anyply_dvonn::{Dvonn, Move, Space, Spaces};
use anyply_framework::{Game, Notation, Score, Side, Situation, perft};
use serde_json::Value;

const GAME: Dvonn = Dvonn::full();
/// Leaves that the tests run every time may count; the rest is `#[ignore]`d.
const BUDGET: u64 = 6_000_000;

fn lines(text: &'static str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("the tables are JSON"))
}

fn read(text: &Value) -> Situation<Dvonn> {
    let text = text.as_str().expect("a board is text");
    let at = GAME.parse_position(text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(GAME.position_text(&at), text);
    at
}

fn sorted_moves(at: &Situation<Dvonn>) -> Vec<String> {
    let mut moves: Vec<_> = at.moves(&GAME).iter().map(Move::to_string).collect();
    moves.sort();
    moves
}

fn check(at: &Situation<Dvonn>, moves: &Value, score: &Value, id: &Value) {
    let mut due: Vec<_> = moves.as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    due.sort_unstable();
    assert_eq!(sorted_moves(at), due, "{id}");
    assert_eq!(GAME.count_moves(&at.position), due.len(), "{id}");
    let white = if at.side == Side::White { at.position } else { at.position.swapped() };
    let pieces = [white.pieces(white.mine()), white.pieces(white.theirs())];
    assert_eq!(serde_json::json!(pieces), *score, "{id}");
    assert_eq!(GAME.terminal(&at.position).is_some(), due.is_empty(), "{id}");
    if let Some(result) = GAME.terminal(&at.position) {
        assert_eq!(result, Score::from_units(at.position.margin()), "{id}");
    }
}

#[test]
fn positions_agree_in_moves_removals_scores_passes_and_ends() {
    let (mut passes, mut finished, mut all) = (0, 0, 0);
    for line in lines(include_str!("data/positions.jsonl")) {
        let at = read(&line["board"]);
        all += 1;
        check(&at, &line["moves"], &line["score"], &line["id"]);
        let Some(mv) = line.get("move") else {
            finished += 1;
            continue;
        };
        let mv = GAME.parse_move(&at, mv.as_str().unwrap()).unwrap();
        passes += u32::from(mv == Move::Pass);
        let after = at.after(&GAME, mv);
        assert_eq!(after, read(&line["after"]), "{}", line["id"]);
        check(&after, &line["after_moves"], &line["after_score"], &line["id"]);
    }
    assert_eq!(all, 401);
    assert!(passes > 0 && finished > 0);
}

fn check_perft(wanted: impl Fn(u64) -> bool) {
    for line in lines(include_str!("data/perft.jsonl")) {
        let at = read(&line["board"]);
        for (depth, leaves) in (1..).zip(line["perft"].as_array().unwrap()) {
            let leaves = leaves.as_u64().unwrap();
            if wanted(leaves) {
                assert_eq!(perft(&GAME, &at.position, depth), leaves, "{} depth {depth}", line["id"]);
            }
        }
    }
}

#[test]
fn perft_agrees() {
    check_perft(|leaves| leaves <= BUDGET);
}

#[test]
#[ignore = "1.3 billion leaves: some ten seconds when optimised"]
fn perft_agrees_all_the_way() {
    check_perft(|leaves| leaves > BUDGET);
}

#[test]
fn perft_of_the_placement_counts_the_orders() {
    let start = GAME.start();
    assert_eq!(perft(&GAME, &start.position, 3), 49 * 48 * 47);
    assert_eq!(perft(&GAME, &start.position, 4), 49 * 48 * 47 * 46);
}

#[test]
fn drawn_boards_are_read() {
    let boards = include_str!("data/boards.txt");
    assert_eq!(boards.lines().count(), 50);
    for line in boards.lines() {
        let at = GAME.parse_position(line, None).unwrap();
        assert_eq!(GAME.position_text(&at), line);
        assert_eq!(at.side, Side::White);
        assert_eq!(at.position.occupied(), Spaces::BOARD);
    }
}

#[test]
fn geometry_agrees() {
    let table: Value = serde_json::from_str(include_str!("data/geometry.json")).unwrap();
    let rows = table.as_array().unwrap();
    assert_eq!(rows.len(), Space::ALL.len());
    for (row, space) in rows.iter().zip(Space::ALL) {
        assert_eq!(row["i"], space.number());
        assert_eq!(row["name"], space.to_string());
        assert_eq!((&row["x"], &row["y"]), (&space.column().into(), &space.row().into()));
        let mut due: Vec<_> =
            row["nb"].as_object().unwrap().values().filter_map(|name| name.as_str()).collect();
        due.sort_unstable();
        let mut neighbours: Vec<_> = space.neighbours().iter().map(|space| space.to_string()).collect();
        neighbours.sort();
        assert_eq!(neighbours, due);
        assert_eq!(Spaces::EDGE.contains(space), due.len() < 6);
        assert!(space.neighbours().iter().all(|other| space.distance(other) == 1 && space.in_line(other)));
    }
    assert_eq!(Spaces::EDGE.count(), 24);
}
