//! Files for their user alone: one that is the old one or the new one, whoever is killed when, and one that is added to.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::time::SystemTime;

use tamis::store::replace;

/// Reads a file that was written here. A pipe in its place would have no end.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    if !path.metadata()?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is no file"));
    }
    fs::read(path)
}

/// Puts a file in place of what is there. What stands there already is only dated anew: to replace a file makes the system put the
/// new one on the disk at once.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let date = || File::options().append(true).open(path)?.set_modified(SystemTime::now());
    if read(path).is_ok_and(|there| there == bytes) && date().is_ok() {
        return Ok(());
    }
    replace(path, &mut options(), |out| out.write_all(bytes))
}

/// A file that is added to; made when it is not there.
pub(crate) fn append(path: &Path) -> io::Result<File> {
    options().create(true).append(true).open(path)
}

#[cfg(unix)]
fn options() -> OpenOptions {
    let mut options = File::options();
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(not(unix))]
fn options() -> OpenOptions {
    File::options()
}
