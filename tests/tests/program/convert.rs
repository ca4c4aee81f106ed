//! `anyply convert`: what is written is read back as the same game, and what is lost is told.

use anyply_framework::Record;
use anyply_games::{AnyGame, TextGame};
use anyply_tests::others::beside;
use anyply_tests::program::{Running, refused, run_in, text, words};
use std::fs;
use std::path::Path;
use std::time::Duration;

fn convert(line: &str, home: &Path) -> (Option<i32>, String) {
    let output = run_in(&words(&format!("convert {line}")), "", home);
    (output.status.code(), text(&output.stderr))
}

/// A game by lot, as far as `plies`, with all that a record may hold.
fn record(game: &mut AnyGame, plies: usize) -> Record {
    let mut random = anyply_tests::random(plies as u64);
    for number in 0..plies {
        let Some(mv) = game.random_move(&mut random) else { break };
        game.play_text(&mv).unwrap();
        game.annotate(Duration::from_millis(10 * number as u64), if number == 3 { "-1.50" } else { "" });
    }
    game.record(["Ann", "Bob"])
}

#[test]
fn every_game_comes_back_from_every_format_that_has_it() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    for mut game in AnyGame::all() {
        let whole = record(&mut game, 500);
        fs::write(at("game.ron"), whole.to_text()).unwrap();
        let mut held = 0;
        for (ending, keeps_all) in [
            ("ron", true),
            ("jsonl", true),
            ("ggf", true),
            ("txt", false),
            ("sgf", false),
            ("wtb", false),
            ("psq", false),
            ("lib", false),
            ("dvonn", false),
            ("golem", false),
            ("boardspace", false),
        ] {
            let variant = game.variant();
            let size = variant.size.map_or_else(String::new, |size| format!(" --size {size}"));
            let there = convert(&format!("game.ron there.{ending} --force"), home.path());
            if there.0 != Some(0) {
                assert!(there.1.starts_with("error: there."), "{}", there.1);
                continue;
            }
            held += 1;
            let which = if ending == "txt" {
                format!(" --game {} --variant {}{size}", game.name(), variant.name)
            } else {
                String::new()
            };
            let back = convert(&format!("there.{ending} back.ron --force{which}"), home.path());
            assert_eq!(back.0, Some(0), "{ending}: {}", back.1);
            let back = Record::from_text("back", &fs::read_to_string(at("back.ron")).unwrap()).unwrap();
            let moves =
                |record: &Record| record.moves.iter().map(|played| played.text.clone()).collect::<Vec<_>>();
            assert_eq!((moves(&back), &back.end), (moves(&whole), &whole.end), "{ending} of {}", game.name());
            assert_eq!(back.variant, whole.variant, "{ending}");
            if keeps_all {
                assert_eq!(back.black, whole.black);
                assert!(!there.1.contains("left out"), "{}", there.1);
            } else {
                assert!(there.1.contains("left out, since "), "{ending}: {}", there.1);
            }
        }
        assert!(held >= 3, "{} {}: {held}", game.name(), game.variant().name);
    }
}

#[test]
fn positions_trees_and_numberings_are_told_apart() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    fs::write(at("two.txt"), "f5d6\n  % two games\nf5f6\n").unwrap();
    fs::write(at("tree.txt"), "h8h9i9\nh8h9g9\n").unwrap();
    fs::write(at("games.txt"), "j1 k1\n").unwrap();
    fs::write(at("cut.lib"), b"\xFFRenLib\xFF\x03\x00\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x78\x80")
        .unwrap();
    for (line, told) in [
        (
            "two.txt two.obf --game othello",
            "left out, since obf has no room for it: moves\n2 games written to two.obf\n",
        ),
        ("two.obf two.jsonl", "2 games written to two.jsonl\n"),
        ("tree.txt tree.lib --game gomoku --variant standard", "2 games written to tree.lib\n"),
        ("tree.lib again.txt", "2 games written to again.txt\n"),
        ("games.txt games.dvonn --from boardspace", "1 game written to games.dvonn\n"),
        ("games.txt x.dvonn --from dvonn", "error: games.txt:1:1: "),
        ("cut.lib x.txt", "error: cut.lib:1:23: "),
    ] {
        let (_, said) = convert(line, home.path());
        assert!(said.starts_with(told), "{line}: {said}");
    }
    let read = |name: &str| fs::read_to_string(at(name)).unwrap();
    assert_eq!(read("again.txt"), read("tree.txt"));
    let position = "---------------------------OX------OXX-----O-------------------- X;";
    assert_eq!(read("two.obf").lines().next(), Some(position));
    assert_eq!(read("games.dvonn"), "Variant: full\nJ2 K3\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_to_without_force() {
    use anyply_tests::program::command;
    use std::io::Write;
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("one.sgf"), "(;GM[2]PB[Ann];B[fe])").unwrap();
    let output = run_in(&words("convert one.sgf /dev/stdout --to ggf"), "", home.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("(;GM[Othello]"), "{}", text(&output.stdout));
    // A file that was opened for it is written to where the one who opened it is, whatever it is called.
    let file = home.path().join("games");
    std::os::unix::fs::symlink("/dev/stdout", home.path().join("link")).unwrap();
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link", "games"] {
        let mut open = fs::File::create(&file).unwrap();
        open.write_all(b"before\n").unwrap();
        let mut converting = command(&words(&format!("convert one.sgf {name} --to ggf")), home.path());
        let output = converting.current_dir(home.path()).stdout(open.try_clone().unwrap()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output.stderr));
        open.write_all(b"after\n").unwrap();
        let all = fs::read_to_string(&file).unwrap();
        assert!(all.starts_with("before\n(;GM[Othello]") && all.ends_with(";)\nafter\n"), "{name}: {all}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_of_games_that_end_in_no_line_end() {
    use anyply_tests::program::command;
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("one.sgf"), "(;GM[2]PB[Ann];B[fe])").unwrap();
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut converting = command(&words("convert one.sgf - --to wthor"), home.path());
    let output = converting.current_dir(home.path()).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("error: "), "{}", text(&output.stderr));
}

#[test]
fn what_is_otherwise_when_it_is_read_back_is_told() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    fs::write(at("one.sgf"), "(;GM[2]PB[Ann [2\\]]PW[Bob];B[fe])").unwrap();
    fs::write(at("plain.sgf"), "(;GM[2]PB[Ann];B[fe])").unwrap();
    fs::write(at("sizes.sgf"), "(;GM[2]PB[Ann];B[fe])(;GM[2]SZ[6]PB[Ann [2\\]];B[ed])").unwrap();
    fs::write(at("rules.sgf"), "(;GM[4]SZ[15];B[hh])(;GM[4]SZ[19];B[hh])").unwrap();
    fs::write(at("psq.sgf"), "(;GM[4]SZ[15]PB[Smith, J.]PW[1,2,3];B[hh])").unwrap();
    fs::write(at("commas.sgf"), "(;GM[4]SZ[15]PB[Smith, J.]PW[Bob];B[hh])").unwrap();
    fs::write(at("unplayed.sgf"), "(;GM[2];B[fe])(;GM[2])").unwrap();
    fs::write(at("games.sgf"), "(;GM[2];B[fe])(;GM[4]SZ[15];B[hh])").unwrap();
    fs::write(at("said.sgf"), "(;GM[4]SZ[15];B[hh]C[one];W[ii]C[\nAnn:\n\n])").unwrap();
    fs::write(at("sounds.sgf"), "(;GM[4]SZ[15];B[hh]C[a\u{8}b])").unwrap();
    fs::write(at("both.sgf"), "(;GM[4]SZ[15];B[hh]C[one];W[ii])(;GM[4]SZ[15];B[hh]C[two];W[jj])").unwrap();
    fs::write(at("thrice.txt"), "h8i9g7\nh8i9\nh8i9g7\n").unwrap();
    let otherwise = "has no room for some of their characters: players";
    for (line, told) in [
        ("one.sgf one.ggf", Some(otherwise)),
        ("one.sgf one.jsonl", None),
        ("sizes.sgf sizes.ggf", Some(otherwise)),
        ("sizes.sgf sizes.jsonl", None),
        ("plain.sgf plain.ggf", None),
        ("psq.sgf one.psq", Some(otherwise)),
        ("commas.sgf commas.psq", None),
        (
            "thrice.txt thrice.lib --game gomoku",
            Some("renlib has no room for some as games of their own: 1 can"),
        ),
        ("thrice.txt thrice.jsonl --game gomoku", None),
        (
            "unplayed.sgf unplayed.txt",
            Some("transcript has no room for games without a move: 1 can be read back"),
        ),
        ("unplayed.sgf unplayed.jsonl", None),
        ("said.sgf said.lib", None),
        ("sounds.sgf sounds.lib", Some("characters, or for several of one move: comments")),
        ("sounds.sgf sounds.jsonl", None),
        ("both.sgf both.lib", Some("characters, or for several of one move: comments")),
        ("both.sgf both.jsonl", None),
        ("rules.sgf rules.jsonl", None),
        ("games.sgf games.jsonl", None),
        ("games.jsonl again.sgf", None),
        ("rules.sgf rules.txt", Some("transcript does not say the variant")),
    ] {
        let (code, said) = convert(line, home.path());
        assert_eq!(code, Some(0), "{line}: {said}");
        assert!(said.contains(told.unwrap_or("")), "{line}: {said}");
        assert_eq!(said.lines().count(), 1 + usize::from(told.is_some()), "{line}: {said}");
    }
}

#[test]
fn the_files_of_others_are_read_whole() {
    let home = tempfile::tempdir().unwrap();
    let (Some(wthor), Some(psq)) = (beside("othello/WTH_2025.wtb"), beside("gomoku/sample.psq")) else {
        return;
    };
    let done = convert(&format!("{} games.txt", wthor.display()), home.path());
    let told = "left out, since a game here has no room for it: dates, numbers of players and tournaments, theoretical results\n\
        2,920 games written to games.txt\n";
    assert_eq!(done, (Some(0), told.to_owned()));
    let done = convert("games.txt again.wtb --game othello", home.path());
    assert_eq!(done.0, Some(0), "{}", done.1);
    let (theirs, ours) = (fs::read(&wthor).unwrap(), fs::read(home.path().join("again.wtb")).unwrap());
    assert_eq!(theirs.len(), ours.len());
    // The moves, and Black's discs of the games that were played to their end.
    for (number, (theirs, ours)) in theirs[16..].chunks(68).zip(ours[16..].chunks(68)).enumerate() {
        assert_eq!(theirs[8..], ours[8..], "game {number}");
    }
    let done = convert(&format!("{} game.ron", psq.display()), home.path());
    assert_eq!(done.0, Some(0), "{}", done.1);
}

#[test]
fn what_cannot_be_converted_is_said_in_one_line_and_nothing_is_written() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    fs::write(at("bad.txt"), "f5d6\n% a comment\nf5a1\n").unwrap();
    fs::write(at("two.txt"), "f5d6\nf5d6c3\n").unwrap();
    fs::write(at("bad.jsonl"), "{\"anyply_record\": 1}\n").unwrap();
    fs::write(at("later.jsonl"), "{\"anyply_record\": 2, \"clock\": 5}\n").unwrap();
    fs::write(at("bad.ron"), "hello").unwrap();
    fs::write(at("bad.sgf"), "(;GM[2];B[fe])(;GM[2];B[aa])").unwrap();
    fs::write(at("there.sgf"), "mine").unwrap();
    fs::write(at("games.sgf"), "(;GM[2];B[fe])(;GM[4]SZ[15];B[hh])").unwrap();
    fs::write(at("empty.txt"), "% nothing\n").unwrap();
    for (line, code, told) in [
        ("nowhere.txt x.sgf --game othello", 1, "cannot read 'nowhere.txt'"),
        ("bad.txt x.sgf", 1, "bad.txt: it does not say which game it is of: name it with --game"),
        ("bad.txt x.sgf --game othello", 1, "bad.txt:3:3: 'a1'"),
        ("two.txt x.ron --game othello", 1, "x.ron: 2 games, and a saved game is one"),
        ("two.txt there.sgf --game othello", 1, "'there.sgf' is there already"),
        ("bad.jsonl x.ron", 1, "bad.jsonl:1:20: missing field"),
        ("later.jsonl x.ron", 1, "later.jsonl:1:1: field anyply_record: '2': expected the version 1"),
        ("two.txt x.psq --game othello", 1, "x.psq: "),
        ("bad.ron x.sgf", 1, "bad.ron:1:1: not a saved game: "),
        ("bad.sgf x.ron", 1, "bad.sgf: game 2: move 1, a1: "),
        ("two.txt x.sgf --game chess", 2, "unknown game 'chess'"),
        ("two.txt x.sgf --from word --game othello", 2, "unknown format 'word'"),
        ("two.txt games --game othello", 2, "'games' does not say its format"),
        ("two.txt", 2, ""),
        ("games.sgf x.txt", 1, "x.txt: games of othello and gomoku, and transcript does not say which"),
        ("empty.txt x.sgf --game othello", 1, "empty.txt: no game in it"),
    ] {
        refused(&format!("convert {line}"), home.path(), code, &[told]);
        assert!(
            ["sgf", "ron", "psq", "txt"].iter().all(|ending| !at(&format!("x.{ending}")).exists()),
            "{line}"
        );
    }
    assert_eq!(fs::read_to_string(at("there.sgf")).unwrap(), "mine");
}

#[test]
fn what_is_asked_for_holds_where_the_file_does_not_say_it_and_is_refused_where_it_does() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    fs::write(at("a.psq"), "Piskvorky 15x15, 7:7, 0\n8,8,0\na\nb\n-1\n").unwrap();
    fs::write(at("a.dvonn"), "H1H2 C1D2 B4B3\n").unwrap();
    fs::write(at("full.dvonn"), "Variant: full\nA1\n").unwrap();
    fs::write(at("a.sgf"), "(;GM[4]SZ[19];B[hh])").unwrap();
    fs::write(at("b.sgf"), "(;GM[4]SZ[15]RU[Renju];B[hh])(;GM[4]SZ[15];B[hh])").unwrap();
    for (line, told) in [
        ("a.psq - --to json --game gomoku --variant renju", "1 game written"),
        (
            "a.psq - --to json --game gomoku --variant renju --size 20",
            "error: a.psq: a board of size '15', not 20",
        ),
        ("a.psq - --to json --game othello", "error: a.psq: psq is for games of gomoku, not of othello"),
        ("a.psq - --to ggf", "error: -: ggf is for games of othello, not of gomoku"),
        ("a.dvonn - --to json --game dvonn --variant random", "1 game written"),
        (
            "full.dvonn - --to json --game dvonn --variant random",
            "error: full.dvonn: a game of the variant 'full'",
        ),
        ("a.sgf - --to json --game gomoku --variant caro", "1 game written"),
        ("a.sgf - --to json --game gomoku --size 15", "error: a.sgf: a board of size '19', not 15"),
        (
            "b.sgf - --to json --game gomoku --variant caro",
            "error: b.sgf: game 1: a game of the variant 'renju'",
        ),
    ] {
        let output = run_in(&words(&format!("convert {line}")), "", home.path());
        let said = text(&output.stderr);
        assert!(said.starts_with(told), "{line}: {said}");
        let wanted = line.split("--variant ").nth(1).filter(|_| output.status.success());
        let written = text(&output.stdout);
        assert!(
            wanted.is_none_or(|variant| written.contains(&format!("\"variant\":\"{variant}\""))),
            "{written}"
        );
    }
}

#[test]
fn what_is_left_out_is_told_whoever_has_no_room_for_it() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    fs::write(at("a.sgf"), "(;GM[2]RE[B+T]C[hello];B[fe])").unwrap();
    let mut game = AnyGame::open("gomoku", None, None).unwrap();
    game.play_moves("h8h9i9").unwrap();
    let swap = Record { opening: Some("swap".to_owned()), ..game.record(["", ""]) };
    fs::write(at("swap.ron"), swap.to_text()).unwrap();
    fs::write(at("cut.txt"), "f5d6c3\n").unwrap();
    fs::write(at("resigned.sgf"), "(;GM[2]RE[W+R];B[fe])").unwrap();
    fs::write(at("word.sgf"), "(;GM[2];B[fe]C[nan];W[df]C[1.5])").unwrap();
    let left_out = |line: &str| convert(line, home.path()).1.lines().next().unwrap_or_default().to_owned();
    assert_eq!(
        left_out("a.sgf a.jsonl"),
        "left out, since a game here has no room for it: comments before the first move, results that the moves do not lead to"
    );
    for ending in ["sgf", "psq", "lib", "txt"] {
        let told = left_out(&format!("swap.ron swap.{ending}"));
        assert!(told.ends_with("openings by swap"), "{ending}: {told}");
    }
    assert_eq!(left_out("swap.ron swap.jsonl"), "1 game written to swap.jsonl");
    for (line, told) in [
        ("cut.txt cut.wtb --game othello", "that games did not end"),
        ("resigned.sgf resigned.wtb", "resignations"),
    ] {
        assert_eq!(left_out(line), format!("left out, since wthor has no room for it: {told}"));
    }
    assert_eq!(left_out("cut.txt cut.sgf --game othello"), "1 game written to cut.sgf");
    assert_eq!(left_out("word.sgf word.ggf"), "left out, since ggf has no room for it: comments");
}

#[test]
fn files_may_begin_with_a_mark_of_their_encoding_or_be_in_latin_1() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    fs::write(at("a.txt"), "\u{feff}f5d6\n").unwrap();
    fs::write(at("b.sgf"), b"(;GM[2]PB[M\xFCller];B[fe])").unwrap();
    for (line, printed) in [("a.txt - --to txt --game othello", "f5d6\n"), ("b.sgf - --to sgf", "PB[Müller]")]
    {
        let output = run_in(&words(&format!("convert {line}")), "", home.path());
        assert!(text(&output.stdout).contains(printed), "{line}: {}", text(&output.stderr));
    }
}

#[test]
fn stdin_and_stdout_are_files_too() {
    let home = tempfile::tempdir().unwrap();
    let line = "convert - - --from transcript --to sgf --game othello";
    let mut converting = Running::start(&words(line), home.path());
    converting.say("f5d6");
    converting.close();
    let (printed, status) = converting.end();
    assert_eq!(status.code(), Some(0));
    assert!(printed.starts_with("(;GM[2]") && printed.contains(";B[fe];W[df])"), "{printed}");
}
