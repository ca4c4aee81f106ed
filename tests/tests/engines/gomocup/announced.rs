//! What managers announce with INFO: heard at once where it means something, and never answered.

use super::{asked, engine, heard, quick};
#[cfg(target_os = "linux")]
use anyply_tests::program::peak;
use anyply_tests::program::{Running, in_time};
use std::time::Duration;

#[test]
fn rules_are_announced_by_their_bits() {
    let mut engine = quick();
    engine.say("INFO rule 4");
    assert_eq!(asked(&mut engine, "START 15"), "OK");
    // A double three for Black at the crossing.
    engine.say("YXBOARD\n7,8,1\n7,9,1\n8,7,1\n9,7,1\n0,0,2\n0,14,2\n14,0,2\n14,14,2\nDONE");
    let forbidden = asked(&mut engine, "YXSHOWFORBID");
    assert_eq!(forbidden, "FORBID 0707.");
    // The stones stay where they are.
    engine.say("INFO rule 0");
    assert_eq!(asked(&mut engine, "YXSHOWFORBID"), "FORBID .");
    assert!(asked(&mut engine, "TURN 7,8").starts_with("ERROR "));
    // The opponent's board: by the order, Black is not the engine.
    engine.say("INFO rule 4");
    engine.say("YXBOARD\n7,8,2\n0,0,1\n7,9,2\n0,14,1\n8,7,2\n14,0,1\n9,7,2\n14,14,1\nDONE");
    assert_eq!(asked(&mut engine, "YXSHOWFORBID"), "FORBID 0707.");
}

#[test]
fn time_limits_are_kept_and_a_turn_of_no_time_is_answered_at_once() {
    let mut engine = engine(&[]);
    engine.say("INFO timeout_match 100000\nINFO max_memory 8388608");
    asked(&mut engine, "START 15");
    engine.say("INFO timeout_turn 500\nINFO time_left 100000");
    let kept = |engine: &mut Running, limit| {
        in_time(Duration::from_millis(limit), || assert!(asked(engine, "BEGIN").contains(',')))
    };
    assert!(kept(&mut engine, 500));
    engine.say("INFO timeout_turn 0");
    assert!(kept(&mut engine, 50));
    // A turn of any length, and next to nothing left for the match; less than nothing, where it was
    // overdrawn.
    for left in ["20", "1", "0", "-1", "-9223372036854775808"] {
        engine.say(&format!("INFO timeout_turn 60000\nINFO time_left {left}"));
        assert!(kept(&mut engine, 50), "{left} ms left");
        assert_eq!(asked(&mut engine, "RESTART"), "OK");
    }
}

#[test]
fn info_is_never_answered_whatever_it_says() {
    const KEYS: [&str; 14] = [
        "timeout_turn",
        "timeout_match",
        "time_left",
        "max_memory",
        "game_type",
        "rule",
        "evaluate",
        "folder",
        "max_depth",
        "max_node",
        "thread_num",
        "pondering",
        "strange",
        "",
    ];
    const VALUES: [&str; 14] = [
        "",
        "-1",
        "0",
        "1",
        "many",
        "1.5",
        "1e5",
        "7,7",
        "/tmp/a b",
        "\u{1}",
        "2147483648",
        "9223372036854775807",
        "-9223372036854775808",
        "99999999999999999999",
    ];
    let mut engine = quick();
    for started in [false, true] {
        for key in KEYS {
            for value in VALUES {
                engine.say(&format!("INFO {key} {value}"));
            }
        }
        engine.say("INFO\nINFO\ttimeout_turn\t\n  info   RULE   0  \nInfo max_node 300\nINFO max_memory 0");
        assert!(asked(&mut engine, "ABOUT").starts_with("name="), "started: {started}");
        assert_eq!(asked(&mut engine, "START 15"), "OK");
        engine.say("INFO timeout_turn 1000\nINFO time_left 1000\nINFO max_depth 3");
        assert_eq!(asked(&mut engine, "BEGIN"), "7,7");
    }
}

#[test]
fn time_without_end_is_no_fault_and_ends_with_a_word() {
    for key in ["timeout_turn", "timeout_match", "time_left"] {
        let mut engine = engine(&[]);
        asked(&mut engine, "START 15");
        engine.say(&format!("INFO {key} 9223372036854775807"));
        assert_eq!(asked(&mut engine, "RESTART"), "OK");
        engine.say("TURN 7,7\nYXSTOP");
        assert!(heard(&mut engine).contains(','), "{key}");
    }
}

#[test]
fn a_rule_that_the_stones_cannot_stand_under_holds_from_the_next_game_on() {
    let mut engine = quick();
    asked(&mut engine, "START 15");
    let four = "BOARD\n0,0,2\n1,0,2\n2,0,2\n3,0,2\n0,7,1\n1,7,1\n2,7,1\n3,7,1\nDONE";
    assert_eq!(asked(&mut engine, four), "4,7");
    // The game is over; a rule under which it is not can only be the next one's.
    engine.say("INFO rule 4");
    assert_eq!(asked(&mut engine, "RESTART"), "OK");
    let threes = "YXBOARD\n7,8,1\n7,9,1\n8,7,1\n9,7,1\n0,0,2\n0,14,2\n14,0,2\n14,14,2\nDONE";
    engine.say(threes);
    assert_eq!(asked(&mut engine, "YXSHOWFORBID"), "FORBID 0707.");
    // No rule is below nothing, and a broken one is none.
    engine.say("INFO rule -1\nINFO rule renju");
    assert_eq!(asked(&mut engine, "YXSHOWFORBID"), "FORBID 0707.");
}

#[test]
fn a_game_that_would_go_on_after_a_five_is_refused() {
    const REFUSED: &str = "continuous games are not played";
    let mut engine = quick();
    engine.say("INFO rule 2");
    for start in ["START 15", "RECTSTART 15,15"] {
        assert_eq!(asked(&mut engine, start), format!("ERROR {REFUSED}"));
    }
    engine.say("INFO rule 0");
    assert_eq!(asked(&mut engine, "START 15"), "OK");
    // Once a game is on it is told aside, once, and the game goes on.
    engine.say("INFO rule 3");
    assert_eq!(engine.hear_until(&["\n"]).trim_end(), format!("MESSAGE {REFUSED}"));
    assert!(asked(&mut engine, "BEGIN").contains(','));
    assert_eq!(asked(&mut engine, "RESTART"), format!("ERROR {REFUSED}"));
    engine.say("INFO rule 1");
    assert_eq!(asked(&mut engine, "RESTART"), "OK");
}

/// Plays into a game that takes some thought.
fn think_hard(engine: &mut Running, size: &str) {
    assert_eq!(asked(engine, &format!("START {size}")), "OK");
    engine.say("INFO timeout_turn 800\nINFO time_left 2147483647");
    for board in ["7,7,1\n8,8,2\n8,7,1\n6,7,2\n", "9,9,1\n8,8,2\n7,9,1\n8,6,2\n"] {
        assert!(asked(engine, &format!("BOARD\n{board}DONE")).contains(','));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn all_memory_together_stays_below_what_is_allowed() {
    const ALLOWED: u64 = 350_000_000;
    let mut engine = Running::start(&["engine", "gomocup", "--hash", "1G"], &std::env::temp_dir());
    engine.say(&format!("INFO max_memory {ALLOWED}\nINFO thread_num 256"));
    for size in ["15", "20"] {
        think_hard(&mut engine, size);
        assert_eq!(asked(&mut engine, "RESTART"), "OK");
    }
    let peak = peak(engine.id()).expect("Linux tells");
    assert!((ALLOWED / 2..ALLOWED).contains(&peak), "{peak} bytes");
}

#[test]
#[cfg(target_os = "linux")]
fn no_limit_of_memory_is_what_the_options_gave() {
    let mut engine = Running::start(&["engine", "gomocup", "--hash", "128M"], &std::env::temp_dir());
    engine.say("INFO max_memory 40000000");
    think_hard(&mut engine, "15");
    let limited = peak(engine.id()).expect("Linux tells");
    assert!(limited < 40_000_000, "{limited} bytes");
    engine.say("INFO max_memory 0");
    // It is provided at once, and not while the next turn's clock runs.
    assert!(asked(&mut engine, "ABOUT").starts_with("name="));
    let free = peak(engine.id()).expect("Linux tells");
    assert!(free > 60_000_000, "{free} bytes");
}
