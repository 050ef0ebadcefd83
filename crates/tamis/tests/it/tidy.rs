//! What the repository holds itself to, checked on its own files: floors, module docs, sizes, a map that is true,
//! dependencies with reasons.
//!
//! Each test collects faults, one a line, and [`check`] fails when there are any.

mod documents;
mod files;
mod floors;
mod manifests;

use std::fs;
use std::path::{Path, PathBuf};

/// Fails with all faults at once.
#[track_caller]
fn check(rule: &str, faults: impl IntoIterator<Item = String>) {
    let faults: Vec<String> = faults.into_iter().collect();
    assert!(faults.is_empty(), "{rule}:\n  {}\n", faults.join("\n  "));
}

/// A path of the repository, on disk.
fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The text of a file of the repository.
#[track_caller]
fn text(path: &str) -> String {
    fs::read_to_string(at(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The names in a folder of the repository, sorted; none when it is not there.
fn names_in(folder: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(at(folder)) else { return Vec::new() };
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Every `.rs` file at and below a folder, fixtures left out, sorted.
fn sources_in(folder: &str) -> Vec<String> {
    let mut sources = Vec::new();
    for name in names_in(folder).into_iter().filter(|name| name != "fixtures") {
        let path = format!("{folder}/{name}");
        if at(&path).is_dir() {
            sources.extend(sources_in(&path));
        } else if name.ends_with(".rs") {
            sources.push(path);
        }
    }
    sources
}
