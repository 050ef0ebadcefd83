//! Inverted lists as immutable bytes, the same in memory and in a file: for each term the items that hold it, with their
//! counts. Items are whatever the caller numbers; what is known of each is the caller's own bytes, the records.
//!
//! Lists stand in buckets by the first bits of the term's hash. A look-up reads one bucket and no more, and believes it only
//! under its checksum, so that opening costs the records and the table of buckets alone. Most lists of source code hold one item
//! once, so what a list costs beside its items is kept small: of a hash the first 48 bits count, written as the distance from the
//! one before, and counts that are all 1 are not written.
//!
//! ```text
//! bucket .. bucket | records | length and checksum of each bucket | trailer
//! ```

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::encoding::{Reader, put};
use crate::analyzer::terms::TermHash;

/// Counts kept of an item in a list.
pub const COUNTS: usize = 4;
const MAGIC: [u8; 8] = *b"tamis-p2";
const TRAILER: usize = 32;
/// Bytes of lists that one bucket holds, about.
const BUCKET_BYTES: u64 = 4096;
/// Bytes that an entry takes with its share of its list's, about.
const ENTRY_BYTES: u64 = 4;
/// Most buckets, as a power of two.
const MOST_BITS: u32 = 20;
/// Bits of a term's hash that tell it from others. Among a million terms, one that stands nowhere is taken for one of them once in
/// 280 million look-ups.
const TERM_BITS: u32 = 48;
/// Marks an entry whose counts are all 1, beside which of them there are.
const ONCE: u64 = 1 << COUNTS;
/// Bits of an entry's first number that say what counts follow.
const SHAPE_BITS: usize = COUNTS + 1;

/// An item in a term's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number.
    pub item: u32,
    /// Its counts.
    pub counts: [u16; COUNTS],
}

/// A byte is not as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

/// Where the bytes are.
#[derive(Debug)]
pub enum Source {
    /// Made in this run.
    Memory(Vec<u8>),
    /// Kept.
    Disk(Mutex<File>),
}

impl Source {
    /// The bytes of a file.
    pub fn disk(file: File) -> Source {
        Source::Disk(Mutex::new(file))
    }

    /// How many bytes there are.
    pub fn length(&self) -> Option<u64> {
        match self {
            Source::Memory(bytes) => Some(bytes.len() as u64),
            Source::Disk(file) => Some(file.lock().unwrap_or_else(PoisonError::into_inner).metadata().ok()?.len()),
        }
    }

    /// The bytes from `start` on; none where there are not so many.
    pub fn read(&self, start: u64, length: usize) -> Option<Vec<u8>> {
        match self {
            Source::Memory(bytes) => {
                let start = usize::try_from(start).ok()?;
                bytes.get(start..start.checked_add(length)?).map(<[u8]>::to_vec)
            }
            Source::Disk(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(start)).ok()?;
                let mut bytes = vec![0; length];
                file.read_exact(&mut bytes).ok()?;
                Some(bytes)
            }
        }
    }
}

/// Inverted lists, ready to be asked.
#[derive(Debug)]
pub struct Postings {
    source: Source,
    records: Vec<u8>,
    /// Where each bucket begins, and where the last one ends.
    bounds: Vec<u64>,
    sums: Vec<u32>,
}

impl Postings {
    /// Opens what a [`Writer`] wrote.
    pub fn open(source: Source) -> Result<Postings, Damaged> {
        Postings::checked(source).ok_or(Damaged)
    }

    fn checked(source: Source) -> Option<Postings> {
        let length = source.length()?;
        let trailer = source.read(length.checked_sub(TRAILER as u64)?, TRAILER)?;
        let mut reader = Reader(super::encoding::unseal(&trailer)?);
        let magic: [u8; 8] = reader.array()?;
        let records_length = u64::from_le_bytes(reader.array()?);
        let records_sum = u32::from_le_bytes(reader.array()?);
        let buckets = u32::from_le_bytes(reader.array()?);
        let table_sum = u32::from_le_bytes(reader.array()?);
        if magic != MAGIC || !buckets.is_power_of_two() || buckets > 1 << MOST_BITS {
            return None;
        }
        let table_start = length.checked_sub(TRAILER as u64 + 8 * u64::from(buckets))?;
        let records_start = table_start.checked_sub(records_length)?;
        let records = source.read(records_start, usize::try_from(records_length).ok()?)?;
        let table = source.read(table_start, 8 * buckets as usize)?;
        if crc32fast::hash(&records) != records_sum || crc32fast::hash(&table) != table_sum {
            return None;
        }
        let mut bounds = vec![0];
        let mut sums = Vec::with_capacity(buckets as usize);
        let mut reader = Reader(&table);
        for _ in 0..buckets {
            let length = u32::from_le_bytes(reader.array()?);
            bounds.push(bounds.last()? + u64::from(length));
            sums.push(u32::from_le_bytes(reader.array()?));
        }
        (*bounds.last()? == records_start).then_some(Postings { source, records, bounds, sums })
    }

    /// What the writer was told of the items.
    pub fn records(&self) -> &[u8] {
        &self.records
    }

    /// Writes out lists that are held in memory.
    pub fn copy_to(&self, out: &mut impl Write) -> std::io::Result<()> {
        match &self.source {
            Source::Memory(bytes) => out.write_all(bytes),
            Source::Disk(_) => Err(std::io::ErrorKind::Unsupported.into()),
        }
    }

    /// Bytes of the lists.
    pub fn list_bytes(&self) -> u64 {
        self.bounds.last().copied().unwrap_or(0)
    }

    /// How many buckets there are.
    pub fn buckets(&self) -> usize {
        self.sums.len()
    }

    /// The list of a term, by item; empty when no item holds it.
    pub fn list(&self, term: TermHash) -> Result<Vec<Entry>, Damaged> {
        let wanted = told_apart(term);
        let number = bucket_of(wanted, self.buckets().trailing_zeros());
        let bytes = self.bucket(number)?;
        let mut lists = Lists::of(&bytes, first_of(number, self.buckets().trailing_zeros()));
        while let Some(list) = lists.next()? {
            if lists.term >= wanted {
                return if lists.term == wanted { entries(list) } else { Ok(Vec::new()) };
            }
        }
        Ok(Vec::new())
    }

    /// Every list of a bucket, by what is told apart of its term.
    pub fn lists(&self, bucket: usize) -> Result<Vec<(TermHash, Vec<Entry>)>, Damaged> {
        let bytes = self.bucket(bucket)?;
        let mut reader = Lists::of(&bytes, first_of(bucket, self.buckets().trailing_zeros()));
        let mut lists = Vec::new();
        while let Some(list) = reader.next()? {
            lists.push((TermHash(reader.term << (64 - TERM_BITS)), entries(list)?));
        }
        Ok(lists)
    }

    fn bucket(&self, bucket: usize) -> Result<Vec<u8>, Damaged> {
        let (start, end) = (self.bounds[bucket], self.bounds[bucket + 1]);
        let bytes = self.source.read(start, (end - start) as usize).ok_or(Damaged)?;
        if crc32fast::hash(&bytes) == self.sums[bucket] { Ok(bytes) } else { Err(Damaged) }
    }
}

/// The part of a hash that tells terms apart.
fn told_apart(term: TermHash) -> u64 {
    term.0 >> (64 - TERM_BITS)
}

/// The bucket of a term, where there are `2^bits`.
fn bucket_of(term: u64, bits: u32) -> usize {
    (term >> (TERM_BITS - bits)) as usize
}

/// The first term that belongs in a bucket.
fn first_of(bucket: usize, bits: u32) -> u64 {
    (bucket as u64) << (TERM_BITS - bits)
}

/// Goes through the lists of a bucket.
struct Lists<'b> {
    reader: Reader<'b>,
    /// Of the list that was read last.
    term: u64,
}

impl<'b> Lists<'b> {
    fn of(bucket: &'b [u8], first: u64) -> Lists<'b> {
        Lists { reader: Reader(bucket), term: first }
    }

    /// The bytes of the next list; none behind the last one.
    fn next(&mut self) -> Result<Option<&'b [u8]>, Damaged> {
        if self.reader.0.is_empty() { Ok(None) } else { self.step().map(Some).ok_or(Damaged) }
    }

    fn step(&mut self) -> Option<&'b [u8]> {
        self.term = self.term.checked_add(self.reader.number()?)?;
        let length = self.reader.number()?;
        self.reader.bytes(usize::try_from(length).ok()?)
    }
}

fn entries(list: &[u8]) -> Result<Vec<Entry>, Damaged> {
    let mut reader = Reader(list);
    let mut entries: Vec<Entry> = Vec::with_capacity(list.len() / 2);
    let mut item = 0;
    let mut next = |reader: &mut Reader<'_>| {
        let head = reader.number()?;
        item = u32::checked_add(item, u32::try_from(head >> SHAPE_BITS).ok()?)?;
        let mut counts = [0; COUNTS];
        for (place, count) in counts.iter_mut().enumerate() {
            if head & (1 << place) != 0 {
                *count = if head & ONCE != 0 { 1 } else { u16::try_from(reader.number()?).ok()? };
            }
        }
        Some(Entry { item, counts })
    };
    while !reader.0.is_empty() {
        entries.push(next(&mut reader).ok_or(Damaged)?);
    }
    Ok(entries)
}

/// An entry behind the one of the item `before`: the distance with what counts there are, then the counts.
fn put_entry(list: &mut Vec<u8>, entry: &Entry, before: u32) {
    let held = (0..COUNTS).filter(|&place| entry.counts[place] > 0);
    let mask: u64 = held.clone().map(|place| 1 << place).sum();
    let once = if held.clone().all(|place| entry.counts[place] == 1) { ONCE } else { 0 };
    put(list, (u64::from(entry.item - before) << SHAPE_BITS) | once | mask);
    if once == 0 {
        held.for_each(|place| put(list, u64::from(entry.counts[place])));
    }
}

/// The bytes of some entries, in any order, and of what the caller says of the items.
pub fn written(mut entries: Vec<(TermHash, Entry)>, records: &[u8]) -> Vec<u8> {
    entries.par_sort_unstable_by_key(|(term, entry)| (told_apart(*term), entry.item));
    let mut writer = Writer::new(Vec::new(), ENTRY_BYTES * entries.len() as u64);
    let mut list = Vec::new();
    let lists = entries.chunk_by(|a, b| told_apart(a.0) == told_apart(b.0)).try_for_each(|group| {
        list.clear();
        list.extend(group.iter().map(|(_, entry)| *entry));
        writer.list(group[0].0, &list)
    });
    let Ok(bytes) = lists.and_then(|()| writer.finish(records)) else { unreachable!("memory takes all bytes") };
    bytes
}

/// Writes lists in the order of their terms.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    bits: u32,
    bucket: Vec<u8>,
    /// The term before in the bucket.
    before: u64,
    list: Vec<u8>,
    table: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Writes to `out` lists of about `bytes` bytes together.
    pub fn new(out: W, bytes: u64) -> Writer<W> {
        let bits = (bytes / BUCKET_BYTES).max(1).ilog2().min(MOST_BITS);
        Writer { out, bits, bucket: Vec::new(), before: 0, list: Vec::new(), table: Vec::new() }
    }

    /// The next list; terms come in ascending order, and so do the items of a list.
    pub fn list(&mut self, term: TermHash, entries: &[Entry]) -> std::io::Result<()> {
        let term = told_apart(term);
        let bucket = bucket_of(term, self.bits);
        self.close_buckets(bucket)?;
        if self.bucket.is_empty() {
            self.before = first_of(bucket, self.bits);
        }
        self.list.clear();
        let mut before = 0;
        for entry in entries {
            put_entry(&mut self.list, entry, before);
            before = entry.item;
        }
        put(&mut self.bucket, term - self.before);
        put(&mut self.bucket, self.list.len() as u64);
        self.bucket.extend_from_slice(&self.list);
        self.before = term;
        Ok(())
    }

    /// The end: what the caller says of the items.
    pub fn finish(mut self, records: &[u8]) -> std::io::Result<W> {
        self.close_buckets(1 << self.bits)?;
        self.out.write_all(records)?;
        self.out.write_all(&self.table)?;
        let mut trailer = MAGIC.to_vec();
        trailer.extend_from_slice(&(records.len() as u64).to_le_bytes());
        trailer.extend_from_slice(&crc32fast::hash(records).to_le_bytes());
        trailer.extend_from_slice(&(1u32 << self.bits).to_le_bytes());
        trailer.extend_from_slice(&crc32fast::hash(&self.table).to_le_bytes());
        self.out.write_all(&super::encoding::seal(trailer))?;
        Ok(self.out)
    }

    /// Writes out the bucket at hand and empty ones up to `next`.
    fn close_buckets(&mut self, next: usize) -> std::io::Result<()> {
        while self.table.len() / 8 < next {
            self.out.write_all(&self.bucket)?;
            self.table.extend_from_slice(&(self.bucket.len() as u32).to_le_bytes());
            self.table.extend_from_slice(&crc32fast::hash(&self.bucket).to_le_bytes());
            self.bucket.clear();
        }
        Ok(())
    }
}
