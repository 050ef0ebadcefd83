//! Source text to structure: a fixture for each language, files made to break parsers, and properties.

mod hostile;
mod languages;
mod more_languages;
mod properties;
mod scanned;

use std::fmt::Write as _;

use expect_test::Expect;
use tamis::analyzer::source::{Structure, structure};
use tamis::language;

/// Compares the structure of `code`, a file called `path`, with `expected`.
fn check(path: &str, code: &str, expected: Expect) {
    let language = language::of(path, code.lines().next().unwrap_or_default());
    expected.assert_eq(&shown(&structure(language, code)));
}

/// A line for each symbol, indented under its parent, and each import; the references in one line.
fn shown(structure: &Structure) -> String {
    let mut out = String::new();
    for symbol in &structure.symbols {
        let mut parents = std::iter::successors(symbol.parent, |parent| structure.symbols[*parent].parent);
        let depth = parents.by_ref().take(20).count();
        let kind = symbol.kind.name();
        write!(out, "{:indent$}{kind} {} {}", "", symbol.name, symbol.lines, indent = depth * 2)
            .expect("a string grows");
        match symbol.name_line == symbol.lines.start {
            true => out.push('\n'),
            false => writeln!(out, " @{}", symbol.name_line).expect("a string grows"),
        }
    }
    for import in &structure.imports {
        let names = if import.names.is_empty() { String::new() } else { format!(" ({})", import.names.join(", ")) };
        writeln!(out, "import {}{names} {}", import.module, import.line).expect("a string grows");
    }
    let references: Vec<String> = structure.references.iter().map(|r| format!("{}@{}", r.name, r.line)).collect();
    if !references.is_empty() {
        writeln!(out, "uses {}", references.join(" ")).expect("a string grows");
    }
    out
}
