//! Findings to structure: sorts, nests, drops doubles and takes in the comments above a definition.
//!
//! Knows no language; all it sees are ranges of bytes and the lines they stand on.

use std::cmp::Reverse;
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
    let definitions = in_order(definitions, findings.around);
    let symbols = symbols(text, &lines, definitions, &leading);
    let mut imports = imports(text, &lines, findings.imports, separator);
    for bytes in findings.whole_imports {
        let (_, said) = text[bytes.clone()].split_once(char::is_whitespace).unwrap_or_default();
        imports
            .extend(said.split_inclusive('}').flat_map(|said| imports::expand(said, separator, lines.at(bytes.start))));
    }
    imports.sort_by_key(|import| import.line);
    imports.truncate(MAX_IMPORTS);
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

/// Definitions by their first byte, an enclosing one before what it holds; of two with one name the first pattern's.
fn in_order(mut definitions: Vec<Definition>, around: Vec<Range<usize>>) -> Vec<Definition> {
    definitions.sort_unstable_by_key(|found| (found.name.start, found.order));
    definitions.dedup_by_key(|found| found.name.start);
    definitions.sort_by_key(|found| (found.bytes.start, Reverse(found.bytes.end), found.name.start));
    for head in around {
        let first = definitions.partition_point(|found| found.bytes.start < head.start);
        if let Some(found) = definitions.get_mut(first).filter(|found| found.bytes.end <= head.end) {
            found.bytes.start = head.start;
        }
    }
    definitions
}

/// The symbols nested so far and those still open.
#[derive(Default)]
struct Nest {
    symbols: Vec<Symbol>,
    open: Vec<(Range<usize>, usize)>,
    scopes: Vec<(usize, String)>,
}

fn symbols(text: &str, lines: &Lines<'_>, definitions: Vec<Definition>, leading: &FxHashMap<u32, u32>) -> Vec<Symbol> {
    let mut nest = Nest::default();
    for found in definitions {
        let name = named(text, &found.name);
        if !name.is_empty() && nest.symbols.len() < MAX_SYMBOLS {
            nest.add(text, lines, found, name, leading);
        }
    }
    adopt(&mut nest.symbols, nest.scopes);
    nest.symbols
}

impl Nest {
    fn add(&mut self, text: &str, lines: &Lines<'_>, found: Definition, name: String, leading: &FxHashMap<u32, u32>) {
        let bytes = found.bytes;
        while self.open.last().is_some_and(|(open, _)| open.end <= bytes.start || *open == bytes) {
            self.open.pop();
        }
        let in_function = self.open.iter().any(|(_, index)| self.symbols[*index].kind.is_callable());
        if found.pattern.outside_functions && in_function {
            return;
        }
        let parent = self.open.last().map(|(_, parent)| *parent);
        let kind = kind_inside(found.kind, parent.map(|parent| self.symbols[parent].kind));
        let (start, end) = (lines.at(bytes.start), lines.last(bytes.start, bytes.end));
        let before = self.symbols.last_mut().filter(|last| found.pattern.joined && last.parent == parent);
        if let Some(before) = before.filter(|last| last.name == name && last.kind == kind) {
            before.lines.end = end;
            return;
        }
        let start = with_leading(leading, start, parent.map(|parent| self.symbols[parent].name_line));
        if let Some(scope) = &found.scope {
            self.scopes.push((self.symbols.len(), named(text, scope)));
        }
        self.open.push((bytes, self.symbols.len()));
        let range = LineRange::new(start, end);
        self.symbols.push(Symbol { name, kind, lines: range, name_line: lines.at(found.name.start), parent });
    }
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
    imports
}

/// The name at these bytes: quotes off, on one line, cut to a bearable length.
fn named(text: &str, bytes: &Range<usize>) -> String {
    let name = text.get(bytes.clone()).unwrap_or_default();
    let first = name.lines().next().unwrap_or_default();
    let first = first.strip_prefix(':').filter(|symbol| symbol.starts_with(char::is_alphabetic)).unwrap_or(first);
    imports::unquoted(first).chars().take(MAX_NAME_CHARS).collect()
}
