//! What is remembered for a task, and what the outcome of a run teaches.
//!
//! Memory proposes, the repository bears out: a remembered word counts as one of the task's only where the source never says that
//! one itself, and a line of the repository, read in this run, holds both. Otherwise it is looked for, and nothing is accepted for
//! holding it.

mod lessons;

use std::collections::BTreeSet;

pub use lessons::{Outcome, learn};

use crate::analyzer::terms::{TermHash, for_each_term, term_of};
use crate::document::{DocId, Place, Role};
use crate::memory::{Link, Target};
use crate::query::{Keyword, KeywordSource, Need};
use crate::repository::{Reading, Repository};
use crate::vocabulary::{is_in_source, source_weight};

/// Words remembered for one task.
const MOST_REMEMBERED: usize = 6;
/// Files beside the remembered one in which a line that bears a link out is looked for.
const MOST_SOURCES: usize = 5;
/// Least and further weight of a word that is borne out; the further with its confidence, as the repository's own words have it.
const BORNE_OUT: (f64, f64) = (0.3, 0.6);
/// Weight of one that is not: it only orders what is proposed.
const GUESSED: f64 = 0.2;

/// The words remembered for a task, surest first. What the task says itself, what is common here by now, or what no file here
/// holds, is none.
pub fn remembered(repository: &Repository, need: &Need) -> Vec<Keyword> {
    let said = need.title_hashes();
    let mut seen: BTreeSet<TermHash> = need.terms.iter().map(|term| term.hash).collect();
    let mut keywords: Vec<Keyword> = Vec::new();
    for link in repository.memory.links_for(&said) {
        let Target::Word(word) = &link.to else { continue };
        if keywords.len() == MOST_REMEMBERED {
            break;
        }
        let term = term_of(word);
        let is_here = repository.index.document_frequency(term) > 0;
        if is_here && !repository.is_common(term) && seen.insert(term) {
            keywords.push(keyword(repository, need, link, word));
        }
    }
    keywords
}

fn keyword(repository: &Repository, need: &Need, link: &Link, word: &str) -> Keyword {
    let linked: BTreeSet<TermHash> = link.from.iter().map(|word| term_of(word)).collect();
    let words: Vec<(String, TermHash)> = need
        .title_terms()
        .filter(|term| linked.contains(&term.hash))
        .map(|term| (term.word.clone(), term.hash))
        .collect();
    let confidence = link.confidence;
    // What the source says in the task's own words is found by them; another word for it only draws other files in.
    let unheard: Vec<(String, TermHash)> =
        words.iter().filter(|(_, term)| !is_in_source(repository, *term)).cloned().collect();
    let (weight, stands_for, borne_out) = match bear_out(repository, word, &unheard, link.evidence.as_ref()) {
        Some((place, held)) => (BORNE_OUT.0 + BORNE_OUT.1 * f64::from(confidence) / 100.0, held, Some(place)),
        None => (GUESSED, words.into_iter().map(|(word, _)| word).collect(), None),
    };
    Keyword { word: word.to_owned(), weight, source: KeywordSource::Remembered { stands_for, confidence, borne_out } }
}

/// A line that holds a name of the source beside words of the task, and those words: in the remembered file, or else in one that
/// holds both.
fn bear_out(
    repository: &Repository,
    word: &str,
    words: &[(String, TermHash)],
    known: Option<&Place>,
) -> Option<(Place, Vec<String>)> {
    if words.is_empty() || source_weight(repository, word) == 0.0 {
        return None;
    }
    let first = known.and_then(|place| repository.corpus.find(&place.path));
    let holders = repository.index.postings(term_of(word));
    let both = holders
        .iter()
        .map(|posting| posting.doc)
        .filter(|&doc| words.iter().any(|(_, term)| repository.index.holds(doc, *term)));
    let speaks = |doc: &DocId| !matches!(repository.role(*doc), Role::Vendored | Role::Generated | Role::Data);
    let sources = first.into_iter().chain(both.filter(|doc| Some(*doc) != first)).filter(speaks);
    sources.take(MOST_SOURCES + 1).find_map(|doc| {
        let reading = repository.reading(doc)?;
        let (line, held) = best_line(&reading, term_of(word), words, known.map_or(0, |place| place.line))?;
        Some((Place { path: repository.path(doc).to_owned(), line }, held))
    })
}

/// The line that holds the term beside most of the words: of equals the remembered one, or the first.
fn best_line(
    reading: &Reading,
    term: TermHash,
    words: &[(String, TermHash)],
    known: u32,
) -> Option<(u32, Vec<String>)> {
    let mut best: Option<((usize, bool), u32, Vec<bool>)> = None;
    for line in 1..=reading.line_count() {
        let (mut named, mut on_line) = (false, vec![false; words.len()]);
        for_each_term(reading.line(line), |spelling, _| {
            let hash = TermHash::of(spelling);
            named |= hash == term;
            words.iter().zip(&mut on_line).for_each(|((_, word), held)| *held |= *word == hash);
        });
        let rank = (on_line.iter().filter(|held| **held).count(), line == known);
        if named && rank.0 > 0 && best.as_ref().is_none_or(|(highest, ..)| rank > *highest) {
            best = Some((rank, line, on_line));
        }
    }
    let (_, line, held) = best?;
    Some((line, words.iter().zip(held).filter(|(_, held)| *held).map(|((word, _), _)| word.clone()).collect()))
}
