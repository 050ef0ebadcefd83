//! Counts of tokens kept between runs: a line that was counted for one answer is not counted for the next.
//!
//! Beside parsing, counting is what a question pays most for, and what it gives follows from the line alone. One file for all roots
//! of a family, bounded; as every kept file it can vanish or be damaged at any time, and then lines are counted again.

use std::io::Read;

use crate::corpus::Corpus;
use crate::store::Store;
use crate::store::encoding::{seal, unseal};
use crate::tokens;

/// The kind of file they are kept in.
const KIND: &str = "counts";
/// Most bytes that are kept, as a part of the text of the root that adds to them.
const MOST_SHARE: u64 = 10;

/// What was kept is taken in; what is counted from now on is new.
#[derive(Debug)]
pub struct Counts {
    /// How much had been counted before; none where what was kept could not be believed.
    before: Option<usize>,
}

impl Counts {
    /// Those that `store` keeps.
    pub fn open(store: Option<&Store>) -> Counts {
        let mut bytes = Vec::new();
        let file = store.and_then(|store| store.common(KIND));
        let is_whole = file.is_none_or(|mut file| {
            let whole = file.read_to_end(&mut bytes).is_ok().then(|| unseal(&bytes)).flatten();
            whole.inspect(|counts| tokens::remember(counts)).is_some()
        });
        Counts { before: is_whole.then(tokens::counted_anew) }
    }

    /// Whether a file was there and could not be believed.
    pub fn is_damaged(&self) -> bool {
        self.before.is_none()
    }

    /// Keeps what was counted since they were opened. Where that fails, it is counted again next time.
    pub fn keep(&self, corpus: &Corpus, store: &Store) {
        if self.before == Some(tokens::counted_anew()) {
            return;
        }
        let Ok(Some(writing)) = store.write() else { return };
        let text: u64 = corpus.documents().iter().map(|document| document.bytes).sum();
        let _ = writing.put_common(KIND, &seal(tokens::remembered((text / MOST_SHARE) as usize)));
    }
}
