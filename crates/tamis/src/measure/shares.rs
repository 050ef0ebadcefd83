//! How often repositories say a word: what `ranker/background.tsv` is made of.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::analyzer::terms::{Form, for_each_term};
use crate::document::DocId;
use crate::repository::Repository;

/// The share of a repository's text files that hold each term, a whole run or a part of one, in `]0, 1]`.
pub fn word_shares(repository: &Repository) -> BTreeMap<String, f64> {
    let documents: Vec<DocId> = (0..repository.corpus.documents().len() as u32).map(DocId).collect();
    let words = |&doc: &DocId| {
        let mut words = BTreeSet::new();
        for_each_term(&repository.corpus.read(doc).ok()?.content, |spelling, form| {
            if form != Form::Joined && !words.contains(spelling) {
                words.insert(spelling.to_owned());
            }
        });
        Some(words)
    };
    let held: Vec<BTreeSet<String>> = documents.par_iter().filter_map(words).collect();
    let each = 1.0 / held.len().max(1) as f64;
    let mut shares = BTreeMap::new();
    for word in held.into_iter().flatten() {
        *shares.entry(word).or_default() += each;
    }
    shares
}

/// What repositories in general say: the mean share of each word, without the repository that says it most, so that the name of one
/// project is no word of all. Words below `least` are left out.
pub fn background(repositories: &[BTreeMap<String, f64>], least: f64) -> BTreeMap<&str, f64> {
    let mut sums: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (word, &share) in repositories.iter().flatten() {
        let (sum, most) = sums.entry(word).or_default();
        *sum += share;
        *most = most.max(share);
    }
    let others = repositories.len().saturating_sub(1).max(1) as f64;
    sums.into_iter()
        .map(|(word, (sum, most))| (word, (sum - most) / others))
        .filter(|(_, mean)| *mean >= least)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_one_repository_alone_is_no_word_of_all() {
        let of = |pairs: &[(&str, f64)]| pairs.iter().map(|(word, share)| ((*word).to_owned(), *share)).collect();
        let repositories = [of(&[("rocketmq", 0.9), ("file", 0.5)]), of(&[("file", 0.3)]), of(&[("file", 0.1)])];
        assert_eq!(background(&repositories, 0.01), BTreeMap::from([("file", 0.2)]));
    }
}
