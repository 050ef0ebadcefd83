//! A task's text in blocks: the title, running text, code in fences. Cuts what is too long; reads no word.

use super::mentions::Origin;

/// The longest prefix of at most `bytes` bytes that ends at a character.
pub(super) fn cut(text: &str, bytes: usize) -> (&str, bool) {
    if text.len() <= bytes {
        return (text, false);
    }
    let end = (0..=bytes).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    (&text[..end], true)
}

/// Without `<!-- ... -->`, the instructions of issue templates.
pub(super) fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<!--") {
        kept.push_str(before);
        rest = after.split_once("-->").map_or(after, |(_, tail)| tail);
    }
    kept.push_str(rest);
    kept
}

/// A stretch of the task from one origin.
pub(super) struct Block {
    pub(super) text: String,
    pub(super) origin: Origin,
}

/// The title, then runs of prose and fenced code.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut list: Vec<Block> = Vec::new();
    let mut fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
            fenced = !fenced;
            continue;
        }
        if list.is_empty() && !fenced {
            if !line.trim().is_empty() {
                list.push(Block { text: line.to_owned(), origin: Origin::Title });
            }
            continue;
        }
        let origin = if fenced { Origin::Code } else { Origin::Prose };
        match list.last_mut() {
            Some(last) if last.origin == origin => {
                last.text.push('\n');
                last.text.push_str(line);
            }
            _ => list.push(Block { text: line.to_owned(), origin }),
        }
    }
    list
}
