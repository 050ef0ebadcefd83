//! Bytes to line numbers, and the few changes to a text that move none.
//!
//! Knows no syntax.

use std::borrow::Cow;

/// The text with every `\r` that stands for itself made `\n`, and with a line end at its end, which some grammars
/// insist on; no byte moves.
pub(super) fn with_newlines(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let alone = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    if (bytes.is_empty() || bytes.ends_with(b"\n")) && (!bytes.contains(&b'\r') || !(0..bytes.len()).any(alone)) {
        return Cow::Borrowed(text);
    }
    let mut rest = text.chars().peekable();
    let mut out = String::with_capacity(text.len() + 1);
    while let Some(c) = rest.next() {
        out.push(if c == '\r' && rest.peek() != Some(&'\n') { '\n' } else { c });
    }
    if !out.ends_with('\n') {
        out.push('\n');
    }
    Cow::Owned(out)
}

/// The text with `_` for every byte of a character beyond Latin-1; no byte moves.
pub(super) fn latin(text: &str) -> Cow<'_, str> {
    let beyond = |c: char| u32::from(c) > 0xff;
    if text.is_ascii() || !text.contains(beyond) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match beyond(c) {
            true => out.extend(std::iter::repeat_n('_', c.len_utf8())),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Where each line of a text begins.
pub(super) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let mut starts = vec![0];
        starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1));
        Lines { text, starts }
    }

    /// The line a byte stands on, from 1.
    pub(super) fn at(&self, byte: usize) -> u32 {
        self.starts.partition_point(|start| *start <= byte) as u32
    }

    /// The last line of a range that is not blank, no less than the line of its start.
    pub(super) fn last(&self, start: usize, end: usize) -> u32 {
        let held = self.text.get(start..end).unwrap_or_default().trim_end();
        self.at(start + held.len().saturating_sub(1))
    }

    /// Whether only blanks stand before this byte on its line.
    pub(super) fn opens_line(&self, byte: usize) -> bool {
        let start = self.starts[self.at(byte) as usize - 1];
        self.text.get(start..byte).is_some_and(|before| before.trim().is_empty())
    }
}
