//! A report as one page that needs nothing else: no network, and no script but where games are played
//! through. A board looks as in the browser: both have it from [`drawing`].

mod charts;
pub(crate) mod replay;

use super::Table;
use super::columns::Align;
use crate::drawing;
use crate::exit::Usage;
use crate::whole;
use anyhow::{Context, Result, anyhow};
use askama::Template;
use charts::{Chart, Entry};
use replay::Replay;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use sysinfo::{CpuRefreshKind, RefreshKind, System};

pub(crate) use charts::{Axis, Bar, Scale, Series};

const VERSION: &str = concat!("anyply ", env!("CARGO_PKG_VERSION"));

/// What stands on a page.
#[derive(Template, Debug)]
#[template(path = "page.html")]
pub(crate) struct Page {
    /// In the window's title and above everything.
    pub(crate) title: String,
    /// What was run, with what and where.
    origin: Vec<(&'static str, String)>,
    /// What else there is to be known of that.
    pub(crate) facts: Vec<(&'static str, String)>,
    /// What went wrong; best nothing.
    pub(crate) faults: Vec<String>,
    /// One for each game.
    pub(crate) sections: Vec<Section>,
    /// Games to be played through.
    pub(crate) replays: Vec<Replay>,
    /// Everything that was compared, in full.
    pub(crate) listings: Vec<Listing>,
    style: &'static str,
}

/// The figures of one game.
#[derive(Debug)]
pub(crate) struct Section {
    title: String,
    tables: Vec<Table>,
    charts: Vec<Chart>,
}

/// A text in full, folded away until it is asked for.
#[derive(Debug)]
pub(crate) struct Listing {
    /// What it is called.
    pub(crate) name: String,
    /// The games that it is the same in.
    pub(crate) games: Vec<String>,
    /// One line about it.
    pub(crate) about: String,
    /// The text.
    pub(crate) text: String,
}

impl Page {
    /// An empty page that says which program made it, and where.
    pub(crate) fn new(title: String) -> Self {
        let origin =
            vec![("Command", command_line()), ("Version", VERSION.to_owned()), ("Machine", machine())];
        let facts = Vec::new();
        let style = include_str!("style.css");
        let (faults, sections, replays, listings) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { title, origin, facts, faults, sections, replays, listings, style }
    }

    /// An empty page of figures that a command has found in these games.
    pub(crate) fn of_games<'a>(command: &str, games: impl Iterator<Item = &'a str>) -> Self {
        let mut names: Vec<&str> = Vec::new();
        for name in games {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Self::new(format!("anyply {command}: {}", names.join(", ")))
    }

    /// The same, where the figures were read in files: what found them is not known then, only what made the
    /// page.
    pub(crate) fn of_files(mut self, files: &[PathBuf]) -> Self {
        if !files.is_empty() {
            let command = format!("{} ({VERSION})", command_line());
            self.origin = vec![("Page made by", command), ("Page made on", machine())];
        }
        self
    }

    /// Lists what was compared, in full. What has one name may differ from game to game, and is listed apart
    /// then.
    pub(crate) fn list(&mut self, game: &str, name: &str, about: &str, text: String) {
        let same = |listing: &&mut Listing| {
            (listing.name.as_str(), listing.about.as_str(), &listing.text) == (name, about, &text)
        };
        let (game, name, about) = (game.to_owned(), name.to_owned(), about.to_owned());
        match self.listings.iter_mut().find(same) {
            Some(listing) if listing.games.contains(&game) => {}
            Some(listing) => listing.games.push(game),
            None => self.listings.push(Listing { name, games: vec![game], about, text }),
        }
    }

    /// Lists an evaluator that was read from a file, as a plan has it
    /// [`written`](anyply_framework::lab::written); a built-in one is known by its name.
    pub(crate) fn list_evaluator(&mut self, game: &str, name: &str, written: Option<&str>) {
        if let Some(text) = written {
            self.list(game, name, "evaluator", text.to_owned());
        }
    }

    /// Adds the figures of a game.
    pub(crate) fn add(&mut self, mut section: Section) {
        for (number, chart) in section.charts.iter_mut().enumerate() {
            chart.id = format!("chart-{}-{number}", self.sections.len());
        }
        self.sections.push(section);
    }

    /// The page as HTML.
    pub(crate) fn text(&self) -> Result<String> {
        self.render().context("the page")
    }

    /// Whether a page can be written there, which is better known before hours of work; `out` is where
    /// results are kept.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn check(path: &Path, out: Option<&Path>) -> Result<()> {
        if out.is_some_and(|out| whole::target(out) == whole::target(path)) {
            return Err(Usage::error(format!(
                "'{}' is both --out and --html: expected two files",
                path.display()
            )));
        }
        replaces_no_other(path)?;
        whole::check(path)
    }

    /// Writes the page.
    ///
    /// # Errors
    /// It cannot be written, or there is something else.
    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        replaces_no_other(path)?;
        whole::write(path, self.text()?.as_bytes())
    }
}

// A page takes the place of an earlier page: results, weights and recipes have names, too.
fn replaces_no_other(path: &Path) -> Result<()> {
    let mut first = [0];
    let read = match whole::replaces(path) {
        true => File::open(path).and_then(|mut file| file.read(&mut first)),
        false => Ok(0),
    };
    match read.with_context(|| format!("cannot read '{}'", path.display()))? {
        1 if first != *b"<" => {
            Err(anyhow!("'{}' is there and is no page: it is not replaced", path.display()))
        }
        _ => Ok(()),
    }
}

impl Section {
    /// What was done, in words and in figures.
    pub(crate) const fn new(title: String, tables: Vec<Table>) -> Self {
        Self { title, tables, charts: Vec::new() }
    }

    /// Adds lines over depths or plies, if there are any to be drawn.
    pub(crate) fn lines(&mut self, title: &str, caption: &str, axis: &Axis, series: Vec<Series>) {
        let series: Vec<Series> = series.into_iter().filter(|series| !series.points.is_empty()).collect();
        let Some((drawing, size)) = charts::lines(axis, &series) else { return };
        let told = |series: &Series| {
            let &(x, y) = series.points.last()?;
            Some(format!("{}: {} at {} {x}", series.name, super::compact(y), axis.x))
        };
        let description = series.iter().filter_map(told).collect::<Vec<_>>().join("; ");
        let entry = |(number, series): (usize, Series)| Entry {
            number: number + 1,
            colour: number % charts::COLOURS,
            name: series.name,
        };
        let legend = series.into_iter().enumerate().map(entry).collect();
        self.chart(title, caption, description, (drawing, size), legend);
    }

    /// Adds bars, if there are any to be drawn.
    pub(crate) fn bars(&mut self, title: &str, caption: &str, scale: Scale, bars: &[Bar]) {
        let Some(drawn) = charts::bars(scale, bars) else { return };
        let told = bars.iter().map(|bar| format!("{}: {}", bar.name, bar.label));
        let description = told.collect::<Vec<_>>().join("; ");
        self.chart(title, caption, description, drawn, Vec::new());
    }

    fn chart(
        &mut self,
        title: &str,
        caption: &str,
        description: String,
        (drawing, size): (String, (u32, u32)),
        legend: Vec<Entry>,
    ) {
        let (title, caption) = (title.to_owned(), caption.to_owned());
        self.charts.push(Chart { id: String::new(), title, caption, description, drawing, size, legend });
    }
}

// As a shell would take it.
fn command_line() -> String {
    let word = |word: String| match word.chars().all(|c| c.is_alphanumeric() || "-_./=,:+".contains(c)) {
        true if !word.is_empty() => word,
        _ => format!("'{}'", word.replace('\'', "'\\''")),
    };
    let words = std::env::args_os().skip(1).map(|argument| word(argument.to_string_lossy().into_owned()));
    std::iter::once("anyply".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

fn machine() -> String {
    let system = System::new_with_specifics(RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing()));
    let brand = system.cpus().first().map_or("", |cpu| cpu.brand().trim());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let cores = super::counted(cores as u64, "core");
    let kind = if brand.is_empty() { std::env::consts::ARCH } else { brand };
    let os = System::long_os_version().unwrap_or_else(|| std::env::consts::OS.to_owned());
    format!("{kind}, {cores}, {os}")
}
