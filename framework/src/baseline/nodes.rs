//! A tree in memory: nodes in one array, up to a number of bytes.

use std::ops::{Index, IndexMut};

/// Nodes that are only ever added, until there is no more room.
#[derive(Debug)]
pub(super) struct Nodes<T> {
    nodes: Vec<T>,
    limit: usize,
}

impl<T> Nodes<T> {
    /// Room for as many nodes as fit in `bytes`, but at least for `least`. The memory is taken as it is
    /// needed.
    pub(super) fn new(bytes: usize, least: usize) -> Self {
        let limit = (bytes / size_of::<T>()).clamp(least, u32::MAX as usize);
        Self { nodes: Vec::new(), limit }
    }

    /// Forgets every node.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What the nodes take.
    pub(super) fn bytes(&self) -> u64 {
        (self.nodes.len() * size_of::<T>()) as u64
    }

    /// Whether `more` nodes fit, and the system has the memory for them.
    pub(super) fn has_room(&mut self, more: usize) -> bool {
        let len = self.nodes.len();
        if more > self.limit - len {
            return false;
        }
        // Twice as much each time, but never beyond the limit.
        let wanted = more.max(len).min(self.limit - len);
        self.nodes.capacity() - len >= more || self.nodes.try_reserve_exact(wanted).is_ok()
    }

    /// Adds a node and returns its place; none if there is no room.
    pub(super) fn push(&mut self, node: T) -> Option<u32> {
        let place = self.nodes.len() as u32;
        self.has_room(1).then(|| {
            self.nodes.push(node);
            place
        })
    }

    /// The `count` nodes from `first` on.
    pub(super) fn row(&self, first: u32, count: usize) -> &[T] {
        &self.nodes[first as usize..][..count]
    }
}

impl<T> Index<u32> for Nodes<T> {
    type Output = T;
    fn index(&self, place: u32) -> &T {
        &self.nodes[place as usize]
    }
}

impl<T> IndexMut<u32> for Nodes<T> {
    fn index_mut(&mut self, place: u32) -> &mut T {
        &mut self.nodes[place as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_array_takes_no_more_and_keeps_what_it_has() {
        let mut nodes = Nodes::<u64>::new(100, 1);
        let taken = (0..50).map_while(|n| nodes.push(n)).count();
        assert_eq!((taken, nodes.bytes()), (12, 96));
        assert!(!nodes.has_room(1));
        assert_eq!(nodes.row(10, 2), [10, 11]);
        nodes.clear();
        assert!(nodes.has_room(12) && !nodes.has_room(13));
        assert_eq!(Nodes::<u64>::new(0, 3).limit, 3);
    }
}
