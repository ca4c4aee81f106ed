//! [`DataSet`]: positions with what they are worth, phase by phase, from games that are kept as moves.
//!
//! Positions take far more room than the moves that lead to them, so they are never there all at once: the
//! games are replayed for as many phases as there is memory for.

use super::features::Features;
use super::games::GameLine;
use super::rows::{CHUNK, Chunk, Rows};
use crate::game::{Game, Side, Situation};
use crate::hash;
use crate::lab::runner::{self, InOrder};
use crate::notation::{Notation, ParseError};
use crate::score::Score;
use crate::symmetry::least_image;
use std::ops::{ControlFlow, Range};

/// A game that can be replayed.
#[derive(Clone, Debug)]
pub(super) struct KnownGame<G: Game> {
    start: Situation<G>,
    /// Their [indices](Game::index), which take little room and are found again without reading text.
    moves: Box<[u16]>,
    from: u32,
    values: Box<[(u32, Option<i32>)]>,
    /// What searches saw, from ply `from` on and before results are exact.
    scores: Box<[Option<i32>]>,
    /// How much that counts, per cent.
    by_search: u32,
    held_out: bool,
}

impl<G: Notation> KnownGame<G> {
    /// Reads a line. [`by_search`](super::Recipe::by_search) is the recipe's; nothing is fitted to the
    /// positions of a game that is held out.
    ///
    /// # Errors
    /// [`GameError`] for a move that is not legal there, or values that are not of this game.
    pub(super) fn read(game: &G, line: &GameLine, by_search: u32, held_out: bool) -> Result<Self, GameError> {
        let start =
            line.start.as_deref().map_or_else(|| Ok(game.start()), |text| game.parse_position(text, None))?;
        let (moves, end) = game.parse_moves(&start, &line.moves)?;
        if !agrees(game, line, moves.len(), &end) {
            return Err(GameError::Contradiction);
        }
        let exact = line.exact.map_or(usize::MAX, |exact| exact.saturating_sub(line.from) as usize);
        let index = |mv| u16::try_from(game.index(mv)).expect("indices are below 65,535");
        Ok(Self {
            start,
            moves: moves.into_iter().map(index).collect(),
            from: line.from,
            values: line.values.clone().into(),
            scores: line.scores.iter().copied().take(exact).collect(),
            by_search,
            held_out,
        })
    }
}

// Whether a line can be what came of so many moves that led there.
fn agrees<G: Game>(game: &G, line: &GameLine, plies: usize, end: &Situation<G>) -> bool {
    let from = line.from as usize;
    let result = end.outcome(game).map(|outcome| {
        let black = outcome.score(Side::Black);
        let cents = if G::HAS_MARGIN { black.cents() } else { 100 * black.cmp(&Score::DRAW) as i32 };
        (plies as u32, Some(cents))
    });
    let is_share = |value: Option<i32>| value.is_none_or(|value| (-100..=100).contains(&value));
    let mut figures = line.values.iter().map(|(_, value)| *value).chain(line.scores.iter().copied());
    let last = line.values.last().map_or(0, |(ply, _)| *ply as usize);
    from + line.scores.len() <= plies
        && last <= plies
        && result.is_none_or(|result| line.values.last() == Some(&result))
        && (G::HAS_MARGIN || figures.all(is_share))
}

/// What is wrong with a game that was kept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// It is none by these rules.
    #[error("{0}")]
    Move(#[from] ParseError),
    /// What is said of its positions does not belong to its moves.
    #[error("it contradicts itself: damaged or edited")]
    Contradiction,
}

impl<G: Game> KnownGame<G> {
    /// Whether it is.
    pub(super) const fn is_held_out(&self) -> bool {
        self.held_out
    }

    // What a position is worth to Black that came to `result`, in hundredths.
    fn worth(&self, ply: u32, result: i32) -> f32 {
        let result = result as f32;
        let seen = self.scores.get((ply - self.from) as usize).copied().flatten();
        seen.map_or(result, |seen| result + (seen as f32 - result) * self.by_search as f32 / 100.0)
    }

    /// Every position that something is known of, with its value for the side to move in the game's unit.
    pub(super) fn each(&self, game: &G, mut visit: impl FnMut(&G::Position, f32)) {
        let mut at = self.start;
        let mut values = self.values.iter();
        let mut value = values.next();
        for (ply, &index) in (0..).zip(&self.moves) {
            while value.is_some_and(|(last, _)| *last < ply) {
                value = values.next();
            }
            let Some((_, known)) = value else { return };
            if let Some(black) = known
                && ply >= self.from
            {
                let black = self.worth(ply, *black);
                let own = if at.side == Side::Black { black } else { -black };
                visit(&at.position, own / 100.0);
            }
            let mv = game.decode(&at.position, index.into()).expect("it was legal when it was read");
            at = at.after(game, mv);
        }
    }
}

/// The positions of games.
#[derive(Debug)]
pub(super) struct DataSet<'a, G: Game, F> {
    game: &'a G,
    features: &'a F,
    games: &'a [KnownGame<G>],
    threads: usize,
    phases: Vec<PhaseSize>,
    largest: f32,
}

/// How large a phase is.
#[derive(Clone, Copy, Default, Debug)]
struct PhaseSize {
    positions: u64,
    /// One in [`SAMPLED`], to tell how much room they take.
    sampled: u64,
    /// Bytes of the features of the sampled positions.
    bytes: u64,
}

/// See [`PhaseSize`].
const SAMPLED: u64 = 64;

impl PhaseSize {
    fn add(&mut self, other: Self) {
        self.positions += other.positions;
        self.sampled += other.sampled;
        self.bytes += other.bytes;
    }

    fn sample<G: Game, F: Features<G>>(&mut self, game: &G, features: &F, position: &G::Position) {
        let mut found = Vec::new();
        features.find(game, position, &mut found);
        self.sampled += 1;
        self.bytes += (size_of::<u32>() * (found.len() + 2)) as u64;
    }
}

/// The positions of one phase, each once.
#[derive(Debug)]
pub(super) struct PhaseData<G: Game> {
    /// Those that weights are fitted to.
    pub(super) train: Rows,
    /// Those that they are measured by: of games that are held out, and in no other.
    pub(super) held_out: Rows,
    /// The same, as positions.
    pub(super) positions: Vec<G::Position>,
}

/// A position with its worth to the side to move.
#[derive(Clone, Copy, Debug)]
struct Sample<P> {
    key: u64,
    position: P,
    value: f32,
    held_out: bool,
}

/// So many games are replayed at a time by one thread.
const GAMES: usize = 64;

impl<'a, G: Game, F: Features<G>> DataSet<'a, G, F> {
    /// Counts the positions.
    pub(super) fn new(game: &'a G, features: &'a F, games: &'a [KnownGame<G>], threads: usize) -> Self {
        let phases = vec![PhaseSize::default(); features.phases()];
        let mut set = Self { game, features, games, threads, phases, largest: 0.0 };
        let (mut all, mut largest) = (set.phases.clone(), 0_f32);
        set.in_parallel(
            |games| set.sizes(games),
            |(phases, more)| {
                all.iter_mut().zip(phases).for_each(|(all, more)| all.add(more));
                largest = largest.max(more);
            },
        );
        (set.phases, set.largest) = (all, largest);
        set
    }

    // How large the phases are that some games have, and the largest value.
    fn sizes(&self, games: &[KnownGame<G>]) -> (Vec<PhaseSize>, f32) {
        let (mut phases, mut largest) = (vec![PhaseSize::default(); self.phases.len()], 0_f32);
        for known in games {
            known.each(self.game, |position, value| {
                let phase = &mut phases[self.features.phase(self.game, position)];
                if phase.positions.is_multiple_of(SAMPLED) {
                    phase.sample(self.game, self.features, position);
                }
                phase.positions += 1;
                largest = largest.max(value.abs());
            });
        }
        (phases, largest)
    }

    /// How many positions a phase has in the games, equal ones counted as often as they are there.
    pub(super) fn count(&self, phase: usize) -> u64 {
        self.phases[phase].positions
    }

    /// The largest value of any position, in the game's unit.
    pub(super) const fn largest(&self) -> f32 {
        self.largest
    }

    /// All phases in groups that take at most so many bytes, if one alone does not; the last phase first.
    ///
    /// A position counts twice, as [`Sample`] and as a row: the samples of a group are all there when its
    /// first rows are. In bytes, Othello's take 32 and 216, Dvonn's 96 and some 280, those of Gomoku on 15 x
    /// 15 squares 152 and some 2,000.
    pub(super) fn groups(&self, memory: u64) -> Vec<Range<usize>> {
        let bytes = |phase: usize| {
            let PhaseSize { positions, sampled, bytes } = self.phases[phase];
            positions * (size_of::<Sample<G::Position>>() as u64 + bytes / sampled.max(1))
        };
        let mut groups = Vec::new();
        let mut end = self.phases.len();
        while end > 0 {
            let mut begin = end - 1;
            let mut taken = bytes(begin);
            while begin > 0 && taken + bytes(begin - 1) <= memory {
                begin -= 1;
                taken += bytes(begin);
            }
            groups.push(begin..end);
            end = begin;
        }
        groups
    }

    /// The positions of some phases, which follow one another.
    pub(super) fn phases(&self, wanted: Range<usize>) -> Vec<PhaseData<G>> {
        let (game, features) = (self.game, self.features);
        let collect = |games: &[KnownGame<G>]| {
            let mut samples: Vec<Vec<Sample<G::Position>>> = wanted.clone().map(|_| Vec::new()).collect();
            for known in games {
                known.each(game, |position, value| {
                    let phase = features.phase(game, position);
                    if wanted.contains(&phase) {
                        let (key, _) = least_image(game, position);
                        let held_out = known.held_out;
                        samples[phase - wanted.start].push(Sample {
                            key,
                            position: *position,
                            value,
                            held_out,
                        });
                    }
                });
            }
            samples
        };
        let room = |phase| Vec::with_capacity(self.count(phase) as usize);
        let mut samples: Vec<Vec<Sample<G::Position>>> = wanted.clone().map(room).collect();
        self.in_parallel(collect, |more| {
            samples.iter_mut().zip(more).for_each(|(all, more)| all.extend(more));
        });
        samples.into_iter().map(|samples| self.phase_data(samples)).collect()
    }

    fn phase_data(&self, mut samples: Vec<Sample<G::Position>>) -> PhaseData<G> {
        keep_different(&mut samples);
        let held_out: Vec<_> = samples.extract_if(.., |sample| sample.held_out).collect();
        PhaseData {
            train: self.rows(&samples),
            held_out: self.rows(&held_out),
            positions: held_out.into_iter().map(|sample| sample.position).collect(),
        }
    }

    fn rows(&self, samples: &[Sample<G::Position>]) -> Rows {
        let chunks: Vec<_> = samples.chunks(CHUNK).collect();
        let size = self.features.weights();
        let chunk = |number: usize| {
            let mut chunk = Chunk::default();
            for sample in chunks[number] {
                chunk.push(sample.value, |found| self.features.find(self.game, &sample.position, found));
            }
            assert!(chunk.is_within(size), "features are indices into the tables");
            chunk.shrink();
            chunk
        };
        Rows(ordered(chunks.len(), self.threads, chunk))
    }

    // Takes what comes of some games after another, in their order. Nothing depends on the number of threads.
    fn in_parallel<R: Send>(&self, work: impl Fn(&[KnownGame<G>]) -> R + Sync, take: impl FnMut(R)) {
        let parts: Vec<_> = self.games.chunks(GAMES).collect();
        in_order(parts.len(), self.threads, |number| work(parts[number]), take);
    }
}

/// The results of so many pieces of work, in their order.
pub(super) fn ordered<R: Send>(count: usize, threads: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let mut results = Vec::with_capacity(count);
    in_order(count, threads, work, |result| results.push(result));
    results
}

/// Takes the results of so many pieces of work in their order, each as soon as its turn has come: what is
/// taken need not be there twice.
pub(super) fn in_order<R: Send>(
    count: usize,
    threads: usize,
    work: impl Fn(usize) -> R + Sync,
    mut take: impl FnMut(R),
) {
    let mut order = InOrder::default();
    runner::run(count, threads, work, |number, result| {
        order.insert(number, result).for_each(&mut take);
        ControlFlow::Continue(())
    });
}

// Each position once, with the mean of its values, where they are. One that weights are fitted to is not held
// out, and what it was worth in games that are held out is not looked at.
fn keep_different<P: Copy>(samples: &mut Vec<Sample<P>>) {
    // Stable: the mean is that of the same values in the same order, whoever collected them.
    samples.sort_by_key(|sample| (sample.key, sample.held_out));
    let (mut kept, mut begin) = (0, 0);
    while let Some(&first) = samples.get(begin) {
        let same = samples[begin..].iter().take_while(|sample| sample.key == first.key);
        let alike = same.clone().take_while(|sample| sample.held_out == first.held_out);
        let (sum, count) =
            alike.fold((0.0, 0), |(sum, count), sample| (sum + f64::from(sample.value), count + 1));
        begin += same.count();
        samples[kept] = Sample { value: (sum / f64::from(count)) as f32, ..first };
        kept += 1;
    }
    samples.truncate(kept);
}

/// Whether a game is held out: one in so many, the same ones every time, whatever else there is.
pub(super) fn is_held_out(seed: u64, round: u32, number: u32, one_in: u32) -> bool {
    let game = (u64::from(round) << 32 | u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash::mix(seed ^ game).is_multiple_of(u64::from(one_in.max(1)))
}
