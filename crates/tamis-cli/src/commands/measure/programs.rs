//! The programs that `tamis measure` runs beside the product: ripgrep, and any peer by its command line.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tamis::document::LineRange;

use crate::cli::Peer;
use crate::failure::{Failure, Result};

/// An installed ripgrep.
pub(super) struct Ripgrep {
    /// Its name and version.
    pub(super) version: String,
}

impl Ripgrep {
    /// The `rg` of the path.
    pub(super) fn find() -> Option<Ripgrep> {
        let said = Command::new("rg").arg("--version").output().ok()?;
        let text = String::from_utf8_lossy(&said.stdout).into_owned();
        let words: Vec<&str> = text.split_whitespace().take(2).collect();
        Some(Ripgrep { version: words.join(" ") })
    }

    /// The files that hold a word in any case, with the number of hits.
    pub(super) fn count(&self, root: &Path, word: &str) -> Result<Vec<(String, usize)>> {
        let mut command = Command::new("rg");
        command.args(["--no-config", "--no-messages", "--count-matches", "--null", "--ignore-case", "--fixed-strings"]);
        command.args(["-e", word, "."]).current_dir(root).stdin(Stdio::null());
        let said = command.output().map_err(|error| Failure::new(format!("cannot run rg: {error}")))?;
        let text = String::from_utf8_lossy(&said.stdout).into_owned();
        let file = |line: &str| {
            let (path, count) = line.split_once('\0')?;
            Some((path.trim_start_matches("./").to_owned(), count.trim().parse().ok()?))
        };
        Ok(text.lines().filter_map(file).collect())
    }
}

/// Asks a peer: its command in a shell, `{root}` put in, the task on standard input. Each line that it prints is a path, or a
/// path with `:start-end`.
pub(super) fn ask(peer: &Peer, root: &Path, task: &str) -> Result<Vec<(String, Option<LineRange>)>> {
    let fault = |why: String| Failure::new(format!("peer {}: {why}", peer.name));
    let root = std::path::absolute(root).map_err(|error| fault(error.to_string()))?;
    let quoted = format!("'{}'", root.to_string_lossy().replace('\'', r"'\''"));
    let said = shell(&peer.command.replace("{root}", &quoted), task).map_err(|error| fault(error.to_string()))?;
    if !said.status.success() {
        let last = String::from_utf8_lossy(&said.stderr).lines().last().unwrap_or_default().to_owned();
        return Err(fault(format!("{}: {last}", said.status)));
    }
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    Ok(text.lines().filter(|line| !line.trim().is_empty()).map(|line| place(&root, line)).collect())
}

fn shell(command: &str, input: &str) -> std::io::Result<Output> {
    let mut shell = Command::new("sh");
    let mut child =
        shell.args(["-c", command]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let stdin = child.stdin.take();
    std::thread::scope(|scope| {
        // A peer that does not read its input to the end closes it early.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
        child.wait_with_output()
    })
}

/// A printed line as a path relative to the root, and a range.
fn place(root: &Path, line: &str) -> (String, Option<LineRange>) {
    let range = |text: &str| {
        let (start, end) = text.split_once('-').unwrap_or((text, text));
        Some(LineRange::new(start.parse().ok()?, end.parse().ok()?))
    };
    let split = line.rsplit_once(':').and_then(|(path, lines)| Some((path, range(lines)?)));
    let (path, lines) = split.map_or((line, None), |(path, lines)| (path, Some(lines)));
    let inside = Path::new(path).strip_prefix(root).unwrap_or(Path::new(path)).to_string_lossy().into_owned();
    (inside.trim_start_matches("./").to_owned(), lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_line_is_a_path_and_perhaps_a_range() {
        let place = |line: &str| place(Path::new("/r/o"), line);
        assert_eq!(place("src/a.rs"), ("src/a.rs".to_owned(), None));
        assert_eq!(place("./src/a.rs:3-9"), ("src/a.rs".to_owned(), Some(LineRange::new(3, 9))));
        assert_eq!(place("/r/o/a.rs:7"), ("a.rs".to_owned(), Some(LineRange::new(7, 7))));
        assert_eq!(place("a:b.rs"), ("a:b.rs".to_owned(), None));
    }

    #[test]
    fn a_peer_reads_the_task_and_the_root() {
        let peer = |command: &str| Peer { name: "p".to_owned(), command: command.to_owned() };
        let said = ask(&peer("cat; echo {root}/x.rs:1-2"), Path::new("/o'r"), "a.rs\n").unwrap();
        assert_eq!(said, [("a.rs".to_owned(), None), ("x.rs".to_owned(), Some(LineRange::new(1, 2)))]);
        assert!(ask(&peer("echo no >&2; exit 3"), Path::new("/"), "").unwrap_err().message.ends_with("3: no"));
        // More than a pipe holds, and nobody reads it.
        assert!(ask(&peer("true"), Path::new("/"), &"x".repeat(1 << 20)).unwrap().is_empty());
    }
}
