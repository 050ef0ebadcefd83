//! An evaluator of one's own: the built-in judge, corrected by what a reader has decided about single files.
//!
//! `cargo run -p tamis --example custom_evaluator -- ROOT "the task" PATH=RELEVANCE..`

use std::collections::BTreeMap;
use std::path::Path;

use tamis::budget::Budget;
use tamis::corpus::Selection;
use tamis::error::Result;
use tamis::evaluator::{Evaluator, Evidences, SignalEvaluator};
use tamis::judgement::Judgement;
use tamis::query::Task;
use tamis::repository::Repository;
use tamis::retriever::Fused;
use tamis::session::{Tools, iterative_retrieve};

/// Judges as the built-in evaluator does, except for files that were judged by hand.
struct Reader {
    signals: SignalEvaluator,
    decided: BTreeMap<String, f64>,
}

impl Evaluator for Reader {
    fn name(&self) -> &'static str {
        "reader"
    }

    fn evaluate(&self, evidences: Evidences<'_>) -> Vec<Judgement> {
        let mut judgements = self.signals.evaluate(evidences);
        for judgement in &mut judgements {
            if let Some(relevance) = self.decided.get(&judgement.path) {
                judgement.relevance = relevance.clamp(0.0, 1.0);
                judgement.reason = format!("decided by hand; {}", judgement.reason);
            }
        }
        judgements.sort_by(|a, b| b.relevance.total_cmp(&a.relevance).then_with(|| a.path.cmp(&b.path)));
        judgements
    }
}

#[expect(clippy::print_stdout, reason = "an example shows its result")]
fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let root = arguments.next().unwrap_or_else(|| ".".to_owned());
    let text = arguments.next().unwrap_or_else(|| "where the program starts".to_owned());
    let decided = arguments.filter_map(|argument| {
        let (path, relevance) = argument.rsplit_once('=')?;
        Some((path.to_owned(), relevance.parse().ok()?))
    });
    let evaluator = Reader { signals: SignalEvaluator::default(), decided: decided.collect() };
    let repository = Repository::open(Path::new(&root), &Selection::default())?;
    let (retriever, budget) = (Fused::default(), Budget::default());
    let tools = Tools { repository: &repository, retriever: &retriever, evaluator: &evaluator, budget: &budget };
    let session = iterative_retrieve(tools, &Task { text, ..Task::default() })?;
    for judgement in session.context.judgements() {
        println!("{:.2} {} {}", judgement.relevance, judgement.path, judgement.reason);
    }
    Ok(())
}
