//! Query performance prediction: does the repository hold an answer at all?
//!
//! A ranking always has a first file, also for a task that belongs to another repository. What tells the two apart is seen before
//! the search (does the repository know the task's words and names, is it about them?) and after it (how good is the first file, does the
//! task name it?): pre- and post-retrieval predictors (Carmel and Yom-Tov, Estimating the Query Difficulty for Information
//! Retrieval, 2010). How much each counts is in the weights file. Judges no single file.

use std::collections::BTreeMap;

use super::background::excess;
use super::model::Scored;
use super::names::identifiers;
use super::pool::{Pool, PoolTerm};
use super::signals::{is_named, value};
use crate::analyzer::terms::{TermHash, terms};
use crate::document::DocId;
use crate::repository::Repository;

/// What is known once the candidates are scored.
#[derive(Clone, Copy)]
pub struct Outlook<'a> {
    /// The task in this repository.
    pub pool: &'a Pool<'a>,
    /// The signals of every scored file.
    pub rows: &'a BTreeMap<DocId, Vec<f64>>,
    /// Their scores, best first.
    pub scored: &'a [Scored],
}

/// One predictor.
pub struct Predictor {
    /// Its name in the weights file.
    pub name: &'static str,
    /// What it measures, in one line.
    pub meaning: &'static str,
    /// Its value; `None` where it cannot be told.
    pub measure: fn(Outlook<'_>) -> Option<f64>,
}

/// Every predictor, in the order of the feature table.
pub const PREDICTORS: &[Predictor] = &[
    Predictor { name: "answer_best", meaning: "the score of the first file", measure: score },
    Predictor {
        name: "answer_stem",
        meaning: "share of its name that the task holds",
        measure: |on| first(on).map(|row| value(row, "stem")),
    },
    Predictor { name: "answer_named", meaning: "whether the task names it", measure: named },
    Predictor { name: "answer_words", meaning: "share of the task's words that the repository holds", measure: words },
    Predictor { name: "answer_names", meaning: "share of the task's names that it holds", measure: names },
    Predictor { name: "answer_topic", meaning: "how much more than others it says two of the words", measure: topic },
    Predictor { name: "answer_words_count", meaning: "logarithm of the number of words", measure: words_count },
    Predictor { name: "answer_names_count", meaning: "logarithm of the number of names", measure: names_count },
];

/// A smaller repository, or a task of fewer words, is outside what the weights were fitted on.
const LEAST_FILES: usize = 50;
const LEAST_WORDS: usize = 4;

/// Whether the predictors have enough to go by.
pub fn can_tell(repository: &Repository, terms: &[PoolTerm]) -> bool {
    repository.index.searchable() >= LEAST_FILES && terms.iter().filter(|term| term.concept).count() >= LEAST_WORDS
}

/// The first file without habits: where tasks led before says nothing of whether this one has an answer.
fn best<'a>(on: Outlook<'a>) -> Option<&'a Scored> {
    on.scored.iter().max_by(|a, b| a.unaided_score.total_cmp(&b.unaided_score).then(b.doc.cmp(&a.doc)))
}

fn score(on: Outlook<'_>) -> Option<f64> {
    best(on).map(|one| one.unaided_score)
}

fn first<'a>(on: Outlook<'a>) -> Option<&'a [f64]> {
    on.rows.get(&best(on)?.doc).map(Vec::as_slice)
}

fn named(on: Outlook<'_>) -> Option<f64> {
    Some(f64::from(u8::from(first(on).is_some_and(is_named))))
}

fn concepts<'a>(on: Outlook<'a>) -> impl Iterator<Item = (usize, &'a PoolTerm)> {
    on.pool.terms.iter().enumerate().filter(|(_, term)| term.concept)
}

/// Share of the task's words, by weight, that some document holds, itself or through a learned word.
fn words(on: Outlook<'_>) -> Option<f64> {
    let terms = &on.pool.terms;
    let index = &on.pool.repository.index;
    let (mut held, mut all) = (0.0, 0.0);
    for (place, term) in concepts(on) {
        let known =
            index.document_frequency(term.hash) > 0 || terms.iter().any(|other| other.stands_for.contains(&place));
        let weight = term.whole * term.idf;
        all += weight;
        held += if known { weight } else { 0.0 };
    }
    (all > 0.0).then(|| held / all)
}

fn words_count(on: Outlook<'_>) -> Option<f64> {
    Some((1.0 + concepts(on).count() as f64).ln())
}

/// The different names of code in a task.
fn list(on: Outlook<'_>) -> Vec<&str> {
    let need = on.pool.need;
    let mut names: Vec<&str> = identifiers(&need.mentions, &need.title).into_iter().map(|(name, _)| name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn names(on: Outlook<'_>) -> Option<f64> {
    let index = &on.pool.repository.index;
    let holds = |name: &&&str| terms(name).first().is_some_and(|term| index.document_frequency(TermHash::of(term)) > 0);
    let names = list(on);
    (!names.is_empty()).then(|| names.iter().filter(holds).count() as f64 / names.len() as f64)
}

fn names_count(on: Outlook<'_>) -> Option<f64> {
    Some((1.0 + list(on).len() as f64).ln())
}

/// Words that say what a repository is about: the name of the project may be one of them.
const TOPIC: usize = 2;

/// The mean excess of the words that the repository says most beside others: what it is about, as far as the task says it.
fn topic(on: Outlook<'_>) -> Option<f64> {
    let index = &on.pool.repository.index;
    let share = |term: &PoolTerm| index.document_frequency(term.hash) as f64 / index.searchable().max(1) as f64;
    let own = |term: &&PoolTerm| term.whole > 0.0 && term.stands_for.is_empty();
    let mut list: Vec<f64> = on.pool.terms.iter().filter(own).map(|term| excess(term.hash, share(term))).collect();
    list.sort_by(|a, b| b.total_cmp(a));
    list.truncate(TOPIC);
    (!list.is_empty()).then(|| list.iter().sum::<f64>() / list.len() as f64)
}
