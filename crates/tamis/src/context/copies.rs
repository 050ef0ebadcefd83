//! Near-copies: files whose passages say what a file ranked before them says already.
//!
//! By containment of shingles, |S(A) ∩ S(B)| / |S(A)| (Broder, "On the resemblance and containment of documents", 1997), with
//! shingles of ten words ("Syntactic clustering of the Web", Broder et al., 1997): a changed word takes ten shingles with it.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::analyzer::terms::for_each_run;

/// Words of a shingle.
const WORDS: usize = 10;
/// Containment from which a text is a near-copy.
const COPY: f64 = 0.9;
/// A text of fewer shingles is too short to be called a copy of anything.
const LEAST: usize = 10;

/// The shingles of a text, by hash, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shingles(Vec<u64>);

impl Shingles {
    /// Of some passages; no shingle runs from one into the next.
    pub(super) fn of<'t>(passages: impl Iterator<Item = &'t str>) -> Shingles {
        let mut shingles: Vec<u64> = Vec::new();
        let mut words: Vec<&str> = Vec::new();
        for passage in passages {
            words.clear();
            for_each_run(passage, |run| words.push(run));
            shingles.extend(words.windows(WORDS).map(|shingle| {
                let mut hasher = FxHasher::default();
                shingle.hash(&mut hasher);
                hasher.finish()
            }));
        }
        shingles.sort_unstable();
        shingles.dedup();
        Shingles(shingles)
    }

    /// Whether nearly all of it stands in `other`.
    pub(super) fn is_copy_of(&self, other: &Shingles) -> bool {
        let least = COPY * self.0.len() as f64;
        if self.0.len() < LEAST || (other.0.len() as f64) < least {
            return false;
        }
        let mut others = other.0.iter().peekable();
        let is_shared = |shingle: &&u64| {
            while others.next_if(|other| other < shingle).is_some() {}
            others.peek() == Some(shingle)
        };
        self.0.iter().filter(is_shared).count() as f64 >= least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shingles(text: &str) -> Shingles {
        Shingles::of(std::iter::once(text))
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
