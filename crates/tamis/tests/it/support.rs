//! Trees and repositories made for one test.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tamis::budget::Budget;
use tamis::engine::{Engine, Options};
use tamis::judgement::{GapKind, Judgement};
use tamis::query::Task;
use tamis::session::Session;
use tamis::trace::{Status, Stop};
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

    /// A tree written as one text: every line `//- /src/a.rs` opens the file of that path, and what follows is its content.
    pub(crate) fn text(text: &str) -> Tree {
        Tree::new(&files(text))
    }

    /// A repository with a copy of a folder of `tests/fixtures`.
    pub(crate) fn fixture(name: &str) -> Tree {
        let tree = Tree::new::<&str, &str>(&[]);
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name), tree.root());
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

/// The files of a text with `//- /path` lines.
pub(crate) fn files(text: &str) -> Vec<(String, String)> {
    let mut list: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        if let Some(path) = line.strip_prefix("//- /") {
            list.push((path.to_owned(), String::new()));
        } else if let Some((_, content)) = list.last_mut() {
            content.push_str(line);
            content.push('\n');
        }
    }
    list
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Opens a tree with the engine's own settings.
pub(crate) fn open(tree: &Tree) -> Engine {
    open_with(tree, Budget::default())
}

/// Opens a tree with these numbers.
pub(crate) fn open_with(tree: &Tree, budget: Budget) -> Engine {
    Engine::open(tree.root(), &Options { budget, ..Options::default() }).unwrap()
}

/// A task of words alone.
pub(crate) fn task(text: &str) -> Task {
    Task { text: text.to_owned(), ..Task::default() }
}

/// The paths of judgements, in their order.
pub(crate) fn paths(judgements: &[Judgement]) -> Vec<&str> {
    judgements.iter().map(|judgement| judgement.path.as_str()).collect()
}

/// A session as people read it: what failing tests show.
pub(crate) fn story(session: &Session) -> String {
    let mut text = format!("task: {}\n", session.task.text);
    for cycle in &session.cycles {
        let words: Vec<&str> = cycle.query.keywords.iter().map(|keyword| keyword.word.as_str()).collect();
        let _ = writeln!(text, "cycle {}", cycle.number);
        let _ = writeln!(text, "  dispatch  {} in {}", words.join(", "), cycle.query.patterns.join(", "));
        let _ = writeln!(text, "            {} new; focus {}", cycle.fresh, cycle.query.focus_areas.join(", "));
        for one in cycle.judgements.iter().take(9) {
            let _ = writeln!(text, "  evaluate  {:.4} {} ({})", one.relevance, one.path, one.reason);
        }
        let learned = &cycle.refinement.learned;
        for one in learned {
            let _ = writeln!(text, "  refine    +{} {:.2} {}", one.word, one.weight, one.source);
        }
        for path in &cycle.refinement.widened {
            let _ = writeln!(text, "  refine    +{path}");
        }
    }
    for gap in session.context.gaps.iter().filter(|gap| gap.kind != GapKind::Term) {
        let closed = gap.closed_by.as_deref().unwrap_or("open");
        let _ = writeln!(text, "gap         {} critical={} {closed}", gap.what, gap.critical);
    }
    let status = session.status.map_or("none", Status::name);
    let stop = session.cycles.last().and_then(|cycle| cycle.stop).map_or("none", Stop::name);
    let _ = writeln!(text, "stopped     {stop}: {status}, {}", paths(&session.context.accepted).join(" "));
    text
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
