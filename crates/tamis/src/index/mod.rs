//! The inverted index of one corpus: which terms stand in which documents, in which field, and who defines a name.
//!
//! Holds numbers only: hashes, counts, lengths. Text is read again where it is needed, so that a quoted line is the
//! line on disk. Knows no task and gives no relevance. It is the same whether it was counted just now or kept on disk: its
//! parts are read term by term, wherever their bytes are.

mod count;
mod open;
mod part;
mod register;
mod segment;

use std::sync::{Arc, PoisonError, RwLock};

use rustc_hash::FxHashMap;

use crate::analyzer::terms::TermHash;
use crate::document::{DocId, Skipped};

pub use open::{Watch, open};
use part::Part;

/// The parts of a document that are counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Words of its path.
    Path,
    /// Names it defines.
    Symbol,
    /// Comments, documentation strings and prose.
    Comment,
    /// Everything else.
    Body,
}

/// Number of fields.
pub const FIELDS: usize = crate::store::postings::COUNTS;

/// One document's entry in a term's postings list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// Which document.
    pub doc: DocId,
    /// Occurrences by [`Field`], saturated at 65,535.
    pub counts: [u16; FIELDS],
}

impl Posting {
    /// Occurrences in a field.
    pub fn count(&self, field: Field) -> f64 {
        f64::from(self.counts[field as usize])
    }
}

/// How an index came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Nothing is kept: every file was read for this run.
    #[default]
    None,
    /// Kept, and nothing had to be read.
    Fresh,
    /// Kept, and brought up to date by reading some files.
    Updated,
    /// Made in this run and kept.
    Built,
    /// Some files are not in it yet.
    Partial,
}

impl State {
    /// The word used in outputs.
    pub fn name(self) -> &'static str {
        match self {
            State::None => "none",
            State::Fresh => "fresh",
            State::Updated => "updated",
            State::Built => "built",
            State::Partial => "partial",
        }
    }
}

/// Something worth a line to the user; the answer is right all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Bytes on disk were not as they were written.
    Damaged,
    /// Only another version of the code has kept an index.
    OtherVersion,
    /// There is so little memory that files of more bytes than these are left out, and those of more than a quarter not parsed.
    LittleMemory(u64),
    /// Nothing could be kept, in the system's words.
    NotKept(String),
}

/// What was done to open the index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How it came about.
    pub state: State,
    /// Documents that are in it, or are known to hold no text.
    pub covered: usize,
    /// Files that were read.
    pub read: usize,
    /// Texts that were counted.
    pub analysed: usize,
    /// What went wrong on the way.
    pub notes: Vec<Note>,
}

impl Report {
    /// Says something once.
    fn note(&mut self, note: Note) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// The index.
#[derive(Debug, Default)]
pub struct Index {
    parts: Vec<Part>,
    lengths: Vec<[u32; FIELDS]>,
    average: [f64; FIELDS],
    unread: Vec<Skipped>,
    searchable: u32,
    generated: Vec<DocId>,
    report: Report,
    /// Lists that were asked for.
    holders: Lists<Posting>,
    definers: Lists<DocId>,
}

/// Lists by term, each read once.
type Lists<T> = RwLock<FxHashMap<TermHash, Arc<[T]>>>;

fn once<T>(lists: &Lists<T>, term: TermHash, read: impl FnOnce() -> Vec<T>) -> Arc<[T]> {
    if let Some(list) = lists.read().unwrap_or_else(PoisonError::into_inner).get(&term) {
        return Arc::clone(list);
    }
    let list: Arc<[T]> = read().into();
    Arc::clone(lists.write().unwrap_or_else(PoisonError::into_inner).entry(term).or_insert(list))
}

impl Index {
    /// The postings of a term, by document.
    pub fn postings(&self, term: TermHash) -> Arc<[Posting]> {
        once(&self.holders, term, || {
            let mut postings: Vec<Posting> = Vec::new();
            self.parts.iter().for_each(|part| part.holders(term, &mut postings));
            // A document's path and its text may stand in different parts, or be two items of one.
            postings.sort_unstable_by_key(|posting| posting.doc);
            postings.dedup_by(|next, kept| {
                let same = next.doc == kept.doc;
                if same {
                    kept.counts = std::array::from_fn(|field| kept.counts[field].saturating_add(next.counts[field]));
                }
                same
            });
            postings
        })
    }

    /// Whether a document holds a term.
    pub fn holds(&self, doc: DocId, term: TermHash) -> bool {
        self.postings(term).binary_search_by_key(&doc, |posting| posting.doc).is_ok()
    }

    /// In how many documents a term stands.
    pub fn document_frequency(&self, term: TermHash) -> usize {
        self.postings(term).len()
    }

    /// Robertson and Sparck Jones's weight in the form that is never negative, `ln(1 + (N - n + 0.5) / (n + 0.5))`
    /// (Robertson and Zaragoza, 2009, section 3.1). A term that stands nowhere weighs as one that stands once.
    pub fn inverse_document_frequency(&self, term: TermHash) -> f64 {
        let n = self.document_frequency(term).max(1) as f64;
        let total = f64::from(self.searchable.max(1));
        (1.0 + (total - n + 0.5).max(0.0) / (n + 0.5)).ln()
    }

    /// Terms in a field of a document.
    pub fn length(&self, doc: DocId, field: Field) -> f64 {
        f64::from(self.lengths[doc.index()][field as usize])
    }

    /// Mean terms of a field over the documents that hold text.
    pub fn average_length(&self, field: Field) -> f64 {
        self.average[field as usize]
    }

    /// Documents that seem to define a name, spelled exactly so, by document.
    pub fn definers(&self, name: &str) -> Arc<[DocId]> {
        let name = TermHash::of(name);
        once(&self.definers, name, || {
            let mut docs: Vec<DocId> = Vec::new();
            self.parts.iter().for_each(|part| part.definers(name, &mut docs));
            docs.sort_unstable();
            docs.dedup();
            docs
        })
    }

    /// Number of documents whose text is in the index.
    pub fn searchable(&self) -> usize {
        self.searchable as usize
    }

    /// Documents that were listed but whose text could not be taken in.
    pub fn unread(&self) -> &[Skipped] {
        &self.unread
    }

    /// Whether a document's own head or tail says that a program wrote it.
    pub fn is_generated(&self, doc: DocId) -> bool {
        self.generated.binary_search(&doc).is_ok()
    }

    /// Says in the report that something kept beside the index was damaged.
    pub(crate) fn note_damage(&mut self) {
        self.report.note(Note::Damaged);
    }

    /// How the index came about, and what has gone wrong since.
    pub fn report(&self) -> Report {
        let mut report = self.report.clone();
        if self.parts.iter().any(Part::is_damaged) {
            report.note(Note::Damaged);
        }
        report
    }
}
