//! The channel of what earlier runs taught: files that tasks of such words needed, and files named by remembered words.
//!
//! Proposes and never judges; a file that only this channel proposes is judged by its own words like any other.

use std::collections::{BTreeMap, BTreeSet};

use super::channels::dispatch;
use super::{Dispatch, Request, Retriever, Scope};
use crate::analyzer::terms::{TermHash, term_of};
use crate::document::DocId;
use crate::error::Result;
use crate::memory::Target;
use crate::query::KeywordSource;
use crate::ranker::bm25::{PATH_ONLY, SYMBOLS_ONLY, bm25f};

/// Files that earlier tasks of such words needed, and those that remembered words name. The query's patterns do not bind it: what was needed before is
/// wanted. Files that were returned before and not used are not proposed.
pub struct Remembered;

impl Retriever for Remembered {
    fn name(&self) -> &'static str {
        "memory"
    }

    fn retrieve(&self, request: Request<'_>) -> Result<Dispatch> {
        let scope = Scope::new(request)?;
        let mut scores: BTreeMap<DocId, f64> = BTreeMap::new();
        let mut dead: BTreeSet<DocId> = BTreeSet::new();
        for link in request.repository.memory.links_for(&request.need.title_hashes()) {
            let confidence = f64::from(link.confidence) / 100.0;
            match &link.to {
                Target::Word(_) => {}
                Target::Path(path) => {
                    request.repository.corpus.find(path).into_iter().for_each(|doc| add(&mut scores, doc, confidence));
                }
                Target::DeadEnd(path) => dead.extend(request.repository.corpus.find(path)),
            }
        }
        let words = request.query.keywords.iter().filter(|one| matches!(one.source, KeywordSource::Remembered { .. }));
        let shares: Vec<(TermHash, f64)> = words.map(|keyword| (term_of(&keyword.word), keyword.weight)).collect();
        for fields in [PATH_ONLY, SYMBOLS_ONLY] {
            let named = bm25f(&request.repository.index, &shares, fields);
            let best = named.iter().map(|(_, score)| *score).fold(f64::MIN_POSITIVE, f64::max);
            named.into_iter().for_each(|(doc, score)| add(&mut scores, doc, 0.5 * score / best));
        }
        scores.retain(|doc, _| !scope.excludes(*doc) && !dead.contains(doc));
        Ok(dispatch(self.name(), scores.into_iter().collect(), request.limit / 10))
    }
}

fn add(scores: &mut BTreeMap<DocId, f64>, doc: DocId, score: f64) {
    *scores.entry(doc).or_default() += score;
}
