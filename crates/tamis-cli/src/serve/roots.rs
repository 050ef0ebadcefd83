//! Which folders the server may answer for, and which of them a call means.

use std::path::{Component, Path, PathBuf};

use crate::failure::{Failure, Result};

/// The folders that a server was started for, absolute, links resolved.
#[derive(Clone, Debug)]
pub(crate) struct Roots {
    roots: Vec<PathBuf>,
    home: Option<PathBuf>,
}

impl Roots {
    /// Folders that must be there.
    pub(crate) fn new(typed: &[PathBuf], home: Option<PathBuf>) -> Result<Roots> {
        let real = |path: &PathBuf| {
            let real = dunce::canonicalize(path).ok().filter(|real| real.is_dir());
            real.ok_or_else(|| {
                Failure::new(format!("no such folder: {}", path.display()))
                    .hinted("name an existing folder with --root")
            })
        };
        Ok(Roots { roots: typed.iter().map(real).collect::<Result<_>>()?, home })
    }

    /// The folders, one after another.
    pub(crate) fn listed(&self) -> String {
        let names: Vec<String> = self.roots.iter().map(|root| root.display().to_string()).collect();
        names.join(", ")
    }

    /// The folder that a call means: absolute, relative to a root, from the home folder, or a file URI; without one, the only
    /// root there is. Inside the roots, links resolved.
    pub(crate) fn resolve(&self, given: Option<&str>) -> Result<PathBuf> {
        let hint = || format!("the server answers for {}", self.listed());
        let Some(given) = given.map(str::trim).filter(|given| !given.is_empty()) else {
            return match self.roots.as_slice() {
                [root] => Ok(root.clone()),
                _ => Err(Failure::new("the argument `root` is missing, and there are several").hinted(hint())),
            };
        };
        let typed = self.typed(given)?;
        let candidates = self.roots.iter().map(|root| root.join(&typed));
        let Some(real) = candidates.filter_map(|path| dunce::canonicalize(path).ok()).find(|path| path.is_dir()) else {
            return Err(Failure::new(format!("no such folder: {given}")).hinted(hint()));
        };
        if self.roots.iter().any(|root| real.starts_with(root)) {
            return Ok(real);
        }
        Err(Failure::new(format!("{} is outside the folders this server was started for", real.display()))
            .hinted(format!("{}; another is added where it is started", hint())))
    }

    /// What was typed as a path, absolute or relative to a root.
    fn typed(&self, given: &str) -> Result<PathBuf> {
        if let Some(rest) = given.strip_prefix("file:") {
            let path = rest.strip_prefix("//").map_or(rest, |rest| rest.strip_prefix("localhost").unwrap_or(rest));
            return match decoded(path) {
                Some(path) if path.is_absolute() => Ok(path),
                _ => Err(Failure::new(format!("cannot understand the URI {given}"))
                    .hinted("a file URI looks like file:///folder")),
            };
        }
        let path = Path::new(given);
        match (path.components().next(), &self.home) {
            (Some(Component::Normal(first)), Some(home)) if first == "~" => {
                Ok(home.join(path.strip_prefix("~").unwrap_or(path)))
            }
            _ => Ok(path.to_owned()),
        }
    }
}

/// A URI's path with its %XX taken back.
fn decoded(text: &str) -> Option<PathBuf> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        if first == b'%' {
            let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &tail[2..];
        } else {
            bytes.push(first);
        }
    }
    String::from_utf8(bytes).ok().map(PathBuf::from)
}
