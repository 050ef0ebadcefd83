//! Import text to imports: quotes off, lists in braces spelled out, aliases dropped.
//!
//! Works on the text of one import; finds none itself.

use super::Import;
use crate::budget::MAX_IMPORTS;

/// The imports that one import's text stands for: `a::{b, c::*}` for `a::b` and all of `a::c`.
pub(super) fn expand(module: &str, separator: &str, line: u32) -> Vec<Import> {
    spelled_out(module).into_iter().filter_map(|path| leaf(&path, separator, line)).collect()
}

/// All paths of a tree in braces; the text as it is when there are none. A list to walk, not a recursion.
fn spelled_out(module: &str) -> Vec<String> {
    let (mut done, mut open) = (Vec::new(), vec![module.trim().to_string()]);
    while let Some(path) = open.pop() {
        if done.len() + open.len() > MAX_IMPORTS {
            break;
        }
        let Some(at) = path.find('{') else {
            done.push(path);
            continue;
        };
        let (head, rest) = path.split_at(at);
        let items = top_level_items(&rest[1..]);
        open.extend(items.into_iter().rev().map(|item| format!("{}{}", head.trim(), item.trim())));
    }
    done
}

/// What commas part, up to the brace that closes.
fn top_level_items(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut items) = (0usize, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                items.push(&list[start..at]);
                start = list.len();
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    items.push(&list[start..]);
    items.retain(|item| !item.trim().is_empty());
    items
}

fn leaf(path: &str, separator: &str, line: u32) -> Option<Import> {
    let path = [" as ", " => ", " hiding "].iter().fold(path, |path, word| path.split(word).next().unwrap_or(path));
    let path = unquoted(path);
    let all = ["*", "_"].iter().find_map(|star| path.strip_suffix(star)?.strip_suffix(separator));
    let (path, names) = match all {
        Some(module) => (module, vec!["*".to_string()]),
        None => (path.strip_suffix("self").and_then(|head| head.strip_suffix("::")).unwrap_or(path), Vec::new()),
    };
    let module = closed_up(path);
    (!module.is_empty()).then_some(Import { module, names, line })
}

/// The path without the blanks around its separators, and without words before it such as `static` or `function`.
fn closed_up(path: &str) -> String {
    let mut module = String::with_capacity(path.len());
    let mut blank = false;
    for c in path.chars() {
        if c.is_whitespace() {
            blank = true;
            continue;
        }
        let word = |c: char| c.is_alphanumeric() || c == '_';
        if blank && word(c) && module.chars().next_back().is_some_and(word) {
            module.clear();
        }
        blank = false;
        module.push(c);
    }
    module
}

/// Without the quotes or angle brackets around it.
pub(super) fn unquoted(text: &str) -> &str {
    let text = text.trim().trim_end_matches(';').trim_end();
    text.trim_matches(|c: char| matches!(c, '"' | '\'' | '`' | '<' | '>')).trim()
}
