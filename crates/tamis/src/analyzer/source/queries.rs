//! The queries of the table, compiled when first needed and kept.
//!
//! What a capture's name means is said here and nowhere else.

use std::sync::{LazyLock, OnceLock};

use tree_sitter::Query;

use super::SymbolKind;
use crate::language::{self, Language, Reader};

/// What a capture stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// `@definition.<kind>`: all of a definition.
    Definition(SymbolKind),
    /// `@name`: its name.
    Name,
    /// `@scope`: the name of the type it belongs to, when written outside of it.
    Scope,
    /// `@import`: all of an import.
    Import,
    /// `@import.module`: the module.
    Module,
    /// `@import.name`: a name taken from it.
    ImportName,
    /// `@reference.call` or `@reference.type`: a name that is used.
    Reference,
    /// `@leading`: a comment or attribute that belongs to the definition directly below.
    Leading,
    /// `@ignored`: a name that defines nothing, such as what a module is called where it is imported.
    Ignored,
    /// Anything else serves a predicate of the query.
    Helper,
}

impl Role {
    fn of(capture: &str) -> Self {
        use SymbolKind::{Class, Constant, Function, Interface, Macro, Method, Module, Section, Type};
        match capture {
            "name" => Role::Name,
            "scope" => Role::Scope,
            "import" => Role::Import,
            "import.module" => Role::Module,
            "import.name" => Role::ImportName,
            "reference.call" | "reference.type" => Role::Reference,
            "leading" => Role::Leading,
            "ignored" => Role::Ignored,
            _ => {
                let kind = capture.strip_prefix("definition.");
                let known = [Function, Method, Class, Interface, Type, Module, Constant, Macro, Section];
                let found = known.into_iter().find(|known| kind == Some(known.name()));
                found.map_or(Role::Helper, Role::Definition)
            }
        }
    }
}

/// A query ready to run.
pub(super) struct Compiled {
    pub(super) grammar: tree_sitter::Language,
    pub(super) query: Query,
    /// The role of each capture, by its index.
    pub(super) roles: Vec<Role>,
    /// What stands before the module of an import, by pattern.
    pub(super) prefixes: Vec<String>,
}

/// One slot a row; filled when the first file of its language is read, never all at start-up.
static SLOTS: LazyLock<Vec<(&'static str, OnceLock<Option<Compiled>>)>> =
    LazyLock::new(|| language::all().map(|row| (row.name, OnceLock::new())).collect());

/// The query of a row with a grammar; none when the row has none or they do not fit each other, which a test rules
/// out.
pub(super) fn compiled(language: &Language) -> Option<&'static Compiled> {
    let (_, slot) = SLOTS.iter().find(|(name, _)| *name == language.name)?;
    slot.get_or_init(|| compile(language).ok()).as_ref()
}

fn compile(language: &Language) -> Result<Compiled, String> {
    let Reader::Grammar { grammar, query: source } = language.reader else {
        return Err("no grammar".to_string());
    };
    let grammar = grammar();
    let query = Query::new(&grammar, source).map_err(|error| error.to_string())?;
    let roles = query.capture_names().iter().map(|name| Role::of(name)).collect();
    let prefixes = (0..query.pattern_count()).map(|pattern| prefix(&query, pattern)).collect();
    Ok(Compiled { grammar, query, roles, prefixes })
}

/// `(#set! import.prefix "...")`: the few forms that by themselves mean "beside this file".
fn prefix(query: &Query, pattern: usize) -> String {
    let mut set = query.property_settings(pattern).iter().filter(|property| &*property.key == "import.prefix");
    set.next().and_then(|property| property.value.as_deref()).unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_query_compiles() {
        for row in language::all().filter(|row| matches!(row.reader, Reader::Grammar { .. })) {
            let compiled = compile(row).unwrap_or_else(|error| panic!("{}: {error}", row.name));
            let definitions = compiled.roles.iter().filter(|role| matches!(role, Role::Definition(_))).count();
            assert!(definitions > 0, "{} defines nothing", row.name);
        }
    }
}
