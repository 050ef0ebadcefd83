//! What a task gets without Tamis: plain BM25, and a search for its keywords one by one.

use std::collections::BTreeMap;

use crate::analyzer::terms::{Form, TermHash};
use crate::document::{LineRange, Role};
use crate::query::{Need, TaskTerm, Zone};
use crate::ranker::bm25::{PLAIN, bm25f, top};
use crate::repository::Repository;

/// Keywords that are searched one by one: an issue of a thousand words has no more that anybody would type.
const MOST_KEYWORDS: usize = 20;
/// A shorter word stands in every file.
const LEAST_KEYWORD: usize = 3;

/// Plain BM25 over whole files: split identifiers, path words three times, no tests, prose, examples or foreign code.
pub fn plain_bm25(repository: &Repository, need: &Need, limit: usize) -> Vec<String> {
    let share = |term: &TaskTerm| {
        if term.form == Form::Joined || term.is_translation() {
            0.0
        } else {
            f64::from(term.counts.iter().sum::<u32>())
        }
    };
    let terms: Vec<(TermHash, f64)> = need.terms.iter().map(|term| (term.hash, share(term))).collect();
    let mut scores = bm25f(&repository.index, &terms, PLAIN);
    scores.retain(|(doc, _)| repository.role(*doc) == Role::Source);
    top(scores, limit).into_iter().map(|(doc, _)| repository.path(doc).to_owned()).collect()
}

/// The words of a task that are searched one by one: its distinct whole words of three characters or more without stop words,
/// those of the first line first, then the most frequent, then in order; at most twenty.
pub fn keywords(need: &Need) -> Vec<&str> {
    let long = |term: &TaskTerm| term.word.chars().count() >= LEAST_KEYWORD;
    let whole = |term: &&TaskTerm| term.form == Form::Whole && long(term) && !term.is_translation();
    let mut terms: Vec<&TaskTerm> = need.terms.iter().filter(whole).collect();
    let urgency = |term: &TaskTerm| (term.counts[Zone::Title as usize] > 0, term.counts.iter().sum::<u32>());
    terms.sort_by_key(|term| std::cmp::Reverse(urgency(term)));
    terms.truncate(MOST_KEYWORDS);
    terms.into_iter().map(|term| term.word.as_str()).collect()
}

/// Files by the number of distinct keywords they hold, ties by hits, then by path; the same files as plain BM25 may list.
/// `hits` holds, for each keyword, the files with their number of hits.
pub fn by_keywords(repository: &Repository, hits: &[Vec<(String, usize)>], limit: usize) -> Vec<String> {
    let mut files: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (path, count) in hits.iter().flatten() {
        let (distinct, all) = files.entry(path).or_default();
        *distinct += 1;
        *all += count;
    }
    let is_source = |path: &str| repository.corpus.find(path).is_some_and(|doc| repository.role(doc) == Role::Source);
    let mut ranked: Vec<(&str, (usize, usize))> = files.into_iter().filter(|(path, _)| is_source(path)).collect();
    ranked.sort_by_key(|&(_, held)| std::cmp::Reverse(held));
    ranked.into_iter().take(limit).map(|(path, _)| path.to_owned()).collect()
}

/// The lines that hold one of `words` in any case, with `context` lines around them, overlaps merged.
pub fn lines_around(text: &str, words: &[&str], context: u32) -> Vec<LineRange> {
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let mut ranges: Vec<LineRange> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let folded = line.to_lowercase();
        if !words.iter().any(|word| folded.contains(word)) {
            continue;
        }
        let around = LineRange::new(u32::saturating_sub(number, context), number + context);
        match ranges.last_mut() {
            Some(last) if around.start <= last.end + 1 => last.end = around.end,
            _ => ranges.push(around),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{Task, need};

    #[test]
    fn keywords_are_the_first_lines_and_then_the_most_frequent() {
        let text = "Fix the cache eviction\n\nThe pool is slow. The pool grows, and grows, as ttl is 0.";
        let need = need(&Task { text: text.to_owned(), ..Task::default() });
        assert_eq!(keywords(&need), ["cache", "eviction", "pool", "grows", "slow", "ttl"]);
    }

    #[test]
    fn lines_around_hits_are_merged() {
        let text = "x\nx\nHit\nx\nx\nx\nx\nhit\nhit\nx";
        let ranges = lines_around(text, &["hit"], 1);
        assert_eq!(ranges, [LineRange::new(2, 4), LineRange::new(7, 10)]);
    }
}
