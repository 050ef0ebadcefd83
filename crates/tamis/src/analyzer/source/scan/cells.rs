//! Notebooks stored as JSON: each cell a section at its true lines, its code read by its own language.

use super::scripts::in_line_order;
use super::{Page, parsed};
use crate::analyzer::source::{self, Structure, Symbol, SymbolKind};
use crate::budget::{MAX_NAME_CHARS, MAX_SYMBOLS};
use crate::document::LineRange;
use crate::language;

/// A cell as it is met, line by line.
#[derive(Default)]
struct Cell {
    first: u32,
    indent: usize,
    code: bool,
    name: Option<String>,
}

/// Reads a notebook written with a key or a string of source on each line, as all writers do.
pub(super) fn structure(page: &Page<'_>) -> Structure {
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut code = String::new();
    let (mut cell, mut in_source) = (None::<Cell>, false);
    for (line, text) in (1u32..).zip(&page.lines) {
        let (trimmed, indent) = (text.trim(), text.len() - text.trim_start().len());
        if in_source && !trimmed.starts_with('"') {
            in_source = false;
        } else if let Some(open) = cell.as_mut().filter(|_| in_source) {
            let said = string(trimmed);
            if open.name.is_none() && !said.trim().is_empty() {
                open.name = Some(said.trim().trim_start_matches('#').trim().chars().take(MAX_NAME_CHARS).collect());
            }
            if open.code && !said.starts_with(['%', '!']) {
                code.push_str(said.lines().next().unwrap_or_default());
            }
        }
        match &mut cell {
            Some(open) if trimmed.starts_with("\"cell_type\"") => open.code = trimmed.contains("\"code\""),
            Some(open) if trimmed.starts_with("\"source\"") && trimmed.ends_with('[') => {
                in_source = true;
                open.indent = open.indent.min(indent);
            }
            Some(open) if indent < open.indent && trimmed.starts_with('}') => {
                symbols.extend(cell.take().map(|cell| section(cell, line)));
            }
            None if trimmed.starts_with("\"cell_type\"") => {
                let code = trimmed.contains("\"code\"");
                cell = Some(Cell { first: line.saturating_sub(1).max(1), indent, code, name: None });
            }
            _ => {}
        }
        code.push('\n');
    }
    symbols.truncate(MAX_SYMBOLS);
    joined(symbols, page, &code)
}

fn joined(cells: Vec<Symbol>, page: &Page<'_>, code: &str) -> Structure {
    let inside = source::structure(language::named(kernel(page)), code);
    let shift = cells.len();
    let holder = |line: u32| cells.iter().position(|cell| cell.lines.contains(line));
    let moved: Vec<Symbol> = inside
        .symbols
        .into_iter()
        .map(|symbol| {
            let parent = symbol.parent.map(|index| index + shift).or_else(|| holder(symbol.name_line));
            Symbol { parent, ..symbol }
        })
        .collect();
    let mut whole = parsed(cells);
    whole.symbols.extend(moved);
    whole.imports = inside.imports;
    whole.references = inside.references;
    in_line_order(whole)
}

fn section(cell: Cell, last: u32) -> Symbol {
    Symbol {
        name: cell.name.unwrap_or_else(|| "cell".to_string()),
        kind: SymbolKind::Section,
        lines: LineRange::new(cell.first, last),
        name_line: cell.first,
        parent: None,
    }
}

/// The language of the code, from the metadata at the end; the first one known.
fn kernel<'a>(page: &Page<'a>) -> &'a str {
    let said = |line: &&'a str| {
        let value = line.trim().strip_prefix("\"language\":")?;
        Some(value.trim().trim_end_matches(',').trim_matches('"'))
    };
    page.lines.iter().rev().take(200).find_map(said).unwrap_or("python")
}

/// The text of a JSON string that stands on its own line.
fn string(literal: &str) -> String {
    let inner = literal.trim_end_matches(',').trim_start_matches('"');
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        match (c, if c == '\\' { rest.next() } else { None }) {
            ('\\', Some('n')) => text.push('\n'),
            ('\\', Some('t')) => text.push('\t'),
            ('\\', Some(escaped @ ('"' | '\\' | '/'))) => text.push(escaped),
            ('\\', _) => text.push(' '),
            _ => text.push(c),
        }
    }
    text
}
