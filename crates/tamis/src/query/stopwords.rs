//! Words of a task that say nothing about the code, and words of languages that say nothing about a repository. The lists
//! are the text files beside this one: lower case, not stemmed, sorted.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::analyzer::terms::is_cjk;

static STOPWORDS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| words(include_str!("stopwords.txt")));
static RESERVED: LazyLock<FxHashSet<&str>> = LazyLock::new(|| words(include_str!("reserved.txt")));

fn words(list: &'static str) -> FxHashSet<&'static str> {
    list.split_whitespace().collect()
}

/// Whether a lower-case word carries no need of its own: an English function word, or the furniture of issue reports.
pub fn is_stopword(word: &str) -> bool {
    STOPWORDS.contains(word)
}

/// Whether a lower-case word belongs to programming languages and their everyday types rather than to the repository.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(word)
}

/// Characters of the shortest word that says something; two characters of Chinese are a word.
const SHORTEST: usize = 3;
const SHORTEST_CJK: usize = 2;

/// Whether a lower-case word can say what a task is about: letters alone, and none of either list.
pub fn is_telling(word: &str) -> bool {
    let shortest = if word.chars().all(is_cjk) { SHORTEST_CJK } else { SHORTEST };
    let is_spelled = word.chars().count() >= shortest && word.chars().all(|c| c.is_alphabetic() || c == '_');
    is_spelled && !is_stopword(word) && !is_reserved(word)
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_fragments_and_furniture_tell_nothing() {
        assert!(["throttle", "rate_limit", "令牌", "größe"].into_iter().all(super::is_telling));
        assert!(!["19670", "0x11", "rg", "на", "令", "the", "string"].into_iter().any(super::is_telling));
    }

    #[test]
    fn lists_are_sorted_without_doubles() {
        for list in [include_str!("stopwords.txt"), include_str!("reserved.txt")] {
            let words: Vec<&str> = list.split_whitespace().collect();
            assert!(words.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }
}
