//! A second set of rules, slow and plain: an array of stacks, neighbours by coordinates, removal by
//! breadth-first search. Held equal to the fast one in random games.

use crate::board::Position;
use crate::geometry::Space;
use crate::rules::{Dvonn, Move};
use anyply_framework::hash::SplitMix;
use anyply_framework::{Game, Score, Side, Situation};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

type Place = (i32, i32);

#[derive(Clone, Debug, PartialEq)]
struct Stack {
    /// From the bottom; `None` is a Dvonn.
    pieces: Vec<Option<Side>>,
}

#[derive(Clone, Debug)]
struct Twin {
    stacks: BTreeMap<Place, Stack>,
    placed: usize,
    side: Side,
}

const DIRECTIONS: [Place; 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)];

fn spaces() -> Vec<Place> {
    let rows = [(0, 8), (0, 9), (0, 10), (1, 10), (2, 10)];
    let mut all = Vec::new();
    for (y, (first, last)) in (0..).zip(rows) {
        all.extend((first..=last).map(|x| (x, y)));
    }
    all
}

fn place(space: Space) -> Place {
    (space.column().into(), space.row().into())
}

impl Twin {
    fn start() -> Self {
        Self { stacks: BTreeMap::new(), placed: 0, side: Side::White }
    }

    fn owner(&self, at: Place) -> Option<Side> {
        *self.stacks.get(&at)?.pieces.last().expect("no stack is empty")
    }

    fn neighbours(at: Place) -> [Place; 6] {
        DIRECTIONS.map(|(dx, dy)| (at.0 + dx, at.1 + dy))
    }

    fn steps(&self, side: Side) -> BTreeSet<(Place, Place)> {
        let mut steps = BTreeSet::new();
        for (&from, stack) in &self.stacks {
            let blocked = Self::neighbours(from).iter().all(|next| self.stacks.contains_key(next));
            if self.owner(from) != Some(side) || blocked {
                continue;
            }
            let height = stack.pieces.len() as i32;
            for (dx, dy) in DIRECTIONS {
                let to = (from.0 + dx * height, from.1 + dy * height);
                if self.stacks.contains_key(&to) {
                    steps.insert((from, to));
                }
            }
        }
        steps
    }

    /// `None` stands for a pass, equal places for a placement.
    fn moves(&self) -> BTreeSet<Option<(Place, Place)>> {
        if self.placed < 49 {
            let free = spaces().into_iter().filter(|at| !self.stacks.contains_key(at));
            return free.map(|at| Some((at, at))).collect();
        }
        let own = self.steps(self.side);
        if own.is_empty() && !self.steps(!self.side).is_empty() {
            return BTreeSet::from([None]);
        }
        own.into_iter().map(Some).collect()
    }

    fn play(&mut self, mv: Option<(Place, Place)>) {
        match mv {
            None => self.side = !self.side,
            Some((at, to)) if at == to => {
                let piece = (self.placed >= 3).then_some(self.side);
                self.stacks.insert(at, Stack { pieces: vec![piece] });
                self.placed += 1;
                if self.placed < 49 {
                    self.side = !self.side;
                }
            }
            Some((from, to)) => {
                let moved = self.stacks.remove(&from).expect("a stack stands there");
                self.stacks.get_mut(&to).expect("a stack stands there").pieces.extend(moved.pieces);
                self.remove_loose();
                self.side = !self.side;
            }
        }
    }

    fn remove_loose(&mut self) {
        let holds = |stack: &Stack| stack.pieces.contains(&None);
        let mut queue: VecDeque<Place> =
            self.stacks.iter().filter(|(_, stack)| holds(stack)).map(|(&at, _)| at).collect();
        let mut kept: BTreeSet<Place> = queue.iter().copied().collect();
        while let Some(at) = queue.pop_front() {
            for next in Self::neighbours(at) {
                if self.stacks.contains_key(&next) && kept.insert(next) {
                    queue.push_back(next);
                }
            }
        }
        self.stacks.retain(|at, _| kept.contains(at));
    }

    fn margin(&self) -> i32 {
        let pieces = |side| -> usize {
            let own = self.stacks.iter().filter(|&(&at, _)| self.owner(at) == Some(side));
            own.map(|(_, stack)| stack.pieces.len()).sum()
        };
        pieces(self.side) as i32 - pieces(!self.side) as i32
    }
}

fn as_twin(mv: Move) -> Option<(Place, Place)> {
    match mv {
        Move::Place(space) => Some((place(space), place(space))),
        Move::Step { from, to } => Some((place(from), place(to))),
        Move::Pass => None,
    }
}

fn assert_same(game: &Dvonn, at: &Situation<Dvonn>, twin: &Twin) {
    let position: &Position = &at.position;
    assert_eq!(at.side, twin.side);
    for space in Space::ALL {
        let stack = twin.stacks.get(&place(space));
        assert_eq!(position.height(space) as usize, stack.map_or(0, |stack| stack.pieces.len()));
        let owner = twin.owner(place(space));
        assert_eq!(position.mine().contains(space), owner == Some(twin.side));
        assert_eq!(position.theirs().contains(space), owner == Some(!twin.side));
        let dvonn = stack.is_some_and(|stack| stack.pieces.contains(&None));
        assert_eq!(position.dvonns().contains(space), dvonn);
    }
    let moves: BTreeSet<_> = at.moves(game).into_iter().map(as_twin).collect();
    assert_eq!(moves, twin.moves());
    assert_eq!(moves.len(), at.moves(game).len());
    assert_eq!(game.count_moves(position), moves.len());
    let result = moves.is_empty().then(|| Score::from_units(twin.margin()));
    assert_eq!(game.terminal(position), result);
    if !position.is_placing() {
        assert_eq!(position.margin(), twin.margin());
        let reach = position.reach(position.mine());
        let steps = twin.steps(twin.side);
        assert_eq!(reach.moves as usize, steps.len());
        let sources: BTreeSet<_> = steps.iter().map(|step| step.0).collect();
        let targets: BTreeSet<_> = steps.iter().map(|step| step.1).collect();
        assert_eq!(reach.stacks.iter().map(place).collect::<BTreeSet<_>>(), sources);
        assert_eq!(reach.targets.iter().map(place).collect::<BTreeSet<_>>(), targets);
    }
}

/// Plays random games with both sets of rules.
fn random_games_go_the_same_way(games: u32, seed: u64) {
    let game = Dvonn::full();
    let mut random = SplitMix(seed);
    let (mut passes, mut longest) = (0, 0);
    for _ in 0..games {
        let (mut at, mut twin) = (game.start(), Twin::start());
        let mut plies: Vec<(u32, bool)> = Vec::new();
        loop {
            assert_same(&game, &at, &twin);
            let moves = at.moves(&game);
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len() as u32) as usize];
            plies.push((game.remaining(&at.position), game.is_pass(mv)));
            at = at.after(&game, mv);
            twin.play(as_twin(mv));
        }
        let mut left = 0;
        for (bound, pass) in plies.iter().rev() {
            left += u32::from(!pass);
            assert!(left <= *bound, "{left} plies were played where at most {bound} were promised");
            passes += u32::from(*pass);
        }
        longest = longest.max(plies.len());
    }
    assert!(passes > 0);
    assert!(longest as u32 <= Dvonn::MAX_PLIES);
}

#[test]
fn random_games_from_the_first_placement_go_the_same_way() {
    random_games_go_the_same_way(400, 7);
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_random_games_go_the_same_way() {
    random_games_go_the_same_way(100_000, 8);
}
