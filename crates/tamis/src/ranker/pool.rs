//! The pool: one task's terms and the candidates they are matched against.

use std::sync::Arc;

use rayon::prelude::*;

use super::matching::{Hits, Matcher};
use super::senses;
use crate::analyzer::terms::{Form, TermHash, for_each_term};
use crate::document::DocId;
use crate::history::Votes;
use crate::query::{Keyword, KeywordSource, Need, Query, Zone};
use crate::repository::{Reading, Repository};

/// A term with its shares in the task.
#[derive(Clone, Debug, PartialEq)]
pub struct PoolTerm {
    /// As people read it.
    pub word: String,
    /// Identity.
    pub hash: TermHash,
    /// Inverse document frequency in this repository.
    pub idf: f64,
    /// Share in the title.
    pub title: f64,
    /// Share in the whole task: saturated occurrences over all zones.
    pub whole: f64,
    /// Share as a learned keyword; 0 for words of the task.
    pub learned: f64,
    /// How far finding it speaks for the words it stands for, in `[0, 1]`.
    pub support: f64,
    /// For a word that stands for words of the task: their places in [`Pool::terms`].
    pub stands_for: Vec<usize>,
    /// Whether it is a concept of its own: a run of the text, no part and no joined pair.
    pub concept: bool,
    /// The words of the task that it stands for, as people read them; none for a word of the task itself.
    pub says: Vec<String>,
}

/// Candidates read and matched.
pub struct Pool<'r> {
    /// Where they come from.
    pub repository: &'r Repository,
    /// What is needed.
    pub need: &'r Need,
    /// The terms.
    pub terms: Vec<PoolTerm>,
    /// The candidates, in path order.
    pub docs: Vec<DocId>,
    /// Their content; `None` where it could not be read.
    pub readings: Vec<Option<Arc<Reading>>>,
    /// Where the terms stand in each.
    pub hits: Vec<Hits>,
    /// What history says of the task, by document.
    pub votes: Vec<Votes>,
}

/// A term that two prose words make when joined counts less than either, being a guess.
const JOINED_SHARE: f64 = 0.5;
/// A part of a compound counts less than the compound.
const PART_SHARE: f64 = 0.6;
/// Saturation of repeated words of the task.
const K3: f64 = 2.0;

impl<'r> Pool<'r> {
    /// Reads `docs` and matches the terms of need and query in them.
    pub fn new(repository: &'r Repository, need: &'r Need, query: &Query, docs: Vec<DocId>) -> Self {
        let terms = pool_terms(repository, need, query);
        let matcher = Matcher::new(terms.iter().map(|term| term.hash));
        let readings = repository.read_all(&docs);
        let content = |reading: &Option<Arc<Reading>>| {
            reading.as_ref().map_or_else(Hits::default, |reading| matcher.hits(reading.runs()))
        };
        let hits = readings.par_iter().map(content).collect();
        let shares: Vec<(TermHash, f64)> = terms.iter().map(|term| (term.hash, term.whole)).collect();
        let votes = repository.history.votes(&shares);
        Pool { repository, need, terms, docs, readings, hits, votes }
    }

    /// Term weights for one view of the task: share times inverse document frequency.
    pub fn weights(&self, share: impl Fn(&PoolTerm) -> f64) -> Vec<f64> {
        self.terms.iter().map(|term| share(term) * term.idf).collect()
    }
}

/// The terms of the need, then those of learned keywords. A guess is no term: it neither scores nor counts as held.
pub fn pool_terms(repository: &Repository, need: &Need, query: &Query) -> Vec<PoolTerm> {
    let mut terms: Vec<PoolTerm> = need.terms.iter().map(|term| task_term(repository, term)).collect();
    senses::relate(repository, need, &mut terms);
    for keyword in query.keywords.iter().filter(|one| !one.source.is_of_task() && !one.source.is_guess()) {
        add_keyword(repository, keyword, &mut terms);
    }
    terms
}

fn task_term(repository: &Repository, term: &crate::query::TaskTerm) -> PoolTerm {
    let said_otherwise = term.meant_as.is_some_and(|joined| repository.index.document_frequency(joined) > 0);
    let factor = match term.form {
        _ if said_otherwise => 0.0,
        Form::Whole => 1.0,
        Form::Part => PART_SHARE,
        Form::Joined => JOINED_SHARE * f64::from(u8::from(repository.index.document_frequency(term.hash) > 0)),
    };
    let (title, prose, code) = (term.count(Zone::Title), term.count(Zone::Prose), term.count(Zone::Code));
    let saturated = |count: f64| count * (K3 + 1.0) / (count + K3);
    PoolTerm {
        word: term.word.clone(),
        hash: term.hash,
        idf: repository.index.inverse_document_frequency(term.hash),
        title: factor * saturated(title),
        whole: factor * saturated(title + prose + 0.5 * code),
        learned: 0.0,
        support: 1.0,
        stands_for: Vec::new(),
        concept: term.form == Form::Whole && !said_otherwise,
        says: Vec::new(),
    }
}

/// A word that stands for words of the task is searched as one of them; any other learned word counts apart.
fn add_keyword(repository: &Repository, keyword: &Keyword, terms: &mut Vec<PoolTerm>) {
    let meaning = keyword.source.stands_for();
    let stands_for: Vec<usize> =
        (0..terms.len()).filter(|&i| terms[i].concept && meaning.contains(&terms[i].word)).collect();
    let meant = |share: fn(&PoolTerm) -> f64| stands_for.iter().map(|&i| share(&terms[i])).fold(0.0, f64::max);
    let says: Vec<String> = stands_for.iter().map(|&i| terms[i].word.clone()).collect();
    let (title, whole) = (meant(|term| term.title), meant(|term| term.whole));
    let (title, whole, learned) = match keyword.source {
        KeywordSource::Caller => (0.0, 1.0, 0.0),
        _ if !meaning.is_empty() => (title, whole, 0.0),
        _ => (0.0, 0.0, 1.0),
    };
    for_each_term(&keyword.word, |spelling, form| {
        let hash = TermHash::of(spelling);
        if form == Form::Joined || terms.iter().any(|term| term.hash == hash) {
            return;
        }
        let share = keyword.weight * if form == Form::Part { PART_SHARE } else { 1.0 };
        terms.push(PoolTerm {
            word: keyword.word.clone(),
            hash,
            idf: repository.index.inverse_document_frequency(hash),
            title: share * title,
            whole: share * whole,
            learned: share * learned,
            support: share,
            stands_for: stands_for.clone(),
            concept: false,
            says: says.clone(),
        });
    });
}
