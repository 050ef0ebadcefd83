//! From an import as written to the file of the repository it means.
//!
//! By path alone, in every language the same way: relative ones from the importing file, others by their tail.

use crate::corpus::parent;
use crate::document::DocId;
use crate::ranker::names::components;
use crate::repository::Repository;

/// More files than this fit an import: it is ambiguous and resolves to none.
const MOST: usize = 2;

/// The files an import of `from` may mean: none for a foreign or ambiguous module.
pub fn resolve_import(repository: &Repository, from: &str, module: &str) -> Vec<DocId> {
    let module = module.trim_matches(['"', '\'', '<', '>', '`']);
    let folder = parent(from);
    let wanted = if module.starts_with("./") || module.starts_with("../") {
        join(folder, module)
    } else if let Some(rest) = module.strip_prefix('.') {
        python_relative(folder, rest)
    } else {
        module_path(module)
    };
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut docs = fitting(repository, &wanted);
    if let (true, Some((folder, _))) = (docs.is_empty(), wanted.rsplit_once('/')) {
        // The last component may be a name inside the module.
        docs = fitting(repository, folder);
    }
    docs.retain(|doc| repository.path(*doc) != from);
    if docs.len() > MOST { Vec::new() } else { docs }
}

/// Joins a relative path to a folder, resolving `.` and `..`.
fn join(folder: &str, relative: &str) -> String {
    let mut pieces: Vec<&str> = folder.split('/').filter(|piece| !piece.is_empty()).collect();
    for piece in relative.split('/') {
        match piece {
            "" | "." => {}
            ".." => {
                pieces.pop();
            }
            name => pieces.push(name),
        }
    }
    pieces.join("/")
}

/// `from ..a import b`: one dot is the folder itself, each further dot one above.
fn python_relative(folder: &str, rest: &str) -> String {
    let up = rest.len() - rest.trim_start_matches('.').len();
    let mut pieces: Vec<&str> = folder.split('/').filter(|piece| !piece.is_empty()).collect();
    pieces.truncate(pieces.len().saturating_sub(up));
    pieces.extend(rest.trim_start_matches('.').split('.').filter(|piece| !piece.is_empty()));
    pieces.join("/")
}

/// `a.b.c`, `crate::a::b`, `a/b.h`, `example.com/m/internal/outbox`: a path to be found as a tail.
fn module_path(module: &str) -> String {
    if module.contains('/') {
        return module.to_owned();
    }
    let pieces = components(module);
    let start = pieces.iter().take_while(|piece| matches!(**piece, "crate" | "self" | "super")).count();
    pieces[start..].join("/")
}

/// Documents at a path without its extension, at an index file of that folder, or (Go, Java packages) in it; for a path of
/// several components also the longest tails of it, which leave out a module's or source root's name.
fn fitting(repository: &Repository, wanted: &str) -> Vec<DocId> {
    let mut tail = wanted;
    loop {
        let found = at_tail(repository, tail);
        if !found.is_empty() || !tail.contains('/') {
            return found;
        }
        match tail.split_once('/') {
            Some((_, rest)) if rest.contains('/') => tail = rest,
            _ => return Vec::new(),
        }
    }
}

fn at_tail(repository: &Repository, tail: &str) -> Vec<DocId> {
    let mut exact = Vec::new();
    let mut index = Vec::new();
    let mut inside = Vec::new();
    let (above, last) = tail.rsplit_once('/').unwrap_or(("", tail));
    for &id in repository.documents_called(last) {
        let path = repository.path(id);
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
        let by_stem = stem == last && (above.is_empty() || is_tail(folder, above));
        if by_stem || is_tail(path, tail) {
            exact.push(id);
        } else if is_tail(folder, tail) {
            if matches!(stem, "index" | "mod" | "__init__" | "lib") { index.push(id) } else { inside.push(id) }
        }
    }
    [exact, index, inside].into_iter().find(|docs| !docs.is_empty()).unwrap_or_default()
}

fn is_tail(path: &str, tail: &str) -> bool {
    path.strip_suffix(tail).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}
