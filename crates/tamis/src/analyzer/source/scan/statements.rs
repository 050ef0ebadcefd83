//! What the statements of a database script create.

use super::Page;
use crate::analyzer::source::{Symbol, SymbolKind};
use crate::budget::{MAX_NAME_CHARS, MAX_SYMBOLS};
use crate::document::LineRange;

/// Words that may stand between `CREATE` and what is created, and between that and its name.
const FILLERS: [&str; 24] = [
    "or",
    "replace",
    "alter",
    "temp",
    "temporary",
    "unique",
    "global",
    "local",
    "unlogged",
    "external",
    "materialized",
    "force",
    "recursive",
    "virtual",
    "clustered",
    "nonclustered",
    "constraint",
    "if",
    "not",
    "exists",
    "concurrently",
    "editionable",
    "foreign",
    "fulltext",
];

/// `CREATE TABLE name`, through the end of the statement.
pub(super) fn symbols(page: &Page<'_>) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut open: Option<Ending> = None;
    for (line, text) in (1u32..).zip(&page.lines) {
        let created = created(text, page.language.definition_words);
        let starts = created.is_some() && open.as_ref().is_none_or(|ending| ending.tag.is_none());
        if let Some((kind, name)) = created.filter(|_| starts && symbols.len() < MAX_SYMBOLS) {
            let lines = LineRange::new(page.above(line), line);
            symbols.push(Symbol { name, kind, lines, name_line: line, parent: None });
            open = Some(Ending { routine: kind == SymbolKind::Function, ..Ending::default() });
        }
        let Some(ending) = &mut open else { continue };
        let ends = ending.at(text);
        if let Some(symbol) = symbols.last_mut().filter(|_| !text.trim().is_empty()) {
            symbol.lines.end = line;
        }
        if ends {
            open = None;
        }
    }
    symbols
}

/// How a statement will end.
#[derive(Default)]
struct Ending {
    routine: bool,
    /// The `$tag$` it is inside of.
    tag: Option<String>,
    /// A quoted body has been seen, so the next semicolon ends the statement.
    quoted: bool,
    /// A body between `BEGIN` and `END` has been seen.
    block: bool,
}

impl Ending {
    /// Whether the statement ends with this line.
    fn at(&mut self, text: &str) -> bool {
        let mut rest = text;
        while let Some((start, end)) = dollar_quote(rest) {
            let tag = &rest[start..end];
            match &self.tag {
                Some(open) if open == tag => self.tag = None,
                Some(_) => {}
                None => {
                    self.quoted = true;
                    self.tag = Some(tag.to_string());
                }
            }
            rest = &rest[end..];
        }
        let word = text.trim_start().to_ascii_lowercase();
        self.block |= word.starts_with("begin");
        let closed = text.trim_end().ends_with(';');
        let outermost = !text.starts_with([' ', '\t']);
        match self.tag {
            Some(_) => false,
            None if word == "go" || word == "/" || word.starts_with("delimiter") => true,
            None if self.routine && !self.quoted && self.block => word.starts_with("end") && outermost,
            None if self.routine && !self.quoted => closed && !outermost,
            None => closed,
        }
    }
}

/// The first `$tag$` of a line.
fn dollar_quote(text: &str) -> Option<(usize, usize)> {
    let start = text.find('$')?;
    let tag = text[start + 1..].find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
    let end = start + 1 + tag;
    text[end..].starts_with('$').then_some((start, end + 1))
}

fn created(text: &str, things: &[&str]) -> Option<(SymbolKind, String)> {
    let mut words = text.split_whitespace();
    words.next().filter(|word| word.eq_ignore_ascii_case("create"))?;
    let filler = |word: &&str| FILLERS.iter().any(|filler| word.eq_ignore_ascii_case(filler)) || word.contains('=');
    let thing = words.by_ref().find(|word| !filler(word))?.to_ascii_lowercase();
    if !things.contains(&thing.as_str()) {
        return None;
    }
    let body = |word: &&str| word.eq_ignore_ascii_case("body");
    let name = words.find(|word| !filler(word) && !body(word))?;
    let name = name.split(['(', ';']).next().unwrap_or_default().rsplit('.').next().unwrap_or_default();
    let name: String = name.trim_matches(['"', '`', '[', ']', '\'']).chars().take(MAX_NAME_CHARS).collect();
    let kind = match thing.as_str() {
        "function" | "procedure" | "trigger" => SymbolKind::Function,
        "schema" | "package" => SymbolKind::Module,
        "index" | "sequence" => SymbolKind::Constant,
        "type" => SymbolKind::Type,
        _ => SymbolKind::Class,
    };
    (!name.is_empty()).then_some((kind, name))
}
