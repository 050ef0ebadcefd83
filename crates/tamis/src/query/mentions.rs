//! What a task names outright: paths, dotted modules, frames of a stack trace, identifiers, quoted messages.
//!
//! Reads one piece of text at a time and does not judge whether the named thing exists.

use crate::analyzer::terms::is_cjk;

/// The part of the task a mention stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// The first line.
    Title,
    /// Between backticks.
    Backtick,
    /// Running text.
    Prose,
    /// A stack trace.
    Trace,
    /// A block of code.
    Code,
}

/// What kind of thing is named.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MentionKind {
    /// A file: one or more components, perhaps with a line.
    Path {
        /// The line it names.
        line: Option<u32>,
    },
    /// `a.b.c`, `a::b`, `A#b`: the components are split by the caller.
    Qualified,
    /// A name shaped as code, or any single word between backticks.
    Identifier,
    /// Words between quotation marks, or an error's message.
    Quoted,
}

/// Something named.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mention {
    /// As written, without marks around it.
    pub text: String,
    /// What kind.
    pub kind: MentionKind,
    /// Where.
    pub origin: Origin,
    /// For frames of a trace: the distance from its nearer end, from 1. Otherwise 1.
    pub distance: u32,
}

/// The mentions of one piece of text, in order, with repeats.
pub(super) fn mentions(text: &str, origin: Origin) -> Vec<Mention> {
    let mut found = Vec::new();
    for line in text.lines() {
        let frame = origin != Origin::Title && is_frame(line);
        let origin = if frame { Origin::Trace } else { origin };
        for token in line.split(is_separator).map(trim_marks).filter(|token| !token.is_empty()) {
            if let Some((text, kind)) = classify(token, origin) {
                found.push(Mention { text, kind, origin, distance: 1 });
            }
        }
        if matches!(origin, Origin::Title | Origin::Prose) {
            found.extend(quoted(line).into_iter().map(|text| Mention {
                text,
                kind: MentionKind::Quoted,
                origin,
                distance: 1,
            }));
        }
    }
    found
}

fn is_separator(character: char) -> bool {
    character.is_whitespace()
        || matches!(
            character,
            '`' | '"'
                | '\''
                | '('
                | ')'
                | '['
                | ']'
                | '{'
                | '}'
                | '<'
                | '>'
                | ','
                | ';'
                | '='
                | '|'
                | '*'
                | '…'
                | '“'
                | '”'
                | '‘'
                | '’'
                | '«'
                | '»'
                | '!'
                | '?'
                | '+'
                | '&'
                | '%'
                | '^'
                | '~'
        )
        || matches!(
            character,
            '、' | '。' | '，' | '：' | '；' | '（' | '）' | '「' | '」' | '『' | '』' | '【' | '】' | '！' | '？'
        )
}

/// Without the marks around a word. A dot or `@` in front stays where a name follows: `.github/x.yml`, `@scope/a.ts`.
fn trim_marks(token: &str) -> &str {
    let mark = |c: char| matches!(c, '.' | ':' | '/' | '-' | '#' | '@' | '$' | '\\');
    let bare = token.trim_matches(mark);
    let with_first = token.trim_end_matches(mark);
    let kept = with_first.strip_suffix(bare).is_some_and(|front| matches!(front, "." | "@"));
    if kept { with_first } else { bare }
}

/// A line of a stack trace of one of the common languages.
fn is_frame(line: &str) -> bool {
    let text = line.trim_start();
    let numbered = text.strip_prefix('#').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    text.starts_with("at ") && text.contains([':', '('])
        || text.starts_with("File \"")
        || numbered
        || text.starts_with("--> ")
        || text.contains(":in `")
}

fn classify(token: &str, origin: Origin) -> Option<(String, MentionKind)> {
    if token.len() > 300 || token.contains("://") {
        return repository_url(token);
    }
    if let Some((path, line)) = path(token) {
        return Some((path, MentionKind::Path { line }));
    }
    if is_qualified(token) {
        return Some((token.to_owned(), MentionKind::Qualified));
    }
    let code_shaped = is_identifier(token) && (is_code_shaped(token) || origin == Origin::Backtick);
    code_shaped.then(|| (token.to_owned(), MentionKind::Identifier))
}

/// The path inside a link to a file of a forge: `https://host/owner/name/blob/<revision>/src/a.rs#L10`.
fn repository_url(token: &str) -> Option<(String, MentionKind)> {
    let (_, rest) = token.split_once("/blob/")?;
    let (_, path) = rest.split_once('/')?;
    let (path, anchor) = path.split_once('#').unwrap_or((path, ""));
    let line = anchor.trim_start_matches('L').split('-').next().and_then(|digits| digits.parse().ok());
    (!path.is_empty()).then(|| (path.to_owned(), MentionKind::Path { line }))
}

/// A file path: its last component has the extension of a known language. Splits off `:line` and `:line:column`.
fn path(token: &str) -> Option<(String, Option<u32>)> {
    let mut pieces = token.split(':');
    let path = pieces.next()?.replace('\\', "/");
    let line = pieces.next().and_then(|digits| digits.trim_start_matches('L').parse().ok());
    let name = path.rsplit('/').next()?;
    let (stem, extension) = name.rsplit_once('.')?;
    let known = !stem.is_empty() && crate::language::is_known_extension(&extension.to_lowercase());
    let shaped = path.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '@' | '$' | '+'));
    (known && shaped && (line.is_some() || !token.contains(':')))
        .then(|| (path.trim_start_matches("./").to_owned(), line))
}

fn is_qualified(token: &str) -> bool {
    let pieces: Vec<&str> = token.split("::").flat_map(|piece| piece.split(['.', '#'])).collect();
    pieces.len() > 1 && pieces.iter().all(|piece| is_identifier(piece)) && pieces.iter().any(|piece| piece.len() > 2)
}

fn is_identifier(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && token.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !token.chars().any(is_cjk)
        && token.len() < 100
}

/// Inner capitals or underscores: `camelCase`, `snake_case`, `HTTPServer`; not `Word` and not `WORD`.
fn is_code_shaped(token: &str) -> bool {
    let core = token.trim_matches('_');
    let inner_capital = core.chars().skip(1).any(char::is_uppercase) && core.chars().any(char::is_lowercase);
    core.contains('_') || inner_capital || token.starts_with("__")
}

/// Words between double quotes: at least two of them, at most 200 characters.
fn quoted(line: &str) -> Vec<String> {
    let pieces: Vec<&str> = line.split(['"', '“', '”']).collect();
    pieces
        .iter()
        .skip(1)
        .step_by(2)
        .take(pieces.len().saturating_sub(1) / 2)
        .filter(|text| text.trim().contains(' ') && text.chars().count() <= 200)
        .map(|text| text.trim().to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found = mentions(text, Origin::Prose);
        let shown: Vec<String> = found.iter().map(|one| format!("{:?} {}", one.kind, one.text)).collect();
        assert_eq!(shown.join("; "), expected, "{text}");
    }

    #[test]
    fn paths_keep_the_dot_or_scope_in_front() {
        check("see .github/workflows/release.yml.", "Path { line: None } .github/workflows/release.yml");
        check("in ./src/a.rs:12", "Path { line: Some(12) } src/a.rs");
        check("@scope/ui/button.tsx breaks", "Path { line: None } @scope/ui/button.tsx");
        check("so it stops... now.", "");
    }

    #[test]
    fn names_of_code_stand_out_from_prose() {
        check("call parseConfig or os.path.join() twice", "Identifier parseConfig; Qualified os.path.join");
        check("the error \"cannot open file\" appears", "Quoted cannot open file");
    }
}
