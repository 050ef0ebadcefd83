//! The folder of what was learned: one file a project, changed by one process at a time, whole or not at all.

use std::fs::{self, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tamis::memory::Day;
use tamis::store::create;

use super::file::{self, Project};
use super::{ALL, Name};
use crate::failure::{Failure, Result};
use crate::private;
use crate::turn::wait_for;

/// The file that says that learning is on.
const ON: &str = "on";
/// How long another process may hold a project's file.
const PATIENCE: Duration = Duration::from_secs(5);
/// Files set aside for one project.
const MOST_ASIDE: usize = 100;

/// Where what was learned is kept, and which day it is.
#[derive(Clone, Debug)]
pub(crate) struct Learned {
    folder: Option<PathBuf>,
    pub(crate) today: Day,
}

/// What a file holds, and what had to be done to read it.
pub(crate) struct Read {
    pub(crate) project: Project,
    pub(crate) note: Option<String>,
}

impl Learned {
    /// In this folder; none where the system names no place for it.
    pub(crate) fn new(folder: Option<PathBuf>, today: Day) -> Learned {
        Learned { folder, today }
    }

    /// Nothing is remembered and nothing is kept.
    pub(crate) fn none() -> Learned {
        Learned { folder: None, today: 0 }
    }

    /// Whether nothing is remembered and nothing noted: so it is until the user turns it on.
    pub(crate) fn is_off(&self) -> bool {
        self.folder.as_ref().is_none_or(|folder| !folder.join(ON).exists())
    }

    /// Turns learning on.
    pub(crate) fn turn_on(&self) -> Result<()> {
        let mark = self.folder()?.join(ON);
        let done = create(self.folder()?).and_then(|()| private::write(&mark, b""));
        done.map_err(|error| Failure::file("write", &mark, error))
    }

    /// Turns learning off again.
    pub(crate) fn turn_off(&self) -> Result<()> {
        let mark = self.folder()?.join(ON);
        match fs::remove_file(&mark) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Failure::file("remove", &mark, error)),
            _ => Ok(()),
        }
    }

    /// The folder.
    pub(crate) fn folder(&self) -> Result<&Path> {
        let none = || Failure::new("there is no folder to keep what is learned in").hinted("set HOME or XDG_DATA_HOME");
        self.folder.as_deref().ok_or_else(none)
    }

    /// A file of a project in the folder.
    pub(super) fn path(&self, name: &Name, kind: &str) -> Result<PathBuf> {
        Ok(self.folder()?.join(format!("{}.{kind}", name.file())))
    }

    /// What is kept of a project. A file that cannot be understood is set aside, and that is said; days that are still to come, told
    /// by a clock that was ahead, are today.
    pub(crate) fn read(&self, name: &Name) -> Result<Read> {
        let mut read = self.written(name)?;
        read.project.memory.no_later_than(self.today);
        Ok(read)
    }

    /// What is kept of a project, as it was written.
    fn written(&self, name: &Name) -> Result<Read> {
        let path = self.path(name, "jsonl")?;
        let empty = || Project { root: name.root(), ..Project::default() };
        let text = match private::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Read { project: empty(), note: None }),
            Err(error) => return Err(Failure::file("read", &path, error)),
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        };
        match file::read(&text) {
            Ok(project) => Ok(Read { project, note: None }),
            Err(why) => Ok(Read { project: empty(), note: Some(set_aside(name, &path, &why)) }),
        }
    }

    /// Changes what is kept of a project, while no other process does, and says what had to be done to read it. What does not change
    /// is not written.
    pub(crate) fn update<T>(&self, name: &Name, change: impl FnOnce(&mut Project) -> T) -> Result<(T, Option<String>)> {
        let path = self.path(name, "jsonl")?;
        let fault = |error: io::Error| Failure::file("write", &path, error);
        create(self.folder()?).map_err(fault)?;
        let lock = private::append(&self.path(name, "lock")?).map_err(fault)?;
        let turn = wait_for(PATIENCE, || match lock.try_lock() {
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Error(error)) => Some(Err(error)),
            Ok(()) => Some(Ok(())),
        });
        turn.unwrap_or_else(|| Err(io::Error::other("another process holds it"))).map_err(fault)?;
        let Read { project: before, note } = self.written(name)?;
        let mut project = before.clone();
        project.memory.no_later_than(self.today);
        let result = change(&mut project);
        if project != before {
            private::write(&path, file::written(&project).as_bytes()).map_err(fault)?;
        }
        Ok((result, note))
    }

    /// Removes from what is kept of a project. Where nothing is kept, nothing is written.
    pub(crate) fn reduce(
        &self,
        name: &Name,
        remove: impl FnOnce(&mut Project) -> usize,
    ) -> Result<(usize, Option<String>)> {
        if self.path(name, "jsonl")?.exists() { self.update(name, remove) } else { Ok((0, None)) }
    }

    /// What is kept of every project, in the order of their files; those that cannot be understood are passed over.
    pub(crate) fn projects(&self) -> Vec<Project> {
        let entries = self.folder.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| {
            path.extension().is_some_and(|kind| kind == "jsonl") && path.file_stem().is_some_and(|stem| stem != ALL)
        });
        paths.sort();
        paths.iter().filter_map(|path| file::read(&fs::read_to_string(path).ok()?).ok()).collect()
    }
}

/// Moves a file out of the way, keeping it.
fn set_aside(name: &Name, path: &Path, why: &str) -> String {
    let free = (1..MOST_ASIDE).map(|number| path.with_extension(format!("aside-{number}"))).find(|path| !path.exists());
    let moved = free.filter(|aside| fs::rename(path, aside).is_ok());
    let place = moved.map_or("left where it is".to_owned(), |aside| format!("set aside as {}", aside.display()));
    let what = if *name == Name::All { "what is held for every project" } else { "what was learned of this project" };
    format!("{what} cannot be read ({why}); {place}")
}
