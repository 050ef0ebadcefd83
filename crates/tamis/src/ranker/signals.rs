//! The named signals: each a number for every candidate of a pool, larger for better.
//!
//! A signal measures; how much it counts is in the weights file. The table [`SIGNALS`] is the one list of them.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::bm25::{PATH_ONLY, SYMBOLS_ONLY, WEIGHTED, bm25f};
use super::names;
use super::pool::{Pool, PoolTerm};
use crate::analyzer::terms::{TermHash, parts, terms};
use crate::document::{DocId, Role};

/// One signal.
pub struct Signal {
    /// Its name in weights, reasons and traces.
    pub name: &'static str,
    /// What it measures, in one line.
    pub meaning: &'static str,
    /// Its value for every candidate, in the pool's order.
    pub measure: fn(&Pool<'_>) -> Vec<f64>,
}

/// The signal of what was learned from use.
pub(super) const HABIT: &str = "habit";

/// Every signal, in the order of the feature table.
pub const SIGNALS: &[Signal] = &[
    Signal { name: "document", meaning: "BM25F of the whole file for the whole task", measure: document },
    Signal { name: "document_title", meaning: "BM25F of the whole file for the first line", measure: document_title },
    Signal { name: "passages", meaning: "the three best windows for the whole task", measure: passages },
    Signal { name: "passage_title", meaning: "the best window for the first line", measure: passage_title },
    Signal { name: "symbols", meaning: "BM25 of the names the file defines", measure: symbols },
    Signal { name: "path", meaning: "BM25 of the path's words", measure: path },
    Signal { name: "stem", meaning: "share of the file name's words that the task holds", measure: stem_share },
    Signal { name: "definition", meaning: "defines an identifier the task names", measure: names::definition },
    Signal { name: "path_mention", meaning: "the task names its path", measure: names::path_mention },
    Signal { name: "frame", meaning: "stands in the task's stack trace", measure: names::frame },
    Signal { name: "quoted", meaning: "holds a message the task quotes", measure: names::quoted },
    Signal { name: "coverage", meaning: "share of the task's words in the best window", measure: coverage },
    Signal { name: "coverage_title", meaning: "share of the first line's words in the file", measure: coverage_title },
    Signal { name: "history", meaning: "changed by commits whose messages are like the task", measure: history },
    Signal { name: HABIT, meaning: "tasks with words like these led to its folder", measure: habit },
    Signal { name: "learned", meaning: "the three best windows for learned words", measure: learned },
    Signal { name: "test", meaning: "is a test and none is asked for", measure: |pool| unwanted(pool, Role::Test) },
    Signal { name: "docs", meaning: "is prose and none is asked for", measure: |pool| unwanted(pool, Role::Docs) },
    Signal {
        name: "example",
        meaning: "is an example or a script and none is asked for",
        measure: |pool| unwanted(pool, Role::Example),
    },
    Signal {
        name: "config",
        meaning: "is settings or data and none is asked for",
        measure: |pool| unwanted(pool, Role::Config),
    },
    Signal { name: "foreign", meaning: "is generated or vendored", measure: |pool| unwanted(pool, Role::Vendored) },
];

/// The value of a signal in a row of all signals; 0 for a name that no signal has.
pub fn value(row: &[f64], name: &str) -> f64 {
    SIGNALS.iter().position(|signal| signal.name == name).map_or(0.0, |at| row[at])
}

/// Whether the task names the file outright, in one of the ways that signals know.
pub fn is_named(row: &[f64]) -> bool {
    ["definition", "path_mention", "frame", "quoted"].into_iter().any(|name| value(row, name) > 0.0)
}

/// All signals of every candidate: one row a candidate, one column a signal.
pub fn measure(pool: &Pool<'_>) -> Vec<Vec<f64>> {
    let columns: Vec<Vec<f64>> = SIGNALS.par_iter().map(|signal| (signal.measure)(pool)).collect();
    (0..pool.docs.len()).map(|row| columns.iter().map(|column| column[row]).collect()).collect()
}

/// Spreads scores by document over the pool's order.
pub(super) fn spread(pool: &Pool<'_>, scores: Vec<(DocId, f64)>) -> Vec<f64> {
    let by_doc: BTreeMap<DocId, f64> = scores.into_iter().collect();
    pool.docs.iter().map(|doc| by_doc.get(doc).copied().unwrap_or(0.0)).collect()
}

fn shares(pool: &Pool<'_>, share: impl Fn(&PoolTerm) -> f64) -> Vec<(TermHash, f64)> {
    pool.terms.iter().map(|term| (term.hash, share(term))).collect()
}

fn document(pool: &Pool<'_>) -> Vec<f64> {
    spread(pool, bm25f(&pool.repository.index, &shares(pool, |term| term.whole), WEIGHTED))
}

fn document_title(pool: &Pool<'_>) -> Vec<f64> {
    spread(pool, bm25f(&pool.repository.index, &shares(pool, |term| term.title), WEIGHTED))
}

fn symbols(pool: &Pool<'_>) -> Vec<f64> {
    spread(pool, bm25f(&pool.repository.index, &shares(pool, |term| term.whole), SYMBOLS_ONLY))
}

fn path(pool: &Pool<'_>) -> Vec<f64> {
    spread(pool, bm25f(&pool.repository.index, &shares(pool, |term| term.whole), PATH_ONLY))
}

fn passages(pool: &Pool<'_>) -> Vec<f64> {
    best_windows(pool, &pool.weights(|term| term.whole), 3)
}

fn passage_title(pool: &Pool<'_>) -> Vec<f64> {
    best_windows(pool, &pool.weights(|term| term.title), 1)
}

fn learned(pool: &Pool<'_>) -> Vec<f64> {
    best_windows(pool, &pool.weights(|term| term.learned), 3)
}

/// Sum of the `count` best windows of each candidate.
fn best_windows(pool: &Pool<'_>, weights: &[f64], count: usize) -> Vec<f64> {
    let best = |hits: &super::Hits| {
        let mut scores: Vec<f64> = hits.windows(weights).into_iter().map(|(_, score)| score).collect();
        scores.sort_by(|a, b| b.total_cmp(a));
        scores.iter().take(count).sum()
    };
    pool.hits.iter().map(best).collect()
}

/// Share of the words of the file's name that the task holds.
fn stem_share(pool: &Pool<'_>) -> Vec<f64> {
    let known: Vec<TermHash> = pool.terms.iter().filter(|term| term.whole > 0.0).map(|term| term.hash).collect();
    let share = |doc: &DocId| {
        let name = names::file_stem(pool.repository.path(*doc));
        let words = parts(name);
        let held =
            words.iter().filter(|word| terms(word).iter().any(|term| known.contains(&TermHash::of(term)))).count();
        if words.is_empty() { 0.0 } else { held as f64 / words.len() as f64 }
    };
    pool.docs.iter().map(share).collect()
}

/// Share of the task's words, by weight, that stand together in one window. A word counts as present, in part, through
/// a learned word that stands for it. Only words of title and prose count, the heaviest twenty.
fn coverage(pool: &Pool<'_>) -> Vec<f64> {
    let core = core_terms(pool, |term| term.whole);
    let weights = pool.weights(|term| term.whole + term.learned);
    let covered = |hits: &super::Hits| {
        let windows = hits.windows(&weights);
        let best = windows.iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        best.map_or(0.0, |(first, _)| {
            let range = crate::document::LineRange::new(*first, first + super::matching::WINDOW - 1);
            share_held(pool, hits.within(range), &core)
        })
    };
    pool.hits.iter().map(covered).collect()
}

fn coverage_title(pool: &Pool<'_>) -> Vec<f64> {
    let core = core_terms(pool, |term| term.title);
    pool.hits.iter().map(|hits| share_held(pool, &hits.0, &core)).collect()
}

/// Words of a task that are asked for in one place: the rarest tell, and of a long issue most do not.
const MOST_CORE: usize = 20;

fn core_terms(pool: &Pool<'_>, share: impl Fn(&PoolTerm) -> f64) -> Vec<(usize, f64)> {
    let weight = |place: usize| share(&pool.terms[place]) * pool.terms[place].idf;
    let mut core: Vec<(usize, f64)> = (0..pool.terms.len())
        .filter(|&i| pool.terms[i].concept)
        .map(|i| (i, weight(i)))
        .filter(|(_, w)| *w > 0.0)
        .collect();
    core.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    core.truncate(MOST_CORE);
    core
}

fn share_held(pool: &Pool<'_>, hits: &[(u32, u16)], core: &[(usize, f64)]) -> f64 {
    let total: f64 = core.iter().map(|(_, weight)| weight).sum();
    if total == 0.0 {
        return 0.0;
    }
    let mut present = vec![0.0f64; pool.terms.len()];
    for &(_, place) in hits {
        let term = &pool.terms[usize::from(place)];
        present[usize::from(place)] = 1.0;
        for &meant in &term.stands_for {
            present[meant] = present[meant].max(term.support);
        }
    }
    core.iter().map(|&(place, weight)| weight * present[place]).sum::<f64>() / total
}

/// 1 for a file of that group of roles which the task does not ask for.
fn unwanted(pool: &Pool<'_>, group: Role) -> Vec<f64> {
    let value = |doc: &DocId| {
        let role = pool.repository.role(*doc);
        let same = match group {
            Role::Config => matches!(role, Role::Config | Role::Data),
            Role::Vendored => matches!(role, Role::Vendored | Role::Generated),
            _ => role == group,
        };
        f64::from(u8::from(same && !pool.need.roles.contains(&role)))
    };
    pool.docs.iter().map(value).collect()
}

fn history(pool: &Pool<'_>) -> Vec<f64> {
    spread(pool, pool.votes.iter().map(|votes| (votes.doc, votes.score)).collect())
}

/// Most that habits say of a file: times its weight it is less than what parts a near-miss from the best.
const MOST_HABIT: f64 = 0.1;

/// The pull of the task's words to the file's folder, squared. Silent where nothing was learned.
fn habit(pool: &Pool<'_>) -> Vec<f64> {
    let words: Vec<TermHash> = pool.need.said_terms().map(|term| term.hash).collect();
    let pulls = pool.repository.memory.habits.pull(&words);
    let value = |doc: &DocId| pulls.get(pool.repository.folder(*doc)).map_or(0.0, |pull| (pull * pull).min(MOST_HABIT));
    pool.docs.iter().map(value).collect()
}
