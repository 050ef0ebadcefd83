//! Any text to terms: identifiers split and whole, light stems, Unicode folded, CJK runs as bigrams.
//!
//! The same function serves documents and tasks, so that both sides always agree. Knows no language's grammar.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::stem::stem;

/// A term's identity: the 64-bit FNV-1a hash of its spelling (Fowler, Noll, Vo; RFC 9923). The index holds hashes
/// only; a spelling is found again in the text it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermHash(pub u64);

impl TermHash {
    /// The hash of an already folded spelling.
    pub fn of(spelling: &str) -> Self {
        TermHash::of_bytes(spelling.as_bytes())
    }

    /// The hash of any bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let fold = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        TermHash(bytes.iter().fold(0xcbf2_9ce4_8422_2325, fold))
    }
}

/// How a term came out of a run of letters and digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The whole run: `parseConfig` as `parseconfig`, `token` as `token`.
    Whole,
    /// One part of a compound: `parse` of `parseConfig`.
    Part,
    /// Two neighbouring parts of a longer compound: `parseconfig` of `parse_config_file`.
    Joined,
}

/// Longest run taken as one identifier, in bytes; longer ones are data, not names.
const MAX_RUN: usize = 96;

/// Calls `emit` with every term of `text`, in text order. `emit` receives the spelling (folded and stemmed) and its form.
pub fn for_each_term(text: &str, mut emit: impl FnMut(&str, Form)) {
    let mut scratch = Scratch::default();
    for_each_run(text, |run| scratch.run(run, &mut emit));
}

/// The terms of `text` as owned spellings, in text order.
pub fn terms(text: &str) -> Vec<String> {
    let mut list = Vec::new();
    for_each_term(text, |spelling, _| list.push(spelling.to_owned()));
    list
}

/// The term that a word is as a whole.
pub fn term_of(word: &str) -> TermHash {
    let mut hash = TermHash::of(word);
    for_each_term(word, |spelling, form| {
        if form == Form::Whole {
            hash = TermHash::of(spelling);
        }
    });
    hash
}

/// The parts of one identifier, folded but not stemmed: `HTTPServer_v2` as `http`, `server`, `v2`.
pub fn parts(identifier: &str) -> Vec<String> {
    let mut list = Vec::new();
    for_each_run(identifier, |run| {
        let folded = fold(run);
        let bounds = part_bounds(&folded);
        list.extend(bounds.iter().map(|&(start, end)| folded[start..end].to_lowercase()));
    });
    list
}

/// Calls `each` with every maximal run of letters, digits and underscores that holds a letter or digit.
pub fn for_each_run<'t>(text: &'t str, mut each: impl FnMut(&'t str)) {
    let bytes = text.as_bytes();
    let mut start = None;
    let mut at = 0;
    while at < bytes.len() {
        let (inside, width) = if bytes[at] < 0x80 {
            (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_', 1)
        } else {
            let character = text[at..].chars().next().unwrap_or(' ');
            (character.is_alphanumeric() || is_combining_mark(character), character.len_utf8())
        };
        match (inside, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                each(&text[from..at]);
                start = None;
            }
            _ => {}
        }
        at += width;
    }
    if let Some(from) = start {
        each(&text[from..]);
    }
}

/// Whether a character belongs to a script written without spaces (or, for Hangul, with long compounds).
pub fn is_cjk(character: char) -> bool {
    matches!(u32::from(character),
        0x3040..=0x30ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xac00..=0xd7af | 0xf900..=0xfaff | 0x20000..=0x323af)
        || matches!(character, '々' | '〇')
}

/// Buffers reused from run to run.
#[derive(Default)]
struct Scratch {
    lower: String,
    joined: String,
}

impl Scratch {
    fn run(&mut self, run: &str, emit: &mut impl FnMut(&str, Form)) {
        if run.is_ascii() {
            if run.len() <= MAX_RUN {
                self.identifier(run, emit);
            }
            return;
        }
        let folded = fold(run);
        for segment in segments(&folded) {
            if segment.chars().next().is_some_and(is_cjk) {
                bigrams(segment, emit);
            } else if segment.len() <= 2 * MAX_RUN {
                self.identifier(segment, emit);
            }
        }
    }

    fn identifier(&mut self, run: &str, emit: &mut impl FnMut(&str, Form)) {
        let run = run.trim_matches('_');
        self.lower.clear();
        let mut bounds: [(usize, usize); 16] = [(0, 0); 16];
        let mut count = 0;
        for (start, end) in PartBounds::new(run) {
            let from = self.lower.len();
            push_lower(&run[start..end], &mut self.lower);
            if count < bounds.len() {
                bounds[count] = (from, self.lower.len());
                count += 1;
            }
        }
        if !searchable(&self.lower) {
            return;
        }
        emit(stem(&self.lower), Form::Whole);
        if count < 2 {
            return;
        }
        for &(start, end) in &bounds[..count] {
            if searchable(&self.lower[start..end]) {
                emit(stem(&self.lower[start..end]), Form::Part);
            }
        }
        if count < 3 {
            return;
        }
        for pair in bounds[..count].windows(2) {
            self.joined.clear();
            self.joined.push_str(&self.lower[pair[0].0..pair[1].1]);
            emit(stem(&self.joined), Form::Joined);
        }
    }
}

/// A lone letter or digit says nothing; a lone CJK or other letter may be a word.
fn searchable(lower: &str) -> bool {
    lower.len() > 1
}

fn push_lower(part: &str, into: &mut String) {
    if part.is_ascii() {
        let start = into.len();
        into.push_str(part);
        into[start..].make_ascii_lowercase();
    } else {
        into.extend(part.chars().flat_map(char::to_lowercase));
    }
}

/// Compatibility composition (full width to plain, decomposed Hangul to syllables) without the accents of Latin letters.
pub fn fold(run: &str) -> String {
    if run.is_ascii() {
        return run.to_owned();
    }
    let composed: String = run.nfkc().collect();
    let strip =
        |character: char| if is_cjk(character) || !character.is_alphabetic() { character } else { base(character) };
    composed.chars().filter(|character| !is_combining_mark(*character)).map(strip).collect()
}

/// The letter under an accent: `é` as `e`. Letters that are no accented Latin letter stay.
fn base(character: char) -> char {
    let mut decomposed = std::iter::once(character).nfd();
    match (decomposed.next(), decomposed.next()) {
        (Some(first), Some(mark)) if first.is_ascii_alphabetic() && is_combining_mark(mark) => first,
        _ => character,
    }
}

/// Cuts a run where the script changes between CJK and the rest.
fn segments(run: &str) -> Vec<&str> {
    let mut list = Vec::new();
    let mut start = 0;
    let mut previous: Option<bool> = None;
    for (at, character) in run.char_indices() {
        let cjk = is_cjk(character) || (character == 'ー' && previous == Some(true));
        if previous.is_some_and(|before| before != cjk) {
            list.push(&run[start..at]);
            start = at;
        }
        previous = Some(cjk);
    }
    if start < run.len() {
        list.push(&run[start..]);
    }
    list
}

/// Every character and every pair of neighbours of a CJK run.
fn bigrams(segment: &str, emit: &mut impl FnMut(&str, Form)) {
    let ends: Vec<usize> = segment.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
    let mut start = 0;
    for (i, &end) in ends.iter().enumerate() {
        emit(&segment[start..end], if ends.len() == 1 { Form::Whole } else { Form::Part });
        if let Some(&next) = ends.get(i + 1) {
            emit(&segment[start..next], Form::Whole);
        }
        start = end;
    }
}

fn part_bounds(run: &str) -> Vec<(usize, usize)> {
    PartBounds::new(run).collect()
}

/// Walks the parts of a compound: cut at underscores, before a capital that follows a small letter or digit, and
/// before the last capital of a run of capitals that a small letter follows.
struct PartBounds<'r> {
    run: &'r str,
    at: usize,
}

impl<'r> PartBounds<'r> {
    fn new(run: &'r str) -> Self {
        PartBounds { run, at: 0 }
    }
}

impl Iterator for PartBounds<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        let rest = &self.run[self.at..];
        let start = self.at + rest.find(|c| c != '_')?;
        let mut characters = self.run[start..].char_indices().peekable();
        let (_, mut previous) = characters.next()?;
        while let Some((offset, current)) = characters.next() {
            let following = characters.peek().map(|&(_, c)| c);
            let rise = current.is_uppercase() && !previous.is_uppercase();
            let acronym_end =
                current.is_uppercase() && previous.is_uppercase() && following.is_some_and(char::is_lowercase);
            if current == '_' || rise || acronym_end {
                self.at = start + offset;
                return Some((start, start + offset));
            }
            previous = current;
        }
        self.at = self.run.len();
        Some((start, self.run.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(terms(text).join(" "), expected, "terms of {text:?}");
    }

    #[test]
    fn identifiers_give_whole_parts_and_neighbours() {
        check("parseConfig", "parseconfig pars config");
        check("parse_config", "parseconfig pars config");
        check("HTTPServer", "httpserver http server");
        check("utf8 sha256Sum", "utf8 sha256sum sha256 sum");
        check("rate_limit_window", "ratelimitwindow rate limit window ratelimit limitwindow");
        check("LoginGate", "loging login gate");
        check("x = y", "");
        check("__init__", "init");
    }

    #[test]
    fn every_script_gives_terms() {
        check("订单审批", "订 订单 单 单审 审 审批 批");
        check("利", "利");
        check("ＰＡＹ", "pay");
        check("Größe café", "große cafe");
        check("결제한도", "결 결제 제 제한 한 한도 도");
        check("\u{1100}\u{1167}\u{11af}", "결");
        check("切り捨て", "切 切り り り捨 捨 捨て て");
        check("pay한도", "pay 한 한도 도");
        check("запрос токена", "запрос токена");
    }

    #[test]
    fn parts_are_not_stemmed() {
        assert_eq!(parts("HTTPServer_v2_Tokens"), ["http", "server", "v2", "tokens"]);
    }
}
