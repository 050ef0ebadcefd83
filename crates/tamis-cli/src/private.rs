//! Files for their user alone: a folder that nobody else looks into, and a file that is the old one or the new one, whoever is killed when.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

/// Makes a folder and those above it.
pub(crate) fn create(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Writes beside the place and moves into it, so that nobody reads half a file. What stands there already is only dated anew: to
/// replace a file makes the system put the new one on the disk at once.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let date = || File::options().append(true).open(path)?.set_modified(SystemTime::now());
    if fs::read(path).is_ok_and(|there| there == bytes) && date().is_ok() {
        return Ok(());
    }
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let beside = path.with_extension(format!("{}-{number}.tmp", std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    let written = open(&mut options, &beside).and_then(|mut file| file.write_all(bytes));
    let moved = written.and_then(|()| fs::rename(&beside, path));
    if moved.is_err() {
        // What could not be put in place is of no use to anybody.
        let _ = fs::remove_file(&beside);
    }
    moved
}

/// A file that is added to; made when it is not there.
pub(crate) fn append(path: &Path) -> io::Result<File> {
    open(OpenOptions::new().create(true).append(true), path)
}

fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options.open(path)
}
