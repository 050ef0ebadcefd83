//! The folder of saved runs: one file a run, written whole or not at all, the oldest given up.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tamis::corpus::Corpus;
use tamis::store::create;

use super::{Saved, damaged, shapes};
use crate::failure::{Failure, Result};
use crate::private;

/// Runs that are kept.
const MOST: usize = 200;
/// Digits of a handle.
const DIGITS: usize = 16;

/// Where runs are saved.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    folder: Option<PathBuf>,
}

impl Store {
    /// In this folder; none where the system names no place for it.
    pub(crate) fn new(folder: Option<PathBuf>) -> Store {
        Store { folder }
    }

    /// Saves a run over a corpus, whole or not at all, and gives up the oldest.
    pub(crate) fn save(&self, saved: &Saved, corpus: &Corpus) -> Result<()> {
        let Some(folder) = &self.folder else { return Err(Failure::new("no folder to save the run in")) };
        if corpus.is_inside(folder) {
            return Err(Failure::new("the cache folder is below the root, where nothing is written"));
        }
        let write = || private::write(&file(folder, &saved.run), &serde_json::to_vec(saved)?);
        let written = create(folder).and_then(|()| write()).map(|()| prune(folder, MOST));
        written.map_err(|error| Failure::file("write", folder, error))
    }

    /// The run of that handle.
    pub(crate) fn load(&self, run: &str) -> Result<Saved> {
        if run.len() != DIGITS || !run.bytes().all(|digit| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit)) {
            return Err(Failure::new(format!(
                "`{}` is not the handle of a run",
                run.chars().take(60).collect::<String>()
            ))
            .hinted("a handle is the 16 digits that an answer gives as its run"));
        }
        let path = self.folder.as_deref().map(|folder| file(folder, run)).unwrap_or_default();
        let bytes = private::read(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => Failure::new(format!("there is no saved run {run}"))
                .hinted(format!("the last {MOST} runs of this user are kept; ask the task again")),
            _ => Failure::file("read", &path, error),
        })?;
        let saved: Saved = serde_json::from_slice(&bytes).map_err(|error| damaged(run, error))?;
        if saved.schema == shapes::SCHEMA { Ok(saved) } else { Err(damaged(run, "another version wrote it")) }
    }
}

fn file(folder: &Path, run: &str) -> PathBuf {
    folder.join(format!("{run}.json"))
}

/// Removes the oldest files beyond the first `most`, what a killed process left unfinished among them. Another process may
/// do the same at the same time.
fn prune(folder: &Path, most: usize) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let aged = |entry: fs::DirEntry| {
        let written = entry.metadata().and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        (std::cmp::Reverse(written), entry.path())
    };
    let mut files: Vec<_> = entries.filter_map(io::Result::ok).map(aged).collect();
    files.sort();
    for (_, path) in files.into_iter().skip(most) {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    #[test]
    fn the_oldest_runs_are_given_up() {
        let folder = tempfile::tempdir().unwrap();
        for (age, name) in [(30, "a"), (10, "b"), (20, "c")] {
            let file = File::create(folder.path().join(name)).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1000 - age)).unwrap();
        }
        prune(folder.path(), 2);
        assert!(
            !folder.path().join("a").exists() && folder.path().join("b").exists() && folder.path().join("c").exists()
        );
    }
}
