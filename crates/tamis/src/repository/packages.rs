//! The packages of a repository: which folder has a manifest, and what that calls it. Reads the few manifests that an import may mean.

use std::collections::BTreeMap;

use super::Repository;
use crate::corpus::parent;
use crate::document::DocId;

/// Files that make their folder a package.
const MANIFESTS: [&str; 14] = [
    "Cargo.toml",
    "package.json",
    "go.mod",
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "composer.json",
    "mix.exs",
    "pubspec.yaml",
    "Package.swift",
    "deno.json",
];
/// Lines of a manifest in which its name is looked for.
const HEAD: u32 = 60;

/// A folder with a manifest, or the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Package {
    pub(crate) folder: String,
    pub(crate) manifest: Option<DocId>,
}

/// Every package of a repository by its folder; the root is one, with or without a manifest.
#[derive(Clone, Debug)]
pub(crate) struct Packages(BTreeMap<String, Package>);

impl Packages {
    /// Looks for manifests, by name alone.
    pub(super) fn of(repository: &Repository) -> Packages {
        let root = Package { folder: String::new(), manifest: None };
        let mut packages = BTreeMap::from([(String::new(), root)]);
        for name in MANIFESTS {
            let docs = repository.documents_called(name).iter().copied();
            for doc in docs.filter(|&doc| repository.path(doc).rsplit('/').next() == Some(name)) {
                let folder = repository.folder(doc).to_owned();
                let package = packages.entry(folder.clone()).or_insert(Package { folder, manifest: None });
                package.manifest.get_or_insert(doc);
            }
        }
        Packages(packages)
    }

    /// The nearest package above a path.
    pub(crate) fn of_path(&self, path: &str) -> &Package {
        let mut folder = parent(path);
        while !folder.is_empty() {
            if let Some(package) = self.0.get(folder) {
                return package;
            }
            folder = parent(folder);
        }
        &self.0[""]
    }
}

/// Whether a path lies below a folder.
pub(crate) fn is_below(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Whether a package is called by these components; `None` where its manifest does not say what it is called.
pub(crate) fn named(repository: &Repository, package: &Package, components: &[&str]) -> Option<bool> {
    let reading = repository.reading(package.manifest?)?;
    let name = (1..=reading.line_count().min(HEAD)).find_map(|line| declared(reading.line(line)))?;
    let plain = |text: &str| text.to_lowercase().replace('-', "_");
    Some(plain(&name) == plain(&components.join("/")))
}

/// `module example.com/shop`, `name = "shop"`, `"name": "@shop/core"`.
fn declared(line: &str) -> Option<String> {
    let line = line.trim().trim_end_matches(',');
    if let Some(module) = line.strip_prefix("module ") {
        return Some(module.trim().to_owned());
    }
    let (key, value) = line.split_once(['=', ':'])?;
    let is_name = key.trim().trim_matches('"') == "name";
    is_name.then(|| value.trim().trim_matches(['"', '\'']).to_owned())
}
