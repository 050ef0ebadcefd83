//! What the ignore rules hide, looked at only when somebody asks for something that was not found.
//!
//! Counts the files that fit by name or by content and gives a few; bounds on the entries looked at, on the files read and on their
//! size keep it cheap. Nothing of a content is given.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use super::classify::by_folder;
use super::path::display;
use super::{Corpus, git, names, read};
use crate::document::Role;

/// At most this many entries of ignored folders are looked at.
const MAX_ENTRIES: usize = 20_000;
/// At most this many paths are given.
const MAX_PATHS: usize = 20;

/// At most this many ignored files are read, and none larger than so many bytes: what is ignored is mostly built or logged.
const MAX_READ: usize = 1_000;
const MAX_BYTES: u64 = 256 << 10;

/// Ignored files whose path or content holds a word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IgnoredMatches {
    /// How many were met.
    pub count: usize,
    /// The first of them, nearest the root first.
    pub paths: Vec<String>,
    /// Whether all ignored files were looked at, apart from installed dependencies, nested repositories, and the content of
    /// large files and of those that may hold secrets.
    pub complete: bool,
}

/// Looks for ignored files whose path holds one of `words`, or whose content does as a word of its own, in any case.
pub(super) fn matching(corpus: &Corpus, words: &[&str]) -> IgnoredMatches {
    let words: Vec<String> = words.iter().filter(|word| !word.is_empty()).map(|word| word.to_lowercase()).collect();
    let mut found = IgnoredMatches { complete: true, ..IgnoredMatches::default() };
    if words.is_empty() {
        return found;
    }
    let listed = |path: &str| {
        corpus.find(path).is_some() || corpus.skipped.binary_search_by(|skip| skip.path.as_str().cmp(path)).is_ok()
    };
    let asked = if corpus.git { git::ignored(&corpus.root) } else { None };
    let start = asked.unwrap_or_else(|| vec![PathBuf::new()]);
    let mut left = MAX_READ;
    let complete = walk(&corpus.root, start, &mut |raw| {
        let (path, _) = display(raw);
        if names::is_binary(&path) || listed(&path) {
            return;
        }
        let folded = path.to_lowercase();
        if words.iter().any(|word| folded.contains(word)) || is_held(corpus, raw, &path, &words, &mut left) {
            found.count += 1;
            if found.paths.len() < MAX_PATHS {
                found.paths.push(path);
            }
        }
    });
    found.complete = complete && left > 0;
    found
}

/// Whether the content of a file, as far as it is read, holds one of `words`.
fn is_held(corpus: &Corpus, raw: &Path, path: &str, words: &[String], left: &mut usize) -> bool {
    let large = |path: &Path| path.symlink_metadata().is_ok_and(|data| data.len() > MAX_BYTES);
    if *left == 0 || names::is_secret(path) || large(&corpus.root.join(raw)) {
        return false;
    }
    *left -= 1;
    let Ok(bytes) = read::read(&corpus.root, raw, corpus.largest) else { return false };
    let text = String::from_utf8_lossy(&bytes).to_lowercase();
    !bytes.contains(&0) && words.iter().any(|word| stands_in(&text, word))
}

/// Whether a word stands in a text, not as a part of a longer one.
fn stands_in(text: &str, word: &str) -> bool {
    let part = |character: char| character.is_alphanumeric() || character == '_';
    text.match_indices(word).any(|(at, _)| !text[..at].ends_with(part) && !text[at + word.len()..].starts_with(part))
}

/// Visits the files at and below `start`, level by level and in path order; false when the bound was reached.
fn walk(root: &Path, start: Vec<PathBuf>, visit: &mut dyn FnMut(&Path)) -> bool {
    let mut waiting: VecDeque<PathBuf> = start.into();
    let mut entries = 0;
    while let Some(path) = waiting.pop_front() {
        entries += 1;
        if entries > MAX_ENTRIES {
            return false;
        }
        let full = root.join(&path);
        let Ok(data) = full.symlink_metadata() else { continue };
        if data.is_file() {
            visit(&path);
        } else if data.is_dir() && !is_closed(&path, &full) {
            let Ok(list) = std::fs::read_dir(&full) else { continue };
            let mut inside: Vec<_> =
                list.flatten().take(MAX_ENTRIES).map(|entry| path.join(entry.file_name())).collect();
            inside.sort();
            waiting.extend(inside);
        }
    }
    true
}

/// Git's own folder, other repositories and installed dependencies stay closed.
fn is_closed(path: &Path, full: &Path) -> bool {
    let nested = !path.as_os_str().is_empty() && full.join(".git").symlink_metadata().is_ok();
    let (shown, _) = display(path);
    let vendored = by_folder(&format!("{}/", shown.trim_end_matches('/'))) == Some(Role::Vendored);
    nested || path.file_name().is_some_and(|name| name == ".git") || vendored
}
