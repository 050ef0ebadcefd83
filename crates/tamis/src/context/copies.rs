//! Near-copies: files whose passages say what a file ranked before them says already.
//!
//! By containment of shingles, |S(A) ∩ S(B)| / |S(A)| (Broder, "On the resemblance and containment of documents", 1997), with
//! shingles of ten words ("Syntactic clustering of the Web", Broder et al., 1997): a changed word takes ten shingles with it.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::analyzer::terms::for_each_run;

/// Words of a shingle.
const WORDS: usize = 10;
/// Containment from which a text is a near-copy.
const COPY: f64 = 0.9;
/// A text of fewer shingles is too short to be called a copy of anything.
const LEAST: usize = 10;

/// The shingles of a text, by hash.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shingles(BTreeSet<u64>);

impl Shingles {
    /// Takes in one passage; no shingle runs from one into the next.
    pub(super) fn add(&mut self, text: &str) {
        let mut words: Vec<&str> = Vec::new();
        for_each_run(text, |run| words.push(run));
        self.0.extend(words.windows(WORDS).map(|shingle| {
            let mut hasher = FxHasher::default();
            shingle.hash(&mut hasher);
            hasher.finish()
        }));
    }

    /// Whether nearly all of it stands in `other`.
    pub(super) fn is_copy_of(&self, other: &Shingles) -> bool {
        let shared = self.0.intersection(&other.0).count();
        self.0.len() >= LEAST && shared as f64 >= COPY * self.0.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shingles(text: &str) -> Shingles {
        let mut shingles = Shingles::default();
        shingles.add(text);
        shingles
    }

    #[test]
    fn a_copy_holds_the_same_words_in_order() {
        let words: Vec<String> = (0..200).map(|number| format!("word{number}")).collect();
        let text = words.join(" ");
        assert!(shingles(&text).is_copy_of(&shingles(&words.join("\n  "))));
        assert!(shingles(&text.replace("word100 ", "other ")).is_copy_of(&shingles(&text)));
        assert!(!shingles(&words.iter().rev().cloned().collect::<String>()).is_copy_of(&shingles(&text)));
        // A part is contained in the whole, and not the other way round.
        assert!(shingles(&words[..50].join(" ")).is_copy_of(&shingles(&text)));
        assert!(!shingles(&text).is_copy_of(&shingles(&words[..50].join(" "))));
        assert!(!shingles("too short to tell").is_copy_of(&shingles("too short to tell")));
    }
}
