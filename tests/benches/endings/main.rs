//! Othello's endings (of the FFO suite, and of the program's own games) and its middle game: what was
//! measured beside the aim.
//!
//! `cargo bench -p anyply-tests --bench endings
//! [-- all 6x6 levels=1000 from=0 left=20 errors=50 eval=NAME data=FOLDER]`.
//! The positions lie beside the repository, in `shared/data/othello`; a suite whose file is missing is
//! skipped. `all` adds those that take minutes, `6x6` the small board from its start, `levels=1000` how often
//! searches that are not exact have the exact result, on so many positions of self-play with that many empty
//! squares, and `errors=50` how far evaluators are from exact results, on so many for each number of empty
//! squares. The exit code is 1 where a result is wrong, or a level is not right as often as it says.

mod games;

use anyply_framework::search::{Limits, Preset, Report, SearchConfig, Stop};
use anyply_framework::{
    Certainty, Engine, EvaluatorInfo, EvaluatorSource, Game, KnownScores, Notation, Plugin, Resources,
    Situation,
};
use anyply_othello::{Eight, NamedShape, Othello, Shape, Six};
use anyply_tests::benches::{arguments, value};
use std::cell::Cell;
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;

const HASH: usize = 128 << 20;
/// The files of the FFO suite, with the number of the position in the first line.
const FILES: [(&str, usize); 3] =
    [("fforum-1-19.obf", 1), ("fforum-20-39.obf", 20), ("fforum-40-59.obf", 40)];

fn main() -> ExitCode {
    let arguments = arguments(&["all", "6x6", "levels=", "from=", "left=", "errors=", "eval=", "data="]);
    let asked = |word: &str| arguments.iter().any(|argument| argument == word);
    let folder = value(&arguments, "data=").unwrap_or_else(beside_the_repository);
    let bench = Bench { folder, evaluator: value(&arguments, "eval="), wrong: Cell::new(0) };
    Row::head();
    bench.endings(1..20, "all of them right");
    bench.endings(20..40, "below 1.6 s");
    let alone = bench.endings(40..50, "below 12.0 s");
    if let Some(alone) = alone {
        bench.two_threads(40..50, alone);
    }
    if asked("all") {
        bench.endings(50..60, "below 300.0 s");
    }
    bench.last_squares(100);
    bench.midgame(21, 12.0);
    if asked("6x6") {
        bench.small_board();
    }
    if let Some(positions) = value::<u32>(&arguments, "levels=") {
        let from = value(&arguments, "from=").unwrap_or(0);
        bench.levels(from..from + positions, value(&arguments, "left=").unwrap_or(games::LEFT));
    }
    if let Some(positions) = value(&arguments, "errors=") {
        bench.errors(positions);
    }
    ExitCode::from(u8::from(bench.wrong.get() > 0))
}

// The folder `shared` beside this repository.
fn beside_the_repository() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "..", "shared", "data", "othello"].iter().collect()
}

/// A position, and what is known of its result.
type Problem<S> = (Situation<Othello<S>>, KnownScores);

/// Where the positions are, and who evaluates.
struct Bench {
    folder: PathBuf,
    evaluator: Option<String>,
    /// How many results and levels were.
    wrong: Cell<usize>,
}

impl Bench {
    /// The positions of a file; none, and a line that says so, if it is not there.
    fn problems(&self, suite: &str, file: &str) -> Option<Vec<Problem<Eight>>> {
        let path = self.folder.join(file);
        match std::fs::read_to_string(&path) {
            Ok(text) => Some(read::<Eight>(&text)),
            Err(error) => {
                println!("{suite:24} skipped: {}: {error}", path.display());
                None
            }
        }
    }

    fn ffo(&self, numbers: &Range<usize>) -> Option<Vec<Problem<Eight>>> {
        let (file, first) = FILES.into_iter().rfind(|(_, first)| *first <= numbers.start).expect("a suite");
        let problems = self.problems(&name(numbers), file)?;
        Some(problems.into_iter().skip(numbers.start - first).take(numbers.len()).collect())
    }

    /// Solves positions of the FFO suite; the seconds they take.
    fn endings(&self, numbers: Range<usize>, asked: &str) -> Option<f64> {
        let problems = self.ffo(&numbers)?;
        let row = self.search::<Eight>(&problems, (&solving(), 1), &Limits::default());
        row.print(&name(&numbers), asked);
        Some(row.seconds)
    }

    /// The same with two threads, beside what one needed.
    fn two_threads(&self, numbers: Range<usize>, alone: f64) {
        let Some(problems) = self.ffo(&numbers) else { return };
        let row = self.search::<Eight>(&problems, (&solving(), 2), &Limits::default());
        let times = alone / row.seconds;
        row.print(&format!("{}, two threads", name(&numbers)), &format!("x1.80 or more, is x{times:.2}"));
    }

    /// Middle games to a fixed depth, as selectively as in play, with one thread and with two.
    fn midgame(&self, depth: u32, seconds: f64) {
        let suite = format!("mid44, {depth} plies");
        let Some(problems) = self.problems(&suite, "mid44.txt") else { return };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let config = Othello::<Eight>::best().config;
        let alone = self.search::<Eight>(&problems, (&config, 1), &limits);
        alone.print(&suite, &format!("below {seconds:.1} s"));
        let row = self.search::<Eight>(&problems, (&config, 2), &limits);
        let times = alone.seconds / row.seconds;
        row.print(&format!("{suite}, two threads"), &format!("x1.80 or more, is x{times:.2}"));
    }

    /// White wins the 6x6 board by four (J. Feinstein, 1993). The images of a position are one near the
    /// start: three of Black's four first moves are then found in the table.
    fn small_board(&self) {
        let game = Othello::<Six>::new();
        let config = SearchConfig { symmetry: 10, ..solving() };
        let problems = read::<Six>(&format!("{}; -4;", game.position_text(&game.start())));
        let row = self.search::<Six>(&problems, (&config, 1), &Limits::default());
        row.print("6x6 from the start", "White wins by 4");
    }

    fn search<S: NamedShape>(
        &self,
        problems: &[Problem<S>],
        (config, threads): (&SearchConfig, usize),
        limits: &Limits,
    ) -> Row {
        let game = Othello::<S>::new();
        let mut engine = self.engine(&game, config, threads);
        engine.prepare();
        let mut row = Row::default();
        for (at, known) in problems {
            engine.clear();
            let report = engine.search(at, limits, &Stop::default(), &mut ());
            row.count(&report, agrees(&game, known, &report));
        }
        self.wrong.update(|wrong| wrong + row.wrong);
        row
    }

    fn engine<G: Plugin>(&self, game: &G, config: &SearchConfig, threads: usize) -> Box<dyn Engine<G>> {
        let named = |info: &&EvaluatorInfo| self.evaluator.as_ref().is_none_or(|name| name == info.name);
        let known: Vec<_> = G::evaluators().iter().map(|info| info.name).collect();
        let info = G::evaluators().iter().find(named);
        let source = EvaluatorSource::BuiltIn(info.unwrap_or_else(|| panic!("eval= one of {known:?}")));
        let resources = Resources { hash: HASH, threads, ..Resources::default() };
        game.engine(&source, config.clone(), resources).expect("a built-in evaluator, and memory")
    }
}

fn read<S: Shape>(text: &str) -> Vec<Problem<S>> {
    let game = Othello::new();
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('%'));
    let read = lines.map(|line| {
        let (position, known) = line.split_once(';').unwrap_or((line, ""));
        let at = game.parse_position(position, None).expect("a position");
        let known = KnownScores::read(&game, &at, known).expect("moves and scores");
        (at, known)
    });
    read.collect()
}

/// Whether the score is the one that is known, and the move one of the best; open where nothing is known.
fn agrees<G: Notation>(game: &G, known: &KnownScores, report: &Report<G>) -> Option<bool> {
    let score = known.best()?;
    let line = &report.lines[0];
    let mv = game.move_text(line.moves[0]);
    let is_best = known.moves.is_empty() || known.moves.contains(&(mv, score));
    Some(line.certainty == Certainty::Exact && i64::from(line.score.cents()) == 100 * score && is_best)
}

fn solving() -> SearchConfig {
    Othello::<Eight>::preset(Preset::SOLVE).expect("every game has it").config
}

// `FFO 40-49`.
fn name(numbers: &Range<usize>) -> String {
    format!("FFO {}-{}", numbers.start, numbers.end - 1)
}

/// One line of the table.
#[derive(Default)]
struct Row {
    positions: usize,
    right: usize,
    wrong: usize,
    nodes: u64,
    /// Those made in straight-line endings.
    finished: u64,
    seconds: f64,
}

impl Row {
    fn head() {
        println!(
            "{:24} {:>9} {:>5} {:>5} {:>14} {:>9} {:>7} {:>8}  asked",
            "suite", "positions", "right", "wrong", "nodes", "seconds", "M/s", "finished"
        );
    }

    fn count<G: Game>(&mut self, report: &Report<G>, right: Option<bool>) {
        self.positions += 1;
        self.right += usize::from(right == Some(true));
        self.wrong += usize::from(right == Some(false));
        self.nodes += report.nodes;
        self.finished += report.counts.finished;
        self.seconds += report.elapsed.as_secs_f64();
    }

    fn print(&self, suite: &str, asked: &str) {
        let Self { positions, right, wrong, nodes, finished, seconds } = *self;
        let (speed, share) = (nodes as f64 / seconds / 1e6, 100.0 * finished as f64 / nodes as f64);
        println!(
            "{suite:24} {positions:9} {right:5} {wrong:5} {nodes:14} {seconds:9.3} {speed:7.1} {share:6.1} %  {asked}"
        );
    }
}
