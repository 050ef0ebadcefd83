//! The inverted index of one corpus: which terms stand in which documents, in which field, and who defines a name.
//!
//! Holds numbers only: hashes, counts, lengths. Text is read again where it is needed, so that a quoted line is the
//! line on disk. Knows no task and gives no relevance.

mod build;

use rustc_hash::FxHashMap;

use crate::analyzer::terms::TermHash;
use crate::document::{DocId, Skipped};

pub use build::build;

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
pub const FIELDS: usize = 4;

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

/// The index.
#[derive(Debug, Default)]
pub struct Index {
    hashes: Vec<TermHash>,
    offsets: Vec<u32>,
    postings: Vec<Posting>,
    lengths: Vec<[u32; FIELDS]>,
    average: [f64; FIELDS],
    definers: FxHashMap<TermHash, Vec<DocId>>,
    unread: Vec<Skipped>,
    searchable: u32,
    generated: Vec<DocId>,
}

impl Index {
    /// The postings of a term, by document.
    pub fn postings(&self, term: TermHash) -> &[Posting] {
        match self.hashes.binary_search(&term) {
            Ok(at) => &self.postings[self.offsets[at] as usize..self.offsets[at + 1] as usize],
            Err(_) => &[],
        }
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
    pub fn definers(&self, name: &str) -> &[DocId] {
        self.definers.get(&TermHash::of(name)).map_or(&[], Vec::as_slice)
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
}
