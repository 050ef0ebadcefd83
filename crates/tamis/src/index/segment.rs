//! A segment: the words of some texts and paths, each under a key made of its content, as immutable bytes.
//!
//! It knows no document. Which document has which text is said when the index is put together, so that a renamed file, another
//! branch or another work tree finds what was counted before.

use std::io::{self, Write};

use rustc_hash::FxHashSet;

use super::FIELDS;
use super::count::Counted;
use crate::analyzer::terms::TermHash;
use crate::corpus::Text;
use crate::store::encoding::{Reader, put};
use crate::store::postings::{Damaged, Entry, Postings, Source, Writer, written};

/// The name of a text or a path by what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Key(pub(super) [u8; 16]);

/// Marks the list of the items that define a name, apart from those that hold it as a word.
const DEFINES: u64 = 0x5ca1_ab1e_0ddb_a115;

impl Key {
    /// Of a text read as its language: half of git's name of the bytes, and half of it mixed with the language.
    pub(super) fn of_text(text: &Text) -> Key {
        let digit = |at: usize| text.sha.as_bytes().get(at).map_or(0, |byte| (*byte as char).to_digit(16).unwrap_or(0));
        let language = TermHash::of(text.language).0.to_le_bytes();
        let byte = |at: usize| (digit(2 * at) * 16 + digit(2 * at + 1)) as u8 ^ if at < 8 { language[at] } else { 0 };
        Key(std::array::from_fn(byte))
    }

    /// Of a path: two hashes of it, of which none is that of a text.
    pub(super) fn of_path(path: &str) -> Key {
        let first = TermHash::of(path).0;
        let second =
            path.bytes().rev().fold(first, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut key = [0; 16];
        key[..8].copy_from_slice(&first.to_le_bytes());
        key[8..].copy_from_slice(&second.to_le_bytes());
        Key(key)
    }
}

/// What is known of an item beside its lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub(super) key: Key,
    pub(super) lengths: [u32; FIELDS],
    pub(super) generated: bool,
}

/// Texts and paths, counted. What is known of its items stays bytes: it is only ever gone through, and held as values it would
/// fill little memory.
#[derive(Debug)]
pub(super) struct Segment {
    postings: Postings,
}

impl Segment {
    /// Opens what was written.
    pub(super) fn open(source: Source) -> Result<Segment, Damaged> {
        Ok(Segment { postings: Postings::open(source)? })
    }

    /// What is known of each item, in their order.
    pub(super) fn records(&self) -> impl Iterator<Item = Record> {
        let mut reader = Reader(self.postings.records());
        std::iter::from_fn(move || read_record(&mut reader))
    }

    /// The items that hold a term.
    pub(super) fn holders(&self, term: TermHash) -> Result<Vec<Entry>, Damaged> {
        self.postings.list(term)
    }

    /// The items that define a name.
    pub(super) fn definers(&self, name: TermHash) -> Result<Vec<Entry>, Damaged> {
        self.postings.list(TermHash(name.0 ^ DEFINES))
    }

    /// Writes out a segment that is held in memory.
    pub(super) fn copy_to(&self, out: &mut impl Write) -> io::Result<()> {
        self.postings.copy_to(out)
    }

    /// Bytes of its lists.
    pub(super) fn bytes(&self) -> u64 {
        self.postings.list_bytes()
    }
}

/// A segment of what was counted, held in memory. An item that comes twice is taken once.
pub(super) fn of(counted: Vec<(Key, Counted)>) -> Segment {
    let mut seen = FxHashSet::default();
    let mut records: Vec<Record> = Vec::new();
    let mut lists: Vec<(TermHash, Entry)> = Vec::new();
    for (key, one) in counted.into_iter().filter(|(key, _)| seen.insert(*key)) {
        let item = records.len() as u32;
        records.push(Record { key, lengths: one.lengths, generated: one.generated });
        lists.extend(one.terms.into_iter().map(|(term, counts)| (term, Entry { item, counts })));
        let define = |name: TermHash| (TermHash(name.0 ^ DEFINES), Entry { item, counts: [0; FIELDS] });
        lists.extend(one.definitions.into_iter().map(define));
    }
    let bytes = written(lists, &record_bytes(&records));
    let Ok(segment) = Segment::open(Source::Memory(bytes)) else { unreachable!("what was just written is whole") };
    segment
}

/// Writes one segment that holds what `segments` hold of `kept`, each item once. Reads a bucket of each at a time.
pub(super) fn merge(segments: &[&Segment], kept: &FxHashSet<Key>, out: impl Write) -> io::Result<()> {
    let mut records: Vec<Record> = Vec::new();
    let mut taken = FxHashSet::default();
    let mut number = |record: Record| {
        let take = kept.contains(&record.key) && taken.insert(record.key);
        take.then(|| {
            records.push(record);
            records.len() as u32 - 1
        })
    };
    let numbers: Vec<Vec<Option<u32>>> =
        segments.iter().map(|segment| segment.records().map(&mut number).collect()).collect();
    let bytes = segments.iter().map(|segment| segment.bytes()).sum();
    let mut writer = Writer::new(out, bytes);
    let mut cursors: Vec<Cursor<'_>> = segments.iter().map(|segment| Cursor::new(segment)).collect();
    while let Some(term) = least(&mut cursors)? {
        let mut list = Vec::new();
        for (cursor, numbers) in cursors.iter_mut().zip(&numbers) {
            let entries = cursor.take(term);
            let renumber = |entry: Entry| Some(Entry { item: *numbers.get(entry.item as usize)?.as_ref()?, ..entry });
            list.extend(entries.into_iter().filter_map(renumber));
        }
        if !list.is_empty() {
            writer.list(term, &list)?;
        }
    }
    writer.finish(&record_bytes(&records))?;
    Ok(())
}

/// Walks the lists of a segment by term.
struct Cursor<'s> {
    segment: &'s Segment,
    bucket: usize,
    lists: std::iter::Peekable<std::vec::IntoIter<(TermHash, Vec<Entry>)>>,
}

impl<'s> Cursor<'s> {
    fn new(segment: &'s Segment) -> Self {
        Cursor { segment, bucket: 0, lists: Vec::new().into_iter().peekable() }
    }

    fn peek(&mut self) -> io::Result<Option<TermHash>> {
        while self.lists.peek().is_none() && self.bucket < self.segment.postings.buckets() {
            let lists = self.segment.postings.lists(self.bucket);
            self.lists = lists.map_err(|Damaged| io::Error::from(io::ErrorKind::InvalidData))?.into_iter().peekable();
            self.bucket += 1;
        }
        Ok(self.lists.peek().map(|(term, _)| *term))
    }

    fn take(&mut self, term: TermHash) -> Vec<Entry> {
        self.lists.next_if(|(next, _)| *next == term).map_or_else(Vec::new, |(_, entries)| entries)
    }
}

fn least(cursors: &mut [Cursor<'_>]) -> io::Result<Option<TermHash>> {
    let mut least: Option<TermHash> = None;
    for cursor in cursors {
        least = match (least, cursor.peek()?) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }
    Ok(least)
}

fn record_bytes(records: &[Record]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for record in records {
        bytes.extend_from_slice(&record.key.0);
        let held = (0..FIELDS).filter(|&field| record.lengths[field] > 0);
        let mask: u64 = held.clone().map(|field| 1 << field).sum();
        put(&mut bytes, mask | u64::from(record.generated) << FIELDS);
        held.for_each(|field| put(&mut bytes, u64::from(record.lengths[field])));
    }
    bytes
}

fn read_record(reader: &mut Reader<'_>) -> Option<Record> {
    let key = Key(reader.array()?);
    let held = reader.number()?;
    let mut lengths = [0; FIELDS];
    for (field, length) in lengths.iter_mut().enumerate() {
        if held & (1 << field) != 0 {
            *length = reader.small()?;
        }
    }
    Some(Record { key, lengths, generated: held & (1 << FIELDS) != 0 })
}
