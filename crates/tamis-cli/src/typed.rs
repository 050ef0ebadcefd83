//! Paths as callers type them: absolute, from the root, or copied from an answer, in which hidden characters are written out.

use std::path::Path;

use tamis::corpus::Corpus;
use tamis::document::DocId;

use crate::render::words::{as_typed_and_printed, with_slashes};

/// The path as documents are named: relative to the root, without `./`; an absolute one inside the root is cut to that. None for
/// a path that leads outside.
pub(crate) fn relative(root: &Path, typed: &str) -> Option<String> {
    let real = dunce::canonicalize(root).unwrap_or_else(|_| root.to_path_buf());
    let inside =
        Path::new(typed).strip_prefix(&real).map_or(typed.to_owned(), |rest| rest.to_string_lossy().into_owned());
    let path = with_slashes(&inside);
    let path = path.trim_start_matches("./").trim_end_matches('/').to_owned();
    let outside = path.is_empty() || Path::new(&path).is_absolute() || path.split('/').any(|piece| piece == "..");
    (!outside).then_some(path)
}

/// The document that a typed path means.
pub(crate) fn document(corpus: &Corpus, typed: &str) -> Option<DocId> {
    as_typed_and_printed(typed).iter().find_map(|typed| corpus.find(&relative(corpus.root(), typed)?))
}
