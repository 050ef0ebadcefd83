//! What was installed: one record a thing and file, so that it can be taken out again byte for byte, also where several harnesses
//! share a file.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::file;
use crate::failure::{Failure, Result};

/// One thing in one file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) path: PathBuf,
    /// Which thing.
    pub(super) item: String,
    /// The harnesses it was installed for; it goes when the last one does.
    pub(super) agents: Vec<String>,
    /// Whether there was no file before.
    pub(super) created: bool,
    /// The folders that were made for it, outermost first.
    pub(super) folders: Vec<PathBuf>,
    /// How many objects around it were made for it.
    pub(super) parents: usize,
    /// What went in; empty for what was there before.
    pub(super) fragment: String,
}

impl Record {
    /// Installed for this harness too.
    pub(super) fn serve(&mut self, agent: &str) {
        if !self.agents.iter().any(|one| one == agent) {
            self.agents.push(agent.to_owned());
        }
    }
}

/// All records, in the order they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Receipt {
    pub(super) version: u32,
    pub(super) records: Vec<Record>,
}

const VERSION: u32 = 1;
const NAME: &str = "installed.json";

impl Receipt {
    pub(super) fn load(state: &Path) -> Result<Receipt> {
        let path = state.join(NAME);
        let Some(text) = file::read(&path)? else { return Ok(Receipt { version: VERSION, records: Vec::new() }) };
        let receipt: Receipt = serde_json::from_str(&text).map_err(|error| {
            Failure::file("understand", &path, error)
                .hinted("nothing was changed; move the file away to go on without it")
        })?;
        if receipt.version == VERSION {
            Ok(receipt)
        } else {
            Err(Failure::file("understand", &path, "it is of another version"))
        }
    }

    /// Writes the records; without any, the file goes.
    pub(super) fn save(&self, state: &Path) -> Result<()> {
        let path = state.join(NAME);
        match (self.records.is_empty(), path.exists()) {
            (true, false) => Ok(()),
            (true, true) => {
                file::remove(&path)?;
                file::remove_empty(&[state.to_owned()]);
                Ok(())
            }
            (false, _) => {
                let text = serde_json::to_string_pretty(self)
                    .map_err(|error| Failure::new(format!("cannot write down what was installed: {error}")))?;
                file::write(&path, &format!("{text}\n"))
            }
        }
    }

    pub(super) fn find(&self, path: &Path, item: &str) -> Option<usize> {
        self.records.iter().position(|one| one.path == path && one.item == item)
    }
}
