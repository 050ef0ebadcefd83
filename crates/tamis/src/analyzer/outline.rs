//! A fast line scanner over source text: which part of a line is comment, and which name it seems to define.
//!
//! Runs over every file of a repository, so it parses nothing: it knows the language's comment marks and definition
//! words and guesses. [`super::source`] is the judge wherever a file is looked at closely.

use crate::language::Language;

/// One line, taken apart.
#[derive(Debug, PartialEq, Eq)]
pub struct Line<'t> {
    /// The part outside comments.
    pub code: &'t str,
    /// The part inside comments or documentation strings.
    pub comment: &'t str,
    /// The name this line seems to define.
    pub defines: Option<&'t str>,
}

/// Calls `each` with every line of `text`, in order.
pub fn for_each_line<'t>(language: &Language, text: &'t str, mut each: impl FnMut(Line<'t>)) {
    let mut open: Option<&'static str> = None;
    for line in text.lines() {
        let (code, comment) = split(language, line, &mut open);
        let defines = if code.is_empty() { None } else { defined_name(language, code) };
        each(Line { code, comment, defines });
    }
}

/// Cuts a line into code and comment. A line that opens and closes a block comment between code counts as code up to
/// the opening mark, and comment from there.
pub(super) fn split<'t>(language: &Language, line: &'t str, open: &mut Option<&'static str>) -> (&'t str, &'t str) {
    if let Some(close) = *open {
        return match line.find(close) {
            None => ("", line),
            Some(at) => {
                *open = None;
                (&line[at + close.len()..], &line[..at])
            }
        };
    }
    if let Some(begin) = line_comment(language, line) {
        return (&line[..begin], &line[begin..]);
    }
    for &(opening, closing) in language.block_comments {
        if let Some(at) = line.find(opening) {
            let inside = at + opening.len();
            if !line[inside..].contains(closing) {
                *open = Some(closing);
            }
            return (&line[..at], &line[at..]);
        }
    }
    (line, "")
}

/// Where a comment to the end of the line begins. A mark counts at the start of the line's text or after a space, which
/// keeps `https://` and `#{...}` code.
fn line_comment(language: &Language, line: &str) -> Option<usize> {
    let indent = line.len() - line.trim_start().len();
    language.line_comments.iter().filter_map(|mark| comment_at(line, indent, mark)).min()
}

fn comment_at(line: &str, indent: usize, mark: &str) -> Option<usize> {
    if line[indent..].starts_with(mark) {
        return Some(indent);
    }
    let mut from = indent;
    while let Some(offset) = line[from..].find(mark) {
        let at = from + offset;
        if line[..at].ends_with([' ', '\t', ';', '{', '}', ')', ',']) && !inside_string(&line[..at]) {
            return Some(at);
        }
        from = at + mark.len();
    }
    None
}

fn inside_string(before: &str) -> bool {
    before.bytes().filter(|byte| *byte == b'"').count() % 2 == 1
}

/// Words that begin a statement and never a definition.
const STATEMENTS: &[&str] = &[
    "if", "for", "while", "switch", "return", "else", "catch", "throw", "new", "await", "case", "do", "assert",
    "delete", "yield", "goto", "elif", "elseif", "foreach", "using", "lock", "try", "raise", "with", "print", "echo",
    "super", "this", "self", "match", "when", "in", "not", "and", "or", "is", "sizeof", "typeof", "defer", "go",
    "select", "import", "from", "require", "include", "package",
];

fn defined_name<'t>(language: &Language, code: &'t str) -> Option<&'t str> {
    if language.definition_words.is_empty() {
        return None;
    }
    keyword_definition(language, code).or_else(|| call_shaped_definition(code))
}

/// `fn name`, `class Name`, `type Name = ...`, `func (receiver) name(`.
fn keyword_definition<'t>(language: &Language, code: &'t str) -> Option<&'t str> {
    let mut rest = code;
    let mut words = 0;
    while let Some((word, after)) = next_word(rest) {
        if language.definition_words.contains(&word) {
            return name_after(after);
        }
        words += 1;
        if words > 6 || STATEMENTS.contains(&word) || after.starts_with(['(', '=', '.']) {
            return None;
        }
        rest = after;
    }
    None
}

/// The name that follows a definition word, past a receiver (`func (s *Server) Close`) and marks such as `*` or `&`.
fn name_after(after: &str) -> Option<&str> {
    let mut rest = after.trim_start_matches([' ', '\t', '*', '&']);
    if rest.len() == after.len() {
        return None;
    }
    if let Some(receiver) = rest.strip_prefix('(') {
        let close = receiver.find(')')?;
        rest = receiver[close + 1..].trim_start();
    }
    let end = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
    (end > 0 && !rest.starts_with(|c: char| c.is_ascii_digit())).then(|| last_component(&rest[..end], &rest[end..]))
}

/// `Type::name`, `M.name`, `Receiver.name`: the last component.
fn last_component<'t>(first: &'t str, rest: &'t str) -> &'t str {
    let mut name = first;
    let mut rest = rest;
    while let Some(next) = rest.strip_prefix("::").or_else(|| rest.strip_prefix(['.', ':'])) {
        let end = next.find(|c: char| !is_name(c)).unwrap_or(next.len());
        if end == 0 {
            break;
        }
        (name, rest) = next.split_at(end);
    }
    name
}

/// `public void name(int a) {`, `name(args) {`, `static int name(` with the brace on the next line.
fn call_shaped_definition(code: &str) -> Option<&str> {
    let open = code.find('(')?;
    let before = code[..open].trim_end();
    let name_start =
        before.rfind(|c: char| !is_name(c)).map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let name = &before[name_start..];
    let head = before[..name_start].trim_end();
    let (first, _) = next_word(code)?;
    if name.is_empty()
        || STATEMENTS.contains(&first)
        || STATEMENTS.contains(&name)
        || name.starts_with(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    let end = code.trim_end();
    let opens_body = end.ends_with('{');
    let typed =
        head.ends_with(|c: char| is_name(c) || matches!(c, '*' | '&' | '>' | ']')) && !code.starts_with([' ', '\t']);
    let alone = head.is_empty();
    let qualified = head.ends_with("::");
    let plain_head = !head.contains(['=', '(', '.', '"', '\'', '?', '!', '|', '+']);
    (plain_head
        && ((opens_body && (alone || head.ends_with(|c: char| is_name(c) || matches!(c, '*' | '&' | '>' | ']'))))
            || (qualified && !end.ends_with(';'))
            || (typed && !end.ends_with([';', ',']))))
    .then_some(name)
}

fn next_word(text: &str) -> Option<(&str, &str)> {
    let start = text.find(is_name)?;
    let rest = &text[start..];
    let end = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
    Some((&rest[..end], &rest[end..]))
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$')
}
