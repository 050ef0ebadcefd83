//! The documents: what they name exists, the map is whole, and the commands they give are the ones that are run.

use super::floors::modules;
use super::{at, check, text};

const DOCUMENTS: [&str; 7] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "AGENTS.md",
    "docs/agents.md",
    "docs/pattern.md",
    "docs/experiments.md",
];

/// Endings that tell a file's name from other words.
const ENDINGS: [&str; 12] =
    [".rs", ".md", ".toml", ".lock", ".py", ".sh", ".scm", ".tsv", ".txt", ".jsonl", "/LICENSE-MIT", "/LICENSE-APACHE"];

/// The text outside fenced blocks, with line numbers.
fn prose(document: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    document.lines().enumerate().map(|(at, line)| (at + 1, line)).filter(move |(_, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// What stands between backticks in a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The targets of links in a line.
fn linked(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next())
}

/// Whether a quoted word means a place in this repository: it begins with a folder of ours or ends as a file does.
fn is_path(word: &str) -> bool {
    let plain = word.chars().all(|c| c.is_alphanumeric() || "/._-".contains(c));
    let ours = ["crates/", "docs/", "scripts/", ".ci/"].iter().any(|folder| word.starts_with(folder));
    plain && (ours || ENDINGS.iter().any(|ending| word.ends_with(ending) && word.len() > ending.len()))
}

/// The places a document names that are not there. `path::item` also wants the item's name in the file.
fn missing(document: &str, content: &str) -> Vec<String> {
    let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut faults = Vec::new();
    for (number, line) in prose(content) {
        for word in quoted(line) {
            let (path, item) = word.split_once("::").unwrap_or((word, ""));
            if !is_path(path) {
                continue;
            }
            if !at(path).exists() {
                faults.push(format!("{document}:{number}: `{path}` does not exist"));
            } else if !item.is_empty() && !text(path).contains(item) {
                faults.push(format!("{document}:{number}: `{path}` does not hold `{item}`"));
            }
        }
        for target in linked(line).filter(|target| !target.is_empty() && !target.contains(':')) {
            if !at(folder).join(target).exists() {
                faults.push(format!("{document}:{number}: the link to {target} leads nowhere"));
            }
        }
    }
    faults
}

#[test]
fn what_the_documents_name_exists() {
    check("a document names what is there", DOCUMENTS.iter().flat_map(|document| missing(document, &text(document))));
}

#[test]
fn a_missing_place_is_found() {
    let content = "See `crates/tamis/src/nowhere.rs` and `Cargo.toml::nothing_of_the_kind`,\n[there](docs/no.md), `tamis/1`, `a::b`.\n```\n`docs/fenced.md`\n```\n";
    expect_test::expect![[r#"
        x.md:1: `crates/tamis/src/nowhere.rs` does not exist
        x.md:1: `Cargo.toml` does not hold `nothing_of_the_kind`
        x.md:2: the link to docs/no.md leads nowhere"#]]
    .assert_eq(&missing("x.md", content).join("\n"));
}

#[test]
fn the_map_shows_every_module_in_reading_order() {
    let map = text("ARCHITECTURE.md");
    let shown: Vec<&str> =
        map.lines().filter_map(|line| line.strip_prefix("### `")?.split_once('`').map(|(name, _)| name)).collect();
    assert_eq!(shown, modules(), "the headings of ARCHITECTURE.md are the modules of lib.rs, in its order");
}

#[test]
fn ci_runs_the_tests_as_the_readme_says() {
    let readme = text("README.md");
    let command = readme.lines().find(|line| line.starts_with("cargo test")).expect("a line that runs the tests");
    assert!(text(".ci/run").lines().any(|line| line.trim() == command), ".ci/run does not run `{command}`");
}

#[test]
fn the_program_of_the_readme_is_the_example() {
    let example = text("crates/tamis/examples/hello.rs");
    let program = &example[example.find("use ").unwrap()..];
    assert!(text("README.md").contains(&format!("```rust\n{program}```\n")), "README.md shows another program");
}

#[test]
fn documents_keep_their_length() {
    let limits = [("README.md", 150), ("AGENTS.md", 80), (".ci/run", 25)];
    let long = limits.iter().filter(|(path, most)| text(path).lines().count() > *most);
    check("a document that is read first is short", long.map(|(path, most)| format!("{path}: more than {most} lines")));
}
