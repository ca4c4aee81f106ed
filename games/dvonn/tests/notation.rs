//! Texts that people and programs write, and what they are told when they err.

use anyply_dvonn::formats::numbering::Numbering;
use anyply_dvonn::formats::{drawing, facts};
use anyply_dvonn::{Dvonn, Move, Space, areas};
use anyply_framework::{Game, Marks, Notation, ParseError, Plugin, Side, Situation};

const GAME: Dvonn = Dvonn::full();

const FULL: &str = "\
5  .w1 .w1 .w1 .w1 .b1 .b1 .w1 .b1 .b1
4  .b1 .b1 *d1 .w1 .b1 *d1 .b1 .b1 .w1 *d1
3  .w1 .b1 .w1 .b1 .w1 .w1 .b1 .w1 .w1 .w1 .b1
2  .b1 .b1 .w1 .b1 .b1 .w1 .b1 .w1 .w1 .w1
1  .w1 .b1 .b1 .w1 .b1 .b1 .w1 .w1 .b1
";

/// Three areas, each with a Dvonn.
const AREAS: &str = include_str!("data/areas.txt");

fn read(text: &str) -> Situation<Dvonn> {
    GAME.parse_position(text, Some(Side::White)).unwrap_or_else(|error| panic!("{error}"))
}

/// A board line of this row 1 and nothing else, without the side to move.
fn row_1(cells: &str) -> String {
    let empty = [10, 11, 10, 9].map(|spaces| vec!["-"; spaces].join(","));
    format!("{cells}/{}", empty.join("/"))
}

fn error(result: Result<Situation<Dvonn>, ParseError>) -> String {
    result.expect_err("this is no position").to_string()
}

#[test]
fn the_full_drawing_has_23_white_23_black_and_3_dvonns() {
    let at = read(FULL);
    assert_eq!(at.position.mine().count(), 23);
    assert_eq!(at.position.theirs().count(), 23);
    assert_eq!(at.position.dvonns().count(), 3);
    assert_eq!(drawing::write(&at), FULL);
    assert_eq!(read(&FULL.replace('\n', "  ")), at);
    assert_eq!(read(&facts::write(&at)), at);
    assert!(GAME.position_text(&at).starts_with(".w1,.b1,.b1,.w1,"));
}

#[test]
fn a_board_line_may_be_broken_behind_its_slashes() {
    let at = read(FULL);
    for broken in ["/\n", "/\r\n"] {
        let text = GAME.position_text(&at).replace('/', broken);
        assert_eq!(GAME.parse_position(&text, None), Ok(at));
        // What is wrong in them has its column in the text as it was given.
        for (wrong, found) in [(text.replace(" w", "x w"), ".b1x"), (text.replace(" w", " x"), "x")] {
            let told = GAME.parse_position(&wrong, None).expect_err("it has an x");
            assert!(told.to_string().starts_with(&format!("'{found}' at")), "{told}");
            assert_eq!(Some(told.column()), wrong.find(found));
        }
    }
}

#[test]
fn the_second_drawing_has_areas_of_9_and_11_and_3_stacks() {
    let at = read(AREAS);
    let mut sizes: Vec<u32> = areas(&at.position).iter().map(|area| area.stacks.count()).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [3, 9, 11]);
    assert!(areas(&at.position).iter().all(|area| area.dvonns.count() == 1));
    let told = GAME.tell(&at, "areas", "").unwrap();
    assert!(told.contains("area 1: 9 stacks, 13 pieces; Dvonns: B2;"), "{told}");
    assert_eq!(read(&GAME.position_text(&at)), at);
}

#[test]
fn facts_are_read_in_any_order_with_comments() {
    let text = "% a board\ntabuleiro(2,[(2,b,1,0),(1,w,1,0)]).\n\n tabuleiro( 1 , [ (1,d,1,1) ] ) . % end";
    let at = read(text);
    assert_eq!(GAME.position_text(&at).split(',').take(2).collect::<Vec<_>>(), ["*d1", ".w1"]);
    let twice = "tabuleiro(1,[(1,w,1,0),(1,b,1,0)]).";
    assert_eq!(
        error(GAME.parse_position(twice, Some(Side::White))),
        "'1' at column 25: expected a row of column 1 that was not given before, for example (3,w,1,0)"
    );
    let off = "tabuleiro(11,[(1,w,1,0)]).";
    assert!(error(GAME.parse_position(off, Some(Side::White))).contains("a row of column 11"));
}

#[test]
fn facts_of_height_0_are_empty_spaces_or_wrong() {
    let with =
        |entry: &str| GAME.parse_position(&format!("tabuleiro(1,[(1,d,1,1),{entry}])."), Some(Side::White));
    let empty = read("tabuleiro(1,[(1,d,1,1)]).");
    for entry in ["(3,0,0,0)", "(3,w,0,0)", "(3,B,0,0)", "(3,d,0,0)"] {
        assert_eq!(with(entry), Ok(empty), "{entry}");
    }
    let said = error(with("(3,zz,0,0)"));
    assert!(said.starts_with("'zz' at column 27: expected 0, or a top colour"), "{said}");
    let said = error(with("(3,0,0,1)"));
    assert!(said.starts_with("'1' at column 31: expected 0 where the height is 0"), "{said}");
}

#[test]
fn moves_are_read_in_every_usual_spelling() {
    let at = read(FULL);
    let due = Ok(Move::Step { from: Space::ALL[0], to: Space::ALL[1] });
    for text in ["A1B1", "a1b1", "a1-b1", "A1 - B1", "A1 to B1", "a1 TO b1", "A1 B1", "aebe", "  A1B1 "] {
        assert_eq!(GAME.parse_move(&at, text), due, "{text}");
    }
    let start = GAME.start();
    assert_eq!(GAME.parse_move(&start, "ka"), Ok(Move::Place(Space::ALL[48])));
    let (moves, _) = GAME.parse_moves(&start, "A1B2 c3,D4").unwrap();
    assert_eq!(moves.len(), 4);
    let (moves, _) = GAME.parse_moves(&at, "A1 to B1, K3-J3 b1 d1").unwrap();
    assert_eq!(moves.iter().map(Move::to_string).collect::<Vec<_>>(), ["A1B1", "K3J3", "B1D1"]);
}

#[test]
fn errors_about_moves_say_why() {
    let at = read(FULL);
    let why = |text: &str| GAME.parse_move(&at, text).expect_err("this is no move").to_string();
    assert_eq!(
        why("B1C1"),
        "'B1C1' at column 1: expected a legal move (the stack on B1 is not White's), for example A1B1"
    );
    assert!(why("A1C1").contains("the stack on A1 moves exactly 1 in a straight line"));
    assert!(why("C2C3").contains("C2 is blocked by its six neighbours"));
    assert!(why("D4E4").contains("a lone Dvonn cannot move"));
    assert!(why("pass").contains("one passes only when one cannot move and the other can"));
    let why_at = |at, text: &str| GAME.parse_move(&at, text).expect_err("this is no move").to_string();
    assert!(why_at(read(AREAS), "C5D5").contains("(C5 is empty)"));
    assert!(why_at(read(AREAS), "D2E2").contains("(E2 is empty, and a stack lands only on another)"));
    let high = read(&(row_1("*w11,.w1,-,-,-,-,-,-,-") + " w"));
    assert!(why_at(high, "A1B1").contains("(the stack on A1 is 11 high and never moves)"));
    assert!(why("A1 to J1").starts_with("'J1' at column 7: "), "{}", why("A1 to J1"));
    assert!(why("A1 to J1").contains("(no such space: the rows are A1 to I1, A2 to J2,"));
    assert!(why("A1L1").starts_with("'L1' at column 3: expected a legal move (no such space: "));
    for (text, found) in
        [("A1", "'A1' at column 1"), ("A1B", "'B' at column 3"), ("A1,B1", "',' at column 3")]
    {
        let said = why(text);
        assert!(said.starts_with(found) && said.contains("(no space to land on after A1)"), "{said}");
    }
    for text in ["L1", "Z1", "A6"] {
        let said = GAME.parse_move(&GAME.start(), text).expect_err("no such space").to_string();
        assert!(said.contains("an empty space to place a piece on (no such space: "), "{said}");
    }
    assert!(why("A1B1C1").contains("nothing more after A1B1"));
    assert_eq!(why("").split(':').next(), Some("nothing at column 1"));
    let wrong = GAME.parse_moves(&at, "A1B1 K3Z9").expect_err("Z9 is no space");
    assert_eq!(wrong.column(), 7);
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let refuse = |text: &str| error(GAME.parse_position(text, None));
    let rows = |first: &str| row_1(&format!("{first},-,-,-,-,-,-,-,-"));
    assert!(refuse(&rows("*d1")).contains("the side to move"));
    assert!(refuse(&(rows("*d2") + " w")).contains("a Dvonn on top only alone"));
    assert!(refuse(&(rows(".d1") + " w")).contains("a Dvonn written with its star, for example *d1"));
    assert!(refuse(&(rows("*w1") + " w")).contains("at least 2"));
    assert!(refuse(&(rows(".w50") + " w")).contains("1 to 49"));
    assert!(refuse(&(rows(".w1") + " w")).contains("a stack that holds a Dvonn"));
    assert!(refuse(&(rows("*d1") + " x")).starts_with("'x' at column "));
    assert!(refuse(&(rows("*d1") + " w p")).contains("b, who places next after 1 placements"));
    assert!(refuse(&(rows(".w1") + " b p")).contains("three Dvonns first"));
    assert!(refuse(&(rows("*d1") + " w q")).starts_with("'q' at column "));
    assert!(refuse("hello").contains("a position: a board line"));
    assert!(refuse("\n 1").starts_with("'1' at column 3: expected a position"));
    assert!(refuse(&FULL.replace(".w1 .w1 .w1 .w1", ".w1 .w1 .w1")).contains("the 9 spaces of row 5, not 8"));
    assert!(refuse(FULL).contains("a drawing does not show it"));
    let crowded = FULL.replacen(".b1", ".w1", 1);
    assert!(
        error(GAME.parse_position(&crowded, Some(Side::White))).contains("at most 23 stacks"),
        "24 white"
    );
    let four = row_1("*d1,*d1,*d1,*d1,-,-,-,-,-") + " w";
    assert!(refuse(&four).contains("at most 3 stacks that hold a Dvonn"));
    let fifty = row_1(".w46,*b4,-,-,-,-,-,-,-") + " w";
    assert!(refuse(&fifty).contains("at most 49 pieces in all stacks together"));
    assert!(refuse(&(rows("*w2") + " b p")).contains("single pieces while pieces are still being placed"));
    let full = GAME.position_text(&read(FULL)) + " p";
    assert!(refuse(&full).contains("no 'p' once all 49 pieces are placed"));
}

#[test]
fn other_numberings_are_translated_on_request_only() {
    let boardspace = Numbering::Boardspace;
    assert_eq!(boardspace.translate("j1 k1, J4-K3 pass to").unwrap(), "J2 K3, J5-K5 pass to");
    assert_eq!(boardspace.translate("i2toj2 passJ1I2 k1TOk2").unwrap(), "I2toJ3 passJ2I2 K3TOK4", "glued on");
    assert_eq!(Numbering::LittleGolem.translate("ae").unwrap(), "A1");
    for numbering in [Numbering::Standard, Numbering::LittleGolem, Numbering::Boardspace] {
        for space in Space::ALL {
            assert_eq!(numbering.read(&numbering.write(space)), Ok(space));
        }
    }
    assert!(boardspace.translate("a1 k4").unwrap_err().to_string().starts_with("'k4' at column 4"));
}

#[test]
fn a_drawing_with_row_1_on_top_is_known_by_its_numbers() {
    let other_way_up: Vec<&str> = FULL.lines().rev().collect();
    assert_eq!(GAME.parse_position(&other_way_up.join("\n"), Some(Side::White)), Ok(read(FULL)));
    // Without numbers row 5 is on top.
    let bare = |text: &str| -> String { text.lines().map(|line| format!("{}\n", &line[1..])).collect() };
    assert_eq!(GAME.parse_position(&bare(FULL), Some(Side::White)), Ok(read(FULL)));
}

#[test]
fn the_board_is_drawn_either_way_up() {
    let at = read(AREAS);
    let drawn = GAME.draw(&at, &Marks { last: None, legal: at.moves(&GAME).to_vec() });
    let books = drawn.to_string();
    let mut lines: Vec<&str> = books.lines().collect();
    let legend = lines.pop().expect("what the signs mean");
    lines.reverse();
    lines.push(legend);
    assert!(legend.starts_with("( ) may move") && lines[1].starts_with('1'), "{books}");
    assert_eq!(drawn.turned().to_string().lines().collect::<Vec<_>>(), lines);
}

#[test]
fn the_board_is_drawn_with_marks_and_coordinates() {
    let at = read(AREAS);
    let last = Some(Move::Step { from: Space::new(3, 1).unwrap(), to: Space::new(3, 0).unwrap() });
    let drawn = GAME.draw(&at, &Marks { last, legal: Vec::new() }).to_string();
    assert_eq!(drawn, include_str!("data/drawing.txt"));
    assert_eq!(GAME.counts(&at), "White 16, Black 16");
    assert_eq!(GAME.counts(&GAME.start()), "White 0, Black 0; to place: White 23, Black 23, Dvonns 3");
}

#[test]
fn stacks_of_ten_and_more_are_drawn_beside_each_other() {
    let row_3 = "*w10,*b11,-,-,-,-,-,-,-,-,*d1";
    let [two, four, five] = [10, 10, 9].map(|spaces| vec!["-"; spaces].join(","));
    let at = read(&format!("-,-,-,-,-,-,-,-,-/{two}/{row_3}/{four}/{five} w"));
    let last = Some(Move::Step { from: Space::new(2, 2).unwrap(), to: Space::new(1, 2).unwrap() });
    let drawn = GAME.draw(&at, &Marks { last, legal: at.moves(&GAME).to_vec() }).to_string();
    let due = "3  (*w10)[*b11] [.]    .     .     .     .     .     .     .   {*d1}";
    assert_eq!(drawn.lines().nth(2).map(str::trim_end), Some(due), "{drawn}");
}

#[test]
fn what_cannot_say_that_pieces_are_being_placed_is_not_written_then() {
    let start = GAME.start();
    let at = start.after(&GAME, start.moves(&GAME)[0]);
    for (topic, text) in [("drawing", drawing::write(&at)), ("facts", facts::write(&at))] {
        assert_ne!(GAME.parse_position(&text, Some(at.side)), Ok(at), "it would be read as another game");
        let said = format!("the {topic} cannot say that pieces are still being placed; the board line can");
        assert_eq!(GAME.tell(&at, topic, ""), Err(said));
    }
    let full = read(FULL);
    assert_eq!(GAME.tell(&full, "drawing", ""), Ok(FULL.to_owned()));
    assert_eq!(GAME.tell(&full, "facts", ""), Ok(facts::write(&full)));
}

#[test]
fn stacks_that_hang_on_no_dvonn_are_refused() {
    let torn = "*d1,.w1,-,-,-,-,-,-,.b1/-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,- w";
    let said = error(GAME.parse_position(torn, None));
    assert!(
        said.starts_with("'.b1' at column 21") && said.contains("connected to one that holds a Dvonn"),
        "{said}"
    );
}

#[test]
fn rows_are_numbered_in_order_or_not_at_all() {
    for (from, to) in [("5  .w1", "3  .w1"), ("4  .b1", "1  .b1"), ("1  .w1", "   .w1")] {
        let numbered = FULL.replacen(from, to, 1);
        let said = error(GAME.parse_position(&numbered, Some(Side::White)));
        assert!(said.contains("the rows numbered 5 to 1, or 1 to 5, or not at all"), "{said}");
    }
}

#[test]
fn no_more_than_46_pieces_lie_apart_from_dvonns() {
    let said = error(GAME.parse_position(&(row_1(".w47,*d1,-,-,-,-,-,-,-") + " w"), None));
    assert!(said.starts_with("'.w47'") && said.contains("at most 46 pieces"), "{said}");
    assert!(GAME.parse_position(&(row_1(".w46,*d1,-,-,-,-,-,-,-") + " w"), None).is_ok());
}

#[test]
fn the_command_to_a_mail_server_has_a_legal_move() {
    let game = Dvonn::with_seed(1);
    let at = game.start();
    let mv = game.move_text(at.moves(&game)[0]);
    let mail = |argument: &str| game.tell(&at, "mail", argument);
    let said = format!("dvonn move 12 ann PASSWORD {}", mv.to_lowercase());
    assert_eq!(mail(&format!("12 ann {mv}")), Ok(said.clone()));
    assert_eq!(mail(&format!("12  ann {}#7", mv.to_lowercase())), Ok(said + "#7"));
    for wrong in ["", "12 ann", "12 ann A1B2 C3", "ann 12 A1B2", "12 ann A1B2#x", "12 ann A1B2#"] {
        let error = mail(wrong).unwrap_err();
        assert!(error.contains("expected a board, a name and a move, for example 12 ann "), "{error}");
    }
    assert!(mail("12 ann pass").is_err() && mail("12 ann A1A1").is_err(), "neither is legal");

    let stuck = game.parse_position(&(row_1("-,-,-,-,*b2,*w3,*w3,-,-") + " w"), None);
    let stuck = stuck.expect("Black can move, White cannot");
    assert_eq!(
        game.tell(&stuck, "mail", "3 bob pass#31"),
        Ok("dvonn move 3 bob PASSWORD pass#31".to_owned())
    );
}
