//! EVALUATE: a relevance, a reason and the gaps of each candidate.
//!
//! The built-in judge needs no model; any other judge stands behind the same trait. Judges say what they see and do not
//! decide what is kept.

mod floor;
mod gaps;
mod reason;
mod remembered;
mod resolve;

pub use floor::named_outright;
pub use gaps::{closes, identify_gaps, identify_gaps_of_kept, is_ruled_out};
pub use resolve::resolve_import;

use std::collections::{BTreeMap, BTreeSet};

use floor::Floor;
use rayon::prelude::*;

use crate::budget::{Band, Budget};
use crate::document::DocId;
use crate::judgement::{Judgement, sort};
use crate::query::{Need, Query, Task};
use crate::ranker::{Model, Outlook, Pool, SIGNALS, Scored, measure};
use crate::repository::Repository;
use crate::retriever::Candidate;

/// What a judge is given.
#[derive(Clone, Copy)]
pub struct Evidences<'a> {
    /// Where the candidates come from.
    pub repository: &'a Repository,
    /// The task.
    pub task: &'a Task,
    /// The need read out of it.
    pub need: &'a Need,
    /// The query that found the candidates.
    pub query: &'a Query,
    /// The candidates of this cycle, none of them judged before or all of them to be judged anew.
    pub candidates: &'a [Candidate],
    /// The judgements of earlier cycles.
    pub earlier: &'a [Judgement],
    /// The settings of the loop.
    pub budget: &'a Budget,
    /// The number of this cycle, from 1.
    pub cycle: usize,
}

/// Judges candidates.
///
/// An implementation MUST judge no file twice in one call, MUST give a relevance in `[0, 1]` and a reason that is not
/// empty, and MUST give the same answer to the same evidence. It MAY judge fewer files than it is given.
pub trait Evaluator: Sync {
    /// A short name for traces.
    fn name(&self) -> &'static str;

    /// Judgements, most relevant first, ties by path.
    fn evaluate(&self, evidences: Evidences<'_>) -> Vec<Judgement>;
}

/// The built-in judge: additive signals, calibrated to a probability, on the pattern's scale.
#[derive(Clone, Debug, Default)]
pub struct SignalEvaluator {
    /// Weights and calibration.
    pub model: Model,
}

/// Files a cycle judges closely, of all that were proposed: the best by score. The others stay candidates.
const JUDGED: usize = 30;

impl Evaluator for SignalEvaluator {
    fn name(&self) -> &'static str {
        "signals"
    }

    fn evaluate(&self, evidences: Evidences<'_>) -> Vec<Judgement> {
        let Scoring { pool, rows, scored, answerable } = self.score(evidences);
        let named = floor::named(&evidences);
        let mut floors: Vec<Option<Floor>> =
            scored.iter().map(|one| floor::floor(&evidences, &named, one.doc)).collect();
        floor::keep_strongest_suppliers(&mut floors);
        let near = near(evidences.earlier, &scored);
        let looked_at = |order: usize| order < JUDGED || floors[order].is_some();
        let judged: Vec<usize> = (0..scored.len()).filter(|&order| looked_at(order)).collect();
        let one = |&order: &usize| {
            let mut one = scored[order].clone();
            let doubted = !answerable && one.relevance >= evidences.budget.accept;
            if doubted {
                one.relevance = evidences.budget.below_accept();
            }
            let mut judgement = judge(&evidences, &pool, &near, &one, &rows[&one.doc], floors[order].as_ref());
            if doubted && judgement.relevance < evidences.budget.accept {
                judgement.reason.push_str(reason::DOUBT);
            }
            judgement
        };
        let mut judgements: Vec<Judgement> = judged.par_iter().map(one).collect();
        sort(&mut judgements);
        judgements
    }
}

/// What is known before a single file is judged.
pub struct Scoring<'e> {
    /// The candidates, matched.
    pub pool: Pool<'e>,
    /// The signals of the candidates and of the files judged earlier.
    pub rows: Rows,
    /// The candidates' scores, best first.
    pub scored: Vec<Scored>,
    /// Whether the repository seems to hold an answer. Where it does not, words alone accept no file.
    pub answerable: bool,
}

/// The signals of documents, in the order of [`SIGNALS`].
pub type Rows = BTreeMap<DocId, Vec<f64>>;

impl SignalEvaluator {
    /// The candidates, matched and scored beside the files judged earlier.
    pub fn score<'e>(&self, evidences: Evidences<'e>) -> Scoring<'e> {
        let mut docs: Vec<DocId> = evidences.candidates.iter().map(|candidate| candidate.doc).collect();
        docs.sort_unstable();
        let pool = Pool::new(evidences.repository, evidences.need, evidences.query, docs);
        let mut rows = earlier_rows(evidences.earlier);
        rows.extend(pool.docs.iter().copied().zip(measure(&pool)));
        let mut scored = self.model.score(&rows);
        let answerable = self.model.is_answerable(Outlook { pool: &pool, rows: &rows, scored: &scored });
        scored.retain(|one| pool.docs.binary_search(&one.doc).is_ok());
        // Habits move a file up; what is accepted is what would be without them.
        let Budget { accept, .. } = *evidences.budget;
        for one in &mut scored {
            match (one.unaided >= accept, one.relevance >= accept) {
                (false, true) => one.relevance = evidences.budget.below_accept(),
                (true, false) => one.relevance = accept,
                _ => {}
            }
        }
        Scoring { pool, rows, scored, answerable }
    }
}

fn earlier_rows(earlier: &[Judgement]) -> Rows {
    earlier.iter().filter(|one| one.signals.len() == SIGNALS.len()).map(|one| (one.doc, one.signals.clone())).collect()
}

/// The documents of the middle band and above, by what they say and not by where earlier tasks led.
fn near(earlier: &[Judgement], scored: &[Scored]) -> BTreeSet<DocId> {
    let known = earlier.iter().map(|one| (one.doc, one.relevance));
    let all = known.chain(scored.iter().map(|one| (one.doc, one.unaided)));
    all.filter(|(_, relevance)| Band::of(*relevance) >= Band::Medium).map(|(doc, _)| doc).collect()
}

fn judge(
    evidences: &Evidences<'_>,
    pool: &Pool<'_>,
    near: &BTreeSet<DocId>,
    scored: &Scored,
    row: &[f64],
    floor: Option<&Floor>,
) -> Judgement {
    let (mut reason, mut evidence) = reason::explain(pool, scored, row);
    let mut relevance = scored.relevance.min(floor::ceiling(evidences.budget, pool, scored.doc, row));
    if let Some(floor) = floor.filter(|floor| floor.relevance > relevance) {
        relevance = floor.relevance;
        let (clause, shown) = reason::floor(pool, scored.doc, floor);
        reason = clause;
        evidence.splice(0..0, shown);
    }
    if let Some(clause) = remembered::clause(evidences, pool, scored.doc) {
        reason.push_str("; ");
        reason.push_str(&clause);
    }
    let missing_context =
        if relevance >= evidences.budget.accept { identify_gaps(pool, scored.doc, near) } else { Vec::new() };
    Judgement {
        doc: scored.doc,
        path: evidences.repository.path(scored.doc).to_owned(),
        relevance,
        reason,
        evidence,
        missing_context,
        cycle: evidences.cycle,
        signals: row.to_vec(),
    }
}
