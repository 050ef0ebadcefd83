//! What the outcome of a run teaches: which words of the task lead to which words and files, and which led nowhere.

use std::collections::{BTreeMap, BTreeSet};

use super::bear_out;
use crate::analyzer::terms::{TermHash, parts, term_of};
use crate::document::{DocId, Place};
use crate::memory::{Day, Lesson, MOST_NOTED, Memory, Reach, Target};
use crate::query::{Keyword, Need, TaskTerm, is_telling};
use crate::ranker::names::file_stem;
use crate::repository::Repository;

/// Words of a task that are linked: those that say most.
const MOST_SAID: usize = 6;
/// Files of an outcome that are looked at.
const MOST_FILES: usize = 20;
/// Names of a file that are taken beside the words that the run had learned.
const MOST_NAMES: usize = 3;
/// Words of one outcome, the run's own first: each is looked for in the repository.
const MOST_WORDS: usize = 24;

/// How a run turned out.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<'o> {
    /// What was needed.
    pub need: &'o Need,
    /// The words that the run searched for.
    pub keywords: &'o [Keyword],
    /// Files that were used.
    pub used: &'o [DocId],
    /// Files that were returned and not used.
    pub unused: &'o [DocId],
}

/// Learns from an outcome on that day: what it teaches, and where the task led. `is_new` is false where the run told something before.
pub fn learn(memory: &mut Memory, repository: &Repository, outcome: Outcome<'_>, is_new: bool, today: Day) {
    let learned = lessons(memory, repository, outcome);
    memory.take_in(&learned, today);
    let words: Vec<String> = outcome.need.said_terms().take(MOST_NOTED).map(|term| term.word.clone()).collect();
    let folders: Vec<&str> = outcome.used.iter().take(MOST_FILES).map(|doc| repository.folder(*doc)).collect();
    if !folders.is_empty() {
        memory.habits.observe(&words, &folders, is_new, today);
    }
}

/// What an outcome teaches. A file that is used is one observation of each word of the run that it holds, and the line where the
/// repository itself says both is another.
fn lessons(memory: &Memory, repository: &Repository, outcome: Outcome<'_>) -> Vec<Lesson> {
    let said = said(repository, outcome.need);
    if said.is_empty() {
        return Vec::new();
    }
    let used = &outcome.used[..outcome.used.len().min(MOST_FILES)];
    let unused = &outcome.unused[..outcome.unused.len().min(MOST_FILES)];
    let mut lessons: Vec<Lesson> = Vec::new();
    for (term, word) in words(repository, outcome, used) {
        let holders = used.iter().filter(|doc| repository.index.holds(**doc, term)).count() as u32;
        if holders > 0 {
            lessons.push(word_lesson(repository, &said, word, holders));
        }
    }
    lessons.extend(contradicted(memory, repository, outcome.need, used, unused));
    let from: Vec<String> = said.into_iter().map(|(word, _)| word).collect();
    let path = |doc: &DocId| repository.path(*doc).to_owned();
    let about = |to: Target, observations: u32| Lesson {
        from: from.clone(),
        to,
        observations,
        evidence: None,
        reach: Reach::Project,
    };
    for doc in used {
        lessons.extend([about(Target::Path(path(doc)), 1), about(Target::DeadEnd(path(doc)), 0)]);
    }
    for doc in unused {
        lessons.extend([about(Target::DeadEnd(path(doc)), 1), about(Target::Path(path(doc)), 0)]);
    }
    lessons
}

/// The words of the task that are linked: those of its first line that are not common here, the rarest of many.
fn said(repository: &Repository, need: &Need) -> Vec<(String, TermHash)> {
    let mut terms: Vec<&TaskTerm> = need.title_terms().filter(|term| !repository.is_common(term.hash)).collect();
    let rarity = |term: &TaskTerm| repository.index.inverse_document_frequency(term.hash);
    if terms.len() > MOST_SAID {
        terms.sort_by(|a, b| rarity(b).total_cmp(&rarity(a)));
        terms.truncate(MOST_SAID);
    }
    terms.into_iter().map(|term| (term.word.clone(), term.hash)).collect()
}

/// The words that may be linked, each once: what the run searched for beside the task's own words, and names of used files.
fn words(repository: &Repository, outcome: Outcome<'_>, used: &[DocId]) -> Vec<(TermHash, String)> {
    let searched = outcome.keywords.iter().filter(|keyword| !keyword.source.is_of_task());
    let mut all: Vec<String> = searched.map(|keyword| keyword.word.clone()).collect();
    all.extend(used.iter().flat_map(|doc| names(repository, *doc)));
    let mut seen: BTreeSet<TermHash> = outcome.need.terms.iter().map(|said| said.hash).collect();
    let terms = all.into_iter().map(|word| (term_of(&word), word));
    let telling = terms.filter(|(term, word)| is_telling(word) && !repository.is_common(*term) && seen.insert(*term));
    telling.take(MOST_WORDS).collect()
}

/// Words of a file's name, and those that most of the names it defines share; none that is common here.
fn names(repository: &Repository, doc: DocId) -> Vec<String> {
    let Some(reading) = repository.reading(doc) else { return Vec::new() };
    let mut named: Vec<String> = parts(file_stem(repository.path(doc)));
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for symbol in &reading.structure().symbols {
        for part in parts(&symbol.name) {
            *counts.entry(part).or_default() += 1;
        }
    }
    let mut shared: Vec<(usize, String)> =
        counts.into_iter().filter(|(word, count)| *count > 1 && is_telling(word)).map(|(word, n)| (n, word)).collect();
    shared.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    named.extend(shared.into_iter().map(|(_, word)| word));
    named.retain(|word| is_telling(word) && !repository.is_common(term_of(word)));
    named.truncate(MOST_NAMES);
    named
}

/// Links a word with those words of the task that a line holds beside it; where no line does, with all of them.
fn word_lesson(repository: &Repository, said: &[(String, TermHash)], word: String, holders: u32) -> Lesson {
    let borne_out = bear_out(repository, &word, said, None);
    let observations = holders + u32::from(borne_out.is_some());
    let reach = if is_own(repository, &word) { Reach::Project } else { Reach::Any };
    let (evidence, from) = match borne_out {
        Some((place, held)) => (Some(place), held),
        None => (defining(repository, &word), said.iter().map(|(word, _)| word.clone()).collect()),
    };
    Lesson { from, to: Target::Word(word), observations, evidence, reach }
}

/// Whether a word is a name of this project alone: one put together of several, or of its root's.
fn is_own(repository: &Repository, word: &str) -> bool {
    let root = repository.corpus.root().file_name().map(|name| parts(&name.to_string_lossy())).unwrap_or_default();
    parts(word).len() > 1 || root.iter().any(|part| part == word)
}

/// The first file that holds the word in its path or its names, as a place without a line.
fn defining(repository: &Repository, word: &str) -> Option<Place> {
    let postings = repository.index.postings(term_of(word));
    let doc = postings.iter().find(|posting| posting.count(crate::index::Field::Symbol) > 0.0)?.doc;
    Some(Place { path: repository.path(doc).to_owned(), line: 0 })
}

/// Remembered words that led to files that were not used, and to none that was.
fn contradicted(
    memory: &Memory,
    repository: &Repository,
    need: &Need,
    used: &[DocId],
    unused: &[DocId],
) -> Vec<Lesson> {
    let links = memory.links.iter().filter(|link| link.applies(&need.title_hashes()));
    let lesson = |link: &crate::memory::Link| {
        let Target::Word(word) = &link.to else { return None };
        let led_to = |docs: &[DocId]| docs.iter().any(|doc| repository.index.holds(*doc, term_of(word)));
        (led_to(unused) && !led_to(used)).then(|| Lesson {
            from: link.from.clone(),
            to: link.to.clone(),
            observations: 0,
            evidence: None,
            reach: link.reach,
        })
    };
    links.filter_map(lesson).collect()
}
