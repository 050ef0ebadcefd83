//! A task in another language: the terms that say one word of it, the word itself and what the glossary calls it, are one
//! concept. Shares and relations only; which words mean what is the glossary's business.

use std::collections::BTreeMap;

use super::pool::PoolTerm;
use crate::analyzer::terms::{Form, is_cjk};
use crate::query::{Need, TaskTerm};
use crate::repository::Repository;

/// A translated word counts less than the task's own.
const TRANSLATED: f64 = 0.9;
/// What a word may mean beside its first known meaning counts less than that.
const ALTERNATIVE: f64 = 0.5;

/// Relates the terms of `need` in `terms`, which stand in the same order.
pub(super) fn relate(repository: &Repository, need: &Need, terms: &mut [PoolTerm]) {
    let mut meanings: BTreeMap<&str, BTreeMap<usize, Vec<usize>>> = BTreeMap::new();
    for (place, term) in need.terms.iter().enumerate().filter(|(_, term)| term.form == Form::Whole) {
        if let Some((sense, order)) = term.sense.as_ref().and_then(|sense| Some((sense, sense.alternative?))) {
            meanings.entry(&sense.word).or_default().entry(order).or_default().push(place);
        }
    }
    if meanings.is_empty() {
        return;
    }
    let known = |place: &usize| repository.index.document_frequency(terms[*place].hash) > 0;
    let chosen: BTreeMap<&str, &Vec<usize>> = meanings
        .iter()
        .filter_map(|(word, orders)| {
            // Where the most likely English word says nothing, as `bug` does, or is the task's own, there is no concept here.
            let likely = orders.get(&0)?;
            Some((*word, orders.values().find(|places| places.iter().all(known)).unwrap_or(likely)))
        })
        .collect();
    for (place, term) in need.terms.iter().enumerate() {
        let concept = term.sense.as_ref().and_then(|sense| chosen.get(sense.word.as_str()));
        relate_one(repository, term, concept.map(|places| (place, places.as_slice())), &mut terms[place]);
    }
}

/// `concept` is the place of the term and those of the terms that stand for the word's meaning.
fn relate_one(repository: &Repository, term: &TaskTerm, concept: Option<(usize, &[usize])>, into: &mut PoolTerm) {
    let unknown = repository.index.document_frequency(term.hash) == 0;
    let alternative = term.sense.as_ref().and_then(|sense| sense.alternative);
    if alternative.is_none() && unknown && (term.sense.is_some() || term.word.chars().any(is_cjk)) {
        // The repository does not speak this language, or not of this: its translation says it all.
        silence(into);
    } else if let Some(sense) = &term.sense {
        let (place, places) = concept.unwrap_or_default();
        let main = places.contains(&place);
        into.concept &= main;
        if !main {
            into.stands_for = places.to_vec();
        }
        if alternative.is_some() {
            into.says = vec![sense.word.clone()];
            scale(into, if main { TRANSLATED } else { ALTERNATIVE });
        }
    }
}

fn silence(term: &mut PoolTerm) {
    scale(term, 0.0);
    term.concept = false;
}

fn scale(term: &mut PoolTerm, share: f64) {
    term.title *= share;
    term.whole *= share;
    term.support *= share;
}
