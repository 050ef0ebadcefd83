//! Each source file: its module doc, its length, its place in a test binary.

use super::{at, check, names_in, sources_in, text};

/// Most lines of a file of code.
const MOST_LINES: usize = 400;

/// Most lines of the loop, so that it stays on one page.
const MOST_LINES_OF_THE_LOOP: usize = 40;

/// Files that may be longer, by the beginning of their path, and why.
const LONG: [(&str, &str); 3] = [
    ("crates/tamis/src/language/grammars.rs", "a table: one row a language"),
    ("crates/tamis/tests/", "cases stand beside the text they expect"),
    ("crates/tamis-cli/tests/", "cases stand beside the text they expect"),
];

fn sources() -> Vec<String> {
    sources_in("crates")
}

#[test]
fn every_file_opens_with_a_module_doc() {
    let silent = sources().into_iter().filter(|path| !text(path).starts_with("//! "));
    check("the first line of a file says what it is for, after `//!`", silent);
}

#[test]
fn files_of_code_are_short() {
    let long = sources().into_iter().filter(|path| !LONG.iter().any(|(start, _)| path.starts_with(start)));
    let counted = long.map(|path| (text(&path).lines().count(), path)).filter(|(lines, _)| *lines > MOST_LINES);
    check("a file of code has at most 400 lines", counted.map(|(lines, path)| format!("{path}: {lines} lines")));
}

#[test]
fn exemptions_are_needed() {
    let paths = sources();
    let is_long =
        |start: &str| paths.iter().any(|path| path.starts_with(start) && text(path).lines().count() > MOST_LINES);
    let idle = LONG.iter().filter(|(start, _)| start.ends_with(".rs") && !is_long(start));
    check(
        "an exemption from the length of files names a long file",
        idle.map(|(start, why)| format!("{start} ({why})")),
    );
}

#[test]
fn the_loop_fits_on_one_page() {
    let session = text("crates/tamis/src/session.rs");
    let from = session.find("pub fn iterative_retrieve").expect("the loop keeps the pattern's name");
    let cycles = from + session[from..].find("pub fn run_cycles").expect("its cycles stand right below it");
    let end = cycles + session[cycles..].find("\n}").unwrap();
    let lines = session[from..end].lines().count() + 1;
    assert!(lines <= MOST_LINES_OF_THE_LOOP, "iterative_retrieve and its cycles have {lines} lines");
    let loops = sources().into_iter().filter(|path| path.contains("/src/") && text(path).contains(".status.is_none()"));
    assert_eq!(loops.collect::<Vec<_>>(), ["crates/tamis/src/session.rs"], "there is no second loop");
}

#[test]
fn no_test_file_is_forgotten() {
    let mut forgotten = Vec::new();
    for folder in ["crates/tamis/tests/it", "crates/tamis-cli/tests/it"] {
        let main = format!("{folder}/main.rs");
        let reached = if at(&main).is_file() { reached(&main) } else { Vec::new() };
        forgotten.extend(sources_in(folder).into_iter().filter(|path| !reached.contains(path)));
    }
    check("each file under tests/it is reached from main.rs by `mod` lines", forgotten);
}

#[test]
fn each_crate_has_one_integration_binary() {
    let folders = ["crates/tamis/tests", "crates/tamis-cli/tests"];
    let roots =
        folders.iter().flat_map(|folder| names_in(folder).into_iter().map(move |name| format!("{folder}/{name}")));
    let other =
        roots.filter(|path| path.ends_with(".rs") || (!path.ends_with("/it") && at(path).join("main.rs").is_file()));
    check("integration tests are modules of tests/it/main.rs", other);
}

/// A file and those it names by `mod` lines, theirs included.
fn reached(path: &str) -> Vec<String> {
    let folder = path.trim_end_matches(".rs").trim_end_matches("/main").trim_end_matches("/mod");
    let mut all = vec![path.to_owned()];
    for line in text(path).lines() {
        let line = line.trim_start_matches("pub(crate) ").trim_start_matches("pub ");
        if let Some(name) = line.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';')) {
            let places = [format!("{folder}/{name}.rs"), format!("{folder}/{name}/mod.rs")];
            all.extend(places.iter().filter(|place| at(place).is_file()).flat_map(|place| reached(place)));
        }
    }
    all
}
