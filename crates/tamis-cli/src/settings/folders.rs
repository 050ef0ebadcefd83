//! The user's folders, where the harnesses keep their settings, and where this program lies.

use std::path::{Path, PathBuf};

use crate::failure::{Failure, Result};
use crate::install::Folders;

/// The user's home folder.
pub(super) fn home() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| home.is_absolute())
}

/// The user's folder for settings.
pub(super) fn config() -> Option<PathBuf> {
    named("XDG_CONFIG_HOME").or_else(|| Some(home()?.join(".config")))
}

/// The user's folder for what programs can do without.
pub(super) fn cache() -> Option<PathBuf> {
    named("XDG_CACHE_HOME").or_else(|| Some(home()?.join(".cache")))
}

/// The user's folder for what programs keep.
pub(super) fn data() -> Option<PathBuf> {
    named("XDG_DATA_HOME").or_else(|| Some(home()?.join(".local/share")))
}

/// The folder that a variable names.
fn named(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// Where the harnesses keep their settings, by the variables that they themselves obey.
pub(super) fn folders(root: &Path) -> Result<Folders> {
    let no_home = || Failure::new("there is no home folder").hinted("set HOME to yours");
    let (home, config) = home().zip(config()).ok_or_else(no_home)?;
    let root = dunce::canonicalize(root).map_err(|error| Failure::file("find", root, error))?;
    let code = match std::env::consts::OS {
        "macos" => home.join("Library/Application Support/Code/User"),
        "windows" => named("APPDATA").unwrap_or_else(|| home.join("AppData/Roaming")).join("Code/User"),
        _ => config.join("Code/User"),
    };
    let search: Vec<PathBuf> = std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect();
    let claude = named("CLAUDE_CONFIG_DIR");
    Ok(Folders {
        claude_json: claude.clone().unwrap_or_else(|| home.clone()),
        claude: claude.unwrap_or_else(|| home.join(".claude")),
        codex: named("CODEX_HOME").unwrap_or_else(|| home.join(".codex")),
        copilot: named("COPILOT_HOME").unwrap_or_else(|| home.join(".copilot")),
        state: named("XDG_STATE_HOME").unwrap_or_else(|| home.join(".local/state")).join("tamis"),
        program: own_program(&search)?,
        path: search,
        home,
        config,
        code,
        root,
    })
}

/// This program by its name on the search path, which outlives an upgrade, or else by where it lies.
fn own_program(search: &[PathBuf]) -> Result<PathBuf> {
    let fault = |error: std::io::Error| Failure::new(format!("cannot tell where this program lies: {error}"));
    let own = std::env::current_exe().and_then(dunce::canonicalize).map_err(fault)?;
    let name = format!("tamis{}", std::env::consts::EXE_SUFFIX);
    let on_path = search.iter().filter(|folder| folder.is_absolute()).map(|folder| folder.join(&name));
    Ok(on_path.into_iter().find(|path| dunce::canonicalize(path).is_ok_and(|path| path == own)).unwrap_or(own))
}
