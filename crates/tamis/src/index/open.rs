//! Opening the index: what is kept is taken, what is missing is counted, and what was counted is kept for the next run.
//!
//! The result does not depend on what was kept, nor on the number of threads. Texts are counted in portions; each is written
//! out before the next begins, so that a run that is ended at any moment loses at most one.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::count::{self, Counted};
use super::part::{Part, Wanted};
use super::register::{self, Outcome, Register};
use super::segment::{self, Key, Record, Segment};
use super::{FIELDS, Index, Note, Report, State};
use crate::budget::MAX_FILE_BYTES;
use crate::corpus::Corpus;
use crate::document::{DocId, Role, SkipReason, Skipped};
use crate::store::postings::Source;
use crate::store::{Store, Writing, discard};

/// Bytes of text that are counted before what they gave is written out.
const PORTION_BYTES: u64 = 32 << 20;
/// Files that are counted before what they gave is written out: a part of all, so that a run that is ended loses no more of its work
/// and a tree that is counted in one run has few segments, but no fewer and no more than these.
const PORTIONS: usize = MOST_SEGMENTS;
const LEAST_PORTION: usize = 256;
const PORTION_FILES: usize = 8_192;
/// More segments than this are merged.
const MOST_SEGMENTS: usize = 8;

/// How a caller looks on, and ends a run before its time.
#[derive(Clone, Copy)]
pub struct Watch<'w> {
    /// Told how many files are done, of how many.
    pub progress: &'w (dyn Fn(usize, usize) + Sync),
    /// Whether to take in no more files; what is there is answered from.
    pub stop: &'w (dyn Fn() -> bool + Sync),
}

impl Default for Watch<'_> {
    fn default() -> Self {
        Watch { progress: &|_, _| {}, stop: &|| false }
    }
}

/// Opens the index of `corpus`, with what `store` keeps, and keeps there what is new.
pub fn open(corpus: &Arc<Corpus>, store: Option<&Store>, watch: Watch<'_>) -> Index {
    let mut opening = Opening::new(corpus, store);
    opening.count_missing(watch);
    opening.keep(watch);
    opening.finish()
}

/// A segment and the file it is kept in.
type Kept = (Segment, Option<PathBuf>);

struct Opening<'o> {
    corpus: &'o Arc<Corpus>,
    store: Option<&'o Store>,
    writing: Option<Writing<'o>>,
    before: Register,
    segments: Vec<Kept>,
    /// The key of each document's path.
    paths: Vec<Key>,
    /// What each document was found to hold.
    outcomes: Vec<Option<Outcome>>,
    /// Which documents were read in this run.
    fresh: Vec<bool>,
    report: Report,
}

/// What examining one document gave.
struct Examined {
    outcome: Outcome,
    read: bool,
    counted: Vec<(Key, Counted)>,
}

impl<'o> Opening<'o> {
    fn new(corpus: &'o Arc<Corpus>, store: Option<&'o Store>) -> Self {
        let mut report = Report::default();
        if corpus.largest() < MAX_FILE_BYTES {
            report.note(Note::LittleMemory(corpus.largest()));
        }
        let mut before = Register::default();
        let mut segments = Vec::new();
        if let Some(store) = store {
            if store.is_of_another_version() {
                report.note(Note::OtherVersion);
            }
            if let Some(bytes) = store.own(register::KIND) {
                match Register::read(bytes, corpus.root()) {
                    Some(register) => before = register,
                    None => report.note(Note::Damaged),
                }
            }
            for (path, file) in store.segments() {
                match file.map(|file| Segment::open(Source::disk(file))) {
                    Ok(Ok(segment)) => segments.push((segment, Some(path))),
                    // Where the system has no room for one more open file, it is whole.
                    Err(error) if !matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::PermissionDenied) => {}
                    _ => {
                        discard(&path);
                        report.note(Note::Damaged);
                    }
                }
            }
        }
        let paths = corpus.documents().par_iter().map(|document| Key::of_path(&document.path)).collect();
        let outcomes = before.known(corpus);
        let fresh = vec![false; outcomes.len()];
        Opening { corpus, store, writing: None, before, segments, paths, outcomes, fresh, report }
    }

    /// Reads and counts what no segment holds.
    fn count_missing(&mut self, watch: Watch<'_>) {
        if self.holds_all() {
            return;
        }
        let mut have: FxHashSet<Key> = self.keys().collect();
        let all = self.corpus.documents().len();
        let mut missing: Vec<DocId> = (0..all as u32).map(DocId).filter(|doc| !self.is_known(*doc, &have)).collect();
        self.begin_writing();
        // Where time runs out, the product's own code is in first.
        missing.sort_by_key(|doc| (self.corpus.document(*doc).role != Role::Source, *doc));
        let done = AtomicUsize::new(all - missing.len());
        let mut rest = missing.as_slice();
        while !rest.is_empty() && !(watch.stop)() {
            let (portion, later) = rest.split_at(portion(self.corpus, rest));
            let examine = |doc: &DocId| {
                if (watch.stop)() {
                    return None;
                }
                let examined = self.examine(*doc, &have);
                (watch.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, all);
                Some(examined)
            };
            let examined: Vec<Option<Examined>> = portion.par_iter().map(examine).collect();
            let mut counted = Vec::new();
            for (doc, one) in portion.iter().zip(examined) {
                let Some(one) = one else { continue };
                self.report.read += usize::from(one.read);
                self.fresh[doc.index()] |= one.read;
                self.outcomes[doc.index()] = Some(one.outcome);
                counted.extend(one.counted.into_iter().filter(|(key, _)| have.insert(*key)));
            }
            self.report.analysed += counted.iter().filter(|(_, one)| !one.is_path()).count();
            self.add(counted);
            rest = later;
        }
    }

    /// Whether every document is known and what it needs is in a segment. Where it is so, what else the segments hold does not
    /// have to be known.
    fn holds_all(&self) -> bool {
        let mut needed: FxHashSet<Key> = FxHashSet::default();
        needed.reserve(2 * self.paths.len());
        for (outcome, path) in self.outcomes.iter().zip(&self.paths) {
            match outcome {
                Some(Outcome::Text(key)) => needed.extend([*key, *path]),
                Some(Outcome::Unread(_)) => {}
                None => return false,
            }
        }
        self.keys().for_each(|key| _ = needed.remove(&key));
        needed.is_empty()
    }

    fn keys(&self) -> impl Iterator<Item = Key> {
        self.segments.iter().flat_map(|(segment, _)| segment.records().map(|record| record.key))
    }

    fn is_known(&self, doc: DocId, have: &FxHashSet<Key>) -> bool {
        match &self.outcomes[doc.index()] {
            Some(Outcome::Text(key)) => have.contains(key) && have.contains(&self.paths[doc.index()]),
            Some(Outcome::Unread(_)) => true,
            None => false,
        }
    }

    fn examine(&self, doc: DocId, have: &FxHashSet<Key>) -> Examined {
        let mut counted = Vec::new();
        let known = match &self.outcomes[doc.index()] {
            Some(Outcome::Text(key)) if have.contains(key) => Some(*key),
            _ => None,
        };
        let read = known.is_none();
        let key = match known.map_or_else(|| self.corpus.read(doc).map(Err), |key| Ok(Ok(key))) {
            Ok(Ok(key)) => key,
            Ok(Err(text)) => {
                let key = Key::of_text(&text);
                if !have.contains(&key) {
                    counted.push((key, count::text(&text)));
                }
                key
            }
            // What holds no text is no candidate for words, not even for those of its path.
            Err(reason) => return Examined { outcome: Outcome::Unread(reason), read, counted },
        };
        let path = &self.corpus.document(doc).path;
        let path_key = self.paths[doc.index()];
        if !have.contains(&path_key) {
            counted.push((path_key, count::path(path)));
        }
        Examined { outcome: Outcome::Text(key), read, counted }
    }

    /// Takes the right to write, when there is a place and nobody else has it.
    fn begin_writing(&mut self) {
        match self.store.map(Store::write) {
            Some(Ok(writing)) => self.writing = writing,
            Some(Err(error)) => self.give_up_writing(&error),
            None => {}
        }
    }

    /// Adds a segment: on disk where that can be, else in memory.
    fn add(&mut self, counted: Vec<(Key, Counted)>) {
        if counted.is_empty() {
            return;
        }
        let segment = segment::of(counted);
        let Some(writing) = &mut self.writing else { return self.segments.push((segment, None)) };
        let kept = writing.add_segment(|out| segment.copy_to(out)).and_then(|(path, file)| {
            let opened = Segment::open(Source::disk(file)).map_err(|_| std::io::ErrorKind::InvalidData)?;
            Ok((opened, Some(path)))
        });
        match kept {
            Ok(kept) => self.segments.push(kept),
            Err(error) => {
                self.give_up_writing(&error);
                self.segments.push((segment, None));
            }
        }
    }

    fn give_up_writing(&mut self, error: &std::io::Error) {
        // A folder that is gone was cleared by somebody, who will not be surprised.
        if error.kind() != std::io::ErrorKind::NotFound {
            self.report.note(Note::NotKept(error.to_string()));
        }
        self.writing = None;
    }

    /// Keeps the register, and merges segments when there are many.
    fn keep(&mut self, watch: Watch<'_>) {
        let Some(writing) = &self.writing else { return };
        if self.before.is_empty() {
            self.store.into_iter().for_each(forget_gone);
        }
        let register = Register::of(self.corpus, &self.before, &self.outcomes, &self.fresh, writing.since());
        if register != self.before
            && let Err(error) = writing.put_own(register::KIND, &register.write())
        {
            return self.give_up_writing(&error);
        }
        if !(watch.stop)()
            && let Err(error) = self.merge()
        {
            self.give_up_writing(&error);
        }
    }

    /// Merges the smaller segments, or all where they weigh as much as the largest or half of it is of no use, and drops what no root
    /// needs any more.
    fn merge(&mut self) -> std::io::Result<()> {
        let (Some(store), Some(writing)) = (self.store, &mut self.writing) else { return Ok(()) };
        let on_disk = self.segments.iter().filter(|(_, path)| path.is_some());
        let mut chosen: Vec<&Kept> = on_disk.collect();
        if chosen.len() <= MOST_SEGMENTS {
            return Ok(());
        }
        chosen.sort_by_key(|(segment, _)| segment.bytes());
        let total: u64 = chosen.iter().map(|(segment, _)| segment.bytes()).sum();
        forget_gone(store);
        let mut needed = needed(store);
        for (document, outcome) in self.corpus.documents().iter().zip(&self.outcomes) {
            outcome.iter().for_each(|outcome| outcome.add_keys(&document.path, &mut needed));
        }
        let is_of_use = |(largest, _): &&Kept| {
            let kept = largest.records().filter(|record| needed.contains(&record.key)).count();
            2 * largest.bytes() > total && 2 * kept > largest.records().count()
        };
        chosen.pop_if(|largest| is_of_use(largest));
        let segments: Vec<&Segment> = chosen.iter().map(|(segment, _)| segment).collect();
        let merged = writing.add_segment(|out| segment::merge(&segments, &needed, out));
        match merged {
            // Which of them is damaged shows when it is asked; the next run counts again what they held.
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => self.report.note(Note::Damaged),
            other => _ = other?,
        }
        chosen.iter().filter_map(|(_, path)| path.as_deref()).for_each(discard);
        Ok(())
    }

    fn finish(self) -> Index {
        let Opening { corpus, store, before, paths, outcomes, mut report, segments, .. } = self;
        let mut wanted = Wanted::with_capacity(2 * outcomes.len());
        let mut index = Index { lengths: vec![[0; FIELDS]; outcomes.len()], ..Index::default() };
        for (at, (document, outcome)) in corpus.documents().iter().zip(&outcomes).enumerate() {
            match outcome {
                Some(Outcome::Text(key)) => {
                    index.searchable += 1;
                    let doc = DocId(at as u32);
                    wanted.add(*key, doc);
                    wanted.add(paths[at], doc);
                }
                Some(Outcome::Unread(reason)) => {
                    index.unread.push(Skipped { path: document.path.clone(), reason: reason.clone() });
                }
                None => {}
            }
        }
        report.covered = outcomes.iter().flatten().count();
        let waiting = (outcomes.len() - report.covered) as u64;
        if waiting > 0 {
            index.unread.push(Skipped { path: String::from("./"), reason: SkipReason::NotIndexed(waiting) });
        }
        report.state = match (store, waiting) {
            (_, 1..) => State::Partial,
            (None, _) => State::None,
            (Some(_), _) if before.is_empty() => State::Built,
            (Some(_), _) if report.read + report.analysed == 0 => State::Fresh,
            (Some(_), _) => State::Updated,
        };
        let mut describe = |record: &Record, docs: &[DocId]| index.describe(record, docs);
        let place = |(segment, path)| Part::new(segment, path, corpus, &mut wanted, &mut describe);
        let parts: Vec<Part> = segments.into_iter().map(place).collect();
        index.average();
        Index { parts, report, ..index }
    }
}

impl Index {
    /// What an item says of its documents: lengths, and whether a program wrote them.
    fn describe(&mut self, record: &Record, docs: &[DocId]) {
        for doc in docs {
            let lengths = &mut self.lengths[doc.index()];
            *lengths = std::array::from_fn(|field| lengths[field] + record.lengths[field]);
            if record.generated {
                self.generated.push(*doc);
            }
        }
    }

    fn average(&mut self) {
        self.generated.sort_unstable();
        let total = f64::from(self.searchable.max(1));
        let mut sums = [0.0; FIELDS];
        for lengths in &self.lengths {
            for (sum, length) in sums.iter_mut().zip(lengths) {
                *sum += f64::from(*length);
            }
        }
        self.average = sums.map(|sum| (sum / total).max(1.0));
    }
}

/// How many of the next files are counted together.
fn portion(corpus: &Corpus, docs: &[DocId]) -> usize {
    let mut bytes = 0;
    let fits = |doc: &&DocId| {
        bytes += corpus.document(**doc).bytes;
        bytes <= PORTION_BYTES.min(PORTION_BYTES / MAX_FILE_BYTES * corpus.largest())
    };
    let files = corpus.documents().len().div_ceil(PORTIONS).clamp(LEAST_PORTION, PORTION_FILES);
    docs.iter().take(files).take_while(fits).count().max(1)
}

/// What the registers of all roots of a family name.
fn needed(store: &Store) -> FxHashSet<Key> {
    let mut needed = FxHashSet::default();
    let registers = store.of_all(register::KIND).into_iter().filter_map(|(_, bytes)| Register::read_any(bytes));
    registers.for_each(|register| register.add_keys(&mut needed));
    needed
}

/// Removes what is kept of the roots of a family that are gone.
fn forget_gone(store: &Store) {
    let is_there = |bytes| Register::read_any(bytes).is_some_and(|register| register.root().exists());
    let gone = store.of_all(register::KIND).into_iter().filter_map(|(path, bytes)| (!is_there(bytes)).then_some(path));
    gone.for_each(|path| store.forget(&path));
}
