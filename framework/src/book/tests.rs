//! Books of a small game: how they grow, what they know, what is refused.

use super::file::Page;
use super::folded::{Folded, ways};
use super::*;
use crate::engine::{Engine, Resources};
use crate::game::{Game, Situation};
use crate::learn::toy::Toy;
use crate::plugin::{EvaluatorSource, Plugin};
use crate::score::{Certainty, Score};
use crate::search::{Limits, Preset, SearchConfig, Stop};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

const EFFORT: Effort = Effort { depth: Some(2), nodes: None, width: 10, penalty: 50, seed: 1 };

fn source() -> EvaluatorSource {
    EvaluatorSource::BuiltIn(&Toy::evaluators()[0])
}

fn builder(effort: Effort, book: Option<Book>) -> Builder<'static, Toy> {
    Builder::new(&Toy, source(), effort, book).unwrap()
}

fn grown(effort: Effort, book: Option<Book>, positions: usize, threads: usize) -> Book {
    let mut builder = builder(effort, book);
    while builder.step(positions, threads, &Stop::default(), &mut || ControlFlow::Continue(())).unwrap() {}
    builder.book().clone()
}

fn after(cells: &[u8]) -> Situation<Toy> {
    cells.iter().fold(Toy.start(), |at, &cell| at.after(&Toy, cell))
}

/// A move, what a search found of it, and whether that is certain.
type Searched = (u8, Score, bool);

/// A book of these positions, each after the moves that lead there, with its own.
fn written(pages: &[(&[u8], &[Searched])]) -> Book {
    let mut book = Book::empty(Builder::origin(&Toy, &source(), EFFORT));
    for (cells, moves) in pages {
        let (key, symmetries) = ways(&Toy, &after(cells).position);
        let moves = moves.iter().map(|&(cell, searched, sure)| {
            let index = Toy.image_of_index(usize::from(cell), symmetries[0]) as u16;
            BookMove { index, value: searched, searched, depth: 1, sure }
        });
        book.pages.insert(key, Page { nodes: 1, moves: moves.collect() });
    }
    Book::from_bytes(&Toy, &book.to_bytes()).unwrap()
}

/// What plays by a book, and else as `config` says.
fn playing(book: &Book, lot: Option<u64>, config: SearchConfig) -> Box<dyn Engine<Toy>> {
    let engine = Toy.engine(&source(), config, Resources::default()).unwrap();
    with_book(Toy, &OpenBook { book: Arc::new(book.clone()), lot }, engine)
}

#[test]
fn any_number_of_threads_and_of_beginnings_builds_the_same() {
    let whole = grown(EFFORT, None, 60, 1);
    assert_eq!(whole.positions(), 60);
    assert_eq!(whole, grown(EFFORT, None, 60, 3));
    let mut parts = None;
    for positions in [1, 4, 5, 23, 60] {
        let read = parts.map(|part: Book| Book::from_bytes(&Toy, &part.to_bytes()).unwrap());
        parts = Some(grown(EFFORT, read, positions, 2));
    }
    assert_eq!(parts, Some(whole.clone()));
    assert_eq!(grown(EFFORT, Some(whole.clone()), 30, 1), whole, "it never shrinks");
    assert_ne!(whole.pages, grown(Effort { penalty: 500, ..EFFORT }, None, 60, 1).pages);
    // What a search remembers of others would show in what it sees with so few positions.
    let short = Effort { depth: None, nodes: Some(60), ..EFFORT };
    assert_eq!(grown(short, None, 30, 1), grown(short, None, 30, 3));
}

#[test]
fn what_is_stopped_keeps_what_it_has() {
    let stop = Stop::default();
    let mut part = builder(EFFORT, None);
    let mut told = 0;
    while part
        .step(60, 2, &stop, &mut || {
            told += 1;
            if told == 20 {
                stop.stop();
            }
            ControlFlow::Continue(())
        })
        .unwrap()
    {}
    let positions = part.book().positions();
    assert!((20..60).contains(&positions), "{positions}");
    assert_eq!(grown(EFFORT, Some(part.book().clone()), 60, 1), grown(EFFORT, None, 60, 1));
}

#[test]
fn a_step_that_is_ended_early_changes_nothing_of_the_book() {
    let mut part = builder(EFFORT, None);
    while part.step(60, 2, &Stop::default(), &mut || ControlFlow::Break(())).unwrap() {}
    assert_eq!(*part.book(), grown(EFFORT, None, 60, 1));
}

#[test]
fn the_lines_worth_playing_come_first() {
    let book = grown(EFFORT, None, 40, 2);
    // The two cells that are worth most, one each.
    for cells in [&[][..], &[3], &[6], &[3, 6], &[6, 3]] {
        assert!(!book.of(&Toy, &after(cells).position).is_empty(), "{cells:?}");
    }
    assert!(book.of(&Toy, &after(&[0, 9, 1]).position).is_empty());
    let begins = book.of(&Toy, &Toy.start().position);
    let of = |cell: u8| begins.iter().find(|(known, _)| *known == cell).map(|(_, of)| of.value);
    assert_eq!((of(3), of(6)), (Some(begins[0].1.value), of(3)), "{begins:?}");
    let plies = |book| builder(EFFORT, book).deepest();
    assert_eq!((plies(None), plies(Some(grown(EFFORT, None, 1, 1)))), (0, 1));
}

#[test]
fn values_are_those_of_the_ends() {
    let book = grown(EFFORT, None, 60, 2);
    let mut inner = 0;
    let mut ahead = vec![Toy.start()];
    let mut seen = HashSet::new();
    while let Some(at) = ahead.pop() {
        for (mv, of) in book.of(&Toy, &at.position) {
            let next = at.after(&Toy, mv);
            let answers = book.of(&Toy, &next.position);
            let answer = answers.first().filter(|_| !of.sure);
            let value = answer.map_or(of.searched, |(_, best)| -best.value);
            assert_eq!(of.value, value);
            inner += usize::from(!answers.is_empty());
            if seen.insert(Toy.key(&next.position)) {
                ahead.push(next);
            }
        }
    }
    assert!(inner > 50, "{inner}");
}

#[test]
fn a_win_behind_a_move_is_a_ply_later_before_it() {
    let book = written(&[(&[], &[(3, Score::DRAW, false)]), (&[3], &[(6, Score::win_in(4), true)])]);
    assert!(book.of(&Toy, &Toy.start().position).iter().all(|(_, of)| of.value == -Score::win_in(5)));
}

#[test]
fn what_is_certain_stands_whatever_the_book_has_behind_it() {
    let mut book = grown(EFFORT, None, 60, 2);
    let certain = Score::from_units(40);
    let start = Folded::new(&Toy, &Toy.start().position).key;
    for of in &mut book.pages.get_mut(&start).expect("it is in the book").moves {
        (of.sure, of.searched) = (true, certain);
    }
    let book = Book::from_bytes(&Toy, &book.to_bytes()).unwrap();
    assert!(!book.of(&Toy, &after(&[3]).position).is_empty());
    assert!(book.of(&Toy, &Toy.start().position).iter().all(|(_, of)| of.value == certain));
}

#[test]
fn nothing_is_left_where_all_is_certain() {
    // A search of the whole game from the start: no move leads to anything unknown.
    let book = grown(Effort { depth: Some(10), ..EFFORT }, None, 60, 2);
    assert_eq!(book.positions(), 1);
    let (_, best) = book.of(&Toy, &Toy.start().position)[0];
    assert_eq!((best.value, best.sure), (Score::DRAW, true));
}

#[test]
fn what_is_certain_is_told_as_such() {
    let told = |width: u32| {
        let book = grown(Effort { depth: Some(10), width, ..EFFORT }, None, 60, 2);
        let mut engine = playing(&book, None, Toy::best().config);
        let limits = Limits { lines: 2, ..Limits::default() };
        let report = engine.search(&Toy.start(), &limits, &Stop::default(), &mut ());
        assert!(report.by_book);
        [report.lines[0].certainty, report.lines[1].certainty]
    };
    assert_eq!(told(10), [Certainty::Exact; 2]);
    // Moves that are not in the book might be better than the first.
    assert_eq!(told(2), [Certainty::Heuristic, Certainty::Exact]);
}

#[test]
fn a_lesser_move_that_is_drawn_by_lot_is_not_told_as_the_result() {
    let [best, lesser] = [100, 60].map(Score::from_cents);
    let moves = [0, 1, 2, 3, 4].map(|cell| (cell, if cell == 3 { best } else { lesser }, true));
    let mut engine = playing(&written(&[(&[], &moves)]), Some(1), Toy::best().config);
    let mut drawn = HashSet::new();
    for seed in 0..60 {
        engine.draw_from(seed);
        let report = engine.search(&Toy.start(), &Limits::default(), &Stop::default(), &mut ());
        let line = &report.lines[0];
        let is_best = line.score == best;
        assert_eq!(line.certainty, if is_best { Certainty::Exact } else { Certainty::Heuristic });
        drawn.insert(line.score);
    }
    assert_eq!(drawn, HashSet::from([best, lesser]));
}

#[test]
fn a_proven_win_goes_before_a_sooner_one_that_is_believed() {
    let [sooner, soon, later] = [3, 5, 9].map(Score::win_in);
    let start: (&[u8], &[_]) = (&[], &[(1, sooner, false), (0, later, true), (3, soon, true)]);
    for (reply, goes_on) in [(-Score::win_in(4), true), (Score::DRAW, false)] {
        let book = written(&[start, (&[3], &[(6, reply, false)])]);
        let told = |lot| {
            let mut engine = playing(&book, lot, Toy::best().config);
            engine.search(&Toy.start(), &Limits::default(), &Stop::default(), &mut ()).lines.remove(0)
        };
        let line = told(None);
        assert_eq!((line.score, line.certainty), (soon, Certainty::Exact));
        assert_eq!(line.moves, if goes_on { vec![3, 6] } else { vec![3] });
        // A later win is no equal, however few hundredths the plies between would be.
        assert!((0..20).all(|lot| told(Some(lot)).score == soon));
    }
}

#[test]
fn images_share_an_entry_and_each_gets_its_own_move() {
    let book = grown(EFFORT, None, 60, 2);
    let mirrored = |cells: &[u8]| cells.iter().map(|cell| 9 - cell).collect::<Vec<u8>>();
    let mut known = 0;
    for cells in [&[][..], &[3], &[6], &[3, 6], &[6, 3], &[3, 6, 2], &[6, 3, 7]] {
        let (one, other) = (after(cells), after(&mirrored(cells)));
        let (found, images) = (book.of(&Toy, &one.position), book.of(&Toy, &other.position));
        known += usize::from(!found.is_empty());
        let moves = |at: &Situation<Toy>, cells: &[_]| {
            let legal = at.moves(&Toy);
            assert!(cells.iter().all(|(cell, _): &(u8, BookMove)| legal.contains(cell)));
            cells.iter().map(|(cell, of)| (*cell, of.value)).collect::<HashSet<_>>()
        };
        let taken_back: HashSet<_> =
            moves(&other, &images).into_iter().map(|(cell, value)| (9 - cell, value)).collect();
        assert_eq!(moves(&one, &found), taken_back, "{cells:?}");
    }
    assert!(known >= 5, "{known}");
    // The start is its own image: a move and its image are both there.
    assert_eq!(book.of(&Toy, &Toy.start().position).len(), 10);
}

#[test]
fn no_more_moves_than_are_wanted_and_those_the_best() {
    let book = grown(Effort { width: 2, ..EFFORT }, None, 20, 1);
    let two = book.of(&Toy, &after(&[3]).position);
    assert_eq!(two.len(), 2);
    assert_eq!(two[0].0, 6);
    // The others are looked at less deep.
    let nodes = |width| grown(Effort { depth: Some(4), width, ..EFFORT }, None, 1, 1).nodes();
    assert!(nodes(1) < nodes(10));
}

#[test]
fn an_engine_plays_by_it_and_searches_elsewhere() {
    let book = grown(EFFORT, None, 60, 2);
    let with = |lot| playing(&book, lot, Toy::best().config);
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let stop = Stop::default();
    let mut best = with(None);
    let report = best.search(&after(&[3]), &limits, &stop, &mut ());
    assert!(report.by_book && report.nodes == 0, "{report:?}");
    let known = book.of(&Toy, &after(&[3]).position);
    assert_eq!((report.best(), report.lines[0].score), (Some(known[0].0), known[0].1.value));
    assert_eq!((report.lines[0].certainty, report.depth), (Certainty::Heuristic, 3));
    assert!(report.lines[0].moves.len() > 1);
    let three = best.search(&after(&[3]), &Limits { lines: 3, ..limits.clone() }, &stop, &mut ());
    assert!(three.lines.len() == 3 && three.lines.is_sorted_by(|one, next| one.score >= next.score));
    let few = grown(Effort { width: 2, ..EFFORT }, None, 20, 1);
    let mut few = playing(&few, None, Toy::best().config);
    for (lines, by_book) in [(2, true), (3, false)] {
        let report = few.search(&after(&[3]), &Limits { lines, ..limits.clone() }, &stop, &mut ());
        assert_eq!((report.lines.len(), report.by_book), (lines, by_book));
    }
    let far = after(&[0, 9, 1]);
    let report = best.search(&far, &limits, &stop, &mut ());
    assert!(!report.by_book && report.nodes > 0);
    let begins = book.of(&Toy, &Toy.start().position);
    let least = begins[0].1.value.offset(-(EFFORT.penalty as i32));
    let near = begins.iter().filter(|(_, of)| of.value >= least).map(|(mv, _)| Some(*mv));
    let near: HashSet<_> = near.collect();
    let firsts = |seed| with(Some(seed)).search(&Toy.start(), &limits, &stop, &mut ()).best();
    let drawn: HashSet<_> = (0..20).map(firsts).collect();
    assert!(drawn.len() > 1 && drawn.is_subset(&near), "{drawn:?} of {near:?}");
    assert_eq!(firsts(7), firsts(7));
}

#[test]
fn whatever_is_drawn_by_lot_is_drawn_from_the_seed_given_last() {
    // What draws stands behind what does not.
    let config = SearchConfig { opponent_model: true, ..Preset::named("random").unwrap().config };
    let mut engine = playing(&grown(EFFORT, None, 60, 2), Some(1), config);
    for (cells, by_book) in [(&[][..], true), (&[0, 9, 1], false)] {
        let mut drawn = || {
            let moves = (0..20).map(|seed| {
                engine.draw_from(seed);
                let report = engine.search(&after(cells), &Limits::default(), &Stop::default(), &mut ());
                assert_eq!(report.by_book, by_book);
                report.best()
            });
            moves.collect::<Vec<_>>()
        };
        let once = drawn();
        assert!(once.iter().any(|mv| *mv != once[0]), "{once:?}");
        assert_eq!(drawn(), once);
    }
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let book = grown(EFFORT, None, 20, 2);
    assert_eq!(Book::from_bytes(&Toy, &book.to_bytes()), Ok(book.clone()));
    assert!(book.is_for(&Toy) && book.digest() != grown(EFFORT, None, 21, 2).digest());
}

#[test]
fn a_file_cut_short_or_changed_anywhere_is_refused() {
    let bytes = grown(EFFORT, None, 5, 1).to_bytes();
    for place in 0..bytes.len() {
        assert!(Book::from_bytes(&Toy, &bytes[..place]).is_err(), "{place} of {} bytes", bytes.len());
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        assert!(Book::from_bytes(&Toy, &changed).is_err(), "byte {place}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    assert_eq!(Book::from_bytes(&Toy, b"a picture"), Err(BookError::Foreign));
    let other = Book::from_bytes(&Toy, b"anyply book 12\nwhatever");
    assert_eq!(other, Err(BookError::Version("12".to_owned())));
    let book = grown(EFFORT, None, 5, 1);
    let mut bytes = book.to_bytes();
    bytes.pop();
    assert_eq!(Book::from_bytes(&Toy, &bytes), Err(BookError::Checksum));
    let mut origin = book.origin().clone();
    origin.game = "nim".to_owned();
    let other = Book::from_bytes(&Toy, &Book::empty(origin).to_bytes());
    assert_eq!(other.unwrap_err().to_string(), "a book for nim row: expected one for toy row");
    // A position that no move leads to.
    let mut astray = book.clone();
    let (_, page) = astray.pages.pop_first().unwrap();
    astray.pages.insert(12345, page);
    let said = Book::from_bytes(&Toy, &astray.to_bytes()).unwrap_err();
    assert_eq!(said, BookError::Rules("toy".to_owned()));
    // What was built otherwise is not gone on with.
    let refused = Builder::new(&Toy, source(), Effort { depth: Some(3), ..EFFORT }, Some(book));
    assert!(refused.unwrap_err().to_string().contains("other settings"));
}
