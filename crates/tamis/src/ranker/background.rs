//! What repositories in general say: a background to hold the words of one repository against.
//!
//! A small table of words with the share of files that hold them, the mean over public repositories in fourteen languages without the one
//! that says the word most (`tamis measure --words`). A word that is not in it is rare everywhere. Knows no repository.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::analyzer::terms::TermHash;

/// The least share that the table holds, and what is added to both shares, so that a word of a few files is no topic (additive
/// smoothing).
pub const LEAST_SHARE: f64 = 0.005;

static SHARES: LazyLock<FxHashMap<TermHash, f64>> = LazyLock::new(|| {
    let row = |line: &str| {
        let (word, share) = line.split_once('\t')?;
        Some((TermHash::of(word), share.parse::<f64>().ok()? / 1000.0))
    };
    include_str!("background.tsv").lines().filter_map(row).collect()
});

/// How much more a repository says a word than others do: the logarithm of the ratio of the shares of files that hold it, `share` in
/// this repository. About 5 for the name of its project, 0 for a word as common as anywhere, negative for one it seldom says.
pub(super) fn excess(term: TermHash, share: f64) -> f64 {
    let elsewhere = SHARES.get(&term).copied().unwrap_or(0.0);
    ((share + LEAST_SHARE) / (elsewhere + LEAST_SHARE)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_this_project_alone_stands_out_and_a_common_one_does_not() {
        let of = |word: &str, share| excess(TermHash::of(word), share);
        assert!(of("rocketmq", 0.9) > 4.0, "{}", of("rocketmq", 0.9));
        assert!(of("return", 0.5).abs() < 0.5, "{}", of("return", 0.5));
        assert!(of("return", 0.01) < -2.0, "{}", of("return", 0.01));
        assert!(of("rocketmq", 0.0).abs() < 1e-9, "nobody says it, here or elsewhere");
    }
}
