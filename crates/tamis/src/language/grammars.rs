//! The rows whose structure is read by a grammar; the query of each stands in `queries/`.
//!
//! Values only.

use super::{Kind, Language, ROW, Reader, SLASH_STAR};

/// A reader from the grammar's crate and the names of its query files.
macro_rules! grammar {
    ($language:path, $($query:literal),+) => {
        Reader::Grammar {
            grammar: || $language.into(),
            query: concat!($(include_str!(concat!("queries/", $query, ".scm"))),+),
        }
    };
}

const SCRIPT_WORDS: &[&str] = &["function", "class", "const", "let", "var", "get", "set", "static", "async"];
const TYPED_SCRIPT_WORDS: &[&str] = &[
    "function",
    "class",
    "const",
    "let",
    "var",
    "get",
    "set",
    "static",
    "async",
    "interface",
    "type",
    "enum",
    "namespace",
    "module",
];

pub(super) static ROWS: &[Language] = &[
    Language {
        name: "rust",
        extensions: &["rs"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &[
            "fn",
            "struct",
            "enum",
            "trait",
            "union",
            "type",
            "mod",
            "const",
            "static",
            "impl",
            "macro_rules!",
        ],
        reader: grammar!(tree_sitter_rust::LANGUAGE, "rust"),
        separator: "::",
        folder_files: &["mod", "lib", "main"],
        ..ROW
    },
    Language {
        name: "python",
        extensions: &["py", "pyi", "pyw", "pyx", "pxd", "bzl", "star"],
        file_names: &["sconstruct", "sconscript", "wscript", "build.bazel", "workspace.bazel", "tiltfile", "snakefile"],
        interpreters: &["python", "pypy", "uv"],
        line_comments: &["#"],
        block_comments: &[("\"\"\"", "\"\"\""), ("'''", "'''")],
        definition_words: &["def", "class"],
        reader: grammar!(tree_sitter_python::LANGUAGE, "python"),
        separator: ".",
        folder_files: &["__init__"],
        companions: &["py", "pyi"],
        ..ROW
    },
    Language {
        name: "javascript",
        extensions: &["js", "jsx", "mjs", "cjs", "es6"],
        file_names: &["jakefile"],
        interpreters: &["node", "nodejs", "bun", "qjs"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: SCRIPT_WORDS,
        reader: grammar!(tree_sitter_javascript::LANGUAGE, "ecmascript", "javascript", "jsx"),
        folder_files: &["index"],
        ..ROW
    },
    Language {
        name: "typescript",
        extensions: &["ts", "mts", "cts"],
        interpreters: &["deno", "ts-node", "tsx"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: TYPED_SCRIPT_WORDS,
        reader: grammar!(tree_sitter_typescript::LANGUAGE_TYPESCRIPT, "ecmascript", "typescript"),
        folder_files: &["index"],
        ..ROW
    },
    Language {
        name: "tsx",
        extensions: &["tsx"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: TYPED_SCRIPT_WORDS,
        reader: grammar!(tree_sitter_typescript::LANGUAGE_TSX, "ecmascript", "typescript", "jsx"),
        folder_files: &["index"],
        ..ROW
    },
    Language {
        name: "go",
        extensions: &["go"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["func", "type", "const", "var"],
        reader: grammar!(tree_sitter_go::LANGUAGE, "go"),
        ..ROW
    },
    Language {
        name: "java",
        extensions: &["java"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["class", "interface", "enum", "record"],
        reader: grammar!(tree_sitter_java::LANGUAGE, "java"),
        separator: ".",
        ..ROW
    },
];
