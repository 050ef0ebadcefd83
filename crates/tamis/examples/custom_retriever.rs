//! A retriever of one's own beside the built-in ones: files that somebody has marked as entry points.
//!
//! `cargo run -p tamis --example custom_retriever -- ROOT "the task"`

use std::path::Path;

use tamis::budget::Budget;
use tamis::corpus::Selection;
use tamis::document::DocId;
use tamis::error::Result;
use tamis::evaluator::SignalEvaluator;
use tamis::query::Task;
use tamis::repository::Repository;
use tamis::retriever::{
    Candidate, ChannelReport, Dispatch, Focus, Fused, Lexical, Mentioned, Request, Retriever, Scope, Symbols,
};
use tamis::session::{Tools, iterative_retrieve};

/// Proposes the entry points of a program, whatever the task says.
struct EntryPoints;

const STEMS: [&str; 4] = ["main", "app", "server", "index"];

impl Retriever for EntryPoints {
    fn name(&self) -> &'static str {
        "entry"
    }

    fn retrieve(&self, request: Request<'_>) -> Result<Dispatch> {
        let scope = Scope::new(request)?;
        let documents = (0u32..).zip(request.repository.corpus.documents());
        let is_entry = |path: &str| {
            let name = path.rsplit('/').next().unwrap_or(path);
            STEMS.contains(&name.split('.').next().unwrap_or(name))
        };
        let candidates: Vec<Candidate> = documents
            .filter(|(id, document)| is_entry(&document.path) && scope.admits(DocId(*id)))
            .take(request.limit)
            .map(|(id, _)| Candidate { doc: DocId(id), score: 1.0, channels: vec![self.name()] })
            .collect();
        let report = ChannelReport { name: self.name(), candidates: candidates.len(), skipped: None };
        Ok(Dispatch { candidates, channels: vec![report] })
    }
}

#[expect(clippy::print_stdout, reason = "an example shows its result")]
fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let root = arguments.next().unwrap_or_else(|| ".".to_owned());
    let text = arguments.next().unwrap_or_else(|| "where the program starts".to_owned());
    let repository = Repository::open(Path::new(&root), &Selection::default())?;
    let retriever = Fused::new(vec![
        Box::new(Focus),
        Box::new(Mentioned),
        Box::new(Symbols),
        Box::new(Lexical),
        Box::new(EntryPoints),
    ]);
    let (evaluator, budget) = (SignalEvaluator::default(), Budget::default());
    let tools = Tools { repository: &repository, retriever: &retriever, evaluator: &evaluator, budget: &budget };
    let session = iterative_retrieve(tools, &Task { text, ..Task::default() })?;
    for cycle in &session.cycles {
        for channel in &cycle.channels {
            println!("cycle {} {:8} {} candidates", cycle.number, channel.name, channel.candidates);
        }
    }
    for judgement in session.context.judgements() {
        println!("{:.2} {} {}", judgement.relevance, judgement.path, judgement.reason);
    }
    Ok(())
}
