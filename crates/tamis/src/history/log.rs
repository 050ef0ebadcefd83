//! A log as it is kept: the words of its messages, and of each commit what a vote needs.
//!
//! Reads what git tells and writes bytes; which commits are like a task is not known here.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::MOST_COMMITS;
use crate::analyzer::terms::{Form, TermHash, for_each_term};
use crate::corpus::secret::redact;
use crate::corpus::{Told, commits};
use crate::store::encoding::{Reader, put, put_text, seal, unseal};
use crate::store::postings::{self, Entry, Postings, Source};

/// A commit that touches more files than this is a sweep and says nothing of any one file.
pub const SWEEP: usize = 40;
/// Characters that are kept of a commit's first line.
const MOST_SUBJECT: usize = 72;
/// Words at the front of a message that mark a commit as no statement about the code.
const SILENT: &[&str] =
    &["revert", "merge", "bump", "release", "chore(deps)", "update dependency", "format", "reformat"];
/// The end of an author's name that is no person's.
const BOT: &str = "[bot]";

/// A log, newest commit first.
#[derive(Debug, Default)]
pub(super) struct Log {
    paths: Vec<String>,
    commits: Vec<Logged>,
    /// Of each word the commits whose messages hold it, by their place in `commits`.
    words: Vec<(TermHash, Entry)>,
}

/// A commit that says something of some files.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Logged {
    /// Words of its message.
    pub length: u32,
    /// Commits that are newer, silent ones among them.
    pub age: u32,
    /// The first line of its message, as it may be shown.
    pub subject: String,
    /// What it touched, by the place in the list of paths.
    pub files: Vec<u32>,
}

impl Log {
    /// What git tells, as [`crate::corpus::Corpus::log`] describes it.
    pub(super) fn parse(text: &str) -> Log {
        let mut log = Log::default();
        let mut places: FxHashMap<&str, u32> = FxHashMap::default();
        for (age, told) in commits(text).into_iter().enumerate() {
            if is_silent(&told) {
                continue;
            }
            let (counts, length) = message_terms(&[told.subject, told.body]);
            let item = log.commits.len() as u32;
            log.words.extend(counts.into_iter().map(|(term, count)| (term, Entry { item, counts: [count, 0, 0, 0] })));
            let mut place = |path| {
                *places.entry(path).or_insert_with(|| {
                    log.paths.push(path.to_owned());
                    log.paths.len() as u32 - 1
                })
            };
            let files = told.paths.into_iter().map(&mut place).collect();
            log.commits.push(Logged { length, age: age as u32, subject: shown(told.subject), files });
        }
        log
    }

    /// This log with `newer` commits in front of it, of which git told `told`; what is then too old is left out.
    pub(super) fn grown(mut self, newer: Log, told: u32) -> Log {
        let (first, known) = (newer.commits.len() as u32, newer.paths.len() as u32);
        for commit in &mut self.commits {
            commit.age += told;
            commit.files.iter_mut().for_each(|file| *file += known);
        }
        self.commits.retain(|commit| commit.age < MOST_COMMITS as u32);
        let most = self.commits.len() as u32;
        self.words.retain(|(_, entry)| entry.item < most);
        self.words.iter_mut().for_each(|(_, entry)| entry.item += first);
        Log {
            paths: newer.paths.into_iter().chain(self.paths).collect(),
            commits: newer.commits.into_iter().chain(self.commits).collect(),
            words: newer.words.into_iter().chain(self.words).collect(),
        }
    }

    /// The log under a name, as bytes.
    pub(super) fn encode(self, name: &str) -> Vec<u8> {
        let path = |file: &u32| self.paths[*file as usize].as_str();
        let all = self.commits.iter().flat_map(|commit| commit.files.iter().map(path));
        let mut paths: BTreeMap<&str, u32> = all.map(|path| (path, 0)).collect();
        let mut records = Vec::new();
        put_text(&mut records, name);
        put(&mut records, paths.len() as u64);
        for (number, (path, place)) in paths.iter_mut().enumerate() {
            put_text(&mut records, path);
            *place = number as u32;
        }
        put(&mut records, self.commits.len() as u64);
        for commit in &self.commits {
            put(&mut records, u64::from(commit.length));
            put(&mut records, u64::from(commit.age));
            put_text(&mut records, &commit.subject);
            put(&mut records, commit.files.len() as u64);
            commit.files.iter().for_each(|file| put(&mut records, u64::from(paths[path(file)])));
        }
        seal(postings::written(self.words, &records))
    }
}

/// A kept log, its words still in their lists.
pub(super) struct Kept {
    pub name: String,
    pub paths: Vec<String>,
    pub commits: Vec<Logged>,
    pub words: Postings,
}

impl Kept {
    /// What [`Log::encode`] wrote; none when a byte of it is not as it was.
    pub(super) fn open(bytes: &[u8]) -> Option<Kept> {
        let words = Postings::open(Source::Memory(unseal(bytes)?.to_vec())).ok()?;
        let mut reader = Reader(words.records());
        let name = reader.text()?.to_owned();
        let paths = (0..reader.small()?).map(|_| reader.text().map(str::to_owned)).collect::<Option<Vec<_>>>()?;
        let mut commits = Vec::new();
        for _ in 0..reader.small()? {
            let (length, age, subject) = (reader.small()?, reader.small()?, reader.text()?.to_owned());
            let mut files = Vec::new();
            for _ in 0..reader.small()? {
                files.push(reader.small().filter(|file| (*file as usize) < paths.len())?);
            }
            commits.push(Logged { length, age, subject, files });
        }
        Some(Kept { name, paths, commits, words })
    }

    /// The whole log, to be grown.
    pub(super) fn into_log(self) -> Option<Log> {
        let mut words = Vec::new();
        for bucket in 0..self.words.buckets() {
            for (term, entries) in self.words.lists(bucket).ok()? {
                words.extend(entries.into_iter().map(|entry| (term, entry)));
            }
        }
        Some(Log { paths: self.paths, commits: self.commits, words })
    }
}

/// Whether a commit says nothing of the files it touched.
fn is_silent(told: &Told<'_>) -> bool {
    let lower = told.subject.to_lowercase();
    told.paths.len() > SWEEP || told.author.ends_with(BOT) || SILENT.iter().any(|word| lower.starts_with(word))
}

/// What is kept of a message and quoted: its first line, secrets masked, up to a length.
fn shown(subject: &str) -> String {
    redact(subject).chars().take(MOST_SUBJECT).collect()
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
