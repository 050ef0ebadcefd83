//! Building the index: read and count every document in parallel, then one sort.
//!
//! The result does not depend on the number of threads: entries are ordered by term, then document.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::{FIELDS, Field, Index, Posting};
use crate::analyzer::outline;
use crate::analyzer::terms::{Form, TermHash, for_each_term};
use crate::corpus::Corpus;
use crate::document::{DocId, SkipReason, Skipped};
use crate::language;

/// What one document adds.
struct Counted {
    terms: Vec<(TermHash, [u16; FIELDS])>,
    definitions: Vec<TermHash>,
    lengths: [u32; FIELDS],
    generated: bool,
    unread: Option<SkipReason>,
}

struct Entry {
    term: TermHash,
    posting: Posting,
}

/// Reads and counts every document of `corpus`. `progress` is told how many are done.
pub fn build(corpus: &Corpus, progress: &(dyn Fn(usize) + Sync)) -> Index {
    let documents = corpus.documents().len();
    let mut index = Index { lengths: vec![[0; FIELDS]; documents], ..Index::default() };
    let mut entries: Vec<Entry> = Vec::new();
    let ids: Vec<DocId> = (0..documents as u32).map(DocId).collect();
    for chunk in ids.chunks(1024) {
        let counted: Vec<Counted> = chunk.par_iter().map(|&id| count(corpus, id)).collect();
        for (&doc, one) in chunk.iter().zip(counted) {
            entries
                .extend(one.terms.into_iter().map(|(term, counts)| Entry { term, posting: Posting { doc, counts } }));
            for name in one.definitions {
                index.definers.entry(name).or_default().push(doc);
            }
            index.lengths[doc.index()] = one.lengths;
            if one.generated {
                index.generated.push(doc);
            }
            match one.unread {
                Some(reason) => index.unread.push(Skipped { path: corpus.document(doc).path.clone(), reason }),
                None => index.searchable += 1,
            }
        }
        progress(chunk.last().map_or(0, |id| id.index() + 1));
    }
    entries.par_sort_unstable_by_key(|entry| (entry.term, entry.posting.doc));
    lay_out(&mut index, entries);
    index.average = averages(&index);
    index
}

fn lay_out(index: &mut Index, entries: Vec<Entry>) {
    index.postings.reserve_exact(entries.len());
    for entry in entries {
        if index.hashes.last() != Some(&entry.term) {
            index.hashes.push(entry.term);
            index.offsets.push(index.postings.len() as u32);
        }
        index.postings.push(entry.posting);
    }
    index.offsets.push(index.postings.len() as u32);
}

fn averages(index: &Index) -> [f64; FIELDS] {
    let total = f64::from(index.searchable.max(1));
    let mut sums = [0.0; FIELDS];
    for lengths in &index.lengths {
        for (sum, length) in sums.iter_mut().zip(lengths) {
            *sum += f64::from(*length);
        }
    }
    sums.map(|sum| (sum / total).max(1.0))
}

fn count(corpus: &Corpus, id: DocId) -> Counted {
    let document = corpus.document(id);
    let mut counter = Counter::default();
    // What holds no text is no candidate for words, not even for those of its path.
    let text = match corpus.read(id) {
        Ok(text) => text,
        Err(reason) => return counter.finish(Some(reason), false),
    };
    counter.add(&document.path, Field::Path);
    let language = language::named(text.language);
    let prose = language.kind == language::Kind::Prose;
    outline::for_each_line(language, &text.content, |line| {
        counter.add(line.code, if prose { Field::Comment } else { Field::Body });
        counter.add(line.comment, Field::Comment);
        if let Some(name) = line.defines {
            counter.define(name);
        }
    });
    counter.finish(None, text.generated)
}

#[derive(Default)]
struct Counter {
    terms: FxHashMap<TermHash, [u16; FIELDS]>,
    definitions: Vec<TermHash>,
    lengths: [u32; FIELDS],
}

impl Counter {
    fn add(&mut self, text: &str, field: Field) {
        if text.is_empty() {
            return;
        }
        for_each_term(text, |spelling, form| {
            let counts = self.terms.entry(TermHash::of(spelling)).or_default();
            counts[field as usize] = counts[field as usize].saturating_add(1);
            self.lengths[field as usize] += u32::from(form == Form::Whole);
        });
    }

    fn define(&mut self, name: &str) {
        self.definitions.push(TermHash::of(name));
        self.add(name, Field::Symbol);
    }

    fn finish(mut self, unread: Option<SkipReason>, generated: bool) -> Counted {
        self.definitions.sort_unstable();
        self.definitions.dedup();
        let terms = self.terms.into_iter().collect();
        Counted { terms, definitions: self.definitions, lengths: self.lengths, generated, unread }
    }
}
