//! Rooms without a server before them.

use super::*;
use crate::screens::SEEN;
use crate::screens::web::action::Study;
use crate::screens::web::judged::{Mark, Value};
use crate::screens::web::pool::{Begun, Had};
use crate::screens::web::worker::{Best, Worker};
use crate::table::Swap;
use Sitting::{Computer, Human};
use anyply_framework::search::Limits;
use anyply_framework::{Certainty, Score, Side};
use anyply_games::AnyGame;

// Rooms whose searches wait for ever: nobody is there to do them.
struct House {
    folder: tempfile::TempDir,
    store: Arc<Store>,
    pool: Arc<Pool>,
}

impl House {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Arc::new(Store::open(folder.path()).expect("it can be written"));
        Self { folder, store, pool: Pool::start(0, || |_| None).expect("a thread") }
    }

    // One in which they go on until they are ended.
    fn of_threads(threads: usize) -> Self {
        let goes_on = |task: Task| {
            while !task.stop.is_set() {
                std::thread::sleep(Duration::from_millis(1));
            }
            None
        };
        Self { pool: Pool::start(threads, || goes_on).expect("threads"), ..Self::new() }
    }

    fn room(&self, seats: [Sitting; 2]) -> Arc<Room> {
        let game = AnyGame::open("othello", None, None).expect("a game");
        self.room_of(Hosted::new(game, seats, "", Default::default()).expect("a level"))
    }

    fn room_of(&self, hosted: Hosted) -> Arc<Room> {
        let (store, pool) = (Arc::clone(&self.store), Arc::clone(&self.pool));
        Room::new(Id::new(), hosted, SystemTime::now(), Visitor::NOBODY, store, pool)
    }

    fn files(&self) -> usize {
        std::fs::read_dir(self.folder.path()).expect("a folder").count()
    }
}

fn obey(room: &Arc<Room>, order: &Action) -> Result<Arc<str>, Refused> {
    room.obey(order, None, Visitor::NOBODY)
}

#[test]
fn a_search_that_is_refused_a_thread_is_told_as_that() {
    let room = House::new().room([Human; 2]);
    let told = |fault: &(dyn std::any::Any + Send)| {
        room.failed(0, fault);
        view::text(&room.live.borrow().thought.as_deref())
    };
    let refused = anyply_framework::Refused::Thread(std::io::ErrorKind::WouldBlock.into());
    assert!(told(&refused).contains("\"the system refuses a thread: "));
    assert!(told(&"").contains("a fault of the program, please report it"));
}

#[test]
fn a_deleted_game_does_not_come_back() {
    let house = House::new();
    let room = house.room([Computer, Human]);
    room.keep().expect("it is kept");
    let files = house.files();
    room.listen();
    assert!(house.pool.is_at_work(&room.id, |_| true), "it is the computer's turn");
    room.close().expect("it is removed");
    room.listen();
    assert!(!house.pool.is_at_work(&room.id, |_| true), "nobody plays on");
    room.keep().expect("nothing is to be kept");
    assert!(matches!(obey(&room, &Action::Swap {}), Err(Refused::Because(_))));
    assert_eq!(house.files(), files - 1);
}

#[test]
fn it_is_nobodys_turn_in_a_record_until_somebody_plays_on_nor_once_the_game_is_over() {
    let house = House::new();
    let game = AnyGame::open("othello", None, None).expect("a game");
    let room = house.room_of(Hosted::of_record(&game.record(["", ""])).expect("a game"));
    let runs = || {
        std::thread::sleep(Duration::from_millis(1));
        !room.state().starts_with("{\"running\":0,")
    };
    assert!(!runs(), "{}", room.state());
    obey(&room, &Action::Move { text: "f5".to_owned() }).expect("legal");
    assert!(runs(), "{}", room.state());
    obey(&room, &Action::Resign {}).expect("a person plays");
    assert!(!runs(), "{}", room.state());
    obey(&room, &Action::Undo {}).expect("the resignation");
    assert!(runs(), "{}", room.state());
}

#[test]
fn nobody_ends_the_computers_move_or_a_review_by_looking_on() {
    let house = House::new();
    let room = house.room([Computer, Human]);
    room.listen();
    obey(&room, &Action::Stop { what: None }).expect("there is nothing to stop");
    assert!(house.pool.is_at_work(&room.id, |wanted| matches!(wanted, Wanted::Move { .. })));
    let room = house.room([Human, Human]);
    obey(&room, &Action::Move { text: "f5".to_owned() }).expect("legal");
    obey(&room, &Action::Review { seconds: 1.0, anew: false }).expect("there is room");
    assert!(matches!(obey(&room, &Action::Watch { lines: 1, ply: 1 }), Err(Refused::Because(_))));
    assert!(house.pool.is_at_work(&room.id, |wanted| matches!(wanted, Wanted::Review { .. })));
    obey(&room, &Action::Stop { what: None }).expect("a review can be ended");
    obey(&room, &Action::Watch { lines: 1, ply: 1 }).expect("there is room");
}

#[test]
fn nobody_is_told_to_wait_where_a_thread_is_free() {
    let house = House::of_threads(2);
    let rooms = [(); 4].map(|()| house.room([Human, Human]));
    let before = rooms.each_ref().map(|room| {
        obey(room, &Action::Hint {}).expect("there is room");
        room.live.borrow().thought.as_ref().and_then(|thought| thought.before)
    });
    assert_eq!(before, [Some(0), Some(0), Some(1), Some(2)]);
    rooms.iter().for_each(|room| house.pool.leave(&room.id));
}

#[test]
fn a_game_that_is_slow_to_go_on_costs_nobody_a_turn() {
    let house = House::of_threads(1);
    let [slow, long, next] = [Computer, Human, Human].map(|who| house.room([who; 2]));
    house.pool.rest(Arc::clone(&slow), slow.ticket.load(Relaxed));
    let _held = slow.hosted();
    std::thread::sleep(2 * SEEN);
    let _looks_on = long.listen();
    obey(&long, &Action::Watch { lines: 1, ply: 0 }).expect("there is room");
    obey(&next, &Action::Hint {}).expect("there is room");
    let began = Instant::now();
    while house.pool.is_at_work(&long.id, |_| true) {
        assert!(began.elapsed() < Duration::from_secs(60), "it has no end");
        std::thread::sleep(Duration::from_millis(10));
    }
    house.pool.leave(&next.id);
}

#[test]
fn two_computers_leave_time_to_see_each_move() {
    let house = House::new();
    let room = house.room([Computer, Computer]);
    let _looks_on = room.listen();
    let at_work = || house.pool.is_at_work(&room.id, |_| true);
    assert!(at_work());
    house.pool.leave(&room.id);
    let played = Instant::now();
    room.plays(room.ticket.load(Relaxed), "f5", Duration::ZERO, None);
    let _comes_later = room.listen();
    assert!(!at_work() || played.elapsed() >= SEEN);
    while !at_work() {
        assert!(played.elapsed() < Duration::from_secs(60), "they stand still");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(played.elapsed() >= SEEN);
}

#[test]
fn two_computers_play_on_at_once_after_the_choice_of_a_colour() {
    let house = House::new();
    let game = AnyGame::open("gomoku", None, None).expect("a game");
    let swap = Swap::named(&game, "swap").expect("it is known");
    let hosted = Hosted::new(game, [Computer; 2], "", Default::default()).expect("a level");
    let room = house.room_of(hosted.with_opening(swap));
    let _looks_on = room.listen();
    house.pool.leave(&room.id);
    room.lays(room.ticket.load(Relaxed), &["h8", "j8", "h10"].map(str::to_owned));
    assert_eq!(room.look(|hosted| hosted.plies()), 3);
    room.takes(room.ticket.load(Relaxed), Side::White);
    assert!(house.pool.is_at_work(&room.id, |_| true));
}

#[test]
fn a_review_that_was_broken_off_goes_on_where_it_was_until_the_game_does() {
    let house = House::new();
    let room = house.room([Human, Human]);
    let play = |text: &str| {
        obey(&room, &Action::Move { text: text.to_owned() }).expect("legal");
    };
    let begins = |anew| {
        obey(&room, &Action::Review { seconds: 1.0, anew }).expect("there is room");
        (0..9).find(|ply| {
            house
                .pool
                .is_at_work(&room.id, |wanted| matches!(wanted, Wanted::Review { from, .. } if from == ply))
        })
    };
    let begins_at = || begins(false);
    ["f5", "d6", "c3"].into_iter().for_each(play);
    assert_eq!(begins_at(), Some(3));
    room.judges(room.ticket.load(Relaxed), 2, None);
    assert!(room.state().contains("\"review\":{\"seen\":1,\"of\":3}"), "{}", room.state());
    obey(&room, &Action::Hint {}).expect("there is room");
    assert_eq!((begins_at(), room.look(|hosted| hosted.judged.len())), (Some(2), 3));
    obey(&room, &Action::Undo {}).expect("there is one");
    assert_eq!(begins_at(), Some(2), "all of the two that are left");
    room.judges(room.ticket.load(Relaxed), 1, None);
    play("c4");
    assert_eq!(begins_at(), Some(3), "it is another game");
    (0..3).for_each(|ply| room.judges(room.ticket.load(Relaxed), 2 - ply, None));
    assert_eq!(begins_at(), Some(3), "the last came to its end");
    room.judges(room.ticket.load(Relaxed), 2, None);
    assert_eq!((begins_at(), begins(true)), (Some(2), Some(3)));
}

fn task(room: &Arc<Room>, wanted: Wanted) -> Task {
    let record = room.look(|hosted| hosted.game.record(["", ""]));
    let (room, ticket) = (Arc::clone(room), room.ticket.load(Relaxed));
    let (visitor, stop, yielded) = (Visitor::NOBODY, Stop::default(), Arc::default());
    Task { room, visitor, ticket, wanted, record, turns: 0, stop, yielded }
}

#[test]
fn a_review_gets_on_while_others_wait() {
    let house = House::new();
    let room = house.room([Human, Human]);
    for text in ["f5", "d6"] {
        obey(&room, &Action::Move { text: text.to_owned() }).expect("legal");
    }
    let mut worker = Worker::new(1 << 20, 1);
    let mut left =
        Some(task(&room, Wanted::Review { time: Duration::from_millis(10), from: 2, to: 0, best: None }));
    let mut turns = 0;
    while let Some(task) = left {
        task.give_way();
        left = worker.work(task);
        turns += 1;
        assert!(turns > 1 || left.is_some(), "others wait");
        assert!(turns <= 4, "two searches for each move");
    }
    assert!(room.look(|hosted| hosted.judged.len() == 2 && hosted.judged.iter().all(Option::is_some)));
}

#[test]
fn a_review_goes_on_with_the_best_move_that_it_had_found() {
    let house = House::new();
    let room = house.room([Human, Human]);
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let mut found = room.look(|hosted| hosted.game.search(&limits, &Stop::default(), &mut |_| {}));
    found.lines[0].moves = vec!["d3".to_owned()];
    obey(&room, &Action::Move { text: "f5".to_owned() }).expect("legal");
    let time = Duration::from_millis(100);
    let best = Some(Box::new(Best { found, values: Vec::new() }));
    let task = task(&room, Wanted::Review { time, from: 1, to: 0, best });
    task.give_way();
    assert!(Worker::new(1 << 20, 1).work(task).is_none(), "it has come to its end");
    let judged = room.look(|hosted| hosted.judged[0].clone()).expect("it was judged");
    assert_eq!((judged.depth, judged.best), (1, vec!["d3".to_owned()]));
}

#[test]
fn a_move_that_is_not_searched_as_deep_as_the_best_is_held_against_what_was_found_at_its_depth() {
    let house = House::new();
    // What the last of those moves has lost, where the best was worth `best` in the end, and `earlier` at
    // each depth before; the reply is searched for so many milliseconds at most.
    let lost = |game: &str, moves: &[&str], time: u64, best: Score, earlier: Score| {
        let game = AnyGame::open(game, None, None).expect("a game");
        let room = house.room_of(Hosted::new(game, [Human; 2], "", Default::default()).expect("a level"));
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let mut found = room.look(|hosted| hosted.game.search(&limits, &Stop::default(), &mut |_| {}));
        // Nobody looks so far ahead in a moment.
        found.depth = 50;
        let line = &mut found.lines[0];
        (line.score, line.certainty, line.moves) = (best, Certainty::Heuristic, vec!["another".to_owned()]);
        let values = (1..=49).map(|depth| (depth, Value { score: earlier, ..Value::of(line) })).collect();
        for text in moves {
            obey(&room, &Action::Move { text: (*text).to_owned() }).expect("legal");
        }
        let (time, best) = (Duration::from_millis(time), Some(Box::new(Best { found, values })));
        let (from, to) = (moves.len(), moves.len() - 1);
        let task = task(&room, Wanted::Review { time, from, to, best });
        assert!(Worker::new(1 << 20, 1).work(task).is_none(), "it has come to its end");
        let judged = room.look(|hosted| hosted.judged[to].clone()).expect("it was judged");
        (judged.loss, judged.lost, judged.mark)
    };
    let units = Score::from_units;
    let by_opening = |best, earlier| lost("othello", &["f5"], 20, best, earlier);
    assert_eq!(by_opening(units(30), units(-30)), (Some(0.0), String::new(), Mark::Fine));
    let (loss, ..) = by_opening(units(30), units(40));
    assert!(loss > Some(20.0), "{loss:?}");
    // What is final would be the same however deep was looked: a win that was found later, and a loss that
    // is seen at once, here four in a row that nobody stops.
    let (loss, lost_by_it, _) = by_opening(Score::win_in(7), units(0));
    assert_eq!((loss, lost_by_it.as_str()), (None, "a win"));
    let moves = ["h8", "a1", "o15", "b1", "a15", "c1", "o1", "d1", "h1"];
    let game = lost("gomoku", &moves, 5000, units(30), units(-30));
    assert_eq!(game, (None, "the game".to_owned(), Mark::Blunder));
}

fn begun(task: &mut Task) -> &mut Begun {
    match &mut task.wanted {
        Wanted::Watch { begun: Some(begun), .. } => begun,
        wanted => panic!("{wanted:?}"),
    }
}

#[test]
fn a_search_that_was_broken_off_takes_the_time_of_all_its_parts_and_tells_the_deepest() {
    let house = House::new();
    let room = house.room([Human, Human]);
    let told = |room: &Room| room.live.borrow().thought.clone();
    let mut worker = Worker::new(1 << 20, 1);
    let watch = task(&room, Wanted::Watch { lines: 1, begun: None });
    let waiting = watch.clone();
    let others = std::thread::spawn(move || {
        while told(&waiting.room).is_none_or(|told| told.depth < 3) {
            std::thread::sleep(Duration::from_millis(1));
        }
        waiting.give_way();
    });
    let mut left = worker.work(watch).expect("others wait");
    others.join().expect("no fault");
    let part = begun(&mut left);
    assert!(part.found.depth >= 3 && part.had.nodes > 0, "{part:?}");
    assert!(part.limits.time < Some(Duration::from_secs(300)), "{part:?}");
    // More than anybody looks on for, and deeper than a moment reaches.
    part.had = Had { time: Duration::from_secs(1000), nodes: 1_000_000_000 };
    part.found.depth = 99;
    left.give_way();
    let mut left = worker.work(left).expect("others wait");
    let part = begun(&mut left);
    assert!(part.had.time > Duration::from_secs(1000) && part.had.nodes >= 1_000_000_000, "{part:?}");
    part.limits.time = Some(Duration::ZERO);
    left.give_way();
    assert!(worker.work(left).is_none(), "its time is over");
    let told = told(&room).expect("it was told");
    assert!(
        told.done && told.depth == 99 && told.seconds > 1000.0 && told.nodes >= 1_000_000_000,
        "{told:?}"
    );
}

#[test]
fn nothing_is_stopped_in_the_place_of_what_has_ended_by_itself() {
    let house = House::new();
    let room = house.room([Computer, Computer]);
    let _looks_on = room.listen();
    let stop = |what| obey(&room, &Action::Stop { what });
    let at_work = || house.pool.is_at_work(&room.id, |_| true);
    stop(Some(Study::Review)).expect("there is none");
    assert!(at_work(), "two computers play on");
    serde_json::from_str::<Action>(r#"{"do":"stop","what":"move"}"#).expect_err("a move is not a page's");
    stop(None).expect("whatever it is");
    assert!(!at_work());
}

#[test]
fn a_review_that_is_refused_leaves_what_an_earlier_one_found() {
    let house = House::new();
    let room = house.room([Human, Human]);
    obey(&room, &Action::Move { text: "f5".to_owned() }).expect("legal");
    room.look(|hosted| hosted.judge(0, None));
    let review = Action::Review { seconds: 1.0, anew: false };
    // Somebody has asked for as much as one may.
    let others: Vec<_> = (0..1000)
        .map(|_| house.room([Human, Human]))
        .take_while(|room| obey(room, &Action::Hint {}).is_ok())
        .collect();
    assert!(matches!(obey(&room, &review), Err(Refused::Busy(_))));
    assert_eq!(room.look(|hosted| hosted.judged.len()), 1);
    others.iter().for_each(|room| house.pool.leave(&room.id));
    obey(&room, &review).expect("there is room");
    assert_eq!(room.look(|hosted| hosted.judged.len()), 0);
}
