//! `tamis measure --learn`: what learning from use does for the next task.
//!
//! The tasks of each repository are asked in the order of the file. Each is asked twice, with what the outcomes of those before it taught
//! and without; then its own outcome is taken in: the gold files were used, the other accepted files were not.

use std::collections::BTreeMap;
use std::fmt::Write;

use tamis::context::pack;
use tamis::document::DocId;
use tamis::engine::Engine;
use tamis::learning::{Outcome as Turned, learn};
use tamis::measure::Figures;
use tamis::memory::Memory;
use tamis::session::Session;

use super::scores::Score;
use super::tables::{Measured, NDCG_AT_10, RECALL_AT_10, by_name, moved, paired, table};
use super::tasks::BenchTask;
use super::{EVERY, of_task, request};
use crate::cli::MeasureArgs;
use crate::commands::Outcome;
use crate::failure::Result;
use crate::output::Output;
use crate::run;

/// The systems that are measured, in the order of their scores.
const WITHOUT: usize = 1;
/// All on one day: a benchmark has no calendar.
const TODAY: u32 = 0;

pub(super) fn report(args: &MeasureArgs, tasks: &[BenchTask], output: &Output) -> Result<Outcome> {
    let mut memories: BTreeMap<&str, Memory> = BTreeMap::new();
    let mut measured = Vec::new();
    let mut lifted = 0;
    for (number, task) in tasks.iter().enumerate() {
        let memory = memories.entry(&task.repo).or_default();
        let (one, accepted) = ask_twice(args, task, memory).map_err(|failure| of_task(failure, task))?;
        measured.push(one);
        lifted += accepted;
        if (number + 1) % EVERY == 0 {
            output.note(&format!("{} of {} tasks", number + 1, tasks.len()));
        }
    }
    let by = by_name(args.by);
    let mut text = String::new();
    let _ = writeln!(text, "nothing learned\n{}", table(&measured, by, WITHOUT));
    let _ = writeln!(text, "learned from the tasks before\n{}", table(&measured, by, 0));
    let _ = writeln!(text, "learned against not, exact McNemar\n{}", paired(&measured, WITHOUT));
    for column in [RECALL_AT_10, NDCG_AT_10] {
        let _ = writeln!(text, "{}", moved(&measured, column, WITHOUT));
    }
    let _ = writeln!(text, "files accepted that are not without: {lifted}");
    output.answer(&text)?;
    Ok(Outcome::Found)
}

/// The scores of a task with memory and without, and how many files only memory accepts; then its outcome is taken in.
fn ask_twice(args: &MeasureArgs, task: &BenchTask, memory: &mut Memory) -> Result<(Measured, usize)> {
    let mut engine = run::open(&request(args, task))?;
    let without = engine.retrieve(&task.ask())?;
    engine.remember(memory.as_of(TODAY));
    let with = engine.retrieve(&task.ask())?;
    let scores = [&with, &without].map(|session| Score {
        ranking: Figures::of(&listed(&engine, session, args.limit as usize), &task.gold_files),
        ..Score::default()
    });

    let is_new = |doc: &DocId| without.context.accepted.iter().all(|one| one.doc != *doc);
    let accepted: Vec<DocId> = with.context.accepted.iter().map(|one| one.doc).collect();
    let lifted = accepted.iter().filter(|doc| is_new(doc)).count();
    let corpus = &engine.repository().corpus;
    let used: Vec<DocId> = task.gold_files.iter().filter_map(|path| corpus.find(path)).collect();
    let unused: Vec<DocId> = accepted.into_iter().filter(|doc| !used.contains(doc)).collect();
    let keywords = with.cycles.last().map(|cycle| cycle.query.keywords.clone()).unwrap_or_default();
    let turned = Turned { need: &with.need, keywords: &keywords, used: &used, unused: &unused };
    learn(memory, engine.repository(), turned, true, TODAY);
    let measured = Measured {
        language: task.language.clone(),
        source: task.source.clone(),
        repo: task.repo.clone(),
        scores: scores.into(),
    };
    Ok((measured, lifted))
}

fn listed(engine: &Engine, session: &Session, limit: usize) -> Vec<String> {
    let answer = pack(engine.repository(), &session.need, &session.query, &session.context, 0, limit);
    answer.files.into_iter().map(|file| file.judgement.path).collect()
}
