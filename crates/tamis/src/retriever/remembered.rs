//! The channel of what earlier runs taught: files that tasks of such words needed, and files that remembered words name.
//!
//! Proposes and never judges. What it proposes holds a word of the task, or a remembered one that the repository bears out: a file
//! that has nothing to show would only be in the way of the others.

use std::collections::{BTreeMap, BTreeSet};

use super::channels::dispatch;
use super::{Dispatch, Request, Retriever, Scope};
use crate::analyzer::terms::{TermHash, term_of};
use crate::document::DocId;
use crate::error::Result;
use crate::memory::Target;
use crate::query::{Keyword, KeywordSource};
use crate::ranker::bm25::{PATH_ONLY, SYMBOLS_ONLY, WEIGHTED, bm25f};
use crate::ranker::pool_terms;

/// Files that earlier tasks of such words needed, and those that remembered words name; none that was returned before and not used. The
/// query's patterns do not bind it where a borne-out word leads.
pub struct Remembered;

/// What the file that a remembered word names best counts beside a remembered file that is certain.
const NAMED: f64 = 0.5;
/// The share of the candidates that memory may propose.
const SHARE: usize = 10;

impl Retriever for Remembered {
    fn name(&self) -> &'static str {
        "memory"
    }

    fn retrieve(&self, request: Request<'_>) -> Result<Dispatch> {
        let (mut scores, dead) = remembered_files(request);
        let words: Vec<&Keyword> = request.query.keywords.iter().filter(|one| is_remembered(one)).collect();
        for fields in [PATH_ONLY, SYMBOLS_ONLY] {
            let named = bm25f(&request.repository.index, &shares(words.iter().copied()), fields);
            let best = named.iter().map(|(_, score)| *score).fold(f64::MIN_POSITIVE, f64::max);
            named.into_iter().for_each(|(doc, score)| add(&mut scores, doc, NAMED * score / best));
        }
        if !scores.is_empty() {
            let scope = Scope::new(request)?;
            let terms = pool_terms(request.repository, request.need, request.query);
            let shares_of_terms: Vec<(TermHash, f64)> = terms.iter().map(|term| (term.hash, term.whole)).collect();
            let shown = holders(request, &shares_of_terms);
            let led_to = holders(request, &shares(words.into_iter().filter(|one| !one.source.is_guess())));
            let wanted = |doc: &DocId| (led_to.contains(doc) && !scope.excludes(*doc)) || scope.admits(*doc);
            scores.retain(|doc, _| shown.contains(doc) && wanted(doc) && !dead.contains(doc));
        }
        Ok(dispatch(self.name(), scores.into_iter().collect(), request.limit / SHARE))
    }
}

/// The files that links lead to, each with its confidence, and those that led nowhere.
fn remembered_files(request: Request<'_>) -> (BTreeMap<DocId, f64>, BTreeSet<DocId>) {
    let (mut scores, mut dead) = (BTreeMap::new(), BTreeSet::new());
    for link in request.repository.memory.links_for(&request.need.title_hashes()) {
        match &link.to {
            Target::Word(_) => {}
            Target::Path(path) => {
                let doc = request.repository.corpus.find(path);
                doc.into_iter().for_each(|doc| add(&mut scores, doc, f64::from(link.confidence) / 100.0));
            }
            Target::DeadEnd(path) => dead.extend(request.repository.corpus.find(path)),
        }
    }
    (scores, dead)
}

fn is_remembered(keyword: &Keyword) -> bool {
    matches!(keyword.source, KeywordSource::Remembered { .. })
}

fn shares<'k>(keywords: impl Iterator<Item = &'k Keyword>) -> Vec<(TermHash, f64)> {
    keywords.map(|keyword| (term_of(&keyword.word), keyword.weight)).collect()
}

/// The documents that hold one of the words.
fn holders(request: Request<'_>, words: &[(TermHash, f64)]) -> BTreeSet<DocId> {
    bm25f(&request.repository.index, words, WEIGHTED).into_iter().map(|(doc, _)| doc).collect()
}

fn add(scores: &mut BTreeMap<DocId, f64>, doc: DocId, score: f64) {
    *scores.entry(doc).or_default() += score;
}
