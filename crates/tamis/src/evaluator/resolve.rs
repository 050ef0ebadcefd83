//! From an import as written to the file of the repository it means.
//!
//! By paths and by what manifests call their packages, in every language the same way: a relative import is one place; one of the
//! own crate is below that crate's sources; any other is below the package it names, or where its whole path is. What may mean
//! several files means none.

use crate::corpus::{file_name, parent};
use crate::document::{DocId, Role};
use crate::ranker::names::components;
use crate::repository::Repository;
use crate::repository::packages::{is_below, named};

/// A package of more files than this has none in particular.
const MOST: usize = 2;
/// Names inside a module that may follow its path: an enum and its variant.
const MOST_NAMES: usize = 2;
/// Files that stand for their folder.
const INDEXES: [&str; 4] = ["index", "mod", "__init__", "lib"];
/// Folders of a package that hold its sources and stand in no import.
const SOURCES: [&str; 5] = ["", "src", "lib", "source", "app"];
/// Endings of what a file is compiled to, by which it is imported.
const COMPILED: [&str; 4] = [".js", ".jsx", ".mjs", ".cjs"];
/// What stands for the importing package itself.
const ALIASES: [&str; 5] = ["@", "~", "#", "$lib", "src"];

/// The files an import of `from` may mean: none for a foreign or ambiguous module.
pub fn resolve_import(repository: &Repository, from: &str, module: &str) -> Vec<DocId> {
    let module = module.trim_matches(['"', '\'', '<', '>', '`']);
    let mut docs = if matches!(module, "." | "..") || module.starts_with("./") || module.starts_with("../") {
        at(repository, from, &join(parent(from), module))
    } else if let Some(rest) = module.strip_prefix('.') {
        at(repository, from, &python_relative(parent(from), rest))
    } else if module.contains("::") {
        in_crate(repository, from, &components(module))
    } else {
        elsewhere(repository, from, module)
    };
    docs.retain(|doc| repository.path(*doc) != from);
    docs
}

/// Joins a relative path to a folder, resolving `.` and `..`.
fn join(folder: &str, relative: &str) -> String {
    let mut pieces: Vec<&str> = pieces_of(folder);
    for piece in relative.split('/') {
        match piece {
            "" | "." => {}
            ".." => {
                pieces.pop();
            }
            name => pieces.push(name),
        }
    }
    pieces.join("/")
}

/// `from ..a import b`: one dot is the folder itself, each further dot one above.
fn python_relative(folder: &str, rest: &str) -> String {
    let up = rest.len() - rest.trim_start_matches('.').len();
    let mut pieces: Vec<&str> = pieces_of(folder);
    pieces.truncate(pieces.len().saturating_sub(up));
    pieces.extend(rest.trim_start_matches('.').split('.').filter(|piece| !piece.is_empty()));
    pieces.join("/")
}

fn pieces_of(path: &str) -> Vec<&str> {
    path.split('/').filter(|piece| !piece.is_empty()).collect()
}

/// The file at a path, whose extension may be left out or be that of what it is compiled to, or the file that stands for the folder there.
fn at(repository: &Repository, from: &str, wanted: &str) -> Vec<DocId> {
    let last = file_name(wanted);
    let compiled_from = COMPILED.iter().find_map(|ending| last.strip_suffix(ending)).unwrap_or(last);
    let place = |doc: DocId| Place::of(repository.path(doc));
    let pick = |name: &str, fits: &dyn Fn(&Place<'_>) -> bool| {
        let docs = repository.documents_called(name).iter().copied();
        one(repository, from, docs.filter(|&doc| fits(&place(doc))).collect())
    };
    let folder = parent(wanted);
    let exact = pick(last, &|place| place.folder == folder && place.name == last);
    // Files are known by their names up to the first dot: `user.service` is among those called `user`.
    let stem = || pick(last.split('.').next().unwrap_or(last), &|place| place.folder == folder && place.stem == last);
    let compiled = || pick(compiled_from, &|place| place.folder == folder && place.stem == compiled_from);
    let index = || pick(last, &|place| place.folder == wanted && INDEXES.contains(&place.stem));
    let first = [exact].into_iter().chain([stem(), compiled(), index()]).find(|docs| !docs.is_empty());
    first.unwrap_or_default()
}

/// The only one of several files, or the only one in the language of `from`.
fn one(repository: &Repository, from: &str, mut docs: Vec<DocId>) -> Vec<DocId> {
    let same = |doc: &DocId| Place::of(repository.path(*doc)).extension == Place::of(from).extension;
    if docs.iter().any(same) {
        docs.retain(same);
    }
    if docs.len() > 1 { Vec::new() } else { docs }
}

/// A path in parts.
struct Place<'p> {
    folder: &'p str,
    name: &'p str,
    stem: &'p str,
    extension: &'p str,
}

impl<'p> Place<'p> {
    fn of(path: &'p str) -> Self {
        let folder = parent(path);
        let name = file_name(path);
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        // `money.d.ts` declares what `money` is.
        Place { folder, name, stem: stem.strip_suffix(".d").unwrap_or(stem), extension }
    }
}

/// `crate::a::b`, `super::a`, `a::b` beside the file, or `other_crate::a`.
fn in_crate(repository: &Repository, from: &str, pieces: &[&str]) -> Vec<DocId> {
    let place = Place::of(from);
    let own = if matches!(place.stem, "mod" | "lib" | "main") {
        place.folder.to_owned()
    } else {
        join(place.folder, place.stem)
    };
    let ups = pieces.iter().take_while(|piece| **piece == "super").count();
    let (base, rest) = match pieces.first() {
        Some(&"crate") => (crate_root(repository, from), &pieces[1..]),
        Some(&"self") => (own, &pieces[1..]),
        Some(&"super") => (join(&own, &"../".repeat(ups)), &pieces[ups..]),
        _ => {
            let beside = below(repository, from, &own, pieces);
            let module = pieces.join("::");
            return if beside.is_empty() { elsewhere(repository, from, &module) } else { beside };
        }
    };
    let module = below(repository, from, &base, rest);
    if !module.is_empty() {
        return module;
    }
    // `super::Item` is in the file of the module itself, which for a program is its first one.
    let [name] = rest else { return Vec::new() };
    let defines = |doc: &DocId| repository.index.definers(name).binary_search(doc).is_ok();
    let files = [base.as_str(), &join(&base, "main")].map(|file| at(repository, from, file)).concat();
    files.into_iter().filter(defines).take(1).collect()
}

/// The file of the longest beginning of a path that is a module below `base`.
fn below(repository: &Repository, from: &str, base: &str, pieces: &[&str]) -> Vec<DocId> {
    let least = pieces.len().saturating_sub(MOST_NAMES).max(1);
    let modules =
        (least..=pieces.len()).rev().map(|count| at(repository, from, &join(base, &pieces[..count].join("/"))));
    modules.into_iter().find(|docs| !docs.is_empty()).unwrap_or_default()
}

/// Where the modules of the crate of `from` begin: the nearest folder above it with the crate's first file, or else the first folder
/// of its package.
fn crate_root(repository: &Repository, from: &str) -> String {
    let package = repository.packages().of_path(from);
    let first_files = ["lib", "main"].into_iter().flat_map(|name| repository.documents_called(name)).copied();
    let begins = |doc: &DocId| {
        let (place, folder) = (Place::of(repository.path(*doc)), repository.folder(*doc));
        ["lib", "main"].contains(&place.stem)
            && place.extension == Place::of(from).extension
            && is_below(from, folder)
            && (folder == package.folder || is_below(folder, &package.folder))
    };
    let nearest = first_files.filter(begins).map(|doc| repository.folder(doc)).max_by_key(|folder| folder.len());
    let first = || from.strip_prefix(&package.folder)?.trim_start_matches('/').split_once('/');
    nearest.map_or_else(|| join(&package.folder, first().map_or("", |(first, _)| first)), str::to_owned)
}

/// A module given by a whole path, by a path below the package it begins with, or by one below the importing package.
fn elsewhere(repository: &Repository, from: &str, module: &str) -> Vec<DocId> {
    let slashed = module.replace('\\', "/");
    // `ledger.h` is a file and no path of two names.
    let is_file =
        !Place::of(module).extension.is_empty() && !repository.documents_called(file_name(&slashed)).is_empty();
    let is_path = is_file || slashed.contains('/');
    let pieces = if is_path { pieces_of(&slashed) } else { components(module) };
    let beside = if is_file { at(repository, from, &join(parent(from), &slashed)) } else { Vec::new() };
    if !beside.is_empty() {
        return beside;
    }
    let least = pieces.len().saturating_sub(MOST_NAMES).max(1);
    let ends = if is_path { pieces.len()..=pieces.len() } else { least..=pieces.len() };
    for end in ends.rev() {
        for start in 0..end {
            let found = at_tail(repository, from, &pieces[..start], &pieces[start..end]);
            if !found.is_empty() {
                return found;
            }
        }
    }
    Vec::new()
}

/// The files at the end of whose path `tail` stands, where what `before` it was left out names their package.
fn at_tail(repository: &Repository, from: &str, before: &[&str], tail: &[&str]) -> Vec<DocId> {
    let own = repository.packages().of_path(from);
    let Some(last) = tail.last() else { return Vec::new() };
    let path = tail.join("/");
    // By name, by a file that stands for its folder, by the folder they lie in.
    let mut found: [Vec<DocId>; 3] = Default::default();
    for &doc in repository.documents_called(last) {
        let place = Place::of(repository.path(doc));
        let whole =
            if place.folder.is_empty() { place.stem.to_owned() } else { format!("{}/{}", place.folder, place.stem) };
        let (rank, rest) = if let Some(rest) = above(repository.path(doc), &path).or_else(|| above(&whole, &path)) {
            (0, rest)
        } else if let Some(rest) = above(place.folder, &path) {
            (if INDEXES.contains(&place.stem) { 1 } else { 2 }, rest)
        } else {
            continue;
        };
        let package = repository.packages().of_path(repository.path(doc));
        let inner = rest.strip_prefix(&package.folder).unwrap_or(rest).trim_start_matches('/');
        let at_root = SOURCES.contains(&inner);
        let fits = match (before, tail.len()) {
            ([], 1) => last.contains('.') || at_root && package == own,
            ([], _) => true,
            ([alias], _) if ALIASES.contains(alias) => at_root && package == own,
            (_, length) => at_root && named(repository, package, before).unwrap_or(length > 1 && package == own),
        };
        if fits {
            found[rank].push(doc);
        }
    }
    let [named, index, inside] = found;
    match if named.is_empty() { index } else { named } {
        none if none.is_empty() => package_files(repository, from, inside),
        docs => nearest(repository, from, docs),
    }
}

/// What stands above a tail of a path.
fn above<'p>(path: &'p str, tail: &str) -> Option<&'p str> {
    let rest = path.strip_suffix(tail)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_suffix('/') }
}

/// The one file that is meant, first in the importing package, then in all.
fn nearest(repository: &Repository, from: &str, docs: Vec<DocId>) -> Vec<DocId> {
    let inside =
        |doc: &DocId| repository.packages().of_path(repository.path(*doc)) == repository.packages().of_path(from);
    let here: Vec<DocId> = docs.iter().copied().filter(inside).collect();
    one(repository, from, if here.is_empty() { docs } else { here })
}

/// A folder that is imported as a whole, where it is one folder and holds few files.
fn package_files(repository: &Repository, from: &str, mut docs: Vec<DocId>) -> Vec<DocId> {
    let extension = Place::of(from).extension;
    docs.retain(|&doc| Place::of(repository.path(doc)).extension == extension && repository.role(doc) != Role::Test);
    let one_folder = docs.windows(2).all(|pair| repository.folder(pair[0]) == repository.folder(pair[1]));
    if docs.len() > MOST || !one_folder { Vec::new() } else { docs }
}
