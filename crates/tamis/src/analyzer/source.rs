//! Source text to structure: which symbols a file defines, imports and refers to, and at which lines.
//!
//! Works on text alone; which file it came from is the caller's business.

use std::borrow::Cow;

use crate::budget::MAX_PARSE_BYTES;
use crate::document::LineRange;
use crate::language::{Language, Preparation, Reader};

mod grammar;
mod imports;
mod lines;
mod macros;
mod outline;
mod passages;
mod queries;
mod scan;

pub use passages::passages;

/// What kind of thing a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymbolKind {
    /// A free function.
    Function,
    /// A function inside a type.
    Method,
    /// Class, struct, enum, record, object.
    Class,
    /// Interface, trait, protocol, type class.
    Interface,
    /// Type alias, typedef.
    Type,
    /// Module, namespace, package, impl block.
    Module,
    /// Constant or variable at file level.
    Constant,
    /// Macro.
    Macro,
    /// Section of a document, top-level key of a settings file, notebook cell, rule of a build file.
    Section,
}

impl SymbolKind {
    /// Every kind, each at the place of its number.
    pub const ALL: [SymbolKind; 9] = [
        SymbolKind::Function,
        SymbolKind::Method,
        SymbolKind::Class,
        SymbolKind::Interface,
        SymbolKind::Type,
        SymbolKind::Module,
        SymbolKind::Constant,
        SymbolKind::Macro,
        SymbolKind::Section,
    ];

    /// Whether it is a function of any kind.
    pub fn is_callable(self) -> bool {
        matches!(self, SymbolKind::Function | SymbolKind::Method)
    }

    /// The word used in outputs.
    pub fn name(self) -> &'static str {
        match self {
            SymbolKind::Function => "function",
            SymbolKind::Method => "method",
            SymbolKind::Class => "class",
            SymbolKind::Interface => "interface",
            SymbolKind::Type => "type",
            SymbolKind::Module => "module",
            SymbolKind::Constant => "constant",
            SymbolKind::Macro => "macro",
            SymbolKind::Section => "section",
        }
    }
}

/// A definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name as written, without its container.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// All its lines, with the comments and attributes that stand directly above it.
    pub lines: LineRange,
    /// The line its name stands on.
    pub name_line: u32,
    /// Index in [`Structure::symbols`] of the enclosing symbol, or of the type a method written outside of it belongs
    /// to.
    pub parent: Option<usize>,
}

/// A reference to another file or module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The module as written, without quotes: `./jwt-utils`, `a.b.c`, `crate::x::y`, `net/http`, `foo/bar.h`. A form
    /// that by itself means "beside this file" says so: `self::x` for Rust's `mod x;`, `./x` for Ruby's
    /// `require_relative`.
    pub module: String,
    /// The names taken from it, `*` for all; empty when the whole module, or what its path ends in, is meant.
    pub names: Vec<String>,
    /// Line it stands on.
    pub line: u32,
}

/// A use of a name: a call or a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The name as written, the last component of a qualified one.
    pub name: String,
    /// Line it stands on.
    pub line: u32,
}

/// How well a file was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseStatus {
    /// Parsed by its grammar or scanner, perhaps with errors inside.
    Parsed,
    /// The language has no grammar: words and line windows only.
    NoGrammar,
    /// Parsing was given up; words and line windows only. The reason in words.
    TextOnly(Cow<'static, str>),
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// Definitions, by first line; an enclosing one comes before what it holds.
    pub symbols: Vec<Symbol>,
    /// Imports, by line.
    pub imports: Vec<Import>,
    /// Calls and type uses, by line; no duplicates on one line.
    pub references: Vec<Reference>,
    /// How well it went.
    pub status: ParseStatus,
}

impl Structure {
    /// Of a text in which nothing was found.
    pub fn empty(status: ParseStatus) -> Self {
        Structure { symbols: Vec::new(), imports: Vec::new(), references: Vec::new(), status }
    }
}

/// The grammar that reads a language, told apart from other versions of it by its size; none for a language that has none.
pub fn grammar_name(language: &Language) -> Option<String> {
    let Reader::Grammar { grammar, .. } = language.reader else { return None };
    let grammar = grammar();
    let sizes = (grammar.abi_version(), grammar.parse_state_count(), grammar.node_kind_count(), grammar.field_count());
    Some(format!("{} {sizes:?}", language.name))
}

/// Reads the structure of `text`. Never fails: what cannot be parsed has no symbols and says why.
///
/// Lines are those of `text`, whether they end in `\n`, `\r\n` or `\r`.
pub fn structure(language: &Language, text: &str) -> Structure {
    let text = &*lines::with_newlines(text);
    match language.reader {
        _ if text.len() > MAX_PARSE_BYTES => Structure::empty(ParseStatus::TextOnly("too large to parse".into())),
        Reader::Text => Structure::empty(ParseStatus::NoGrammar),
        Reader::Grammar { .. } => {
            let prepared = match language.preparation {
                Preparation::None => text.into(),
                Preparation::Macros => macros::blanked(text),
                Preparation::Latin => lines::latin(text),
            };
            match grammar::findings(language, &prepared) {
                Ok(findings) => outline::structure(text, findings, language.separator),
                Err(why) => Structure::empty(ParseStatus::TextOnly(why.into())),
            }
        }
        Reader::Scanner(scanner) => scan::structure(scanner, language, text),
    }
}
