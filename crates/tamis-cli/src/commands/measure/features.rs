//! `tamis measure --features`: the signals of every candidate of a first cycle, for `scripts/fit.py`.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use tamis::evaluator::{Scoring, SignalEvaluator};
use tamis::measure::plain_bm25;
use tamis::ranker::{Outlook, PREDICTORS, SIGNALS};
use tamis::session::{begin, evidences, retrieve_files};

use super::tasks::BenchTask;
use super::{EVERY, create, of_task, request};
use crate::cli::MeasureArgs;
use crate::commands::Outcome;
use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::run;

pub(super) fn write(args: &MeasureArgs, tasks: &[BenchTask], path: &Path, output: &Output) -> Result<Outcome> {
    let mut file = create(path)?;
    let fault = |error: std::io::Error| Failure::file("write", path, error);
    for (number, task) in tasks.iter().enumerate() {
        let line = features(args, task).map_err(|failure| of_task(failure, task))?;
        writeln!(file, "{line}").map_err(fault)?;
        if (number + 1) % EVERY == 0 {
            output.note(&format!("{} of {} tasks", number + 1, tasks.len()));
        }
    }
    file.flush().map_err(fault)?;
    Ok(Outcome::Found)
}

fn features(args: &MeasureArgs, task: &BenchTask) -> Result<serde_json::Value> {
    let start = Instant::now();
    let engine = run::open(&request(args, task))?;
    let opened = start.elapsed();
    let tools = engine.tools();
    let session = begin(tools.repository, &task.ask())?;
    let dispatch = retrieve_files(tools, &session)?;
    let Scoring { pool, rows: signals, scored, .. } =
        SignalEvaluator::default().score(evidences(tools, &session, &dispatch.candidates, &[]));
    let rows: Vec<(&str, &Vec<f64>)> = signals.iter().map(|(doc, row)| (tools.repository.path(*doc), row)).collect();
    let outlook = Outlook { pool: &pool, rows: &signals, scored: &scored };
    let predictors: serde_json::Map<String, serde_json::Value> =
        PREDICTORS.iter().map(|one| (one.name.to_owned(), (one.measure)(outlook).into())).collect();
    Ok(serde_json::json!({
        "id": task.id,
        "predictors": predictors,
        "repo": task.repo,
        "source": task.source,
        "language": task.language,
        "gold": task.gold_files,
        "signals": SIGNALS.iter().map(|signal| signal.name).collect::<Vec<_>>(),
        "rows": rows,
        "bm25": plain_bm25(tools.repository, &session.need, 20),
        "files": tools.repository.corpus.documents().len(),
        "open_ms": opened.as_millis() as u64,
        "ms": start.elapsed().as_millis() as u64,
    }))
}
