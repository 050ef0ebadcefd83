//! The floor rule: a module of the engine may import only modules that `lib.rs` lists below it.

use expect_test::{Expect, expect};

use super::{check, sources_in, text};

const SRC: &str = "crates/tamis/src";

/// The modules of the engine, from the top floor down.
pub(super) fn modules() -> Vec<String> {
    modules_of(&text("crates/tamis/src/lib.rs"))
}

fn modules_of(lib: &str) -> Vec<String> {
    let lines = lib.lines().filter_map(|line| line.strip_prefix("pub mod ").or(line.strip_prefix("mod ")));
    lines.filter_map(|rest| rest.strip_suffix(';')).map(str::to_owned).collect()
}

#[test]
fn no_module_imports_one_above_it() {
    let modules = modules();
    let files = sources_in(SRC).into_iter().filter(|path| !path.ends_with("/lib.rs"));
    check(
        "a module may import only modules listed below it",
        files.flat_map(|path| faults(&modules, &path, &text(&path))),
    );
}

#[test]
fn every_module_of_the_engine_is_listed() {
    let listed = modules();
    let found = super::names_in(SRC).into_iter().filter(|name| !name.starts_with("lib."));
    let unlisted = found.filter(|name| !listed.iter().any(|one| name.strip_suffix(".rs").unwrap_or(name) == one));
    check("each file and folder of src is a module of lib.rs", unlisted);
}

/// Upward paths in the code of one file: in `use` lines, groups of them and full paths alike, by `crate` or `super`.
fn faults(modules: &[String], path: &str, code: &str) -> Vec<String> {
    let home = home(path);
    let floor = |module: &str| modules.iter().position(|one| one == module);
    let mut faults = Vec::new();
    for (line, module) in root_names(&home, &tokens(code)) {
        let Some(own) = floor(&home[0]) else { return vec![format!("{path}: `{}` is not in lib.rs", home[0])] };
        match floor(&module) {
            Some(other) if other >= own => {}
            Some(_) => faults.push(format!("{path}:{line}: `{}` imports `{module}`, which is above it", home[0])),
            None => faults.push(format!("{path}:{line}: `{module}` is not a module of lib.rs")),
        }
    }
    faults
}

/// The module path of a file: `crates/tamis/src/context/mod.rs` is `context`.
fn home(path: &str) -> Vec<String> {
    let inside = path.strip_prefix(SRC).unwrap_or(path).trim_start_matches('/').trim_end_matches(".rs");
    inside.trim_end_matches("/mod").split('/').map(str::to_owned).collect()
}

/// The name after each path that leads to the crate's root, and its line.
fn root_names(home: &[String], tokens: &[(u32, String)]) -> Vec<(u32, String)> {
    let token = |place: usize| tokens.get(place).map_or("", |(_, token)| token.as_str());
    let mut names = Vec::new();
    // Braces open at each inline module around the place.
    let mut inline: Vec<usize> = Vec::new();
    let mut depth = 0;
    for place in 0..tokens.len() {
        match token(place) {
            "mod" if token(place + 2) == "{" => inline.push(depth),
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                inline.pop_if(|opened| *opened == depth);
            }
            "crate" if token(place + 1) == "::" => names.extend(names_after(tokens, place + 2)),
            "super" if place < 2 || token(place - 1) != "::" || token(place - 2) == "self" => {
                let mut end = place;
                while token(end + 1) == "::" && token(end + 2) == "super" {
                    end += 2;
                }
                let up = (end - place) / 2 + 1;
                if up >= home.len() + inline.len() && token(end + 1) == "::" {
                    names.extend(names_after(tokens, end + 2));
                }
            }
            _ => {}
        }
    }
    names
}

/// The first name at `place`, or of each member of the group that opens there.
fn names_after(tokens: &[(u32, String)], place: usize) -> Vec<(u32, String)> {
    if tokens.get(place).is_none_or(|(_, token)| token != "{") {
        return tokens.get(place).cloned().into_iter().collect();
    }
    let mut names = Vec::new();
    let mut depth = 0;
    for pair in tokens[place..].windows(2) {
        match pair[0].1.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if depth == 1 && matches!(pair[0].1.as_str(), "{" | ",") && pair[1].1 != "}" {
            names.push(pair[1].clone());
        }
    }
    names
}

/// Words, `::` and single signs of the code, each with its line; no comments, strings or characters.
fn tokens(code: &str) -> Vec<(u32, String)> {
    let mut tokens: Vec<(u32, String)> = Vec::new();
    let mut rest = code;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let length = if word > 0 {
            tokens.push((line, rest[..word].to_owned()));
            word
        } else if let Some(skipped) = skipped(rest) {
            skipped
        } else if rest.starts_with("::") {
            tokens.push((line, "::".to_owned()));
            2
        } else {
            if !first.is_whitespace() {
                tokens.push((line, first.to_string()));
            }
            first.len_utf8()
        };
        line += rest[..length].matches('\n').count() as u32;
        rest = &rest[length..];
        // The `r`, `b` or `br` of a string came as a word: what follows is the string.
        let marks = rest.len() - rest.trim_start_matches('#').len();
        let raw = tokens.last().is_some_and(|(_, word)| matches!(word.as_str(), "r" | "br"));
        if raw && rest[marks..].starts_with('"') {
            let close = format!("\"{}", &rest[..marks]);
            let end = rest[marks + 1..].find(&close).map_or(rest.len(), |at| marks + 1 + at + close.len());
            line += rest[..end].matches('\n').count() as u32;
            rest = &rest[end..];
        }
    }
    tokens
}

/// The length of the comment, string or character that `text` begins with.
fn skipped(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return Some(text.find("*/").map_or(text.len(), |at| at + 2));
    }
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return Some(at + 1),
            // A lifetime, not a character.
            _ if quote == '\'' && at > 1 && !text[1..].starts_with('\\') => return Some(1),
            _ => {}
        }
    }
    Some(text.len())
}

#[track_caller]
fn check_faults(path: &str, code: &str, expected: Expect) {
    let modules = modules_of("pub mod engine;\npub mod session;\npub mod context;\npub mod error;\n");
    expected.assert_eq(&faults(&modules, &format!("{SRC}/{path}"), code).join("\n"));
}

#[test]
fn an_upward_path_is_found_wherever_it_hides() {
    check_faults(
        "context/packing.rs",
        r##"//! See [`crate::engine`].
use crate::error::Result;
use crate::{error::Error, session::{Session, engine}, engine};
use super::super::session;
use super::session;
fn f<'a>(x: &'a str) -> char { let s = "crate::engine"; let r = r#"" crate::engine "#; crate::engine::g(s); '"' }
mod tests {
    use super::*;
    use super::super::super::session::Tools;
}
use super::super::nothing;
"##,
        expect![[r#"
            crates/tamis/src/context/packing.rs:3: `context` imports `session`, which is above it
            crates/tamis/src/context/packing.rs:3: `context` imports `engine`, which is above it
            crates/tamis/src/context/packing.rs:4: `context` imports `session`, which is above it
            crates/tamis/src/context/packing.rs:6: `context` imports `engine`, which is above it
            crates/tamis/src/context/packing.rs:9: `context` imports `session`, which is above it
            crates/tamis/src/context/packing.rs:11: `nothing` is not a module of lib.rs"#]],
    );
}

#[test]
fn downward_paths_and_paths_inside_a_module_are_free() {
    check_faults(
        "session.rs",
        "use crate::context::Context;\nuse super::error;\nfn f() { crate::session::g() }\nmod tests { use super::*; }\n",
        expect![""],
    );
    check_faults("other.rs", "use crate::error;\n", expect!["crates/tamis/src/other.rs: `other` is not in lib.rs"]);
}
