//! Which run a project had last, and which files were opened since: what a hook notes down, and the next run takes into account.

use std::fs;
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tamis::corpus::identity;
use tamis::store::create;

use super::{Learned, Name};
use crate::private;

/// More than a project's notes hold.
const MOST_BYTES: u64 = 64 << 10;

/// The last run of a project.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub(super) struct Last {
    pub(super) run: String,
    /// The commit it was asked at.
    pub(super) head: Option<String>,
    /// Files that were read or edited since, relative to the root.
    #[serde(skip)]
    pub(super) opened: Vec<String>,
}

impl Learned {
    /// Notes which run a project had last.
    pub(super) fn put_last(&self, name: &Name, last: &Last) -> Option<()> {
        create(self.folder().ok()?).ok()?;
        let text = format!("{}\n", serde_json::to_string(last).ok()?);
        private::write(&self.path(name, "last").ok()?, text.as_bytes()).ok()
    }

    /// Forgets the last run: no outcome is seen of it any more.
    pub(crate) fn forget_last(&self, name: &Name) {
        if let Ok(path) = self.path(name, "last") {
            // Where there is none, there is nothing to forget.
            let _ = fs::remove_file(path);
        }
    }

    /// The last run, and what was opened since.
    pub(super) fn last(&self, name: &Name) -> Option<Last> {
        let text = fs::read_to_string(self.path(name, "last").ok()?).ok()?;
        let mut lines = text.lines();
        let last: Last = serde_json::from_str(lines.next()?).ok()?;
        let mut opened: Vec<String> = lines.filter_map(|line| serde_json::from_str(line).ok()).collect();
        opened.sort();
        opened.dedup();
        Some(Last { opened, ..last })
    }

    /// Notes that a file was read or edited, where the project it lies in has had a run. `folder` is where the harness works: the root
    /// of the run is that, or a folder above it as far as the top of its work tree.
    pub(crate) fn opened(&self, folder: &Path, file: &Path) -> Option<()> {
        if self.is_off() {
            return None;
        }
        let folder = dunce::canonicalize(folder).ok()?;
        let file = dunce::canonicalize(folder.join(file)).ok()?;
        let top = folder.ancestors().find(|one| one.join(".git").exists()).unwrap_or(&folder);
        for root in folder.ancestors().take_while(|one| one.starts_with(top)) {
            let path = self.path(&Name::Project(identity(root)), "last").ok()?;
            let (Ok(data), Ok(inside)) = (path.metadata(), file.strip_prefix(root)) else { continue };
            if data.len() < MOST_BYTES {
                let line = format!("{}\n", serde_json::to_string(&inside.to_string_lossy().replace('\\', "/")).ok()?);
                // One write, so that two hooks at once leave two lines.
                private::append(&path).ok()?.write_all(line.as_bytes()).ok()?;
            }
            return Some(());
        }
        None
    }
}
