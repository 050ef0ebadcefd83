//! Every name under the root that may be a document: git's word where there is git, a walk where there is none,
//! submodules and their boundaries.
//!
//! Names only; what kind of file each is, `inspect` finds out.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::git::{self, GitList};
use super::root::Root;
use super::walk;
use crate::document::SkipReason;
use crate::error::{Error, Result};

/// Submodules inside submodules are followed this deep.
const MAX_DEPTH: usize = 8;
/// In a folder that is no repository itself, at most this many repositories are entered.
const MAX_REPOSITORIES: usize = 64;

/// Said where a repository had to be listed without git.
const GIT_REFUSED: &str = "git is missing or refuses this repository: listed without it, and without its history";

/// One name, relative to the root.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    /// The system's own name.
    pub(super) path: PathBuf,
    /// Git tracks it: it may be gone from the disk without having vanished just now.
    pub(super) tracked: bool,
}

/// All names and the boundaries met.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// In no order.
    pub(super) entries: Vec<Entry>,
    /// Folders left out.
    pub(super) folders: Vec<(PathBuf, SkipReason)>,
    /// Git made the list.
    pub(super) git: bool,
    /// The commit HEAD points to, where git made the list.
    pub(super) head: Option<String>,
}

/// Lists the names under the root.
pub(super) fn list(root: &Root) -> Result<Listing> {
    let work_tree = git::work_tree_of(&root.path);
    let own = work_tree == Some(root.path.as_path());
    if work_tree.is_some()
        && let Some(found) = git::list(&root.path, !root.tracked_only)
    {
        let listing = from_git(&root.path, found, 0);
        // Git lists nothing in a folder it ignores; somebody who names that folder as the root wants it searched.
        if own || !listing.is_empty() {
            return Ok(listing);
        }
        return Ok(from_walk(&root.path, false));
    }
    if root.tracked_only {
        return Err(Error::RootTooBroad(root.path.clone()));
    }
    let mut listing = from_walk(&root.path, work_tree.is_some());
    if work_tree.is_some() {
        listing.folders.push((PathBuf::from(".git"), SkipReason::Unreadable(GIT_REFUSED.to_owned())));
    }
    Ok(listing)
}

fn from_git(dir: &Path, found: GitList, depth: usize) -> Listing {
    let mut listing = Listing { git: true, head: found.head, ..Listing::default() };
    listing.entries.extend(found.tracked.into_iter().map(|path| Entry { path, tracked: true }));
    listing.entries.extend(found.untracked.into_iter().map(|path| Entry { path, tracked: false }));
    listing.folders.extend(found.nested.into_iter().map(|path| (path, SkipReason::NestedRepository)));
    let refused = SkipReason::Unreadable(super::inspect::DENIED.to_owned());
    listing.folders.extend(found.unreadable.into_iter().map(|path| (path, refused.clone())));
    let inner: Vec<_> = found.submodules.into_par_iter().map(|path| (submodule(dir, &path, depth), path)).collect();
    for (outcome, path) in inner {
        listing.merge(path, outcome);
    }
    listing
}

fn submodule(dir: &Path, path: &Path, depth: usize) -> std::result::Result<Listing, SkipReason> {
    let inside = dir.join(path);
    // A link in place of the submodule leads anywhere.
    let real = std::fs::canonicalize(&inside).is_ok_and(|resolved| resolved == inside);
    if !real || inside.join(".git").symlink_metadata().is_err() {
        return Err(SkipReason::SubmoduleAbsent);
    }
    repository(&inside, depth)
}

fn repository(inside: &Path, depth: usize) -> std::result::Result<Listing, SkipReason> {
    if depth >= MAX_DEPTH {
        return Err(SkipReason::NestedRepository);
    }
    let found = git::list(inside, true).ok_or(SkipReason::NestedRepository)?;
    Ok(from_git(inside, found, depth + 1))
}

/// A folder that is no repository may hold some: each is asked by itself. Work trees and submodules, whose `.git` is a
/// file, belong to a repository elsewhere and are boundaries.
fn from_walk(dir: &Path, in_repository: bool) -> Listing {
    let walked = walk::walk(dir, in_repository);
    let entries = walked.files.into_iter().map(|path| Entry { path, tracked: false }).collect();
    let mut listing = Listing { entries, folders: walked.refused, ..Listing::default() };
    let mut repositories = walked.repositories;
    repositories.sort();
    let enter = |(number, path): (usize, &PathBuf)| {
        let inside = dir.join(path);
        if in_repository || number >= MAX_REPOSITORIES || !inside.join(".git").is_dir() {
            return Err(SkipReason::NestedRepository);
        }
        repository(&inside, 0)
    };
    let inner: Vec<_> = repositories.par_iter().enumerate().map(enter).collect();
    for (path, outcome) in repositories.into_iter().zip(inner) {
        listing.merge(path, outcome);
    }
    listing
}

impl Listing {
    fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.folders.is_empty()
    }

    /// Takes in what a repository at `path` holds, or why it holds nothing for us.
    fn merge(&mut self, path: PathBuf, inner: std::result::Result<Listing, SkipReason>) {
        match inner {
            Ok(inner) => {
                let below = |entry: Entry| Entry { path: path.join(entry.path), ..entry };
                self.entries.extend(inner.entries.into_iter().map(below));
                self.folders.extend(inner.folders.into_iter().map(|(folder, why)| (path.join(folder), why)));
            }
            Err(reason) => self.folders.push((path, reason)),
        }
    }
}
