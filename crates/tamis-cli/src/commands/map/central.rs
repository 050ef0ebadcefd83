//! The files a newcomer should open first: those that define what many others use.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tamis::analyzer::source::{Symbol, SymbolKind};
use tamis::document::{DocId, Role};
use tamis::engine::Engine;
use tamis::repository::{Reading, Repository};

/// Files that are parsed: the largest ones.
const MOST_FILES: usize = 400;
/// Bytes of them in all.
const MOST_BYTES: u64 = 8 << 20;
/// Symbols of a file that speak for it.
const SYMBOLS: usize = 12;

/// A file with its main symbols, most used first.
pub(super) struct Central {
    pub(super) doc: DocId,
    pub(super) symbols: Vec<Main>,
    weight: f64,
}

/// A symbol of a central file.
#[derive(Clone, Debug)]
pub(super) struct Main {
    pub(super) line: u32,
    pub(super) kind: &'static str,
    pub(super) name: String,
    users: usize,
}

/// Source files with symbols, most used first, ties by path.
pub(super) fn files(engine: &Engine) -> Vec<Central> {
    let repository = engine.repository();
    let docs = largest(repository);
    let read = repository.read_all(&docs);
    let parsed: Vec<(DocId, Arc<Reading>)> =
        docs.into_iter().zip(read).filter_map(|(doc, reading)| Some((doc, reading?))).collect();
    let uses = Uses::new(&parsed);
    let mut files: Vec<Central> = parsed.iter().filter_map(|(doc, reading)| central(*doc, reading, &uses)).collect();
    files.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.doc.cmp(&b.doc)));
    files
}

/// The largest source files, in all no more than is parsed in a moment.
fn largest(repository: &Repository) -> Vec<DocId> {
    let documents = repository.corpus.documents();
    let mut docs: Vec<DocId> =
        (0..documents.len() as u32).map(DocId).filter(|&doc| repository.role(doc) == Role::Source).collect();
    let bytes = |doc: DocId| repository.corpus.document(doc).bytes;
    docs.sort_by_key(|&doc| (std::cmp::Reverse(bytes(doc)), doc));
    docs.truncate(MOST_FILES);
    let mut left = MOST_BYTES;
    docs.retain(|&doc| {
        let fits = bytes(doc) <= left;
        left -= if fits { bytes(doc) } else { 0 };
        fits
    });
    docs
}

/// In how many of the parsed files a name is used and defined.
struct Uses<'r>(BTreeMap<&'r str, (usize, usize)>);

impl<'r> Uses<'r> {
    fn new(parsed: &'r [(DocId, Arc<Reading>)]) -> Uses<'r> {
        let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for (_, reading) in parsed {
            let structure = reading.structure();
            let used: BTreeSet<&str> = structure.references.iter().map(|one| one.name.as_str()).collect();
            let defined: BTreeSet<&str> = structure.symbols.iter().map(|one| one.name.as_str()).collect();
            for name in used.difference(&defined) {
                counts.entry(name).or_default().0 += 1;
            }
            for name in defined {
                counts.entry(name).or_default().1 += 1;
            }
        }
        Uses(counts)
    }

    /// Other files that use a name, shared among the files that define it.
    fn of(&self, name: &str) -> usize {
        self.0.get(name).map_or(0, |(used, defined)| used / (*defined).max(1))
    }
}

fn central(doc: DocId, reading: &Reading, uses: &Uses<'_>) -> Option<Central> {
    let mut best: BTreeMap<&str, Main> = BTreeMap::new();
    for symbol in reading.structure().symbols.iter().filter(|symbol| is_main(symbol)) {
        let users = uses.of(&symbol.name);
        let main = Main { line: symbol.name_line, kind: symbol.kind.name(), name: symbol.name.clone(), users };
        best.entry(&symbol.name).or_insert(main);
    }
    let mut symbols: Vec<Main> = best.into_values().collect();
    symbols.sort_by_key(|one| (std::cmp::Reverse(one.users), one.line));
    let weight = symbols.iter().take(SYMBOLS).map(|one| (one.users as f64).ln_1p()).sum();
    (!symbols.is_empty()).then_some(Central { doc, symbols, weight })
}

/// Types and free functions at file level; methods and constants are detail.
fn is_main(symbol: &Symbol) -> bool {
    let kind = matches!(
        symbol.kind,
        SymbolKind::Class | SymbolKind::Interface | SymbolKind::Type | SymbolKind::Function | SymbolKind::Macro
    );
    kind && symbol.name.len() > 2
}
