//! Cutting text into the pieces that are encoded by themselves, as the tokenizers' regular expressions do.
//!
//! Each function below is one of the two expressions, branch by branch in its order. `U` stands for capital, title, modifier and
//! other letters and marks, `L` for small, modifier and other letters and marks.

/// The classes of characters that the expressions tell apart, by their names in Unicode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Lu,
    Lt,
    Ll,
    Lm,
    Lo,
    M,
    N,
}

include!(concat!(env!("OUT_DIR"), "/classes.rs"));

/// The pieces of a text, one after another.
pub(super) struct Pieces<'t> {
    rest: &'t str,
    next: fn(&str) -> usize,
}

impl<'t> Iterator for Pieces<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        if self.rest.is_empty() {
            return None;
        }
        let (piece, rest) = self.rest.split_at((self.next)(self.rest));
        self.rest = rest;
        Some(piece)
    }
}

/// The pieces of `cl100k_base`.
pub(super) fn cl100k(text: &str) -> Pieces<'_> {
    Pieces { rest: text, next: next_cl100k }
}

/// The pieces of `o200k_base`.
pub(super) fn o200k(text: &str) -> Pieces<'_> {
    Pieces { rest: text, next: next_o200k }
}

/// `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|` and the branches of blanks.
fn next_cl100k(text: &str) -> usize {
    let short = contraction(text);
    if short > 0 {
        return short;
    }
    let start = prefix(text);
    let letters = run(&text[start..], is_letter);
    if letters > 0 {
        return start + letters;
    }
    digits_or_marks(text, &['\r', '\n']).unwrap_or_else(|| blanks(text))
}

/// `[^\r\n\p{L}\p{N}]?U*L+(?i:'s|..)?|[^\r\n\p{L}\p{N}]?U+L*(?i:'s|..)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|` and the branches of
/// blanks.
fn next_o200k(text: &str) -> usize {
    let start = prefix(text);
    let is_mark = start > 0 && text.chars().next().and_then(class) == Some(Class::M);
    let word = &text[start..];
    let capitals = run(word, is_upper);
    let end = match small_letters(word, capitals) {
        Some(end) => start + end,
        // A mark tried in vain as the character before a word is a word itself.
        None if is_mark => start,
        None if capitals > 0 => start + capitals,
        None => return digits_or_marks(text, &['\r', '\n', '/']).unwrap_or_else(|| blanks(text)),
    };
    end + contraction(&text[end..])
}

/// `U*L+` where the `U` reach to `capitals`: to the end of the small letters behind them, or, where there are none, to the last
/// letter that is both.
fn small_letters(word: &str, capitals: usize) -> Option<usize> {
    let small = run(&word[capitals..], is_lower);
    if small > 0 {
        return Some(capitals + small);
    }
    let both = word[..capitals].char_indices().rev().find(|(_, character)| is_lower(*character));
    both.map(|(at, character)| at + character.len_utf8())
}

/// `[^\r\n\p{L}\p{N}]?`
fn prefix(text: &str) -> usize {
    match text.chars().next() {
        Some(first) if !matches!(first, '\r' | '\n') && !is_letter(first) && class(first) != Some(Class::N) => {
            first.len_utf8()
        }
        _ => 0,
    }
}

/// `(?i:'s|'t|'re|'ve|'m|'ll|'d)`, or nothing.
fn contraction(text: &str) -> usize {
    let mut characters = text.chars();
    if characters.next() != Some('\'') {
        return 0;
    }
    let mut lower = characters.map(|character| if character == 'ſ' { 's' } else { character.to_ascii_lowercase() });
    match (lower.next(), lower.next()) {
        (Some('s'), _) => 1 + text[1..].chars().next().map_or(0, char::len_utf8),
        (Some('t' | 'm' | 'd'), _) => 2,
        (Some('r' | 'v'), Some('e')) | (Some('l'), Some('l')) => 3,
        _ => 0,
    }
}

/// `\p{N}{1,3}| ?[^\s\p{L}\p{N}]+` with any of `tail` behind it.
fn digits_or_marks(text: &str, tail: &[char]) -> Option<usize> {
    let digits: usize = text.chars().take(3).take_while(|one| class(*one) == Some(Class::N)).map(char::len_utf8).sum();
    if digits > 0 {
        return Some(digits);
    }
    let space = usize::from(text.starts_with(' '));
    let marks = run(&text[space..], |one| !one.is_whitespace() && !is_letter(one) && class(one) != Some(Class::N));
    let end = space + marks;
    (marks > 0).then(|| end + run(&text[end..], |one| tail.contains(&one)))
}

/// `\s*[\r\n]+|\s+$|\s+(?!\S)|\s+`: blanks up to the last end of line among them; or all, at the end of the text; or all but the one
/// before a word.
fn blanks(text: &str) -> usize {
    let all = run(text, char::is_whitespace);
    if let Some(at) = text[..all].rfind(['\r', '\n']) {
        return at + 1;
    }
    let last = text[..all].chars().next_back().map_or(0, char::len_utf8);
    if all == text.len() || all == last { all } else { all - last }
}

fn run(text: &str, holds: impl Fn(char) -> bool) -> usize {
    text.find(|character| !holds(character)).unwrap_or(text.len())
}

fn is_letter(character: char) -> bool {
    !matches!(class(character), None | Some(Class::M | Class::N))
}

fn is_upper(character: char) -> bool {
    matches!(class(character), Some(Class::Lu | Class::Lt | Class::Lm | Class::Lo | Class::M))
}

fn is_lower(character: char) -> bool {
    matches!(class(character), Some(Class::Ll | Class::Lm | Class::Lo | Class::M))
}

fn class(character: char) -> Option<Class> {
    match character {
        'a'..='z' => Some(Class::Ll),
        'A'..='Z' => Some(Class::Lu),
        '0'..='9' => Some(Class::N),
        '\0'..='\x7f' => None,
        _ => {
            let code = u32::from(character);
            let at = CLASSES.partition_point(|(_, end, _)| *end < code);
            CLASSES.get(at).filter(|(start, ..)| *start <= code).map(|(.., class)| *class)
        }
    }
}
