//! What the repository's history says: which files changed together with words like the task's.
//!
//! Reads the log of HEAD's ancestors once, newest first and bounded; no commit that HEAD cannot reach is ever seen. The same log
//! is kept for the next run: the words of messages as hashes, their first lines and their paths.

mod links;
mod log;

pub use links::Association;
pub use log::SWEEP;

use std::collections::BTreeMap;

use self::log::{Kept, Log, Logged};
use crate::analyzer::terms::TermHash;
use crate::corpus::Corpus;
use crate::document::DocId;
use crate::store::Store;
use crate::store::postings::{Entry, Postings};

/// Commits read, newest first.
const MOST_COMMITS: usize = 3_000;
/// Commits whose messages are most like the task that vote.
const VOTERS: usize = 100;
/// Commits after which a vote counts half.
const HALF_LIFE: f64 = 1_500.0;
/// Words of a message of mean length, for normalisation.
const MEAN_LENGTH: f64 = 12.0;
/// One commit that says something of some files.
#[derive(Clone, Debug, PartialEq)]
struct Commit {
    length: u32,
    age: u32,
    subject: String,
    /// The documents it touched, of those that there are now.
    files: Vec<DocId>,
    /// All it touched, by the place in the list of paths.
    touched: Vec<u32>,
}

/// The log, ready to be asked: the words of its messages as inverted lists, whose items are the commits.
#[derive(Debug, Default)]
pub struct History {
    paths: Vec<String>,
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
}

/// A file's votes while they are counted.
#[derive(Default)]
struct Tally {
    sum: f64,
    /// The strongest vote, and the commit that gave it.
    most: f64,
    strongest: usize,
}

impl Tally {
    /// Counts the vote of the commit at a place.
    fn count(&mut self, at: usize, vote: f64) {
        self.sum += vote;
        if vote > self.most {
            (self.most, self.strongest) = (vote, at);
        }
    }
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
        let known = name.as_deref().unwrap_or_default();
        let log = match store.filter(|_| name.is_some()).and_then(|store| Kept::open(&store.own(KIND)?)) {
            Some(kept) if kept.name == known => return History::of(corpus, kept),
            Some(kept) => grown(corpus, kept, known),
            None => None,
        };
        let Some(log) = log.or_else(|| corpus.log(MOST_COMMITS).map(|text| Log::parse(&text))) else {
            return History { skipped: Some("git gave no log"), ..History::default() };
        };
        let bytes = log.encode(known);
        let history = Kept::open(&bytes).map(|kept| History::of(corpus, kept)).unwrap_or_default();
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

    /// A kept log, its paths as the documents that there are now.
    fn of(corpus: &Corpus, kept: Kept) -> History {
        let docs: Vec<Option<DocId>> = kept.paths.iter().map(|path| corpus.find(path)).collect();
        let commit = |logged: Logged| Commit {
            length: logged.length,
            age: logged.age,
            subject: logged.subject,
            files: logged.files.iter().filter_map(|file| docs[*file as usize]).collect(),
            touched: logged.files,
        };
        let commits: Vec<Commit> = kept.commits.into_iter().map(commit).collect();
        let total = commits.iter().filter(|commit| !commit.files.is_empty()).count();
        History { paths: kept.paths, commits, total, words: Some(kept.words), ..History::default() }
    }

    /// Votes of the commits most like the given terms (each with its share in the task): `(s / s_max)^2 s` halved every
    /// 1,500 commits of age, divided by the root of the number of files touched; `s` is BM25 over messages.
    pub fn votes(&self, terms: &[(TermHash, f64)]) -> Vec<Votes> {
        let mut scores: Vec<(usize, f64)> = self.likeness(terms).into_iter().enumerate().collect();
        scores.retain(|(_, score)| *score > 0.0);
        scores.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        scores.truncate(VOTERS);
        let most = scores.first().map_or(1.0, |(_, score)| *score);
        let mut tallies: BTreeMap<DocId, Tally> = BTreeMap::new();
        for (at, score) in scores {
            let commit = &self.commits[at];
            let age = 0.5f64.powf(f64::from(commit.age) / HALF_LIFE);
            let vote = (score / most).powi(2) * score * age / (commit.files.len() as f64).sqrt();
            for &doc in &commit.files {
                tallies.entry(doc).or_default().count(at, vote);
            }
        }
        let named = |(doc, tally): (DocId, Tally)| Votes {
            doc,
            score: tally.sum,
            commit: self.commits[tally.strongest].subject.clone(),
        };
        tallies.into_iter().map(named).collect()
    }

    /// How like the terms the message of each commit is.
    fn likeness(&self, terms: &[(TermHash, f64)]) -> Vec<f64> {
        let mut scores = vec![0.0; self.commits.len()];
        let total = self.total as f64;
        for (term, share) in terms.iter().filter(|(_, share)| *share > 0.0) {
            let mut holders = self.holders(*term);
            holders.retain(|entry| !self.commits[entry.item as usize].files.is_empty());
            let n = holders.len() as f64;
            let idf = (1.0 + (total - n + 0.5) / (n + 0.5)).ln();
            for Entry { item, counts } in holders {
                let (tf, length) = (f64::from(counts[0]), f64::from(self.commits[item as usize].length));
                scores[item as usize] += share * idf * tf * 2.2 / (tf + 1.2 * (0.5 + 0.5 * length / MEAN_LENGTH));
            }
        }
        scores
    }

    /// The commits whose messages hold a word.
    fn holders(&self, term: TermHash) -> Vec<Entry> {
        let mut holders = self.words.as_ref().and_then(|words| words.list(term).ok()).unwrap_or_default();
        holders.retain(|entry| (entry.item as usize) < self.commits.len());
        holders
    }
}

/// A kept log of an earlier commit with what came after it, where that is one line of commits: only then is it what git would
/// tell of the whole.
fn grown(corpus: &Corpus, kept: Kept, name: &str) -> Option<Log> {
    let (before, rest) = kept.name.split_once(' ')?;
    if name.split_once(' ')?.1 != rest {
        return None;
    }
    let told = corpus.commits_since(before, MOST_COMMITS)?;
    let newer = Log::parse(&corpus.log(told)?);
    Some(kept.into_log()?.grown(newer, told as u32))
}
