//! Leaf counts of the start and of other positions.

use anyply_framework::{Game, Notation, Situation, perft};
use anyply_othello::{Othello, Six, Ten};

const TABLE: &str = include_str!("data/perft.txt");

/// Checks every line of the table up to `budget` leaves, and at least so many counts. A line is a position,
/// then sections `M1 D1 4 D2 12 ...`; in M1 a pass is one ply, in M2 it is none.
fn check(
    section: &str,
    count: impl Fn(&Othello, &Situation<Othello>, u32) -> u64,
    budget: u64,
    least: usize,
) {
    let game: Othello = Othello::new();
    let mut checked = 0;
    for line in TABLE.lines().filter(|line| !line.trim().is_empty()) {
        let (position, sections) = line.split_once(';').expect("sections");
        let at = game.parse_position(position, None).expect("the table is well formed");
        let mut sections = sections.split(';').map(str::trim);
        let counts = sections.find_map(|part| part.strip_prefix(section)).expect("the section");
        let words: Vec<_> = counts.split_whitespace().collect();
        for pair in words.chunks_exact(2) {
            let depth: u32 = pair[0].trim_start_matches('D').parse().expect("a depth");
            let leaves: u64 = pair[1].parse().expect("a count");
            if leaves <= budget {
                assert_eq!(count(&game, &at, depth), leaves, "{section}, depth {depth} of {line}");
                checked += 1;
            }
        }
    }
    assert!(checked >= least, "only {checked} counts were checked");
}

#[test]
fn counts_agree_with_the_table() {
    check("M1 ", |game, at, depth| perft(game, &at.position, depth), 60_000_000, 60);
}

/// The same where a pass takes no ply.
fn without_passes(game: &Othello, at: &Situation<Othello>, depth: u32) -> u64 {
    let moves = at.moves(game);
    if depth == 0 || moves.is_empty() {
        return 1;
    }
    let below = |&mv| without_passes(game, &at.after(game, mv), depth - u32::from(!game.is_pass(mv)));
    moves.iter().map(below).sum()
}

#[test]
fn counts_without_passes_agree_with_the_table() {
    check("M2 ", without_passes, 1_000_000, 45);
}

#[test]
#[ignore = "takes minutes in a build that is not optimised"]
fn every_count_agrees_with_the_table() {
    check("M1 ", |game, at, depth| perft(game, &at.position, depth), u64::MAX, 60);
    check("M2 ", without_passes, u64::MAX, 60);
}

#[test]
fn first_moves_of_every_board() {
    let first = |texts: Vec<String>| texts.join(" ");
    let eight: Othello = Othello::new();
    let texts = eight.start().moves(&eight).iter().map(|&mv| eight.move_text(mv)).collect();
    assert_eq!(first(texts), "d3 c4 f5 e6");
    let six = Othello::<Six>::new();
    let texts = six.start().moves(&six).iter().map(|&mv| six.move_text(mv)).collect();
    assert_eq!(first(texts), "c2 b3 e4 d5");
    let ten = Othello::<Ten>::new();
    let texts = ten.start().moves(&ten).iter().map(|&mv| ten.move_text(mv)).collect();
    assert_eq!(first(texts), "e4 d5 g6 f7");
}
