//! A part of the index: a segment, and which documents each of its items stands for.
//!
//! A part heals itself: when a byte of its file turns out to be damaged, its documents are read and counted again, and the
//! answer is the same.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::Posting;
use super::count::{self, Counted};
use super::segment::{self, Key, Record, Segment};
use crate::analyzer::terms::TermHash;
use crate::corpus::Corpus;
use crate::document::DocId;
use crate::store::discard;
use crate::store::postings::{Damaged, Entry};

/// Which documents have a text or path: lists of documents by key, all in one place.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    /// The last link of each list.
    heads: FxHashMap<Key, u32>,
    /// A document, and the link before it.
    links: Vec<(DocId, Option<u32>)>,
}

impl Wanted {
    /// With room for so many.
    pub(super) fn with_capacity(count: usize) -> Wanted {
        let mut wanted = Wanted::default();
        wanted.heads.reserve(count);
        wanted.links.reserve(count);
        wanted
    }

    pub(super) fn add(&mut self, key: Key, doc: DocId) {
        let link = self.links.len() as u32;
        let before = self.heads.insert(key, link);
        self.links.push((doc, before));
    }

    /// Takes out the documents of a key, in the order they were added in, and puts them behind `docs`.
    fn take(&mut self, key: Key, docs: &mut Vec<DocId>) {
        let start = docs.len();
        let mut next = self.heads.remove(&key);
        while let Some((doc, before)) = next.map(|link| self.links[link as usize]) {
            docs.push(doc);
            next = before;
        }
        docs[start..].reverse();
    }

    fn contains(&self, key: Key) -> bool {
        self.heads.contains_key(&key)
    }
}

/// A segment in its place.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) segment: Segment,
    /// Where the documents of each item begin in `docs`, and where the last ones end.
    starts: Vec<u32>,
    docs: Vec<DocId>,
    corpus: Arc<Corpus>,
    path: Option<PathBuf>,
    healed: OnceLock<Box<Part>>,
}

impl Part {
    /// Takes from `wanted` what the segment holds, and tells `met` of each item and its documents. `path` is where its bytes are
    /// kept.
    pub(super) fn new(
        segment: Segment,
        path: Option<PathBuf>,
        corpus: &Arc<Corpus>,
        wanted: &mut Wanted,
        mut met: impl FnMut(&Record, &[DocId]),
    ) -> Part {
        let mut starts = vec![0];
        let mut docs = Vec::new();
        for record in segment.records() {
            let start = docs.len();
            wanted.take(record.key, &mut docs);
            met(&record, &docs[start..]);
            starts.push(docs.len() as u32);
        }
        Part { segment, starts, docs, corpus: Arc::clone(corpus), path, healed: OnceLock::new() }
    }

    /// Adds the documents that hold a term.
    pub(super) fn holders(&self, term: TermHash, postings: &mut Vec<Posting>) {
        self.each(&|segment| segment.holders(term), &mut |entry, doc| {
            postings.push(Posting { doc, counts: entry.counts });
        });
    }

    /// Adds the documents that define a name.
    pub(super) fn definers(&self, name: TermHash, docs: &mut Vec<DocId>) {
        self.each(&|segment| segment.definers(name), &mut |_, doc| docs.push(doc));
    }

    /// Whether bytes were found damaged.
    pub(super) fn is_damaged(&self) -> bool {
        self.healed.get().is_some()
    }

    fn each(&self, list: &dyn Fn(&Segment) -> Result<Vec<Entry>, Damaged>, take: &mut dyn FnMut(Entry, DocId)) {
        if self.docs.is_empty() {
            return;
        }
        let entries = match self.healed.get() {
            None => list(&self.segment),
            Some(_) => Err(Damaged),
        };
        match entries {
            Ok(entries) => {
                for entry in entries {
                    self.documents(entry.item).iter().for_each(|doc| take(entry, *doc));
                }
            }
            Err(Damaged) => self.healed.get_or_init(|| Box::new(self.heal())).each(list, take),
        }
    }

    fn documents(&self, item: u32) -> &[DocId] {
        let item = item as usize;
        match (self.starts.get(item), self.starts.get(item + 1)) {
            (Some(&start), Some(&end)) => &self.docs[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The same part, counted again and held in memory. The damaged file goes, so that the next run makes a new one.
    fn heal(&self) -> Part {
        self.path.as_deref().inspect(|path| discard(path));
        let mut wanted = Wanted::default();
        for (item, record) in self.segment.records().enumerate() {
            self.documents(item as u32).iter().for_each(|doc| wanted.add(record.key, *doc));
        }
        let mut docs = self.docs.clone();
        docs.sort_unstable();
        docs.dedup();
        let of_document = |doc: &DocId| -> Vec<(Key, Counted)> {
            let path = &self.corpus.document(*doc).path;
            let mut counted = vec![(Key::of_path(path), count::path(path))];
            counted.extend(self.corpus.read(*doc).ok().map(|text| (Key::of_text(&text), count::text(&text))));
            counted.retain(|(key, _)| wanted.contains(*key));
            counted
        };
        let counted: Vec<(Key, Counted)> = docs.par_iter().flat_map_iter(of_document).collect();
        let segment = segment::of(counted);
        Part::new(segment, None, &self.corpus, &mut wanted, |_, _| {})
    }
}
