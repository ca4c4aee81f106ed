//! `match`, as a person runs it.

use anyply_games::AnyGame;
use anyply_tests::program::{
    Running, all_refused, done_in, games, json, lasting_lines, objects, ours, printed, refusal, refused, run,
    run_in, text, words,
};
use serde_json::Value;

#[test]
fn presets_play_each_other_in_every_game_and_the_last_line_has_the_sums() {
    for game in AnyGame::names() {
        let line = format!("match {game} --player a=full-sound --player b=greedy --nodes 100 --games 4");
        let lines = json(&words(&line));
        let played = games(&lines);
        assert_eq!(played.len(), 4, "{game}");
        let last = lines.last().unwrap();
        let sum: u64 = ["wins", "draws", "losses"].iter().map(|key| last[*key].as_u64().unwrap()).sum();
        assert_eq!((sum, &last["forfeits"], &last["player"]), (4, &0.into(), &"a".into()), "{last}");
        assert!(last["interval"].is_array() && last.get("elo").is_some());
        // Both colours from each opening.
        for pair in played.chunks(2) {
            assert_eq!(pair[0]["opening"], pair[1]["opening"]);
            assert_eq!((&pair[0]["black"], &pair[1]["black"]), (&"a".into(), &"b".into()));
        }
        assert!(played.iter().all(|game| game["by"] == "rules"), "{game}");
    }
}

#[test]
fn the_last_line_has_the_ratings_of_more_than_two_players() {
    let line = "match othello --player a=best --player b=greedy --player c=random --nodes 200 --games 4 --schedule all";
    let last = json(&words(line)).pop().expect("lines");
    let ratings = last["ratings"].as_array().expect("ratings");
    assert!(ratings.iter().map(|rating| &rating["player"]).eq(["a", "b", "c"]), "{last}");
    assert_eq!((&ratings[0]["elo"], &ratings[0]["interval"]), (&last["elo"], &last["interval"]), "{last}");
    let sum: f64 = ratings.iter().map(|rating| rating["elo"].as_f64().expect("a rating")).sum();
    assert!(sum.abs() < 1e-6, "0 is their mean: {last}");
    assert!(last["first_move"]["elo"].is_number() && last["first_move"]["interval"].is_array(), "{last}");
    assert!(last["equal_draws"].as_f64().is_some_and(|share| (0.0..1.0).contains(&share)), "{last}");
    let two = "match othello --player a=best --player b=greedy --nodes 200 --games 4";
    let last = json(&words(two)).pop().expect("lines");
    assert!(["ratings", "first_move", "equal_draws"].iter().all(|field| last.get(field).is_none()), "{last}");
}

#[test]
fn the_first_move_is_worth_something_to_white_where_white_begins() {
    for (game, begins, second) in
        [("othello", "black", "white"), ("dvonn --variant random", "white", "black")]
    {
        let shows = |seed: u32| {
            let line = format!(
                "match {game} --player a=1 --player b=1 --player c=1 --depth 1 --games 12 --schedule all --seed {seed}"
            );
            let mut lines = json(&words(&line));
            let last = lines.pop().expect("lines");
            let won = |side: &str| games(&lines).iter().filter(|game| game["winner"] == side).count();
            // As many with each colour: who won more is worth more.
            let (first, other) = (won(begins), won(second));
            let worth = last["first_move"]["elo"].as_f64().expect("a rating");
            assert!(first == other || (worth > 0.0) == (first > other), "{game}: {first} to {other}, {last}");
            first != other
        };
        assert!((1..=5).any(shows), "nothing to see in {game}");
    }
}

#[test]
fn each_player_has_its_own_limits_evaluator_and_settings() {
    let line = "match othello --player a=best --player b=best --games 2 --nodes 300 --for b:depth=1 --for b:eval=discs --for b:set=killers=0";
    let lines = json(&words(line));
    for game in games(&lines) {
        for mv in game["moves"].as_array().unwrap().iter().step_by(2) {
            let deep = mv["depth"].as_u64().unwrap_or(1);
            assert!(game["black"] == "a" || deep == 1, "{mv}");
        }
    }
    let plan = printed(&words(&format!("{line} --dry-run")));
    assert!(
        plan.contains("patterns, 300 nodes a move") && plan.contains("discs, depth 1 or 300 nodes a move"),
        "{plan}"
    );
    assert!(plan.contains("1 pairing from 1 opening with both colours, 2 games"), "{plan}");
}

#[test]
fn a_player_with_the_usual_settings_has_nothing_of_the_player_named_before() {
    let line = "match othello --player a=best --player b=best --games 2 --for a:eval=discs --dry-run";
    let plan = printed(&words(line));
    assert!(plan.contains("discs, ") && plan.contains("patterns, "), "{plan}");
}

#[test]
fn more_than_two_players_are_rated_and_a_schedule_has_its_pairings() {
    let players = "--player a=full-sound --player b=prior --player c=greedy --nodes 100 --games 4";
    let home = tempfile::tempdir().expect("a folder");
    let table = done_in(&format!("match othello {players} --html page.html"), home.path());
    assert!(table.contains("Ratings, in Elo"), "{table}");
    let last = table.trim_end().lines().last().expect("lines");
    assert!(last.starts_with("The first move is worth ") && last.ends_with(" % of their games"), "{table}");
    let page = std::fs::read_to_string(home.path().join("page.html")).expect("the page");
    assert!(page.contains(last), "{last}");
    assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
    let of = |schedule: &str| {
        let lines = json(&words(&format!("match othello {players} --schedule {schedule}")));
        lines.iter().filter_map(|line| Some(line.get("summary")?["second"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(of("all"), ["b", "c", "c"]);
    assert_eq!(of("first"), ["b", "c"]);
}

#[test]
fn our_own_engine_is_driven_by_every_protocol_it_speaks() {
    for (game, protocol, options, more) in [
        ("othello", "gtp", "", ""),
        ("gomoku", "gtp", "gomoku", ""),
        ("dvonn", "gtp", "dvonn", ""),
        ("othello", "nboard", "", ""),
        ("gomoku", "gomocup", "", ""),
        ("gomoku", "gomocup", "", "--variant renju --random-plies 3"),
        ("dvonn", "line", "", ""),
        ("dvonn", "codecup", "", "--random-plies 0"),
        ("dvonn", "dvonn-agent", "--file {board}", ""),
    ] {
        let program = format!("b=cmd:{protocol}:{}", ours(protocol, &format!("{options} --nodes 200")));
        let mut arguments = words("match --player a=greedy --games 2 --json");
        arguments.insert(1, game);
        arguments.extend(["--player", &program]);
        arguments.extend(words(more));
        let output = run(&arguments, "");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{game} {protocol}: {said}");
        let lines = objects(&text(&output.stdout));
        let played = games(&lines);
        assert_eq!(played.len(), 2);
        for game in played {
            assert_eq!(game["by"], "rules", "{protocol}: {} {}", game["note"], game["transcript"]);
        }
    }
}

#[test]
fn openings_that_are_less_even_than_those_of_the_game_are_told() {
    for (games, told) in [(200, false), (202, true)] {
        let line = format!("match othello --player a=greedy --player b=prior --games {games} --dry-run");
        let said = text(&run(&words(&line), "").stderr);
        assert_eq!(
            said.contains("100 balanced openings come with othello: the other 1 "),
            told,
            "{games}: {said}"
        );
    }
}

#[test]
fn openings_come_from_a_file_and_a_bad_line_is_named() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("good.txt"), "% two\nf5d6c3\n\nf5f6e6f4\n").unwrap();
    std::fs::write(home.path().join("bad.txt"), "% two\nf5d6c3\nf5a1\n").unwrap();
    let line = "match othello --player a=greedy --player b=prior --openings";
    let lines = lasting_lines(&done_in(&format!("{line} good.txt --json"), home.path()));
    let openings: Vec<&Value> = games(&lines).iter().map(|game| &game["opening"]["moves"]).collect();
    assert_eq!(openings.len(), 4);
    assert_eq!(openings[3], &serde_json::json!(["f5", "f6", "e6", "f4"]));
    refused(&format!("{line} bad.txt"), home.path(), 1, &["error: bad.txt:3:3: 'a1'"]);
}

#[test]
fn what_cannot_be_played_is_refused_in_one_line_before_any_game() {
    all_refused(
        2,
        &[
            ("match othello --player a=best", &["two players"]),
            ("match othello --player a=best --player a=greedy", &["two players are called 'a'"]),
            ("match othello --player a=best --player b=bets", &["'best'"]),
            ("match othello --player a=best --player b=13", &["1 to 12"]),
            ("match othello --player a=best --player b=3 --for b:level=5", &["'3' is a level already"]),
            (
                "match othello --player a=best --player b=3 --for b:merge=x",
                &["--for b: unexpected argument '--merge'"],
            ),
            (
                "match othello --player a=best --player b=best --for b:hash=1M --for b:futility=off",
                &[
                    "--for b: unexpected argument '--futility'",
                    "; a search setting is --for b:set=futility=off",
                ],
            ),
            (
                "match othello --player a=best --player b=greedy --for b:null_move.from_depth=3 --for b:killers=0",
                &["'--null_move.from_depth'", "; a search setting is --for b:set=null_move.from_depth=3"],
            ),
            ("match gomoku --player a=best --player b=3 --random-plies 200", &["the games are over"]),
            ("match othello --player best --player b=best", &["NAME=WHO"]),
            ("match othello --player a=best --player b=6 --for c:time=1s", &["unknown player 'c'"]),
            ("match othello --player a=best --player b=6 --for a:depht=3", &["depht"]),
            ("match othello --player a=best --player b=6 --for a:depth=x", &["--for a: invalid value 'x'"]),
            ("match othello --player a=best --player b=6 --jobs 200", &["--share-cores"]),
            ("match othello --player a=best --player b=6 --dry-run --csv", &["--dry-run", "--csv"]),
            ("match othello --player a=best --player b=6 --dry-run --html p", &["--dry-run", "--html"]),
            ("match othello --player a=best --player b=6 --sprt elo0=5,elo1=0", &["elo0"]),
            (
                "match othello --player a=best --player b=6 --player c=3 --sprt elo0=0,elo1=5",
                &["two players"],
            ),
            ("match othello --player a=best --player b=cmd:chess:x", &["cmd:PROTOCOL:COMMAND LINE"]),
            ("match chess --player a=best --player b=6", &["chess"]),
        ],
    );
    for players in [
        "--player a=2 --player b=7",
        "--player a=2 --player b=cmd:gtp:x",
        "--player a=cmd:gtp:x --player b=cmd:gtp:x --for a:time=1s",
    ] {
        let line = format!("match othello {players} --for b:time=1s --level 3");
        all_refused(2, &[(&line, &["'--level' is for presets and files of settings"])]);
    }
    for option in ["--eval discs", "--config best", "--set killers=0", "--hash 8M", "--book nofile"] {
        let line = format!("match othello --player a=cmd:gtp:x --player b=cmd:gtp:x {option}");
        all_refused(2, &[(&line, &["all of these are other programs"])]);
    }
    let page = "match othello --player a=best --player b=3 --html no/such/page.html";
    all_refused(1, &[(page, &["cannot write 'no/such/page.html'"])]);
}

#[test]
fn what_another_program_cannot_play_is_refused_before_any_game() {
    let home = tempfile::tempdir().unwrap();
    let refused = |program: &str, more: &str, code: i32, told: &str| {
        let program = format!("b=cmd:{program}");
        let line = [&["match"], &words(more)[..], &["--player", "a=best", "--player", &program]].concat();
        refusal(&run_in(&line, "", home.path()), code, &line.join(" "), &[told]);
    };
    refused("gtp:/no/such/engine", "othello", 1, "cannot start '/no/such/engine'");
    refused("gtp:'unclosed", "othello", 2, "a quote without its end");
    let gtp = format!("gtp:{}", ours("gtp", ""));
    refused(&gtp, "othello --nodes 100", 2, "knows no depth and no nodes");
    let nboard = format!("nboard:{}", ours("nboard", ""));
    refused(&nboard, "gomoku", 2, "nboard is not spoken for 'gomoku'");
    let codecup = format!("codecup:{}", ours("codecup", ""));
    refused(&codecup, "dvonn", 2, "--random-plies 0");
    let by_lot = "dvonn --variant random --random-plies 0";
    refused(&codecup, by_lot, 2, "codecup cannot set up a position, and");
    refused(&format!("gtp:{}", ours("gtp", "dvonn")), by_lot, 2, "drawn by lot");
    refused("dvonn-agent:agent board.txt", "dvonn", 1, "{board}");
    let placing = "dvonn --random-plies 0 --games 2";
    refused("dvonn-agent:cat {board}", placing, 2, "begin with a full board, as --variant random does");
    let after_d3 = ["-".repeat(19), "X-------XX------XO".to_owned(), "-".repeat(27)].concat();
    std::fs::write(home.path().join("board.txt"), after_d3 + " O\n").unwrap();
    refused(&gtp, "othello --openings board.txt", 2, "cannot set up a position");
}

#[test]
fn games_that_would_be_the_same_again_are_not_played() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("two.txt"), "f5d6c3\nf5f6e6f4\n").unwrap();
    let line = "match othello --player a=greedy --player b=prior --openings two.txt --games 100 --json";
    let output = run_in(&words(&format!("{line} --nodes 50")), "", home.path());
    assert!(text(&output.stderr).contains("only 4 games"), "{}", text(&output.stderr));
    assert_eq!(games(&objects(&text(&output.stdout))).len(), 4);
    let told = |more: &str| {
        let line = words("match othello --random-plies 0 --games 40 --dry-run");
        text(&run_in(&[line, words(more)].concat(), "", home.path()).stderr)
    };
    for same in [
        "a=5 --player b=8",
        "a=greedy --player b=prior",
        "a=5 --player b=6 --player c=1",
        "a=9 --player b=best --depth 3 --time 1s",
    ] {
        let said = told(&format!("--player {same}"));
        assert!(said.contains("so only 2 games"), "{same}: {said}");
    }
    for other in
        ["a=5 --player b=4", "a=5 --player b=9", "a=5 --player b=6 --time 10ms", "a=5 --player b=best"]
    {
        let said = told(&format!("--player {other}"));
        assert!(said.contains("some are played again"), "{other}: {said}");
    }
    for (players, more) in [("a=5 --player b=4", true), ("a=greedy --player b=prior", false)] {
        let line = format!("match othello --random-plies 0 --games 3 --dry-run --player {players}");
        let said = text(&run_in(&words(&line), "", home.path()).stderr);
        assert_eq!(said.contains("--games 3: 4 are played"), more, "{said}");
    }
}

#[test]
fn a_match_that_is_interrupted_says_how_it_stands() {
    let home = tempfile::tempdir().unwrap();
    let line = "match othello --player a=greedy --player b=prior --time 20ms --games 1000 --json";
    let mut running = Running::start(&words(line), home.path());
    running.hear_until(&["\n"]);
    running.signal("INT");
    let (printed, status) = running.end();
    assert_eq!(status.code(), Some(130));
    assert!(printed.lines().last().unwrap().starts_with(r#"{"player":"a""#), "{printed}");
}

#[test]
fn the_page_of_a_match_has_its_tables_charts_and_games() {
    let home = tempfile::tempdir().unwrap();
    let players = "--player a=full-sound --player b=greedy --player '<c>'=prior".replace('\'', "");
    done_in(&format!("match gomoku {players} --nodes 100 --games 4 --html page.html"), home.path());
    let page = std::fs::read_to_string(home.path().join("page.html")).unwrap();
    roxmltree::Document::parse(&page.replacen("<!doctype html>", "", 1).replacen("<!DOCTYPE html>", "", 1))
        .unwrap();
    for told in ["Ratings", "Score by game", "Strength", "12. ", "&#60;c&#62;"] {
        assert!(page.contains(told), "{told}");
    }
    assert!(!page.contains("<c>"));
}
