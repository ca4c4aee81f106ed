//! The generic search beside the crate `minimax`, in one process, on the same rules and the same evaluation.
//!
//! Othello, own minus opponent's discs plus ten times own minus opponent's moves, from four positions of one
//! game. Counted are the positions made, by each search alike.
//! `cargo bench -p anyply-tests --bench against_minimax -- [DEPTH] [alone] [KEY=VALUE ...]` (default 10;
//! `alone` leaves the crate out, and settings change the search).

use anyply_framework::search::{Limits, Preset, Report, Search, SearchConfig, Stop};
use anyply_framework::{Engine, Game, Resources, Situation};
use anyply_othello::{Move, Othello, Position};
use anyply_tests::benches::typed;
use anyply_tests::discs_and_moves::{DiscsAndMoves, after, discs_and_moves};
use minimax::{IterativeOptions, IterativeSearch, Negamax, Replacement, Strategy, Winner};
use std::cell::Cell;
use std::time::Instant;

const PLIES: [usize; 4] = [0, 12, 24, 36];
const HASH: usize = 64 << 20;
const REPEATS: usize = 3;

thread_local! {
    static MADE: Cell<u64> = const { Cell::new(0) };
}

struct TheirRules;

impl minimax::Game for TheirRules {
    type S = Position;
    type M = TheirMove;

    fn generate_moves(position: &Position, moves: &mut Vec<TheirMove>) -> Option<Winner> {
        let list = Othello::new().moves(position);
        moves.extend(list.iter().map(|&mv| TheirMove(mv)));
        if list.is_empty() { Self::get_winner(position) } else { None }
    }

    fn apply(position: &mut Position, mv: TheirMove) -> Option<Position> {
        MADE.set(MADE.get() + 1);
        let mut child = *position;
        Othello::new().play(&mut child, mv.0);
        Some(child)
    }

    fn get_winner(position: &Position) -> Option<Winner> {
        Othello::new().terminal(position).map(|score| match score.cents() {
            0 => Winner::Draw,
            1.. => Winner::PlayerToMove,
            _ => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(position: &Position) -> u64 {
        Othello::new().key(position)
    }

    fn notation(_: &Position, _: TheirMove) -> Option<String> {
        None
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TheirMove(Move);

#[derive(Clone, Default)]
struct Theirs;

impl minimax::Evaluator for Theirs {
    type G = TheirRules;

    fn evaluate(&self, position: &Position) -> i16 {
        discs_and_moves(position) as i16
    }
}

#[derive(Clone, Copy)]
struct Cost {
    value: i32,
    nodes: u64,
    seconds: f64,
}

fn timed(repeats: usize, run: impl Fn() -> (i32, u64)) -> Cost {
    let mut cost = Cost { value: 0, nodes: 0, seconds: f64::INFINITY };
    for _ in 0..repeats {
        let begun = Instant::now();
        let (value, nodes) = run();
        cost = Cost { value, nodes, seconds: cost.seconds.min(begun.elapsed().as_secs_f64()) };
    }
    cost
}

fn ours(config: &SearchConfig, at: &Situation<Othello>, depth: u32) -> Cost {
    timed(REPEATS, || {
        let resources = Resources { hash: HASH, ..Resources::default() };
        let mut search =
            Search::new(Othello::new(), DiscsAndMoves, config.clone(), resources).expect("memory");
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let report: Report<Othello> = search.search(at, &limits, &Stop::default(), &mut ());
        (report.lines[0].score.cents() / 100, report.nodes)
    })
}

fn theirs(options: &IterativeOptions, at: &Situation<Othello>, depth: u8, repeats: usize) -> Cost {
    timed(repeats, || {
        MADE.set(0);
        let mut search = IterativeSearch::new(Theirs, *options);
        search.set_max_depth(depth);
        search.choose_move(&at.position);
        (search.root_value().into(), MADE.get())
    })
}

fn their_full_width(at: &Situation<Othello>, depth: u8) -> Cost {
    timed(REPEATS, || {
        MADE.set(0);
        let mut search = Negamax::new(Theirs, depth);
        search.choose_move(&at.position);
        (search.root_value().into(), MADE.get())
    })
}

/// Their options, in every combination that keeps the value of the search.
fn their_options() -> Vec<(String, IterativeOptions)> {
    let mut all = Vec::new();
    for (policy, replacement) in
        [("depth preferred", Replacement::DepthPreferred), ("two tier", Replacement::TwoTier)]
    {
        for (window, narrow) in ["", ", null window", ", aspiration"].into_iter().zip(0..) {
            for switches in 0..8 {
                let mut options =
                    IterativeOptions::new().with_table_byte_size(HASH).with_replacement_strategy(replacement);
                options = match narrow {
                    1 => options.with_null_window_search(true),
                    2 => options.with_aspiration_window(5),
                    _ => options.with_null_window_search(false),
                };
                let mut name = format!("{policy}{window}");
                if switches & 1 > 0 {
                    options = options.with_countermoves();
                    name += ", countermoves";
                }
                if switches & 2 > 0 {
                    options = options.with_countermove_history();
                    name += ", countermove history";
                }
                if switches & 4 > 0 {
                    options = options.with_double_step_increment();
                    name += ", double step";
                }
                all.push((name, options));
            }
        }
    }
    all
}

fn main() {
    let arguments = typed();
    for argument in &arguments {
        let is_known = argument == "alone" || argument.contains('=') || argument.parse::<u32>().is_ok();
        assert!(is_known, "'{argument}' is not understood");
    }
    let depth: u32 = arguments.iter().filter_map(|argument| argument.parse().ok()).next().unwrap_or(10);
    let full_sound = Preset::named("full-sound").expect("a preset").config;
    // This evaluation jumps by tens of discs, and costs less than a look at the table or a reply's history.
    let full_sound = SearchConfig {
        aspiration: 0,
        table_from_depth: 3,
        enhanced_cutoffs: 0,
        countermoves: false,
        continuation: false,
        ..full_sound
    };
    let settings = arguments.iter().filter_map(|argument| argument.split_once('='));
    let config = settings.fold(full_sound, |config, (key, value)| config.set(key, value).expect("a setting"));
    let alone = arguments.iter().any(|argument| argument == "alone");
    println!("depth {depth}, {} MiB, best of {REPEATS} runs", HASH >> 20);
    let mut ratios = Vec::new();
    for plies in PLIES {
        let at = after(plies);
        println!("ply {plies}");
        let own = ours(&config, &at, depth);
        line("anyply", own, "full-sound");
        if !alone {
            ratios.push(beside(own, &at, depth));
        }
    }
    if !alone {
        let mean = |of: fn(&Ratios) -> f64| {
            (ratios.iter().map(|ratios| of(ratios).ln()).sum::<f64>() / ratios.len() as f64).exp()
        };
        let [nodes, time, speed] = [mean(|r| r.nodes), mean(|r| r.time), mean(|r| r.full_width_speed)];
        println!("geometric means: nodes x {nodes:.2}, time x {time:.2}, full-width speed x {speed:.2}");
    }
}

struct Ratios {
    nodes: f64,
    time: f64,
    full_width_speed: f64,
}

/// What the same costs there, with the settings that make the fewest positions; and alpha-beta alone, one ply
/// less.
fn beside(own: Cost, at: &Situation<Othello>, depth: u32) -> Ratios {
    let once = |(name, options)| (theirs(&options, at, depth as u8, 1).nodes, name, options);
    let fewest = their_options().into_iter().map(once).min_by_key(|(nodes, ..)| *nodes);
    let (_, name, options) = fewest.expect("there are options");
    let peer = theirs(&options, at, depth as u8, REPEATS);
    line("minimax", peer, &name);
    assert_eq!(own.value, peer.value, "both searches find the same value");
    assert!(own.nodes <= peer.nodes, "no more positions than the peer's best settings make");
    let (nodes, time) = (own.nodes as f64 / peer.nodes as f64, own.seconds / peer.seconds);
    let plain = Preset::named("alphabeta").expect("a preset").config;
    let (peer, own) = (their_full_width(at, depth as u8 - 1), ours(&plain, at, depth - 1));
    line("minimax", peer, "alpha-beta alone, one ply less");
    line("anyply", own, "alpha-beta alone, one ply less");
    let speed = |cost: Cost| cost.nodes as f64 / cost.seconds;
    let full_width_speed = speed(own) / speed(peer);
    println!("  nodes x {nodes:.2}, time x {time:.2}, full-width speed x {full_width_speed:.2}");
    Ratios { nodes, time, full_width_speed }
}

fn line(who: &str, cost: Cost, how: &str) {
    println!("  {who:8} {:>9} positions {:>8.4} s  value {:>4}  {how}", cost.nodes, cost.seconds, cost.value);
}
