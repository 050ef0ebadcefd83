//! A judge and a retriever of one's own behind the two traits, driven through the pattern's steps by name.
//!
//! The judge gives each file the share of the task's words that its text holds; the retriever proposes what the words
//! find, and nothing else. Merging, gaps, refinement and the stops are the engine's.

#![expect(clippy::print_stdout, reason = "an example shows its answer")]

use std::path::Path;

use tamis::analyzer::terms::terms;
use tamis::engine::{Engine, Options};
use tamis::error::Result;
use tamis::evaluator::{Evaluator, Evidences};
use tamis::judgement::Judgement;
use tamis::query::Task;
use tamis::retriever::{Dispatch, Lexical, Request, Retriever};
use tamis::session::{Tools, begin, conclude, evaluate_relevance, retrieve_files};

/// Judges by the share of the task's words.
struct Shares;

impl Evaluator for Shares {
    fn name(&self) -> &'static str {
        "shares"
    }

    fn evaluate(&self, evidences: Evidences<'_>) -> Vec<Judgement> {
        let words = terms(&evidences.task.text);
        let mut judgements: Vec<Judgement> = Vec::new();
        for candidate in evidences.candidates {
            let Some(reading) = evidences.repository.reading(candidate.doc) else { continue };
            let known = terms(&reading.text.content);
            let held = words.iter().filter(|word| known.contains(word)).count();
            judgements.push(Judgement {
                doc: candidate.doc,
                path: evidences.repository.path(candidate.doc).to_owned(),
                relevance: held as f64 / words.len().max(1) as f64,
                reason: format!("holds {held} of {} words", words.len()),
                evidence: Vec::new(),
                missing_context: Vec::new(),
                cycle: evidences.cycle,
                signals: Vec::new(),
            });
        }
        judgements.sort_by(|a, b| b.relevance.total_cmp(&a.relevance).then_with(|| a.path.cmp(&b.path)));
        judgements
    }
}

/// Proposes by words alone.
struct Words;

impl Retriever for Words {
    fn name(&self) -> &'static str {
        "words"
    }

    fn retrieve(&self, request: Request<'_>) -> Result<Dispatch> {
        Lexical.retrieve(Request { limit: 20, ..request })
    }
}

fn main() -> Result<()> {
    let engine = Engine::open(Path::new("."), &Options::default())?;
    let tools = Tools { retriever: &Words, evaluator: &Shares, ..engine.tools() };
    let task = Task { text: "where are ignore rules read".to_owned(), ..Task::default() };
    let mut session = begin(tools.repository, &task)?;
    while session.status.is_none() {
        let dispatch = retrieve_files(tools, &session)?;
        let evaluation = evaluate_relevance(tools, &session, &dispatch.candidates);
        conclude(tools, &mut session, dispatch, evaluation);
    }
    for cycle in &session.cycles {
        println!("cycle {}: {} judged", cycle.number, cycle.judgements.len());
    }
    for file in &session.context.accepted {
        println!("{:.2} {}  {}", file.relevance, file.path, file.reason);
    }
    Ok(())
}
