//! What no manager should send: each is answered in a line, and the engine stays usable.

use super::{asked, heard, quick};
use anyply_tests::program::{is_below, peak};

#[test]
fn what_is_wrong_is_told_and_the_game_goes_on() {
    let mut engine = quick();
    assert!(asked(&mut engine, "BEGIN").starts_with("ERROR expected START"));
    assert!(asked(&mut engine, "START 7").starts_with("ERROR unsupported size"));
    assert!(asked(&mut engine, "RECTSTART 15,20").starts_with("ERROR only square"));
    for before in [
        "TURN 7,7",
        "PLAY 7,7",
        "TAKEBACK 7,7",
        "RESTART",
        "YXSHOWFORBID",
        "BOARD\n7,7,2\n8,8,1\nDONE",
        "SWAP2BOARD\nDONE",
    ] {
        assert_eq!(
            asked(&mut engine, before),
            "ERROR expected START first",
            "{before}: one answer, however many lines"
        );
    }
    assert_eq!(asked(&mut engine, "RECTSTART 20,20"), "OK");
    for size in ["19", "20", "15"] {
        assert_eq!(asked(&mut engine, &format!("START {size}")), "OK");
        assert!(asked(&mut engine, "START 16").starts_with("ERROR unsupported size"));
    }
    assert_eq!(asked(&mut engine, "start 15"), "OK");
    let reply = asked(&mut engine, "TURN 7,7");
    for (command, told) in [
        ("TURN 7,7", "ERROR 7,7: expected a free square"),
        (&format!("TURN {reply}") as &str, "ERROR "),
        ("TURN 15,3", "ERROR 15,3: not on the board"),
        ("TURN -1,3", "ERROR '-1,3': expected x,y"),
        ("TURN", "ERROR nothing: expected x,y"),
        ("TURN 99999999999999999999,3", "ERROR '99999999999999999999,3': expected x,y"),
        ("TAKEBACK 0,0", "ERROR 0,0: no stone there"),
        ("START", "ERROR nothing: expected a size"),
        ("START -15", "ERROR '-15': expected a size"),
        ("RECTSTART 15", "ERROR '15': expected width,height"),
        ("SUGGEST 3,3", "UNKNOWN 'SUGGEST 3,3'"),
        ("FLY", "UNKNOWN 'FLY'"),
        ("DONE", "UNKNOWN 'DONE'"),
        ("YXNBEST 0", "ERROR '0'"),
        ("BOARD\n7,7,1\n7,8,1\nDONE", "ERROR 2 own stones and 0 of the opponent's"),
        ("BOARD\n7,7,1\nDONE", "ERROR 1 own stones and 0 of the opponent's"),
        ("BOARD\n7,7,1\n7,7,2\nDONE", "ERROR 7,7: two stones"),
        ("BOARD\n7,77,1\nDONE", "ERROR 7,77: not on the board"),
        ("BOARD\n7,7,3\nDONE", "ERROR 7,7,3: games do not go on after a five"),
        ("BOARD\n7,7,0\nDONE", "ERROR '7,7,0': expected x,y,who"),
        ("BOARD\n7,7\nDONE", "ERROR '7,7': expected x,y,who"),
        ("BOARD\nx\nDONE", "ERROR 'x': expected x,y,who"),
    ] {
        let answer = asked(&mut engine, command);
        assert!(answer.starts_with(told), "{command}: {answer}");
    }
    assert!(asked(&mut engine, "ABOUT").contains("name=\"anyply\""));
    assert!(asked(&mut engine, "TURN 0,0").contains(','), "the game goes on");
    // What is announced between the lines of a board does not end it.
    engine.say("BOARD\n7,7,2\nINFO time_left 5000");
    assert!(asked(&mut engine, "DONE").contains(','));
}

#[test]
fn lines_that_are_no_text_or_have_no_end_are_answered_in_short_lines() {
    const MEGABYTE: usize = 1 << 20;
    let mut engine = quick();
    engine.send(b"\xff\xfe\0START 15\n");
    assert!(heard(&mut engine).starts_with("UNKNOWN "));
    engine.send(b"\r\n \t \r\n\nstart 15\r\n");
    assert_eq!(heard(&mut engine), "OK");
    for (command, told) in [
        ("FLY ", "UNKNOWN "),
        ("START ", "ERROR "),
        ("RECTSTART ", "ERROR "),
        ("TURN ", "ERROR "),
        ("YXNBEST ", "ERROR "),
    ] {
        let answer = asked(&mut engine, &format!("{command}{}", "7".repeat(3 * MEGABYTE)));
        assert!(answer.starts_with(told) && answer.len() < 100, "{command}: {answer}");
    }
    engine.send(b"TURN \xff7,7\r\n");
    assert!(heard(&mut engine).starts_with("ERROR "));
    assert!(asked(&mut engine, "turn 7,7\r").contains(','));
}

#[test]
fn a_board_of_any_length_is_one_error_and_takes_no_memory() {
    let mut engine = quick();
    asked(&mut engine, "START 15");
    let reply = asked(&mut engine, "TURN 7,7");
    engine.say("BOARD");
    for _ in 0..60 {
        engine.say(&"7".repeat(1 << 20));
    }
    let answer = asked(&mut engine, "DONE");
    assert!(answer.starts_with("ERROR '777") && answer.len() < 100, "{answer}");
    let answer = asked(&mut engine, &format!("YXBOARD\n{}DONE", "7,7,1\n".repeat(100_000)));
    assert_eq!(answer, "ERROR more stones than the 225 points of the board");
    let peak = peak(engine.id());
    assert!(is_below(peak, 40 << 20), "{peak:?} bytes");
    assert!(asked(&mut engine, &format!("TURN {reply}")).starts_with("ERROR "), "the game is as it was");
}

#[test]
fn a_board_on_which_the_game_is_over_is_refused() {
    let mut engine = quick();
    asked(&mut engine, "START 15");
    let row = |y, who| (0..5).map(|x| format!("{x},{y},{who}\n")).collect::<String>();
    let apart = |y, who| (0..5).map(|x| format!("{},{y},{who}\n", 2 * x)).collect::<String>();
    for (own, theirs) in [(row(3, 1), apart(9, 2)), (apart(3, 1), row(9, 2)), (row(3, 1), row(9, 2))] {
        let answer = asked(&mut engine, &format!("BOARD\n{own}{theirs}DONE"));
        assert!(answer.starts_with("ERROR ") && !answer.contains('/'), "no board in it: {answer}");
    }
    let both = asked(&mut engine, &format!("YXBOARD\n{}{}DONE", row(3, 1), row(9, 2)));
    assert!(both.starts_with("ERROR ") && both.contains("one winner"), "{both}");
    assert!(asked(&mut engine, "BOARD\n7,7,2\nDONE").contains(','));
}

#[test]
fn a_forbidden_move_is_refused_with_its_reason_and_a_forbidden_point_is_no_stone() {
    let mut engine = quick();
    engine.say("INFO rule 4");
    asked(&mut engine, "START 15");
    let threes = "7,8,2\n0,0,1\n7,9,2\n0,14,1\n8,7,2\n14,0,1\n9,7,2\n14,14,1\n";
    engine.say(&format!("YXBOARD\n{threes}7,7,3\nDONE"));
    assert_eq!(asked(&mut engine, "YXSHOWFORBID"), "FORBID 0707.");
    let answer = asked(&mut engine, "TURN 7,7");
    assert!(answer.starts_with("ERROR 7,7: ") && answer.contains("double three"), "{answer}");
    assert!(asked(&mut engine, "TURN 7,10").contains(','));
    // White is forbidden nothing, and so is nobody in the other rules.
    assert_eq!(asked(&mut engine, "PLAY 6,6"), "6,6");
    assert_eq!(asked(&mut engine, "YXSHOWFORBID"), "FORBID .");
    // What was forbidden cannot stand on a board.
    let six: String = (0..6).map(|x| format!("{x},3,2\n{},9,1\n", 2 * x)).collect();
    let answer = asked(&mut engine, &format!("YXBOARD\n{six}DONE\nYXSHOWFORBID"));
    assert!(answer.starts_with("ERROR expected no overline"), "{answer}");
    assert_eq!(heard(&mut engine), "FORBID .", "the board is as it was");
}

#[test]
fn double_fours_and_overlines_are_refused_by_their_names() {
    let mut engine = quick();
    engine.say("INFO rule 4");
    asked(&mut engine, "START 15");
    for (stones, point, reason) in
        [("4,7 5,7 6,7 7,10 7,9 7,8", "7,7", "a double four"), ("3,7 4,7 5,7 7,7 8,7", "6,7", "an overline")]
    {
        let rows = stones.split(' ').zip((0..).step_by(2));
        let board: String = rows.map(|(stone, row)| format!("{stone},2\n0,{row},1\n")).collect();
        engine.say(&format!("YXBOARD\n{board}DONE"));
        let answer = asked(&mut engine, &format!("TURN {point}"));
        assert!(answer.starts_with(&format!("ERROR {point}: ")) && answer.contains(reason), "{answer}");
    }
}

#[test]
fn a_board_in_the_order_of_a_game_has_no_forbidden_move() {
    let mut engine = quick();
    engine.say("INFO rule 4");
    asked(&mut engine, "START 15");
    // The crossing of the threes is the last move of Black's, and one before it.
    let threes = "7,7,2\n0,0,1\n7,8,2\n0,14,1\n8,6,2\n14,0,1\n9,6,2\n14,14,1\n7,6,2\n";
    for more in ["", "1,12,1\n3,11,2\n"] {
        let answer = asked(&mut engine, &format!("BOARD\n{threes}{more}DONE"));
        assert!(answer.starts_with("ERROR 7,6: ") && answer.contains("double three"), "{answer}");
    }
    let answered = |answer: String| answer.contains(',') && !answer.starts_with("ERROR");
    assert!(answered(asked(&mut engine, "BOARD\n7,7,2\nDONE")), "the engine stays usable");
    // One of the threes is stopped; and the same stones in an order that says nothing.
    let stopped = "7,7,2\n7,5,1\n7,8,2\n0,14,1\n8,6,2\n14,0,1\n9,6,2\n14,14,1\n7,6,2\n";
    assert!(answered(asked(&mut engine, &format!("BOARD\n{stopped}DONE"))));
    let mut lines: Vec<&str> = threes.lines().collect();
    lines.sort_by_key(|line| line.ends_with('1'));
    assert!(answered(asked(&mut engine, &format!("BOARD\n{}\nDONE", lines.join("\n")))));
}
