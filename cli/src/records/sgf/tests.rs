use super::*;
use anyply_framework::{Asked, Found, Record, Side};
use anyply_games::{AnyGame, TextGame};

fn read(text: &str, game: Option<&str>, asked: Asked<'_>) -> Result<Found, String> {
    super::read(text.as_bytes(), game, asked)
}

fn read_as(text: &str, game: &str) -> Result<String, String> {
    let game = AnyGame::open(game, None, None).unwrap();
    let moves = moves(text.as_bytes(), &game)?;
    Ok(moves.iter().map(|(side, mv)| format!("{side} {mv}")).collect::<Vec<_>>().join(", "))
}

#[test]
fn the_main_line_is_read_in_the_notation_of_the_game() {
    let text = "(;GM[2]SZ[8]PB[a \\] b]C[x;y(]\n;B[fe];W[f6](;B[]C[first])(;B[aa]))";
    assert_eq!(read_as(text, "othello").unwrap(), "black f5, white f6, black pass");
    assert_eq!(read_as("(;GM[4]SZ[15];B[hh];W[aa])", "gomoku").unwrap(), "black h8, white a15");
}

#[test]
fn names_of_earlier_versions_and_values_over_several_lines_are_read() {
    let text = "( ;GaMe[2]SiZe[8] ;Black[fe]White[df]\nC[one \\\nline\\\r\n\\] and\nanother];Black[cc])";
    assert_eq!(read_as(text, "othello").unwrap(), "black f5, white d6, black c3");
    let record = read(text, None, Asked::default()).unwrap().records.remove(0);
    assert_eq!(record.moves[1].comment, "one line] and\nanother");
}

#[test]
fn other_games_and_boards_and_torn_files_are_refused() {
    for (text, told) in [
        ("(;GM[1];B[aa])", "'1', not othello"),
        ("(;SZ[19];B[aa])", "size '19', not 8"),
        ("(;AB[aa];B[fe])", "stones on the board"),
        ("(;B[fe];AE[ed])", "stones on the board or takes them off"),
        ("(;B[aa", "cut short"),
        ("(;B[aa]", "cut short"),
        ("(;B[aa])\n(;B[aa", "2:4: no SGF, or cut short"),
        ("(;B[aa])\n(;B[aa]", "2:1: no SGF, or cut short"),
        ("hello", "1:1: no SGF, or cut short"),
        ("", "cut short"),
        ("(hello world)", "1:1: no SGF"),
        ("(;B[fe])\n(B[fe])", "2:1: no SGF"),
        ("(B[fe])\n(;B[fe])", "1:1: no SGF"),
        ("(anyply_record: 1, moves: [(mv: \"f5\")])", "1:1: no SGF"),
        ("(;hello)", "1:8: no SGF"),
        ("(;b[fe];w[df])", "1:4: no SGF"),
        ("(;GM[2]b[fe])", "1:9: no SGF"),
        ("(;GM[2](;B;W))", "1:11: no SGF"),
        ("(;GM[2\n\x1b[31m];B[fe])", r"'2\n\u{1b}[31m', not othello"),
        ("(;SZ[8\n\n= x];B[fe])", r"'8\n\n= x', not 8"),
    ] {
        assert!(read_as(text, "othello").unwrap_err().contains(told), "{text}");
    }
    for text in ["(;GM[2]PL[W])", "(;GM[2]PL[W];B[fe])"] {
        let told = read(text, None, Asked::default()).unwrap_err();
        assert_eq!(told, "'W' to move: it is Black's turn", "{text}");
    }
    for later in ["(;GM[2]PL[B];B[fe]PL[black])", "(;GM[2];B[fe];PL[B]W[df])"] {
        assert!(read(later, None, Asked::default()).is_ok(), "{later}");
    }
    // Also where the game has no number.
    for game in ["othello", "dvonn"] {
        let go = read("(;GM[1]SZ[19];B[pd])", Some(game), Asked::default()).unwrap_err();
        assert_eq!(go, format!("a game of number '1', not {game}"));
    }
    let torn = read("(;GM[2];B[fe];W[df\n\n= hi\n\n;B[ce])", None, Asked::default()).unwrap_err();
    assert!(torn.starts_with(r"move 2, df\n\n= hi\n\n;b[ce: ") && !torn.contains('\n'), "{torn}");
    // Places are those of the file, whatever its encoding.
    let latin_1 = super::read(b"(;PB[\xFC\xFC\xFC]GM)", None, Asked::default()).unwrap_err();
    let utf_8 = read("(;PB[uuu]GM)", None, Asked::default()).unwrap_err();
    assert_eq!(latin_1, utf_8);
}

#[test]
fn players_comments_and_resignations_come_back() {
    let mut game = AnyGame::open("othello", None, None).unwrap();
    game.play_moves("f5d6c3").unwrap();
    game.annotate(std::time::Duration::ZERO, "a [strong] move \\ perhaps");
    let mut record = game.record(["Ann", "Bob"]);
    record.result = Some(Record::resignation(Side::White));
    let text = line(&record).unwrap() + &line(&record).unwrap();
    let found = read(&text, None, Asked::default()).unwrap();
    assert_eq!((&found.records[..], found.left_out.len()), (&[record.clone(), record][..], 0));
}

#[test]
fn the_rule_comes_back_and_one_that_is_asked_for_holds_where_none_is_told() {
    let mut game = AnyGame::open("gomoku", Some("standard"), Some(19)).unwrap();
    game.play_moves("h8i9").unwrap();
    let text = line(&game.record(["", ""])).unwrap();
    let caro = Asked { variant: Some("caro"), size: None };
    let read = |text: &str, asked| {
        let record = read(text, None, asked).unwrap().records.remove(0);
        (record.variant, record.size)
    };
    let of = |variant: &str| (variant.to_owned(), Some(19));
    for (text, asked, variant) in [
        (text.clone(), caro, "standard"),
        (text.replace("RU[standard]", "RU[Renju]"), Asked::default(), "renju"),
        (text.replace("RU[standard]", "RU[Japanese]"), Asked::default(), "freestyle"),
        (text.replace("RU[standard]", ""), caro, "caro"),
    ] {
        assert_eq!(read(&text, asked), of(variant), "{text}");
    }
}

#[test]
fn what_a_record_has_no_room_for_is_told() {
    let of = |head: &str| read(&format!("(;GM[2]{head};B[fe])"), None, Asked::default()).unwrap();
    for result in ["B+T", "W+F", "W+12"] {
        assert_eq!(of(&format!("RE[{result}]")).left_out, [Found::RESULTS], "{result}");
    }
    assert_eq!(of("C[a word first]").left_out, ["comments before the first move"]);
    assert_eq!(of("HA[2]").left_out, ["handicaps"]);
    for other in ["DT[2020-01-01]EV[Open]", "N[start]", "TM[300]OT[5x30]"] {
        assert_eq!(of(other).left_out, ["dates, clocks, marks and the like"], "{other}");
    }
    assert_eq!(of("RU[anti]").left_out, ["rules that are no variant here"]);
    assert_eq!(of("FF[4]CA[UTF-8]AP[a:1]ST[2]SZ[8]RU[ ]PB[A]PW[B]RE[?]HA[0]PL[B]").left_out, [""; 0]);
    let clocks = read("(;GM[2];B[fe]BL[10];W[df]C[one];C[two];B[cc])", None, Asked::default()).unwrap();
    assert_eq!(clocks.left_out, ["dates, clocks, marks and the like"]);
    assert_eq!(clocks.records[0].moves[1].comment, "one\ntwo");
    let varied = |text: &str| read(text, None, Asked::default()).unwrap().left_out == ["variations"];
    assert!(varied("(;GM[4]SZ[15];B[hh](;W[aa])(;W[bb];B[cc]))"));
    assert!(varied("(;GM[2];B[fe])(;GM[2];B[fe](;W[ff])(;C[or so]))"), "in the second game");
    assert!(!varied("(;GM[4]SZ[15];B[hh](;W[aa](;B[bb])))(;GM[4]SZ[15];B[hh])"), "one line in brackets");
    assert!(!varied(":) (;GM[2];B[fe])"), "before the game");
    assert!(!varied("Games of (2020):\n(;GM[2];B[fe])"), "before the game");
    let resigned = of("RE[b+r]");
    assert_eq!((resigned.records[0].resigned(), resigned.left_out.len()), (Some(Side::White), 0));
}
