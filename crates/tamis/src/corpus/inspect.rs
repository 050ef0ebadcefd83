//! What each listed name is on disk: a regular file with a size and a stamp, or a reason to leave it out.
//!
//! One `lstat` a file and one listing a folder, on all cores; no content is read.

use std::fs::Metadata;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::list::{Entry, Listing};
use crate::document::SkipReason;

/// The one wording of a refused permission, so that skips read the same everywhere.
pub(super) const DENIED: &str = "permission denied";

/// What tells one state of a file from another without reading it. Equal stamps do not prove equal content where
/// `changed` is as young as the clock is coarse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// Size in bytes.
    pub bytes: u64,
    /// When the content was last written, in nanoseconds since 1970; programs can set it.
    pub modified: i128,
    /// When the file was last changed in any way, in nanoseconds since 1970; programs cannot set it. 0 where the
    /// system does not tell.
    pub changed: i128,
    /// The file's number on its device; 0 where the system does not tell.
    pub inode: u64,
}

/// What a name turned out to be.
#[derive(Debug)]
pub(super) enum Found {
    /// A regular file.
    File(Stamp),
    /// Left out, and said so.
    Skip(SkipReason),
    /// Left out in silence: deleted, or a link to something that is listed by itself.
    Nothing,
    /// Its folder may not be entered.
    FolderRefused,
    /// A link to a file inside the root, relative to it: left out in silence when that is listed itself.
    LinkTo(PathBuf),
}

/// Looks at every entry of the listing, in its order, and at the folders they stand in; adds to the listing's entries
/// what git never lists, such as pipes.
pub(super) fn inspect(root: &Path, listing: &mut Listing) -> Vec<Found> {
    let mut linked = FxHashSet::default();
    if listing.git {
        let swept = sweep(root, &folders_of(&listing.entries));
        for (folder, state) in swept {
            match state {
                Sweep::Specials(names) => listing.entries.extend(names.into_iter().map(untracked)),
                Sweep::NotAFolder => _ = linked.insert(folder),
            }
        }
    }
    let look = |entry: &Entry| {
        if !linked.is_empty() && entry.path.ancestors().skip(1).any(|folder| linked.contains(folder)) {
            return Found::Nothing;
        }
        look(root, entry)
    };
    listing.entries.par_iter().map(look).collect()
}

fn untracked(path: PathBuf) -> Entry {
    Entry { path, tracked: false }
}

enum Sweep {
    /// Pipes, sockets and devices in it.
    Specials(Vec<PathBuf>),
    /// A link or a file where a tracked file needs a folder.
    NotAFolder,
}

fn folders_of(entries: &[Entry]) -> Vec<PathBuf> {
    let mut seen: FxHashSet<&Path> = FxHashSet::default();
    seen.insert(Path::new(""));
    for entry in entries {
        for folder in entry.path.ancestors().skip(1) {
            if !seen.insert(folder) {
                break;
            }
        }
    }
    seen.into_iter().map(Path::to_path_buf).collect()
}

fn sweep(root: &Path, folders: &[PathBuf]) -> Vec<(PathBuf, Sweep)> {
    let look = |folder: &PathBuf| {
        let full = root.join(folder);
        if full.symlink_metadata().is_ok_and(|data| !data.is_dir()) {
            return Some((folder.clone(), Sweep::NotAFolder));
        }
        let special = |entry: std::fs::DirEntry| {
            let kind = entry.file_type().ok()?;
            (!kind.is_file() && !kind.is_dir() && !kind.is_symlink()).then(|| folder.join(entry.file_name()))
        };
        let specials: Vec<_> = std::fs::read_dir(&full).ok()?.flatten().filter_map(special).collect();
        (!specials.is_empty()).then(|| (folder.clone(), Sweep::Specials(specials)))
    };
    folders.par_iter().filter_map(look).collect()
}

fn look(root: &Path, entry: &Entry) -> Found {
    let full = root.join(&entry.path);
    let data = match full.symlink_metadata() {
        Ok(data) => data,
        Err(error) => return missing(&error, entry.tracked),
    };
    let kind = data.file_type();
    if kind.is_symlink() {
        return link(root, &full);
    }
    if kind.is_dir() {
        // A tracked file that became a folder; what is in the folder is listed by itself.
        return Found::Nothing;
    }
    if !kind.is_file() {
        return Found::Skip(SkipReason::NotAFile);
    }
    if perhaps_refused(&data)
        && let Err(error) = std::fs::File::open(&full)
    {
        return Found::Skip(refusal(&error));
    }
    Found::File(stamp(&data))
}

fn missing(error: &std::io::Error, tracked: bool) -> Found {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory if tracked => Found::Nothing,
        ErrorKind::PermissionDenied => Found::FolderRefused,
        _ => Found::Skip(refusal(error)),
    }
}

fn link(root: &Path, full: &Path) -> Found {
    let target = match std::fs::canonicalize(full) {
        Ok(target) => target,
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return Found::Skip(refusal(&error)),
        Err(_) => return Found::Skip(SkipReason::BrokenLink),
    };
    let Ok(inside) = target.strip_prefix(root) else { return Found::Skip(SkipReason::LinkOutside) };
    match target.metadata() {
        Ok(data) if data.is_dir() => Found::Nothing,
        Ok(data) if !data.is_file() => Found::Skip(SkipReason::NotAFile),
        _ => Found::LinkTo(inside.to_path_buf()),
    }
}

/// The reason an operation on a file that was there failed.
pub(super) fn refusal(error: &std::io::Error) -> SkipReason {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => SkipReason::Vanished,
        ErrorKind::PermissionDenied => SkipReason::Unreadable(DENIED.to_owned()),
        kind => SkipReason::Unreadable(kind.to_string()),
    }
}

#[cfg(unix)]
fn perhaps_refused(data: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    data.mode() & 0o444 != 0o444
}

#[cfg(not(unix))]
fn perhaps_refused(_: &Metadata) -> bool {
    false
}

/// The stamp of a file's metadata.
#[cfg(unix)]
pub(super) fn stamp(data: &Metadata) -> Stamp {
    use std::os::unix::fs::MetadataExt;
    let nanoseconds = |seconds: i64, rest: i64| i128::from(seconds) * 1_000_000_000 + i128::from(rest);
    Stamp {
        bytes: data.len(),
        modified: nanoseconds(data.mtime(), data.mtime_nsec()),
        changed: nanoseconds(data.ctime(), data.ctime_nsec()),
        inode: data.ino(),
    }
}

/// The stamp of a file's metadata.
#[cfg(not(unix))]
pub(super) fn stamp(data: &Metadata) -> Stamp {
    let since_1970 = |time: std::time::SystemTime| time.duration_since(std::time::UNIX_EPOCH).ok();
    let modified = data.modified().ok().and_then(since_1970).map_or(0, |time| time.as_nanos() as i128);
    Stamp { bytes: data.len(), modified, changed: 0, inode: 0 }
}
