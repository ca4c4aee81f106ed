use super::*;

use proptest::prelude::*;

fn read(bytes: &[u8]) -> Result<Vec<Record>, FormatError> {
    super::read(bytes, Asked::default()).map(|found| found.records)
}

/// A file of these nodes, by the description of the format.
fn file(nodes: &[u8]) -> Vec<u8> {
    let mut bytes = b"\xFFRenLib\xFF\x03\x00".to_vec();
    bytes.resize(20, 0xFF);
    bytes.extend(nodes);
    bytes
}

fn moves(record: &Record) -> String {
    record.moves.iter().map(|played| played.text.as_str()).collect::<Vec<_>>().join(" ")
}

fn lines(nodes: &[u8]) -> Vec<String> {
    read(&file(nodes)).unwrap().iter().map(moves).collect()
}

fn told(nodes: &[u8]) -> String {
    read(&file(nodes)).unwrap_err().to_string()
}

/// A game of those squares that may be played in turn, with these comments.
fn game(rule: Rule, squares: &[usize], comments: &[&str]) -> Record {
    let mut session = Session::new(Game::new(rule));
    let mut comments = comments.iter();
    for &square in squares {
        if session.play(Square::from_index(square, 15)).is_ok() {
            session.annotate(Duration::ZERO, comments.next().copied().unwrap_or_default());
        }
    }
    session.record(["", ""])
}

#[test]
fn a_line_to_each_leaf_is_a_game() {
    // h8, then h9 with i9 or g9 after it, or i8.
    let nodes = [0x00, 0x00, 0x78, 0x00, 0x68, 0x80, 0x69, 0xC0, 0x67, 0x40, 0x79, 0x40];
    assert_eq!(lines(&nodes), ["h8 h9 i9", "h8 h9 g9", "h8 i8"]);
    // The same without a root, as older files have it.
    assert_eq!(lines(&nodes[2..]), ["h8 h9 i9", "h8 h9 g9", "h8 i8"]);
    // Corners: a15 at the top left, o1 at the bottom right.
    assert_eq!(lines(&[0, 0, 0x01, 0x00, 0xEF, 0x40]), ["a15 o1"]);
    // Nothing but the root, or one move, with and without the flag.
    for nodes in [&[0x00, 0x00][..], &[0x00, 0x40]] {
        assert_eq!(lines(nodes), [""]);
    }
    for nodes in [&[0x78, 0x00][..], &[0x78, 0x40]] {
        assert_eq!(lines(nodes), ["h8"]);
    }
    // Branches at the first move, and the same move twice.
    assert_eq!(lines(&[0, 0, 0x78, 0xC0, 0x79, 0xC0, 0x78, 0x00, 0x79, 0x40]), ["h8 i8", "i8"]);
}

#[test]
fn comments_stay_at_their_moves_and_labels_are_passed_over() {
    let mut nodes = vec![0x00, 0x00, 0x78, 0x08];
    nodes.extend(b"ab\x08cd\r\ne\0\0");
    // A label on a point where nobody plays, a comment with a label after it, an old comment.
    nodes.extend([0x11, 0xC3, 0x00, 0x01]);
    nodes.extend(b"A\0");
    nodes.extend([0x68, 0x89, 0x00, 0x01]);
    nodes.extend(b"xyz\0BC\0\0");
    nodes.extend([0x69, 0x60, b'o', b'k' | 0x80]);
    nodes.extend([0x79, 0x48, 0xE9, 0x00]);
    let records = read(&file(&nodes)).unwrap();
    let comments = |record: &Record| {
        record.moves.iter().map(|played| (played.text.clone(), played.comment.clone())).collect::<Vec<_>>()
    };
    let pair = |text: &str, comment: &str| (text.to_owned(), comment.to_owned());
    assert_eq!(comments(&records[0]), [pair("h8", "ab\ncd\ne"), pair("h9", "xyz"), pair("i9", "ok")]);
    assert_eq!(comments(&records[1]), [pair("h8", "ab\ncd\ne"), pair("i8", "é")]);
    assert_eq!(records.len(), 2);
}

#[test]
fn empty_lines_of_a_comment_come_back() {
    for comment in ["\none", "\n\none", "\n", "one\n", "one\n\ntwo"] {
        let record = game(Rule::Freestyle, &[112], &[comment]);
        assert_eq!(read(&write(std::slice::from_ref(&record)).unwrap()).unwrap(), [record], "{comment:?}");
    }
    // As RenLib writes a comment without a first line.
    let records = read(&file(&[0x78, 0x48, LINE_END, b'o', b'k', 0])).unwrap();
    assert_eq!(records[0].moves[0].comment, "ok");
}

#[test]
fn what_a_game_has_no_room_for_is_told() {
    let left_out = |nodes: &[u8]| super::read(&file(nodes), Asked::default()).unwrap().left_out;
    assert_eq!(left_out(&[0x00, 0x00, 0x78, 0x50]), ["marks and labels"]);
    let behind = [0x00, 0x00, 0x78, 0x02, 0x68, 0x00, 0x69, 0x40];
    assert_eq!(left_out(&behind), ["marks and labels", "moves behind points where nobody plays"]);
    assert_eq!(left_out(&[0x00, 0x00, 0x78, 0x41, 0x00, 0x01, b'A', 0x00]), ["marks and labels"]);
    let root = |comment: &str| [&[0x00, 0x08][..], &encoded(comment), &[0x78, 0x40]].concat();
    assert_eq!(left_out(&root("by me")), [Found::FOREWORD]);
    assert_eq!(left_out(&root("rule: caro\nby me")), [Found::FOREWORD]);
    assert!(left_out(&root("rule: caro")).is_empty());
}

#[test]
fn what_no_library_can_hold_is_told_with_its_place() {
    for (nodes, expected) in [
        (&[][..], "1:21: cut short: expected a move"),
        (&[0x00], "1:22: cut short: expected a move"),
        (&[0x00, 0x00, 0x78, 0x00], "1:25: cut short: expected a move"),
        (&[0x00, 0x00, 0x78, 0xC0], "1:25: cut short: expected a move"),
        (&[0x78, 0x08, b'a', b'b'], "1:25: cut short: expected the end of a text"),
        (&[0x78, 0x41, 0x00], "1:24: cut short: expected two bytes of flags"),
        (&[0x78, 0x41, 0x02, 0x00], "1:23: flags 02 00"),
        (&[0x78, 0x00, 0x00, 0x40], "1:23: a pass"),
        (&[0x00, 0x00, 0x70, 0x40], "1:23: 70: no point"),
        (&[0x00, 0x00, 0xF1, 0x40], "1:23: f1: no point"),
        (&[0x78, 0x40, 0x79, 0x40], "1:23: expected the end of the file"),
        (&[0x78, 0x00, 0x78, 0x40], "1:23: 'h8' at column 1: expected a free square"),
    ] {
        let error = told(nodes);
        assert!(error.starts_with(expected), "{nodes:x?}: {error}");
    }
    for bytes in [&b""[..], b"\xFFRenLib", b"\x78\x00\x79\x40", &[b'x'; 40]] {
        assert!(read(bytes).unwrap_err().to_string().contains("no RenLib file"));
    }
    let mut newer = file(&[0x78, 0x40]);
    newer[VERSION + 1] = 5;
    assert!(read(&newer).unwrap_err().to_string().contains("version 3.5"));
}

#[test]
fn no_depth_and_no_number_of_branches_is_too_much() {
    // Deeper than the board has points.
    let deep: Vec<u8> = (0..200_000).flat_map(|_| [0x78, 0x80]).collect();
    assert!(told(&deep).contains("a line of more moves"));
    // Ten moves, and at the end of them all that is left, over and over: joined into one.
    let mut wide = vec![0x00, 0x00];
    wide.extend((1..11).flat_map(|square| [square, 0x00]));
    wide.extend((0..200_000).flat_map(|_| [0x78, 0xC0]));
    wide.extend([0x79, 0x40]);
    assert_eq!(lines(&wide).len(), 2);
    // A comment of a megabyte, repeated by more games than there is room for.
    let mut loud = vec![0x78, 0x08];
    loud.extend([b'a'; 1 << 20]);
    loud.extend([0, 0]);
    let columns = (1..15).flat_map(|column| (0..15).map(move |row| column + 16 * row));
    let others: Vec<u8> = columns.filter(|&square| square != 0x78).collect();
    for &square in &others {
        loud.extend([square, 0x80]);
        loud.extend(others.iter().filter(|&&other| other != square).flat_map(|&other| [other, 0xC0]));
        loud.extend([0x0F, 0x40]);
    }
    loud.extend([0x1F, 0x40]);
    assert!(told(&loud).contains("than fit in memory"));
}

#[test]
fn games_are_written_as_one_tree() {
    let start = [112, 127, 128];
    let one = game(Rule::Freestyle, &[&start[..], &[0]].concat(), &["", "one"]);
    let two = game(Rule::Freestyle, &[&start[..], &[1]].concat(), &["", "two", "", "last"]);
    let bytes = write(&[one, two]).unwrap();
    let mut due = vec![0x00, 0x08];
    due.extend(b"rule: freestyle\0");
    due.extend([0x78, 0x00, 0x68, 0x08]);
    due.extend(b"one\x08two\0");
    due.extend([0x69, 0x00, 0xE1, 0xC0, 0xE2, 0x48]);
    due.extend(b"last\0\0");
    assert_eq!(bytes[20..], due);
    let back = read(&bytes).unwrap();
    assert_eq!([moves(&back[0]), moves(&back[1])], ["h8 h9 i9 a1", "h8 h9 i9 b1"]);
    assert_eq!(back[1].moves[1].comment, "one\ntwo");
    // Said twice it is there once, and part of a word is not the word.
    let said = |comment| game(Rule::Freestyle, &start, &[comment]);
    let back =
        read(&write(&[said("more"), said("or"), said("more"), said("or"), said("")]).unwrap()).unwrap();
    assert_eq!((back.len(), back[0].moves[0].comment.as_str()), (1, "more\nor"));
}

#[test]
fn one_rule_and_fifteen_lines_are_all_it_has() {
    let free = game(Rule::Freestyle, &[112], &[]);
    let renju = game(Rule::Renju, &[112], &[]);
    let error = write(&[free.clone(), renju.clone()]).unwrap_err();
    assert_eq!((error.line, error.problem.contains("one rule")), (2, true), "{error}");
    let large = Session::new(Gomoku::<19>::new(Rule::Renju)).record(["", ""]);
    assert!(write(&[large]).unwrap_err().problem.contains("a board of 19 lines"));
    for rule in RULES {
        let record = game(rule, &[112, 113, 114], &["c"]);
        assert_eq!(read(&write(std::slice::from_ref(&record)).unwrap()).unwrap(), [record]);
    }
    // Where no rule is told, renju, if it allows the moves.
    assert_eq!(read(&file(&[0x78, 0x40])).unwrap()[0].variant, "renju");
    let caro = Asked { variant: Some("caro"), size: None };
    assert_eq!(super::read(&file(&[0x78, 0x40]), caro).unwrap().records[0].variant, "caro");
    let overline = [0x01, 0x31, 0x02, 0x33, 0x03, 0x35, 0x05, 0x37, 0x06, 0x39, 0x04];
    let nodes: Vec<u8> =
        overline.into_iter().flat_map(|square| [square, if square == 4 { 0x40 } else { 0 }]).collect();
    assert_eq!(read(&file(&nodes)).unwrap()[0].variant, "freestyle");
}

#[test]
fn a_file_cut_anywhere_is_refused_or_read() {
    let games = [
        game(Rule::Renju, &[112, 127, 128, 0], &["a\nb\nc", "", "é"]),
        game(Rule::Renju, &[112, 127, 0], &[]),
        game(Rule::Renju, &[5, 6], &["", "end"]),
    ];
    let bytes = write(&games).unwrap();
    // The root alone is a library without moves.
    let root = HEADER.len() + 2 + b"rule: renju\0".len();
    for end in 0..bytes.len() {
        assert_eq!(read(&bytes[..end]).is_ok(), end == root, "{end}");
    }
    for at in 0..bytes.len() {
        for value in [0, 1, 8, 0x40, 0x80, 0xC0, 0xFF] {
            let mut broken = bytes.clone();
            broken[at] = value;
            let _ = read(&broken);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn what_is_written_is_read_again(
        squares in prop::collection::vec(prop::collection::vec(0_usize..225, 1..40), 1..6),
        comment in "(\n{0,2}[!-~é][ -~é]{0,9}(\n[ -~]{1,9}){0,3})?",
    ) {
        let games: Vec<Record> =
            squares.iter().map(|squares| game(Rule::Freestyle, squares, &["", &comment])).collect();
        let back = read(&write(&games).unwrap()).unwrap();
        // Each game is there, whole or as the beginning of a longer one.
        for game in &games {
            prop_assert!(back.iter().any(|found| found.moves.starts_with(&game.moves)));
        }
        for found in &back {
            prop_assert!(games.contains(found));
        }
    }

    #[test]
    fn any_bytes_are_a_library_or_one_line(nodes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Err(error) = read(&file(&nodes)) {
            prop_assert_eq!(error.to_string().lines().count(), 1);
        }
    }
}
