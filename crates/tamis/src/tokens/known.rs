//! Counts of the parts of texts that were met before, now or in an earlier process. Keeps hashes and counts, no text.

use std::hash::{BuildHasher, DefaultHasher, Hasher, RandomState};

use rustc_hash::FxHashMap;

use super::Counts;

/// Longest part that is remembered, in bytes. No part has more tokens than bytes, so that a byte holds a count.
pub(super) const LONGEST: usize = 255;
/// Parts that are remembered; beyond it all are forgotten.
const MOST: usize = 1 << 15;
/// Bytes of a part that is told: its hash and its counts.
const ROW: usize = 10;

/// The parts by hash. The hash is SipHash with a key of its own for each memory ("SipHash: a fast short-input PRF", Aumasson and
/// Bernstein, 2012), so that nobody can write a repository in which two lines have the same: by chance two of as many as are
/// remembered do once in 30 billion times.
#[derive(Debug)]
pub(super) struct Known {
    key: u64,
    parts: FxHashMap<u64, Part>,
    is_changed: bool,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    counts: [u8; 2],
    /// In this process, and not only told to it.
    is_met: bool,
}

impl Default for Known {
    fn default() -> Known {
        Known { key: RandomState::new().hash_one(ROW), parts: FxHashMap::default(), is_changed: false }
    }
}

impl Known {
    /// What another one tells; nothing where that is cut off in its key.
    pub(super) fn told(told: &[u8]) -> Known {
        let Some((key, rows)) = told.split_first_chunk() else { return Known::default() };
        let (rows, _) = rows.as_chunks::<ROW>();
        let part = |[hash @ .., cl100k, o200k]: &[u8; ROW]| {
            (u64::from_le_bytes(*hash), Part { counts: [*cl100k, *o200k], is_met: false })
        };
        Known { key: u64::from_le_bytes(*key), parts: rows.iter().map(part).collect(), is_changed: false }
    }

    /// All as bytes, at most so many, those first that were met in this process.
    pub(super) fn tell(&self, most: usize) -> Vec<u8> {
        let key = self.key.to_le_bytes();
        let row = |(hash, part): (&u64, &Part)| (!part.is_met, *hash, part.counts);
        let mut rows: Vec<(bool, u64, [u8; 2])> = self.parts.iter().map(row).collect();
        rows.sort_unstable();
        rows.truncate(most.saturating_sub(key.len()) / ROW);
        let rows = rows.into_iter().flat_map(|(_, hash, counts)| hash.to_le_bytes().into_iter().chain(counts));
        key.into_iter().chain(rows).collect()
    }

    /// The counts of a part of at most [`LONGEST`] bytes that was met before.
    pub(super) fn get(&mut self, part: &str) -> Option<Counts> {
        let hash = self.hash(part);
        let part = self.parts.get_mut(&hash)?;
        part.is_met = true;
        let [cl100k, o200k] = part.counts.map(usize::from);
        Some((cl100k, o200k))
    }

    /// Remembers the counts of such a part.
    pub(super) fn add(&mut self, part: &str, (cl100k, o200k): Counts) {
        if self.parts.len() >= MOST {
            self.parts.clear();
        }
        self.parts.insert(self.hash(part), Part { counts: [cl100k as u8, o200k as u8], is_met: true });
        self.is_changed = true;
    }

    /// Whether any was added.
    pub(super) fn is_changed(&self) -> bool {
        self.is_changed
    }

    fn hash(&self, part: &str) -> u64 {
        let mut hasher = DefaultHasher::new();
        hasher.write_u64(self.key);
        hasher.write(part.as_bytes());
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_told_is_known_again() {
        let mut known = Known::default();
        assert_eq!(known.get("one"), None);
        known.add("one", (1, 2));
        known.add("two", (3, 255));
        let told = known.tell(usize::MAX);
        let mut next = Known::told(&told);
        assert_eq!((next.get("one"), next.get("two"), next.get("three")), (Some((1, 2)), Some((3, 255)), None));
        assert_eq!((next.tell(usize::MAX), next.is_changed(), known.is_changed()), (told, false, true));
    }

    #[test]
    fn where_there_is_no_room_for_all_those_met_are_told() {
        let mut known = Known::default();
        ["one", "two", "three"].iter().for_each(|part| known.add(part, (1, 1)));
        let mut next = Known::told(&known.tell(usize::MAX));
        assert!(next.get("two").is_some());
        next.add("four", (1, 1));
        let mut last = Known::told(&next.tell(8 + 2 * ROW + 1));
        assert_eq!(["one", "two", "three", "four"].map(|part| last.get(part).is_some()), [false, true, false, true]);
    }

    #[test]
    fn each_has_hashes_of_its_own() {
        assert_ne!(Known::default().hash("one"), Known::default().hash("one"));
    }
}
