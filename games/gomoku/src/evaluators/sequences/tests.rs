use super::powers::logarithm;
use super::*;
use crate::rules::Rule;
use anyply_framework::Game;

const WEIGHTS: [i64; 6] = [0, 1, 100, 10_000, 1_000_000, 100_000_000];

/// Counts a drawn line: X own, O enemy, the ends of the text are the edges.
fn count(goal: Goal, drawn: &str) -> (i64, i64, bool) {
    let mask = |wanted| {
        let places = drawn.chars().enumerate().filter(|&(_, cell)| cell == wanted);
        places.fold(0u32, |mask, (place, _)| mask | 1 << (place + MARGIN))
    };
    let board = ((1u32 << drawn.len()) - 1) << MARGIN;
    let (count, open) = count_line(mask('X'), mask('O'), board, goal, &Weights(WEIGHTS));
    (count.sequences, count.further, open)
}

#[test]
fn a_line_counts_each_sequence_once_and_each_further_five_beyond() {
    let free = |drawn| count(Goal::OrMore, drawn);
    assert_eq!(free("..............."), (0, 0, true));
    assert_eq!(free(".......X......."), (1, 4, true));
    // Three fives hold all three stones.
    assert_eq!(free("......XXX......"), (10_000, 20_000, true));
    assert_eq!(free("O.XXX.O"), (10_000, 0, true));
    assert_eq!(free("OXXX.O"), (0, 0, false));
    // With a gap.
    assert_eq!(free(".....X.X......."), (100, 200, true));
    // Too far apart for one five: two singles. Each of them also has fives that hold it alone.
    assert_eq!(free("O....X....X....").0, 2);
    // Overlapping pairs: a stone may count in several.
    assert_eq!(free("OX...X...XO").0, 200);
}

#[test]
fn five_exactly_asks_for_free_ends() {
    // X.XXX.X... could only ever be filled to six here.
    assert_eq!(count(Goal::Exactly, "OXX.XXXO"), (0, 0, false));
    assert_eq!(count(Goal::OrMore, "OXX.XXXO"), (2_000_000, 0, true));
    assert_eq!(count(Goal::Unclosed, "OX...XO"), (0, 0, false));
    assert_eq!(count(Goal::Unclosed, ".X...XO"), (100, 0, true));
}

fn explained(board: &str, settings: SequencesSettings) -> Vec<f64> {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let evaluator = Sequences::new(settings).expect("in range");
    let position = game.parse_stones(&board.split('/').collect::<Vec<_>>()).expect("a board");
    let state = Evaluator::<Gomoku<15>>::state(&evaluator, &game, &position);
    let terms = evaluator.explain(View { game: &game, position: &position, state: &state });
    terms.into_iter().map(|(_, figure)| figure).collect()
}

/// Rows from the top, apart by rows of White so that no column and no diagonal holds a five.
fn walled(rows: &[&str]) -> String {
    let wall = "O".repeat(15);
    let mut lines: Vec<&str> = rows.iter().flat_map(|row| [*row, &wall]).collect();
    let empty = ".".repeat(15);
    lines.resize(15, &empty);
    lines.join("/")
}

#[test]
fn four_singles_two_pairs_and_two_triples() {
    let plain = || SequencesSettings { base: 100, further: 0, own: 100, opponent: 100 };
    let rows = [".XXX.O.XXX.O...", ".X.X.O.X.X.O...", "..X..O..X..O...", "..X..O..X..O..."];
    let own = |board: &str| explained(board, plain())[0];
    assert_eq!(own(&walled(&rows)), 4.0 * 1e2 + 2.0 * 1e4 + 2.0 * 1e6);
    // A stone counts in each line through it that can still be five: three from the corner, four from the
    // middle.
    let lone = |row: String, above: usize| {
        [vec![".".repeat(15); above], vec![row], vec![".".repeat(15); 14 - above]].concat().join("/")
    };
    let corner = lone(format!("X{}", ".".repeat(14)), 0);
    assert_eq!(own(&corner), 3.0 * 1e2);
    let middle = lone(format!("{}X{}", ".".repeat(7), ".".repeat(7)), 7);
    assert_eq!(own(&middle), 4.0 * 1e2);
}

#[test]
fn what_is_explained_adds_up_to_the_raw_figure() {
    let settings = SequencesSettings { base: 10, further: 50, own: 110, opponent: 80 };
    let row = format!(".XX{}OO.", ".".repeat(9));
    let terms = explained(&format!("{row}{}", format!("/{}", ".".repeat(15)).repeat(14)), settings);
    assert!(terms[0] > 0.0 && terms[2] > 0.0 && terms[1] < 0.0 && terms[3] < 0.0, "{terms:?}");
    assert!((terms[..4].iter().sum::<f64>() - terms[4]).abs() < 1e-9, "{terms:?}");
    assert!((terms[0] / terms[1] + 110.0 / 80.0).abs() < 1e-9, "the same sequences, weighted: {terms:?}");
}

#[test]
fn the_scale_is_monotone_and_the_same_for_both_sides() {
    let raws = [0, 1, 9_999, 10_000, 20_000, 1_000_000, 1_010_000, 10i128.pow(14), 10i128.pow(24)];
    for pair in raws.windows(2) {
        assert!(logarithm(pair[0]) <= logarithm(pair[1]), "{pair:?}");
        assert_eq!(logarithm(-pair[1]), -logarithm(pair[1]));
    }
    assert_eq!(logarithm(0), Score::DRAW);
    assert!(logarithm(i128::MAX - 10_000) < Score::MAX_VALUE);
}

#[test]
fn lines_that_can_hold_no_five_are_dropped_and_come_back() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let weights = Weights(WEIGHTS);
    let start = game.start();
    let mut state = SequencesState::new(&game, &start.position, &weights);
    let fresh = state.clone();
    // The corner lines of four squares and less can never hold a five.
    assert_eq!(state.dropped[2].count_ones(), 8);
    let (diagonal, at) = (Place::of::<15>(2, Square::new(4, 14)), Square::new(2, 12));
    // A diagonal of five squares, with one stone of each colour on it.
    state.flip(&game, Side::Black, Square::new(4, 14), &weights);
    state.flip(&game, Side::White, at, &weights);
    assert_eq!(state.dropped[2] >> diagonal.line & 1, 1);
    state.flip(&game, Side::White, at, &weights);
    state.flip(&game, Side::Black, Square::new(4, 14), &weights);
    assert_eq!(state, fresh);
}
