//! Leaf counts of the start and of other positions.

use anyply_framework::{Game, Notation, perft};
use anyply_othello::{Othello, Six, Ten};

const TABLE: &str = include_str!("data/perft.txt");

/// Checks every line of the table up to `budget` leaves. A line is a position, then sections `M1 D1 4 D2 12 ...`; in M1 a pass
/// is one ply.
fn check(budget: u64) {
    let game: Othello = Othello::new();
    let mut checked = 0;
    for line in TABLE.lines().filter(|line| !line.trim().is_empty()) {
        let (position, sections) = line.split_once(';').expect("M1");
        let at = game.parse_position(position, None).expect("the table is well formed");
        let section =
            sections.split(';').map(str::trim).find_map(|part| part.strip_prefix("M1 ")).expect("M1");
        let words: Vec<_> = section.split_whitespace().collect();
        for pair in words.chunks_exact(2) {
            let depth: u32 = pair[0].trim_start_matches('D').parse().expect("a depth");
            let leaves: u64 = pair[1].parse().expect("a count");
            if leaves <= budget {
                assert_eq!(perft(&game, &at.position, depth), leaves, "depth {depth} of {line}");
                checked += 1;
            }
        }
    }
    assert!(checked >= 60, "only {checked} counts were checked");
}

#[test]
fn counts_agree_with_the_table() {
    check(60_000_000);
}

#[test]
#[ignore = "takes minutes in a build that is not optimised"]
fn every_count_agrees_with_the_table() {
    check(u64::MAX);
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
