//! The folder of one family of roots: files that are written whole or not at all, by one process at a time.
//!
//! A root that belongs to a repository shares its folder with the repository's other work trees. Each version of the code has
//! a folder of its own inside, so that two versions never read each other's bytes.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use super::replace::{TEMPORARY, create, discard, replace};
use crate::analyzer::terms::TermHash;
use crate::corpus::Corpus;

/// What made the files: a fingerprint of the code that counts and encodes.
const VERSION: &str = env!("TAMIS_INDEX_VERSION");
const SEGMENT: &str = "lists";
const LOCK: &str = "lock";
/// Says what a family's folder is kept for.
const OWNER: &str = "of";
/// What another version of the code has kept goes when it is so much older than what this one writes.
const OLD: Duration = Duration::from_secs(30 * 24 * 3600);

/// The place of one root in the cache.
#[derive(Clone, Debug)]
pub struct Store {
    owner: PathBuf,
    family: PathBuf,
    folder: PathBuf,
    root: String,
}

/// The right to write, held by one process at a time and given back when this goes, even with a crash.
#[derive(Debug)]
pub struct Writing<'s> {
    store: &'s Store,
    lock: File,
    next: u64,
}

impl Store {
    /// The place of a corpus in the folder `cache`. Nothing is created before something is written.
    pub fn of(corpus: &Corpus, cache: &Path) -> Store {
        let owner = corpus.family();
        let family = cache.join("index").join(name_of(&owner));
        Store { folder: family.join(VERSION), family, owner, root: name_of(corpus.root()) }
    }

    /// The root's own file of that kind.
    pub fn own(&self, kind: &str) -> Option<Vec<u8>> {
        read(&self.folder.join(format!("{}.{kind}", self.root))).ok()
    }

    /// The family's one file of that kind.
    pub fn common(&self, kind: &str) -> Option<File> {
        open(&self.folder.join(format!("all.{kind}"))).ok()
    }

    /// All files of that kind: those of every root of the family.
    pub fn of_all(&self, kind: &str) -> Vec<(PathBuf, Vec<u8>)> {
        let files = self.files().into_iter().filter(|path| has_kind(path, kind));
        files.filter_map(|path| read(&path).ok().map(|bytes| (path, bytes))).collect()
    }

    /// Removes what is kept of the root that has this file.
    pub fn forget(&self, own: &Path) {
        self.files().iter().filter(|path| path.file_stem() == own.file_stem()).for_each(|path| discard(path));
    }

    /// The files of lists, oldest first, and why one cannot be opened. One that vanishes meanwhile was replaced by a newer one.
    pub fn segments(&self) -> Vec<(PathBuf, io::Result<File>)> {
        let is_gone = |(_, file): &(PathBuf, io::Result<File>)| {
            file.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
        };
        let opened = |(_, path): (u64, PathBuf)| {
            let file = open(&path);
            (path, file)
        };
        let mut files = Vec::new();
        for _ in 0..5 {
            files = self.numbered().into_iter().map(opened).collect();
            if !files.iter().any(is_gone) {
                break;
            }
        }
        files.retain(|file| !is_gone(file));
        files
    }

    /// Whether only other versions of the code have written here. Another process may make our own folder meanwhile.
    pub fn is_of_another_version(&self) -> bool {
        !self.folder.exists() && inside(&self.family).iter().any(|path| path.is_dir() && *path != self.folder)
    }

    /// Bytes on disk, of all roots of the family.
    pub fn bytes(&self) -> u64 {
        self.files().iter().filter_map(|path| path.metadata().ok()).map(|data| data.len()).sum()
    }

    /// The folder that holds the files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Removes everything that is kept for the family, unless another process is writing there.
    pub fn clear(&self) -> io::Result<()> {
        if !self.folder.exists() {
            return self.remove();
        }
        match self.write()? {
            Some(_writing) => self.remove(),
            None => Err(io::Error::new(io::ErrorKind::ResourceBusy, "another process is writing it")),
        }
    }

    fn remove(&self) -> io::Result<()> {
        let mut result = Ok(());
        // A process of another version may add a file while the folder is emptied.
        for _ in 0..5 {
            result = match fs::remove_dir_all(&self.family) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => return Ok(()),
            };
        }
        result
    }

    /// The right to write; none while another process has it.
    pub fn write(&self) -> io::Result<Option<Writing<'_>>> {
        if !self.folder.exists() {
            create(&self.folder)?;
            fs::write(self.family.join(OWNER), self.owner.as_os_str().as_encoded_bytes())?;
            self.prune();
        }
        let path = self.folder.join(LOCK);
        make_way(&path);
        let mut lock = File::options().create(true).append(true).open(path)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // The clock of the file system, which is what the stamps of files are told by.
        lock.set_len(0)?;
        lock.write_all(b"held by the process that writes\n")?;
        self.files().iter().filter(|path| has_kind(path, TEMPORARY)).for_each(|path| discard(path));
        let next = self.numbered().last().map_or(1, |(number, _)| number + 1);
        Ok(Some(Writing { store: self, lock, next }))
    }

    /// Removes what is of no use to anybody: families whose repository is gone, and what old versions have left in this one.
    fn prune(&self) {
        let Some(families) = self.family.parent() else { return };
        for family in inside(families) {
            let owner =
                read(&family.join(OWNER)).ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
            if !owner.is_empty() && !Path::new(&owner).exists() {
                // Somebody else may be at it too.
                let _ = fs::remove_dir_all(&family);
            }
        }
        let written = |folder: &Path| folder.metadata().and_then(|data| data.modified()).ok();
        for version in inside(&self.family).iter().filter(|path| path.is_dir()) {
            let age = written(&self.folder).zip(written(version)).and_then(|(now, then)| now.duration_since(then).ok());
            if age.is_some_and(|age| age > OLD) {
                let _ = fs::remove_dir_all(version);
            }
        }
    }

    fn files(&self) -> Vec<PathBuf> {
        inside(&self.folder)
    }

    fn numbered(&self) -> Vec<(u64, PathBuf)> {
        let number = |path: &PathBuf| path.file_stem()?.to_str()?.parse().ok();
        let segments = self.files().into_iter().filter(|path| has_kind(path, SEGMENT));
        let mut numbered: Vec<(u64, PathBuf)> = segments.filter_map(|path| Some((number(&path)?, path))).collect();
        numbered.sort();
        numbered
    }
}

impl Writing<'_> {
    /// When this right was taken, in nanoseconds since 1970 by the clock of the file system.
    pub fn since(&self) -> i128 {
        let modified = self.lock.metadata().and_then(|data| data.modified()).ok();
        modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map_or(0, |time| time.as_nanos() as i128)
    }

    /// Puts the root's own file of that kind in place of the one before.
    pub fn put_own(&self, kind: &str, bytes: &[u8]) -> io::Result<()> {
        self.put(&format!("{}.{kind}", self.store.root), |out| out.write_all(bytes)).map(|_| ())
    }

    /// Puts the family's one file of that kind in place of the one before.
    pub fn put_common(&self, kind: &str, bytes: &[u8]) -> io::Result<()> {
        self.put(&format!("all.{kind}"), |out| out.write_all(bytes)).map(|_| ())
    }

    /// Adds a file of lists, and opens it.
    pub fn add_segment(
        &mut self,
        fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> io::Result<(PathBuf, File)> {
        let path = self.put(&format!("{:06}.{SEGMENT}", self.next), fill)?;
        self.next += 1;
        Ok((path.clone(), File::open(path)?))
    }

    /// Where the folder was cleared and made anew, lock and all, two may write at once.
    fn put(&self, name: &str, fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<PathBuf> {
        let path = self.store.folder.join(name);
        make_way(&path);
        replace(&path, &mut File::options(), fill).map(|()| path)
    }
}

/// A child that another thread has just started may have the lock's file open too, and closing ours alone would leave it held.
impl Drop for Writing<'_> {
    fn drop(&mut self) {
        // Where that fails, it is given back when the last who has it open closes it.
        let _ = self.lock.unlock();
    }
}

/// Opens a file of the cache, and nothing else: a link leads elsewhere, and a pipe has no end.
fn open(path: &Path) -> io::Result<File> {
    if !path.symlink_metadata()?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    File::open(path)
}

/// Removes what lies in the place of a file and is none.
fn make_way(path: &Path) {
    if path.symlink_metadata().is_ok_and(|data| !data.is_file()) {
        discard(path);
    }
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What is in a folder, by name.
fn inside(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|one| one.path()).collect();
    paths.sort();
    paths
}

fn has_kind(path: &Path, kind: &str) -> bool {
    path.extension().is_some_and(|extension| extension == kind)
}

fn name_of(path: &Path) -> String {
    format!("{:016x}", TermHash::of_bytes(path.as_os_str().as_encoded_bytes()).0)
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::corpus::Selection;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "what a child inherits is what is tested")]
    fn the_right_to_write_is_given_back_at_once_whatever_is_started_meanwhile() {
        let (tree, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let store = Store::of(&Corpus::open(tree.path(), &Selection::default()).unwrap(), cache.path());
        let is_over = AtomicBool::new(false);
        let starts = || {
            while !is_over.load(Ordering::Relaxed) {
                let _ = Command::new("git").arg("--version").stdout(Stdio::null()).status();
            }
        };
        std::thread::scope(|scope| {
            (0..4).for_each(|_| drop(scope.spawn(starts)));
            let refused = (0..3000).filter(|_| store.write().unwrap().is_none()).count();
            is_over.store(true, Ordering::Relaxed);
            assert_eq!(refused, 0);
        });
    }
}
