//! The channels: words, defined names, paths, explicit mentions, history, and what open gaps ask for.

use std::collections::BTreeMap;

use super::{Candidate, ChannelReport, Dispatch, Request, Retriever, Scope};
use crate::analyzer::terms::{TermHash, for_each_term};
use crate::document::DocId;
use crate::error::Result;
use crate::query::MentionKind;
use crate::ranker::bm25::{PATH_ONLY, WEIGHTED, bm25f, top};
use crate::ranker::names;
use crate::ranker::pool_terms;

/// The whole text of files, by BM25F over the task's words and the query's other keywords, and over the first line alone.
pub struct Lexical;

/// Names that files define, by the identifiers of the task.
pub struct Symbols;

/// Words of paths.
pub struct Paths;

/// Paths, modules and frames that the task names. The query's patterns do not bind it: what is named is wanted.
pub struct Mentioned;

/// What the query's focus areas name: paths, symbols or words. Patterns do not bind it either.
pub struct Focus;

/// Files that commits with words like the task's touched.
pub struct Past;

impl Retriever for Past {
    fn name(&self) -> &'static str {
        "history"
    }

    fn retrieve(&self, request: Request<'_>) -> Result<Dispatch> {
        let scope = Scope::new(request)?;
        let terms = pool_terms(request.repository, request.need, request.query);
        let shares: Vec<(TermHash, f64)> = terms.iter().map(|term| (term.hash, term.whole)).collect();
        let votes = request.repository.history.votes(&shares);
        let scores = votes.into_iter().map(|votes| (votes.doc, votes.score)).collect();
        let mut dispatch = dispatch(self.name(), scope.keep(scores), request.limit / 4);
        dispatch.channels[0].skipped = request.repository.history.skipped().map(str::to_owned);
        Ok(dispatch)
    }
}

impl Retriever for Lexical {
    fn name(&self) -> &'static str {
        "text"
    }

    fn retrieve(&self, request: Request<'_>) -> Result<Dispatch> {
        let scope = Scope::new(request)?;
        let terms = pool_terms(request.repository, request.need, request.query);
        let shares = |share: fn(&crate::ranker::PoolTerm) -> f64| -> Vec<(TermHash, f64)> {
            terms.iter().map(|term| (term.hash, share(term))).collect()
        };
        let whole = bm25f(&request.repository.index, &shares(|term| term.whole + term.learned), WEIGHTED);
        let title = bm25f(&request.repository.index, &shares(|term| term.title), WEIGHTED);
        let mut best: BTreeMap<DocId, f64> = top(scope.keep(whole), request.limit).into_iter().collect();
        for (doc, score) in top(scope.keep(title), request.limit / 3) {
            let slot = best.entry(doc).or_default();
            *slot = slot.max(score);
        }
        Ok(dispatch(self.name(), best.into_iter().collect(), request.limit))
    }
}

impl Retriever for Symbols {
    fn name(&self) -> &'static str {
        "symbol"
    }

    fn retrieve(&self, request: Request<'_>) -> Result<Dispatch> {
        let scope = Scope::new(request)?;
        let index = &request.repository.index;
        let mut scores: BTreeMap<DocId, f64> = BTreeMap::new();
        for (name, _) in names::identifiers(&request.need.mentions, &request.need.title) {
            let definers = index.definers(name);
            for &doc in definers.iter() {
                *scores.entry(doc).or_default() += 1.0 / (definers.len() as f64).sqrt();
            }
        }
        Ok(dispatch(self.name(), scope.keep(scores.into_iter().collect()), request.limit / 2))
    }
}

impl Retriever for Paths {
    fn name(&self) -> &'static str {
        "path"
    }

    fn retrieve(&self, request: Request<'_>) -> Result<Dispatch> {
        let scope = Scope::new(request)?;
        let terms = pool_terms(request.repository, request.need, request.query);
        let shares: Vec<(TermHash, f64)> = terms.iter().map(|term| (term.hash, term.whole + term.learned)).collect();
        let scores = bm25f(&request.repository.index, &shares, PATH_ONLY);
        Ok(dispatch(self.name(), scope.keep(scores), request.limit / 4))
    }
}

impl Retriever for Mentioned {
    fn name(&self) -> &'static str {
        "mention"
    }

    fn retrieve(&self, request: Request<'_>) -> Result<Dispatch> {
        let scope = Scope::new(request)?;
        let mut scores: BTreeMap<DocId, f64> = BTreeMap::new();
        for mention in &request.need.mentions {
            let docs = match mention.kind {
                MentionKind::Path { .. } => names::documents_at(request.repository, &mention.text),
                MentionKind::Qualified => {
                    let pieces = names::components(&mention.text);
                    [pieces.as_slice(), &pieces[..pieces.len() - 1]]
                        .into_iter()
                        .map(|pieces| names::modules_at(request.repository, pieces))
                        .find(|docs| !docs.is_empty())
                        .unwrap_or_default()
                }
                MentionKind::Identifier | MentionKind::Quoted => Vec::new(),
            };
            for &doc in docs.iter().filter(|doc| !scope.excludes(**doc)) {
                *scores.entry(doc).or_default() += 1.0 / (docs.len() as f64 * f64::from(mention.distance));
            }
        }
        Ok(dispatch(self.name(), scores.into_iter().collect(), request.limit / 2))
    }
}

impl Retriever for Focus {
    fn name(&self) -> &'static str {
        "focus"
    }

    fn retrieve(&self, request: Request<'_>) -> Result<Dispatch> {
        let scope = Scope::new(request)?;
        let mut scores: BTreeMap<DocId, f64> = BTreeMap::new();
        for area in &request.query.focus_areas {
            let found = focus_documents(request, area);
            for (doc, score) in found.into_iter().filter(|(doc, _)| !scope.excludes(*doc)) {
                *scores.entry(doc).or_default() += score;
            }
        }
        Ok(dispatch(self.name(), scores.into_iter().collect(), request.limit / 2))
    }
}

/// A focus area is a path, or else a defined name, or else words.
fn focus_documents(request: Request<'_>, area: &str) -> Vec<(DocId, f64)> {
    let docs = names::suppliers(request.repository, area);
    if !docs.is_empty() {
        let share = 1.0 / docs.len() as f64;
        return docs.into_iter().map(|doc| (doc, share)).collect();
    }
    let mut terms = Vec::new();
    for_each_term(area, |spelling, _| terms.push((TermHash::of(spelling), 1.0)));
    let scores = top(bm25f(&request.repository.index, &terms, WEIGHTED), 10);
    let best = scores.first().map_or(1.0, |(_, score)| *score);
    scores.into_iter().map(|(doc, score)| (doc, 0.5 * score / best)).collect()
}

pub(super) fn dispatch(name: &'static str, scores: Vec<(DocId, f64)>, limit: usize) -> Dispatch {
    let candidates: Vec<Candidate> = top(scores, limit.max(1))
        .into_iter()
        .map(|(doc, score)| Candidate { doc, score, channels: vec![name] })
        .collect();
    let channels = vec![ChannelReport { name, candidates: candidates.len(), skipped: None }];
    Dispatch { candidates, channels }
}
