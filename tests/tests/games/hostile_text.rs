//! Whatever people, files and programs send: every parser answers with a value or one line of error.

use anyply_framework::arena::openings;
use anyply_framework::search::SearchConfig;
use anyply_framework::{EngineSettings, EvaluatorSource, ParseError, Plugin, Record, Session, Side};
use anyply_games::{AnyGame, GameVisitor, TextGame};
use proptest::prelude::*;

/// Text of every kind: any characters at all, and the characters that notations are made of.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-kA-K0-9 ,/.*wbdXOxo;:()\\[\\]-]{0,90}",
        "[XO-]{60,68} [XO]",
        "([a-t][0-9]{1,2}[ ,]?){0,12}",
        "(\\.|\\*)[wbd][0-9]{1,3}(,[.*][wbd][0-9]{1,2}){0,12}",
    ]
}

fn one_line(error: &ParseError) {
    let line = error.to_string();
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(line.contains("expected"), "{line}");
}

/// Reads a text as openings: each leads to a game that goes on, or there is one line of error.
struct AsOpenings<'a>(&'a str);

impl GameVisitor for AsOpenings<'_> {
    type Output = ();

    fn visit<G: Plugin>(self, session: &mut Session<G>) {
        match openings::read(session.game(), self.0) {
            Err(error) => {
                assert!(error.line > 0);
                one_line(&error.error);
            }
            Ok(found) => {
                for opening in found {
                    opening.replay(session.game()).expect("what was read is what was printed");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_at_the_prompt_is_a_move_or_one_line(text in text()) {
        for mut game in AnyGame::all() {
            let before = game.position_text();
            match game.play_text(&text) {
                Ok(_) => prop_assert_eq!(game.moves_made().len(), 1),
                Err(error) => {
                    one_line(&error);
                    prop_assert_eq!(game.position_text(), before);
                }
            }
        }
    }

    #[test]
    fn any_text_is_a_transcript_or_one_line(text in text()) {
        for mut game in AnyGame::all() {
            if let Err(error) = game.play_moves(&text) {
                one_line(&error);
                prop_assert!(error.column() <= text.len());
                prop_assert!(game.moves_made().is_empty());
            }
        }
    }

    #[test]
    fn any_text_is_openings_or_one_line(text in prop_oneof![text(), "([+-]?[0-9]{1,2} ?, ?){0,8}[a-o0-9,]?"]) {
        for mut game in AnyGame::all() {
            game.accept(AsOpenings(&text));
        }
    }

    #[test]
    fn any_text_is_a_playable_position_or_one_line(text in text(), side in prop_oneof![Just(None), Just(Some(Side::White))]) {
        for mut game in AnyGame::all() {
            match game.set_position(&text, side) {
                Err(error) => one_line(&error),
                Ok(()) => {
                    let mut random = anyply_tests::random(1);
                    while let Some(mv) = game.random_move(&mut random) {
                        game.play_text(&mv).expect("legal");
                    }
                    prop_assert!(game.outcome().is_some());
                }
            }
        }
    }

    #[test]
    fn any_text_is_a_record_or_one_line(text in any::<String>()) {
        if let Err(error) = Record::from_text("file", &text) {
            prop_assert_eq!(error.to_string().lines().count(), 1);
        }
    }

    #[test]
    fn any_text_is_settings_or_one_line(text in any::<String>()) {
        if let Err(error) = SearchConfig::from_ron("file", &text) {
            prop_assert_eq!(error.to_string().lines().count(), 1);
        }
        for mut game in AnyGame::all() {
            let evaluator = Some(EvaluatorSource::File { path: "file".into(), text: text.clone() });
            let error = game.configure(EngineSettings { evaluator, ..game.default_settings() }).expect_err("nonsense");
            prop_assert_eq!(error.to_string().lines().count(), 1);
        }
    }

    /// The built-in settings with a figure replaced: accepted or refused, but never more than the search can
    /// bear.
    #[test]
    fn any_figure_in_an_evaluator_is_accepted_or_refused(
        figure in prop_oneof![any::<i64>().prop_map(|n| n.to_string()), any::<f64>().prop_map(|n| n.to_string())], place in 0..12usize,
    ) {
        // The evaluators are a game's, not a variant's.
        for mut game in AnyGame::names().into_iter().map(|name| AnyGame::open(name, None, None).expect("a known game")) {
            for info in game.evaluators() {
                let Some(text) = with_figure(info.settings, &figure, place) else { continue };
                let evaluator = Some(EvaluatorSource::File { path: "file".into(), text });
                if game.configure(EngineSettings { evaluator, ..game.default_settings() }).is_ok() {
                    game.restart();
                    let limits = anyply_framework::search::Limits { nodes: Some(60), ..Default::default() };
                    game.search(&limits, &Default::default(), &mut |_| ());
                    game.explain();
                }
            }
        }
    }
}

fn with_figure(settings: &str, figure: &str, place: usize) -> Option<String> {
    let digits = |c: char| c.is_ascii_digit();
    let mut at = 0;
    for _ in 0..=place {
        let rest = &settings[at..];
        // Figures only: not digits in a comment or a name.
        let found = rest
            .char_indices()
            .zip(rest.chars().skip(1))
            .find(|((_, before), c)| " -[(".contains(*before) && digits(*c))?;
        at += found.0.0 + 1;
        let line = settings[..at].rfind('\n').map_or(0, |i| i + 1);
        if settings[line..at].contains("//") {
            return None;
        }
    }
    let end = settings[at..].find(|c: char| !digits(c)).map_or(settings.len(), |i| at + i);
    Some(format!("{}{figure}{}", &settings[..at], &settings[end..]))
}
