//! Reading and writing the user's files: links are followed, modes are kept, and a file is either the old one or the new one.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use tamis::store::replace;

use crate::failure::{Failure, Result};

/// More than a settings file holds.
const MOST_BYTES: u64 = 64 << 20;

/// The file that a path leads to, links followed; the file itself may be missing.
pub(super) fn real(path: &Path) -> Result<PathBuf> {
    if let Ok(real) = dunce::canonicalize(path) {
        return Ok(real);
    }
    if path.symlink_metadata().is_ok() {
        return Err(Failure::file("follow", path, "it is a link to a file that is not there")
            .hinted("remove the link, or make the file it names"));
    }
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => Ok(real(parent)?.join(name)),
        _ => Ok(path.to_owned()),
    }
}

/// The text of a file; `None` where there is none.
pub(super) fn read(path: &Path) -> Result<Option<String>> {
    let data = match fs::metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::file("read", path, error)),
        Ok(data) => data,
    };
    if !data.is_file() || data.len() > MOST_BYTES {
        return Err(Failure::file("read", path, "it is not a regular file of a usual size"));
    }
    let bytes = fs::read(path).map_err(|error| Failure::file("read", path, error))?;
    String::from_utf8(bytes).map(Some).map_err(|_| {
        Failure::file("edit", path, "it is not UTF-8").hinted("nothing was changed; save it as UTF-8 first")
    })
}

/// Puts a text in place of a file by a new name and a rename; the mode of what was there stays. Makes missing folders.
pub(super) fn write(path: &Path, text: &str) -> Result<()> {
    let fault = |error: std::io::Error| Failure::file("write", path, error);
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(fault)?;
    let mode = fs::metadata(path).ok().map(|data| data.permissions());
    if mode.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(Failure::file("write", path, "it is read-only"));
    }
    let fill = |out: &mut BufWriter<File>| {
        if let Some(mode) = mode {
            out.get_ref().set_permissions(mode)?;
        }
        out.write_all(text.as_bytes())?;
        out.flush()?;
        out.get_ref().sync_all()
    };
    replace(path, &mut File::options(), fill).map_err(fault)
}

/// Removes a file that is ours.
pub(super) fn remove(path: &Path) -> Result<()> {
    fs::remove_file(path).map_err(|error| Failure::file("remove", path, error))
}

/// The folders above a file that are not there yet, outermost first.
pub(super) fn missing_folders(path: &Path) -> Vec<PathBuf> {
    let mut missing: Vec<PathBuf> =
        path.ancestors().skip(1).take_while(|folder| !folder.exists()).map(Path::to_owned).collect();
    missing.reverse();
    missing
}

/// Removes folders that are ours, innermost first, as long as they are empty.
pub(super) fn remove_empty(folders: &[PathBuf]) {
    for folder in folders.iter().rev() {
        // A folder that is not empty holds something of the user's.
        let _ = fs::remove_dir(folder);
    }
}
