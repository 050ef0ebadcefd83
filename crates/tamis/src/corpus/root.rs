//! The root: where it really is, and whether it is too broad to be searched.
//!
//! Decides before anything is walked; a refusal costs a handful of system calls.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::Selection;
use crate::error::{Error, Result};

/// A root that may be searched.
#[derive(Debug)]
pub(super) struct Root {
    /// Absolute, links resolved.
    pub(super) path: PathBuf,
    /// Take tracked files only: the root is a home folder that is itself a repository.
    pub(super) tracked_only: bool,
}

/// Resolves `root` and refuses the file system's root, a home folder and the folders above it, and what is no folder of files.
///
/// A home folder that is itself a repository is accepted for its tracked files: the rest of a home is not the
/// project.
pub(super) fn resolve(root: &Path, selection: &Selection) -> Result<Root> {
    let path = dunce::canonicalize(root).map_err(|error| match error.kind() {
        ErrorKind::PermissionDenied => Error::RootUnreadable(root.to_path_buf(), error),
        _ => Error::RootMissing(root.to_path_buf()),
    })?;
    if !path.is_dir() {
        return Err(Error::RootMissing(root.to_path_buf()));
    }
    let home = selection.home.as_deref().and_then(|home| dunce::canonicalize(home).ok());
    let broad = path.parent().is_none()
        || is_of_the_system(&path)
        || home.as_deref().is_some_and(|home| home.starts_with(&path));
    if !broad || selection.allow_broad {
        return readable(path, false);
    }
    if home.as_deref() == Some(path.as_path()) && path.parent().is_some() && path.join(".git").exists() {
        return readable(path, true);
    }
    Err(Error::RootTooBroad(path))
}

/// Whether what is at `path`, or would be, lies below `root`, which is resolved, whatever links lead there.
pub(super) fn is_inside(path: &Path, root: &Path) -> bool {
    path.starts_with(root)
        || path.ancestors().find_map(|above| dunce::canonicalize(above).ok()).is_some_and(|real| real.starts_with(root))
}

/// Whether the system makes up the files there as they are read, some without end.
fn is_of_the_system(path: &Path) -> bool {
    cfg!(unix) && (path.starts_with("/proc") || path.starts_with("/sys") || path == Path::new("/dev"))
}

fn readable(path: PathBuf, tracked_only: bool) -> Result<Root> {
    match std::fs::read_dir(&path) {
        Ok(_) => Ok(Root { path, tracked_only }),
        Err(error) => Err(Error::RootUnreadable(path, error)),
    }
}
