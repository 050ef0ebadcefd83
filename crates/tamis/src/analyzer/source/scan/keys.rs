//! Tables and outermost keys of settings files.

use super::{Heading, Page};
use crate::analyzer::source::{Symbol, SymbolKind};
use crate::budget::{MAX_NAME_CHARS, MAX_PARSE_DEPTH, MAX_SYMBOLS};
use crate::document::LineRange;

/// `[table]`, and the keys before the first one.
pub(super) fn tables(page: &Page<'_>) -> Vec<Heading> {
    let mut headings = Vec::new();
    let (mut in_table, mut open_brackets) = (false, 0i64);
    for (at, line) in page.lines.iter().enumerate() {
        let text = line.trim();
        if open_brackets > 0 {
            open_brackets += brackets(text);
            continue;
        }
        let comment = page.language.line_comments.iter().any(|mark| text.starts_with(mark));
        let key = text.split_once('=').filter(|_| !comment && !text.starts_with('['));
        if let Some((_, value)) = key.filter(|(_, value)| value.trim_start().starts_with('[')) {
            open_brackets = brackets(value).max(0);
        }
        match table(text) {
            Some(name) => {
                in_table = true;
                headings.push(Heading::new(1, name, at + 1));
            }
            None if !in_table && !line.starts_with([' ', '\t']) => {
                headings.extend(key.map(|(key, _)| Heading::new(1, key.trim().trim_matches('"'), at + 1)));
            }
            None => {}
        }
    }
    headings
}

fn table(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('[')?;
    let (name, rest) = inner.trim_start_matches('[').rsplit_once(']')?;
    let rest = rest.trim();
    let closed = rest.is_empty() || rest.starts_with(['#', ';']);
    closed.then(|| name.trim_end_matches(']').trim().trim_matches('"'))
}

fn brackets(text: &str) -> i64 {
    text.bytes().map(|byte| i64::from(byte == b'[') - i64::from(byte == b']')).sum()
}

/// Keys that stand at the left margin, before `: ` or `=`.
pub(super) fn margin(page: &Page<'_>) -> Vec<Heading> {
    let heading = |(at, line): (usize, &&str)| {
        let first = line.chars().next()?;
        if !(first.is_alphanumeric() || matches!(first, '"' | '\'' | '_' | '.' | '/' | '<')) {
            return None;
        }
        let colon = line
            .match_indices(':')
            .map(|(at, _)| at)
            .find(|at| line[at + 1..].chars().next().is_none_or(char::is_whitespace));
        let key = &line[..colon.into_iter().chain(line.find('=')).min()?];
        (!key.trim().contains(char::is_whitespace) || first == '"')
            .then(|| Heading::new(1, key.trim().trim_matches(['"', '\'']), at + 1))
    };
    page.lines.iter().enumerate().filter_map(heading).collect()
}

/// Where a walk through an object is.
#[derive(Default)]
struct Walk {
    depth: usize,
    line: u32,
    /// The last string at depth 1, and its line.
    string: Option<(String, u32)>,
    symbols: Vec<Symbol>,
    in_value: bool,
}

/// Keys of the outermost object, comments allowed; none when it is nested too deeply to be written by hand.
pub(super) fn object(text: &str) -> Option<Vec<Symbol>> {
    let mut walk = Walk { line: 1, ..Walk::default() };
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let end = match byte {
            b'"' => string_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'/') => line_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => comment_end(bytes, at),
            _ => at + 1,
        };
        match byte {
            b'"' if walk.depth == 1 && !walk.in_value => {
                let name = text.get(at + 1..end.saturating_sub(1)).unwrap_or_default();
                walk.string = Some((name.chars().take(MAX_NAME_CHARS).collect(), walk.line));
            }
            b'{' | b'[' => walk.depth += 1,
            b'}' | b']' => walk.depth = walk.depth.saturating_sub(1),
            _ => {}
        }
        if walk.depth > MAX_PARSE_DEPTH {
            return None;
        }
        walk.mark(*byte);
        walk.line += bytes[at..end].iter().filter(|byte| **byte == b'\n').count() as u32;
        at = end;
        if walk.depth == 0 && matches!(byte, b'}' | b']') {
            break;
        }
    }
    Some(walk.symbols)
}

impl Walk {
    /// Takes in a mark between keys and values at depth 1, or the end of the object.
    fn mark(&mut self, byte: u8) {
        match byte {
            b':' if self.depth == 1 && !self.in_value => {
                self.in_value = true;
                let key = self.string.take().filter(|(name, _)| !name.trim().is_empty());
                if let Some((name, line)) = key.filter(|_| self.symbols.len() < MAX_SYMBOLS) {
                    let lines = LineRange::new(line, line);
                    let kind = SymbolKind::Section;
                    self.symbols.push(Symbol { name, kind, lines, name_line: line, parent: None });
                }
            }
            b',' if self.depth == 1 => self.in_value = false,
            b' ' | b'\n' | b'\r' | b'\t' => return,
            _ => {}
        }
        if self.in_value
            && let Some(symbol) = self.symbols.last_mut()
        {
            symbol.lines.end = if self.depth == 0 { symbol.lines.end } else { self.line };
        }
    }
}

fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'"' => return at + 1,
            b'\n' => return at,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

fn line_end(bytes: &[u8], start: usize) -> usize {
    bytes[start..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| start + at)
}

fn comment_end(bytes: &[u8], start: usize) -> usize {
    bytes[start + 2..].windows(2).position(|pair| pair == b"*/").map_or(bytes.len(), |at| start + at + 4)
}
