//! One repository as a run sees it: its files, its index, and the files read so far.
//!
//! Each file is looked at closely at most once while the repository is open; what was read then is what is ranked, quoted and
//! hashed. Ranks nothing itself.

pub(crate) mod packages;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use packages::Packages;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::analyzer::licence::licence_lines;
use crate::analyzer::runs::Runs;
use crate::analyzer::source::{Structure, passages};
use crate::analyzer::terms::TermHash;
use crate::corpus::secret::{MASK, hidden_lines, redact, redact_setting};
use crate::corpus::{self, Corpus, Selection, Text};
use crate::counts::Counts;
use crate::document::{DocId, LineRange, Role, SkipReason};
use crate::error::Result;
use crate::history::History;
use crate::index::{self, Index, Watch};
use crate::language::{self, Kind};
use crate::memory::Memory;
use crate::store::Store;
use crate::structures::Structures;
use crate::tokens::Counter;

/// A repository opened for one or more runs.
#[derive(Debug)]
pub struct Repository {
    /// Its files.
    pub corpus: Arc<Corpus>,
    /// Its index.
    pub index: Index,
    /// Its history.
    pub history: History,
    /// What earlier runs taught of it.
    pub memory: Memory,
    store: Option<Store>,
    structures: Arc<Structures>,
    counts: Counts,
    readings: Mutex<BTreeMap<DocId, Arc<Reading>>>,
    called: OnceLock<FxHashMap<TermHash, Vec<DocId>>>,
    packages: OnceLock<Packages>,
}

/// A term is common that stands in more files than these and this share of all.
const COMMON_FILES: f64 = 4.0;
const COMMON_SHARE: f64 = 0.1;

impl Repository {
    /// Lists the files under `root` and reads them all.
    pub fn open(root: &Path, selection: &Selection) -> Result<Repository> {
        Repository::open_with(root, selection, None, Watch::default())
    }

    /// Lists the files under `root` and opens their index, which is kept in the folder `cache` if there is one.
    pub fn open_with(root: &Path, selection: &Selection, cache: Option<&Path>, watch: Watch<'_>) -> Result<Repository> {
        let corpus = Arc::new(Corpus::open(root, selection)?);
        // No file below the root is ever written.
        let cache = cache.filter(|cache| !corpus.is_inside(cache));
        let store = cache.map(|cache| Store::of(&corpus, cache));
        let (mut index, (mut history, structures, counts)) = rayon::join(
            || index::open(&corpus, store.as_ref(), watch),
            || {
                let structures = Structures::open(&corpus, store.as_ref());
                (History::read(&corpus, store.as_ref()), structures, Counts::open(store.as_ref()))
            },
        );
        let structures = Arc::new(structures);
        store.iter().for_each(|store| history.keep(store));
        if structures.is_damaged() || counts.is_damaged() {
            index.note_damage();
        }
        let (readings, called, packages) = (Mutex::default(), OnceLock::new(), OnceLock::new());
        let memory = Memory::default();
        Ok(Repository { corpus, index, history, memory, store, structures, counts, readings, called, packages })
    }

    /// Counts tokens, and remembers for the next run what it counted.
    pub fn counter(&self) -> &Counter {
        &self.counts.counter
    }

    /// Keeps what was parsed and counted, and leaves the memory to the end of the process.
    pub fn end(self) {
        self.keep();
        std::mem::forget(self);
    }

    fn keep(&self) {
        if let Some(store) = &self.store {
            self.structures.keep(store);
            self.counts.keep(&self.corpus, store);
        }
    }

    /// The content of a document, read now or earlier in this run. `None` when it cannot be read as text.
    pub fn reading(&self, doc: DocId) -> Option<Arc<Reading>> {
        if let Some(known) = self.known(doc) {
            return Some(known);
        }
        let text = self.corpus.read(doc).ok()?;
        let reading = Arc::new(Reading::new(text, Arc::clone(&self.structures)));
        let mut readings = self.readings.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        Some(Arc::clone(readings.entry(doc).or_insert(reading)))
    }

    /// Reads many documents in parallel; the order of the answer is that of `docs`.
    pub fn read_all(&self, docs: &[DocId]) -> Vec<Option<Arc<Reading>>> {
        docs.par_iter().map(|&doc| self.reading(doc)).collect()
    }

    /// The documents read so far, in path order: what a test counts.
    pub fn read_so_far(&self) -> Vec<DocId> {
        self.readings.lock().unwrap_or_else(std::sync::PoisonError::into_inner).keys().copied().collect()
    }

    fn known(&self, doc: DocId) -> Option<Arc<Reading>> {
        self.readings.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get(&doc).cloned()
    }

    /// The path of a document.
    pub fn path(&self, doc: DocId) -> &str {
        &self.corpus.document(doc).path
    }

    /// The folder of a document; empty at the root.
    pub fn folder(&self, doc: DocId) -> &str {
        corpus::parent(self.path(doc))
    }

    /// The documents whose name, with or without its endings, or whose folder is this one component, in path order.
    pub fn documents_called(&self, component: &str) -> &[DocId] {
        let called = self.called.get_or_init(|| {
            let mut called: FxHashMap<TermHash, Vec<DocId>> = FxHashMap::default();
            for (at, document) in self.corpus.documents().iter().enumerate() {
                for component in corpus::called(&document.path) {
                    called.entry(TermHash::of(component)).or_default().push(DocId(at as u32));
                }
            }
            called.values_mut().for_each(Vec::dedup);
            called
        });
        called.get(&TermHash::of(component)).map_or(&[], Vec::as_slice)
    }

    /// Its packages.
    pub(crate) fn packages(&self) -> &Packages {
        self.packages.get_or_init(|| Packages::of(self))
    }

    /// Whether a term stands in so many files that it tells none of them apart: never learned.
    pub fn is_common(&self, term: TermHash) -> bool {
        self.index.document_frequency(term) as f64 > COMMON_FILES + COMMON_SHARE * self.index.searchable() as f64
    }

    /// The role of a document, by path and by what its own text says.
    pub fn role(&self, doc: DocId) -> Role {
        match self.corpus.document(doc).role {
            Role::Source if self.index.is_generated(doc) => Role::Generated,
            role => role,
        }
    }

    /// Checks a document's bytes on disk against what was read: false when the answer about it is stale.
    pub fn is_fresh(&self, doc: DocId) -> std::result::Result<bool, SkipReason> {
        let now = self.corpus.read(doc)?;
        Ok(self.known(doc).is_none_or(|reading| reading.text.sha == now.sha))
    }
}

/// What was parsed and counted is kept for the next run when the repository is closed.
impl Drop for Repository {
    fn drop(&mut self) {
        self.keep();
    }
}

/// A document's content, read once.
#[derive(Debug)]
pub struct Reading {
    /// Decoded text.
    pub text: Text,
    starts: Vec<usize>,
    structures: Arc<Structures>,
    runs: OnceLock<Runs>,
    structure: OnceLock<Structure>,
    hidden: OnceLock<Vec<bool>>,
}

impl Reading {
    /// Takes in the text of a file.
    fn new(text: Text, structures: Arc<Structures>) -> Self {
        let content = &text.content;
        let breaks = content.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(breaks).filter(|&at| at < content.len()).collect();
        Reading { text, starts, structures, runs: OnceLock::new(), structure: OnceLock::new(), hidden: OnceLock::new() }
    }

    /// Number of lines; 0 for an empty file.
    pub fn line_count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The text of a line, counted from 1, without its end; empty outside the file.
    pub fn line(&self, number: u32) -> &str {
        self.lines(LineRange::new(number, number)).trim_end_matches(['\n', '\r'])
    }

    /// The text of a range, cut to the file.
    pub fn lines(&self, range: LineRange) -> &str {
        let Some(&start) = self.starts.get(range.start as usize - 1) else { return "" };
        let end = self.starts.get(range.end as usize).copied().unwrap_or(self.text.content.len());
        &self.text.content[start..end]
    }

    /// A line as it may be shown or learned from: secrets masked.
    pub fn shown_line(&self, number: u32) -> Cow<'_, str> {
        let hidden = self.hidden.get_or_init(|| hidden_lines(&self.text.content));
        let settings = language::named(self.text.language).kind == Kind::Config;
        match hidden.get(number as usize - 1) {
            Some(true) => Cow::Borrowed(MASK),
            _ if settings => redact_setting(self.line(number)),
            _ => redact(self.line(number)),
        }
    }

    /// Where which words stand, taken apart at the first call.
    pub fn runs(&self) -> &Runs {
        self.runs.get_or_init(|| Runs::of(&self.text.content))
    }

    /// Symbols, imports and references, looked up or parsed at the first call.
    pub fn structure(&self) -> &Structure {
        self.structure.get_or_init(|| self.structures.of(&self.text))
    }

    /// Passages that cover the file but for the licence it opens with, each with the symbol it shows.
    pub fn passages(&self) -> Vec<(LineRange, Option<usize>)> {
        let licence = licence_lines(language::named(self.text.language), &self.text.content);
        let pieces = |(lines, symbol): (LineRange, Option<usize>)| {
            let piece = |start: u32, end: u32| (start <= end).then(|| (LineRange::new(start, end), symbol));
            let (above, below) = licence.map_or((lines.end, lines.end), |licence| (licence.start - 1, licence.end));
            [piece(lines.start, lines.end.min(above)), piece(lines.start.max(below + 1), lines.end)]
        };
        passages(self.structure(), self.line_count()).into_iter().flat_map(pieces).flatten().collect()
    }
}
