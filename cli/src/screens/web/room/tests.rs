//! Rooms without a server before them.

use super::*;
use crate::screens::SEEN;
use crate::screens::web::worker::Worker;
use crate::table::Swap;
use Sitting::{Computer, Human};
use anyply_framework::Side;
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
    assert!(matches!(obey(&room, &Action::Swap), Err(Refused::Because(_))));
    assert_eq!(house.files(), files - 1);
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
        obey(room, &Action::Hint).expect("there is room");
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
    obey(&next, &Action::Hint).expect("there is room");
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
    obey(&room, &Action::Hint).expect("there is room");
    assert_eq!((begins_at(), room.look(|hosted| hosted.judged.len())), (Some(2), 3));
    obey(&room, &Action::Undo).expect("there is one");
    assert_eq!(begins_at(), Some(2), "all of the two that are left");
    room.judges(room.ticket.load(Relaxed), 1, None);
    play("c4");
    assert_eq!(begins_at(), Some(3), "it is another game");
    (0..3).for_each(|ply| room.judges(room.ticket.load(Relaxed), 2 - ply, None));
    assert_eq!(begins_at(), Some(3), "the last came to its end");
    room.judges(room.ticket.load(Relaxed), 2, None);
    assert_eq!((begins_at(), begins(true)), (Some(2), Some(3)));
}

// A task that is to give way as soon as it can.
fn pressed(room: &Arc<Room>, wanted: Wanted) -> Task {
    let record = room.look(|hosted| hosted.game.record(["", ""]));
    let (room, ticket) = (Arc::clone(room), room.ticket.load(Relaxed));
    let (visitor, stop, yielded) = (Visitor::NOBODY, Stop::default(), Arc::default());
    let task = Task { room, visitor, ticket, wanted, record, turns: 0, stop, yielded };
    task.give_way();
    task
}

#[test]
fn a_review_gets_on_while_others_wait() {
    let house = House::new();
    let room = house.room([Human, Human]);
    for text in ["f5", "d6"] {
        obey(&room, &Action::Move { text: text.to_owned() }).expect("legal");
    }
    let mut worker = Worker::new(1 << 20, 1);
    let review = Wanted::Review { time: Duration::from_millis(10), from: 2, to: 0 };
    let left = worker.work(pressed(&room, review)).expect("a move is left");
    assert!(matches!(left.wanted, Wanted::Review { from: 1, .. }), "{:?}", left.wanted);
    left.give_way();
    assert!(worker.work(left).is_none(), "it has come to its end");
    assert_eq!(room.look(|hosted| hosted.judged.len()), 2);
}

#[test]
fn a_search_that_was_broken_off_takes_and_tells_the_time_of_all_its_parts() {
    let house = House::new();
    let room = house.room([Human, Human]);
    // More than anybody looks on for.
    let had = Had { time: Duration::from_secs(1000), nodes: 1_000_000_000 };
    let mut worker = Worker::new(1 << 20, 1);
    let left = worker.work(pressed(&room, Wanted::Watch { lines: 1, had })).expect("others wait");
    let Wanted::Watch { had: more, .. } = left.wanted else { panic!("{:?}", left.wanted) };
    assert!(more.time > had.time && more.nodes >= had.nodes, "{more:?}");
    assert!(worker.work(left).is_none(), "its time is over");
    let told = room.live.borrow().thought.clone().expect("it was told");
    assert!(told.done && told.seconds > 1000.0 && told.nodes >= had.nodes, "{told:?}");
}

#[test]
fn nothing_is_stopped_in_the_place_of_what_has_ended_by_itself() {
    let house = House::new();
    let room = house.room([Computer, Computer]);
    let _looks_on = room.listen();
    let stop = |what: Option<&str>| obey(&room, &Action::Stop { what: what.map(str::to_owned) });
    let at_work = || house.pool.is_at_work(&room.id, |_| true);
    stop(Some("review")).expect("there is none");
    assert!(at_work(), "two computers play on");
    assert!(matches!(stop(Some("move")), Err(Refused::Because(_))));
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
        .take_while(|room| obey(room, &Action::Hint).is_ok())
        .collect();
    assert!(matches!(obey(&room, &review), Err(Refused::Busy(_))));
    assert_eq!(room.look(|hosted| hosted.judged.len()), 1);
    others.iter().for_each(|room| house.pool.leave(&room.id));
    obey(&room, &review).expect("there is room");
    assert_eq!(room.look(|hosted| hosted.judged.len()), 0);
}
