//! What has been kept, set aside and excluded so far, and what is still missing: the union over all cycles.
//!
//! Merging never reorders and never forgets. Packing under the budget is in `packing`, what makes
//! a file a near-copy of another in `copies`, which lines of a passage are shown in `spans`.

mod copies;
mod packing;
mod spans;

pub use packing::{Answer, AnswerFile, Packing, Span, pack};

use std::collections::{BTreeMap, BTreeSet};

use crate::analyzer::terms::{Form, is_cjk};
use crate::budget::Budget;
use crate::document::DocId;
use crate::evaluator::{closes, is_ruled_out};
use crate::judgement::{Gap, GapKind, Judgement, is_confident, sort};
use crate::query::{Need, Query, Zone};
use crate::repository::Repository;

/// The union of all judgements of a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Context {
    /// Relevance at or above the accept line, in the order they were kept: by cycle, then relevance, then path.
    pub accepted: Vec<Judgement>,
    /// Below the accept line and not excluded; most relevant first.
    pub set_aside: Vec<Judgement>,
    /// Surely irrelevant, never read again in the run; most relevant first.
    pub excluded: Vec<Judgement>,
    /// What accepted files and the task itself still need or needed.
    pub gaps: Vec<Gap>,
    /// Judged after the end, because a longer list was wanted; no cycle saw them. In the order they were judged.
    pub others: Vec<Judgement>,
}

impl Context {
    /// Every judgement of the cycles, accepted first, then set aside, then excluded.
    pub fn judgements(&self) -> impl Iterator<Item = &Judgement> {
        self.accepted.iter().chain(&self.set_aside).chain(&self.excluded)
    }

    /// The judgement of a document.
    pub fn judgement(&self, doc: DocId) -> Option<&Judgement> {
        self.judgements().find(|judgement| judgement.doc == doc)
    }

    /// What one cycle judged, then what was kept before and is not among the paths that the caller knows; with all gaps.
    pub fn of_cycle(&self, number: usize, known: &BTreeSet<String>) -> Context {
        let of = |list: &[Judgement]| list.iter().filter(|one| one.cycle == number).cloned().collect();
        let Context { accepted, set_aside, excluded, gaps, .. } = self;
        let unseen = accepted.iter().filter(|one| one.cycle != number && !known.contains(&one.path)).cloned();
        let (mut accepted, set_aside, excluded): (Vec<_>, _, _) = (of(accepted), of(set_aside), of(excluded));
        accepted.extend(unseen);
        Context { accepted, set_aside, excluded, gaps: gaps.clone(), others: Vec::new() }
    }

    /// Gaps nothing kept closes.
    pub fn open_gaps(&self) -> impl Iterator<Item = &Gap> {
        self.gaps.iter().filter(|gap| gap.closed_by.is_none())
    }
}

/// The pattern's `mergeContext`: adds a cycle's judgements. A file kept earlier stays kept, with its first judgement; one set
/// aside is judged anew and may rise; one excluded stays excluded. Returns how many files were accepted for the first time.
pub fn merge_context(context: &mut Context, judgements: Vec<Judgement>, budget: &Budget) -> usize {
    let mut accepted = 0;
    for judgement in judgements {
        let doc = judgement.doc;
        if context.accepted.iter().chain(&context.excluded).any(|known| known.doc == doc) {
            continue;
        }
        context.set_aside.retain(|known| known.doc != doc);
        if judgement.relevance >= budget.accept {
            accepted += 1;
            context.accepted.push(judgement);
        } else if judgement.relevance < budget.exclude {
            context.excluded.push(judgement);
        } else {
            context.set_aside.push(judgement);
        }
    }
    for list in [&mut context.set_aside, &mut context.excluded] {
        sort(list);
    }
    accepted
}

/// Takes in the gaps that accepted files name and the words of the task nobody supports, and closes what the kept set
/// supplies.
pub fn update_gaps(repository: &Repository, need: &Need, query: &Query, context: &mut Context) {
    let named: Vec<Gap> = context.accepted.iter().flat_map(|judgement| judgement.missing_context.clone()).collect();
    let mut merged: BTreeMap<(GapKind, String), Gap> = BTreeMap::new();
    for gap in named.into_iter().chain(term_gaps(need)) {
        let known = merged.entry((gap.kind, gap.what.clone())).or_insert_with(|| gap.clone());
        // What two kept files both need and neither defines is critical, whoever else uses it.
        let shared = gap.kind == GapKind::Definition && known.named_by != gap.named_by;
        known.critical |= gap.critical || shared;
    }
    context.gaps = merged.into_values().collect();
    let confident = is_confident(&context.accepted);
    let excluded: BTreeSet<DocId> = context.excluded.iter().map(|one| one.doc).collect();
    for gap in &mut context.gaps {
        gap.critical &= confident && !is_ruled_out(repository, gap, &excluded);
        let said = spellings(gap, query);
        let supplies = |one: &&Judgement| said.iter().any(|gap| closes(repository, gap, one.doc));
        let closer = context.accepted.iter().find(supplies);
        gap.closed_by = closer.map(|judgement| judgement.path.clone());
    }
    context.gaps.sort_by(|a, b| {
        (a.closed_by.is_some(), !a.critical, a.kind, &a.what).cmp(&(
            b.closed_by.is_some(),
            !b.critical,
            b.kind,
            &b.what,
        ))
    });
}

/// Words of the task that are followed as gaps.
const MOST_TERM_GAPS: usize = 12;

/// Words of the first line as gaps, until a kept file holds them or a word that stands for them. Never critical: a task may
/// well say what the code does not.
fn term_gaps(need: &Need) -> Vec<Gap> {
    let concepts = need
        .terms
        .iter()
        .filter(|term| term.form == Form::Whole && term.meant_as.is_none() && term.count(Zone::Title) > 0.0);
    let mut words: Vec<&str> = Vec::new();
    for word in concepts.filter_map(|term| term.said_as.as_deref()) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    let gap = |word: &str| Gap {
        what: word.to_owned(),
        kind: GapKind::Term,
        critical: false,
        named_by: None,
        closed_by: None,
    };
    words.into_iter().take(MOST_TERM_GAPS).map(gap).collect()
}

/// The words that say what a gap asks for: its own, and for a word of the task those that stand for it.
fn spellings(gap: &Gap, query: &Query) -> Vec<Gap> {
    let mut list = vec![gap.clone()];
    for keyword in query.keywords.iter().filter(|_| gap.kind == GapKind::Term) {
        let piece = |word: &String| word.chars().any(is_cjk) && gap.what.contains(word);
        if keyword.source.stands_for().iter().any(|word| *word == gap.what || piece(word)) {
            list.push(Gap { what: keyword.word.clone(), ..gap.clone() });
        }
    }
    list
}

/// The pattern's `hasCriticalGaps`, over the whole kept set.
pub fn has_critical_gaps(context: &Context) -> bool {
    context.open_gaps().any(|gap| gap.critical)
}
