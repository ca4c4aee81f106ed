use super::*;
use anyply_framework::Situation;
use proptest::prelude::*;

fn read(bytes: &[u8], numbering: Numbering) -> Result<Vec<Record>, FormatError> {
    super::read(bytes, numbering, Asked::default())
}

const NUMBERINGS: [Numbering; 3] = [Numbering::Standard, Numbering::LittleGolem, Numbering::Boardspace];

/// A game in which the legal moves of these numbers are made, modulo how many there are.
fn played(rules: Dvonn, choices: &[usize]) -> Record {
    played_from(rules, rules.start(), choices)
}

fn played_from(rules: Dvonn, start: Situation<Dvonn>, choices: &[usize]) -> Record {
    let mut session = Session::new(rules);
    session.restart(Some(start));
    for choice in choices {
        let moves = session.at().moves(session.game());
        let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
        session.play(mv).unwrap();
    }
    session.record(["Ann", "Bob: the second"])
}

fn moves(text: &str, numbering: Numbering) -> Vec<String> {
    let games = read(text.as_bytes(), numbering).unwrap();
    games.iter().flat_map(|game| &game.moves).map(|played| played.text.clone()).collect()
}

/// Full, White to move, with single pieces all over.
fn board() -> String {
    played(Dvonn::with_seed(3), &[]).start
}

#[test]
fn every_way_of_writing_moves_is_read() {
    let start = board();
    let mut session = Session::new(Dvonn::full());
    session.restart(Some(session.game().parse_position(&start, None).unwrap()));
    let step = session.at().moves(session.game())[0].to_string();
    let (from, to) = step.split_at(2);
    for text in [
        step.clone(),
        step.to_lowercase(),
        format!("{from}-{to}"),
        format!("{from} to {to}"),
        format!("{from} {to}"),
        format!("1. {from}{to}"),
        format!("12...{from}-{to}"),
    ] {
        assert_eq!(moves(&format!("Start: {start}\n{text}\n"), Numbering::Standard), [&*step], "{text}");
    }
}

#[test]
fn each_format_has_its_own_numbering() {
    let both = ["J2", "K3", "A1"];
    assert_eq!(moves("j2 k3 a1", Numbering::Standard), both);
    assert_eq!(moves("jd kc ae", Numbering::Standard), both);
    assert_eq!(moves("1. jd 2. kc\n3. ae", Numbering::LittleGolem), both);
    assert_eq!(moves("J1, k1 A1", Numbering::Boardspace), both);
    // What is a space in both is another one.
    assert_eq!(moves("j3", Numbering::Standard), ["J3"]);
    assert_eq!(moves("j3", Numbering::Boardspace), ["J4"]);
    assert!(read(b"j2", Numbering::LittleGolem).is_err());
    let record = &read(b"j2 k3 a1", Numbering::Standard).unwrap()[0];
    let text =
        |numbering| String::from_utf8(write(std::slice::from_ref(record), numbering).unwrap()).unwrap();
    assert_eq!(text(Numbering::Standard), "Variant: full\nJ2 K3 A1\n");
    assert_eq!(text(Numbering::LittleGolem), "Variant: full\njd kc ae\n");
    assert_eq!(text(Numbering::Boardspace), "Variant: full\nj1 k1 a1\n");
}

#[test]
fn games_are_paragraphs() {
    let text = "% two games\r\n\r\nBlack: Ann\r\n% a comment\r\nA1 B1\r\n  C1\r\n\r\n\r\nwhite:Bob\r\nResult: White resigned\r\n";
    let games = read(text.as_bytes(), Numbering::Standard).unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!((games[0].black.as_str(), games[0].moves.len()), ("Ann", 3));
    assert_eq!((games[1].white.as_str(), games[1].resigned()), ("Bob", Some(Side::White)));
    assert!(read(b"\n% nothing\n\n", Numbering::Standard).unwrap().is_empty());
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (text, told) in [
        ("A1\n\nB1 B1", "3:4: 'B1' at column 4"),
        ("A1\n 1. Z9", "2:5: "),
        ("Rule: x\nA1", "1:1: 'Rule: x': expected Black"),
        ("A1\n  Variant: half", "2:3: '  Variant: half': expected the variant"),
        ("Start: nowhere\nA1", "1:8: 'nowhere' at column 8: "),
        ("A1\nStart : -/?", "2:9: '-/?' at column 9: "),
        ("A1 1", "1:4: "),
        ("Black: Ann\nblack: Bob\nA1", "2:1: 'black: Bob': expected each name once"),
        ("A1\n  Result: Green won", "2:11: 'Green won': expected Black resigned or White resigned, after"),
    ] {
        let error = read(text.as_bytes(), Numbering::Standard).unwrap_err().to_string();
        assert!(error.starts_with(told), "{text}: {error}");
    }
    let error = read(b"a1 j1 j1", Numbering::Boardspace).unwrap_err().to_string();
    assert!(error.starts_with("1:7: 'J2' at column 7") && error.ends_with("not as in the file)"), "{error}");
    let error = read(b"a1 k9", Numbering::Boardspace).unwrap_err().to_string();
    assert!(error.starts_with("1:4: 'k9'"), "{error}");
    assert!(read(b"A1\n\xff", Numbering::Standard).unwrap_err().to_string().starts_with("2:1: "));
    let other = Record { game: "chess".to_owned(), ..played(Dvonn::full(), &[]) };
    assert_eq!(write(&[played(Dvonn::full(), &[]), other], Numbering::Standard).unwrap_err().line, 2);
}

#[test]
fn a_start_that_a_record_has_on_several_lines_is_written_on_one() {
    let record = played(Dvonn::with_seed(3), &[]);
    let broken = Record { start: record.start.replace('/', "/\n"), ..record.clone() };
    let text = write(&[broken], Numbering::Standard).unwrap();
    assert_eq!(read(&text, Numbering::Standard), Ok(vec![record]));
}

#[test]
fn a_result_is_that_of_the_moves() {
    let record = played(Dvonn::with_seed(5), &[0; 200]);
    let result = record.result.clone().expect("it is over");
    let text = String::from_utf8(write(&[record], Numbering::Standard).unwrap()).unwrap();
    let with = |said: &str| read(text.replace(&result, said).as_bytes(), Numbering::Standard);
    assert_eq!(with(&result).unwrap()[0].result, Some(result.clone()));
    assert_eq!(with("").unwrap()[0].result, Some(result.clone()));
    for other in ["Black resigned", "Green won"] {
        let error = with(other).unwrap_err().to_string();
        assert!(error.contains(&format!("'{other}': expected {result}, after these moves")), "{error}");
    }
}

#[test]
fn a_text_cut_anywhere_is_refused_or_read() {
    let games = [played(Dvonn::full(), &[7; 60]), played(Dvonn::with_seed(5), &[3; 9])];
    for numbering in NUMBERINGS {
        let bytes = write(&games, numbering).unwrap();
        for end in 0..bytes.len() {
            let _ = read(&bytes[..end], numbering);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_is_written_is_read_again(
        seed in prop::option::of(0_u64..9),
        empty in any::<bool>(),
        choices in prop::collection::vec(0_usize..100, 0..130),
        resigned in any::<bool>(),
    ) {
        let rules = seed.map_or(Dvonn::full(), Dvonn::with_seed);
        let start = if empty { Dvonn::full().start() } else { rules.start() };
        let mut record = played_from(rules, start, &choices);
        if resigned && record.result.is_none() {
            record.result = Some(Record::resignation(Side::Black));
        }
        let whole = Record { black: String::new(), start: record.end.clone(), moves: Vec::new(), ..record.clone() };
        for numbering in NUMBERINGS {
            let games = [record.clone(), whole.clone()];
            prop_assert_eq!(read(&write(&games, numbering).unwrap(), numbering).unwrap(), games);
        }
    }

    #[test]
    fn any_text_is_games_or_one_line(text in "[A-Ka-k0-9 .:,%\n-]{0,60}|Start:[ -~]{0,40}\n[ -~]{0,9}") {
        for numbering in NUMBERINGS {
            if let Err(error) = read(text.as_bytes(), numbering) {
                prop_assert_eq!(error.to_string().lines().count(), 1);
            }
        }
    }
}
