//! Reading one file, contained: what is opened is a regular file inside the root, reached without a link, at the
//! moment of reading.
//!
//! Bytes only; `decode` makes text of them. No other file of the engine opens a file of the repository.

use std::fs::{File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::inspect::refusal;
use crate::document::SkipReason;

/// The bytes of the file at `path` below `root`, which is absolute and free of links.
///
/// Which file was opened is settled after opening it: the name must still lead, without a link, to that very file.
/// A link put in its place at any moment is refused.
pub(super) fn read(root: &Path, path: &Path, largest: u64) -> Result<Vec<u8>, SkipReason> {
    let full = root.join(path);
    // Opening a pipe would wait for a writer, and opening a device may do things.
    regular(&full.symlink_metadata().map_err(|error| refusal(&error))?)?;
    let mut file = File::open(&full).map_err(|error| refusal(&error))?;
    let opened = file.metadata().map_err(|error| refusal(&error))?;
    regular(&opened)?;
    if !full.starts_with(root) || !leads_to(&full, &file, &opened) {
        return Err(SkipReason::Vanished);
    }
    if opened.len() > largest {
        return Err(SkipReason::TooLarge(opened.len()));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(opened.len()).unwrap_or(0) + 1);
    // The file may grow while it is read.
    file.by_ref().take(largest + 1).read_to_end(&mut bytes).map_err(|error| refusal(&error))?;
    if bytes.len() as u64 > largest {
        return Err(SkipReason::TooLarge(bytes.len() as u64));
    }
    Ok(bytes)
}

fn regular(data: &Metadata) -> Result<(), SkipReason> {
    if data.file_type().is_symlink() {
        Err(SkipReason::Vanished)
    } else if data.is_file() {
        Ok(())
    } else {
        Err(SkipReason::NotAFile)
    }
}

/// Whether the open file is the one at `full`, with no link on the way.
fn leads_to(full: &Path, file: &File, opened: &Metadata) -> bool {
    match opened_path(file) {
        Some(path) => path == full,
        None => {
            dunce::canonicalize(full).is_ok_and(|resolved| resolved == full)
                && full.symlink_metadata().is_ok_and(|named| same_file(opened, &named))
        }
    }
}

/// Where an open file really is, from the system itself: no race is left. None where the system does not tell.
#[cfg(target_os = "linux")]
fn opened_path(file: &File) -> Option<PathBuf> {
    use std::os::fd::AsRawFd;
    std::fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd())).ok()
}

#[cfg(not(target_os = "linux"))]
fn opened_path(_: &File) -> Option<PathBuf> {
    None
}

#[cfg(unix)]
fn same_file(opened: &Metadata, named: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    opened.dev() == named.dev() && opened.ino() == named.ino()
}

#[cfg(not(unix))]
fn same_file(opened: &Metadata, named: &Metadata) -> bool {
    named.is_file() && opened.len() == named.len() && opened.modified().ok() == named.modified().ok()
}
