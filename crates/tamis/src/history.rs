//! What the repository's history says: which files changed together with words like the task's.
//!
//! Reads the log of HEAD's ancestors once, newest first and bounded; no commit that HEAD cannot reach is ever seen. The same log
//! is kept for the next run: the words of messages as hashes, their first lines and their paths.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::analyzer::terms::{Form, TermHash, for_each_term};
use crate::corpus::Corpus;
use crate::document::DocId;
use crate::store::Store;
use crate::store::encoding::{Reader, put, put_text, seal, unseal};
use crate::store::postings::{self, Entry, Postings, Source};

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

/// One commit that says something of some files.
#[derive(Clone, Debug, PartialEq)]
struct Commit {
    length: u32,
    age: u32,
    subject: String,
    files: Vec<DocId>,
}

/// The log, ready to be asked: the words of its messages as inverted lists, whose items are the commits.
#[derive(Debug, Default)]
pub struct History {
    commits: Vec<Commit>,
    /// Commits that touched a file of the corpus.
    total: usize,
    words: Option<Postings>,
    skipped: Option<&'static str>,
    /// What is to be kept, where it was read just now.
    new: Option<Vec<u8>>,
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

/// The kind of file a history is kept in.
const KIND: &str = "history";

impl History {
    /// The history of a corpus: what `store` keeps of it, or else what git tells now.
    pub fn read(corpus: &Corpus, store: Option<&Store>) -> History {
        if !corpus.is_git() {
            return History { skipped: Some("no git repository, or git refuses it"), ..History::default() };
        }
        let name = store.and_then(|_| corpus.history_name());
        let kept = store.filter(|_| name.is_some()).and_then(|store| store.own(KIND));
        if let Some(history) = kept.and_then(|bytes| History::open(corpus, name.as_deref()?, &bytes)) {
            return history;
        }
        let Some(log) = corpus.log(MOST_COMMITS) else {
            return History { skipped: Some("git gave no log"), ..History::default() };
        };
        let known = name.as_deref().unwrap_or_default();
        let bytes = encode(known, &log);
        let history = History::open(corpus, known, &bytes).unwrap_or_default();
        History { new: name.map(|_| bytes), ..history }
    }

    /// Keeps what was read just now. Where that fails, the log is read again next time.
    pub fn keep(&mut self, store: &Store) {
        if let Some(bytes) = self.new.take()
            && let Ok(Some(writing)) = store.write()
        {
            let _ = writing.put_own(KIND, &bytes);
        }
    }

    /// Why history is not searched, if it is not.
    pub fn skipped(&self) -> Option<&'static str> {
        self.skipped
    }

    /// The history in these bytes, if they are whole and about the log of that name.
    fn open(corpus: &Corpus, name: &str, bytes: &[u8]) -> Option<History> {
        let words = Postings::open(Source::Memory(unseal(bytes)?.to_vec())).ok()?;
        let mut reader = Reader(words.records());
        if reader.text()? != name {
            return None;
        }
        let mut docs: Vec<Option<DocId>> = Vec::new();
        for _ in 0..reader.small()? {
            docs.push(corpus.find(reader.text()?));
        }
        let mut commits: Vec<Commit> = Vec::new();
        for _ in 0..reader.small()? {
            let (length, age, subject) = (reader.small()?, reader.small()?, reader.text()?.to_owned());
            let mut files = Vec::new();
            for _ in 0..reader.small()? {
                files.extend(docs.get(reader.small()? as usize)?);
            }
            commits.push(Commit { length, age, subject, files });
        }
        let total = commits.iter().filter(|commit| !commit.files.is_empty()).count();
        Some(History { commits, total, words: Some(words), ..History::default() })
    }

    /// Number of commits that can vote.
    pub fn len(&self) -> usize {
        self.total
    }

    /// Whether no commit can.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Votes of the commits most like the given terms (each with its share in the task): `(s / s_max)^2 s` halved every
    /// 1,500 commits of age, divided by the root of the number of files touched; `s` is BM25 over messages.
    pub fn votes(&self, terms: &[(TermHash, f64)]) -> Vec<Votes> {
        let mut scores: Vec<(usize, f64)> = self.likeness(terms).into_iter().enumerate().collect();
        scores.retain(|(_, score)| *score > 0.0);
        scores.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        scores.truncate(VOTERS);
        let most = scores.first().map_or(1.0, |(_, score)| *score);
        let mut votes: BTreeMap<DocId, (f64, f64, usize, f64)> = BTreeMap::new();
        for (at, score) in scores {
            let commit = &self.commits[at];
            let age = 0.5f64.powf(f64::from(commit.age) / HALF_LIFE);
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

    /// How like the terms the message of each commit is.
    fn likeness(&self, terms: &[(TermHash, f64)]) -> Vec<f64> {
        let mut scores = vec![0.0; self.commits.len()];
        let Some(words) = &self.words else { return scores };
        let total = self.total as f64;
        for (term, share) in terms.iter().filter(|(_, share)| *share > 0.0) {
            let mut holders = words.list(*term).unwrap_or_default();
            holders.retain(|entry| self.commits.get(entry.item as usize).is_some_and(|one| !one.files.is_empty()));
            let n = holders.len() as f64;
            let idf = (1.0 + (total - n + 0.5) / (n + 0.5)).ln();
            for Entry { item, counts } in holders {
                let (tf, length) = (f64::from(counts[0]), f64::from(self.commits[item as usize].length));
                scores[item as usize] += share * idf * tf * 2.2 / (tf + 1.2 * (0.5 + 0.5 * length / MEAN_LENGTH));
            }
        }
        scores
    }
}

/// A log as bytes: the words of its messages, and of each commit what a vote needs.
fn encode(name: &str, log: &str) -> Vec<u8> {
    let mut paths: BTreeMap<&str, u32> = BTreeMap::new();
    let mut commits: Vec<(u32, u32, &str, Vec<&str>)> = Vec::new();
    let mut lists: Vec<(TermHash, Entry)> = Vec::new();
    for (age, record) in log.split('\u{1}').skip(1).enumerate() {
        let Some((subject, body, names)) = speaking(record) else { continue };
        let (counts, length) = message_terms(&[subject, body]);
        let item = commits.len() as u32;
        lists.extend(counts.into_iter().map(|(term, count)| (term, Entry { item, counts: [count, 0, 0, 0] })));
        names.iter().for_each(|name| _ = paths.insert(name, 0));
        commits.push((length, age as u32, subject, names));
    }
    let mut records = Vec::new();
    put_text(&mut records, name);
    put(&mut records, paths.len() as u64);
    for (number, (path, place)) in paths.iter_mut().enumerate() {
        put_text(&mut records, path);
        *place = number as u32;
    }
    put(&mut records, commits.len() as u64);
    for (length, age, subject, names) in commits {
        put(&mut records, u64::from(length));
        put(&mut records, u64::from(age));
        put_text(&mut records, subject);
        put(&mut records, names.len() as u64);
        names.iter().for_each(|name| put(&mut records, u64::from(paths[name])));
    }
    seal(postings::written(lists, &records))
}

/// The subject, the body and the paths of a commit, `subject \x02 body \x03 NUL path NUL path NUL`, if it says something of
/// them.
fn speaking(record: &str) -> Option<(&str, &str, Vec<&str>)> {
    let (message, paths) = record.split_once('\u{3}')?;
    let (subject, body) = message.split_once('\u{2}').unwrap_or((message, ""));
    let lower = subject.to_lowercase();
    let names: Vec<&str> = paths.split(['\0', '\n']).filter(|path| !path.is_empty()).collect();
    let silent = names.len() > MOST_FILES || SILENT.iter().any(|word| lower.starts_with(word));
    (!silent).then_some((subject, body, names))
}

fn message_terms(texts: &[&str]) -> (FxHashMap<TermHash, u16>, u32) {
    let mut counts: FxHashMap<TermHash, u16> = FxHashMap::default();
    let mut length = 0;
    for text in texts {
        for_each_term(text, |spelling, form| {
            let count = counts.entry(TermHash::of(spelling)).or_default();
            *count = count.saturating_add(1);
            length += u32::from(form == Form::Whole);
        });
    }
    (counts, length)
}
