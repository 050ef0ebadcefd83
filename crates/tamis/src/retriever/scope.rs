//! Which documents a query admits: its patterns, less its excludes, with tests as the caller wants them.

use crate::corpus::glob::PathGlobs;
use crate::document::{DocId, Role};
use crate::error::Result;
use crate::query::Tests;
use crate::repository::Repository;

use super::Request;

/// A query's patterns and excludes, compiled.
pub struct Scope<'a> {
    repository: &'a Repository,
    patterns: PathGlobs,
    excludes: PathGlobs,
    literal: Vec<DocId>,
    tests: Tests,
}

impl<'a> Scope<'a> {
    /// Compiles the globs of a request's query. An exclude that is the path of a document means that document alone,
    /// whatever signs it holds.
    pub fn new(request: Request<'a>) -> Result<Self> {
        let corpus = &request.repository.corpus;
        let mut literal: Vec<DocId> = request.query.excludes.iter().filter_map(|path| corpus.find(path)).collect();
        literal.sort_unstable();
        let paths: Vec<&str> = corpus.documents().iter().map(|document| document.path.as_str()).collect();
        let globs: Vec<String> =
            request.query.excludes.iter().filter(|path| corpus.find(path).is_none()).cloned().collect();
        Ok(Scope {
            repository: request.repository,
            patterns: PathGlobs::compile(&request.query.patterns, &paths)?,
            excludes: PathGlobs::compile(&globs, &paths)?,
            literal,
            tests: request.task.tests,
        })
    }

    /// Whether the query's excludes, or the caller's wish about tests, rule a document out.
    pub fn excludes(&self, doc: DocId) -> bool {
        let by_tests = match self.tests {
            Tests::Auto => false,
            Tests::Only => self.repository.role(doc) != Role::Test,
            Tests::Off => self.repository.role(doc) == Role::Test,
        };
        by_tests || self.literal.binary_search(&doc).is_ok() || self.excludes.is_match(self.repository.path(doc))
    }

    /// Whether a document is inside the patterns and not excluded.
    pub fn admits(&self, doc: DocId) -> bool {
        self.patterns.is_match(self.repository.path(doc)) && !self.excludes(doc)
    }

    /// The scores of admitted documents.
    pub fn keep(&self, mut scores: Vec<(DocId, f64)>) -> Vec<(DocId, f64)> {
        scores.retain(|(doc, _)| self.admits(*doc));
        scores
    }
}
