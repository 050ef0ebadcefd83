//! Targets of make and its like, stages of container files.

use super::{Heading, Page, with_imports};
use crate::analyzer::source::{Import, Structure, Symbol, SymbolKind};
use crate::budget::{MAX_IMPORTS, MAX_SYMBOLS};
use crate::document::LineRange;

/// `target: prerequisites` with the recipe below it, and `include other`.
pub(super) fn targets(page: &Page<'_>) -> Structure {
    let (mut symbols, mut imports) = (Vec::<Symbol>::new(), Vec::new());
    let mut open = false;
    for (line, text) in (1u32..).zip(&page.lines) {
        if text.starts_with(['\t', ' ']) {
            if let Some(symbol) = symbols.last_mut().filter(|_| open && !text.trim().is_empty()) {
                symbol.lines.end = line;
            }
            continue;
        }
        if let Some(name) = target(text).filter(|_| symbols.len() < MAX_SYMBOLS) {
            let lines = LineRange::new(page.above(line), line);
            let (name, kind) = (name.to_string(), SymbolKind::Section);
            symbols.push(Symbol { name, kind, lines, name_line: line, parent: None });
            open = true;
        } else if !text.trim().is_empty() && !text.starts_with('#') {
            open = false;
        }
        let mut words = text.split_whitespace();
        if words.next().is_some_and(|word| matches!(word, "include" | "-include" | "import")) {
            let module = |word: &str| Import { module: word.trim_matches(['"', '\'']).into(), names: Vec::new(), line };
            imports.extend(words.map(module).take(MAX_IMPORTS.saturating_sub(imports.len())));
        }
    }
    with_imports(symbols, imports)
}

fn target(text: &str) -> Option<&str> {
    let (head, rest) = text.split_once(':')?;
    let mut words = head.trim_start_matches('@').split_whitespace();
    let name = words.next()?;
    let assigned = name.contains('=') || words.next().is_some_and(|word| word.contains('=') && word.len() <= 3);
    let is_rule = !rest.starts_with(['=', ':']) && !assigned && !name.starts_with(['.', '-', '#', '"', '\'']);
    is_rule.then_some(name)
}

/// `FROM image AS stage`.
pub(super) fn stages(page: &Page<'_>) -> Vec<Heading> {
    let stage = |(at, line): (usize, &&str)| {
        let mut words = line.split_whitespace();
        words.next().filter(|word| word.eq_ignore_ascii_case("from"))?;
        let image = words.find(|word| !word.starts_with("--"))?;
        let named = words.next().filter(|word| word.eq_ignore_ascii_case("as")).and_then(|_| words.next());
        Some(Heading::new(1, named.unwrap_or(image), at + 1))
    };
    page.lines.iter().enumerate().filter_map(stage).collect()
}
