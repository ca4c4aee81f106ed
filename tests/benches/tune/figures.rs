//! [`Tuned`]: which figures of a game are tuned, and where they belong.

use anyply_framework::arena::{EngineMind, Mind};
use anyply_framework::search::{Preset, SearchConfig};
use anyply_framework::{Plugin, settings};
use anyply_tests::benches::evaluator;
use anyply_tests::spsa::Figure;
use serde::Deserialize;
use std::fs;
use std::marker::PhantomData;
use std::path::Path;

/// `games/GAME/config/tune.ron`.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tuned<G> {
    /// Positions for a move.
    pub(crate) nodes: u64,
    /// Pairs of games.
    pub(crate) pairs: usize,
    /// See [`Spsa`](anyply_tests::spsa::Spsa).
    pub(crate) rate: f64,
    /// Settings of the search, named as for `--set`.
    search: Vec<Named>,
    /// The evaluator that plays; without a name the default.
    #[serde(default)]
    with: Option<String>,
    /// Figures of it, named by the way to them in its RON.
    #[serde(default)]
    evaluator: Vec<Named>,
    #[serde(skip)]
    game: PhantomData<G>,
}

/// A figure that is tuned.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Named {
    key: String,
    /// See [`Figure`], as for the rest.
    step: f64,
    #[serde(default)]
    least: u32,
}

impl<G: Plugin> Tuned<G> {
    /// From the game's folder.
    ///
    /// # Panics
    /// If that cannot be read.
    pub(crate) fn read() -> Self {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(G::NAME).join("config/tune.ron");
        let text = fs::read_to_string(file).expect("a game that says in its folder what is tuned");
        settings::from_ron("tune.ron", &text).expect("a list of figures")
    }

    /// The figures as they are now.
    pub(crate) fn begin(&self) -> Vec<Figure> {
        let config = serde_json::to_value(best::<G>()).expect("a configuration is a plain structure");
        let text = evaluator::<G>(self.with.clone()).settings;
        let figure = |named: &Named, value| Figure { value, step: named.step, least: named.least };
        let of_search = self.search.iter().map(|named| {
            let at = named.key.split('.').fold(&config, |at, part| &at[part]);
            figure(named, at.as_f64().unwrap_or_else(|| panic!("{} is no figure of the settings", named.key)))
        });
        let of_evaluator = self
            .evaluator
            .iter()
            .map(|named| figure(named, text[place(text, &named.key)].parse().expect("a figure")));
        of_search.chain(of_evaluator).collect()
    }

    /// The nearest whole numbers.
    pub(crate) fn whole(&self, figures: &[Figure]) -> Vec<u32> {
        figures.iter().map(|figure| figure.value.round() as u32).collect()
    }

    /// Says what each figure is.
    pub(crate) fn print(&self, figures: &[u32]) {
        for (named, figure) in self.search.iter().chain(&self.evaluator).zip(figures) {
            println!("{}: {figure}", named.key);
        }
    }

    /// Who plays with these figures.
    pub(crate) fn mind(&self, figures: &[u32]) -> Mind {
        let (of_search, of_evaluator) = figures.split_at(self.search.len());
        let search = self.search.iter().zip(of_search);
        let set: Vec<_> = search.map(|(named, figure)| (named.key.clone(), figure.to_string())).collect();
        let info = evaluator::<G>(self.with.clone());
        let mut text = info.settings.to_owned();
        for (named, figure) in self.evaluator.iter().zip(of_evaluator) {
            text.replace_range(place(&text, &named.key), &figure.to_string());
        }
        Mind::Engine(Box::new(EngineMind {
            config: best::<G>().set_all(&set).expect("figures that go together"),
            evaluator: info.name.to_owned(),
            weights: (!self.evaluator.is_empty()).then_some(text),
            book: None,
            level: None,
            threads: 1,
            hash: 16 << 20,
        }))
    }
}

fn best<G: Plugin>() -> SearchConfig {
    G::preset(Preset::BEST).expect("every game has these settings").config
}

/// Where in the text of an evaluator the figure stands to which `key` leads: `worth.lines.open_two`.
fn place(text: &str, key: &str) -> std::ops::Range<usize> {
    let named = |from: usize, name: &str| {
        let rest = &text[from..];
        let starts =
            |at: &usize| !rest[..*at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
        let at = rest.match_indices(&format!("{name}:")).map(|(at, _)| at).find(starts);
        from + at.unwrap_or_else(|| panic!("the evaluator has no {key}")) + name.len() + 1
    };
    let after = key.split('.').fold(0, named);
    let figure = text[after..].trim_start();
    let from = text.len() - figure.len();
    let digits = figure.find(|next: char| !next.is_ascii_digit()).expect("the end of the structure");
    assert!(digits > 0, "{key} is no figure of the evaluator");
    from..from + digits
}
