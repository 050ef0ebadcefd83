//! Languages without a grammar: lines that begin with a definition word, to the end that the layout shows.
//!
//! A careful guess: names and first lines are exact, last lines follow braces, indentation or `end`.

use super::Page;
use crate::analyzer::source::{Symbol, SymbolKind};
use crate::budget::{MAX_NAME_CHARS, MAX_SYMBOLS};
use crate::document::LineRange;
use crate::language::Block;

/// Words that may stand before a definition word.
const MODIFIERS: &str = "public private protected internal export exported default static final abstract async \
    override virtual sealed partial open inline extern pub local my our global shared mutable readonly unsafe pure \
    recursive elemental extend input rec noncomputable primitive automatic foreign entry package mut synchronized \
    native const unique friend use";

/// Words that may stand between a definition word and the name.
const FILLERS: &[&str] = &["rec ", "inline ", "mutable ", "private ", "alias ", "abstract "];

/// A definition whose end is still to come.
struct Open {
    index: usize,
    first: u32,
    indent: usize,
    depth: i64,
    /// Its block has begun.
    opened: bool,
    /// Its last line so far that is not blank.
    last: u32,
    kind: SymbolKind,
}

/// The definitions of a page; `block` says how they end.
pub(super) fn symbols(page: &Page<'_>, block: Block) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let (mut depth, mut comment) = (0i64, None);
    for (line, text) in (1u32..).zip(&page.lines) {
        let trimmed = text.trim_start();
        let indent = text.len() - trimmed.len();
        if in_comment(page, trimmed, &mut comment) || trimmed.is_empty() {
            continue;
        }
        close_before(&mut symbols, &mut open, block, trimmed, indent);
        let in_function = open.iter().any(|holder| holder.kind.is_callable());
        let found = definition(trimmed, page.language.definition_words, block)
            .filter(|(kind, _)| symbols.len() < MAX_SYMBOLS && !(in_function && *kind == SymbolKind::Constant));
        if let Some((kind, name)) = found {
            close_for(&mut symbols, &mut open, block, indent, depth);
            let parent = open.last().map(|holder| holder.index);
            let kind = match parent.map(|parent: usize| symbols[parent].kind) {
                Some(SymbolKind::Class | SymbolKind::Interface) if kind == SymbolKind::Function => SymbolKind::Method,
                _ => kind,
            };
            open.push(Open { index: symbols.len(), first: line, indent, depth, opened: false, last: line, kind });
            let lines = LineRange::new(page.above(line), line);
            symbols.push(Symbol { name, kind, lines, name_line: line, parent });
        }
        depth += nesting(text, page, block);
        close_after(&mut symbols, &mut open, block, Seen { line, trimmed, indent, depth, text });
    }
    for holder in open {
        let unfinished = block == Block::End && is_container(holder.kind);
        let unfinished = unfinished || (block != Block::Indentation && !holder.opened);
        let lines = &mut symbols[holder.index].lines;
        lines.end = lines.end.max(if unfinished { lines.end } else { holder.last });
    }
    symbols
}

/// What a line shows, once read.
struct Seen<'a> {
    line: u32,
    trimmed: &'a str,
    indent: usize,
    depth: i64,
    text: &'a str,
}

/// Ends what the indentation of a line shows to have ended above it.
fn close_before(symbols: &mut [Symbol], open: &mut Vec<Open>, block: Block, trimmed: &str, indent: usize) {
    if block != Block::Indentation || trimmed.starts_with([')', ']', '}', '|']) {
        return;
    }
    while let Some(holder) = open.pop_if(|holder| indent <= holder.indent) {
        symbols[holder.index].lines.end = holder.last;
    }
}

/// Ends what cannot hold a definition that begins here.
fn close_for(symbols: &mut [Symbol], open: &mut Vec<Open>, block: Block, indent: usize, depth: i64) {
    let outside = |holder: &mut Open| match block {
        Block::Braces | Block::Parentheses => depth <= holder.depth,
        Block::End => indent < holder.indent || (indent == holder.indent && !is_container(holder.kind)),
        Block::Indentation => false,
    };
    while let Some(holder) = open.pop_if(outside) {
        let end = &mut symbols[holder.index].lines.end;
        *end = if holder.opened { holder.last.max(*end) } else { *end };
    }
}

/// Ends what ends with this line.
fn close_after(symbols: &mut [Symbol], open: &mut Vec<Open>, block: Block, seen: Seen<'_>) {
    for holder in open.iter_mut() {
        holder.last = seen.line;
        holder.opened |= match block {
            Block::Braces | Block::Parentheses => seen.depth > holder.depth,
            Block::End => seen.indent > holder.indent,
            Block::Indentation => true,
        };
    }
    let word = seen.trimmed.to_ascii_lowercase();
    let brace = word.starts_with('}');
    let ends = word.starts_with("end") || word.starts_with("@end") || brace;
    let one_line = word.trim_end_matches(';').ends_with(" end") || word.ends_with('}');
    let finished = |holder: &mut Open| match block {
        Block::Braces | Block::Parentheses => {
            let statement = seen.text.trim_end().ends_with(';') && !holder.opened;
            seen.depth <= holder.depth && (holder.opened || statement || seen.text.contains('{'))
        }
        Block::End => {
            let value = matches!(holder.kind, SymbolKind::Constant | SymbolKind::Type);
            let own = holder.first == seen.line;
            let here = seen.indent == holder.indent && ends && !(brace && is_container(holder.kind));
            (here && !own) || (own && (value || one_line))
        }
        Block::Indentation => false,
    };
    while let Some(holder) = open.pop_if(finished) {
        symbols[holder.index].lines.end = seen.line;
        if block == Block::End {
            break;
        }
    }
}

/// What holds other definitions and always says where it ends.
fn is_container(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Module | SymbolKind::Class | SymbolKind::Interface)
}

/// How much deeper a line ends than it began; strings and line comments do not count.
fn nesting(text: &str, page: &Page<'_>, block: Block) -> i64 {
    let (up, down) = match block {
        Block::Braces => ('{', '}'),
        Block::Parentheses => ('(', ')'),
        Block::Indentation | Block::End => return 0,
    };
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            _ if c == up => depth += 1,
            _ if c == down => depth -= 1,
            _ if page.language.line_comments.iter().any(|mark| text[at..].starts_with(mark)) => break,
            _ => {}
        }
    }
    depth
}

/// Whether the line is a comment; `open` holds what will close a longer one.
fn in_comment(page: &Page<'_>, trimmed: &str, open: &mut Option<&'static str>) -> bool {
    if let Some(close) = *open {
        if trimmed.contains(close) {
            *open = None;
        }
        return true;
    }
    let block = page.language.block_comments.iter().find(|(start, _)| trimmed.starts_with(start));
    if let Some((start, close)) = block {
        *open = (!trimmed[start.len()..].contains(close)).then_some(*close);
        return true;
    }
    page.language.line_comments.iter().any(|mark| trimmed.starts_with(mark))
}

fn is_modifier(word: &str) -> bool {
    MODIFIERS.split_whitespace().any(|known| known.eq_ignore_ascii_case(word))
}

/// The kind and name a line defines.
fn definition(trimmed: &str, words: &[&str], block: Block) -> Option<(SymbolKind, String)> {
    if words.contains(&"@implementation") && trimmed.starts_with(['-', '+']) {
        return Some((SymbolKind::Function, name(trimmed[1..].trim_start().strip_prefix('(')?.split_once(')')?.1)?));
    }
    let mut rest = trimmed.strip_prefix('(').unwrap_or(trimmed);
    for _ in 0..6 {
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | '{' | '[' | '"')).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let after = after.trim_start();
        let known = words.iter().any(|known| known.eq_ignore_ascii_case(word));
        let next_is_word = || {
            let next = after.split(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
            is_modifier(next) || words.iter().any(|known| known.eq_ignore_ascii_case(next))
        };
        let modifier = is_modifier(word);
        match (known, modifier) {
            (true, true) if next_is_word() => rest = after,
            (true, _) => {
                let after = FILLERS.iter().fold(after, |after, filler| after.strip_prefix(filler).unwrap_or(after));
                let name = name(after)?;
                let value = after.trim_start().strip_prefix(name.as_str()).unwrap_or_default().trim_start();
                return Some((kind_of(word, value, block), name));
            }
            (false, true) => rest = after,
            (false, false) => return None,
        }
    }
    None
}

/// The name at the beginning of what follows a definition word.
fn name(after: &str) -> Option<String> {
    let mut after = after.trim_start_matches(['(', '*', '&', ' ', '"', '\'']);
    if let Some(receiver) =
        after.split_once(')').map(|(_, rest)| rest.trim_start()).filter(|_| after.starts_with("self"))
    {
        after = receiver;
    }
    let end = after.char_indices().find(|(at, c)| {
        let next = after[at + c.len_utf8()..].chars().next();
        let scope = *at == 1 && next.is_some_and(char::is_alphanumeric);
        let path = *c == ':' && (scope || next == Some(':') || after[..*at].ends_with(':'));
        (c.is_whitespace() || "({[<;,=)}:\"'|".contains(*c)) && !path
    });
    let name = &after[..end.map_or(after.len(), |(at, _)| at)];
    let name: String = name.trim_end_matches(['.', '!', '*']).chars().take(MAX_NAME_CHARS).collect();
    name.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$' | '@' | '~' | '-' | '.' | '%'))
        .then_some(name)
}

/// What a definition word and what follows the name say together.
fn kind_of(word: &str, after_name: &str, block: Block) -> SymbolKind {
    match (word.to_ascii_lowercase().as_str(), block) {
        ("def" | "define", Block::Parentheses) => SymbolKind::Constant,
        ("let" | "val" | "and", Block::Indentation) if !after_name.starts_with(['=', ':', ',']) => SymbolKind::Function,
        _ => kind(word),
    }
}

/// What kind of thing a definition word begins.
fn kind(word: &str) -> SymbolKind {
    let word = word.to_ascii_lowercase();
    match word.trim_start_matches(['@', '#', '.', '-', '_', '\\']) {
        "class" | "struct" | "structure" | "enum" | "union" | "record" | "object" | "model" | "table" | "message"
        | "defclass" | "defstruct" | "defrecord" | "deftype" | "data" | "newtype" | "inductive" | "implementation"
        | "entity" | "input" | "datasource" | "generator" | "exception" | "resource" | "event"
        | "define-record-type" | "define-struct" | "cl-defstruct" | "class_name" | "classdef" | "service"
        | "cbuffer" => SymbolKind::Class,
        "interface" | "trait" | "protocol" | "defprotocol" | "definterface" | "concept" => SymbolKind::Interface,
        "module" | "namespace" | "package" | "ns" | "impl" | "library" | "unit" | "defpackage" | "define-library"
        | "section" | "architecture" | "program" | "lib" | "baremodule" => SymbolKind::Module,
        "type" | "typedef" | "alias" | "scalar" | "abbrev" | "newenvironment" | "external" => SymbolKind::Type,
        "const" | "var" | "val" | "let" | "constant" | "defvar" | "defparameter" | "defconstant" | "defconst"
        | "defcustom" | "def_const" | "uniform" | "signal" | "property" | "set" | "option" | "defonce" | "defgroup"
        | "defface" | "and" => SymbolKind::Constant,
        "macro" | "defmacro" | "define-syntax" | "macro_rules!" | "define" | "mixin" | "newcommand" => {
            SymbolKind::Macro
        }
        "keyframes" | "media" | "layer" => SymbolKind::Section,
        _ => SymbolKind::Function,
    }
}
