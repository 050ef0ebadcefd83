//! Which files there are, what each is for, and what was left out and why.
//!
//! Git is the oracle where the root is in a work tree: tracked files always count, ignore rules hold exactly as git
//! reads them. The only floor that touches the file system, and (in `git`) the only one that starts a program.
//! Nothing outside the root is ever read. Nothing here ranks or reads a task.

use std::path::{Path, PathBuf};

use crate::document::{DocId, Document, SkipReason, Skipped};
use crate::error::Result;

/// Which files to take.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// When not empty, only paths matching one of these globs.
    pub include: Vec<String>,
    /// Never paths matching one of these.
    pub exclude: Vec<String>,
    /// A broad root (home, `/`) is accepted.
    pub allow_broad: bool,
    /// The user's home folder, to recognise broad roots; the engine reads no environment.
    pub home: Option<PathBuf>,
}

/// The files of one root at one moment, in path order.
#[derive(Debug)]
pub struct Corpus {
    root: PathBuf,
    documents: Vec<Document>,
    skipped: Vec<Skipped>,
}

/// The decoded content of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Decoded, without byte-order mark; lines end in `\n`, `\r\n` or `\r` as on disk.
    pub content: String,
    /// The encoding's WHATWG name.
    pub encoding: &'static str,
    /// Some bytes could not be decoded and stand as U+FFFD, or the encoding was only guessed with low certainty.
    pub lossy: bool,
    /// Git's name of the raw bytes: SHA-1 of `blob <size>\0<bytes>`, in hex.
    pub sha: String,
    /// The text itself says that a program wrote it.
    pub generated: bool,
}

impl Corpus {
    /// Lists the files under `root`.
    pub fn open(root: &Path, selection: &Selection) -> Result<Corpus> {
        let _ = selection;
        Ok(Corpus { root: root.to_path_buf(), documents: Vec::new(), skipped: Vec::new() })
    }

    /// The root, absolute, links resolved.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The documents, in path order; a document's place is its [`DocId`].
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// The document of that number.
    pub fn document(&self, id: DocId) -> &Document {
        &self.documents[id.index()]
    }

    /// What was left out, by path.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// Reads and decodes a document; checks once more that it is inside the root and a regular file.
    pub fn read(&self, id: DocId) -> std::result::Result<Text, SkipReason> {
        let _ = id;
        Err(SkipReason::Vanished)
    }
}
