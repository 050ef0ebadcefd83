//! A query given by the caller has the last word: words of the task that it leaves out are not searched.

use std::collections::BTreeSet;

use super::{Need, Query};
use crate::analyzer::terms::{Form, TermHash, for_each_term};

impl Need {
    /// The need without the words that the task's own first query holds and the given one has left out. A query without
    /// keywords leaves all of them.
    pub fn obeying(mut self, given: &Query, own: &Query) -> Need {
        if given.keywords.is_empty() {
            return self;
        }
        let kept: BTreeSet<TermHash> = given.keywords.iter().flat_map(|keyword| terms(&keyword.word)).collect();
        let of_task = own.keywords.iter().filter(|keyword| keyword.source.is_of_task());
        let words: Vec<&str> = of_task
            .map(|keyword| keyword.word.as_str())
            .filter(|word| !terms(word).iter().all(|hash| kept.contains(hash)))
            .collect();
        let taken: BTreeSet<TermHash> =
            words.iter().flat_map(|word| terms(word)).filter(|hash| !kept.contains(hash)).collect();
        self.terms.retain(|term| {
            let joins = term.form == Form::Joined && words.iter().any(|word| term.word.contains(word));
            !taken.contains(&term.hash) && !joins
        });
        self.mentions.retain(|mention| {
            let whole = hashes(&mention.text, |form| form == Form::Whole);
            whole.is_empty() || !whole.iter().all(|hash| taken.contains(hash))
        });
        self
    }
}

/// A word and its parts.
fn terms(word: &str) -> Vec<TermHash> {
    hashes(word, |form| form != Form::Joined)
}

/// Those terms of a text whose form is wanted.
fn hashes(text: &str, wanted: fn(Form) -> bool) -> Vec<TermHash> {
    let mut list = Vec::new();
    for_each_term(text, |spelling, form| {
        if wanted(form) {
            list.push(TermHash::of(spelling));
        }
    });
    list
}

#[cfg(test)]
mod tests {
    use super::super::{Keyword, KeywordSource, Task, create_initial_query, need};
    use super::*;

    fn left(text: &str, keywords: &[&str]) -> (Vec<String>, usize) {
        let task = Task { text: text.to_owned(), ..Task::default() };
        let need = need(&task);
        let own = create_initial_query(&[], &task, &need);
        let keyword = |word: &&str| Keyword { word: (*word).to_owned(), weight: 1.0, source: KeywordSource::Task };
        let given = Query { keywords: keywords.iter().map(keyword).collect(), ..Query::default() };
        let need = need.obeying(&given, &own);
        (need.terms.into_iter().map(|term| term.word).collect(), need.mentions.len())
    }

    #[test]
    fn words_that_are_left_out_are_not_searched() {
        let text = "wrong quota in settle_batch";
        let all = left(text, &["wrong", "quota", "settle_batch"]);
        assert_eq!(all, left(text, &[]));
        assert!(all.0.contains(&"quota".to_owned()) && all.1 == 1, "{all:?}");
        let (words, mentions) = left(text, &["quota"]);
        let gone = |word: &str| words.iter().all(|left| !left.contains(word));
        assert!(gone("wrong") && gone("settle") && gone("batch") && mentions == 0, "{words:?}");
        assert!(words.contains(&"quota".to_owned()), "{words:?}");
        // A part that a kept word has too stays.
        let (words, _) = left(text, &["settle_batch"]);
        assert!(words.contains(&"settle".to_owned()) && !words.contains(&"wrong".to_owned()), "{words:?}");
    }
}
