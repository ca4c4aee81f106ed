//! What must hold for every text, every position and every evaluator of this game.

use anyply_framework::{
    Claim, Evaluator, EvaluatorSource, EvaluatorVisitor, Game, Marks, MoveList, Notation, Plugin, Side,
    Situation, View,
};
use anyply_gomoku::{Gomoku, NamedSize, Rule, Square};
use proptest::prelude::*;

const RULES: [Rule; 4] = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro];

/// A game of random moves in a square of `area` by `area`, all its situations.
fn random_game<const N: usize>(
    game: &Gomoku<N>,
    area: usize,
    picks: &[u16],
) -> Vec<(Situation<Gomoku<N>>, Square)> {
    let mut at = game.start();
    let mut played = Vec::new();
    for &pick in picks {
        let moves: Vec<Square> =
            at.moves(game).into_iter().filter(|square| square.x() < area && square.y() < area).collect();
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(pick) % moves.len()];
        played.push((at, mv));
        at = at.after(game, mv);
    }
    played
}

fn texts_round_trip<const N: usize>(rule: Rule, area: usize, picks: &[u16]) -> Result<(), TestCaseError> {
    let game = Gomoku::<N>::new(rule);
    let played = random_game(&game, area, picks);
    let mut glued = String::new();
    for &(at, mv) in &played {
        prop_assert_eq!(game.parse_position(&game.position_text(&at), None), Ok(at));
        prop_assert_eq!(game.parse_position(&glued, None), Ok(at));
        prop_assert_eq!(game.parse_move(&at, &game.move_text(mv).to_uppercase()), Ok(mv));
        glued += &game.move_text(mv);
        let after = at.after(&game, mv);
        let text = game.position_text(&after);
        prop_assert_eq!(game.parse_position(&text, None), Ok(after), "{}", text);
        let listed = at.moves(&game);
        let decoded: Vec<Square> =
            (0..N * N + 9).filter_map(|index| game.decode(&at.position, index)).collect();
        prop_assert_eq!(&listed[..], &decoded[..]);
        prop_assert_eq!(game.count_moves(&at.position), listed.len());
        prop_assert!(listed.iter().all(|&mv| game.try_play(&at.position, mv).is_ok()));
        prop_assert!(game.try_play(&after.position, mv).is_err());
    }
    Ok(())
}

/// Holds states kept from move to move against those from scratch, on the way and after moves are taken back.
struct StateLaw<'a, const N: usize> {
    game: Gomoku<N>,
    played: &'a [(Situation<Gomoku<N>>, Square)],
}

impl<const N: usize> EvaluatorVisitor<Gomoku<N>> for StateLaw<'_, N>
where
    Gomoku<N>: NamedSize,
{
    type Output = Result<(), TestCaseError>;

    fn visit<E: Evaluator<Gomoku<N>> + 'static>(self, evaluator: E) -> Self::Output {
        let game = &self.game;
        let same = |kept: &E::State, at: &Situation<Gomoku<N>>| {
            let fresh = evaluator.state(game, &at.position);
            let [kept, fresh] = [kept, &fresh].map(|state| {
                let view = View { game, position: &at.position, state };
                let mut listed = MoveList::<Gomoku<N>>::new();
                let claim = evaluator.generate(view, Claim::Selective, &mut listed);
                let mut priors = vec![0; listed.len()];
                evaluator.order(view, &listed, &mut priors);
                let mut noisy = MoveList::<Gomoku<N>>::new();
                let stand_pat = evaluator.noisy(view, &mut noisy);
                let told = (evaluator.evaluate(view), evaluator.explain(view));
                let hardness = [true, false].map(|wins| evaluator.hardness(view, wins));
                (told, hardness, claim, listed, priors, noisy, stand_pat)
            });
            prop_assert_eq!(&kept, &fresh);
            let legal = at.moves(game);
            prop_assert!(kept.3.iter().chain(&kept.5).all(|mv| legal.contains(mv)));
            prop_assert_eq!(kept.3.is_empty(), legal.is_empty());
            let symmetry = at.position.stones() % Gomoku::<N>::SYMMETRIES;
            let image = game.image(&at.position, symmetry);
            let state = &evaluator.state(game, &image);
            let value = evaluator.evaluate(View { game, position: &image, state });
            prop_assert_eq!(value, kept.0.0, "{} under symmetry {}", game.position_text(at), symmetry);
            Ok(())
        };
        // One state is asked after every move, the other on the way back alone, and after moves that are
        // tried there: what it keeps must not depend on that.
        let mut states = [(); 2].map(|()| evaluator.state(game, &game.start().position));
        for (at, mv) in self.played {
            same(&states[0], at)?;
            let after = at.after(game, *mv);
            states
                .iter_mut()
                .for_each(|state| evaluator.advance(game, state, &at.position, *mv, &after.position));
        }
        for (number, (at, mv)) in self.played.iter().enumerate().rev() {
            let after = at.after(game, *mv);
            states
                .iter_mut()
                .for_each(|state| evaluator.retreat(game, state, &at.position, *mv, &after.position));
            same(&states[0], at)?;
            let moves = at.moves(game);
            let other = moves[number * 7 % moves.len()];
            let after = at.after(game, other);
            evaluator.advance(game, &mut states[1], &at.position, other, &after.position);
            if after.position.winner().is_none() {
                same(&states[1].clone(), &after)?;
            }
            evaluator.retreat(game, &mut states[1], &at.position, other, &after.position);
            if number % 3 == 0 {
                same(&states[1], at)?;
            }
        }
        Ok(())
    }
}

fn states_hold<const N: usize>(rule: Rule, area: usize, picks: &[u16]) -> Result<(), TestCaseError>
where
    Gomoku<N>: NamedSize,
{
    let game = Gomoku::<N>::new(rule);
    let played = random_game(&game, area, picks);
    for info in Gomoku::<N>::evaluators() {
        let law = StateLaw { game, played: &played };
        match game.with_evaluator(&EvaluatorSource::BuiltIn(info), law) {
            Ok(held) => held?,
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn whatever_is_printed_is_read_back(
        rule in 0..4usize, area in 5..15usize, picks in prop::collection::vec(any::<u16>(), 50),
    ) {
        texts_round_trip::<15>(RULES[rule], area, &picks)?;
        texts_round_trip::<20>(RULES[rule], area, &picks[..25])?;
    }

    #[test]
    fn states_kept_from_move_to_move_are_those_from_scratch(
        rule in 0..4usize, area in 5..15usize, picks in prop::collection::vec(any::<u16>(), 40),
    ) {
        states_hold::<15>(RULES[rule], area, &picks)?;
        states_hold::<19>(RULES[rule], area, &picks[..20])?;
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in ".{0,60}", likely in "[a-oA-OxXoO0-9./ *,-]{0,400}", rule in 0..4usize) {
        let game = Gomoku::<15>::new(RULES[rule]);
        for text in [text, likely] {
            for side in [None, Some(Side::Black), Some(Side::White)] {
                let _ = game.parse_position(&text, side).map_err(|error| error.to_string());
            }
            let _ = game.parse_move(&game.start(), &text).map_err(|error| error.to_string());
            let _ = game.parse_moves(&game.start(), &text).map_err(|error| error.to_string());
            let _ = game.tell(&game.start(), &text, &text);
        }
    }

    #[test]
    fn no_board_panics(
        squares in Just((0..225).collect::<Vec<usize>>()).prop_shuffle(), stones in 0..200usize, wrong in 0..4usize, rule in 0..4usize,
    ) {
        let game = Gomoku::<15>::new(RULES[rule]);
        let mut cells = [b'.'; 225];
        squares.iter().take(stones).zip(b"xo".iter().cycle()).for_each(|(&square, &stone)| cells[square] = stone);
        // Now and then one stone too many.
        squares[stones..].iter().take(wrong.saturating_sub(2)).for_each(|&square| cells[square] = b'x');
        let rows: Vec<_> = cells.chunks(15).map(|row| std::str::from_utf8(row).unwrap()).collect();
        if let Ok(at) = game.parse_position(&rows.join("/"), None) {
            prop_assert_eq!(game.parse_position(&game.position_text(&at), None), Ok(at));
            let _ = game.draw(&at, &Marks { last: None, legal: at.moves(&game).to_vec() }).to_string();
            let _ = (game.counts(&at), game.tell(&at, "forbidden", ""), game.tell(&at, "fives", ""));
            prop_assert_eq!(at.moves(&game).is_empty(), game.terminal(&at.position).is_some());
        }
    }
}

#[test]
fn errors_quote_the_token_and_its_column() {
    let game = Gomoku::<15>::new(Rule::Renju);
    let error =
        |text: &str| game.parse_position(text, None).map(|_| ()).expect_err("no position").to_string();
    assert_eq!(error("h8 i9 p3"), "'p3' at column 7: expected a square from a1 to o15, for example g7 or h7");
    assert_eq!(
        error("h8h8"),
        "'h8' at column 3: expected a free square (Black has a stone there), for example g7 or h7"
    );
    assert!(error("f8 a1 g8 a2 h6 a4 h7 a5 h8").contains("a double three"));
    assert!(error("e8 a1 f8 a3 g8 a5 h5 a7 h6 a9 h7 a11 h8").contains("a double four"));
    assert!(error("d8 a1 e8 a3 f8 a5 h8 a7 i8 a9 g8").contains("an overline"));
    assert!(error(".../...").starts_with("'.../...' at column 1: expected 15 rows"));
    let empty = vec![".".repeat(15); 15].join("/");
    assert!(error(&format!("{empty} Q")).starts_with("'Q' at column 241: expected the side to move"));
    assert!(error(&empty.replacen('.', "z", 1)).starts_with("'z' at column 1: expected X for Black"));
    assert_eq!(game.parse_position(&empty, None), Ok(game.start()));
}

#[test]
fn the_rows_of_a_board_may_stand_on_lines_of_their_own() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let at = game.parse_position("h8 i9 a15", None).expect("a position");
    let text = game.position_text(&at);
    for (row, side) in [("\n", "\n"), ("\n", " "), ("/\r\n", "\r\n"), ("/\n  ", " ")] {
        let drawn = text.replace(' ', side).replace('/', row);
        assert_eq!(game.parse_position(&drawn, None), Ok(at), "{drawn:?}");
    }
    let error = |text: &str| game.parse_position(text, None).expect_err("wrong").to_string();
    let drawn = text.replace('/', "\n");
    assert!(error(&drawn.replacen('.', "", 1)).contains("expected row 15 to have 15 cells, not 14"));
    assert!(error(&drawn.replacen("\n", "", 1)).contains("expected 15 rows"));
    for wrong in [drawn.replacen('.', "8", 1), drawn.replacen(".......", "...8...", 9)] {
        assert!(error(&wrong).starts_with("'8' at column "), "{wrong}");
    }
    let column = drawn.rfind('.').expect("free") + 1;
    assert!(
        error(&format!("{}q{}", &drawn[..column - 1], &drawn[column..]))
            .starts_with(&format!("'q' at column {column}:"))
    );
}

#[test]
fn the_board_shows_the_last_move_and_what_is_forbidden() {
    let game = Gomoku::<15>::new(Rule::Renju);
    let at = game.parse_position("f8 a1 g8 a3 h6 a5 h7 a7", None).expect("a position");
    let marks = Marks { last: Some(Square::new(0, 6)), legal: vec![Square::new(7, 8)] };
    let drawing = game.draw(&at, &marks).to_string();
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines[0], "   a b c d e f g h i j k l m n o");
    assert_eq!(lines[7], " 9 . . . . . . . + . . . . . . . 9");
    assert_eq!(lines[8], " 8 . . . . . X X ! . . . . . . . 8");
    assert_eq!(lines[9], " 7(O). . . . . . X . . . . . . . 7");
    assert_eq!(game.tell(&at, "forbidden", ""), Ok("h8: a double three".to_owned()));
}

#[test]
fn fives_are_told_while_the_game_goes_on() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let told = |moves: &str, argument: &str| {
        game.tell(&game.parse_position(moves, None).expect("legal moves"), "fives", argument)
    };
    let four = "h8 a1 i8 a3 j8 a5 k8 a7";
    assert_eq!(told(four, ""), Ok("Black: g8 l8\nWhite: nowhere".to_owned()));
    assert_eq!(told(&format!("{four} g8"), ""), Ok("Black: nowhere\nWhite: nowhere".to_owned()));
    assert_eq!(told(four, "h8"), Err("'h8': expected nothing after 'fives'".to_owned()));
}

#[test]
fn settings_out_of_range_are_refused_with_their_name() {
    struct Nothing;
    impl EvaluatorVisitor<Gomoku<15>> for Nothing {
        type Output = ();
        fn visit<E: Evaluator<Gomoku<15>> + 'static>(self, _: E) {}
    }
    let open = |text: &str| {
        let source = EvaluatorSource::File { path: "mine.ron".into(), text: text.to_owned() };
        Gomoku::<15>::default().with_evaluator(&source, Nothing).map_err(|error| error.to_string())
    };
    assert_eq!(open("sequences(base: 100, further: 10, own: 100, opponent: 80)"), Ok(()));
    assert_eq!(
        open("sequences(base: 100, further: 10, own: 100, opponent: 2000)"),
        Err("mine.ron:1:45: 'opponent: 2000': expected 0 to 1000, for example 0".to_owned())
    );
    let error = open("sequences(base: 100, farther: 10)").expect_err("an unknown field");
    assert!(error.starts_with("mine.ron:1:") && error.contains("farther"), "{error}");
}
