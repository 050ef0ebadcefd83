//! Byte-pair encoding (Sennrich, Haddow and Birch, 2016) over a vocabulary that lies ready in the program: the pair of neighbours
//! whose union comes first in the vocabulary is joined, until no union is in it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// `cl100k_base`.
pub(super) static CL100K: Table = Table(include_bytes!(concat!(env!("OUT_DIR"), "/cl100k.bin")));
/// `o200k_base`.
pub(super) static O200K: Table = Table(include_bytes!(concat!(env!("OUT_DIR"), "/o200k.bin")));

/// A vocabulary, as `build/tokens.rs` lays it out: how many slots there are, the slots of a hash table, each with the place and the
/// length of a token, and the bytes of all tokens, the first of the vocabulary first.
#[derive(Debug)]
pub(super) struct Table(&'static [u8]);

impl Table {
    /// Tokens of one piece of text.
    fn count(&self, piece: &[u8]) -> usize {
        if piece.len() < 2 || self.rank(piece).is_some() { piece.len().min(1) } else { self.joined(piece) }
    }

    /// How many nodes are left of the bytes of a piece when all pairs are joined.
    fn joined(&self, piece: &[u8]) -> usize {
        let length = piece.len();
        // The end of the node that begins at a byte, and the beginning of the one that ends there.
        let mut ends: Vec<usize> = (1..=length).chain([0]).collect();
        let mut begins: Vec<usize> = (0..=length).map(|end| end.saturating_sub(1)).collect();
        let mut pairs = BinaryHeap::new();
        let pair = |start: usize, middle: usize, end: usize| {
            self.rank(&piece[start..end]).map(|rank| Reverse((rank, start, middle, end)))
        };
        pairs.extend((2..=length).filter_map(|end| pair(end - 2, end - 1, end)));
        let mut nodes = length;
        while let Some(Reverse((_, start, middle, end))) = pairs.pop() {
            if ends[start] != middle || ends[middle] != end {
                continue;
            }
            (ends[start], ends[middle], begins[end]) = (end, 0, start);
            nodes -= 1;
            if end < length {
                pairs.extend(pair(start, end, ends[end]));
            }
            if start > 0 {
                pairs.extend(pair(begins[start], start, end));
            }
        }
        nodes
    }

    /// Where the bytes of a token stand: the earlier in the vocabulary, the less.
    fn rank(&self, bytes: &[u8]) -> Option<u32> {
        let slots = self.number(0);
        let mut slot = hash(bytes) as u32 & (slots - 1);
        loop {
            let (start, length) = match self.number(1 + slot) {
                0 => return None,
                token => (token >> LENGTH_BITS, token as usize & ((1 << LENGTH_BITS) - 1)),
            };
            let at = 4 * (1 + slots) as usize + start as usize;
            // Tokens of another length are told without a look at them.
            if length == bytes.len() && self.0[at..at + length] == *bytes {
                return Some(start);
            }
            slot = (slot + 1) & (slots - 1);
        }
    }

    fn number(&self, at: u32) -> u32 {
        let at = 4 * at as usize;
        let bytes: [u8; 4] = std::array::from_fn(|i| self.0[at + i]);
        u32::from_le_bytes(bytes)
    }
}

/// Bits of a slot that say how long its token is.
const LENGTH_BITS: u32 = 8;
/// Bits of a place among the recent pieces.
const PLACE_BITS: u32 = 11;
/// Bytes of a number that hold a piece and its length.
const KEY: usize = size_of::<u128>();

/// Counts of the short pieces met last, each at the place that its bytes give it: code says the same words again and again, and a
/// whole vocabulary is too large to lie near the processor.
#[derive(Debug)]
pub(super) struct Recent {
    table: &'static Table,
    counts: Vec<(u128, usize)>,
}

impl Recent {
    /// Of a vocabulary, with nothing met yet.
    pub(super) fn of(table: &'static Table) -> Recent {
        // No piece is empty, so none has the key 0.
        Recent { table, counts: vec![(0, 0); 1 << PLACE_BITS] }
    }

    /// Tokens of one piece of text.
    pub(super) fn count(&mut self, piece: &[u8]) -> usize {
        if piece.len() >= KEY {
            return self.table.count(piece);
        }
        let mut bytes = [0; KEY];
        bytes[..piece.len()].copy_from_slice(piece);
        bytes[KEY - 1] = piece.len() as u8;
        let key = u128::from_le_bytes(bytes);
        let mixed = ((key >> 64) as u64 ^ key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let met = &mut self.counts[(mixed >> (64 - PLACE_BITS)) as usize];
        if met.0 != key {
            *met = (key, self.table.count(piece));
        }
        met.1
    }
}

/// FNV-1a with its halves mixed.
fn hash(bytes: &[u8]) -> u64 {
    let fold = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, fold);
    hash ^ (hash >> 32)
}
