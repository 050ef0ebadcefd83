//! Every name under the root that may be a document: git's word where there is git, a walk where there is none,
//! submodules and their boundaries.
//!
//! Names only; what kind of file each is, `inspect` finds out.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

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

impl Entry {
    fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }
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
    let real = dunce::canonicalize(&inside).is_ok_and(|resolved| resolved == inside);
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
    /// Keeps at most `most` entries and says so, of every folder the first by path up to one number that is the same for all, so
    /// that a folder of very many files leaves out none but its own. How many were left out.
    pub(super) fn bound(&mut self, most: usize) -> usize {
        let all = self.entries.len();
        if all <= most {
            return 0;
        }
        self.entries.par_sort_unstable();
        let mut folders: FxHashMap<&Path, usize> = FxHashMap::default();
        self.entries.iter().for_each(|entry| *folders.entry(entry.folder()).or_default() += 1);
        let share = share(folders.values().copied().collect(), most);
        folders.clear();
        let mut is_kept = |folder| {
            let taken = folders.entry(folder).or_default();
            *taken += 1;
            *taken <= share
        };
        let kept: Vec<bool> = self.entries.iter().map(|entry| is_kept(entry.folder())).collect();
        let mut kept = kept.into_iter();
        self.entries.retain(|_| kept.next().unwrap_or(false));
        self.entries.truncate(most);
        let over = all - self.entries.len();
        self.folders.push((PathBuf::from("."), SkipReason::TooMany(over as u64)));
        over
    }

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

/// How many files of each folder may stay, so that at most `most` do.
fn share(mut folders: Vec<usize>, most: usize) -> usize {
    folders.sort_unstable();
    let mut left = most;
    for (at, files) in folders.iter().enumerate() {
        let share = left / (folders.len() - at);
        if *files > share {
            return share.max(1);
        }
        left -= files;
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_very_many_files_leaves_out_its_own() {
        let of = |folder: &str, count: usize| {
            let path = |at: usize| PathBuf::from(format!("{folder}{at:03}"));
            (0..count).map(|at| Entry { path: path(at), tracked: true }).collect::<Vec<_>>()
        };
        let mut listing =
            Listing { entries: [of("gen/", 500), of("src/", 7), of("", 2)].concat(), ..Listing::default() };
        assert_eq!(listing.bound(600), 0);
        assert_eq!(listing.bound(20), 489);
        let count = |folder: &str| listing.entries.iter().filter(|entry| entry.folder() == Path::new(folder)).count();
        assert_eq!((count("gen"), count("src"), count("")), (11, 7, 2));
        assert!(listing.entries.contains(&Entry { path: PathBuf::from("gen/010"), tracked: true }));
        assert_eq!(listing.folders, [(PathBuf::from("."), SkipReason::TooMany(489))]);
        // More folders than files may stay: some are left out as a whole.
        let mut wide =
            Listing { entries: (0..50).flat_map(|at| of(&format!("d{at}/"), 2)).collect(), ..Listing::default() };
        assert_eq!((wide.bound(20), wide.entries.len()), (80, 20));
    }
}
