//! What holds for any text in any language.

use proptest::prelude::*;
use tamis::analyzer::source::{Structure, passages, structure};
use tamis::language::{self, Language};

/// Ranges lie inside the file, parents come first, order is by line, passages cover every line once.
fn sound(language: &Language, text: &str) -> Result<(), TestCaseError> {
    let found = structure(language, text);
    let lines = text.replace("\r\n", "\n").replace('\r', "\n").lines().count() as u32;
    for (at, symbol) in found.symbols.iter().enumerate() {
        prop_assert!(1 <= symbol.lines.start && symbol.lines.end <= lines, "{symbol:?} of {lines} lines");
        prop_assert!(symbol.lines.contains(symbol.name_line), "{symbol:?}");
        prop_assert!(symbol.parent != Some(at));
        prop_assert!(symbol.parent.is_none_or(|parent| parent < found.symbols.len()));
        prop_assert!(!symbol.name.trim().is_empty());
    }
    prop_assert!(found.imports.is_sorted_by_key(|import| import.line));
    prop_assert!(found.references.is_sorted_by_key(|reference| reference.line));
    prop_assert!(found.imports.iter().all(|import| 1 <= import.line && import.line <= lines));
    prop_assert!(found.references.iter().all(|reference| 1 <= reference.line && reference.line <= lines));
    covers(&found, lines)?;
    covers(&found, lines / 2)
}

fn covers(found: &Structure, lines: u32) -> Result<(), TestCaseError> {
    let mut next = 1;
    for (range, symbol) in passages(found, lines) {
        prop_assert_eq!(range.start, next);
        prop_assert!(range.start <= range.end && range.len() <= 120);
        prop_assert!(symbol.is_none_or(|symbol| symbol < found.symbols.len()));
        next = range.end + 1;
    }
    prop_assert_eq!(next, lines + 1);
    Ok(())
}

fn any_language() -> impl Strategy<Value = &'static Language> {
    let rows: Vec<&'static Language> = language::all().collect();
    proptest::sample::select(rows)
}

/// Pieces that mean something in many languages, in any order.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        proptest::sample::select(vec![
            "class A",
            "def f(x)",
            "fn g() {",
            "function h() {",
            "}",
            "end",
            "{",
            "(",
            ")",
            "\n",
            "\r\n",
            "\r",
            "\n\n",
            "  ",
            "\t",
            ":",
            ";",
            "\"",
            "'",
            "`",
            "#",
            "//",
            "/*",
            "*/",
            "<script>",
            "</script>",
            "---",
            "=",
            "==",
            "[a]",
            "import x",
            "from x import y",
            "use a::{b, c::*};",
            "CREATE TABLE t",
            "struct S",
            "@x",
            "template <T>",
            "#define X 1",
            "\"cell_type\": \"code\"",
            "\"source\": [",
            "let x = 1",
            "type T = {",
            "<<EOF",
            "解析",
            "🎙",
            "é",
        ])
        .prop_map(String::from),
        "\\PC{0,12}",
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

const REAL: &[(&str, &str)] = &[
    ("a.rs", include_str!("properties.rs")),
    ("a.rs", include_str!("../../../src/analyzer/source/outline.rs")),
    ("a.toml", include_str!("../../../Cargo.toml")),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(language in any_language(), text in pieces()) {
        sound(language, &text)?;
    }

    #[test]
    fn cut_code_is_read(case in 0..REAL.len(), cut in 0.0..1.0f64, other in any_language(), same in any::<bool>()) {
        let (path, text) = REAL[case];
        let mut at = (text.len() as f64 * cut) as usize;
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        sound(if same { language::of(path, "") } else { other }, &text[..at])?;
    }
}

#[test]
fn passages_show_whole_functions() {
    let body = "    step();\n".repeat(20);
    let text = format!("use a;\n\nfn one() {{\n{body}}}\n\nfn two() {{\n{body}}}\nconst X: u8 = 1;\n");
    let found = structure(language::named("rust"), &text);
    let shown: Vec<String> = passages(&found, 48)
        .iter()
        .map(|(range, symbol)| format!("{range} {}", symbol.map_or("-", |symbol| found.symbols[symbol].name.as_str())))
        .collect();
    assert_eq!(shown, ["1-2 -", "3-24 one", "25-25 -", "26-47 two", "48-48 X"]);
}

#[test]
fn passages_cut_large_types_into_members_and_long_functions_into_windows() {
    let long = "        step();\n".repeat(150);
    let text =
        format!("class A:\n    x = 1\n\n    def one(self):\n        a()\n        b()\n\n    def two(self):\n{long}");
    let found = structure(language::named("python"), &text);
    let shown: Vec<String> = passages(&found, 158)
        .iter()
        .map(|(range, symbol)| format!("{range} {}", symbol.map_or("-", |symbol| found.symbols[symbol].name.as_str())))
        .collect();
    assert_eq!(shown, ["1-3 x", "4-6 one", "7-7 A", "8-44 two", "45-82 two", "83-120 two", "121-158 two"]);
}

#[test]
fn an_empty_file_has_no_passages() {
    let found = structure(language::named("rust"), "");
    assert!(passages(&found, 0).is_empty());
}
