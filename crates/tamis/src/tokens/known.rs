//! Counts of the parts of texts that were met before, in this process or in the one that told them. Keeps hashes, no text.

use std::hash::Hasher;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};

use super::Counts;

/// Longest part that is remembered, in bytes. No part has more tokens than bytes, so that a byte holds a count.
pub(super) const LONGEST: usize = 255;
/// Parts that are remembered; beyond it all are forgotten.
const MOST: usize = 1 << 15;
/// Bytes of a part that is told: its hash and its counts.
const ROW: usize = 10;

/// The parts by hash. That two of as many as are remembered have the same hash happens by chance once in 30 billion times.
#[derive(Debug)]
pub(super) struct Known {
    parts: FxHashMap<u64, Part>,
    /// How many were added, those forgotten since among them.
    added: usize,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    counts: [u8; 2],
    /// In this process, and not only told to it.
    is_met: bool,
}

impl Known {
    pub(super) const fn new() -> Known {
        Known { parts: FxHashMap::with_hasher(FxBuildHasher), added: 0 }
    }

    /// The counts of a part of at most [`LONGEST`] bytes, as they were before or as `count` says.
    pub(super) fn counts(&mut self, part: &str, count: impl FnOnce() -> Counts) -> Counts {
        let mut hasher = FxHasher::default();
        hasher.write(part.as_bytes());
        let hash = hasher.finish();
        if let Some(Part { counts: [cl100k, o200k], is_met }) = self.parts.get_mut(&hash) {
            *is_met = true;
            return (usize::from(*cl100k), usize::from(*o200k));
        }
        if self.parts.len() >= MOST {
            self.parts.clear();
        }
        let (cl100k, o200k) = count();
        self.parts.insert(hash, Part { counts: [cl100k as u8, o200k as u8], is_met: true });
        self.added += 1;
        (cl100k, o200k)
    }

    /// Takes in what was told.
    pub(super) fn take_in(&mut self, told: &[u8]) {
        let (rows, _) = told.as_chunks::<ROW>();
        self.parts.reserve(rows.len());
        for [hash @ .., cl100k, o200k] in rows {
            let part = Part { counts: [*cl100k, *o200k], is_met: false };
            self.parts.entry(u64::from_le_bytes(*hash)).or_insert(part);
        }
    }

    /// How many parts had to be counted so far.
    pub(super) fn added(&self) -> usize {
        self.added
    }

    /// All as bytes, at most so many, those first that were met in this process.
    pub(super) fn told(&self, most: usize) -> Vec<u8> {
        let row = |(hash, part): (&u64, &Part)| (!part.is_met, *hash, part.counts);
        let mut rows: Vec<(bool, u64, [u8; 2])> = self.parts.iter().map(row).collect();
        rows.sort_unstable();
        rows.truncate(most / ROW);
        rows.into_iter().flat_map(|(_, hash, counts)| hash.to_le_bytes().into_iter().chain(counts)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_told_is_not_counted_again() {
        let mut known = Known::new();
        assert_eq!((known.counts("one", || (1, 2)), known.counts("two", || (3, 255))), ((1, 2), (3, 255)));
        let told = known.told(usize::MAX);
        assert_eq!((told.len(), known.added()), (2 * ROW, 2));
        let mut next = Known::new();
        next.take_in(&told);
        let of = |known: &mut Known, part| known.counts(part, || unreachable!("it was counted"));
        assert_eq!((of(&mut next, "one"), of(&mut next, "two")), ((1, 2), (3, 255)));
        assert_eq!((next.told(usize::MAX), next.added()), (told, 0));
    }

    #[test]
    fn where_there_is_no_room_for_all_those_met_are_told() {
        let mut known = Known::new();
        ["one", "two", "three"].iter().for_each(|part| _ = known.counts(part, || (1, 1)));
        let mut next = Known::new();
        next.take_in(&known.told(usize::MAX));
        ["two", "four"].iter().for_each(|part| _ = next.counts(part, || (1, 1)));
        let mut last = Known::new();
        last.take_in(&next.told(2 * ROW + 1));
        ["two", "four"].iter().for_each(|part| _ = last.counts(part, || unreachable!("it was told")));
        assert_eq!((last.counts("one", || (7, 7)), last.counts("three", || (7, 7))), ((7, 7), (7, 7)));
    }
}
