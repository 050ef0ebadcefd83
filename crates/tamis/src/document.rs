//! Plain values every floor speaks of: a document, its language and role, a line, a line range, a skip.
//!
//! Nothing here reads a file, ranks or decides.

use std::fmt;

/// A document's number in one [`Corpus`](crate::corpus::Corpus): dense, from 0, in path order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocId(pub u32);

impl DocId {
    /// The number as an index into a per-document table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One file of the repository that holds text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Path relative to the root, `/`-separated. A byte that is not UTF-8 is written `\xNN`, a backslash in
    /// such a path `\\`; see [`crate::corpus::Corpus::read`] for the way back to the file.
    pub path: String,
    /// Name of the language's row in [`crate::language`], judged by its path; `"text"` when no row fits.
    pub language: &'static str,
    /// What the file is for, judged by its path; [`crate::repository::Repository::role`] judges once more by content.
    pub role: Role,
    /// Size on disk in bytes.
    pub bytes: u64,
}

/// What a file is for. Roles other than [`Role::Source`] are demoted unless the task asks for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Code of the product itself.
    Source,
    /// Tests, their fixtures and snapshots.
    Test,
    /// Prose: manuals, readmes, changelogs.
    Docs,
    /// Examples, demos, benchmarks, scripts and other tooling beside the product.
    Example,
    /// Settings: build files, workflows, lock files excluded.
    Config,
    /// Data files: JSON or CSV payloads, SQL dumps, lock files.
    Data,
    /// Written by a program: says so in its head, is minified, or ends in a source map.
    Generated,
    /// A copy of somebody else's project.
    Vendored,
}

impl Role {
    /// The word used in reasons and outputs.
    pub fn name(self) -> &'static str {
        match self {
            Role::Source => "source",
            Role::Test => "test",
            Role::Docs => "docs",
            Role::Example => "example",
            Role::Config => "config",
            Role::Data => "data",
            Role::Generated => "generated",
            Role::Vendored => "vendored",
        }
    }
}

/// An inclusive range of lines, counted from 1: `1 <= start <= end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineRange {
    /// First line.
    pub start: u32,
    /// Last line.
    pub end: u32,
}

impl LineRange {
    /// A range of at least one line; the ends are put in order.
    pub fn new(start: u32, end: u32) -> Self {
        let (low, high) = (start.min(end).max(1), start.max(end).max(1));
        LineRange { start: low, end: high }
    }

    /// Number of lines.
    pub fn len(self) -> u32 {
        self.end - self.start + 1
    }

    /// Never: a range holds at least one line.
    pub fn is_empty(self) -> bool {
        false
    }

    /// Whether `line` is inside.
    pub fn contains(self, line: u32) -> bool {
        self.start <= line && line <= self.end
    }

    /// Whether every line of `other` is inside.
    pub fn holds(self, other: LineRange) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

impl fmt::Display for LineRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.start, self.end)
    }
}

/// A line of the repository; line 0 is the path itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file.
    pub path: String,
    /// The line, from 1; 0 for the path itself.
    pub line: u32,
}

/// Something in the tree that was left out, wholly or in part, and why. Never an error: it is part of the answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    /// Path relative to the root, as in [`Document::path`]; a folder ends in `/`, the root itself is `./`.
    pub path: String,
    /// Why.
    pub reason: SkipReason,
}

/// Why a path was left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SkipReason {
    /// NUL bytes or a binary signature.
    Binary,
    /// Larger than the limit, in bytes.
    TooLarge(u64),
    /// This many files of one folder, known by their names as pictures, archives and the like.
    Binaries(u64),
    /// Minified or a line of many thousand bytes: known by path, content not searched.
    Minified,
    /// The system refused to open or list it.
    Unreadable(String),
    /// A symbolic link whose target is outside the root.
    LinkOutside,
    /// A symbolic link to a file inside the root that is itself left out, such as an ignored one.
    LinkUnlisted,
    /// A symbolic link to nothing.
    BrokenLink,
    /// A pipe, socket or device.
    NotAFile,
    /// Another repository or worktree inside this one.
    NestedRepository,
    /// A submodule that is not checked out.
    SubmoduleAbsent,
    /// A key, certificate or environment file: located, never quoted.
    Secret,
    /// It vanished, or was replaced by a link, between listing and reading.
    Vanished,
    /// The limit on the number of files was reached: this many were not looked at.
    TooMany(u64),
    /// Time ran out: this many files are not in the index yet.
    NotIndexed(u64),
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SkipReason::Binary => f.write_str("binary"),
            SkipReason::Binaries(count) => write!(f, "{count} binary files"),
            SkipReason::TooLarge(bytes) => write!(f, "too large ({bytes} bytes)"),
            SkipReason::Minified => f.write_str("minified"),
            SkipReason::Unreadable(why) => write!(f, "unreadable: {why}"),
            SkipReason::LinkOutside => f.write_str("link to outside the root"),
            SkipReason::LinkUnlisted => f.write_str("link to a file that is left out"),
            SkipReason::BrokenLink => f.write_str("broken link"),
            SkipReason::NotAFile => f.write_str("not a regular file"),
            SkipReason::NestedRepository => f.write_str("nested repository"),
            SkipReason::SubmoduleAbsent => f.write_str("submodule not checked out"),
            SkipReason::Secret => f.write_str("may hold secrets"),
            SkipReason::Vanished => f.write_str("vanished or replaced while reading"),
            SkipReason::TooMany(count) => write!(f, "too many files: {count} not looked at"),
            SkipReason::NotIndexed(count) => {
                write!(f, "{count} files not read yet: ask again, and the reading goes on")
            }
        }
    }
}
