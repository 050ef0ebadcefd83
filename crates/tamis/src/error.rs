//! The few things that stop a retrieval before it starts. Everything else is data: see
//! [`crate::document::Skipped`].

use std::path::PathBuf;

/// Why no session could be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The root does not exist or is not a folder.
    #[error("no such folder: {0}")]
    RootMissing(PathBuf),
    /// The root is a home folder, the file system's root or one above them.
    #[error("{0} is too broad a root")]
    RootTooBroad(PathBuf),
    /// The root cannot be listed.
    #[error("cannot read {0}: {1}")]
    RootUnreadable(PathBuf, std::io::Error),
    /// The task holds no word to search for.
    #[error("the task is empty, or says no word that can be searched")]
    TaskEmpty,
    /// An include, exclude or focus glob cannot be compiled.
    #[error("cannot understand the glob `{glob}`: {why}")]
    Glob {
        /// As given.
        glob: String,
        /// The parser's words.
        why: String,
    },
    /// A budget too small for paths and status.
    #[error("a budget of {given} tokens cannot hold an answer; the least is {least}")]
    BudgetTooSmall {
        /// As given.
        given: usize,
        /// The least that works.
        least: usize,
    },
}

/// The engine's result.
pub type Result<T, E = Error> = std::result::Result<T, E>;
