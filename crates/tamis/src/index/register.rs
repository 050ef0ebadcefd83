//! The register of one root: which state of which file was found to hold what.
//!
//! A row is believed as long as the file's stamp is the one written down. A stamp as young as the reading itself proves nothing
//! and is not written down; such a file is read again.

use std::path::Path;

use rustc_hash::FxHashSet;

use super::segment::Key;
use crate::corpus::{Corpus, Stamp};
use crate::document::{DocId, SkipReason};
use crate::store::encoding::{Reader, SEAL, put, put_signed, put_text, seal, unseal};

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

/// The rows of a root by path, as bytes: what is known of all files is only ever gone through in order, and held as values it
/// would fill little memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Register {
    root: String,
    rows: Vec<u8>,
}

/// The kind of file a register is kept in.
pub(super) const KIND: &str = "register";

impl Register {
    /// The register of a root as it was kept; none when a byte of it is damaged.
    pub(super) fn read(bytes: Vec<u8>, root: &Path) -> Option<Register> {
        let register = Register::read_any(bytes)?;
        // Two roots under one name is chance beyond chance; then the other's rows are no use here.
        Some(if register.root == root.to_string_lossy() { register } else { Register::default() })
    }

    /// A register of any root.
    pub(super) fn read_any(mut bytes: Vec<u8>) -> Option<Register> {
        let mut reader = Reader(unseal(&bytes)?);
        let (root, rows) = (reader.text()?.to_owned(), reader.0.len());
        let sealed = bytes.len() - SEAL;
        bytes.truncate(sealed);
        bytes.drain(..sealed - rows);
        Some(Register { root, rows: bytes })
    }

    /// As bytes that are checked when they are read.
    pub(super) fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.root.len() + self.rows.len() + 16);
        put_text(&mut bytes, &self.root);
        bytes.extend_from_slice(&self.rows);
        seal(bytes)
    }

    /// The root it is about.
    pub(super) fn root(&self) -> &Path {
        Path::new(&self.root)
    }

    /// Whether it knows no file.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds the keys of what its files need in segments.
    pub(super) fn add_keys(&self, keys: &mut FxHashSet<Key>) {
        let mut rows = Rows::of(self);
        while rows.next() {
            rows.outcome.add_keys(rows.path(), keys);
        }
    }

    /// What is known of each document: the outcome of a row of that path and stamp.
    pub(super) fn known(&self, corpus: &Corpus) -> Vec<Option<Outcome>> {
        let mut rows = Rows::of(self);
        let mut is_row = rows.next();
        let mut known = Vec::with_capacity(corpus.documents().len());
        for (at, document) in corpus.documents().iter().enumerate() {
            while is_row && rows.path() < document.path.as_str() {
                is_row = rows.next();
            }
            let same = is_row && rows.path() == document.path && rows.stamp == corpus.stamp(DocId(at as u32));
            known.push(same.then(|| rows.outcome.clone()));
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
        let mut writer = RowWriter::default();
        let mut old = Rows::of(before);
        let mut is_old = !corpus.is_whole() && old.next();
        let mut keep_old = |writer: &mut RowWriter, end: Option<&str>| {
            while is_old && end.is_none_or(|end| old.path() < end) {
                writer.add(old.path(), old.stamp, &old.outcome);
                is_old = old.next();
            }
            if is_old && end == Some(old.path()) {
                is_old = old.next();
            }
        };
        for (at, outcome) in outcomes.iter().enumerate() {
            let (path, stamp) = (&corpus.documents()[at].path, corpus.stamp(DocId(at as u32)));
            keep_old(&mut writer, Some(path));
            if let Some(outcome) = outcome
                && (!fresh[at] || is_settled(stamp, since))
                && keeps(outcome)
            {
                writer.add(path, stamp, outcome);
            }
        }
        keep_old(&mut writer, None);
        Register { root: corpus.root().to_string_lossy().into_owned(), rows: writer.rows }
    }
}

/// Goes through rows; holds the one it stands at.
struct Rows<'r> {
    reader: Reader<'r>,
    path: Vec<u8>,
    stamp: Stamp,
    outcome: Outcome,
}

impl<'r> Rows<'r> {
    /// Before the first row.
    fn of(register: &'r Register) -> Rows<'r> {
        let outcome = Outcome::Unread(SkipReason::Binary);
        Rows { reader: Reader(&register.rows), path: Vec::new(), stamp: Stamp::default(), outcome }
    }

    /// Steps to the next row; false behind the last one. Bytes that are no row end it: their files are read again.
    fn next(&mut self) -> bool {
        self.step().is_some()
    }

    fn step(&mut self) -> Option<()> {
        let reader = &mut self.reader;
        self.path.truncate(usize::try_from(reader.number()?).ok()?);
        let length = usize::try_from(reader.number()?).ok()?;
        self.path.extend_from_slice(reader.bytes(length)?);
        self.stamp = read_stamp(reader, self.stamp)?;
        self.outcome = match reader.number()? {
            0 => Outcome::Text(Key(reader.array()?)),
            1 => Outcome::Unread(SkipReason::Binary),
            2 => Outcome::Unread(SkipReason::Minified),
            3 => Outcome::Unread(SkipReason::Secret),
            _ => return None,
        };
        Some(())
    }

    fn path(&self) -> &str {
        std::str::from_utf8(&self.path).unwrap_or_default()
    }
}

/// Writes rows by path. A row holds what it does not share with the one before.
#[derive(Default)]
struct RowWriter {
    rows: Vec<u8>,
    path: String,
    stamp: Stamp,
}

impl RowWriter {
    fn add(&mut self, path: &str, stamp: Stamp, outcome: &Outcome) {
        let bytes = path.as_bytes();
        let shared = bytes.iter().zip(self.path.as_bytes()).take_while(|(a, b)| a == b).count();
        put(&mut self.rows, shared as u64);
        put(&mut self.rows, (bytes.len() - shared) as u64);
        self.rows.extend_from_slice(&bytes[shared..]);
        put_stamp(&mut self.rows, stamp, self.stamp);
        match outcome {
            Outcome::Text(key) => {
                put(&mut self.rows, 0);
                self.rows.extend_from_slice(&key.0);
            }
            Outcome::Unread(reason) => put(&mut self.rows, tag(reason).unwrap_or(u64::MAX)),
        }
        path.clone_into(&mut self.path);
        self.stamp = stamp;
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

/// Files that were made together have times and numbers close to each other.
fn put_stamp(bytes: &mut Vec<u8>, stamp: Stamp, before: Stamp) {
    put(bytes, stamp.bytes);
    put_signed(bytes, (stamp.modified as i64).wrapping_sub(before.modified as i64));
    put_signed(bytes, (stamp.changed as i64).wrapping_sub(stamp.modified as i64));
    put_signed(bytes, (stamp.inode as i64).wrapping_sub(before.inode as i64));
}

fn read_stamp(reader: &mut Reader<'_>, before: Stamp) -> Option<Stamp> {
    let bytes = reader.number()?;
    let modified = (before.modified as i64).wrapping_add(reader.signed()?);
    let changed = modified.wrapping_add(reader.signed()?);
    let inode = (before.inode as i64).wrapping_add(reader.signed()?) as u64;
    Some(Stamp { bytes, modified: i128::from(modified), changed: i128::from(changed), inode })
}
