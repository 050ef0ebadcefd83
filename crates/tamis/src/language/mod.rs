//! One table of languages: how a file is recognised, what its comments look like, which words begin a
//! definition, and which grammar and query read its structure.
//!
//! To add a language: a row in one of the files beside this one, a query in `queries/`, a fixture in the tests.
//! No code elsewhere may name a language, and nothing here reads a file or parses.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

mod documents;
mod functional;
mod grammars;
mod notations;
mod programs;
mod settings;

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
    /// File extensions without the dot, lower case; each belongs to one row only.
    pub extensions: &'static [&'static str],
    /// Whole file names in lower case, such as `makefile`; also the part before the first dot of a name whose
    /// extension is unknown, such as `Dockerfile.release`.
    pub file_names: &'static [&'static str],
    /// Interpreter names of a `#!` line, without version digits at their end.
    pub interpreters: &'static [&'static str],
    /// Beginnings of the first line that tell a file whose name does not, such as `<?xml`.
    pub openings: &'static [&'static str],
    /// What begins a comment that ends with the line.
    pub line_comments: &'static [&'static str],
    /// Pairs that open and close a comment or a documentation string.
    pub block_comments: &'static [(&'static str, &'static str)],
    /// Words directly before a defined name, such as `fn`, `class`, `def`.
    pub definition_words: &'static [&'static str],
    /// How its structure is read.
    pub reader: Reader,
    /// What is done to its text before its grammar sees it.
    pub preparation: Preparation,
    /// What stands between the parts of a module's name in an import: `::`, `.`, `/`, `\`.
    pub separator: &'static str,
    /// Stems of files that stand for their folder when it is imported: `mod`, `index`, `__init__`.
    pub folder_files: &'static [&'static str],
    /// Extensions of files that belong to a file of this language with the same stem, such as a header to its source.
    pub companions: &'static [&'static str],
}

/// How the structure of a language is read.
#[derive(Clone, Copy, Debug)]
pub enum Reader {
    /// Not at all: words and line windows only.
    Text,
    /// By a tree-sitter grammar and our query over its trees.
    Grammar {
        /// Makes the grammar.
        grammar: fn() -> tree_sitter::Language,
        /// The text of `queries/<name>.scm`.
        query: &'static str,
    },
    /// By a scanner of lines.
    Scanner(Scanner),
}

/// What is done to a text before a grammar sees it; bytes and lines stay where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preparation {
    /// Nothing.
    None,
    /// Macros and conditionals of a preprocessor, which the grammar does not expand, become blanks where they are in
    /// the way.
    Macros,
    /// Characters beyond Latin-1 become `_`: the grammar's scanner reads outside its tables when it meets one.
    Latin,
}

/// What a line scanner looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scanner {
    /// `# Title`, and titles underlined with `=` or `-`; fenced code is skipped.
    HashHeadings,
    /// Titles underlined with any punctuation.
    UnderlinedHeadings,
    /// `== Title`.
    EqualsHeadings,
    /// `* Title`.
    StarHeadings,
    /// `\section{Title}`.
    CommandHeadings,
    /// `[table]` and `key = value` before the first table.
    Tables,
    /// Keys at the left margin.
    MarginKeys,
    /// Keys of the outermost object.
    ObjectKeys,
    /// Cells of a notebook stored as JSON; code cells are read by their own language.
    Cells,
    /// `<script>` blocks, read by their own language at their true lines.
    Scripts,
    /// `target: prerequisites`.
    Targets,
    /// `FROM image AS stage`.
    Stages,
    /// `CREATE TABLE name (...);`.
    Statements,
    /// Lines that begin with a definition word; the end is found by this rule.
    Declarations(Block),
}

/// How the end of a declaration is found by [`Scanner::Declarations`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// With the closing brace.
    Braces,
    /// With the closing parenthesis.
    Parentheses,
    /// Before the next line that is indented no deeper.
    Indentation,
    /// With a line at the same indentation that begins with `end`.
    End,
}

/// What a row says unless it says otherwise.
const ROW: Language = Language {
    name: "text",
    kind: Kind::Code,
    extensions: &[],
    file_names: &[],
    interpreters: &[],
    openings: &[],
    line_comments: &[],
    block_comments: &[],
    definition_words: &[],
    reader: Reader::Text,
    preparation: Preparation::None,
    separator: "/",
    folder_files: &[],
    companions: &[],
};

/// The comment of C and its many heirs.
const SLASH_STAR: &[(&str, &str)] = &[("/*", "*/")];

static TEXT: Language = Language {
    kind: Kind::Prose,
    extensions: &["txt", "text"],
    file_names: &["license", "licence", "copying", "notice", "authors", "readme", "changelog", "contributors"],
    ..ROW
};

/// Ways to find a row without going through the table.
struct Lookup {
    names: FxHashMap<&'static str, &'static Language>,
    extensions: FxHashMap<&'static str, &'static Language>,
    file_names: FxHashMap<&'static str, &'static Language>,
    interpreters: FxHashMap<&'static str, &'static Language>,
}

static LOOKUP: LazyLock<Lookup> = LazyLock::new(|| {
    let by = |words: fn(&'static Language) -> &'static [&'static str]| {
        all().flat_map(|row| words(row).iter().map(move |word| (*word, row))).collect()
    };
    Lookup {
        names: all().map(|row| (row.name, row)).collect(),
        extensions: by(|row| row.extensions),
        file_names: by(|row| row.file_names),
        interpreters: by(|row| row.interpreters),
    }
});

/// Every row of the table.
pub fn all() -> impl Iterator<Item = &'static Language> {
    grammars::ROWS
        .iter()
        .chain(functional::ROWS)
        .chain(programs::ROWS)
        .chain(notations::ROWS)
        .chain(settings::ROWS)
        .chain(documents::ROWS)
        .chain([&TEXT])
}

/// The language of a file, by its whole name, then its extension, then the beginning of its text (a `#!` line
/// above all); the row `text` when none fits.
pub fn of(path: &str, first_line: &str) -> &'static Language {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let lookup = &*LOOKUP;
    let stem = name.char_indices().find(|(at, c)| *at > 0 && *c == '.').map_or(name.as_str(), |(at, _)| &name[..at]);
    let found = lookup
        .file_names
        .get(name.as_str())
        .or_else(|| name.rsplit_once('.').and_then(|(_, extension)| lookup.extensions.get(extension)))
        .or_else(|| lookup.file_names.get(stem));
    found.copied().or_else(|| by_first_line(first_line)).unwrap_or(&TEXT)
}

fn by_first_line(line: &str) -> Option<&'static Language> {
    let line = line.trim_start_matches('\u{feff}').trim();
    let Some(command) = line.strip_prefix("#!") else {
        let begins = |row: &&Language| row.openings.iter().any(|opening| starts_with(line, opening));
        return all().find(begins);
    };
    let mut words = command.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
    let first = words.next()?;
    let program = match first {
        "env" => words.find(|word| !word.starts_with('-') && !word.contains('='))?,
        _ => first,
    };
    let bare = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    LOOKUP.interpreters.get(bare).copied()
}

/// Whether `line` begins with `opening`, which is in lower case.
fn starts_with(line: &str, opening: &str) -> bool {
    line.get(..opening.len()).is_some_and(|head| head.eq_ignore_ascii_case(opening))
}

/// The row of that name; the row `text` when there is none.
pub fn named(name: &str) -> &'static Language {
    LOOKUP.names.get(name).copied().unwrap_or(&TEXT)
}

/// Whether a lower-case file extension belongs to a row of the table.
pub fn is_known_extension(extension: &str) -> bool {
    LOOKUP.extensions.contains_key(extension)
}
