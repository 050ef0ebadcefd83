//! Structure of formats that need no grammar, read line by line.
//!
//! Each family of formats stands in its own file; here is what they share. A scanner sees each line a bounded number
//! of times and never recurses.

use super::{Import, ParseStatus, Structure, Symbol, SymbolKind};
use crate::budget::{MAX_NAME_CHARS, MAX_SYMBOLS};
use crate::document::LineRange;
use crate::language::{Language, Scanner};

mod builds;
mod cells;
mod declarations;
mod headings;
mod keys;
mod scripts;
mod statements;

/// The structure that `scanner` sees in `text`.
pub(super) fn structure(scanner: Scanner, language: &Language, text: &str) -> Structure {
    let page = Page { lines: text.lines().collect(), language };
    match scanner {
        Scanner::HashHeadings => parsed(nested(&page, headings::hash(&page))),
        Scanner::UnderlinedHeadings => parsed(nested(&page, headings::underlined(&page))),
        Scanner::EqualsHeadings => parsed(nested(&page, headings::marked(&page, '='))),
        Scanner::StarHeadings => parsed(nested(&page, headings::marked(&page, '*'))),
        Scanner::CommandHeadings => parsed(nested(&page, headings::commands(&page))),
        Scanner::Tables => parsed(nested(&page, keys::tables(&page))),
        Scanner::MarginKeys => parsed(nested(&page, keys::margin(&page))),
        Scanner::ObjectKeys => match keys::object(text) {
            Some(symbols) => parsed(symbols),
            None => Structure::empty(ParseStatus::TextOnly("nested too deeply".into())),
        },
        Scanner::Targets => builds::targets(&page),
        Scanner::Stages => parsed(nested(&page, builds::stages(&page))),
        Scanner::Statements => parsed(statements::symbols(&page)),
        Scanner::Declarations(block) => parsed(declarations::symbols(&page, block)),
        Scanner::Scripts => scripts::structure(&page),
        Scanner::Cells => cells::structure(&page),
    }
}

/// A text by its lines; line 1 is `lines[0]`.
struct Page<'a> {
    lines: Vec<&'a str>,
    language: &'a Language,
}

impl Page<'_> {
    /// The last line of a range that is not blank.
    fn last(&self, start: u32, end: u32) -> u32 {
        let blank = |line: &u32| self.lines.get(*line as usize - 1).is_none_or(|text| text.trim().is_empty());
        (start + 1..=end).rev().find(|line| !blank(line)).unwrap_or(start)
    }

    /// The first line of the comments directly above `line`.
    fn above(&self, line: u32) -> u32 {
        let mut first = line;
        while first > 1 {
            let text = self.lines[first as usize - 2].trim();
            let comment = self.language.line_comments.iter().any(|mark| text.starts_with(mark));
            let block = self.language.block_comments.iter().any(|(_, close)| text.ends_with(close));
            match (comment, block) {
                (true, _) => first -= 1,
                (false, true) => match self.block_start(first - 1) {
                    Some(start) => first = start,
                    None => break,
                },
                (false, false) => break,
            }
        }
        first
    }

    /// The line where the comment that closes on `line` opens, when that is near and at the beginning of its line.
    fn block_start(&self, line: u32) -> Option<u32> {
        let opens =
            |text: &str| self.language.block_comments.iter().any(|(open, _)| text.trim_start().starts_with(open));
        (line.saturating_sub(100).max(1)..=line).rev().find(|line| opens(self.lines[*line as usize - 1]))
    }
}

/// A place where a section begins.
struct Heading {
    /// How deep it is: it ends before the next heading that is no deeper.
    level: usize,
    name: String,
    line: u32,
}

impl Heading {
    fn new(level: usize, name: &str, line: usize) -> Self {
        Heading { level, name: name.trim().chars().take(MAX_NAME_CHARS).collect(), line: line as u32 }
    }
}

/// Sections from their headings, by line.
fn nested(page: &Page<'_>, headings: Vec<Heading>) -> Vec<Symbol> {
    let total = page.lines.len() as u32;
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    for heading in headings.into_iter().filter(|heading| !heading.name.is_empty()).take(MAX_SYMBOLS) {
        while let Some((_, index)) = open.pop_if(|(level, _)| *level >= heading.level) {
            let lines = &mut symbols[index].lines;
            lines.end = page.last(lines.start, heading.line - 1);
        }
        let parent = open.last().map(|(_, index)| *index);
        open.push((heading.level, symbols.len()));
        symbols.push(Symbol {
            name: heading.name,
            kind: SymbolKind::Section,
            lines: LineRange::new(heading.line, heading.line),
            name_line: heading.line,
            parent,
        });
    }
    for (_, index) in open {
        let lines = &mut symbols[index].lines;
        lines.end = page.last(lines.start, total);
    }
    symbols
}

fn parsed(symbols: Vec<Symbol>) -> Structure {
    with_imports(symbols, Vec::new())
}

fn with_imports(symbols: Vec<Symbol>, imports: Vec<Import>) -> Structure {
    Structure { symbols, imports, references: Vec::new(), status: ParseStatus::Parsed }
}
