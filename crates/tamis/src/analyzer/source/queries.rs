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
    /// `@around`: what begins above a definition and ends with it, such as a template's head.
    Around,
    /// `@import`: all of an import.
    Import,
    /// `@import.whole`: an import to be read from its text, after its first word.
    WholeImport,
    /// `@import.module`: the module.
    Module,
    /// `@import.name`: a name taken from it.
    ImportName,
    /// `@reference.call` or `@reference.type`: a name that is used.
    Reference,
    /// `@leading`: a comment or attribute that belongs to the definition directly below.
    Leading,
    /// `@nested`: the arguments of a macro, in which definitions may stand; what is between its brackets is read as
    /// if it stood outside.
    Nested,
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
            "around" => Role::Around,
            "import" => Role::Import,
            "import.whole" => Role::WholeImport,
            "import.module" => Role::Module,
            "import.name" => Role::ImportName,
            "reference.call" | "reference.type" => Role::Reference,
            "leading" => Role::Leading,
            "ignored" => Role::Ignored,
            "nested" => Role::Nested,
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
    /// The settings of each pattern.
    pub(super) patterns: Vec<Pattern>,
}

/// What a pattern says with `#set!`.
#[derive(Default)]
pub(super) struct Pattern {
    /// `import.prefix`: stands before the module, for the few forms that by themselves mean "beside this file".
    pub(super) prefix: String,
    /// `outside "function"`: no definition when inside a function.
    pub(super) outside_functions: bool,
    /// `clauses "joined"`: one definition with the one of the same name directly before.
    pub(super) joined: bool,
}

impl Pattern {
    fn of(query: &Query, index: usize) -> Self {
        let mut pattern = Pattern::default();
        for property in query.property_settings(index) {
            match (&*property.key, property.value.as_deref()) {
                ("import.prefix", Some(prefix)) => pattern.prefix = prefix.to_string(),
                ("outside", Some("function")) => pattern.outside_functions = true,
                ("clauses", Some("joined")) => pattern.joined = true,
                _ => {}
            }
        }
        pattern
    }
}

/// A row's name and the place of its query.
struct Slot {
    language: &'static str,
    compiled: OnceLock<Option<Compiled>>,
}

/// One slot a row; filled when the first file of its language is read, never all at start-up.
static SLOTS: LazyLock<Vec<Slot>> =
    LazyLock::new(|| language::all().map(|row| Slot { language: row.name, compiled: OnceLock::new() }).collect());

/// The query of a row with a grammar; none when the row has none or they do not fit each other, which a test rules
/// out.
pub(super) fn compiled(language: &Language) -> Option<&'static Compiled> {
    let slot = SLOTS.iter().find(|slot| slot.language == language.name)?;
    slot.compiled.get_or_init(|| compile(language).ok()).as_ref()
}

fn compile(language: &Language) -> Result<Compiled, String> {
    let Reader::Grammar { grammar, query: source } = language.reader else {
        return Err("no grammar".to_string());
    };
    let grammar = grammar();
    let query = Query::new(&grammar, source).map_err(|error| error.to_string())?;
    let roles = query.capture_names().iter().map(|name| Role::of(name)).collect();
    let patterns = (0..query.pattern_count()).map(|index| Pattern::of(&query, index)).collect();
    Ok(Compiled { grammar, query, roles, patterns })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_query_compiles_and_defines() {
        let mut wrong = Vec::new();
        for row in language::all().filter(|row| matches!(row.reader, Reader::Grammar { .. })) {
            match compile(row) {
                Ok(compiled) if compiled.roles.iter().any(|role| matches!(role, Role::Definition(_))) => {}
                Ok(_) => wrong.push(format!("{}: defines nothing", row.name)),
                Err(error) => wrong.push(format!("{}: {error}", row.name)),
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
