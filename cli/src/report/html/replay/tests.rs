use super::*;
use crate::report::html::Page;
use anyply_framework::Style;
use anyply_games::{AnyGame, TextGame};
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

fn played(game: &mut AnyGame, seed: u64, most: usize) -> Replay {
    let mut random = Pcg64Mcg::new(seed.into());
    let mut moves = Vec::new();
    while moves.len() < most
        && let Some(text) = game.random_move(&mut random)
    {
        game.play_text(&text).unwrap();
        let number = moves.len();
        moves.push(ReplayMove {
            text,
            note: format!("depth {}, {:+.2}, {} ms", 8 + number % 3, number as f64 / 7.0, number * 37 % 1000),
            score: Some(number as f64 / 7.0),
        });
    }
    let variant = game.variant();
    Replay {
        title: "1. alpha - beta".to_owned(),
        result: "alpha wins by 12 discs".to_owned(),
        facts: vec![("Opening".to_owned(), "from the book".to_owned())],
        game: (game.name().to_owned(), variant.name.to_owned(), variant.size),
        start: None,
        moves,
        transcript: Vec::new(),
    }
}

fn read(replays: &[Replay]) -> Value {
    serde_json::from_str(&told(replays).1).unwrap()
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn numbers(text: &str) -> Vec<usize> {
    text.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

// What the script does: the states of all cells at every ply.
fn positions(data: &Value, game: usize) -> Vec<Vec<Value>> {
    let film = &data["games"][game];
    let board = &data["boards"][film["board"].as_u64().unwrap() as usize];
    let mut states = vec![0; board["places"].as_array().unwrap().len()];
    let frames = strings(&film["frames"]).into_iter().map(|frame| {
        for change in frame.split(',') {
            let change = numbers(change);
            for &cell in change.iter().skip(1) {
                states[cell] = change[0];
            }
        }
        states.iter().map(|&state| data["states"][state].clone()).collect()
    });
    frames.collect()
}

// The cells of a drawing without marks: what each has to look like, and what it says.
fn drawn(game: &AnyGame) -> Vec<(&'static str, String)> {
    let mut still = game.fresh();
    still.set_position(&game.position_text(), Some(game.side())).unwrap();
    let drawing = still.draw(false);
    let pieces = drawing.lines().flatten().filter(|(_, style)| *style != Style::Frame);
    let words = pieces.flat_map(|(text, style)| text.split_whitespace().map(move |word| (word, *style)));
    let cells = words.map(|(word, style)| {
        let look = match style {
            Style::Black => "black",
            Style::White => "white",
            Style::Neutral if word.contains(char::is_alphanumeric) => "neutral",
            Style::Neutral => "sign",
            _ => "empty",
        };
        (look, word.to_owned())
    });
    cells.collect()
}

#[test]
fn every_position_of_every_game_is_told_as_it_is_drawn() {
    for mut game in AnyGame::all() {
        let replay = played(&mut game, 7, 120);
        let data = read(std::slice::from_ref(&replay));
        let shown = positions(&data, 0);
        assert_eq!(shown.len(), replay.moves.len() + 1);
        for states in shown.iter().rev() {
            let cells = drawn(&game);
            assert_eq!(states.len(), cells.len());
            for (state, (look, word)) in states.iter().zip(cells) {
                let label = state["label"].as_str().unwrap();
                let shown = match state["look"].as_str().unwrap() {
                    _ if state["refused"] == true => "sign",
                    "gone" => "empty",
                    look => look,
                };
                assert_eq!(shown, look, "{}: {state} {word}", game.name());
                let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
                assert_eq!(digits(label), digits(&word), "{}: {state} {word}", game.name());
                assert!(label.chars().all(|letter| word.contains(letter)), "{state} {word}");
            }
            game.undo();
        }
        assert_eq!(data["games"][0]["fault"], Value::Null);
        assert_eq!(data["games"][0]["sides"].as_str().unwrap().len(), replay.moves.len());
    }
}

#[test]
fn discs_have_no_letters_and_stacks_their_height() {
    let states = |name: &str| {
        let replay = played(&mut AnyGame::open(name, None, None).unwrap(), 5, 80);
        let states = read(&[replay])["states"].take();
        let told = |state: &Value| {
            let text = |part: &str| state[part].as_str().unwrap().to_owned();
            (text("look"), text("label"), state["special"] == true)
        };
        states.as_array().unwrap().iter().map(told).collect::<Vec<_>>()
    };
    let state = |look: &str, label: &str, special| (look.to_owned(), label.to_owned(), special);
    for name in ["othello", "gomoku"] {
        let states = states(name);
        assert!(states.contains(&state("black", "", false)), "{name}: {states:?}");
        assert!(states.contains(&state("white", "", false)), "{name}: {states:?}");
    }
    let states = states("dvonn");
    for state in [state("white", "2", false), state("black", "1", false), state("neutral", "1", true)] {
        assert!(states.contains(&state), "{states:?}");
    }
}

#[test]
fn the_last_move_is_marked_where_it_was_made() {
    let marks = |name: &str, moves: &[&str]| {
        let mut replay = played(&mut AnyGame::open(name, None, None).unwrap(), 1, 0);
        let mv = |text: &&str| ReplayMove { text: (*text).to_owned(), note: String::new(), score: None };
        replay.moves = moves.iter().map(mv).collect();
        strings(&read(&[replay])["games"][0]["marks"])
    };
    assert_eq!(marks("othello", &["f5", "f4"]), ["", "37", "29"]);
    assert_eq!(marks("gomoku", &["a15", "b15"]), ["", "0", "1"]);
    let mut game = AnyGame::open("dvonn", None, None).unwrap();
    let replay = played(&mut game, 1, 50);
    let marks = strings(&read(&[replay])["games"][0]["marks"]);
    assert_eq!(marks.iter().map(|marks| numbers(marks).len()).sum::<usize>(), 49 + 2, "49 placed, one moved");
}

#[test]
fn a_board_is_square_or_lined_or_shifted_with_its_labels_in_line() {
    let board = |name: &str| {
        let replay = played(&mut AnyGame::open(name, None, None).unwrap(), 1, 0);
        let mut board = read(&[replay])["boards"][0].take();
        (board["ground"].take(), board["places"].take(), board["labels"].take())
    };
    let at = |x: i32, y: i32| serde_json::json!({ "x": x, "y": y });
    let label = |text: &str, x, y| serde_json::json!({ "text": text, "at": at(x, y) });
    let (ground, places, labels) = board("othello");
    assert_eq!((ground, &places[0]["at"], &places[63]["at"]), ("squares".into(), &at(0, 0), &at(700, 700)));
    assert_eq!(labels.as_array().unwrap().len(), 16);
    assert_eq!((&labels[0], &labels[8]), (&label("a", 0, -75), &label("1", -75, 0)));
    let (ground, places, labels) = board("gomoku");
    assert_eq!((ground, &places[224]["at"]), ("lines".into(), &at(1400, 1400)));
    assert_eq!(labels.as_array().unwrap().len(), 4 * 15);
    let (ground, places, labels) = board("dvonn");
    assert_eq!((ground, places.as_array().unwrap().len()), ("hexagons".into(), 49));
    assert_eq!((&places[0]["at"], &places[9]["at"]), (&at(100, 0), &at(50, 87)));
    assert_eq!(labels.as_array().unwrap().len(), 5 + 11);
}

#[test]
fn text_from_outside_stays_text() {
    let hostile = "</script><script>alert('1' & \"2\")</script>]]>\u{0}\u{1b}\u{ffff}<!--";
    let mut replay = played(&mut AnyGame::open("othello", None, None).unwrap(), 1, 4);
    replay.title = hostile.to_owned();
    replay.result = hostile.to_owned();
    replay.facts = vec![(hostile.to_owned(), hostile.to_owned())];
    replay.moves[1].note = hostile.to_owned();
    replay.moves[2].text = hostile.to_owned();
    replay.transcript = vec![hostile.to_owned()];
    let mut other = replay.clone();
    other.start = Some(hostile.to_owned());
    let mut unknown = replay.clone();
    unknown.game.0 = hostile.to_owned();
    let mut page = Page::new("games".to_owned());
    page.replays = vec![replay, other, unknown];
    let text = page.render().unwrap();
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(&text, options).unwrap();
    let scripts: Vec<_> = document.descendants().filter(|node| node.has_tag_name("script")).collect();
    assert_eq!((scripts.len(), text.matches("</script").count()), (2, 2));
    let data: Value = serde_json::from_str(scripts[0].text().unwrap()).unwrap();
    let readable = hostile.replace(['\u{0}', '\u{1b}', '\u{ffff}'], "\u{fffd}");
    for place in
        [&data["games"][0]["title"], &data["games"][0]["notes"][1], &data["games"][1]["transcript"][0]]
    {
        assert_eq!(place.as_str(), Some(readable.as_str()));
    }
    let headings: Vec<_> = document.descendants().filter(|node| node.has_tag_name("h3")).collect();
    assert_eq!(headings[0].text(), Some(readable.as_str()));
    // The name of SVG, and what is found on the page itself, are not fetched; nor is there a module to be.
    let text = text.replace("'http://www.w3.org/2000/svg'", "").replace("url(#", "");
    for fetched in
        ["http:", "https:", "url(", "@import", "<link", "<img", "src=", "innerHTML", "\nimport ", "\nexport "]
    {
        assert!(!text.contains(fetched), "{fetched}");
    }
}

#[test]
fn a_game_that_cannot_be_replayed_is_shown_as_far_as_it_goes_and_says_why() {
    let mut broken = played(&mut AnyGame::open("othello", None, None).unwrap(), 1, 9);
    broken.moves[5].text = "z9".to_owned();
    let mut unknown = broken.clone();
    unknown.game.0 = "chess".to_owned();
    let mut astray = broken.clone();
    astray.start = Some("nowhere".to_owned());
    let data = read(&[broken, unknown, astray]);
    let told = |game: usize, what: &str| data["games"][game]["fault"].as_str().unwrap().starts_with(what);
    assert!(told(0, "move 6: 'z9'") && told(1, "unknown game 'chess'") && told(2, "the start position: "));
    assert_eq!(positions(&data, 0).len(), 6);
    for game in [1, 2] {
        assert_eq!(data["games"][game]["board"], Value::Null);
        assert_eq!(data["games"][game]["moves"].as_array().unwrap().len(), 9);
    }
}

#[test]
fn scores_that_are_no_numbers_are_left_out_and_wins_are_kept_within_bounds() {
    let scores = [f64::NAN, f64::INFINITY, -1.234_567].map(short);
    assert_eq!(scores, [None, Some(1e9), Some(-1.23)]);
}

#[test]
fn a_page_without_games_has_no_script() {
    let text = Page::new("none".to_owned()).render().unwrap();
    assert!(!text.contains("<script") && !text.contains("id=\"replay\""));
}

// Of a thousand games of sixty moves, six megabytes.
#[test]
fn a_game_takes_little_room() {
    for name in AnyGame::names() {
        let size = |games: u64| {
            let mut page = Page::new("games".to_owned());
            page.replays = (0..games)
                .map(|seed| played(&mut AnyGame::open(name, None, None).unwrap(), seed, 60))
                .collect();
            page.render().unwrap().len() as u64
        };
        let each = (size(21) - size(1)) / 20;
        assert!(each < 5_900, "{name}: {each} bytes a game");
    }
}
