//! Evidence that settles a file's relevance from below, whatever its words score: the task names it outright, or a kept
//! file cannot be understood without it; and from above: it holds hardly any word of the task.

use std::collections::{BTreeMap, BTreeSet};

use super::{Evidences, closes};
use crate::budget::Budget;
use crate::document::{DocId, Role};
use crate::judgement::{Gap, Judgement, is_confident};
use crate::query::{Mention, MentionKind, Need, Origin};
use crate::ranker::{Pool, is_named, names, value};
use crate::repository::Repository;

/// The least relevance of a document, and what gives it.
pub(super) struct Floor {
    pub(super) relevance: f64,
    pub(super) ground: Ground,
}

/// What gives a floor.
pub(super) enum Ground {
    /// The task, one line long, names the file, or the only file that defines a name.
    Named { name: String },
    /// A file kept earlier names a critical gap that this one closes, with others or alone.
    Supplies { what: String, needed_by: String, closes: usize },
}

/// Suppliers taken in one cycle.
const MOST_SUPPLIERS: usize = 2;
/// Names of a task that are looked up.
const MOST_NAMES: usize = 32;
/// A short task that names one file means it.
const NAMED: f64 = 0.9;
/// A file that closes a critical gap is needed whenever the file that names the gap is. But it is context, and seldom the place
/// of the change: at the accept line, behind what was kept for its words.
const SUPPLY_MOST: f64 = 0.7;

/// The share of the task's words, by weight, that a file must hold to be accepted by its words alone.
const LEAST_SUPPORT: f64 = 0.25;

/// The most a file's words can make of its relevance: below the accept line where it holds one word of many and the task names
/// nothing of it. One common word in the right place is no answer.
pub(super) fn ceiling(budget: &Budget, pool: &Pool<'_>, doc: DocId, row: &[f64]) -> f64 {
    let support = value(row, "coverage").max(value(row, "coverage_title"));
    if is_named(row) || support >= LEAST_SUPPORT || concepts_held(pool, doc) > 1 { 1.0 } else { budget.below_accept() }
}

/// How many different words of the task a file holds, itself or through words that stand for them.
fn concepts_held(pool: &Pool<'_>, doc: DocId) -> usize {
    let Ok(place) = pool.docs.binary_search(&doc) else { return 0 };
    let mut held: BTreeSet<usize> = BTreeSet::new();
    for &(_, term) in &pool.hits[place].0 {
        let term = usize::from(term);
        held.extend(pool.terms[term].stands_for.iter().copied());
        if pool.terms[term].concept {
            held.insert(term);
        }
    }
    held.len()
}

/// The highest floor of a document; `named` are the documents of [`named`].
pub(super) fn floor(evidences: &Evidences<'_>, named: &BTreeMap<DocId, String>, doc: DocId) -> Option<Floor> {
    let given = named.get(&doc).map(|name| Floor { relevance: NAMED, ground: Ground::Named { name: name.clone() } });
    given.or_else(|| supplies(evidences, doc))
}

/// The documents that a task of one line names outright, each with the name.
pub(super) fn named(evidences: &Evidences<'_>) -> BTreeMap<DocId, String> {
    named_outright(evidences.repository, &evidences.task.text, evidences.need)
}

/// The documents that a task of one line names outright, each with the name; none for a longer task, whose names are
/// circumstances as often as the thing asked for.
pub fn named_outright(repository: &Repository, text: &str, need: &Need) -> BTreeMap<DocId, String> {
    let stated = |mention: &&Mention| matches!(mention.origin, Origin::Title | Origin::Backtick);
    if text.trim().lines().count() != 1 {
        return BTreeMap::new();
    }
    let mentions = need.mentions.iter().filter(stated).take(MOST_NAMES);
    mentions.filter_map(|mention| Some((names_alone(repository, mention)?, mention.text.clone()))).collect()
}

/// The one document a mention names: by path, or as the only file of the product that defines the name.
fn names_alone(repository: &Repository, mention: &Mention) -> Option<DocId> {
    let docs = match mention.kind {
        MentionKind::Path { .. } => names::documents_at(repository, &mention.text),
        MentionKind::Identifier | MentionKind::Qualified => {
            let name = names::components(&mention.text).last().copied().unwrap_or_default();
            let product = |doc: &DocId| !matches!(repository.role(*doc), Role::Test | Role::Vendored | Role::Generated);
            repository.index.definers(name).iter().copied().filter(product).collect()
        }
        MentionKind::Quoted => Vec::new(),
    };
    if let [doc] = docs.as_slice() { Some(*doc) } else { None }
}

/// The strongest supply of a document: by the relevance of who needs it.
fn supplies(evidences: &Evidences<'_>, doc: DocId) -> Option<Floor> {
    if !is_confident(evidences.earlier) {
        return None;
    }
    let kept = evidences.earlier.iter().filter(|one| one.relevance >= evidences.budget.accept);
    let gaps = kept.flat_map(|one| one.missing_context.iter().map(move |gap| (one, gap)));
    let closed: Vec<_> = gaps.filter(|(_, gap)| gap.critical && closes(evidences.repository, gap, doc)).collect();
    let strongest = |a: &&(&Judgement, &Gap), b: &&(&Judgement, &Gap)| {
        a.0.relevance.total_cmp(&b.0.relevance).then_with(|| b.1.what.cmp(&a.1.what))
    };
    closed.iter().max_by(strongest).map(|(one, gap)| Floor {
        relevance: one.relevance.min(SUPPLY_MOST),
        ground: Ground::Supplies { what: gap.what.clone(), needed_by: one.path.clone(), closes: closed.len() },
    })
}

/// Keeps the suppliers that close most gaps, the first of equals: a cycle completes what was kept, it does not collect
/// everything that is used.
pub(super) fn keep_strongest_suppliers(floors: &mut [Option<Floor>]) {
    let closes = |floor: &Option<Floor>| match floor.as_ref().map(|floor| &floor.ground) {
        Some(Ground::Supplies { closes, .. }) => *closes,
        _ => 0,
    };
    let mut suppliers: Vec<usize> = (0..floors.len()).filter(|&order| closes(&floors[order]) > 0).collect();
    suppliers.sort_by_key(|&order| std::cmp::Reverse(closes(&floors[order])));
    for &order in suppliers.iter().skip(MOST_SUPPLIERS) {
        floors[order] = None;
    }
}
