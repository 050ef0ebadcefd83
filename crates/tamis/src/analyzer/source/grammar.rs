//! Text to findings: parses with a language's grammar and runs its query over the tree, within bounds.
//!
//! Bounds count steps, never time, so that the same text always ends the same way. Trees are walked in loops, never
//! by recursion.

use std::cell::{Cell, RefCell};
use std::ops::{ControlFlow, Range};

use rustc_hash::FxHashSet;
use streaming_iterator::StreamingIterator;
use tree_sitter::{Node, ParseOptions, Parser, QueryCursor, QueryCursorOptions, Tree};

use super::SymbolKind;
use super::queries::{self, Compiled, Pattern, Role};
use crate::budget::{
    MAX_PARSE_DEPTH, MAX_PARSE_READINGS, MAX_PARSE_STEPS, MAX_PARSE_STEPS_PER_KIB, MAX_QUERY_STEPS, MAX_REFERENCES,
    MAX_SYMBOLS, PARSE_STEP_IN_ERROR,
};
use crate::language::Language;

/// Most matches in progress at once; the oldest are dropped beyond it.
const MAX_OPEN_MATCHES: u32 = 4096;

/// How deep macros are read within macros.
const MAX_NESTED_MACROS: usize = 2;

/// Most declarators around one name.
const MAX_DECLARATORS: usize = 12;

/// Bytes handed to the parser at a time.
const CHUNK: usize = 1024;

/// Sum, over runs of unnamed siblings, of the lengths' squares; broken text only.
const MAX_UNNAMED_RUNS: usize = 20_000_000;

/// A definition as the query saw it.
pub(super) struct Definition {
    pub(super) kind: SymbolKind,
    pub(super) bytes: Range<usize>,
    pub(super) name: Range<usize>,
    pub(super) scope: Option<Range<usize>>,
    /// The place of its pattern in the query: of two that name the same thing the first holds.
    pub(super) order: usize,
    pub(super) pattern: &'static Pattern,
}

/// One match of an import; several together make one import when `at` is the same.
pub(super) struct Imported {
    pub(super) at: usize,
    pub(super) module: Range<usize>,
    pub(super) name: Option<Range<usize>>,
    pub(super) prefix: &'static str,
}

/// All that the query saw, in no particular order.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) definitions: Vec<Definition>,
    pub(super) imports: Vec<Imported>,
    pub(super) references: Vec<Range<usize>>,
    /// Comments and attributes.
    pub(super) leading: Vec<Range<usize>>,
    /// Heads of templates and the like, with the definition they belong to.
    pub(super) around: Vec<Range<usize>>,
    /// Imports to be read from their text.
    pub(super) whole_imports: Vec<Range<usize>>,
    /// What is between the brackets of macros in which definitions may stand.
    nested: Vec<tree_sitter::Range>,
    /// Where names begin that define nothing.
    pub(super) ignored: FxHashSet<usize>,
}

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// What a language's query finds in `text`, or why it was given up.
pub(super) fn findings(language: &Language, text: &str) -> Result<Findings, &'static str> {
    let compiled = queries::compiled(language).ok_or("its grammar does not load")?;
    let mut findings = Findings::default();
    let mut parts = Vec::new();
    for _ in 0..=MAX_NESTED_MACROS {
        let tree = parse(compiled, text, &parts)?;
        if tree.root_node().has_error() || nested_brackets(text) > MAX_PARSE_DEPTH {
            check_shape(&tree)?;
        }
        search(compiled, &tree, text, &mut findings)?;
        parts = std::mem::take(&mut findings.nested);
        parts.sort_by_key(|part| part.start_byte);
        if parts.is_empty() {
            break;
        }
    }
    Ok(findings)
}

/// The tree of a text, or of some parts of it as if nothing else were there.
fn parse(compiled: &Compiled, text: &str, parts: &[tree_sitter::Range]) -> Result<Tree, &'static str> {
    let allowed = MAX_PARSE_STEPS + MAX_PARSE_STEPS_PER_KIB * (text.len() as u64 / 1024);
    let (readable, read_bytes) = (MAX_PARSE_READINGS * (text.len() + CHUNK), Cell::new(0));
    let mut steps = 0;
    let mut count = |state: &tree_sitter::ParseState| {
        steps += if state.has_error() { PARSE_STEP_IN_ERROR } else { 1 };
        if steps > allowed || read_bytes.get() > readable { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut read = |at: usize, _| {
        let rest = text.as_bytes().get(at..).unwrap_or_default();
        let chunk = if read_bytes.get() > readable { &[] } else { &rest[..rest.len().min(CHUNK)] };
        read_bytes.set(read_bytes.get() + chunk.len());
        chunk
    };
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(&compiled.grammar).map_err(|_| "its grammar does not load")?;
        parser.set_included_ranges(parts).map_err(|_| "its macros overlap")?;
        let options = ParseOptions::new().progress_callback(&mut count);
        let tree = parser.parse_with_options(&mut read, None, Some(options));
        parser.reset();
        parser.set_included_ranges(&[]).map_err(|_| "its macros overlap")?;
        tree.filter(|_| read_bytes.get() <= readable).ok_or("took too many steps to parse")
    })
}

/// How deep brackets nest, strings and comments not told apart: a cheap sign that the tree may be deep.
fn nested_brackets(text: &str) -> usize {
    let (mut depth, mut deepest) = (0usize, 0usize);
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => continue,
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// Refuses trees that are very deep, and trees of broken text with long runs of unnamed nodes, over which a query
/// takes time by the square of their length.
fn check_shape(tree: &Tree) -> Result<(), &'static str> {
    let mut cursor = tree.walk();
    let (mut runs, mut run, mut depth) = (0usize, 0usize, 0usize);
    loop {
        run = if cursor.node().is_named() { 0 } else { run + 1 };
        runs += run;
        if depth > MAX_PARSE_DEPTH {
            return Err("nested too deeply");
        }
        if runs > MAX_UNNAMED_RUNS {
            return Err("too broken to search");
        }
        if cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return Ok(());
            }
            depth -= 1;
        }
    }
}

fn search(compiled: &'static Compiled, tree: &Tree, text: &str, findings: &mut Findings) -> Result<(), &'static str> {
    let mut steps = 0;
    let mut count = |_: &tree_sitter::QueryCursorState| {
        steps += 1;
        if steps > MAX_QUERY_STEPS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut cursor = QueryCursor::new();
    cursor.set_match_limit(MAX_OPEN_MATCHES);
    let options = QueryCursorOptions::new().progress_callback(&mut count);
    let mut matches = cursor.matches_with_options(&compiled.query, tree.root_node(), text.as_bytes(), options);
    while let Some(found) = matches.next() {
        findings.add(compiled, found);
        if findings.definitions.len() > MAX_SYMBOLS && findings.references.len() > MAX_REFERENCES {
            break;
        }
    }
    drop(matches);
    if steps > MAX_QUERY_STEPS { Err("took too many steps to search") } else { Ok(()) }
}

impl Findings {
    fn add(&mut self, compiled: &'static Compiled, found: &tree_sitter::QueryMatch<'_, '_>) {
        let (mut definition, mut import) = (None, None);
        let (mut name, mut scope, mut module, mut taken) = (None, None, None, None);
        for capture in found.captures() {
            let bytes = capture.node.byte_range();
            match compiled.roles[capture.index as usize] {
                Role::Definition(kind) => definition = Some((kind, capture.node)),
                Role::Name => name = Some(bytes),
                Role::Scope => scope = Some(bytes),
                Role::Import => import = Some(bytes.start),
                Role::Module => module = Some(bytes),
                Role::ImportName => taken = Some(bytes),
                Role::Reference => self.references.push(bytes),
                Role::Leading => self.leading.push(bytes),
                Role::Around => self.around.push(bytes),
                Role::WholeImport => self.whole_imports.push(bytes),
                Role::Nested => self.nested.extend(inside(capture.node)),
                Role::Ignored => _ = self.ignored.insert(bytes.start),
                Role::Helper => {}
            }
        }
        let order = found.pattern_index;
        let pattern = &compiled.patterns[order];
        if let Some((kind, node)) = definition {
            let declared = if name.is_none() { Declared::of(node) } else { None };
            let kind = if declared.as_ref().is_some_and(|it| it.scope.is_some()) { SymbolKind::Method } else { kind };
            let (own, outer) = declared.map_or((None, None), |it| (Some(it.name), it.scope));
            if let Some(name) = name.or(own) {
                let (bytes, scope) = (node.byte_range(), scope.or(outer));
                self.definitions.push(Definition { kind, bytes, name, scope, order, pattern });
            }
        }
        if let (Some(at), Some(module)) = (import, module) {
            self.imports.push(Imported { at, module, name: taken, prefix: &pattern.prefix });
        }
    }
}

/// What is between the first and the last byte of a node that holds more than a line.
fn inside(node: Node<'_>) -> Option<tree_sitter::Range> {
    let mut range = node.range();
    range.start_byte += 1;
    range.start_point.column += 1;
    range.end_byte = range.end_byte.checked_sub(1)?;
    range.end_point.column = range.end_point.column.checked_sub(1)?;
    (range.start_point.row < range.end_point.row).then_some(range)
}

/// What a definition without a `@name` is called: its field `name`, or what its declarators lead to. To look there
/// when it is met is much cheaper than patterns for every way to write it.
struct Declared {
    name: Range<usize>,
    scope: Option<Range<usize>>,
}

impl Declared {
    fn of(definition: Node<'_>) -> Option<Self> {
        let (mut node, mut scope) = (definition, None);
        for _ in 0..MAX_DECLARATORS {
            let inner = node.child_by_field_name("declarator");
            node = match inner.filter(|inner| !inner.kind().starts_with("abstract")) {
                Some(inner) => inner,
                None => match node.child_by_field_name("name") {
                    Some(name) => {
                        scope = node.child_by_field_name("scope").map(|node| node.byte_range()).or(scope);
                        name
                    }
                    None => match node.named_child(0).filter(|_| node.kind().ends_with("_declarator")) {
                        Some(inner) => inner,
                        None => node.child_by_field_name("type").filter(|_| inner.is_some()).unwrap_or(node),
                    },
                },
            };
            if node.child_count() == 0 || node.kind().starts_with("operator_name") || node.kind() == "destructor_name" {
                break;
            }
        }
        (node != definition).then(|| Declared { name: node.byte_range(), scope })
    }
}
