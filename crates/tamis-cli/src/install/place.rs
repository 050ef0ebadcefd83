//! Where the files of the harnesses lie: named bases, resolved against the user's folders. Opens no file.

use std::path::PathBuf;

/// The folders of the user and of the project, as the environment has them.
#[derive(Clone, Debug)]
pub(crate) struct Folders {
    pub(crate) home: PathBuf,
    /// `$XDG_CONFIG_HOME`, or `~/.config`.
    pub(crate) config: PathBuf,
    /// `$CLAUDE_CONFIG_DIR`, or `~/.claude`.
    pub(crate) claude: PathBuf,
    /// The folder of `.claude.json`: the home folder, or `$CLAUDE_CONFIG_DIR`.
    pub(crate) claude_json: PathBuf,
    /// `$CODEX_HOME`, or `~/.codex`.
    pub(crate) codex: PathBuf,
    /// `$COPILOT_HOME`, or `~/.copilot`.
    pub(crate) copilot: PathBuf,
    /// VS Code's folder of user settings, by platform.
    pub(crate) code: PathBuf,
    /// The project.
    pub(crate) root: PathBuf,
    /// What Tamis keeps of its own: `$XDG_STATE_HOME/tamis`, or `~/.local/state/tamis`.
    pub(crate) state: PathBuf,
    /// Where programs are looked for.
    pub(crate) path: Vec<PathBuf>,
    /// This program, as it is best called from elsewhere.
    pub(crate) program: PathBuf,
}

/// What a place is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    Home,
    Config,
    Claude,
    ClaudeJson,
    Codex,
    Copilot,
    Code,
    Root,
}

/// A file, by its base and the path below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place(pub(crate) Base, pub(crate) &'static str);

impl Folders {
    pub(crate) fn resolve(&self, Place(base, path): Place) -> PathBuf {
        let folder = match base {
            Base::Home => &self.home,
            Base::Config => &self.config,
            Base::Claude => &self.claude,
            Base::ClaudeJson => &self.claude_json,
            Base::Codex => &self.codex,
            Base::Copilot => &self.copilot,
            Base::Code => &self.code,
            Base::Root => &self.root,
        };
        folder.join(path)
    }

    /// The first file of that name on the search path.
    pub(crate) fn find_program(&self, name: &str) -> Option<PathBuf> {
        let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        self.path.iter().map(|folder| folder.join(&name)).find(|path| path.is_file())
    }
}
