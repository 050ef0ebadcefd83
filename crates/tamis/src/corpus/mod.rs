//! Which files there are, what each is for, and what was left out and why.
//!
//! Git is the oracle where the root is in a work tree: tracked files always count, ignore rules hold exactly as git
//! reads them. The only floor that touches the file system, and (in `git`) the only one that starts a program.
//! Nothing outside the root is ever read. Nothing here ranks or reads a task.

mod classify;
mod content;
mod conventions;
mod decode;
mod git;
pub mod glob;
mod ignored;
mod inspect;
mod list;
mod names;
mod path;
mod read;
mod root;
pub mod secret;
mod select;
mod walk;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::budget::{MAX_FILE_BYTES, MAX_FILES};
use crate::document::{DocId, Document, SkipReason, Skipped};
use crate::error::Result;
use crate::language;
use glob::PathGlobs;

pub use git::{Told, commits};
pub use ignored::IgnoredMatches;
pub use inspect::Stamp;
pub use path::{called, file_name, parent};

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
    /// Bytes of memory there are; none where nothing limits them. Where there are few, large files are left out, and files of
    /// folders that hold very many.
    pub memory: Option<u64>,
}

impl Selection {
    /// The largest file that is read, in bytes.
    fn largest(&self) -> u64 {
        let share = |memory: u64| (memory / MEMORY_A_FILE).clamp(LEAST_LARGEST, MAX_FILE_BYTES);
        self.memory.map_or(MAX_FILE_BYTES, share)
    }

    /// The most files that are looked at.
    fn most_files(&self) -> usize {
        let share = |memory: u64| (memory / MEMORY_A_NAME).clamp(LEAST_FILES, MAX_FILES as u64) as usize;
        self.memory.map_or(MAX_FILES, share)
    }
}

/// Memory there must be for each byte of the largest file: several are read at once, and each is held several times over.
const MEMORY_A_FILE: u64 = 32;
/// However little memory there is, a file of this size is read.
const LEAST_LARGEST: u64 = 64 << 10;
/// Memory there must be for each file, whatever it holds: its name, its state, its place in the index.
const MEMORY_A_NAME: u64 = 2 << 10;
/// However little memory there is, so many files are looked at.
const LEAST_FILES: u64 = 1_000;

/// The files of one root at one moment, in path order.
#[derive(Debug)]
pub struct Corpus {
    root: PathBuf,
    documents: Vec<Document>,
    skipped: Vec<Skipped>,
    stamps: Vec<Stamp>,
    /// The real names of documents whose path is an escaped one.
    raw: BTreeMap<DocId, PathBuf>,
    git: bool,
    head: Option<String>,
    whole: bool,
    largest: u64,
    over: usize,
}

/// The decoded content of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Decoded, without byte-order mark; lines end in `\n` or `\r\n` as on disk, and a `\r` that stands alone is a `\n`.
    pub content: String,
    /// The encoding's WHATWG name.
    pub encoding: &'static str,
    /// Some bytes could not be decoded and stand as U+FFFD, or the encoding was only guessed with low certainty.
    pub lossy: bool,
    /// Git's name of the raw bytes: SHA-1 of `blob <size>\0<bytes>`, in hex.
    pub sha: String,
    /// Name of the language's row, now that the first line is known too.
    pub language: &'static str,
    /// The content says that a program wrote it.
    pub generated: bool,
}

/// The name by which a root is known whatever work tree of its repository it lies in: the folder that they share, and the root's place
/// below the top. Without git the root itself. Reads no list of files.
pub fn identity(root: &Path) -> PathBuf {
    match (git::work_tree_of(root), git::common_folder(root)) {
        (Some(top), Some(common)) if top == root => common,
        (Some(top), Some(common)) => common.join(root.strip_prefix(top).unwrap_or(root)),
        _ => root.to_owned(),
    }
}

impl Corpus {
    /// Lists the files under `root`. No content is read.
    pub fn open(root: &Path, selection: &Selection) -> Result<Corpus> {
        let root = root::resolve(root, selection)?;
        let mut listing = list::list(&root)?;
        let head = listing.head.take();
        let over = listing.bound(selection.most_files());
        let found = inspect::inspect(&root.path, &mut listing);
        let chosen = select::select(listing, found, selection)?;
        Ok(Corpus {
            root: root.path,
            documents: chosen.documents,
            skipped: chosen.skipped,
            stamps: chosen.stamps,
            raw: chosen.raw,
            git: chosen.git,
            head,
            whole: selection.include.is_empty() && selection.exclude.is_empty() && over == 0,
            largest: selection.largest(),
            over,
        })
    }

    /// The root, absolute, links resolved.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether what is at an absolute path, or would be, lies below the root, whatever links lead there.
    pub fn is_inside(&self, path: &Path) -> bool {
        root::is_inside(path, &self.root)
    }

    /// The documents, in path order; a document's place is its [`DocId`].
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// The document of that number.
    pub fn document(&self, id: DocId) -> &Document {
        &self.documents[id.index()]
    }

    /// The document of that path, as written in [`Document::path`].
    pub fn find(&self, path: &str) -> Option<DocId> {
        let place = self.documents.binary_search_by(|document| document.path.as_str().cmp(path)).ok()?;
        u32::try_from(place).ok().map(DocId)
    }

    /// The state of a document's file when the corpus was opened.
    pub fn stamp(&self, id: DocId) -> Stamp {
        self.stamps[id.index()]
    }

    /// What was left out, by path. What only reading can tell (binary content, minified) is told by [`Corpus::read`].
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// Whether git made the list.
    pub fn is_git(&self) -> bool {
        self.git
    }

    /// The largest file that is read, in bytes: [`MAX_FILE_BYTES`], or less where there is little memory.
    pub fn largest(&self) -> u64 {
        self.largest
    }

    /// How many files were not looked at, because there are more than the limit or than memory allows.
    pub fn over(&self) -> usize {
        self.over
    }

    /// Whether neither a glob nor a limit left anything out.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// What the root shares its texts with: the folder of its repository, the same for all work trees of it; without git the
    /// root itself.
    pub fn family(&self) -> PathBuf {
        git::common_folder(&self.root).unwrap_or_else(|| self.root.clone())
    }

    /// The last `limit` commits that HEAD can reach, newest first, merges left out, to be read by [`commits`]. None outside a
    /// repository and before the first commit.
    pub fn log(&self, limit: usize) -> Option<String> {
        git::log(&self.root, self.head()?, limit)
    }

    /// The same of the commits that HEAD can reach and `commit` cannot.
    pub fn log_since(&self, commit: &str, limit: usize) -> Option<String> {
        let is_name = !commit.is_empty() && commit.bytes().all(|digit| digit.is_ascii_hexdigit());
        if is_name { git::log(&self.root, &format!("{commit}..{}", self.head()?), limit) } else { None }
    }

    /// How many commits came after `before`, at most `limit`, if they are one line from there to HEAD, without a merge.
    pub fn commits_since(&self, before: &str, limit: usize) -> Option<usize> {
        git::commits_since(&self.root, before, self.head()?, limit)
    }

    /// The top of the work tree, where the root is a folder below it.
    pub fn above(&self) -> Option<&Path> {
        git::work_tree_of(&self.root).filter(|top| *top != self.root)
    }

    /// The commit HEAD pointed to when the corpus was opened; none outside a repository and before the first commit.
    pub fn head(&self) -> Option<&str> {
        self.head.as_deref()
    }

    /// A name of what [`Corpus::log`] tells, which is the same only for the same log: the commit, and where history is cut off.
    pub fn history_name(&self) -> Option<String> {
        let cut = blob_name(&git::shallow(&self.root));
        self.head().map(|head| format!("{head} {cut} {}", self.root.display()))
    }

    /// Compiles globs against the paths of this corpus, so that an existing path means itself.
    pub fn globs(&self, globs: &[String]) -> Result<PathGlobs> {
        let paths: Vec<&str> = self.documents.iter().map(|document| document.path.as_str()).collect();
        PathGlobs::compile(globs, &paths)
    }

    /// Ignored files whose path holds one of `words`, for an answer that would otherwise say that there is nothing.
    /// Looks at the disk each time, within a bound.
    pub fn ignored_matching(&self, words: &[&str]) -> IgnoredMatches {
        ignored::matching(self, words)
    }

    /// The path of a document as the system has it, relative to the root.
    pub fn name(&self, id: DocId) -> &Path {
        self.raw.get(&id).map_or(Path::new(&self.document(id).path), PathBuf::as_path)
    }

    /// Reads and decodes a document; checks once more that it is inside the root and a regular file.
    pub fn read(&self, id: DocId) -> std::result::Result<Text, SkipReason> {
        let document = self.document(id);
        let bytes = read::read(&self.root, self.name(id), self.largest)?;
        let sha = blob_name(&bytes);
        let decoded = decode::decode(bytes).ok_or(SkipReason::Binary)?;
        if secret::is_key(&decoded.content) {
            return Err(SkipReason::Secret);
        }
        if content::is_minified(&document.path, &decoded.content) {
            return Err(SkipReason::Minified);
        }
        let first_line = decoded.content.lines().next().unwrap_or("");
        Ok(Text {
            language: language::of(&document.path, first_line).name,
            generated: content::is_generated(&decoded.content),
            content: decode::with_line_ends(decoded.content),
            encoding: decoded.encoding,
            lossy: decoded.lossy,
            sha,
        })
    }
}

/// Git's name of a file with these bytes.
fn blob_name(bytes: &[u8]) -> String {
    let mut hash = sha1_smol::Sha1::new();
    hash.update(format!("blob {}\0", bytes.len()).as_bytes());
    hash.update(bytes);
    hash.digest().to_string()
}
