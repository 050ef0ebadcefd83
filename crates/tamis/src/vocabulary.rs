//! Term-to-term relatedness, learned from the repository at hand: which of its own words stand beside the task's.
//!
//! Only what is written together counts: lines of documentation, comments, settings and paths. Nothing is shipped.

use std::collections::BTreeMap;

use crate::analyzer::terms::{TermHash, for_each_run, for_each_term};
use crate::document::{DocId, LineRange, Role};
use crate::index::Field;
use crate::query::{Keyword, KeywordSource, is_stopword};
use crate::repository::{Reading, Repository};

/// Documents read to learn from.
const MOST_DOCUMENTS: usize = 40;
/// Lines around a word of the task that count as beside it.
const NEAR: u32 = 2;

/// A word seen beside the task's words.
struct Neighbour {
    weight: f64,
    beside: Vec<usize>,
    path: String,
    line: u32,
}

/// The repository's own words for `words` (as the task spells them): at most `limit`, best first. A word must be defined
/// or stand in a path of the source, and must not be common in it. `known` are words the query has already.
pub fn bridge(repository: &Repository, words: &[String], known: &dyn Fn(&str) -> bool, limit: usize) -> Vec<Keyword> {
    let hashes: Vec<TermHash> = words.iter().map(|word| term_of(word)).collect();
    let mut neighbours: BTreeMap<String, Neighbour> = BTreeMap::new();
    for doc in documents_holding(repository, &hashes) {
        if let Some(reading) = repository.reading(doc) {
            read_neighbours(repository, doc, &reading, &hashes, &mut neighbours);
        }
    }
    let mut ranked: Vec<(String, Neighbour)> = neighbours.into_iter().filter(|(word, _)| !known(word)).collect();
    ranked.sort_by(|a, b| b.1.weight.total_cmp(&a.1.weight).then_with(|| a.0.cmp(&b.0)));
    ranked.truncate(limit);
    let best = ranked.first().map_or(1.0, |(_, neighbour)| neighbour.weight);
    ranked
        .into_iter()
        .map(|(word, neighbour)| Keyword {
            word,
            weight: (0.3 + 0.6 * neighbour.weight / best).min(0.9),
            source: KeywordSource::Vocabulary {
                stands_for: neighbour.beside.iter().map(|&i| words[i].clone()).collect(),
                path: neighbour.path,
                line: neighbour.line,
            },
        })
        .collect()
}

fn term_of(word: &str) -> TermHash {
    let mut hash = TermHash::of(word);
    for_each_term(word, |spelling, form| {
        if form == crate::analyzer::terms::Form::Whole {
            hash = TermHash::of(spelling);
        }
    });
    hash
}

/// Documents that hold the words, those with most of them first.
fn documents_holding(repository: &Repository, hashes: &[TermHash]) -> Vec<DocId> {
    let mut held: BTreeMap<DocId, f64> = BTreeMap::new();
    for &hash in hashes {
        let weight = repository.index.inverse_document_frequency(hash);
        for posting in repository.index.postings(hash) {
            if !matches!(repository.role(posting.doc), Role::Vendored | Role::Generated | Role::Data) {
                *held.entry(posting.doc).or_default() += weight;
            }
        }
    }
    crate::ranker::bm25::top(held.into_iter().collect(), MOST_DOCUMENTS).into_iter().map(|(doc, _)| doc).collect()
}

fn read_neighbours(
    repository: &Repository,
    doc: DocId,
    reading: &Reading,
    hashes: &[TermHash],
    neighbours: &mut BTreeMap<String, Neighbour>,
) {
    let matcher = crate::ranker::Matcher::new(hashes.iter().copied());
    let hits = matcher.hits(&reading.text.content);
    let mut lines: Vec<u32> = hits.0.iter().map(|(line, _)| *line).collect();
    lines.dedup();
    for line in lines {
        let around = LineRange::new(line.saturating_sub(NEAR).max(1), (line + NEAR).min(reading.line_count()));
        let mut beside: Vec<usize> = hits.within(around).iter().map(|(_, place)| usize::from(*place)).collect();
        beside.sort_unstable();
        beside.dedup();
        for near in around.start..=around.end {
            let distance = f64::from(near.abs_diff(line)) + 1.0;
            for_each_run(reading.line(near), |run| {
                let gain = source_weight(repository, run) * beside.len() as f64 / distance;
                if gain > 0.0 {
                    let word = run.to_lowercase();
                    let path = repository.path(doc);
                    let entry = neighbours.entry(word).or_insert_with(|| Neighbour {
                        weight: 0.0,
                        beside: beside.clone(),
                        path: path.to_owned(),
                        line: near,
                    });
                    entry.weight += gain;
                    if beside.len() > entry.beside.len() {
                        (entry.beside, entry.path, entry.line) = (beside.clone(), path.to_owned(), near);
                    }
                }
            });
        }
    }
}

/// How much a word says as a name of the source: its inverse document frequency, if some source file defines it or has it
/// in its path, and 0 otherwise or when it is common there.
fn source_weight(repository: &Repository, word: &str) -> f64 {
    let lower = word.to_lowercase();
    if word.len() < 3 || is_stopword(&lower) || lower.bytes().all(|byte| byte.is_ascii_digit()) {
        return 0.0;
    }
    let hash = term_of(word);
    let postings = repository.index.postings(hash);
    let named = postings.iter().any(|posting| {
        repository.role(posting.doc) == Role::Source
            && (posting.count(Field::Symbol) > 0.0 || posting.count(Field::Path) > 0.0)
    });
    if named && !is_common(repository, hash) { repository.index.inverse_document_frequency(hash) } else { 0.0 }
}

/// Whether a term is common in the repository: never learned.
pub fn is_common(repository: &Repository, term: TermHash) -> bool {
    repository.index.document_frequency(term) as f64 > 4.0 + 0.1 * repository.index.searchable() as f64
}
