//! The register of one root: which state of which file was found to hold what.
//!
//! A row is believed as long as the file's stamp is the one written down. A stamp as young as the reading itself proves nothing
//! and is not written down; such a file is read again.

use std::path::Path;

use rustc_hash::FxHashSet;

use super::segment::Key;
use crate::corpus::{Corpus, Stamp};
use crate::document::{DocId, SkipReason};
use crate::store::encoding::{Reader, put, put_signed, put_text, seal, unseal};

/// Files changed so shortly before they were read, in nanoseconds, may change again without a new stamp: clocks of file systems
/// tick every 10 ms at worst where they tell parts of a second.
const TICK: i128 = 20_000_000;
/// The same where they tell whole seconds, or two.
const COARSE_TICK: i128 = 2_000_000_000;

/// What reading a file gave.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    /// A text under this key.
    Text(Key),
    /// No text, because of what it holds.
    Unread(SkipReason),
}

impl Outcome {
    /// Adds the keys of what a file of that path needs in a segment.
    pub(super) fn add_keys(&self, path: &str, keys: &mut FxHashSet<Key>) {
        if let Outcome::Text(key) = self {
            keys.extend([*key, Key::of_path(path)]);
        }
    }
}

/// One file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) path: String,
    pub(super) stamp: Stamp,
    pub(super) outcome: Outcome,
}

/// Rows by path.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Register {
    pub(super) rows: Vec<Row>,
}

/// The kind of file a register is kept in.
pub(super) const KIND: &str = "register";

impl Register {
    /// The register of a root as it was kept; none when a byte of it is damaged.
    pub(super) fn read(bytes: &[u8], root: &Path) -> Option<Register> {
        let (of, register) = Register::read_any(bytes)?;
        // Two roots under one name is chance beyond chance; then the other's rows are no use here.
        Some(if of == root.to_string_lossy() { register } else { Register::default() })
    }

    /// A register and the root it is about.
    pub(super) fn read_any(bytes: &[u8]) -> Option<(String, Register)> {
        let mut reader = Reader(unseal(bytes)?);
        let root = reader.text()?.to_owned();
        let count = reader.small()?;
        let mut rows: Vec<Row> = Vec::with_capacity(count.min(1 << 20) as usize);
        let mut path: Vec<u8> = Vec::new();
        for _ in 0..count {
            path.truncate(usize::try_from(reader.number()?).ok()?);
            let length = usize::try_from(reader.number()?).ok()?;
            path.extend_from_slice(reader.bytes(length)?);
            let stamp = read_stamp(&mut reader)?;
            let outcome = match reader.number()? {
                0 => Outcome::Text(Key(reader.array()?)),
                1 => Outcome::Unread(SkipReason::Binary),
                2 => Outcome::Unread(SkipReason::Minified),
                3 => Outcome::Unread(SkipReason::Secret),
                _ => return None,
            };
            rows.push(Row { path: std::str::from_utf8(&path).ok()?.to_owned(), stamp, outcome });
        }
        Some((root, Register { rows }))
    }

    /// As bytes. A path stands as what it does not share with the one before.
    pub(super) fn write(&self, root: &Path) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(64 * self.rows.len());
        put_text(&mut bytes, &root.to_string_lossy());
        put(&mut bytes, self.rows.len() as u64);
        let mut before: &[u8] = &[];
        for row in &self.rows {
            let path = row.path.as_bytes();
            let shared = path.iter().zip(before).take_while(|(a, b)| a == b).count();
            put(&mut bytes, shared as u64);
            put(&mut bytes, (path.len() - shared) as u64);
            bytes.extend_from_slice(&path[shared..]);
            put_stamp(&mut bytes, row.stamp);
            match &row.outcome {
                Outcome::Text(key) => {
                    put(&mut bytes, 0);
                    bytes.extend_from_slice(&key.0);
                }
                Outcome::Unread(reason) => put(&mut bytes, tag(reason).unwrap_or(u64::MAX)),
            }
            before = path;
        }
        seal(bytes)
    }

    /// Adds the keys of what its files need in segments.
    pub(super) fn add_keys(&self, keys: &mut FxHashSet<Key>) {
        self.rows.iter().for_each(|row| row.outcome.add_keys(&row.path, keys));
    }

    /// What is known of each document: the outcome of a row of that path and stamp.
    pub(super) fn known(&self, corpus: &Corpus) -> Vec<Option<Outcome>> {
        let mut rows = self.rows.iter().peekable();
        let mut known = Vec::with_capacity(corpus.documents().len());
        for (at, document) in corpus.documents().iter().enumerate() {
            while rows.next_if(|row| row.path < document.path).is_some() {}
            let row = rows.next_if(|row| row.path == document.path);
            let same = row.filter(|row| row.stamp == corpus.stamp(DocId(at as u32)));
            known.push(same.map(|row| row.outcome.clone()));
        }
        known
    }

    /// The rows of a corpus whose documents gave these outcomes. `fresh` says which were read in this run, since `since`. Rows of
    /// files that the selection left out stay.
    pub(super) fn of(
        corpus: &Corpus,
        before: &Register,
        outcomes: &[Option<Outcome>],
        fresh: &[bool],
        since: i128,
    ) -> Register {
        let mut rows: Vec<Row> = Vec::with_capacity(outcomes.len());
        for (at, outcome) in outcomes.iter().enumerate() {
            let stamp = corpus.stamp(DocId(at as u32));
            if let Some(outcome) = outcome
                && (!fresh[at] || is_settled(stamp, since))
                && keeps(outcome)
            {
                rows.push(Row { path: corpus.documents()[at].path.clone(), stamp, outcome: outcome.clone() });
            }
        }
        if !corpus.is_whole() {
            rows.extend(before.rows.iter().filter(|row| corpus.find(&row.path).is_none()).cloned());
            rows.sort_by(|a, b| a.path.cmp(&b.path));
        }
        Register { rows }
    }
}

/// Whether a stamp is so much older than the reading that any later change must show in it.
fn is_settled(stamp: Stamp, since: i128) -> bool {
    let changed = if stamp.changed == 0 { stamp.modified } else { stamp.changed };
    let tick = if changed % 1_000_000_000 == 0 { COARSE_TICK } else { TICK };
    changed + tick < since
}

/// Whether an outcome follows from the content alone.
fn keeps(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Text(_) => true,
        Outcome::Unread(reason) => tag(reason).is_some(),
    }
}

fn tag(reason: &SkipReason) -> Option<u64> {
    match reason {
        SkipReason::Binary => Some(1),
        SkipReason::Minified => Some(2),
        SkipReason::Secret => Some(3),
        _ => None,
    }
}

fn put_stamp(bytes: &mut Vec<u8>, stamp: Stamp) {
    put(bytes, stamp.bytes);
    put_signed(bytes, stamp.modified as i64);
    put_signed(bytes, (stamp.changed as i64).wrapping_sub(stamp.modified as i64));
    put(bytes, stamp.inode);
}

fn read_stamp(reader: &mut Reader<'_>) -> Option<Stamp> {
    let bytes = reader.number()?;
    let modified = reader.signed()?;
    let changed = modified.wrapping_add(reader.signed()?);
    Some(Stamp { bytes, modified: i128::from(modified), changed: i128::from(changed), inode: reader.number()? })
}
