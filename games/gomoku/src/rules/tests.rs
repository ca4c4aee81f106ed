//! Wins held against a slow twin that looks at the whole board, and the two faults of an ancestor.

use super::*;
use crate::plugin::RULES;
use anyply_framework::Notation;
use proptest::prelude::*;

/// Whether `side` has a winning line anywhere: every square, every direction, stone by stone on an array.
fn twin_has_won<const N: usize>(rule: Rule, position: &Position<N>, side: Side) -> bool {
    let cells: Vec<Vec<Option<Side>>> =
        (0..N).map(|y| (0..N).map(|x| position.stone(Square::new(x, y))).collect()).collect();
    let cell = |x: i32, y: i32| {
        let inside = (0..N as i32).contains(&x) && (0..N as i32).contains(&y);
        if inside { cells[y as usize][x as usize] } else { None }
    };
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for y in 0..N as i32 {
            for x in 0..N as i32 {
                if cell(x, y) != Some(side) || cell(x - dx, y - dy) == Some(side) {
                    continue;
                }
                let mut length = 0;
                while cell(x + dx * length, y + dy * length) == Some(side) {
                    length += 1;
                }
                let closed = cell(x - dx, y - dy) == Some(!side)
                    && cell(x + dx * length, y + dy * length) == Some(!side);
                let wins = match (rule, side) {
                    (Rule::Freestyle, _) | (Rule::Renju, Side::White) => length >= 5,
                    (Rule::Standard, _) | (Rule::Renju, Side::Black) => length == 5,
                    (Rule::Caro, _) => length == 5 && !closed,
                };
                if wins {
                    return true;
                }
            }
        }
    }
    false
}

fn twin_winner<const N: usize>(rule: Rule, position: &Position<N>) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| twin_has_won(rule, position, side))
}

/// A move by lot in a corner of `area` by `area` squares, where lines come about; none once nothing is left.
pub(crate) fn in_corner<const N: usize>(
    game: &Gomoku<N>,
    at: &Situation<Gomoku<N>>,
    area: usize,
    pick: u16,
) -> Option<Square> {
    let inside = |square: &Square| square.x() < area && square.y() < area;
    let moves: Vec<Square> = at.moves(game).into_iter().filter(inside).collect();
    Some(moves[usize::from(pick).checked_rem(moves.len())?])
}

/// Plays in a corner, and compares at every step.
fn wins_agree<const N: usize>(rule: Rule, area: usize, picks: &[u16]) -> Result<(), TestCaseError> {
    let game = Gomoku::<N>::new(rule);
    let mut at = game.start();
    for &pick in picks {
        let Some(mv) = in_corner(&game, &at, area, pick) else { break };
        at = at.after(&game, mv);
        let winner = twin_winner(rule, &at.position);
        prop_assert_eq!(at.position.winner(), winner);
        prop_assert_eq!(game.scan(&at.position), winner);
        prop_assert_eq!(at.position.key(), at.position.key_from_scratch());
        if winner.is_some() {
            prop_assert_eq!(game.terminal(&at.position), Some(Score::LOSS));
            prop_assert!(at.moves(&game).is_empty());
            break;
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_win_is_a_win_to_the_slow_twin(
        rule in 0..4usize, area in 6..15usize, picks in prop::collection::vec(any::<u16>(), 225),
    ) {
        wins_agree::<15>(RULES[rule], area, &picks)?;
        wins_agree::<20>(RULES[rule], area, &picks)?;
    }

    // Runs of one colour are rare in play, so boards are also filled at random, mostly with one colour.
    #[test]
    fn a_stone_wins_exactly_if_the_slow_twin_sees_a_new_line(
        rule in 0..4usize, cells in prop::collection::vec(0..8u8, 225), at in 0..225usize,
    ) {
        let rule = RULES[rule];
        let game = Gomoku::<15>::new(rule);
        let at = Square::from_index(at, 15);
        let mut position = Position::<15>::empty(Side::Black);
        for (index, &cell) in cells.iter().enumerate() {
            let square = Square::from_index(index, 15);
            // Only the lines through `at`, so that nothing else wins.
            let (dx, dy) = (at.x().abs_diff(square.x()), at.y().abs_diff(square.y()));
            if square == at || !(dx == 0 || dy == 0 || dx == dy) {
                continue;
            }
            match cell {
                0..=4 => position.put(square, Side::Black),
                5 => position.put(square, Side::White),
                _ => {}
            }
        }
        prop_assume!(!twin_has_won(rule, &position, Side::Black));
        let wins = game.wins(&position, Side::Black, at);
        position.put(at, Side::Black);
        prop_assert_eq!(wins, twin_has_won(rule, &position, Side::Black));
    }
}

#[test]
fn a_five_completed_in_the_middle_wins() {
    for rule in RULES {
        let game = Gomoku::<15>::new(rule);
        for gap in 0..5 {
            let mut order = [3, 4, 5, 6, 7];
            order.swap(gap, 4);
            let text: String = order
                .iter()
                .enumerate()
                .map(|(turn, x)| {
                    let white = if turn < 4 { format!("a{} ", 2 * turn + 1) } else { String::new() };
                    format!("{} {white}", Square::new(*x, 7))
                })
                .collect();
            let at = game.parse_position(&text, None).expect("legal moves");
            assert_eq!(at.position.winner(), Some(Side::Black), "{rule:?}, the last of {order:?}");
        }
    }
}

/// A board text with any numbers of stones.
fn composed<const N: usize>(game: &Gomoku<N>, text: &str) -> Situation<Gomoku<N>> {
    let (board, side) = text.split_once(' ').expect("a side");
    let mut position = game.parse_stones(&board.split('/').collect::<Vec<_>>()).expect("a board");
    let side = if side == "X" { Side::Black } else { Side::White };
    if side == Side::White {
        position.turn();
    }
    position.set_winner(game.scan(&position));
    Situation { position, side }
}

/// A full board without five in a row, `last` left out and to be filled by Black.
fn nearly_full(last: Square) -> String {
    let rows: Vec<String> = (0..15)
        .rev()
        .map(|y| {
            (0..15)
                .map(|x| match (x + 2 * y) % 4 {
                    _ if Square::new(x, y) == last => '.',
                    0 | 1 => 'X',
                    _ => 'O',
                })
                .collect()
        })
        .collect();
    format!("{} X", rows.join("/"))
}

#[test]
fn a_win_on_the_last_free_square_is_a_win_and_not_a_draw() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let last = Square::new(7, 7);
    let full = nearly_full(last);
    let drawn = composed(&game, &full);
    assert_eq!(drawn.moves(&game)[..], [last]);
    assert_eq!(game.terminal(&drawn.after(&game, last).position), Some(Score::DRAW));

    // Black stones on both sides of the last square, and one of White's beyond.
    let mut rows: Vec<String> = full.trim_end_matches(" X").split('/').map(str::to_owned).collect();
    rows[7].replace_range(4..11, "OXX.XXO");
    let won = composed(&game, &format!("{} X", rows.join("/")));
    assert_eq!(won.position.winner(), None);
    assert_eq!(game.terminal(&won.after(&game, last).position), Some(Score::LOSS));
}

/// The bottom three rows of an otherwise empty board.
fn bottom(rows: [&str; 3]) -> String {
    format!("{}/{}", vec![".".repeat(15); 12].join("/"), rows.join("/"))
}

#[test]
fn a_board_with_a_win_is_over() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    for rows in [
        [".XXXXX.........", "...............", "O.O.O.O........"],
        ["OOOOO..........", "...............", "X.X.X.X.X......"],
    ] {
        let at = game.parse_position(&bottom(rows), None).expect("a board");
        assert_eq!(game.terminal(&at.position), Some(Score::LOSS));
    }
}

#[test]
fn boards_that_no_game_comes_to_are_refused() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let empty = ".".repeat(15);
    for (rows, side, reason) in [
        ([".XXXXX.........", "OOOOO..........", &empty], None, "one winner at most"),
        (["XXXXX..........", "O.O.O.O.O......", &empty], None, "the last to move"),
        (["XX.............", "...............", &empty], None, "not 2 X and 0 O"),
        (["O..............", "...............", &empty], Some(Side::Black), "not 0 X and 1 O"),
        (["XX.............", "OOO............", &empty], None, "not 2 X and 3 O"),
        (["X..............", "O..............", &empty], Some(Side::White), "Black to move, by the numbers"),
        (["X..............", "...............", &empty], Some(Side::Black), "White to move, by the numbers"),
    ] {
        let board = bottom(rows);
        let refused = game.parse_position(&board, side).expect_err(reason).to_string();
        assert!(refused.contains(reason) && !refused.contains('\n'), "{refused}");
        if let Some(side) = side {
            let named = format!("{board} {}", if side == Side::Black { "X" } else { "O" });
            let refused = game.parse_position(&named, None).expect_err(reason).to_string();
            assert!(refused.contains(reason), "{refused}");
        }
    }
}

#[test]
fn in_caro_the_last_stone_closes_no_five_that_had_won() {
    let game = Gomoku::<15>::new(Rule::Caro);
    let board = |white: &str| {
        let column = ["......X........"; 4].join("/");
        format!("{}/{white}/{column}/XOOOOOXXXXX....", vec![".".repeat(15); 9].join("/"))
    };
    // Both lines of Black's pass through g1 alone, where White's five was open until then.
    let refused = game.parse_position(&board("O.O.O.O........"), None).expect_err("won before").to_string();
    assert!(refused.contains("through one stone, the last"), "{refused}");
    // With one stone of the column missing the row may have been ended elsewhere.
    let other = board("O.O.O..........").replacen('X', ".", 1);
    assert!(game.parse_position(&other, None).is_ok());
}

#[test]
fn the_last_stone_makes_all_winning_lines_and_black_no_overline_in_renju() {
    let refused = |rule, rows| {
        Gomoku::<15>::new(rule).parse_position(&bottom(rows), None).err().map(|error| error.to_string())
    };
    let said = |refused: Option<String>, reason| refused.is_some_and(|refused| refused.contains(reason));
    let apart = ["XXXXX.....XXXXX", "O.O.O.O.O.O.O.O", "O.............."];
    assert!(said(refused(Rule::Freestyle, apart), "through one stone, the last"));
    let nine = ["XXXXXXXXX......", "O.O.O.O.O.O.O.O", "..............."];
    assert_eq!(refused(Rule::Freestyle, nine), None);
    assert!(said(
        refused(Rule::Freestyle, ["XXXXXXXXXX.....", nine[1], "O.............."]),
        "through one stone"
    ));
    let six = ["XXXXXX.........", "O.O.O.O.O.O....", "..............."];
    assert!(said(refused(Rule::Renju, six), "no overline of Black"));
    assert_eq!([Rule::Standard, Rule::Caro].map(|rule| refused(rule, six)), [None, None]);
    // A five excuses an overline that is made with it, and none that was there before.
    let before = ["XXXXX.XXXXXX...", "O.O.O.O.O.O.O.O", "O.O............"];
    assert!(said(refused(Rule::Renju, before), "through one stone, the last"));
    assert_eq!(refused(Rule::Standard, before), None);
    // White may make one, and the stone that makes five as well.
    assert_eq!(refused(Rule::Renju, ["OOOOOO.........", "X.X.X.X.X.X....", "..............."]), None);
    let game = Gomoku::<15>::new(Rule::Renju);
    let both = "a1o15b1m15c1k15e1i15f1g15d2o13d3m13d4k13d5i13d1";
    let at = game.parse_position(both, None).expect("a game");
    assert_eq!(at.position.winner(), Some(Side::Black));
    assert_eq!(game.parse_position(&game.position_text(&at), None), Ok(at));
}

#[test]
fn longer_lines_and_closed_ends() {
    // Black fills the gap at f1 in the bottom row.
    let wins = |rule, row: &str| {
        let game = Gomoku::<15>::new(rule);
        let board = format!("{}/{row} X", vec![".".repeat(15); 14].join("/"));
        let at = composed(&game, &board);
        game.wins(&at.position, Side::Black, Square::new(5, 0))
    };
    for (row, expected) in [
        ("..XXX.XX.......", [true, false, false, false]),
        ("...XX.XX.......", [true, true, true, true]),
        ("..OXX.XX.......", [true, true, true, true]),
        ("..OXX.XXO......", [true, true, true, false]),
    ] {
        assert_eq!(RULES.map(|rule| wins(rule, row)), expected, "{row}");
    }
    // The edge closes nothing: a five from the edge with an enemy stone at its other end still wins under
    // caro.
    let game = Gomoku::<15>::new(Rule::Caro);
    let board = format!("{}/XXXX.O......... X", vec![".".repeat(15); 14].join("/"));
    let at = composed(&game, &board);
    assert!(game.wins(&at.position, Side::Black, Square::new(4, 0)));
}

#[test]
fn renju_ends_in_a_draw_when_black_finds_every_free_square_forbidden() {
    // The only free square would make six.
    let mut rows: Vec<String> =
        nearly_full(Square::new(7, 7)).trim_end_matches(" X").split('/').map(str::to_owned).collect();
    rows[7].replace_range(3..12, "OXXX.XXXO");
    let game = Gomoku::<15>::new(Rule::Renju);
    let text = format!("{} X", rows.join("/"));
    let at = composed(&game, &text);
    assert_eq!(at.position.winner(), None, "{text}");
    assert!(at.moves(&game).is_empty());
    assert_eq!(game.terminal(&at.position), Some(Score::DRAW));
}
