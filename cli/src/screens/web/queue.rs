//! [`Queue`]: who is searched for next: whoever has had the least so far.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

/// Tasks that wait, each of a customer. A customer who has had much of the machine waits for those who have had little; one who has
/// had none for long has no claim to make up for that.
#[derive(Debug)]
pub(super) struct Queue<C, T> {
    waiting: Vec<(C, T)>,
    /// What each customer has had, of those who were seen of late.
    had: HashMap<C, Duration>,
    /// What the customer had had whose turn it was last.
    level: Duration,
}

impl<C: Clone + Eq + Hash, T> Queue<C, T> {
    /// The most tasks that wait.
    pub(super) const ROOM: usize = 512;
    // Customers remembered.
    const MEMORY: usize = 4096;

    /// Nobody waits.
    pub(super) fn new() -> Self {
        Self { waiting: Vec::new(), had: HashMap::new(), level: Duration::ZERO }
    }

    /// How many wait.
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Lets a task wait for its turn.
    ///
    /// # Errors
    /// The task, if too many wait already.
    pub(super) fn push(&mut self, customer: C, task: T) -> Result<(), T> {
        if self.waiting.len() >= Self::ROOM {
            return Err(task);
        }
        if self.had.len() >= Self::MEMORY {
            self.had.retain(|customer, _| self.waiting.iter().any(|(waiting, _)| waiting == customer));
        }
        let had = self.had.entry(customer.clone()).or_default();
        *had = (*had).max(self.level);
        self.waiting.push((customer, task));
        Ok(())
    }

    /// The task whose turn it is.
    pub(super) fn pop(&mut self) -> Option<(C, T)> {
        // Of those who have had equally much, who came first.
        let first = self.waiting.iter().enumerate().min_by_key(|(_, (customer, _))| self.had_by(customer))?.0;
        let (customer, task) = self.waiting.remove(first);
        self.level = self.had_by(&customer);
        Some((customer, task))
    }

    /// How many come before a customer's task; nothing if none of his waits.
    pub(super) fn before(&self, customer: &C) -> Option<usize> {
        let place = self.waiting.iter().position(|(waiting, _)| waiting == customer)?;
        let had = self.had_by(customer);
        let earlier = |&(number, (other, _)): &(usize, &(C, T))| (self.had_by(other), number) < (had, place);
        Some(self.waiting.iter().enumerate().filter(earlier).count())
    }

    /// A customer has had so much of the machine.
    pub(super) fn charge(&mut self, customer: &C, time: Duration) {
        *self.had.entry(customer.clone()).or_default() += time;
    }

    /// Takes away the tasks for which `leaves` holds.
    pub(super) fn drop_if(&mut self, mut leaves: impl FnMut(&T) -> bool) {
        self.waiting.retain(|(_, task)| !leaves(task));
    }

    fn had_by(&self, customer: &C) -> Duration {
        self.had.get(customer).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn who_has_had_least_comes_first_and_equals_in_turn() {
        let mut queue = Queue::new();
        queue.charge(&'a', SECOND);
        for customer in ['a', 'b', 'c'] {
            queue.push(customer, ()).expect("there is room");
        }
        assert_eq!((queue.before(&'a'), queue.before(&'c'), queue.before(&'z')), (Some(2), Some(1), None));
        let order: Vec<char> = std::iter::from_fn(|| queue.pop()).map(|(customer, ())| customer).collect();
        assert_eq!(order, ['b', 'c', 'a']);
    }

    #[test]
    fn one_who_comes_late_does_not_keep_the_others_waiting() {
        let mut queue = Queue::new();
        for turn in 1..=5 {
            queue.push('a', turn).expect("there is room");
            queue.pop();
            queue.charge(&'a', SECOND);
        }
        // Now `b` comes for the first time: he is as far as the last whose turn it was, and no further back.
        let mut served = Vec::new();
        for _ in 0..6 {
            for customer in ['a', 'b'] {
                if queue.before(&customer).is_none() {
                    queue.push(customer, 0).expect("there is room");
                }
            }
            let (customer, _) = queue.pop().expect("two wait");
            queue.charge(&customer, SECOND);
            served.push(customer);
        }
        assert_eq!(served.iter().filter(|&&customer| customer == 'a').count(), 3, "{served:?}");
    }

    #[test]
    fn a_flood_is_refused() {
        let mut queue = Queue::new();
        let taken = (0..10_000).filter(|&number| queue.push(number, number).is_ok()).count();
        assert_eq!(taken, Queue::<i32, i32>::ROOM);
        queue.drop_if(|number| number % 2 == 0);
        assert_eq!(queue.len(), taken / 2);
    }
}
