//! Structures kept between runs: a text that a grammar has parsed once is not parsed again, whatever its path.
//!
//! Parsing, and making a parser's query ready, are the dearest parts of a question; what they give follows from the text, the
//! grammar and our own code alone. One file for all roots of a family, the newest first and bounded; as every kept file it can
//! vanish or be damaged at any time, and then its texts are parsed again.

mod encoding;

use std::collections::BTreeMap;
use std::fs::File;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::analyzer::source::{ParseStatus, Structure, grammar_name, structure};
use crate::analyzer::terms::TermHash;
use crate::corpus::{Corpus, Text};
use crate::language;
use crate::store::Store;
use crate::store::encoding::{Reader, put, seal, unseal};
use crate::store::postings::Source;

/// The kind of file they are kept in.
const KIND: &str = "structures";
/// The largest text that is parsed is this part of the largest file that is read.
const MEMORY_A_PARSE: u64 = 4;
/// Most bytes that are kept, and most as a part of the text of the root that adds to them.
const MOST_BYTES: u64 = 8 << 20;
const MOST_SHARE: u64 = 10;

/// Half of git's name of the bytes, mixed with what reads them.
type Key = u128;

/// What was kept, and what was parsed since.
#[derive(Debug)]
pub struct Structures {
    shelf: Option<Shelf>,
    is_damaged: bool,
    /// Encoded, of texts parsed in this run; none is kept where there is no place for it.
    new: Option<Mutex<BTreeMap<Key, Vec<u8>>>>,
    most_bytes: u64,
    /// The largest text that is parsed.
    largest: usize,
}

/// What a large text is said to be where there is little memory.
const TOO_LARGE: &str = "too large to parse in the memory there is";

impl Structures {
    /// Those that `store` keeps.
    pub fn open(corpus: &Corpus, store: Option<&Store>) -> Structures {
        let file = store.and_then(|store| store.common(KIND));
        let shelf = file.map(Shelf::open);
        let text: u64 = corpus.documents().iter().map(|document| document.bytes).sum();
        Structures {
            is_damaged: matches!(shelf, Some(None)),
            shelf: shelf.flatten(),
            new: store.map(|_| Mutex::default()),
            most_bytes: MOST_BYTES.min(text / MOST_SHARE),
            largest: usize::try_from(corpus.largest() / MEMORY_A_PARSE).unwrap_or(usize::MAX),
        }
    }

    /// Whether a file was there and could not be believed.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged
    }

    /// The structure of a text, kept or read now.
    pub fn of(&self, text: &Text) -> Structure {
        let language = language::named(text.language);
        if text.content.len() > self.largest {
            return Structure::empty(ParseStatus::TextOnly(TOO_LARGE.into()));
        }
        let read = || structure(language, &text.content);
        let (Some(new), Some(grammar)) = (&self.new, grammar_name(language)) else { return read() };
        let key = key(text, &grammar);
        let kept = self.shelf.as_ref().and_then(|shelf| shelf.read(key));
        if let Some(kept) = kept.and_then(|bytes| encoding::decode(&bytes, &text.content)) {
            return kept;
        }
        let structure = read();
        let bytes = encoding::encode(&structure, &text.content);
        new.lock().unwrap_or_else(PoisonError::into_inner).insert(key, bytes);
        structure
    }

    /// Keeps what was parsed since they were opened. Where that fails, it is parsed again next time.
    pub fn keep(&self, store: &Store) {
        let Some(new) = &self.new else { return };
        let new = std::mem::take(&mut *new.lock().unwrap_or_else(PoisonError::into_inner));
        if new.is_empty() {
            return;
        }
        let Ok(Some(writing)) = store.write() else { return };
        // Another process may have kept more since.
        let shelf = store.common(KIND).and_then(Shelf::open);
        let older = shelf.iter().flat_map(|shelf| {
            let order = shelf.order.iter().filter(|key| !new.contains_key(key));
            order.filter_map(|key| Some((*key, shelf.read(*key)?)))
        });
        let newer = new.iter().map(|(key, bytes)| (*key, bytes.clone()));
        let mut room = self.most_bytes.max(shelf.as_ref().map_or(0, Shelf::bytes).min(MOST_BYTES));
        let fits = |(_, bytes): &(Key, Vec<u8>)| {
            let left = room.checked_sub(bytes.len() as u64 + ROW);
            room = left.unwrap_or(room);
            left.is_some()
        };
        let kept: Vec<(Key, Vec<u8>)> = newer.chain(older).filter(fits).collect();
        let _ = writing.put_common(KIND, &written(&kept));
    }
}

fn key(text: &Text, grammar: &str) -> Key {
    let content = text.sha.get(..32).and_then(|half| u128::from_str_radix(half, 16).ok()).unwrap_or_default();
    content ^ u128::from(TermHash::of(grammar).0)
}

/// The file: a sealed table of keys, lengths and checksums behind its length, then what was encoded.
#[derive(Debug)]
struct Shelf {
    source: Source,
    /// As they stand, the newest first.
    order: Vec<Key>,
    places: FxHashMap<Key, Place>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    start: u64,
    length: u32,
    sum: u32,
}

/// Bytes of a row of the table, about.
const ROW: u64 = 24;
/// Bytes that say how long the table is.
const HEAD: usize = 8;

impl Shelf {
    fn open(file: File) -> Option<Shelf> {
        let source = Source::disk(file);
        let length = u64::from_le_bytes(source.read(0, HEAD)?.try_into().ok()?);
        let whole = source.length()?;
        let table = source.read(HEAD as u64, usize::try_from(length.min(whole)).ok()?)?;
        let mut reader = Reader(unseal(&table)?);
        let mut shelf = Shelf { source, order: Vec::new(), places: FxHashMap::default() };
        let mut start = HEAD as u64 + length;
        while !reader.0.is_empty() {
            let key = Key::from_le_bytes(reader.array()?);
            let (length, sum) = (reader.small()?, u32::from_le_bytes(reader.array()?));
            shelf.order.push(key);
            shelf.places.insert(key, Place { start, length, sum });
            start += u64::from(length);
        }
        (start == whole).then_some(shelf)
    }

    /// What is kept under a key, if it is whole.
    fn read(&self, key: Key) -> Option<Vec<u8>> {
        let place = self.places.get(&key)?;
        let bytes = self.source.read(place.start, place.length as usize)?;
        (crc32fast::hash(&bytes) == place.sum).then_some(bytes)
    }

    fn bytes(&self) -> u64 {
        self.places.values().map(|place| u64::from(place.length) + ROW).sum()
    }
}

fn written(kept: &[(Key, Vec<u8>)]) -> Vec<u8> {
    let mut table = Vec::new();
    for (key, bytes) in kept {
        table.extend_from_slice(&key.to_le_bytes());
        put(&mut table, bytes.len() as u64);
        table.extend_from_slice(&crc32fast::hash(bytes).to_le_bytes());
    }
    let table = seal(table);
    let mut file = (table.len() as u64).to_le_bytes().to_vec();
    file.extend(table);
    kept.iter().for_each(|(_, bytes)| file.extend_from_slice(bytes));
    file
}
