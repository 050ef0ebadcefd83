//! Files that are the old one or the new one, whoever is killed when, and folders for their user alone.
//!
//! Knows no names of files; which there are is said by whoever keeps them.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The ending of a file that is not in its place yet.
pub(super) const TEMPORARY: &str = "new";

/// Puts a file in the place of another: filled beside it, then moved, so that nobody reads half of it. The name beside it is hidden and its
/// own, so that of two who write at once neither fills the other's file. `options` say how it is made.
pub fn replace(
    path: &Path,
    options: &mut OpenOptions,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}-{number}.{TEMPORARY}", std::process::id()));
    let written = || {
        let mut out = BufWriter::new(options.write(true).create_new(true).open(&beside)?);
        fill(&mut out)?;
        out.flush()?;
        fs::rename(&beside, path)
    };
    // What could not be put in place is of no use to anybody.
    written().inspect_err(|_| discard(&beside))
}

/// Removes a file that is of no use any more, or what lies in its place. Whoever has it open keeps it.
pub fn discard(path: &Path) {
    // Somebody else may have removed it.
    let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
}

/// Makes a folder and those above it, into which only the user may look.
pub fn create(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
