//! Who sits at the table of `play`: other programs, and people with their names.

use anyply_framework::Record;
use anyply_games::{AnyGame, TextGame};
use anyply_tests::program::{ours, run, run_in, text, words};
use std::fs;

#[test]
fn another_program_sits_at_the_table_of_play() {
    let program = format!("cmd:gtp:{}", ours("gtp", "--nodes 100"));
    let arguments = ["play", "othello", "--white", &program];
    let output = run(&arguments, "f5\nundo\nd3\nswap\nsave game.ron\nquit\n");
    let (printed, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!((output.status.code(), said.as_str()), (Some(0), ""));
    assert_eq!(printed.matches("The program plays").count(), 3, "{printed}");
    assert!(
        printed.contains("You are Black, the program") && printed.contains("You are White now"),
        "{printed}"
    );
    let between = [
        "play",
        "dvonn",
        "--black",
        "computer",
        "--white",
        &format!("cmd:codecup:{}", ours("codecup", "--nodes 50")),
        "--nodes",
        "50",
    ];
    assert!(anyply_tests::program::printed(&between).contains("The game is over."));
}

#[cfg(unix)]
#[test]
fn a_program_at_the_table_of_play_is_started_once_and_told_the_limits_that_are_its_own() {
    let home = tempfile::tempdir().unwrap();
    let engine = format!("echo x >> starts; tee told | {}", ours("gomocup", "--hash 1M"));
    let program = format!("cmd:gomocup:sh -c \"{engine}\"");
    let arguments = ["play", "gomoku", "--white", &program, "--depth", "3", "--nodes", "100"];
    let output = run_in(&arguments, "h8\nundo\nh9\nnew\nh8\nquit\n", home.path());
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    let printed = text(&output.stdout);
    assert_eq!(printed.matches("The program plays").count(), 3, "{printed}");
    let read = |name: &str| fs::read_to_string(home.path().join(name)).unwrap();
    let told = read("told");
    assert!(told.contains("INFO max_depth 3\nINFO max_node 100\n"), "{told}");
    // Moves taken back and another game are told to the same process.
    assert_eq!(read("starts"), "x\n");
}

#[test]
fn what_a_program_at_the_table_of_play_is_not_told_is_told_to_the_person() {
    let seat = |protocol: &str| format!("cmd:{protocol}:{}", ours(protocol, "--nodes 100"));
    let play = |protocol: &str, more: &str, input: &str| {
        let program = seat(protocol);
        run(&[&["play", "othello", "--white", &program][..], &words(more)].concat(), input)
    };
    let said = text(&play("nboard", "--time 2s", "f5\nquit\n").stderr);
    let untold = "nboard has no words for this time: it must keep it by itself\n";
    assert_eq!(said, format!("White: {untold}"));
    let output = play("gtp", "--depth 3", "hint\nf5\nquit\n");
    let (printed, said) = (text(&output.stdout), text(&output.stderr));
    assert!(printed.contains("Hint: ") && printed.contains("The program plays"), "{printed}");
    let of_hints = "White: gtp has no words for depth and nodes: hints alone keep to that\n";
    assert_eq!((output.status.code(), said.as_str()), (Some(0), of_hints));
    let nboard = seat("nboard");
    let two = ["play", "othello", "--black", &nboard, "--white", &nboard, "--time", "2s"];
    assert_eq!(text(&run(&two, "").stderr), format!("Black: {untold}White: {untold}"));
    for (protocol, more, problem) in [
        ("gomocup", "", "gomocup is not spoken for 'othello'"),
        ("gtp", "--level 3", "--level: no computer sits at the table, so there is no level"),
    ] {
        let output = play(protocol, more, "");
        assert_eq!(output.status.code(), Some(2), "{protocol} {more}");
        assert!(text(&output.stderr).contains(problem), "{}", text(&output.stderr));
    }
}

#[test]
fn the_strength_of_a_computer_that_has_left_a_saved_game_is_nobodys() {
    let home = tempfile::tempdir().unwrap();
    let play = |arguments: &[&str], input: &str| {
        let output = run_in(&[&["play"], arguments].concat(), input, home.path());
        (output.status.code(), text(&output.stderr))
    };
    let well = (Some(0), String::new());
    assert_eq!(play(&["othello", "--depth", "1"], "f5\nsave computer.ron\nquit\n"), well);
    let program = format!("cmd:gtp:{}", ours("gtp", "--nodes 100"));
    let load = ["--load", "computer.ron", "--white", &program];
    assert_eq!(play(&load, "save program.ron\nquit\n"), well);
    // A file alone starts no program.
    let (code, said) = play(&["--load", "program.ron"], "");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("is another program: say who plays with --white"), "{said}");
}

#[test]
fn a_level_is_the_computers_alone() {
    let people = ["play", "othello", "--black", "human", "--white", "human"];
    let refused = "no computer sits at the table, so there is no level";
    let output = run(&[&people[..], &["--level", "3"]].concat(), "");
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""));
    assert!(text(&output.stderr).contains(refused), "{}", text(&output.stderr));
    let said = text(&run(&people, "level\nlevel 3\nquit\n").stdout);
    assert_eq!(said.matches(refused).count(), 2, "{said}");
}

#[test]
fn people_keep_their_names_in_a_recorded_game() {
    let home = tempfile::tempdir().unwrap();
    let mut game = AnyGame::open("othello", None, None).unwrap();
    game.play_moves("f5d6").unwrap();
    for (file, names) in [("ab.ron", ["Ann", "Bob"]), ("nameless.ron", ["", ""])] {
        fs::write(home.path().join(file), game.record(names).to_text()).unwrap();
    }
    let play = |arguments: &str, input: &str| {
        let output = run_in(&words(&format!("play {arguments}")), input, home.path());
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{arguments}");
        text(&output.stdout)
    };
    let people = "othello --black human --white human";
    for (arguments, input, names) in [
        ("--load ab.ron", "c3", ["Ann", "Bob"]),
        (people, "load ab.ron", ["Ann", "Bob"]),
        ("--load ab.ron", "new\nf5", ["human", "human"]),
        ("--load ab.ron --white computer --depth 1", "swap", ["computer depth 1", "Ann"]),
        // What the loop saved last: nobody is called as the computer whose seat he takes.
        ("--load saved.ron --black human", "undo", ["human", "Ann"]),
    ] {
        play(arguments, &format!("{input}\nsave saved.ron\nquit\n"));
        let saved = fs::read_to_string(home.path().join("saved.ron")).unwrap();
        let record = Record::from_text("saved.ron", &saved).unwrap();
        assert_eq!([record.black, record.white], names, "{arguments}: {input}");
    }
    // As it was loaded it is there already.
    let said = play("--load nameless.ron", "");
    assert!(said.ends_with("go on with: anyply play --load nameless.ron\n"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_board_of_any_number_of_stones_is_told_in_gomocup() {
    // Two by two, and the other way round in every next row: there is no five.
    let stone = |x: usize, y: usize| if (x / 2 + y).is_multiple_of(2) { 'X' } else { 'O' };
    let row = |y| (0..20).map(|x| if y < 19 { stone(x, y) } else { '.' }).collect::<String>();
    let position = (0..20).map(row).collect::<Vec<_>>().join("/");
    // Its pipe is full when the stones come, and it reads on only later: all of them have to wait.
    let fill = "yes | head -c 65536 >&3; exec 3>&-; echo OK; sleep 0.3";
    let answers = format!("case $word in START) {fill};; DONE) echo 0,19;; esac");
    let engine = format!("exec 3>/proc/self/fd/0; while read word rest; do {answers}; done");
    let program = format!("cmd:gomocup:sh -c \"{engine}\"");
    let arguments = ["play", "gomoku", "--size", "20", "--position", &position, "--black", &program];
    let printed = text(&run(&arguments, "quit\n").stdout);
    assert!(printed.contains("The program plays a1 ("), "{printed}");
}
