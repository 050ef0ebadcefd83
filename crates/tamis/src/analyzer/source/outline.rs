//! Findings to structure: sorts, nests, drops doubles and takes in the comments above a definition.
//!
//! Knows no language; all it sees are ranges of bytes and the lines they stand on.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::grammar::{Definition, Findings, Imported};
use super::lines::Lines;
use super::{Import, ParseStatus, Reference, Structure, Symbol, SymbolKind, imports};
use crate::budget::{MAX_IMPORTS, MAX_NAME_CHARS, MAX_REFERENCES, MAX_SYMBOLS};
use crate::document::LineRange;

/// The structure that findings in `text` amount to.
pub(super) fn structure(text: &str, findings: Findings, separator: &str) -> Structure {
    let lines = Lines::of(text);
    let names: FxHashSet<usize> = findings.definitions.iter().map(|found| found.name.start).collect();
    let leading = leading_lines(&lines, &findings);
    let mut definitions = findings.definitions;
    definitions.retain(|found| !findings.ignored.contains(&found.name.start));
    let symbols = symbols(text, &lines, definitions, &leading);
    let imports = imports(text, &lines, findings.imports, separator);
    let used = findings.references.into_iter().filter(|bytes| !names.contains(&bytes.start));
    let mut references: Vec<Reference> = used
        .take(MAX_REFERENCES)
        .map(|bytes| Reference { name: named(text, &bytes), line: lines.at(bytes.start) })
        .filter(|reference| !reference.name.is_empty())
        .collect();
    references.sort_unstable_by(|a, b| (a.line, &a.name).cmp(&(b.line, &b.name)));
    references.dedup();
    Structure { symbols, imports, references, status: ParseStatus::Parsed }
}

/// From the last line of a comment or attribute to its first, for those that begin their line.
fn leading_lines(lines: &Lines<'_>, findings: &Findings) -> FxHashMap<u32, u32> {
    let mut found = FxHashMap::default();
    for bytes in findings.leading.iter().filter(|bytes| lines.opens_line(bytes.start)) {
        let first = lines.at(bytes.start);
        let start = found.entry(lines.last(bytes.start, bytes.end)).or_insert(first);
        *start = first.min(*start);
    }
    found
}

fn symbols(
    text: &str,
    lines: &Lines<'_>,
    mut definitions: Vec<Definition>,
    leading: &FxHashMap<u32, u32>,
) -> Vec<Symbol> {
    definitions.sort_unstable_by_key(|found| (found.name.start, found.pattern));
    definitions.dedup_by_key(|found| found.name.start);
    definitions.sort_by_key(|found| (found.bytes.start, std::cmp::Reverse(found.bytes.end), found.name.start));
    let mut symbols: Vec<Symbol> = Vec::with_capacity(definitions.len());
    let mut open: Vec<(Range<usize>, usize)> = Vec::new();
    let mut scopes = Vec::new();
    for found in definitions {
        while open.last().is_some_and(|(bytes, _)| bytes.end <= found.bytes.start || *bytes == found.bytes) {
            open.pop();
        }
        let parent = open.last().map(|(_, parent)| *parent);
        let name = named(text, &found.name);
        if name.is_empty() || symbols.len() >= MAX_SYMBOLS {
            continue;
        }
        if let Some(scope) = &found.scope {
            scopes.push((symbols.len(), named(text, scope)));
        }
        open.push((found.bytes.clone(), symbols.len()));
        let kind = kind_inside(found.kind, parent.map(|parent: usize| symbols[parent].kind));
        let (start, end) = (lines.at(found.bytes.start), lines.last(found.bytes.start, found.bytes.end));
        let start = with_leading(leading, start, parent.map(|parent| symbols[parent].name_line));
        let range = LineRange::new(start, end);
        symbols.push(Symbol { name, kind, lines: range, name_line: lines.at(found.name.start), parent });
    }
    adopt(&mut symbols, scopes);
    symbols
}

/// A function inside a type is a method.
fn kind_inside(kind: SymbolKind, parent: Option<SymbolKind>) -> SymbolKind {
    match (kind, parent) {
        (SymbolKind::Function, Some(SymbolKind::Class | SymbolKind::Interface)) => SymbolKind::Method,
        _ => kind,
    }
}

/// The first line of the unbroken run of comments and attributes above `start`, below the name it is nested in.
fn with_leading(leading: &FxHashMap<u32, u32>, start: u32, above: Option<u32>) -> u32 {
    let mut first = start;
    while let Some(earlier) = leading.get(&(first - 1)).filter(|line| above.is_none_or(|above| **line > above)) {
        first = *earlier;
    }
    first
}

/// Gives methods written outside of their type the type as parent, when it stands in the same file.
fn adopt(symbols: &mut [Symbol], scopes: Vec<(usize, String)>) {
    use SymbolKind::{Class, Interface, Module, Type};
    let mut types: FxHashMap<String, usize> = FxHashMap::default();
    for (at, symbol) in symbols.iter().enumerate().filter(|(_, s)| matches!(s.kind, Class | Interface | Module | Type))
    {
        types.entry(symbol.name.clone()).or_insert(at);
    }
    for (at, scope) in scopes {
        if let Some(parent) = types.get(&scope) {
            symbols[at].parent = Some(*parent);
        }
    }
}

fn imports(text: &str, lines: &Lines<'_>, mut found: Vec<Imported>, separator: &str) -> Vec<Import> {
    found.sort_by_key(|import| (import.at, import.module.start, import.name.as_ref().map(|name| name.start)));
    found.dedup_by_key(|import| (import.at, import.module.start, import.name.as_ref().map(|name| name.start)));
    let mut imports: Vec<Import> = Vec::new();
    let mut last = None;
    for import in found {
        let name = import.name.map(|name| imports::unquoted(&text[name]).to_string());
        if last == Some((import.at, import.module.start)) {
            if let Some(open) = imports.last_mut() {
                open.names.extend(name);
            }
            continue;
        }
        last = Some((import.at, import.module.start));
        let line = lines.at(import.module.start);
        let module = format!("{}{}", import.prefix, imports::unquoted(&text[import.module.clone()]));
        imports.extend(imports::expand(&module, separator, line));
        if let Some(open) = imports.last_mut() {
            open.names.extend(name);
        }
    }
    imports.truncate(MAX_IMPORTS);
    imports.sort_by_key(|import| import.line);
    imports
}

/// The name at these bytes: quotes off, on one line, cut to a bearable length.
fn named(text: &str, bytes: &Range<usize>) -> String {
    let name = text.get(bytes.clone()).unwrap_or_default();
    let first = name.lines().next().unwrap_or_default();
    imports::unquoted(first).chars().take(MAX_NAME_CHARS).collect()
}
