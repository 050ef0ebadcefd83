//! Evidence that settles a file's relevance from below, whatever its words score: the task names it outright, or a kept
//! file cannot be understood without it.

use super::{Evidences, closes};
use crate::document::{DocId, Role};
use crate::query::{Mention, MentionKind, Origin};
use crate::ranker::names;
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
    /// A file kept earlier names a critical gap that this one closes.
    Supplies { what: String, needed_by: String },
}

/// A short task that names one file means it.
const NAMED: f64 = 0.9;
/// A file that closes a critical gap is needed whenever the file that names the gap is. But it is context, not the place of
/// the change: the middle band at most.
const SUPPLY_MOST: f64 = 0.79;

/// The highest floor of a document.
pub(super) fn floor(evidences: &Evidences<'_>, doc: DocId) -> Option<Floor> {
    named(evidences, doc).or_else(|| supplies(evidences, doc))
}

fn named(evidences: &Evidences<'_>, doc: DocId) -> Option<Floor> {
    let one_line = evidences.task.text.trim().lines().count() == 1;
    let stated = |mention: &&Mention| matches!(mention.origin, Origin::Title | Origin::Backtick);
    let mention = evidences
        .need
        .mentions
        .iter()
        .filter(|_| one_line)
        .filter(stated)
        .find(|mention| names_alone(evidences.repository, mention) == Some(doc))?;
    Some(Floor { relevance: NAMED, ground: Ground::Named { name: mention.text.clone() } })
}

/// The one document a mention names: by path, or as the only file of the product that defines the name.
pub fn names_alone(repository: &Repository, mention: &Mention) -> Option<DocId> {
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
    let kept = evidences.earlier.iter().filter(|one| one.relevance >= evidences.budget.accept);
    let gaps = kept.flat_map(|one| one.missing_context.iter().map(move |gap| (one, gap)));
    gaps.filter(|(_, gap)| gap.critical && closes(evidences.repository, gap, doc))
        .max_by(|a, b| a.0.relevance.total_cmp(&b.0.relevance).then_with(|| b.1.what.cmp(&a.1.what)))
        .map(|(one, gap)| Floor {
            relevance: one.relevance.min(SUPPLY_MOST),
            ground: Ground::Supplies { what: gap.what.clone(), needed_by: one.path.clone() },
        })
}
