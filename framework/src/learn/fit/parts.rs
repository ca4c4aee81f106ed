//! [`Parts`]: sums over rows, on any number of threads.

use super::super::rows::{Chunk, Rows};
use crate::stack;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Sums over rows are taken in so many parts, which are added up in their order: the number of threads makes
/// no difference.
const PARTS: usize = 16;

/// Rows in parts, with room for the sums of each.
pub(super) struct Parts<'a> {
    chunks: Vec<&'a [Chunk]>,
    sums: Vec<Vec<f64>>,
    size: usize,
    threads: usize,
}

impl<'a> Parts<'a> {
    /// Of `rows` with features below `size`.
    pub(super) fn new(rows: &'a Rows, size: usize, threads: usize) -> Self {
        let chunks: Vec<&[Chunk]> = rows.0.chunks(rows.0.len().div_ceil(PARTS).max(1)).collect();
        let sums = vec![vec![0.0; size]; chunks.len()];
        Self { chunks, sums, size, threads }
    }

    /// The chunks of each part.
    pub(super) fn chunks(&self) -> &[&'a [Chunk]] {
        &self.chunks
    }

    /// The sum of what `add` adds for each part, told by its number.
    pub(super) fn summed(&mut self, add: impl Fn(usize, &'a [Chunk], &mut [f64]) + Sync) -> Vec<f64> {
        let mut total = vec![0.0; self.size];
        let mut sums = std::mem::take(&mut self.sums);
        self.each(&mut sums, |part, chunks, sums| {
            sums.fill(0.0);
            add(part, chunks, sums);
        });
        for sums in &sums {
            total.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum);
        }
        self.sums = sums;
        total
    }

    /// Does something with what is kept for each part.
    pub(super) fn each(
        &self,
        kept: &mut [Vec<f64>],
        work: impl Fn(usize, &'a [Chunk], &mut Vec<f64>) + Sync,
    ) {
        let left = Mutex::new(kept.iter_mut().enumerate());
        let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
        let help = || {
            while let Some((part, kept)) = next() {
                work(part, self.chunks[part], kept);
            }
        };
        thread::scope(|scope| {
            // Where the system refuses a thread, there are fewer: this one is there anyway.
            for _ in 1..self.threads.min(self.chunks.len()) {
                if stack::spawn(scope, help).is_err() {
                    break;
                }
            }
            help();
        });
    }
}
