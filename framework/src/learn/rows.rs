//! [`Rows`]: the sparse rows that weights are fitted to.

/// So many positions are kept together, and done by one thread.
pub(super) const CHUNK: usize = 4096;

/// Positions as features, with their values.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Rows(pub(super) Vec<Chunk>);

/// Some of the rows.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Chunk {
    features: Vec<u32>,
    /// Where the features of each row end.
    ends: Vec<u32>,
    values: Vec<f32>,
}

impl Chunk {
    /// Adds a row, whose features `find` appends.
    pub(super) fn push(&mut self, value: f32, find: impl FnOnce(&mut Vec<u32>)) {
        find(&mut self.features);
        self.ends.push(u32::try_from(self.features.len()).expect("a few thousand rows"));
        self.values.push(value);
    }

    /// Gives back the room that no row has taken.
    pub(super) fn shrink(&mut self) {
        self.features.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.values.shrink_to_fit();
    }

    /// Whether all features are below `size`.
    pub(super) fn is_within(&self, size: usize) -> bool {
        self.features.iter().all(|&feature| (feature as usize) < size)
    }

    /// Each row: its features and its value.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u32], f32)> {
        let mut begin = 0;
        self.ends.iter().zip(&self.values).map(move |(&end, &value)| {
            let features = &self.features[begin..end as usize];
            begin = end as usize;
            (features, value)
        })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }
}

impl Rows {
    /// Each row: its features and its value.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u32], f32)> {
        self.0.iter().flat_map(Chunk::iter)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(Chunk::len).sum()
    }
}

/// The sum of the weights of a row's features.
#[inline]
pub(super) fn sum(features: &[u32], weights: &[f64]) -> f64 {
    features.iter().map(|&feature| weights[feature as usize]).sum()
}

#[cfg(test)]
impl Rows {
    /// For tests: rows one by one.
    pub(super) fn of(rows: impl IntoIterator<Item = (Vec<u32>, f32)>) -> Self {
        let all: Vec<_> = rows.into_iter().collect();
        let chunk = |rows: &[(Vec<u32>, f32)]| {
            let mut chunk = Chunk::default();
            rows.iter().for_each(|(features, value)| chunk.push(*value, |found| found.extend(features)));
            chunk
        };
        Self(all.chunks(CHUNK).map(chunk).collect())
    }
}
