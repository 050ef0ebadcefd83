//! Trees and repositories made for one test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A folder that goes away with the value.
pub(crate) struct Tree {
    _guard: TempDir,
    root: PathBuf,
}

impl Tree {
    /// A folder with these files: pairs of path and content.
    pub(crate) fn new<P: AsRef<Path>, C: AsRef<[u8]>>(files: &[(P, C)]) -> Tree {
        let guard = TempDir::new().unwrap();
        // One level down, so that a test can put things outside the root.
        let root = guard.path().canonicalize().unwrap().join("root");
        fs::create_dir(&root).unwrap();
        let tree = Tree { _guard: guard, root };
        for (path, content) in files {
            tree.write(path, content);
        }
        tree
    }

    /// The same, as a repository with everything committed that its rules let in.
    pub(crate) fn repository<P: AsRef<Path>, C: AsRef<[u8]>>(files: &[(P, C)]) -> Tree {
        let tree = Tree::new(files);
        tree.git("init -q -b main");
        tree.commit();
        tree
    }

    /// The folder, absolute and free of links.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// A path below the folder.
    pub(crate) fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.root.join(path)
    }

    /// Writes a file and the folders above it.
    pub(crate) fn write(&self, path: impl AsRef<Path>, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Makes a symbolic link at `path`.
    #[cfg(unix)]
    pub(crate) fn link(&self, path: &str, target: impl AsRef<Path>) {
        fs::create_dir_all(self.path(path).parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, self.path(path)).unwrap();
    }

    /// Runs git in the folder with arguments parted by blanks; returns what it printed.
    pub(crate) fn git(&self, arguments: &str) -> Vec<u8> {
        git(&self.root, arguments)
    }

    /// Commits everything.
    pub(crate) fn commit(&self) {
        commit(&self.root);
    }
}

/// Commits everything in `dir`.
pub(crate) fn commit(dir: &Path) {
    git(dir, "add -A");
    git(dir, "commit -q --allow-empty -m change");
}

/// Runs git in `dir` with no settings of this machine and a fixed author.
pub(crate) fn git(dir: &Path, arguments: &str) -> Vec<u8> {
    let mut command = Command::new("git");
    command.arg("-C").arg(dir).args(["-c", "protocol.file.allow=always"]).args(arguments.split(' '));
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    for role in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{role}_NAME"), "Tester").env(format!("GIT_{role}_EMAIL"), "tester@example.com");
        command.env(format!("GIT_{role}_DATE"), "2024-01-01T00:00:00Z");
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "git {arguments}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}
