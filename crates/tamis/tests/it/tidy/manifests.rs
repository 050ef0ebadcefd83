//! Dependencies with their reasons, what the engine must not know, and the table of languages with its data files.

use tamis::language::{self, Reader};

use super::{check, names_in, sources_in, text};

/// Most packages in the lock file. As a compass: ripgrep locks 63, ast-grep 282.
const MOST_PACKAGES: usize = 250;

/// Crates that belong to the binary: arguments, terminals, the shapes of its JSON, networks.
const FOREIGN_TO_THE_ENGINE: [&str; 10] =
    ["clap", "anstream", "anstyle", "indicatif", "terminal_size", "serde", "serde_json", "tokio", "ureq", "reqwest"];

/// The lines of one table of a manifest, without comments and empty ones.
fn table<'m>(manifest: &'m str, name: &str) -> Vec<&'m str> {
    let header = format!("[{name}]");
    let after = manifest.lines().skip_while(|line| *line != header).skip(1);
    let lines = after.take_while(|line| !line.starts_with('['));
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

#[test]
fn every_dependency_carries_its_reason() {
    let root = text("Cargo.toml");
    let dependencies = table(&root, "workspace.dependencies");
    assert!(dependencies.len() > 10, "the table of dependencies was not found");
    let silent = dependencies.iter().filter(|line| !line.contains("path = \"crates/"));
    let silent = silent.filter(|line| line.split_once(" # ").is_none_or(|(_, why)| why.trim().is_empty()));
    check("a dependency says in its line what it is for", silent.map(ToString::to_string));
}

#[test]
fn dependencies_stand_in_the_root_manifest() {
    let mut faults = Vec::new();
    for manifest in ["crates/tamis/Cargo.toml", "crates/tamis-cli/Cargo.toml"] {
        let content = text(manifest);
        let lines =
            ["dependencies", "dev-dependencies", "build-dependencies"].map(|name| table(&content, name)).concat();
        let own = lines.into_iter().filter(|line| !line.contains("workspace = true"));
        faults.extend(own.filter(|line| !line.contains(".workspace = true")).map(|line| format!("{manifest}: {line}")));
    }
    check("a crate takes its dependencies from the workspace", faults);
}

#[test]
fn the_engine_knows_no_terminal_no_json_and_no_network() {
    let manifest = text("crates/tamis/Cargo.toml");
    let names = table(&manifest, "dependencies").into_iter().map(|line| line.split(['.', ' ']).next().unwrap_or(line));
    check("belongs to the binary", names.filter(|name| FOREIGN_TO_THE_ENGINE.contains(name)).map(str::to_owned));
}

#[test]
fn the_lock_file_stays_small() {
    let packages = text("Cargo.lock").lines().filter(|line| *line == "[[package]]").count();
    assert!(packages < MOST_PACKAGES, "{packages} packages are locked");
}

#[test]
fn the_engine_has_two_traits() {
    let mut traits: Vec<String> = Vec::new();
    for path in sources_in("crates/tamis/src") {
        let code = text(&path);
        let lines = code.lines().filter_map(|line| line.trim_start().strip_prefix("pub trait "));
        traits.extend(lines.map(|rest| rest.split([':', ' ', '<']).next().unwrap_or(rest).to_owned()));
    }
    traits.sort();
    assert_eq!(traits, ["Evaluator", "Retriever"], "a new point of extension is a change of design");
}

#[test]
fn every_query_file_is_used() {
    let table = text("crates/tamis/src/language/grammars.rs");
    let queries = names_in("crates/tamis/src/language/queries");
    assert!(queries.len() > 10, "the folder of queries was not found");
    let idle = queries.into_iter().filter(|file| !table.contains(&format!("\"{}\"", file.trim_end_matches(".scm"))));
    check("a query belongs to a row of the table", idle);
}

#[test]
fn every_language_with_a_query_has_a_query_and_a_case() {
    let tests: String = sources_in("crates/tamis/tests/it/source").iter().map(|path| text(path)).collect();
    let quoted = tests.lines().filter_map(|line| line.trim().trim_start_matches("check(").strip_prefix('"'));
    let files: Vec<&str> = quoted.filter_map(|rest| rest.split('"').next()).filter(|name| name.contains('.')).collect();
    let mut faults = Vec::new();
    for row in language::all() {
        let Reader::Grammar { query, .. } = row.reader else { continue };
        if query.trim().is_empty() {
            faults.push(format!("{}: its query is empty", row.name));
        }
        if !files.iter().any(|file| language::of(file, "").name == row.name) {
            faults.push(format!("{}: no case under crates/tamis/tests/it/source", row.name));
        }
    }
    check("a language whose structure is read has a query and a case", faults);
}
