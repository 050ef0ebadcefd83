//! `tamis measure --confirm-first`: what one true judgement after cycle 1 does to the rest of the answer.
//!
//! Each task with several gold files runs one cycle; then the first gold file is judged 1.0, and cycle 2 follows. Beside it,
//! from the same cycle 1, cycle 2 without the judgement. The confirmed file counts in neither list.

use std::fmt::Write;

use tamis::context::pack;
use tamis::engine::Engine;
use tamis::follow_up::Verdict;
use tamis::measure::Figures;
use tamis::session::Session;

use super::scores::Score;
use super::tables::{Measured, RECALL_AT_10, by_name, moved, paired, table};
use super::tasks::BenchTask;
use super::{EVERY, of_task, request};
use crate::cli::MeasureArgs;
use crate::commands::Outcome;
use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::resume::go_on;
use crate::run;

pub(super) fn report(args: &MeasureArgs, tasks: &[BenchTask], output: &Output) -> Result<Outcome> {
    let several: Vec<&BenchTask> = tasks.iter().filter(|task| task.gold_files.len() > 1).collect();
    if several.is_empty() {
        return Err(
            Failure::new("no task is left that has several gold files").hinted("check --tasks, --first and --where")
        );
    }
    let mut measured = Vec::new();
    for (number, task) in several.iter().enumerate() {
        measured.push(score(args, task).map_err(|failure| of_task(failure, task))?);
        if (number + 1) % EVERY == 0 {
            output.note(&format!("{} of {} tasks", number + 1, several.len()));
        }
    }
    let by = by_name(args.by);
    let mut text = String::new();
    let _ = writeln!(text, "cycle 2, nothing confirmed\n{}", table(&measured, by, WITHOUT));
    let _ = writeln!(text, "cycle 2, the first gold file confirmed\n{}", table(&measured, by, WITH));
    let _ = writeln!(text, "confirmed against not, exact McNemar\n{}", paired(&measured, WITHOUT));
    let _ = writeln!(text, "of the other gold files, {}", moved(&measured, RECALL_AT_10, WITHOUT));
    output.answer(&text)?;
    Ok(Outcome::Found)
}

/// The systems that are measured, in the order of their scores.
const WITH: usize = 0;
const WITHOUT: usize = 1;

fn score(args: &MeasureArgs, task: &BenchTask) -> Result<Measured> {
    let mut request = request(args, task);
    request.options.budget.max_cycles = 1;
    let engine = run::open(&request)?;
    let before = engine.retrieve(&task.ask())?;
    let corpus = &engine.repository().corpus;
    let confirmed = task.gold_files.iter().find_map(|path| Some((path, corpus.find(path)?)));
    let (path, doc) = confirmed.ok_or_else(|| Failure::new("no gold file is in the tree"))?;
    let verdict = Verdict { doc, relevance: 1.0, reason: String::new(), missing_context: None };
    let others: Vec<String> = task.gold_files.iter().filter(|gold| *gold != path).cloned().collect();
    let score = |verdicts: &[Verdict]| -> Result<Score> {
        let ranked = second_cycle(&engine, &before, verdicts, args.limit as usize + 1)?;
        let listed: Vec<String> = ranked.into_iter().filter(|one| one != path).collect();
        Ok(Score { ranking: Figures::of(&listed, &others), ..Score::default() })
    };
    Ok(Measured {
        language: task.language.clone(),
        source: task.source.clone(),
        repo: task.repo.clone(),
        scores: vec![score(&[verdict])?, score(&[])?],
    })
}

/// The ranked paths after the cycle that follows the verdicts.
fn second_cycle(engine: &Engine, before: &Session, verdicts: &[Verdict], limit: usize) -> Result<Vec<String>> {
    let mut session = before.clone();
    go_on(engine, &mut session, verdicts, None, None, |_, _| ())?;
    let answer = pack(engine.repository(), &session.need, &session.query, &session.context, 0, limit);
    Ok(answer.files.into_iter().map(|file| file.judgement.path).collect())
}
