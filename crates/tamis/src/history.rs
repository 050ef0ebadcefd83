//! What the repository's history says: which files changed together with words like the task's.
//!
//! Reads the log of HEAD's ancestors once, newest first and bounded; no commit that HEAD cannot reach is ever seen.

use rustc_hash::FxHashMap;

use crate::analyzer::terms::{Form, TermHash, for_each_term};
use crate::corpus::Corpus;
use crate::document::DocId;

/// Commits read, newest first.
const MOST_COMMITS: usize = 3_000;
/// A commit that touches more files than this is a sweep and says nothing of any one file.
const MOST_FILES: usize = 40;
/// Commits whose messages are most like the task that vote.
const VOTERS: usize = 100;
/// Commits after which a vote counts half.
const HALF_LIFE: f64 = 1_500.0;
/// Words of a message of mean length, for normalisation.
const MEAN_LENGTH: f64 = 12.0;
/// Words at the front of a message that mark a commit as no statement about the code.
const SILENT: &[&str] =
    &["revert", "merge", "bump", "release", "chore(deps)", "update dependency", "format", "reformat"];

/// One commit.
#[derive(Clone, Debug, PartialEq)]
struct Commit {
    terms: Vec<(TermHash, u16)>,
    length: u32,
    files: Vec<DocId>,
    age: usize,
    subject: String,
}

/// The log, ready to be asked.
#[derive(Debug, Default)]
pub struct History {
    commits: Vec<Commit>,
    frequency: FxHashMap<TermHash, u32>,
    skipped: Option<&'static str>,
}

/// A file's votes, and the commit that gave it most.
#[derive(Clone, Debug, PartialEq)]
pub struct Votes {
    /// Which document.
    pub doc: DocId,
    /// Sum of votes.
    pub score: f64,
    /// The first line of the strongest commit's message.
    pub commit: String,
    /// How like the task the likest of its commits' messages is: BM25.
    pub likeness: f64,
}

impl History {
    /// Reads the log of a corpus.
    pub fn read(corpus: &Corpus) -> History {
        if !corpus.is_git() {
            return History { skipped: Some("no git repository, or git refuses it"), ..History::default() };
        }
        let Some(log) = corpus.log(MOST_COMMITS) else {
            return History { skipped: Some("git gave no log"), ..History::default() };
        };
        let mut history = History::default();
        for (age, record) in log.split('\u{1}').skip(1).enumerate() {
            history.take(corpus, record, age);
        }
        history
    }

    /// Why history is not searched, if it is not.
    pub fn skipped(&self) -> Option<&'static str> {
        self.skipped
    }

    /// `subject \x02 body \x03 NUL path NUL path NUL`.
    fn take(&mut self, corpus: &Corpus, record: &str, age: usize) {
        let Some((message, paths)) = record.split_once('\u{3}') else { return };
        let (subject, body) = message.split_once('\u{2}').unwrap_or((message, ""));
        let lower = subject.to_lowercase();
        let names: Vec<&str> = paths.split(['\0', '\n']).filter(|path| !path.is_empty()).collect();
        if names.len() > MOST_FILES || SILENT.iter().any(|word| lower.starts_with(word)) {
            return;
        }
        let files: Vec<DocId> = names.iter().filter_map(|path| corpus.find(path)).collect();
        if files.is_empty() {
            return;
        }
        let mut counts: FxHashMap<TermHash, u16> = FxHashMap::default();
        let mut length = 0;
        for text in [subject, body] {
            for_each_term(text, |spelling, form| {
                let count = counts.entry(TermHash::of(spelling)).or_default();
                *count = count.saturating_add(1);
                length += u32::from(form == Form::Whole);
            });
        }
        for term in counts.keys() {
            *self.frequency.entry(*term).or_default() += 1;
        }
        let mut terms: Vec<(TermHash, u16)> = counts.into_iter().collect();
        terms.sort_unstable();
        self.commits.push(Commit { terms, length, files, age, subject: subject.to_owned() });
    }

    /// Number of commits that can vote.
    pub fn len(&self) -> usize {
        self.commits.len()
    }

    /// Whether no commit can.
    pub fn is_empty(&self) -> bool {
        self.commits.is_empty()
    }

    /// Votes of the commits most like the given terms (each with its share in the task): `(s / s_max)^2 s` halved every
    /// 1,500 commits of age, divided by the root of the number of files touched; `s` is BM25 over messages.
    pub fn votes(&self, terms: &[(TermHash, f64)]) -> Vec<Votes> {
        let mut scores: Vec<(usize, f64)> = (0..self.commits.len()).map(|i| (i, self.likeness(i, terms))).collect();
        scores.retain(|(_, score)| *score > 0.0);
        scores.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        scores.truncate(VOTERS);
        let most = scores.first().map_or(1.0, |(_, score)| *score);
        let mut votes: std::collections::BTreeMap<DocId, (f64, f64, usize, f64)> = std::collections::BTreeMap::new();
        for (at, score) in scores {
            let commit = &self.commits[at];
            let age = 0.5f64.powf(commit.age as f64 / HALF_LIFE);
            let vote = (score / most).powi(2) * score * age / (commit.files.len() as f64).sqrt();
            for &doc in &commit.files {
                let slot = votes.entry(doc).or_insert((0.0, 0.0, at, 0.0));
                slot.3 = slot.3.max(score);
                slot.0 += vote;
                if vote > slot.1 {
                    (slot.1, slot.2) = (vote, at);
                }
            }
        }
        let named = |(doc, (score, _, at, likeness)): (DocId, (f64, f64, usize, f64))| Votes {
            doc,
            score,
            commit: self.commits[at].subject.clone(),
            likeness,
        };
        votes.into_iter().map(named).collect()
    }

    fn likeness(&self, at: usize, terms: &[(TermHash, f64)]) -> f64 {
        let commit = &self.commits[at];
        let total = self.commits.len() as f64;
        terms
            .iter()
            .filter(|(_, share)| *share > 0.0)
            .filter_map(|(term, share)| {
                let place = commit.terms.binary_search_by_key(term, |(hash, _)| *hash).ok()?;
                let n = f64::from(self.frequency[term]);
                let idf = (1.0 + (total - n + 0.5) / (n + 0.5)).ln();
                let tf = f64::from(commit.terms[place].1);
                Some(share * idf * tf * 2.2 / (tf + 1.2 * (0.5 + 0.5 * f64::from(commit.length) / MEAN_LENGTH)))
            })
            .sum()
    }
}
