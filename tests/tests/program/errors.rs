//! What goes wrong: exit code 1 where it could not be done, 2 where it was not understood, and one line that
//! quotes the token.

use anyply_tests::program::{all_refused, refusal, refused, run, run_in, text};
use std::fs;

#[test]
fn values_out_of_range_name_the_range() {
    all_refused(
        2,
        &[
            ("analyze othello --depth 0", &["'0'", "--depth", "1 to 1000"]),
            ("analyze othello --depth -3", &["-3"]),
            ("analyze othello --depth many", &["'many'", "--depth"]),
            ("analyze othello --nodes 0", &["'0'", "--nodes", "1 or more"]),
            ("analyze othello --hash 1", &["'1'", "--hash", "1M to 64G"]),
            ("analyze othello --hash 10T", &["'10T'", "--hash", "1M to 64G"]),
            ("analyze othello --hash lots", &["'lots'", "1M to 64G"]),
            ("analyze othello --threads 0", &["'0'", "--threads", "1 to 256"]),
            ("analyze othello --threads 9999", &["'9999'", "1 to 256"]),
            ("analyze othello --time 0s", &["'0s'", "--time", "1ms to 24h"]),
            ("analyze othello --time soon", &["'soon'", "5s"]),
            ("analyze othello --clock 5m+", &["'5m+'", "5m+2s"]),
            ("analyze othello --level 0", &["'0'", "1 to 12"]),
            ("analyze othello --level 13", &["'13'", "1 to 12"]),
            ("analyze othello --level auto", &["'auto'", "play"]),
            ("analyze othello --lines 0", &["'0'", "1 to 500"]),
            ("perft othello 0", &["'0'", "1 to 100"]),
            ("perft othello x", &["'x'"]),
            ("play othello --black robot", &["'robot'", "human, computer or cmd:"]),
            ("play othello --seed -1", &["-1"]),
            ("play othello --seed=-1", &["'-1'", "--seed", "expected a whole number without a sign"]),
            ("play othello --seed 18446744073709551616", &["'18446744073709551616'", "too large; see"]),
            (
                "analyze othello --nodes 1e6",
                &["'1e6' for '--nodes <N>': expected a whole number without a sign; see"],
            ),
            (
                "analyze othello --nodes=",
                &["'' for '--nodes <N>': expected a whole number without a sign; see"],
            ),
            (
                "moves gomoku --size big",
                &["'big' for '--size <N>': expected a whole number without a sign; see"],
            ),
            ("perft 3 othello", &["'othello' for '<DEPTH>': expected a whole number without a sign; see"]),
            ("moves othello --side green", &["'green'", "black, white"]),
            ("moves othello --color pink", &["'pink'", "always"]),
            ("moves gomoku --size 16", &["16", "15, 19, 20"]),
            ("moves othello --size 8", &["--size", "--variant", "6x6"]),
            ("analyze othello --lines 2 --set method=Minimax", &["--lines", "Minimax", "full-sound"]),
            ("analyze othello --set killers", &["'killers'", "KEY=VALUE"]),
            ("analyze othello --set killers=few", &["killers", "few"]),
        ],
    );
}

#[test]
fn unknown_names_offer_the_nearest_known() {
    all_refused(
        2,
        &[
            ("analyze otello", &["'otello'", "did you mean 'othello'", "gomoku", "dvonn"]),
            ("play dvon", &["'dvon'", "did you mean 'dvonn'"]),
            ("rules chess", &["'chess'", "known: othello, gomoku, dvonn"]),
            ("bench chess", &["'chess'"]),
            ("evaluators chess", &["'chess'"]),
            ("analyze othello --eval discz", &["'discz'", "did you mean 'discs'"]),
            ("evaluators othello discz", &["'discz'", "did you mean 'discs'"]),
            ("evaluators gomoku discs", &["'discs'", "patterns"]),
            ("analyze othello --config bets", &["'bets'", "did you mean 'best'"]),
            ("presets bets", &["'bets'", "did you mean 'best'"]),
            ("presets primadvonna", &["'primadvonna' is one of dvonn's own", "--game dvonn"]),
            ("analyze othello --set killerz=1", &["'killerz'", "did you mean 'killers'"]),
            ("analyze othello --set selectivity=95", &["'selectivity'; did you mean 'endgame.selectivity'?"]),
            ("moves gomoku --variant renjuu", &["'renjuu'", "did you mean 'renju'"]),
            ("moves gomoku --variant xyz", &["'xyz' (known: freestyle, standard, renju, caro)"]),
            ("moves othello --variant 7x7", &["'7x7'", "(known: 8x8, 6x6, 10x10)"]),
            ("moves dvonn --variant 8x8", &["'8x8'", "full", "random"]),
            ("frobnicate", &["'frobnicate'"]),
            ("othello", &["'othello'", "anyply play othello"]),
            ("moves othello --nonsense", &["'--nonsense'"]),
            ("analyze othello --dept 3", &["'--dept'", "--depth"]),
            ("completions tcsh", &["'tcsh'", "bash"]),
        ],
    );
}

#[test]
fn missing_and_contradicting_words_are_named() {
    all_refused(
        2,
        &[
            ("moves", &["<GAME>", "usage: anyply moves "]),
            ("perft othello", &["<DEPTH>", "usage: anyply perft "]),
            ("play", &["which game?", "anyply play othello"]),
            ("play othello --position -", &["--position -"]),
            ("play othello --load a.ron --variant 6x6", &["--load", "--variant"]),
            ("moves othello --file a --position b", &["--file", "--position"]),
            ("moves othello --format record", &["--file"]),
            ("moves othello --areas", &["--areas", "othello"]),
            ("moves othello --side", &["--side"]),
            ("moves gomoku --position h8h9 --side white", &["--side white", "Black's turn"]),
            (
                "analyze othello --eval positional --set endgame.selectivity=95",
                &["positional", "95 %", "endgame.selectivity: 100"],
            ),
            (
                "match othello --player a=solve --player b=best --eval positional --set endgame.selectivity=95 --dry-run",
                &["--player a", "95 %"],
            ),
            ("moves othello extra", &["'extra'", "see: anyply help moves"]),
            ("moves dvonn --size 15", &["has no --size", "--variant: full, random"]),
        ],
    );
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let no_text = std::ffi::OsStr::from_bytes(b"\xff");
        let output = std::process::Command::new(anyply_tests::program::path()).arg(no_text).output();
        refusal(&output.expect("it runs"), 2, "an argument that is no text", &[]);
    }
    let alone = run(&[], "");
    let said = text(&alone.stderr);
    assert_eq!((alone.status.code(), text(&alone.stdout).as_str()), (Some(2), ""));
    assert!(
        said.contains("anyply play othello") && said.lines().last().expect("lines").starts_with("error: "),
        "{said}"
    );
}

#[test]
fn illegal_moves_and_bad_positions_are_quoted_with_their_place() {
    all_refused(
        1,
        &[
            ("moves othello --moves f5f5", &["moves:", "'f5'", "column 3", "d6"]),
            ("moves othello --moves f5,zz", &["'z", "column 4", "for example"]),
            ("moves gomoku --moves h8h8", &["'h8'", "column 3"]),
            ("moves gomoku --moves z99", &["'z99'", "for example"]),
            ("moves dvonn --moves A1A1", &["'A1'", "column 3"]),
            ("moves dvonn --variant random --moves A1K5", &["'A1K5'", "for example"]),
            ("moves othello --position XO", &["position:", "column 3", "64 cells"]),
            ("moves othello --position Q", &["'Q'", "column 1"]),
            ("moves gomoku --position ./.", &["position:", "for example"]),
            ("moves dvonn --position -,-", &["position:", "for example"]),
            ("analyze othello --moves a1", &["'a1'"]),
            ("perft othello 2 --moves a1", &["'a1'"]),
            ("solve othello --moves a1", &["'a1'"]),
            ("play othello --moves a1", &["'a1'"]),
        ],
    );
    let full = format!("{} X", "X".repeat(64));
    let over = run(&["analyze", "othello", "--position", &full], "");
    refusal(&over, 1, "a finished game", &["the game is over"]);
}

#[test]
fn missing_files_are_named() {
    all_refused(
        1,
        &[
            ("moves othello --file no.txt", &["cannot read 'no.txt'"]),
            ("moves othello --file no.sgf", &["cannot read 'no.sgf'"]),
            ("solve othello --file no.obf", &["cannot read 'no.obf'"]),
            ("play --load no.ron", &["cannot read 'no.ron'"]),
            ("analyze othello --eval no.ron", &["cannot read 'no.ron'"]),
            ("analyze othello --config no.ron", &["cannot read 'no.ron'"]),
        ],
    );
}

#[test]
fn a_missing_folder_is_told_in_the_same_words_whatever_is_to_be_written() {
    let home = tempfile::tempdir().expect("a folder");
    let save = "f5\nsave game.ron\nsave no/such/file\nquit\n";
    let played = text(&run_in(&["play", "othello", "--level", "1"], save, home.path()).stdout);
    let why = "cannot write 'no/such/file': there is no folder 'no/such'";
    assert!(played.lines().any(|line| line == why), "{played}");
    for line in [
        "convert game.ron no/such/file --to sgf",
        "compare othello --preset prior --depth 1 --html no/such/file",
        "compare othello --preset prior --depth 1 --out no/such/file",
        "match othello --player a=best --player b=3 --html no/such/file",
        "learn othello --out learned --html no/such/file",
        "learn othello --book --positions 1 --out no/such/file",
    ] {
        assert_eq!(refused(line, home.path(), 1, &[]), format!("error: {why}"), "{line}");
    }
}

#[test]
fn a_page_that_cannot_be_written_is_refused_before_any_work() {
    let home = tempfile::tempdir().expect("a folder");
    for line in [
        "compare othello --preset prior --depth 1 --html .",
        "match othello --player a=best --player b=3 --html .",
        "learn othello --out learned --html .",
    ] {
        assert_eq!(refused(line, home.path(), 1, &[]), "error: cannot write '.': is a directory", "{line}");
    }
    assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 0, "nothing was begun");
}

/// Beside a file, whose name the command line ends with, it is refused with all of these words.
fn refused_with_file(content: impl AsRef<[u8]>, line: &str, said: &[&str]) {
    let home = tempfile::tempdir().expect("a folder");
    let (_, name) = line.rsplit_once(' ').expect("words");
    fs::write(home.path().join(name), content).expect("written");
    refused(line, home.path(), 1, said);
}

#[test]
fn a_mistake_in_settings_is_told_with_line_and_column() {
    let config =
        |content: &str, said: &[&str]| refused_with_file(content, "analyze othello --config c.ron", said);
    config("(\n  table: true,\n  killerz: 2,\n)\n", &["c.ron:3:3: ", "`killerz`", "`killers`"]);
    config("(\n  killers: \"two\",\n)", &["c.ron:2:"]);
    config("", &["c.ron:1:1: "]);
    let line = "analyze othello --eval e.ron";
    refused_with_file("mobility(\n  weights: 1,\n)\n", line, &["e.ron:2:3: ", "`weights`"]);
    refused_with_file("mobilty()", line, &["mobilty"]);
    refused_with_file([0xff, 0xfe], line, &["not text"]);
    let both = "analyze othello --set endgame.selectivity=95 --eval e.ron";
    refused_with_file("discs", both, &["e.ron: its results would not be right in 95 %"]);
}

#[test]
fn a_file_without_positions_is_refused() {
    refused_with_file("% nothing yet\n\n", "solve othello --file e.obf", &["no positions"]);
}

#[test]
fn what_holds_no_positions_to_solve_is_refused_once() {
    let games = "(;GM[Othello]PC[here]\n;)\n".repeat(5);
    refused_with_file(&games, "solve othello --file a.GGF", &["'a.GGF' has games"]);
    refused_with_file(&games, "moves othello --file a.ggf", &["'a.ggf' has games", "convert"]);
    refused_with_file("(;GM[11])", "solve gomoku --file a.sgf", &["'a.sgf' has games"]);
    refused_with_file("(;GM[11])", "compare gomoku --file a.sgf", &["error: 'a.sgf' has games"]);
    refused_with_file([0xff, 0], "compare othello --file a.wtb", &["error: 'a.wtb' has games"]);
    refused_with_file(&games, "play --load a.ggf", &["a.ggf is no saved game"]);
    refused_with_file("(anyply_record: 1, game: x", "play --load a.save", &["a.save:1:25: "]);
    let board = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX\nXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-\n";
    let told = "does not say who is to move: give --side";
    refused_with_file(board, "moves othello --file b.txt", &[told]);
    let told = "error: cannot read 'a': it is not text";
    refused_with_file([0xff, b'\n', 0xff], "solve othello --file a", &[told]);
}

#[test]
fn what_proves_nothing_solves_nothing() {
    let why: &[&str] = &["none for exact results"];
    all_refused(
        2,
        &[
            ("solve othello --config random", why),
            ("solve othello --config greedy", why),
            ("solve gomoku --config prior", why),
            ("solve othello --config mcts", why),
        ],
    );
}

#[test]
fn an_evaluator_of_another_board_is_told_as_such() {
    all_refused(
        2,
        &[
            ("analyze othello --variant 6x6 --eval patterns", &["for 8x8 alone, not for 6x6"]),
            ("analyze othello --variant 6x6 --eval pattern", &["unknown evaluator", "known: positional"]),
        ],
    );
}

#[test]
fn errors_keep_stdout_free_for_json() {
    all_refused(
        1,
        &[
            ("analyze othello --json --moves a1", &[]),
            ("moves othello --json --position XO", &[]),
            ("solve gomoku --json --moves a1a1", &[]),
        ],
    );
}

#[test]
fn a_saved_game_of_another_game_is_refused_alike_wherever_it_is_named() {
    let home = tempfile::tempdir().expect("a folder");
    run_in(&["play", "othello", "--level", "1", "--seed", "1"], "f5\nsave a.ron\nquit\n", home.path());
    for line in ["play gomoku --load a.ron", "analyze gomoku --file a.ron"] {
        let told = "a.ron: a saved game of 'othello', not of gomoku";
        refused(line, home.path(), 1, &[told]);
    }
    refused("play chess --load a.ron", home.path(), 2, &["unknown game 'chess'"]);
}
