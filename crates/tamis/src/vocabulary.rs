//! Term-to-term relatedness, learned from the repository at hand: which of its own words stand beside the task's.
//!
//! Only what is written together counts: lines of documentation, comments, settings and paths, and the messages of commits beside
//! the names of the files they touched. Nothing is shipped.

use std::collections::BTreeMap;

use crate::analyzer::terms::{TermHash, for_each_run, term_of};
use crate::document::{DocId, Role};
use crate::index::{Field, Posting};
use crate::query::{Keyword, KeywordSource, is_reserved, is_stopword};
use crate::repository::{Reading, Repository};

/// Documents read to learn from.
const MOST_DOCUMENTS: usize = 40;
/// Words on either side of a word of the task that count as beside it.
const NEAR: usize = 12;
/// A learned word stands for a word of the task that gave it at least this share of its strongest association.
const SHARE: f64 = 0.25;

/// A word seen beside the task's words.
struct Neighbour {
    /// Strength of association with each word of the task.
    beside: Vec<f64>,
    /// How much it says as a name of the source.
    named: f64,
    /// Where it was seen closest to them; no path where no line holds both.
    path: String,
    line: u32,
    closest: f64,
    /// The newest commit that links it to them, and how many do.
    commit: Option<(String, u32)>,
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
    add_links(repository, &hashes, &mut neighbours);
    let strength = |neighbour: &Neighbour| neighbour.named * neighbour.beside.iter().sum::<f64>();
    let mut ranked: Vec<(String, Neighbour)> = neighbours.into_iter().filter(|(word, _)| !known(word)).collect();
    ranked.sort_by(|a, b| strength(&b.1).total_cmp(&strength(&a.1)).then_with(|| a.0.cmp(&b.0)));
    let mut stems: Vec<TermHash> = Vec::new();
    ranked.retain(|(word, _)| {
        let stem = term_of(word);
        let fresh = !stems.contains(&stem);
        stems.push(stem);
        fresh
    });
    ranked.truncate(limit);
    let best = ranked.first().map_or(1.0, |(_, neighbour)| strength(neighbour));
    ranked.into_iter().map(|(word, neighbour)| keyword(words, word, &neighbour, strength(&neighbour) / best)).collect()
}

fn keyword(words: &[String], word: String, neighbour: &Neighbour, strength: f64) -> Keyword {
    let most = neighbour.beside.iter().copied().fold(0.0, f64::max);
    let meant = words.iter().zip(&neighbour.beside).filter(|(_, share)| **share >= SHARE * most);
    let stands_for = meant.map(|(word, _)| word.clone()).collect();
    let source = match &neighbour.commit {
        Some((commit, commits)) if neighbour.path.is_empty() => {
            KeywordSource::History { stands_for, commit: commit.clone(), commits: *commits }
        }
        _ => KeywordSource::Vocabulary { stands_for, path: neighbour.path.clone(), line: neighbour.line },
    };
    Keyword { word, weight: 0.3 + 0.6 * strength, source }
}

/// Documents that hold the words, those with most of them first.
fn documents_holding(repository: &Repository, hashes: &[TermHash]) -> Vec<DocId> {
    let mut held: BTreeMap<DocId, f64> = BTreeMap::new();
    for &hash in hashes {
        let weight = repository.index.inverse_document_frequency(hash);
        for posting in repository.index.postings(hash).iter() {
            if !matches!(repository.role(posting.doc), Role::Vendored | Role::Generated | Role::Data) {
                *held.entry(posting.doc).or_default() += weight;
            }
        }
    }
    crate::ranker::bm25::top(held.into_iter().collect(), MOST_DOCUMENTS).into_iter().map(|(doc, _)| doc).collect()
}

/// Every word near a word of the task gains, the more the closer and the rarer that word is.
fn read_neighbours(
    repository: &Repository,
    doc: DocId,
    reading: &Reading,
    hashes: &[TermHash],
    neighbours: &mut BTreeMap<String, Neighbour>,
) {
    let mut runs: Vec<(&str, u32)> = Vec::new();
    let mut paragraphs: Vec<usize> = Vec::new();
    let mut paragraph = 0;
    for line in 1..=reading.line_count() {
        let text = reading.line(line);
        paragraph += usize::from(text.trim().is_empty());
        for_each_run(text, |run| runs.push((run, line)));
        paragraphs.resize(runs.len(), paragraph);
    }
    let asked: Vec<Option<usize>> =
        runs.iter().map(|(run, _)| hashes.iter().position(|hash| *hash == term_of(run))).collect();
    let weights: Vec<f64> = hashes.iter().map(|hash| repository.index.inverse_document_frequency(*hash)).collect();
    for (at, place) in asked.iter().enumerate().filter_map(|(at, place)| Some((at, (*place)?))) {
        for near in at.saturating_sub(NEAR)..(at + NEAR + 1).min(runs.len()) {
            let (word, line) = runs[near];
            let apart = asked[near].is_some() || paragraphs[near] != paragraphs[at];
            let named = if apart { 0.0 } else { source_weight(repository, word) };
            if named == 0.0 {
                continue;
            }
            let closeness = 1.0 / (1.0 + near.abs_diff(at) as f64 / 3.0);
            let entry = neighbour(neighbours, word.to_lowercase(), named, hashes.len());
            entry.beside[place] += weights[place] * closeness;
            // A line that holds both can be checked at a glance.
            let closeness = if line == runs[at].1 { closeness + 1.0 } else { closeness };
            if closeness > entry.closest {
                (entry.closest, entry.path, entry.line) = (closeness, repository.path(doc).to_owned(), line);
            }
        }
    }
}

fn neighbour(all: &mut BTreeMap<String, Neighbour>, word: String, named: f64, asked: usize) -> &mut Neighbour {
    all.entry(word).or_insert_with(|| Neighbour {
        beside: vec![0.0; asked],
        named,
        path: String::new(),
        line: 0,
        closest: 0.0,
        commit: None,
    })
}

/// The words of the names of files that commits touched when they spoke of a word of the task.
fn add_links(repository: &Repository, hashes: &[TermHash], neighbours: &mut BTreeMap<String, Neighbour>) {
    let links = repository.history.links(hashes);
    for (place, link) in
        links.into_iter().enumerate().flat_map(|(place, links)| links.into_iter().map(move |one| (place, one)))
    {
        let named = if hashes.contains(&term_of(&link.word)) { 0.0 } else { source_weight(repository, &link.word) };
        if named == 0.0 {
            continue;
        }
        let weight = repository.index.inverse_document_frequency(hashes[place]);
        let entry = neighbour(neighbours, link.word, named, hashes.len());
        entry.beside[place] += weight * link.strength * f64::from(link.commits).ln_1p();
        if entry.commit.as_ref().is_none_or(|(_, commits)| *commits < link.commits) {
            entry.commit = Some((link.commit, link.commits));
        }
    }
}

/// How much a word says as a name of the source: its inverse document frequency, half as much again where it names a file
/// or folder, if some source file defines it or has it in its path; 0 otherwise or when it is common there.
pub fn source_weight(repository: &Repository, word: &str) -> f64 {
    let lower = word.to_lowercase();
    if word.len() < 3 || is_stopword(&lower) || is_reserved(&lower) || lower.bytes().all(|byte| byte.is_ascii_digit()) {
        return 0.0;
    }
    let hash = term_of(word);
    if repository.is_common(hash) {
        return 0.0;
    }
    let source = |posting: &&Posting| repository.role(posting.doc) == Role::Source;
    let holds =
        |field: Field| repository.index.postings(hash).iter().filter(source).any(|posting| posting.count(field) > 0.0);
    let named = match (holds(Field::Path), holds(Field::Symbol)) {
        (true, _) => 1.5,
        (false, true) => 1.0,
        (false, false) => return 0.0,
    };
    named * repository.index.inverse_document_frequency(hash)
}

/// Whether some source file holds a term.
pub fn is_in_source(repository: &Repository, term: TermHash) -> bool {
    repository.index.postings(term).iter().any(|posting| repository.role(posting.doc) == Role::Source)
}
