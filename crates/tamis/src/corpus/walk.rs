//! A walk without git: for folders that are no work tree, and for machines without git.
//!
//! The same ignore files count as for git, and only those. What git alone can know (a tracked file under an ignore
//! rule) is out of reach here. Links are never followed.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

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
}

/// Walks `root`. Ignore files above it count when it is `in_repository`.
pub(super) fn walk(root: &Path, in_repository: bool) -> Walked {
    let found = Mutex::new(Walked::default());
    let entries = AtomicUsize::new(0);
    let mut builder = WalkBuilder::new(root);
    builder.standard_filters(false).git_ignore(true).git_exclude(true).require_git(false).parents(in_repository);
    builder.follow_links(false).threads(rayon::current_num_threads());
    // The crate opens ignore files whatever they are; a pipe would wait for ever and a device never ends.
    if !is_plain(root) {
        builder.git_ignore(false).git_exclude(false);
    }
    builder.filter_entry(|entry| !entry.file_type().is_some_and(|kind| kind.is_dir()) || is_plain(entry.path()));
    builder.build_parallel().run(|| {
        Box::new(|entry| {
            if entries.fetch_add(1, Ordering::Relaxed) >= MAX_ENTRIES {
                return WalkState::Quit;
            }
            match entry {
                Ok(entry) => visit(root, &entry, &found),
                Err(error) => {
                    note_refusal(root, &error, &found);
                    WalkState::Continue
                }
            }
        })
    });
    found.into_inner().unwrap_or_default()
}

/// Whether the ignore files of a folder are regular files, or none.
fn is_plain(folder: &Path) -> bool {
    let regular = |name: &str| folder.join(name).symlink_metadata().map_or(true, |data| data.is_file());
    regular(".gitignore") && regular(".git/info/exclude")
}

fn visit(root: &Path, entry: &DirEntry, found: &Mutex<Walked>) -> WalkState {
    let Ok(path) = entry.path().strip_prefix(root) else { return WalkState::Skip };
    if entry.depth() == 0 {
        return WalkState::Continue;
    }
    if entry.file_name() == ".git" {
        return WalkState::Skip;
    }
    let Ok(mut found) = found.lock() else { return WalkState::Quit };
    if !entry.file_type().is_some_and(|kind| kind.is_dir()) {
        found.files.push(path.to_path_buf());
    } else if entry.path().join(".git").symlink_metadata().is_ok() {
        found.repositories.push(path.to_path_buf());
        return WalkState::Skip;
    }
    WalkState::Continue
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
