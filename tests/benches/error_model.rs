//! Fits the error model of ProbCut: what shallow searches say about deep ones.
//!
//! `cargo bench -p anyply-tests --bench error_model -- [GAME...] [depth=10] [games=40] [bands=3] [end=20]
//! [best]` prints, for each pair of depths and each band of plies remaining, the line of least squares and
//! the standard deviation about it, then the list for `probcut: (model: ...)`.
//!
//! The searches are `full-sound`, with the candidates and the quiescence of the game's own `best`: without
//! these the wide games are out of reach, and both sides of a forecast are searched with them in play.
//!
//! With `best` they are `best` itself, ProbCut among it, but for its endings: so deep searches cost little,
//! and what is fitted is what a model that is there should say of itself.
//!
//! With `end=20` it fits what shallow searches say about results instead, for `endgame: (model: ...)`: on
//! positions with at most so many plies to go, and more than `depth`, each solved.

use anyply_framework::positions::{Phase, PositionMaker};
use anyply_framework::search::{Forecast, Limits, Preset, Report, SearchConfig, Stop};
use anyply_framework::{Certainty, Engine, EvaluatorSource, Plugin, Resources, Score, Session, Situation};
use anyply_games::{AnyGame, GameVisitor, TextGame};
use anyply_tests::POSITIONS_MADE;
use anyply_tests::benches::{games_and_arguments, value};

#[derive(Clone, Copy)]
struct Settings {
    /// The deepest search; by default what takes a minute or two.
    depth: Option<u32>,
    games: u32,
    bands: usize,
    /// The most plies to go of positions that are solved.
    end: Option<u32>,
    /// Searches with the game's own ProbCut.
    best: bool,
}

fn main() {
    let (games, arguments) = games_and_arguments(&["depth=", "games=", "bands=", "end=", "best"]);
    let settings = Settings {
        depth: value(&arguments, "depth="),
        games: value(&arguments, "games=").unwrap_or(40),
        bands: value(&arguments, "bands=").unwrap_or(3).max(1),
        end: value(&arguments, "end="),
        best: arguments.iter().any(|argument| argument == "best"),
    };
    for name in games {
        AnyGame::open(name, None, None).expect("a known game").accept(Fit(settings));
    }
}

/// Values from here on, in hundredths of a unit, are of games that are decided at sight: few as they are, the
/// squares of their errors would outweigh all others.
const DECIDED: u32 = 1_000_000;

/// A position's values by depth, those that are results left out; and its result, where it was solved.
struct Sample {
    remaining: u32,
    values: Vec<Option<Score>>,
    result: Option<Score>,
}

impl Sample {
    /// The value at a depth beside another value, where neither is decided.
    fn pair(&self, shallow: u32, other: Option<Score>) -> Option<(f64, f64)> {
        let open = |value: Score| value.cents().unsigned_abs() < DECIDED;
        let cents =
            |value: Option<Score>| value.filter(|&value| open(value)).map(|value| f64::from(value.cents()));
        cents(self.values[shallow as usize]).zip(cents(other))
    }
}

struct Fit(Settings);

impl GameVisitor for Fit {
    type Output = ();

    fn visit<G: Plugin>(self, session: &mut Session<G>) {
        let game = session.game();
        let depth = self.0.depth.unwrap_or(G::BENCH_DEPTH.saturating_sub(2)).clamp(3, 60);
        let mut samples = Samples::new(game, depth, self.0);
        for number in 0..self.0.games {
            samples.play(game, number);
        }
        println!("{}: {} positions searched to depth {depth}", G::NAME, samples.found.len());
        let model = match self.0.end {
            Some(_) => fit_ends(&samples.found, depth),
            None => fit(&samples.found, depth, self.0.bands),
        };
        println!("model: [");
        for Forecast { deep, shallow, remaining, slope, offset, sigma } in model {
            println!(
                "  (deep: {deep}, shallow: {shallow}, remaining: {remaining}, slope: {slope}, offset: {offset}, sigma: {sigma}),"
            );
        }
        println!("]");
    }
}

struct Samples<G: Plugin> {
    engine: Box<dyn Engine<G>>,
    solver: Box<dyn Engine<G>>,
    depth: u32,
    end: Option<u32>,
    found: Vec<Sample>,
}

/// The depth at which the games go on from their openings.
const PLAY_DEPTH: u32 = 4;
/// One position in so many plies is taken: the values of neighbours say the same. Odd, so that both sides are
/// asked.
const STRIDE: usize = 3;
/// Fewer pairs of values tell nothing about an error.
const FEWEST: usize = 30;

impl<G: Plugin> Samples<G> {
    fn new(game: &G, depth: u32, Settings { end, best: with_best, .. }: Settings) -> Self {
        let best = G::best().config;
        let sound = Preset::named("full-sound").expect("a preset").config;
        let config = match with_best {
            true => SearchConfig { endings: false, ..best },
            false => SearchConfig { subsets: best.subsets, quiescence: best.quiescence, ..sound },
        };
        let source = EvaluatorSource::BuiltIn(&G::evaluators()[0]);
        let engine = |config| {
            game.engine(&source, config, Resources::default()).expect("a built-in evaluator and memory")
        };
        let solver = engine(G::preset(Preset::SOLVE).expect("every game has it").config);
        Self { engine: engine(config), solver, depth, end, found: Vec::new() }
    }

    /// Plays a game on from an opening of its own, and takes positions on the way.
    fn play(&mut self, game: &G, number: u32) {
        let made = PositionMaker { seed: POSITIONS_MADE.seed + 1, ..POSITIONS_MADE };
        let opening = made.position(game, Phase::Opening, number).expect("memory for a small table");
        let mut at = opening.expect("games that are long enough");
        for ply in number as usize.. {
            let remaining = game.remaining(&at.position);
            let wanted = remaining > self.depth && self.end.is_none_or(|end| remaining <= end);
            if ply % STRIDE == 0 && wanted {
                let sample = self.sample(game, &at);
                self.found.push(sample);
            }
            let limits = Limits { depth: Some(PLAY_DEPTH), ..Limits::default() };
            let report = self.engine.search(&at, &limits, &Stop::default(), &mut ());
            let Some(best) = report.best() else { return };
            at = at.after(game, best);
        }
    }

    fn sample(&mut self, game: &G, at: &Situation<G>) -> Sample {
        let mut values = vec![None; self.depth as usize + 1];
        let mut observer = |report: &Report<G>| {
            let line = &report.lines[0];
            let opinion = line.certainty != Certainty::Exact && line.score.distance().is_none();
            values[report.depth as usize] = opinion.then_some(line.score);
        };
        self.engine.clear();
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        self.engine.search(at, &limits, &Stop::default(), &mut observer);
        let solved = self.end.map(|_| self.solver.search(at, &Limits::default(), &Stop::default(), &mut ()));
        let result = solved.map(|report| report.lines[0].score);
        Sample { remaining: game.remaining(&at.position), values, result }
    }
}

/// The forecasts of results by searches that leave an even number of plies.
fn fit_ends(samples: &[Sample], depth: u32) -> Vec<Forecast> {
    let remaining = samples.iter().map(|sample| sample.remaining as u16).min().unwrap_or(0);
    println!("shallow  slope  offset   sigma  positions");
    let of_depth = |shallow: u32| {
        let even = samples.iter().filter(|sample| (sample.remaining - shallow).is_multiple_of(2));
        let pairs: Vec<_> = even.filter_map(|sample| sample.pair(shallow, sample.result)).collect();
        let (slope, offset, sigma) = regress(&pairs)?;
        println!("{shallow:7}  {slope:5.3} {offset:7.0} {sigma:7.0}  {:9}", pairs.len());
        forecast((0, shallow), remaining, (slope, offset, sigma))
    };
    (1..=depth).filter_map(of_depth).collect()
}

/// The forecast of a fit; nothing, which is told, where the slope is none that a model may have.
fn forecast(
    (deep, shallow): (u32, u32),
    remaining: u16,
    (slope, offset, sigma): (f64, f64, f64),
) -> Option<Forecast> {
    let thousandths = (1000.0 * slope).round();
    if !(100.0..=10_000.0).contains(&thousandths) {
        println!("left out: a slope of {slope:.3} is outside 0.1 to 10, and no model may have it");
        return None;
    }
    Some(Forecast {
        deep: deep as u8,
        shallow: shallow as u8,
        remaining,
        slope: thousandths as u16,
        offset: offset.round() as i32,
        sigma: sigma.round().max(1.0) as u32,
    })
}

/// The forecasts of each deep search by shallow ones of the same parity, a third to two thirds as deep.
fn fit(samples: &[Sample], depth: u32, bands: usize) -> Vec<Forecast> {
    let edges = edges(samples, bands);
    let mut model = Vec::new();
    println!("deep shallow remaining  slope  offset   sigma  positions");
    for deep in 3..=depth {
        for shallow in (deep / 3..=2 * deep / 3).filter(|shallow| *shallow > 0 && shallow % 2 == deep % 2) {
            for (band, &from) in edges.iter().enumerate() {
                let to = edges.get(band + 1).copied().unwrap_or(u32::MAX);
                let pairs: Vec<(f64, f64)> = samples
                    .iter()
                    .filter(|sample| (from..to).contains(&sample.remaining))
                    .filter_map(|sample| sample.pair(shallow, sample.values[deep as usize]))
                    .collect();
                let Some(line @ (slope, offset, sigma)) = regress(&pairs) else { continue };
                println!(
                    "{deep:4} {shallow:7} {from:9}  {slope:5.3} {offset:7.0} {sigma:7.0}  {:9}",
                    pairs.len()
                );
                model.extend(forecast((deep, shallow), from as u16, line));
            }
        }
    }
    model
}

/// Where the bands of plies remaining begin, the lowest at 0: so that each has about as many positions.
fn edges(samples: &[Sample], bands: usize) -> Vec<u32> {
    let mut remaining: Vec<u32> = samples.iter().map(|sample| sample.remaining).collect();
    remaining.sort_unstable();
    let mut edges = vec![0];
    edges.extend((1..bands).filter_map(|band| remaining.get(band * remaining.len() / bands)));
    edges.dedup();
    edges
}

/// The line of least squares, and the standard deviation about it.
fn regress(pairs: &[(f64, f64)]) -> Option<(f64, f64, f64)> {
    let number = pairs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / number;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let spread: f64 = pairs.iter().map(|pair| (pair.0 - x).powi(2)).sum();
    if pairs.len() < FEWEST || spread == 0.0 {
        return None;
    }
    let slope = pairs.iter().map(|pair| (pair.0 - x) * (pair.1 - y)).sum::<f64>() / spread;
    let offset = y - slope * x;
    let errors: f64 = pairs.iter().map(|pair| (pair.1 - slope * pair.0 - offset).powi(2)).sum();
    Some((slope, offset, (errors / (number - 2.0)).sqrt()))
}
