//! How sure a result is, in the words that commands have for it. JSON lines have the [`Certainty`] itself.

use anyply_framework::Certainty;

/// In a column of its own: `100 %`, `73 %`, `? %` where nobody has counted; nothing of an opinion.
pub(crate) fn column(certainty: Certainty) -> String {
    match certainty {
        Certainty::Exact => "100 %".to_owned(),
        Certainty::Selective(percent) => format!("{percent} %"),
        Certainty::Likely(_) => "? %".to_owned(),
        Certainty::Heuristic => String::new(),
    }
}

/// In a sentence: `certain`, `73 % sure`, `likely`; nothing of an opinion.
pub(crate) fn in_words(certainty: Certainty) -> Option<String> {
    match certainty {
        Certainty::Exact => Some("certain".to_owned()),
        Certainty::Selective(_) => Some(column(certainty) + " sure"),
        Certainty::Likely(_) => Some("likely".to_owned()),
        Certainty::Heuristic => None,
    }
}

/// Beside a depth: `20@73%` where the end of the game is reached and the result only likely, `29@?` where
/// nobody has counted how often it is right; else `12`.
pub(crate) fn beside_depth(plies: u32, certainty: Certainty) -> String {
    match certainty {
        Certainty::Selective(percent) => format!("{plies}@{percent}%"),
        Certainty::Likely(_) => format!("{plies}@?"),
        Certainty::Heuristic | Certainty::Exact => plies.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainty_is_told_wherever_there_is_any() {
        let told = |certainty| {
            (column(certainty), in_words(certainty).unwrap_or_default(), beside_depth(20, certainty))
        };
        let texts = |[a, b, c]: [&str; 3]| (a.to_owned(), b.to_owned(), c.to_owned());
        assert_eq!(told(Certainty::Exact), texts(["100 %", "certain", "20"]));
        assert_eq!(told(Certainty::Selective(73)), texts(["73 %", "73 % sure", "20@73%"]));
        assert_eq!(told(Certainty::Likely(73)), texts(["? %", "likely", "20@?"]));
        assert_eq!(told(Certainty::Heuristic), texts(["", "", "20"]));
    }
}
