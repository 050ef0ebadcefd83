//! Files made to break a parser. Each is read on a small stack, within a bound of steps and not of time.

use tamis::analyzer::source::{ParseStatus, Structure, SymbolKind, passages, structure};
use tamis::language::{self, Reader};

/// Reads `text` as `path` on a stack of 1 MiB.
fn read(path: &str, text: String) -> Structure {
    let language = language::of(path, "");
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    let reading = thread.spawn(move || structure(language, &text)).expect("a thread starts");
    reading.join().expect("no panic and no overflow")
}

#[test]
fn deeply_nested_parentheses() {
    let text = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(matches!(read("deep.js", text).status, ParseStatus::TextOnly(_)));
}

#[test]
fn deeply_nested_blocks() {
    let text = format!("void f(void) {{\n{}{}\n}}\n", "{\n".repeat(20_000), "}\n".repeat(20_000));
    assert!(matches!(read("deep.c", text).status, ParseStatus::TextOnly(_)));
}

#[test]
fn deeply_nested_data() {
    assert!(matches!(read("deep.json", "[".repeat(100_000)).status, ParseStatus::TextOnly(_)));
    assert!(matches!(read("deep.py", "[".repeat(100_000)).status, ParseStatus::TextOnly(_)));
}

#[test]
fn every_grammar_survives_deep_nesting() {
    for language in language::all().filter(|row| matches!(row.reader, Reader::Grammar { .. })) {
        for (open, close) in [("(", ")"), ("{", "}"), ("[", "]"), ("a(", ")"), ("if x {\n", "}\n")] {
            let text = format!("x = {}1{}\n", open.repeat(3_000), close.repeat(3_000));
            read(&format!("deep.{}", language.extensions[0]), text);
        }
    }
}

#[test]
fn a_long_table_at_file_scope() {
    let row = "    { 1, \"name\", 0x10, { 2, 3 }, &handler },\n";
    let text =
        format!("static const struct row rows[] = {{\n{}}};\nint after(void) {{ return 1; }}\n", row.repeat(2_000));
    let found = read("table.c", text);
    assert_eq!(found.status, ParseStatus::Parsed);
    assert!(found.symbols.iter().any(|symbol| symbol.name == "after" && symbol.lines.start == 2_003));
}

#[test]
fn characters_that_a_scanner_has_no_table_for() {
    let found = read("a.sh", "run() {\n  echo {\u{e01cb}\n  echo {1..\u{10ffff}\n}\n寻路() { run; }\n".to_string());
    assert!(found.symbols.iter().any(|symbol| symbol.name == "寻路"));
}

#[test]
fn a_megabyte_of_inserts() {
    let text = "INSERT INTO t VALUES (1, 'a', 'create table x'), (2, 'it''s', NULL);\n".repeat(15_000);
    assert_eq!(read("dump.sql", text).status, ParseStatus::Parsed);
}

const QUOTES: [&str; 11] = ["\"", "'", "`", "\"\"\"", "<<EOF\n", "${\"", "R\"(", "r#\"", "/*", "{-", "<div a=\""];

fn quotes_never_closed(quote: &str, bytes: usize) -> String {
    format!("{quote}it's {quote}x = f({quote}\n").repeat(bytes / (3 * quote.len() + 12))
}

#[test]
fn unclosed_quotes_of_every_kind() {
    for language in language::all() {
        let Some(extension) = language.extensions.first() else { continue };
        for quote in QUOTES {
            let text = quotes_never_closed(quote, 4_000);
            let lines = text.lines().count() as u32;
            let found = read(&format!("quotes.{extension}"), text);
            assert!(found.symbols.iter().all(|symbol| symbol.lines.end <= lines), "{} {quote}", language.name);
        }
    }
}

#[test]
fn a_large_file_of_unclosed_quotes_in_every_language() {
    for language in language::all().filter(|row| !row.extensions.is_empty()) {
        read(&format!("quotes.{}", language.extensions[0]), quotes_never_closed("\"", 40_000));
    }
    // A token that never closes would be read to the end at every try.
    for (path, quote) in [("a.c", "/*"), ("a.swift", "r#\""), ("a.rs", "r#\""), ("a.lua", "<<EOF\n"), ("a.r", "R\"(")] {
        let found = read(path, quotes_never_closed(quote, 300_000));
        assert!(matches!(found.status, ParseStatus::TextOnly(_)), "{path}");
    }
}

#[test]
fn a_large_hand_written_file_is_parsed() {
    let mut text = String::new();
    for at in 0..4_300 {
        if at == 3_000 {
            text.push_str("export class WidgetHub {\n  start(): void {}\n}\n");
        }
        text.push_str(&format!(
            "/** Explains what number {at} is for, in words a person could have written by hand, at some length. */\n\
             export function handler{at}(input: Request<User>, options?: Options): Promise<Result> {{\n  \
               const value = await this.service.lookup(input.id, {{ deep: true, retries: {at} }});\n  \
               if (value == null || value.length === 0) {{\n    \
                 throw new NotFoundError(`missing ${{input.id}}`);\n  }}\n  return value;\n}}\n"
        ));
    }
    assert!(text.len() > 1_300_000 && text.lines().count() > 30_000);
    let found = read("hub.ts", text);
    assert_eq!(found.status, ParseStatus::Parsed);
    let hub = found.symbols.iter().find(|symbol| symbol.name == "WidgetHub").unwrap();
    assert_eq!((hub.kind, hub.lines.start), (SymbolKind::Class, 3_000 * 8 + 1));
}

#[test]
fn a_file_too_large_to_parse_says_so() {
    let found = read("big.rs", "fn f() {}\n".repeat(300_000));
    assert_eq!(found.status, ParseStatus::TextOnly("too large to parse".into()));
    assert_eq!(passages(&found, 300_000).len(), 7_500);
}

#[test]
fn the_same_text_always_ends_the_same_way() {
    let text = "((((a[b{c'\"`\n".repeat(1_000);
    for path in ["a.rb", "a.cpp", "a.cs", "a.swift", "a.scala", "a.php"] {
        assert_eq!(read(path, text.clone()), read(path, text.clone()), "{path}");
    }
}
