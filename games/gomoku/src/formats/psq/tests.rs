use super::*;

fn read(bytes: &[u8]) -> Result<Vec<Record>, FormatError> {
    super::read(bytes, Asked::default()).map(|found| found.records)
}

#[test]
fn points_count_from_one_and_from_the_top() {
    // The second move took two months.
    let text = "Piskvorky 15x15, 7:7, 0\r\n8,8,456\r\n1,1,5184000000\r\nengine.exe\r\nother.zip\r\n0\r\n";
    let records = read(text.as_bytes()).unwrap();
    let moves: Vec<(&str, f64)> =
        records[0].moves.iter().map(|played| (played.text.as_str(), played.seconds)).collect();
    assert_eq!(moves, [("h8", 0.456), ("a15", 5_184_000.0)]);
    assert_eq!((records[0].black.as_str(), records[0].white.as_str()), ("engine.exe", "other.zip"));
    assert_eq!(read(&write(&records).unwrap()).unwrap(), records);
}

#[test]
fn what_is_no_record_is_told_with_its_place() {
    for (text, told) in [
        ("", "1:1: expected Piskvorky"),
        ("Piskvorky", "1:1: expected Piskvorky"),
        ("Piskvorky 7x7, 1:1, 0", "1:1: expected a board"),
        ("Piskvorky 15x15, 7:7, 0\n0,1,1", "2:1: '0,1,1': expected x,y"),
        ("Piskvorky 15x15, 7:7, 0\n16,1,1", "2:1: '16,1,1': not on the board"),
        ("Piskvorky 15x15, 7:7, 0\n1,1,1\n1,1,1", "3:1: '1,1,1': expected a free square"),
        ("Piskvorky 15x16, 7:7, 0", "1:1: expected a board"),
        ("Piskvorky 15x15, 7:7, 0\n8,8,0\n9,x,0\nA\nB\n0", "3:1: '9,x,0': expected x,y"),
        // A move without its time is no name, and what follows a damaged one is not lost.
        ("Piskvorky 15x15, 7:7, 0\n8,8,0\n9,9\nA\nB\n0", "3:1: '9,9': expected x,y"),
        ("Piskvorky 15x15, 7:7, 0\n8,8", "2:1: '8,8': expected x,y"),
        ("Piskvorky 15x15, 7:7, 0\n8,8,0\n9,9\n7,7,0\nA\nB\n0", "3:1: '9,9': expected x,y"),
        // Neither is one that the file breaks off within, nor is it a code.
        ("Piskvorky 15x15, 7:7, 0\n8,8,0\n9,", "3:1: '9,': expected x,y"),
        ("Piskvorky 15x15, 7:7, 0\n8,8,0\n9", "3:1: '9': expected x,y"),
        ("Piskvorky 15x15, 7:7, 0\n8", "2:1: '8': expected x,y"),
        (
            "Piskvorky 15x15, 7:7, 0\n8,8,18446744073709551616",
            "2:1: '8,8,18446744073709551616': expected x,y",
        ),
    ] {
        let error = read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(told), "{text}: {error}");
    }
}

#[test]
fn the_rule_comes_back_on_every_board() {
    fn comes_back<const N: usize>()
    where
        Gomoku<N>: NamedSize,
    {
        for rule in RULES {
            let mut session = Session::new(Gomoku::<N>::new(rule));
            let (moves, _) = session.game().parse_moves(session.at(), "h8h9i8i9").unwrap();
            moves.into_iter().for_each(|mv| session.play(mv).unwrap());
            let record = session.record(["a", "b"]);
            let written = write(std::slice::from_ref(&record)).unwrap();
            assert_eq!(read(&written).unwrap(), [record]);
            for end in 0..written.len() {
                let _ = read(&written[..end]);
            }
        }
    }
    comes_back::<15>();
    comes_back::<19>();
    comes_back::<20>();
}

#[test]
fn the_rule_of_an_archive_is_believed() {
    let file = |division: &str| format!("Piskvorky 15x15, 11:11, 0\n8,8,0\na\nb\n-1\n0,{division}\n");
    for (division, variant) in
        [("Freestyle15_1", "freestyle"), ("Renju", "renju"), ("caro", "caro"), ("Fastgame", "freestyle")]
    {
        assert_eq!(read(file(division).as_bytes()).unwrap()[0].variant, variant, "{division}");
    }
    // An overline is forbidden there, and no other rule is tried.
    let stones = "1,1,0\n1,3,0\n2,1,0\n3,3,0\n3,1,0\n5,3,0\n5,1,0\n7,3,0\n6,1,0\n9,3,0\n4,1,0\n";
    let renju = file("Renju").replace("8,8,0\n", stones);
    assert!(read(renju.as_bytes()).unwrap_err().to_string().starts_with("12:1: "));
    assert_eq!(read(renju.replace("0,Renju\n", "").as_bytes()).unwrap()[0].variant, "freestyle");
}

#[test]
fn empty_lines_among_the_moves_are_passed_over() {
    let file = "Piskvorky 15x15, 7:7, 0\n\n8,8,0\n \n9,9,0\na\nb\n-1\n0,Renju\n";
    let record = &read(file.as_bytes()).unwrap()[0];
    assert_eq!((record.moves.len(), record.black.as_str(), record.variant.as_str()), (2, "a", "renju"));
}

#[test]
fn names_may_have_commas_but_no_numbers_between_them_as_moves_have() {
    let file = "Piskvorky 15x15, 7:7, 0\n8,8,0\nDoe, J., Prague\nRoe, 7, Brno\n-1\n0,Renju\n";
    let record = &read(file.as_bytes()).unwrap()[0];
    let names = |record: &Record| [record.black.clone(), record.white.clone()];
    assert_eq!(record.moves.len(), 1);
    assert_eq!(names(record), ["Doe, J., Prague", "Roe, 7, Brno"]);
    let back = |black: &str, white: &str| {
        let record = Record { black: black.to_owned(), white: white.to_owned(), ..record.clone() };
        names(&read(&write(&[record]).unwrap()).unwrap()[0])
    };
    for (written, told) in [
        (["Doe, J., Prague", "Roe, 7, Brno"], ["Doe, J., Prague", "Roe, 7, Brno"]),
        (["Smith, J.", "1,2,3,4"], ["Smith, J.", "1,2,3,4"]),
        (["Roe,7,Brno", "1,2,3"], ["Roe 7 Brno", "1 2 3"]),
        (["9,9", "9,9"], ["9 9", "9,9"]),
        (["9,", "9,"], ["9", "9,"]),
        (["a\nb", "1,\n2,3"], ["a b", "1  2 3"]),
    ] {
        assert_eq!(back(written[0], written[1]), told, "{written:?}");
    }
}

#[test]
fn whoever_began_is_black() {
    let file = "Piskvorky 15x15, 7:7, 1\n8,8,0\nfirst\nsecond\n-1\n";
    let record = &read(file.as_bytes()).unwrap()[0];
    assert_eq!((record.black.as_str(), record.white.as_str()), ("second", "first"));
    let unnamed = &read(b"Piskvorky 15x15, 0:0, 0\n8,8,0\n0\n").unwrap()[0];
    assert_eq!(&read(b"Piskvorky 15x15, 0:0, 0\n8,8,0\n0").unwrap()[0], unnamed);
    assert_eq!((unnamed.black.as_str(), unnamed.white.as_str()), ("", ""));
}

#[test]
fn names_may_be_numbers_or_not_known() {
    let end = |lines: &str| {
        let file = format!("Piskvorky 15x15, 7:7, 0\n8,8,0\n{lines}");
        let records = read(file.as_bytes()).unwrap();
        assert_eq!(read(&write(&records).unwrap()).unwrap(), records);
        [&records[0].black, &records[0].white, &records[0].variant].map(String::clone)
    };
    for (lines, told) in [
        ("7\n8\n-1\n0,Renju\n", ["7", "8", "renju"]),
        ("?\n?\n-1\n", ["", "", "freestyle"]),
        ("\nb\n-1\n0,Renju\n", ["", "b", "renju"]),
        ("a\nb", ["a", "b", "freestyle"]),
        ("a", ["a", "", "freestyle"]),
        ("-1\n0,Renju\n", ["", "", "renju"]),
    ] {
        assert_eq!(end(lines), told, "{lines}");
    }
}

#[test]
fn the_rule_that_is_asked_for_holds_where_none_is_told() {
    let asked = Asked { variant: Some("caro"), size: None };
    let variant = |file: &str| super::read(file.as_bytes(), asked).unwrap().records.remove(0).variant;
    let file = "Piskvorky 15x15, 7:7, 0\n8,8,0\na\nb\n-1\n";
    assert_eq!([variant(file), variant(&format!("{file}0,Renju\n"))], ["caro", "renju"]);
}

#[test]
fn a_winner_that_the_moves_do_not_lead_to_is_told_to_be_left_out() {
    const STONES: [&str; 9] = ["1,1", "1,2", "2,1", "2,2", "3,1", "3,2", "4,1", "4,2", "5,1"];
    let left_out = |stones: usize, began: u8, winner: &str| {
        let moves: String = STONES[..stones].iter().map(|point| format!("{point},0\n")).collect();
        let file = format!("Piskvorky 15x15, 7:7, {began}\n{moves}a\nb\n0\n{winner},Freestyle\n");
        let found = super::read(file.as_bytes(), Asked::default()).unwrap();
        assert_eq!(found.records.len(), 1);
        found.left_out == [Found::RESULTS]
    };
    for (stones, began, winner, told) in [
        (9, 0, "1", false),
        (9, 0, "2", true),
        (8, 0, "1", true),
        (8, 0, "2", true),
        (8, 0, "0", false),
        // Who is named second began and has won.
        (9, 1, "2", false),
        (9, 1, "1", true),
    ] {
        assert_eq!(left_out(stones, began, winner), told, "{stones} {began} {winner}");
    }
}

#[test]
fn how_a_game_ended_is_written_behind_its_names() {
    let won = "Piskvorky 15x15, 7:7, 0\n1,1,0\n1,2,0\n2,1,0\n2,2,0\n3,1,0\n3,2,0\n4,1,0\n4,2,0\n5,1,0\n";
    let open = &read(b"Piskvorky 15x15, 7:7, 0\n8,8,0\n").unwrap()[0];
    let given_up = |side| Record { result: Some(Record::resignation(side)), ..open.clone() };
    for (record, end) in [
        (open, "?\r\n?\r\n-1\r\n0,Freestyle\r\n"),
        (&read(won.as_bytes()).unwrap()[0], "?\r\n?\r\n0\r\n1,Freestyle\r\n"),
        (&given_up(Side::Black), "?\r\n?\r\n0\r\n2,Freestyle\r\n"),
        (&given_up(Side::White), "?\r\n?\r\n0\r\n1,Freestyle\r\n"),
    ] {
        let text = String::from_utf8(write(std::slice::from_ref(record)).unwrap()).unwrap();
        assert!(text.ends_with(end), "{text}");
    }
}
