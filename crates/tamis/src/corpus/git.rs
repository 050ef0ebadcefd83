//! Git, asked: which files it lists, which it ignores, where HEAD points.
//!
//! The only file of the engine that starts a program. Arguments are fixed, no path is ever one (the folder goes in
//! by `-C`), nothing is written, nothing is fetched, and no program named in a repository's settings runs.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use rustc_hash::FxHashSet;

use super::path::from_bytes;

/// What git says about one work tree, relative to the folder it was asked in.
#[derive(Debug, Default)]
pub(super) struct GitList {
    /// Tracked files and links; some may be missing on disk.
    pub(super) tracked: Vec<PathBuf>,
    /// Files and links that are neither tracked nor ignored.
    pub(super) untracked: Vec<PathBuf>,
    /// Places of submodules, checked out or not.
    pub(super) submodules: Vec<PathBuf>,
    /// Repositories and work trees that this one does not track.
    pub(super) nested: Vec<PathBuf>,
    /// Folders that git could not open.
    pub(super) unreadable: Vec<PathBuf>,
    /// The commit HEAD points to; none before the first.
    pub(super) head: Option<String>,
}

/// How long git may take for one answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// Bytes of a file of git's that are read.
const MOST_SMALL_BYTES: u64 = 1 << 20;

/// Variables that would make git speak of another repository than the folder's own, as in a hook.
const REDIRECTIONS: [&str; 8] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
];

/// The nearest folder at or above `dir` that holds a `.git`.
pub(super) fn work_tree_of(dir: &Path) -> Option<&Path> {
    dir.ancestors().find(|folder| folder.join(".git").symlink_metadata().is_ok())
}

/// The folder that all work trees of the repository of `dir` share. Found by reading what git writes there, so that no program
/// has to start; where that fails, none.
pub(super) fn common_folder(dir: &Path) -> Option<PathBuf> {
    let dot_git = work_tree_of(dir)?.join(".git");
    if dot_git.is_dir() {
        return Some(dot_git);
    }
    let pointed = |file: PathBuf, prefix: &str| {
        let text = String::from_utf8(small(&file)?).ok()?;
        let target = file.parent()?.join(text.strip_prefix(prefix)?.trim_end_matches('\n'));
        dunce::canonicalize(target).ok()
    };
    let own = pointed(dot_git, "gitdir: ")?;
    // Only a linked work tree has a common folder apart from its own.
    pointed(own.join("commondir"), "").or(Some(own))
}

/// What git keeps in a small file. What is no file may have no end.
fn small(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    File::open(path).ok()?.take(MOST_SMALL_BYTES).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// The files of the work tree at and below `dir`; none when git is missing, refuses, or means another folder.
pub(super) fn list(dir: &Path, untracked: bool) -> Option<GitList> {
    let listing: &[&str] = if untracked {
        &["ls-files", "-z", "-t", "-c", "-s", "-o", "--exclude-standard"]
    } else {
        &["ls-files", "-z", "-t", "-c", "-s"]
    };
    let (place, output) = rayon::join(|| place(dir), || run(dir, listing));
    let ((prefix, head), output) = (place?, output?);
    let mut list = GitList { head, ..GitList::default() };
    for record in output.stdout.split(|byte| *byte == 0).filter(|record| !record.is_empty()) {
        list.add(record);
    }
    // An unmerged path stands once for each side.
    list.tracked.dedup();
    list.unreadable = refused_folders(&output.stderr, &prefix);
    Some(list)
}

/// The ignored files and, as one entry, the folders that are ignored as a whole.
pub(super) fn ignored(dir: &Path) -> Option<Vec<PathBuf>> {
    let output = run(dir, &["ls-files", "-z", "-o", "-i", "--exclude-standard", "--directory"])?;
    let paths = || output.stdout.split(|byte| *byte == 0).filter(|path| !path.is_empty());
    // Git may name a folder with a `/` and also what is in it.
    let folders: FxHashSet<PathBuf> = paths().filter(|path| path.ends_with(b"/")).map(from_bytes).collect();
    let inside = |path: &PathBuf| path.ancestors().skip(1).any(|folder| folders.contains(folder));
    Some(paths().map(from_bytes).filter(|path| !inside(path)).collect())
}

/// The last commits that the commit `head` can reach, as [`super::Corpus::log`] describes them.
pub(super) fn log(dir: &Path, head: &str, limit: usize) -> Option<String> {
    let count = limit.to_string();
    let format = "--format=%x00%an%x00%s%x00%b%x00";
    let output = run(
        dir,
        &[
            "log",
            "--no-show-signature",
            "--encoding=UTF-8",
            "-z",
            "-n",
            &count,
            "--no-merges",
            "--no-renames",
            "--relative",
            "--name-only",
            format,
            head,
        ],
    )?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A commit as the log tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told<'l> {
    /// The name of who wrote it.
    pub author: &'l str,
    /// The first line of its message.
    pub subject: &'l str,
    /// The rest of it.
    pub body: &'l str,
    /// What it touched, relative to the root.
    pub paths: Vec<&'l str>,
}

/// The commits of a [`super::Corpus::log`]. Everything in it ends with a NUL, which neither a message nor a path can hold: no commit
/// can pass for several, and none speak of files that it did not touch.
pub fn commits(log: &str) -> Vec<Told<'_>> {
    let mut parts = log.split('\0').skip(1);
    let mut commits = Vec::new();
    while let (Some(author), Some(subject), Some(body), Some(_)) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    {
        let mut paths: Vec<&str> = parts.by_ref().take_while(|path| !path.is_empty()).collect();
        if let Some(first) = paths.first_mut() {
            *first = first.strip_prefix('\n').unwrap_or(first);
        }
        commits.push(Told { author, subject, body, paths });
    }
    commits
}

/// How many commits lead from `before` to `head`, as [`super::Corpus::commits_since`] describes them.
pub(super) fn commits_since(dir: &Path, before: &str, head: &str, limit: usize) -> Option<usize> {
    let range = format!("{before}..{head}");
    let output = run(dir, &["rev-list", "--parents", "-n", &limit.to_string(), &range])?;
    let mut next = head;
    let listed = String::from_utf8(output.stdout).ok()?;
    for line in listed.lines() {
        let (commit, parents) = line.split_once(' ')?;
        if commit != next || parents.contains(' ') {
            return None;
        }
        next = parents;
    }
    (next == before).then(|| listed.lines().count())
}

/// Where `dir` is inside its work tree, and the commit HEAD points to. None when git's work tree is somewhere else, as
/// `core.worktree` can say.
fn place(dir: &Path) -> Option<(PathBuf, Option<String>)> {
    // Before the first commit there is no HEAD to be told.
    let output = run(dir, &["rev-parse", "--show-cdup", "HEAD"]).or_else(|| run(dir, &["rev-parse", "--show-cdup"]))?;
    let answer = String::from_utf8(output.stdout).ok()?;
    let (up, head) = answer.split_once('\n')?;
    let mut top = dir;
    for step in up.split_terminator('/') {
        if step != ".." {
            return None;
        }
        top = top.parent()?;
    }
    let head = head.trim_end();
    Some((dir.strip_prefix(top).ok()?.to_path_buf(), (!head.is_empty()).then(|| head.to_owned())))
}

/// What a repository that lacks part of its history says of that; empty for a whole one.
pub(super) fn shallow(dir: &Path) -> Vec<u8> {
    common_folder(dir).and_then(|folder| small(&folder.join("shallow"))).unwrap_or_default()
}

#[expect(clippy::disallowed_methods, reason = "the one place where the engine starts a program, and it is git")]
fn run(dir: &Path, arguments: &[&str]) -> Option<Output> {
    let mut command = Command::new("git");
    command.arg("-C").arg(dir);
    command.args(["--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath="]).args(arguments);
    for name in REDIRECTIONS {
        command.env_remove(name);
    }
    command.env("GIT_OPTIONAL_LOCKS", "0").env("GIT_NO_LAZY_FETCH", "1").env("GIT_TERMINAL_PROMPT", "0");
    command.env("LC_ALL", "C").env("LANGUAGE", "C");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    wait(command.spawn().ok()?).filter(|output| output.status.success())
}

/// The output of a program, or none when it is not done in time: it may wait for ever, as on a pipe that stands in place of
/// an ignore file.
fn wait(mut child: Child) -> Option<Output> {
    let (mut stdout, mut stderr) = (child.stdout.take()?, child.stderr.take()?);
    let (done, ready) = mpsc::channel();
    let errors = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        stderr.read_to_end(&mut bytes).map(|_| bytes)
    });
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = stdout.read_to_end(&mut bytes).map(|_| bytes);
        // The other side may have given up.
        let _ = done.send(read);
    });
    let Ok(stdout) = ready.recv_timeout(PATIENCE) else {
        // A program that is gone already needs no end.
        let _ = child.kill();
        let _ = child.wait();
        return None;
    };
    let stderr = errors.join().ok()?.ok()?;
    Some(Output { status: child.wait().ok()?, stdout: stdout.ok()?, stderr })
}

impl GitList {
    /// Sorts in one record of `ls-files -t -s -o`: `? path`, or `H mode name stage<TAB>path`.
    fn add(&mut self, record: &[u8]) {
        if let Some(path) = record.strip_prefix(b"? ") {
            match path.strip_suffix(b"/") {
                Some(folder) => self.nested.push(from_bytes(folder)),
                None => self.untracked.push(from_bytes(path)),
            }
        } else if let Some(tab) = record.iter().position(|byte| *byte == b'\t') {
            let path = from_bytes(&record[tab + 1..]);
            if record[..tab].get(2..).is_some_and(|mode| mode.starts_with(b"160000 ")) {
                self.submodules.push(path);
            } else {
                self.tracked.push(path);
            }
        }
    }
}

/// The folders named in git's warnings about folders it could not open, relative to `prefix`.
fn refused_folders(stderr: &[u8], prefix: &Path) -> Vec<PathBuf> {
    let quoted = |line: &[u8]| {
        let rest = line.strip_prefix(b"warning: could not open directory '")?;
        let end = rest.iter().rposition(|byte| *byte == b'\'')?;
        let folder = from_bytes(rest[..end].strip_suffix(b"/").unwrap_or(&rest[..end]));
        folder.strip_prefix(prefix).ok().map(Path::to_path_buf)
    };
    stderr.split(|byte| *byte == b'\n').filter_map(quoted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_part_into_tracked_untracked_submodules_and_nested() {
        let mut list = GitList::default();
        for record in ["H 100644 e69de29 0\ta\tb.rs", "? H x 0\tc.rs", "H 160000 e69de29 0\tsub", "? nested/", "junk"] {
            list.add(record.as_bytes());
        }
        assert_eq!(list.tracked, [Path::new("a\tb.rs")]);
        assert_eq!(list.untracked, [Path::new("H x 0\tc.rs")]);
        assert_eq!(list.submodules, [Path::new("sub")]);
        assert_eq!(list.nested, [Path::new("nested")]);
    }

    #[test]
    fn a_log_is_told_commit_by_commit() {
        let log = "\0a\0one\0\u{1}b\u{3}\nx.rs\0\0\n\nodd.rs\0b.rs\0\0b\0empty\0\0\0\0c\0last\0\0\0\na.rs\0";
        let told = |author, subject, body, paths| Told { author, subject, body, paths };
        let empty = told("b", "empty", "", vec![]);
        let first = told("a", "one", "\u{1}b\u{3}\nx.rs", vec!["\nodd.rs", "b.rs"]);
        assert_eq!(commits(log), [first, empty.clone(), told("c", "last", "", vec!["a.rs"])]);
        assert_eq!(commits("\0b\0empty\0\0\0"), [empty]);
        assert_eq!((commits(""), commits("\0b\0cut")), (Vec::new(), Vec::new()));
    }

    #[test]
    fn warnings_name_the_folders_git_could_not_open() {
        let text = b"warning: could not open directory 'in/it's/': Permission denied\nwarning: other\n";
        assert_eq!(refused_folders(text, Path::new("in")), [Path::new("it's")]);
        assert!(refused_folders(text, Path::new("elsewhere")).is_empty());
    }
}
