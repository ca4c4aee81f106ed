//! [`Queue`]: who is searched for next: whoever has had the least so far.

use std::collections::HashMap;
use std::time::Duration;

/// Whom a task is for, from the general to the particular: an address, a visitor there, a game of his.
pub(super) type Customer = Vec<String>;

/// Tasks that wait, each for a [`Customer`]. Turns are taken among those at the top, then among those below
/// whoever is next, and so on: who has many games gets no more for it. Who has had much of the machine waits
/// for those who have had little; one who has had none for long has no claim to make up for that.
#[derive(Debug)]
pub(super) struct Queue<T> {
    waiting: Vec<(Customer, T)>,
    /// Of those who were seen of late, by the beginnings of their names; the empty one is everybody.
    accounts: HashMap<Customer, Account>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Account {
    /// What was had of the machine.
    had: Duration,
    /// What had been had, of those just below, by the one whose turn it was last.
    level: Duration,
}

impl<T> Queue<T> {
    /// The most tasks that wait; of them those of one address, and of those again those of one visitor.
    pub(super) const ROOM: usize = 512;
    const OF_ADDRESS: usize = Self::ROOM * 3 / 4;
    pub(super) const OWN: usize = Self::ROOM / 2;
    // Accounts remembered.
    const MEMORY: usize = 8192;

    /// Nobody waits.
    pub(super) fn new() -> Self {
        Self { waiting: Vec::new(), accounts: HashMap::new() }
    }

    /// Lets a task wait for its turn.
    ///
    /// # Errors
    /// The task, if too many wait already, or too many of that visitor or of his address.
    pub(super) fn push(&mut self, customer: Customer, task: T) -> Result<(), T> {
        let of = |part: usize| {
            let name = &customer[..part.min(customer.len() - 1)];
            self.waiting.iter().filter(|(waiting, _)| waiting.starts_with(name)).count()
        };
        if of(0) >= Self::ROOM || of(1) >= Self::OF_ADDRESS || of(2) >= Self::OWN {
            return Err(task);
        }
        self.put_back(customer, task);
        Ok(())
    }

    /// Lets a task wait again that had its turn and is not done: there is always room for it.
    pub(super) fn put_back(&mut self, customer: Customer, task: T) {
        if self.accounts.len() >= Self::MEMORY {
            self.accounts
                .retain(|known, _| self.waiting.iter().any(|(waiting, _)| waiting.starts_with(known)));
        }
        for part in 0..customer.len() {
            let level = self.account(&customer[..part]).level;
            let own = self.accounts.entry(customer[..=part].to_vec()).or_default();
            own.had = own.had.max(level);
        }
        self.waiting.push((customer, task));
    }

    /// The task whose turn it is.
    pub(super) fn pop(&mut self) -> Option<(Customer, T)> {
        let next = self.next()?;
        let (customer, task) = self.waiting.remove(next);
        for part in 0..customer.len() {
            let level = self.account(&customer[..=part]).had;
            self.accounts.entry(customer[..part].to_vec()).or_default().level = level;
        }
        Some((customer, task))
    }

    // Of those who have had equally much, who came first.
    fn next(&self) -> Option<usize> {
        let mut chosen: &[String] = &[];
        let mut found = None;
        loop {
            let part = chosen.len();
            let below = |(_, (customer, _)): &(usize, &(Customer, T))| {
                customer.starts_with(chosen) && customer.len() > part
            };
            let children = self.waiting.iter().enumerate().filter(below);
            let least = children.min_by_key(|(_, (customer, _))| self.account(&customer[..=part]).had);
            let Some((number, (customer, _))) = least else { return found };
            (chosen, found) = (&customer[..=part], Some(number));
        }
    }

    /// How many come before a customer's task, each with one task of his; nothing if none of his waits.
    pub(super) fn before(&self, customer: &Customer) -> Option<usize> {
        let place = self.waiting.iter().position(|(waiting, _)| waiting == customer)?;
        let mut first: Vec<&[String]> = Vec::new();
        for (number, (other, _)) in self.waiting.iter().enumerate() {
            let Some(part) = parted(customer, other) else { continue };
            let had = |customer: &Customer| self.account(&customer[..=part]).had;
            if (had(other), number) < (had(customer), place) && !first.contains(&&other[..=part]) {
                first.push(&other[..=part]);
            }
        }
        Some(first.len())
    }

    /// Whether somebody waits whose turn comes before a customer's who has had so much more than is written
    /// down.
    pub(super) fn presses(&self, customer: &Customer, more: Duration) -> bool {
        self.waiting.iter().any(|(other, _)| {
            parted(customer, other).is_some_and(|part| {
                self.account(&other[..=part]).had < self.account(&customer[..=part]).had + more
            })
        })
    }

    /// A customer has had so much of the machine.
    pub(super) fn charge(&mut self, customer: &Customer, time: Duration) {
        for part in 1..=customer.len() {
            self.accounts.entry(customer[..part].to_vec()).or_default().had += time;
        }
    }

    /// Whether a task waits for which `fits` holds.
    pub(super) fn holds(&self, fits: impl Fn(&T) -> bool) -> bool {
        self.waiting.iter().any(|(_, task)| fits(task))
    }

    /// Takes away the tasks for which `leaves` holds.
    pub(super) fn drop_if(&mut self, mut leaves: impl FnMut(&T) -> bool) {
        self.waiting.retain(|(_, task)| !leaves(task));
    }

    fn account(&self, name: &[String]) -> Account {
        self.accounts.get(name).copied().unwrap_or_default()
    }
}

// Where two names differ first.
fn parted(one: &Customer, other: &Customer) -> Option<usize> {
    one.iter().zip(other).position(|(one, other)| one != other)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn customer(name: &str) -> Customer {
        name.split('/').map(str::to_owned).collect()
    }

    /// Lets those wait who do not, and serves so many, a second each; who they were.
    fn serve(queue: &mut Queue<()>, names: &[&str], times: usize) -> Vec<String> {
        let mut served = Vec::new();
        for _ in 0..times {
            for name in names {
                if queue.before(&customer(name)).is_none() {
                    queue.push(customer(name), ()).expect("there is room");
                }
            }
            let (next, ()) = queue.pop().expect("some wait");
            queue.charge(&next, SECOND);
            served.push(next.join("/"));
        }
        served
    }

    #[test]
    fn who_has_had_least_comes_first_and_equals_in_turn() {
        let mut queue = Queue::new();
        queue.charge(&customer("a"), SECOND);
        for name in ["a", "b", "c"] {
            queue.push(customer(name), ()).expect("there is room");
        }
        let before = ["a", "c", "z"].map(|name| queue.before(&customer(name)));
        assert_eq!(before, [Some(2), Some(1), None]);
        let order: Vec<String> =
            std::iter::from_fn(|| queue.pop()).map(|(name, ())| name.join("/")).collect();
        assert_eq!(order, ["b", "c", "a"]);
    }

    #[test]
    fn who_has_many_games_gets_no_more_for_it() {
        let mut queue = Queue::new();
        let served = serve(&mut queue, &["a/1", "a/2", "a/3", "a/4", "b/1"], 16);
        let of = |name: &str| served.iter().filter(|served| served.starts_with(name)).count();
        assert_eq!((of("a"), of("b")), (8, 8), "{served:?}");
        // And his own games take turns.
        assert_eq!(["a/1", "a/2", "a/3", "a/4"].map(of), [2; 4], "{served:?}");
    }

    #[test]
    fn one_who_comes_late_does_not_keep_the_others_waiting() {
        let mut queue = Queue::new();
        serve(&mut queue, &["a/1"], 5);
        // Now `b` comes for the first time: he is as far as the last whose turn it was, and no further back.
        let served = serve(&mut queue, &["a/1", "b/1"], 6);
        assert_eq!(served.iter().filter(|served| served.starts_with('a')).count(), 3, "{served:?}");
    }

    #[test]
    fn one_who_searches_gives_way_to_who_has_had_less() {
        let mut queue = Queue::new();
        let long = customer("a/1");
        queue.push(long.clone(), ()).expect("there is room");
        queue.pop();
        assert!(!queue.presses(&long, SECOND), "nobody waits");
        queue.charge(&customer("b/1"), 2 * SECOND);
        queue.push(customer("b/1"), ()).expect("there is room");
        assert!(!queue.presses(&long, SECOND) && queue.presses(&long, 3 * SECOND));
        queue.push(customer("a/2"), ()).expect("there is room");
        assert!(queue.presses(&long, SECOND), "another game of his own has had nothing");
    }

    #[test]
    fn a_flood_is_refused_and_nobody_fills_the_room_alone() {
        let mut queue = Queue::new();
        let flood = |queue: &mut Queue<i32>, who: &str| {
            (0..10_000).filter(|game| queue.push(customer(&format!("{who}/{game}")), *game).is_ok()).count()
        };
        const ROOM: usize = Queue::<i32>::ROOM;
        assert_eq!(flood(&mut queue, "a/a"), Queue::<i32>::OWN);
        assert_eq!(
            flood(&mut queue, "a/b"),
            Queue::<i32>::OF_ADDRESS - Queue::<i32>::OWN,
            "another name, and no other place"
        );
        assert_eq!(flood(&mut queue, "b/a"), ROOM - Queue::<i32>::OF_ADDRESS);
        assert_eq!(flood(&mut queue, "c/a"), 0);
        queue.put_back(customer("c/a/1"), 1);
        queue.drop_if(|game| game % 2 == 0);
        assert!(flood(&mut queue, "c/a") > 0, "there is room again");
    }
}
