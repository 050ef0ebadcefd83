//! Makes text with a preprocessor readable for a grammar that knows none: macros that stand in for words the grammar
//! wants, and conditionals in the middle of a statement, become blanks.
//!
//! No byte moves and no line changes its number. Nothing here expands a macro.

use std::borrow::Cow;

/// The text with such macros and conditionals blank.
pub(super) fn blanked(text: &str) -> Cow<'_, str> {
    let mut bytes: Cow<'_, [u8]> = Cow::Borrowed(text.as_bytes());
    let mut state = State { last: b';', conditionals: Vec::new(), comment: false };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let next = text[start + line.len()..].trim_start().bytes().next().unwrap_or(b';');
        for (from, to) in state.read(line, next) {
            for byte in &mut bytes.to_mut()[start + from..start + to] {
                *byte = if matches!(*byte, b'\n' | b'\r') { *byte } else { b' ' };
            }
        }
        start += line.len();
    }
    match bytes {
        Cow::Borrowed(_) => Cow::Borrowed(text),
        Cow::Owned(bytes) => String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned),
    }
}

/// What has been read of the text so far.
struct State {
    /// The last byte of code that is neither blank nor in a comment or directive.
    last: u8,
    /// The conditionals that are open.
    conditionals: Vec<Conditional>,
    /// Inside a `/* */`.
    comment: bool,
}

#[derive(Clone, Copy)]
struct Conditional {
    /// It began in the middle of a statement: its directives become blank.
    inside: bool,
    /// A further branch of such a one: its lines become blank too.
    further: bool,
}

impl State {
    /// The parts of a line that become blank, from and to which byte.
    fn read(&mut self, line: &str, next: u8) -> Vec<(usize, usize)> {
        let trimmed = line.trim();
        let was_comment = self.comment;
        self.comment = ends_in_comment(line, was_comment);
        if was_comment || trimmed.is_empty() || trimmed.starts_with("//") || trimmed.starts_with("/*") {
            return Vec::new();
        }
        let whole = vec![(0, line.len())];
        if let Some(directive) = trimmed.strip_prefix('#') {
            return if self.directive(directive.trim_start()) { whole } else { Vec::new() };
        }
        if self.conditionals.iter().any(|open| open.further) {
            return whole;
        }
        let in_list = matches!(self.last, b',' | b'(' | b'=') || (self.last == b'{' && matches!(next, b'}' | b')'));
        if standing_alone(trimmed) && !in_list {
            return whole;
        }
        let code = trimmed.split("//").next().unwrap_or_default().trim_end();
        self.last = code.bytes().last().unwrap_or(self.last);
        between_word_and_name(line).into_iter().collect()
    }

    /// Takes in a directive; whether it becomes blank.
    fn directive(&mut self, directive: &str) -> bool {
        let outer = self.conditionals.last().is_some_and(|open| open.inside);
        if directive.starts_with("if") {
            let inside = outer || !matches!(self.last, b';' | b'{' | b'}' | b')' | b':' | b'>' | b'/' | b'"');
            self.conditionals.push(Conditional { inside, further: false });
            return inside;
        }
        if directive.starts_with("el") {
            if let Some(open) = self.conditionals.last_mut() {
                open.further = open.inside;
            }
            return outer;
        }
        directive.starts_with("endif") && self.conditionals.pop().is_some_and(|open| open.inside)
    }
}

fn ends_in_comment(line: &str, mut inside: bool) -> bool {
    let mut rest = line;
    while let Some(at) = rest.find(if inside { "*/" } else { "/*" }) {
        if !inside && rest[..at].contains("//") {
            return false;
        }
        rest = &rest[at + 2..];
        inside = !inside;
    }
    inside
}

/// Whether a line is nothing but a macro: `BEGIN_NAMESPACE`, `NON_NULL(1, 2)`.
fn standing_alone(trimmed: &str) -> bool {
    let name = macro_name(trimmed);
    let rest = &trimmed[name..];
    name > 0 && (rest.is_empty() || (rest.starts_with('(') && rest.find(')') == Some(rest.len() - 1)))
}

/// The length of the macro's name at the beginning of a text, zero when there is none.
fn macro_name(text: &str) -> usize {
    let end = text.find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')).unwrap_or(text.len());
    let name = &text[..end];
    let goes_on = text[end..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
    if end >= 4 && name.contains('_') && name.starts_with(|c: char| c.is_ascii_uppercase()) && !goes_on {
        end
    } else {
        0
    }
}

/// The macro in `class API_EXPORT Name`, and one that stands first in `API_EXPORT class Name`, `INLINE_X int f()`.
fn between_word_and_name(line: &str) -> Option<(usize, usize)> {
    let indent = line.len() - line.trim_start().len();
    let first = macro_name(&line[indent..]);
    if first > 0 && begins_declaration(line[indent + first..].trim_start()) {
        return Some((indent, indent + first));
    }
    let at = ["class ", "struct ", "union "].iter().find_map(|word| {
        let at = line.find(word)?;
        let whole = at == 0 || line[..at].ends_with([' ', '\t']);
        whole.then_some(at + word.len())
    })?;
    let name = macro_name(&line[at..]);
    let arguments = match line[at + name..].starts_with('(') {
        true => line[at + name..].find(')')? + 1,
        false => 0,
    };
    let named = line[at + name + arguments..].starts_with(' ')
        && line[at + name + arguments..].trim_start().starts_with(|c: char| c.is_alphabetic() || c == '_');
    (name > 0 && named).then_some((at, at + name + arguments))
}

/// Whether a text begins with a type or a keyword and then a name, so that a macro before it was one word too many.
fn begins_declaration(rest: &str) -> bool {
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    let after = rest[end..].trim_start();
    let begins = rest.starts_with(|c: char| c.is_alphabetic() || c == '_');
    begins && after.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '*' | '&' | '<' | ':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found = blanked(text);
        assert_eq!(found.len(), text.len());
        let seen: Vec<String> =
            found.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(seen.join("|"), expected);
    }

    #[test]
    fn macros_in_place_of_words() {
        check("BEGIN_NAMESPACE\nclass API_EXPORT A {\n  Q_OBJECT\n  int a;\n};\n", "|class A {||int a;|};");
        check("MY_TPL\nclass B\n{\n};\nMY_API struct C;\n", "|class B|{|};|struct C;");
        check("enum E {\n  A_ONE,\n  A_TWO\n};\n", "enum E {|A_ONE,|A_TWO|};");
        check("struct S x = {\n  MAX_SIZE\n};\nF_CALL(1);\n", "struct S x = {|MAX_SIZE|};|F_CALL(1);");
        check(
            "MY_API int f(void);\nMY_TYPE g(int a);\nMY_TYPE x = 1;\n",
            "int f(void);|MY_TYPE g(int a);|MY_TYPE x = 1;",
        );
        check("class EXPORT_X(a) D {};\nclass ONLY_NAME {};\n", "class D {};|class ONLY_NAME {};");
    }

    #[test]
    fn conditionals_inside_a_statement() {
        check("class A\n#if X\n  : B\n#else\n  : C\n#endif\n{};\n", "class A||: B||||{};");
        check("int a;\n#if X\nint b;\n#endif\n", "int a;|#if X|int b;|#endif");
        check("f(a,\n#ifdef X\n  b,\n#endif\n  c);\n", "f(a,||b,||c);");
        check("/* x\n#if Y\n*/\nint a;\n", "/* x|#if Y|*/|int a;");
    }
}
