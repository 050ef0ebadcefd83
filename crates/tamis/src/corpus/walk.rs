//! A walk without git: for folders that are no work tree, and for machines without git.
//!
//! The same ignore files count as for git, and only those. What git alone can know (a tracked file under an ignore
//! rule) is out of reach here. Links are never followed.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::{DirEntry, WalkBuilder, WalkState};

use crate::budget::MAX_FILES;
use crate::document::SkipReason;

/// The walk stops after this many entries, far past the limit on files.
const MAX_ENTRIES: usize = 4 * MAX_FILES;

/// What a walk met, relative to the root, in no order.
#[derive(Debug, Default)]
pub(super) struct Walked {
    /// Files, links, pipes: everything but folders.
    pub(super) files: Vec<PathBuf>,
    /// Folders with a `.git` of their own; not entered.
    pub(super) repositories: Vec<PathBuf>,
    /// Folders that could not be listed.
    pub(super) refused: Vec<(PathBuf, SkipReason)>,
    /// How many names it met.
    entries: usize,
}

/// Walks `root`. Ignore files above it count when it is `in_repository`.
pub(super) fn walk(root: &Path, in_repository: bool) -> Walked {
    let found = Arc::new(Mutex::new(Walked::default()));
    let mut builder = WalkBuilder::new(root);
    builder.standard_filters(false).git_ignore(true).git_exclude(true).require_git(false).parents(in_repository);
    builder.follow_links(false).threads(rayon::current_num_threads());
    // The crate opens ignore files whatever they are; a pipe would wait for ever and a device never ends.
    if !is_plain(root, ".gitignore") || !is_plain(root, ".git/info/exclude") {
        builder.git_ignore(false).git_exclude(false);
    }
    // Names are taken down where they are met: behind the filter, all those of a folder would wait with all that the walk knows of
    // each, which fills little memory.
    let (base, taken) = (root.to_path_buf(), Arc::clone(&found));
    builder.filter_entry(move |entry| enters(&base, entry, &taken));
    builder.build_parallel().run(|| {
        Box::new(|entry| {
            entry.err().inspect(|error| note_refusal(root, error, &found));
            WalkState::Continue
        })
    });
    std::mem::take(&mut *found.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Takes down what a name stands for, and whether the walk goes into it.
fn enters(root: &Path, entry: &DirEntry, found: &Mutex<Walked>) -> bool {
    let Ok(path) = entry.path().strip_prefix(root) else { return false };
    let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
    if entry.file_name() == ".git" {
        return false;
    }
    let is_repository = is_folder && entry.path().join(".git").symlink_metadata().is_ok();
    if is_folder && !is_repository && !is_plain(entry.path(), ".gitignore") {
        return false;
    }
    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
    if found.entries >= MAX_ENTRIES {
        return false;
    }
    found.entries += 1;
    if is_repository {
        found.repositories.push(path.to_path_buf());
    } else if !is_folder {
        found.files.push(path.to_path_buf());
    }
    is_folder && !is_repository
}

/// Whether an ignore file of a folder is a regular file, or none.
fn is_plain(folder: &Path, name: &str) -> bool {
    folder.join(name).symlink_metadata().map_or(true, |data| data.is_file())
}

/// Keeps the folder an error speaks of. A bad line in an ignore file names no folder and hides nothing.
fn note_refusal(root: &Path, error: &ignore::Error, found: &Mutex<Walked>) {
    let (Some(path), Some(cause)) = (path_of(error), error.io_error()) else { return };
    if let (Ok(path), Ok(mut found)) = (path.strip_prefix(root), found.lock()) {
        found.refused.push((path.to_path_buf(), super::inspect::refusal(cause)));
    }
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        ignore::Error::Loop { .. }
        | ignore::Error::Io(_)
        | ignore::Error::Partial(_)
        | ignore::Error::Glob { .. }
        | ignore::Error::UnrecognizedFileType(_)
        | ignore::Error::InvalidDefinition => None,
    }
}
