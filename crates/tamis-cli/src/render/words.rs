//! Small turns of text that several forms share.
//!
//! Repository text is data: nothing of it reaches a terminal as a control sequence, and no line outgrows its column.

use std::borrow::Cow;
use std::fmt::Write;

/// Columns of a tab.
const TAB: usize = 4;

/// `1 file`, `2 files`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// `3,000`.
pub(crate) fn thousands(number: u32) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A relevance as `0.69`: cut, not rounded, so that what is below a line also reads so.
pub(crate) fn two_digits(relevance: f64) -> String {
    format!("{:.2}", cut(relevance, 100.0))
}

/// A relevance to four digits, cut.
pub(crate) fn four_digits(relevance: f64) -> f64 {
    cut(relevance, 10_000.0)
}

fn cut(value: f64, scale: f64) -> f64 {
    (value * scale + 1e-9).floor() / scale
}

/// Text of the repository for a line of output: control and direction characters are written `\xNN` or `\u{NNNN}`.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        // Writing to a string cannot fail.
        let _ = match (is_hidden(character), u32::from(character)) {
            (false, _) => write!(shown, "{character}"),
            (true, code @ 0..=0xff) => write!(shown, "\\x{code:02x}"),
            (true, code) => write!(shown, "\\u{{{code:x}}}"),
        };
    }
    Cow::Owned(shown)
}

/// Whether a character would be a command to a terminal, or turn the direction of what follows.
pub(crate) fn is_hidden(character: char) -> bool {
    character.is_control() && character != '\t'
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A path for a line of output: printable, and without tabs.
pub(crate) fn path(text: &str) -> String {
    printable(text).replace('\t', "\\x09")
}

/// A path or glob parted as documents are named, by `/`; on Windows people write `\` too.
pub(crate) fn with_slashes(typed: &str) -> Cow<'_, str> {
    if cfg!(windows) { Cow::Owned(typed.replace('\\', "/")) } else { Cow::Borrowed(typed) }
}

/// A path as it was typed, and, where it holds what [`path`] writes for a hidden character, the path that was printed so; both
/// [with slashes](with_slashes).
pub(crate) fn as_typed_and_printed(typed: &str) -> Vec<String> {
    let mut read = String::with_capacity(typed.len());
    let mut rest = typed;
    while let Some((before, after)) = rest.split_once('\\') {
        read.push_str(before);
        let digits = after.strip_prefix('x').and_then(|digits| digits.split_at_checked(2));
        let braced = after.strip_prefix("u{").and_then(|digits| digits.split_once('}'));
        let written = digits.or(braced).and_then(|(digits, rest)| {
            let character = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
            (is_hidden(character) || character == '\t').then_some((character, rest))
        });
        let (character, left) = written.unwrap_or(('\\', after));
        read.push(character);
        rest = left;
    }
    read.push_str(rest);
    let mut meant = vec![with_slashes(typed).into_owned()];
    if read != typed {
        meant.push(with_slashes(&read).into_owned());
    }
    meant
}

/// The longest beginning of `text` that takes at most `columns`, with `…` where something is missing.
pub(crate) fn clip(text: &str, columns: usize) -> Cow<'_, str> {
    let mut used = 0;
    let mut last_fit = 0;
    for (at, character) in text.char_indices() {
        used += width(character);
        if used > columns {
            return Cow::Owned(format!("{}…", &text[..last_fit]));
        }
        if used < columns {
            last_fit = at + character.len_utf8();
        }
    }
    Cow::Borrowed(text)
}

/// Columns of a character, near enough: wide scripts take two.
fn width(character: char) -> usize {
    match u32::from(character) {
        9 => TAB,
        0x300..=0x36f | 0x200b..=0x200f | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60 => 2,
        0x1f300..=0x1faff | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// Columns of a text.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// Words in lines of at most `columns`, each after the first indented by `indent` spaces.
pub(crate) fn wrap(text: &str, columns: usize, indent: usize) -> String {
    wrap_all(text.split(' '), columns, indent)
}

/// The same for pieces of text that are not to be broken.
pub(crate) fn wrap_all<'a>(pieces: impl Iterator<Item = &'a str>, columns: usize, indent: usize) -> String {
    let mut lines: Vec<String> = vec![String::new()];
    let mut used = indent;
    for word in pieces {
        let needed = self::columns(word);
        let empty = lines.last().is_none_or(String::is_empty);
        if !empty && used + 1 + needed > columns {
            lines.push(String::new());
            used = indent;
        }
        let Some(line) = lines.last_mut() else { break };
        if !line.is_empty() {
            line.push(' ');
            used += 1;
        }
        line.push_str(&clip(word, columns.saturating_sub(indent)));
        used += needed;
    }
    lines.join(&format!("\n{}", " ".repeat(indent)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_and_direction_characters_are_written_out() {
        assert_eq!(printable("a\u{1b}[31mb\u{202e}c\td"), "a\\x1b[31mb\\u{202e}c\td");
        assert_eq!(path("tab\tand\nline"), "tab\\x09and\\x0aline");
    }

    #[test]
    fn printed_paths_are_read_back() {
        for name in ["tab\tname", "new\nline", "a\u{202e}b", "plain"] {
            assert!(as_typed_and_printed(&path(name)).contains(&name.to_owned()), "{name:?}");
        }
        for name in ["a\\b", "caf\\xe9", "\\x", "\\x4", "\\u{}", "\\u{41}", "\\xзз", "\\"] {
            assert_eq!(as_typed_and_printed(name), [with_slashes(name)]);
        }
    }

    #[test]
    fn a_backslash_parts_a_path_where_people_write_it_so() {
        assert_eq!(with_slashes("src\\a.rs"), if cfg!(windows) { "src/a.rs" } else { "src\\a.rs" });
    }

    #[test]
    fn thousands_are_parted() {
        assert_eq!([7, 999, 3_000, 1_234_567].map(thousands), ["7", "999", "3,000", "1,234,567"]);
    }

    #[test]
    fn a_relevance_is_never_shown_above_itself() {
        assert_eq!(["0.69", "0.70", "0.79"], [0.6999, 0.7, 0.79999].map(two_digits));
        assert_eq!([0.6999, 0.7, 0.8], [0.699_999, 0.7, 0.8].map(four_digits));
    }

    #[test]
    fn clipping_counts_columns_and_never_breaks_a_character() {
        for text in ["plain text", "审批流程和备注", "a\tb🎙c", "e\u{301}e\u{301}"] {
            for columns in 1..20 {
                let clipped = clip(text, columns);
                let taken: usize = clipped.chars().map(width).sum();
                assert!(taken <= columns.max(1), "{clipped} takes {taken} of {columns}");
            }
        }
        assert_eq!(clip("plain", 5), "plain");
        assert_eq!(clip("plain", 4), "pla…");
    }

    #[test]
    fn wrapped_lines_fit() {
        let text = wrap("the quick brown fox jumps", 12, 2);
        assert_eq!(text, "the quick\n  brown fox\n  jumps");
    }
}
