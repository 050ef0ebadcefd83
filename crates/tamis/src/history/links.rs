//! What the commits about a word touched: links from words of messages to words of the names of files.
//!
//! Counts what stands in the log, and nothing else; which of the words are wanted is decided above.

use std::collections::{BTreeMap, BTreeSet};

use super::{Commit, History};
use crate::analyzer::terms::{TermHash, parts};
use crate::corpus::called;

/// A commit that touches more files than this links none of their names to its words.
const MOST_LINKED: usize = 10;

/// A word of the names of files, as seen beside a word of messages.
#[derive(Clone, Debug, PartialEq)]
pub struct Association {
    /// The word of the names.
    pub word: String,
    /// How much more often commits with the word of the message touch such a file than others do: ΔP, in `(0, 1]` (Jenkins and
    /// Ward 1965).
    pub strength: f64,
    /// How many commits had both.
    pub commits: u32,
    /// The first line of the newest of them.
    pub commit: String,
}

impl History {
    /// The links of each word of messages, by the linked word. Files that are there no more count too: their names were what
    /// the commit was about.
    pub fn links(&self, terms: &[TermHash]) -> Vec<Vec<Association>> {
        let names: Vec<Vec<String>> = self.paths.iter().map(|path| name_words(path)).collect();
        let words = |commit: &Commit| -> BTreeSet<&str> {
            let files = commit.touched.iter().filter(|_| commit.touched.len() <= MOST_LINKED);
            files.flat_map(|file| names[*file as usize].iter().map(String::as_str)).collect()
        };
        let touched: Vec<BTreeSet<&str>> = self.commits.iter().map(words).collect();
        let mut everywhere: BTreeMap<&str, u32> = BTreeMap::new();
        touched.iter().flatten().for_each(|word| *everywhere.entry(word).or_default() += 1);
        terms.iter().map(|term| self.links_of(*term, &touched, &everywhere)).collect()
    }

    fn links_of(
        &self,
        term: TermHash,
        touched: &[BTreeSet<&str>],
        everywhere: &BTreeMap<&str, u32>,
    ) -> Vec<Association> {
        let holders = self.holders(term);
        // Of each word the number of commits, and the newest.
        let mut both: BTreeMap<&str, (u32, usize)> = BTreeMap::new();
        for at in holders.iter().map(|entry| entry.item as usize) {
            for word in &touched[at] {
                both.entry(word).or_insert((0, at)).0 += 1;
            }
        }
        let link = |(word, (commits, newest)): (&str, (u32, usize))| {
            let with = f64::from(commits) / holders.len() as f64;
            let without = f64::from(everywhere[word] - commits) / (self.commits.len() - holders.len()).max(1) as f64;
            let commit = self.commits[newest].subject.clone();
            Association { word: word.to_owned(), strength: with - without, commits, commit }
        };
        both.into_iter().map(link).filter(|link| link.strength > 0.0).collect()
    }
}

/// The words of a file's name and of its folder's, endings left out.
fn name_words(path: &str) -> Vec<String> {
    let [_, stem, folder] = called(path);
    [stem, folder].into_iter().flat_map(parts).collect()
}
