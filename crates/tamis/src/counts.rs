//! Counts of tokens kept between runs: a line that was counted for one answer is not counted for the next.
//!
//! Beside parsing, counting is what a question pays most for, and what it gives follows from the line alone. One file for all roots
//! of a family, bounded; as every kept file it can vanish or be damaged at any time, and then lines are counted again.

use std::io::Read;

use crate::corpus::Corpus;
use crate::store::Store;
use crate::store::encoding::{seal, unseal};
use crate::tokens::Counter;

/// The kind of file they are kept in.
const KIND: &str = "counts";
/// Most bytes that are kept, as a part of the text of the root that adds to them.
const MOST_SHARE: u64 = 10;

/// The counter of one repository, which remembers what was kept.
#[derive(Debug)]
pub struct Counts {
    /// It counts.
    pub counter: Counter,
    is_damaged: bool,
}

impl Counts {
    /// Those that `store` keeps.
    pub fn open(store: Option<&Store>) -> Counts {
        let Some(mut file) = store.and_then(|store| store.common(KIND)) else {
            return Counts { counter: Counter::default(), is_damaged: false };
        };
        let mut bytes = Vec::new();
        let told = file.read_to_end(&mut bytes).is_ok().then(|| unseal(&bytes)).flatten();
        Counts { counter: told.map(Counter::remembering).unwrap_or_default(), is_damaged: told.is_none() }
    }

    /// Whether a file was there and could not be believed.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged
    }

    /// Keeps what was counted since they were opened. Where that fails, it is counted again next time.
    pub fn keep(&self, corpus: &Corpus, store: &Store) {
        if !self.counter.is_changed() && !self.is_damaged {
            return;
        }
        let Ok(Some(writing)) = store.write() else { return };
        let text: u64 = corpus.documents().iter().map(|document| document.bytes).sum();
        let _ = writing.put_common(KIND, &seal(self.counter.told((text / MOST_SHARE) as usize)));
    }
}
