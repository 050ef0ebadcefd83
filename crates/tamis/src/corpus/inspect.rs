//! What each listed name is on disk: a regular file with a size and a stamp, or a reason to leave it out.
//!
//! One listing a folder and one `lstat` a file, by its name in the open folder: the system does not walk the whole path again for
//! each. On all cores; no content is read.

use std::ffi::OsStr;
use std::fs::{DirEntry, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::list::{Entry, Listing};
use crate::document::SkipReason;

/// The one wording of a refused permission, so that skips read the same everywhere.
pub(super) const DENIED: &str = "permission denied";

/// Files of one folder that are looked at one after another.
const LOOKS: usize = 128;

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
    let entries = &listing.entries;
    let folders: Vec<(&Path, Vec<usize>)> = by_folder(entries).into_iter().collect();
    let swept: Vec<Swept> = folders.par_iter().map(|(folder, inside)| sweep(root, entries, folder, inside)).collect();
    let mut found: Vec<Option<Found>> = entries.iter().map(|_| None).collect();
    let (mut linked, mut specials) = (FxHashSet::default(), Vec::new());
    for ((folder, _), swept) in folders.iter().zip(swept) {
        if swept.is_no_folder && listing.git {
            linked.insert(*folder);
        }
        swept.found.into_iter().for_each(|(at, one)| found[at] = Some(one));
        specials.extend(swept.specials);
    }
    let below_link = |path: &Path| !linked.is_empty() && path.ancestors().skip(1).any(|one| linked.contains(one));
    let settle = |(entry, found): (&Entry, Option<Found>)| match found {
        _ if below_link(&entry.path) => Found::Nothing,
        Some(found) => found,
        // What its folder does not list under its name may be there all the same: a folder may be closed to readers, and a name
        // spelled otherwise.
        None => look(root, entry, root.join(&entry.path).symlink_metadata()),
    };
    let mut found: Vec<Found> = entries.par_iter().zip(found).map(settle).collect();
    specials.retain(|path: &PathBuf| listing.git && !below_link(path));
    found.extend(specials.iter().map(|_| Found::Skip(SkipReason::NotAFile)));
    listing.entries.extend(specials.into_iter().map(|path| Entry { path, tracked: false }));
    found
}

/// The places of the entries by their folder; a folder above has its place with none.
fn by_folder(entries: &[Entry]) -> FxHashMap<&Path, Vec<usize>> {
    let mut folders: FxHashMap<&Path, Vec<usize>> = FxHashMap::default();
    folders.insert(Path::new(""), Vec::new());
    for (at, entry) in entries.iter().enumerate() {
        let mut above = entry.path.ancestors().skip(1);
        let Some(folder) = above.next() else { continue };
        if let Some(inside) = folders.get_mut(folder) {
            inside.push(at);
            continue;
        }
        folders.insert(folder, vec![at]);
        for folder in above {
            if folders.contains_key(folder) {
                break;
            }
            folders.insert(folder, Vec::new());
        }
    }
    folders
}

/// What is in one folder.
#[derive(Default)]
struct Swept {
    /// What its entries are, by their places.
    found: Vec<(usize, Found)>,
    /// Pipes, sockets and devices that are no entries.
    specials: Vec<PathBuf>,
    /// A link or a file where an entry needs a folder.
    is_no_folder: bool,
}

fn sweep(root: &Path, entries: &[Entry], folder: &Path, inside: &[usize]) -> Swept {
    let full = root.join(folder);
    if full.symlink_metadata().is_ok_and(|data| !data.is_dir()) {
        return Swept { is_no_folder: true, ..Swept::default() };
    }
    let mut wanted: FxHashMap<&OsStr, usize> = FxHashMap::default();
    wanted.reserve(inside.len());
    wanted.extend(inside.iter().filter_map(|at| Some((entries[*at].path.file_name()?, *at))));
    let (mut listed, mut specials) = (Vec::new(), Vec::new());
    for one in std::fs::read_dir(&full).into_iter().flatten().flatten() {
        let name = one.file_name();
        if let Some(at) = wanted.remove(name.as_os_str()) {
            listed.push((at, one));
        } else if one.file_type().is_ok_and(|kind| !kind.is_file() && !kind.is_dir() && !kind.is_symlink()) {
            specials.push(folder.join(name));
        }
    }
    let look = |(at, one): (usize, DirEntry)| (at, look(root, &entries[at], one.metadata()));
    let found = listed.into_par_iter().with_min_len(LOOKS).map(look).collect();
    Swept { found, specials, is_no_folder: false }
}

fn look(root: &Path, entry: &Entry, data: std::io::Result<Metadata>) -> Found {
    let data = match data {
        Ok(data) => data,
        Err(error) => return missing(&error, entry.tracked),
    };
    let kind = data.file_type();
    if kind.is_symlink() {
        return link(root, &root.join(&entry.path));
    }
    if kind.is_dir() {
        // A tracked file that became a folder; what is in the folder is listed by itself.
        return Found::Nothing;
    }
    if !kind.is_file() {
        return Found::Skip(SkipReason::NotAFile);
    }
    if perhaps_refused(&data)
        && let Err(error) = std::fs::File::open(root.join(&entry.path))
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
    let target = match dunce::canonicalize(full) {
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
