//! Pages that hold programs: the blocks between `<script>` and `</script>`, read by their own language.

use super::{Page, parsed};
use crate::analyzer::source::{self, Structure, Symbol, SymbolKind};
use crate::document::LineRange;
use crate::language;

/// The outermost blocks as sections, and the structure of the scripts at their true lines.
pub(super) fn structure(page: &Page<'_>) -> Structure {
    let blocks = blocks(page);
    let section = |block: &Block<'_>| Symbol {
        name: block.tag.to_string(),
        kind: SymbolKind::Section,
        lines: LineRange::new(block.first, block.last),
        name_line: block.first,
        parent: None,
    };
    let mut whole = parsed(blocks.iter().map(section).collect());
    for block in blocks.iter().filter(|block| block.extension.is_some()) {
        let language = language::of(&format!("script.{}", block.extension.unwrap_or_default()), "");
        let inside = source::structure(language, &blanked(page, block));
        let shift = whole.symbols.len();
        let parent = whole.symbols.iter().position(|symbol| symbol.lines.start == block.first);
        whole.symbols.extend(
            inside
                .symbols
                .into_iter()
                .map(|symbol| Symbol { parent: symbol.parent.map(|index| index + shift).or(parent), ..symbol }),
        );
        whole.imports.extend(inside.imports);
        whole.references.extend(inside.references);
    }
    in_line_order(whole)
}

/// A block between an opening and a closing tag that stand at the beginning of their lines.
struct Block<'a> {
    tag: &'a str,
    first: u32,
    last: u32,
    /// Where on the first line the content begins.
    from: usize,
    /// The extension of the language of a script; none for other blocks.
    extension: Option<&'a str>,
}

fn blocks<'a>(page: &Page<'a>) -> Vec<Block<'a>> {
    let mut blocks: Vec<Block<'a>> = Vec::new();
    let mut open: Option<Block<'a>> = None;
    for (line, text) in (1u32..).zip(&page.lines) {
        if open.is_none() {
            open = opening(text, line);
        }
        let Some(block) = &mut open else { continue };
        block.last = line;
        let closing = if block.tag == "---" { (line > block.first && text.trim_end() == "---") as usize } else { 0 };
        if closing == 1 || (block.tag != "---" && closes(text, block.tag)) {
            blocks.extend(open.take());
        }
    }
    blocks.extend(open);
    blocks
}

fn opening<'a>(text: &'a str, line: u32) -> Option<Block<'a>> {
    if line == 1 && text.trim_end() == "---" {
        return Some(Block { tag: "---", first: line, last: line, from: text.len(), extension: Some("ts") });
    }
    let start = text.find('<')?;
    let inner = &text[start + 1..];
    let tag = &inner[..inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '-')?];
    let at_margin = start == 0;
    let script = tag.eq_ignore_ascii_case("script");
    let known = script || (at_margin && ["template", "style"].contains(&tag));
    if !known {
        return None;
    }
    let from = text.find('>').map_or(text.len(), |at| at + 1);
    let said = &inner[..from.saturating_sub(start + 1).min(inner.len())];
    let is_code = !["json", "text/template", "importmap", "ld+json"].iter().any(|kind| said.contains(kind));
    let typed = ["lang=\"", "lang='"].iter().find_map(|attribute| {
        let rest = &said[said.find(attribute)? + attribute.len()..];
        Some(rest.split(['"', '\'']).next().unwrap_or_default())
    });
    let extension = (script && is_code).then_some(typed.unwrap_or("js"));
    Some(Block { tag, first: line, last: line, from, extension })
}

fn closes(text: &str, tag: &str) -> bool {
    text.match_indices("</").any(|(at, _)| {
        let margin = tag.eq_ignore_ascii_case("script") || at == 0;
        margin && text.get(at + 2..at + 2 + tag.len()).is_some_and(|name| name.eq_ignore_ascii_case(tag))
    })
}

/// The block's content with everything else blank, so that lines stay true.
fn blanked(page: &Page<'_>, block: &Block<'_>) -> String {
    let mut code = "\n".repeat(block.first as usize - 1);
    let lines = &page.lines[block.first as usize - 1..block.last as usize];
    for (at, line) in lines.iter().enumerate() {
        let line = if at == 0 { line.get(block.from..).unwrap_or_default() } else { line };
        let last = at + 1 == lines.len();
        let line = if last { line.split("</").next().unwrap_or_default() } else { line };
        if !(last && line.trim() == "---") {
            code.push_str(line);
        }
        code.push('\n');
    }
    code
}

/// Symbols, imports and references of several parts in the order of their lines; parents follow.
pub(super) fn in_line_order(mut structure: Structure) -> Structure {
    let mut order: Vec<usize> = (0..structure.symbols.len()).collect();
    order.sort_by_key(|index| {
        let lines = structure.symbols[*index].lines;
        (lines.start, std::cmp::Reverse(lines.end), *index)
    });
    let mut place = vec![0; order.len()];
    for (new, old) in order.iter().enumerate() {
        place[*old] = new;
    }
    let moved = |old: &usize| {
        let symbol = structure.symbols[*old].clone();
        Symbol { parent: symbol.parent.map(|parent| place[parent]), ..symbol }
    };
    structure.symbols = order.iter().map(moved).collect();
    structure.imports.sort_by_key(|import| import.line);
    structure.references.sort_by(|a, b| (a.line, &a.name).cmp(&(b.line, &b.name)));
    structure.references.dedup();
    structure
}
