//! Trees in a temporary folder, and the binary run on them with a clean environment.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A repository made for one test.
pub(crate) struct Tree {
    dir: TempDir,
}

/// What a run left.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Tree {
    pub(crate) fn new() -> Tree {
        let tree = Tree { dir: TempDir::new().unwrap() };
        std::fs::create_dir_all(tree.dir.path().join("home")).unwrap();
        std::fs::create_dir_all(tree.root()).unwrap();
        tree
    }

    /// Files as `//- path` lines followed by their text.
    pub(crate) fn of(files: &str) -> Tree {
        let tree = Tree::new();
        for part in files.split("//- ").skip(1) {
            let (path, text) = part.split_once('\n').unwrap();
            tree.write(path.trim(), text);
        }
        tree
    }

    /// A copy of a fixture of the engine.
    pub(crate) fn fixture(name: &str) -> Tree {
        let tree = Tree::new();
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tamis/tests/fixtures").join(name), &tree.root());
        tree
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.dir.path().join("root")
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.dir.path().join("home")
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn git(&self, arguments: &[&str]) {
        Tree::git_in(&self.root(), arguments);
    }

    /// What git says in a folder; it must not fail.
    pub(crate) fn git_in(folder: &Path, arguments: &[&str]) -> String {
        let mut command = Command::new("git");
        command.current_dir(folder).args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(arguments);
        let done = command.env("GIT_CONFIG_GLOBAL", "/dev/null").output().unwrap();
        assert!(done.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    }

    pub(crate) fn tamis(&self, arguments: &[&str]) -> Ran {
        self.tamis_with(arguments, b"")
    }

    /// Runs the binary in the root, with that standard input.
    pub(crate) fn tamis_with(&self, arguments: &[&str], input: &[u8]) -> Ran {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        // A command that does not read its input closes it early.
        let _ = child.stdin.take().unwrap().write_all(input);
        let done = child.wait_with_output().unwrap();
        Ran {
            code: done.status.code().unwrap_or(-1),
            out: String::from_utf8(done.stdout).unwrap(),
            err: String::from_utf8(done.stderr).unwrap(),
        }
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        self.program(env!("CARGO_BIN_EXE_tamis"), arguments)
    }

    /// A program in the root, with a clean environment.
    pub(crate) fn program(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.root()).args(arguments).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("HOME", self.home()).env("GIT_CONFIG_GLOBAL", "/dev/null");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// The JSON answer, checked against its schema.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let ran = self.tamis(&[&["find", "--json"], arguments].concat());
        assert!(ran.code < 2, "{ran:?}");
        let answer: Value = serde_json::from_str(&ran.out).unwrap();
        crate::schema::check_answer(&answer);
        assert_eq!(ran.code == 0, answer["files"].as_array().unwrap().iter().any(|file| file["accepted"] == true));
        answer
    }
}

/// The paths of an answer, in its order.
pub(crate) fn paths(answer: &Value) -> Vec<&str> {
    answer["files"].as_array().unwrap().iter().map(|file| file["path"].as_str().unwrap()).collect()
}

/// Without the times and how the index came about, which differ between runs.
pub(crate) fn timeless(answer: &str) -> String {
    let mut answer: Value = serde_json::from_str(answer).unwrap();
    answer.as_object_mut().unwrap().remove("timings_ms").unwrap();
    for changing in ["state", "read", "analysed"] {
        answer["index"].as_object_mut().unwrap().remove(changing).unwrap();
    }
    answer.to_string()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
