//! `tamis measure`: runs a benchmark against the product and a baseline, and prints both tables.
//!
//! Tasks run one after another, which bounds the memory; each uses all cores.

mod checks;
mod features;
mod tables;
mod tasks;

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::time::Instant;

use tamis::budget::Budget;
use tamis::context::{Answer, pack};
use tamis::measure::{Figures, plain_bm25};
use tamis::session::{Tools, iterative_retrieve};

use super::Outcome;
use crate::cli::{Baseline, MeasureArgs};
use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::run::Run;
use crate::settings::{self, Request};
use checks::Checks;
use tables::Measured;
use tasks::BenchTask;

/// Progress is told every so many tasks.
const EVERY: usize = 20;

pub(crate) fn run(args: &MeasureArgs, output: &Output) -> Result<Outcome> {
    let tasks = tasks::read(args)?;
    if let Some(path) = &args.features {
        return features::write(args, &tasks, path, output);
    }
    let mut predictions = args.predictions.as_deref().map(create).transpose()?;
    let mut measured = Vec::new();
    let mut checks = Checks::default();
    for (number, task) in tasks.iter().enumerate() {
        let start = Instant::now();
        let run = Run::ask(request(args, task)).map_err(|failure| of_task(failure, task))?;
        let answer = run.engine.answer(&run.session);
        checks.add(&run, &answer, start.elapsed())?;
        measured.push(score(args, task, &run, &answer)?);
        if let (Some(file), Some(path)) = (&mut predictions, &args.predictions) {
            writeln!(file, "{}", prediction(task, &answer)).map_err(|error| Failure::file("write", path, error))?;
        }
        if (number + 1) % EVERY == 0 {
            output.note(&format!("{} of {} tasks", number + 1, tasks.len()));
        }
    }
    if let (Some(mut file), Some(path)) = (predictions, &args.predictions) {
        file.flush().map_err(|error| Failure::file("write", path, error))?;
    }
    output.answer(&report(args, &measured, &checks))?;
    Ok(if checks.passed() { Outcome::Found } else { Outcome::Nothing })
}

fn report(args: &MeasureArgs, measured: &[Measured], checks: &Checks) -> String {
    let by = tables::by_name(args.by);
    let mut text = String::new();
    let baseline = match args.vs {
        Baseline::Plain => "plain BM25",
        Baseline::OneCycle => "tamis, one cycle",
    };
    let _ = writeln!(text, "{baseline}\n{}", tables::table(measured, by, |one| one.baseline));
    let _ = writeln!(text, "tamis\n{}", tables::table(measured, by, |one| one.product));
    let _ = writeln!(text, "tamis against {baseline}, exact McNemar\n{}", tables::paired(measured));
    text.push_str(&checks.to_string());
    text
}

fn request(args: &MeasureArgs, task: &BenchTask) -> Request {
    let root = task.tree(&args.trees);
    let mut options = settings::options();
    options.selection.allow_broad = true;
    options.budget.max_cycles = args.cycles as usize;
    options.budget.limit = args.limit as usize;
    Request { root, options, task: task.ask(), query: None }
}

fn score(args: &MeasureArgs, task: &BenchTask, run: &Run, answer: &Answer) -> Result<Measured> {
    let tools = run.engine.tools();
    let limit = args.limit as usize;
    let baseline: Vec<String> = match args.vs {
        Baseline::Plain => plain_bm25(tools.repository, &run.session.need, limit),
        Baseline::OneCycle => {
            let budget = Budget { max_cycles: 1, ..tools.budget.clone() };
            let session = iterative_retrieve(Tools { budget: &budget, ..tools }, &task.ask())?;
            let answer = pack(tools.repository, &session.need, &session.query, &session.context, 0, limit);
            answer.files.into_iter().map(|file| file.judgement.path).collect()
        }
    };
    let product: Vec<String> = answer.files.iter().map(|file| file.judgement.path.clone()).collect();
    Ok(Measured {
        language: task.language.clone(),
        source: task.source.clone(),
        repo: task.repo.clone(),
        product: Figures::of(&product, &task.gold_files),
        baseline: Figures::of(&baseline, &task.gold_files),
    })
}

fn prediction(task: &BenchTask, answer: &Answer) -> serde_json::Value {
    let files: Vec<&str> = answer.files.iter().map(|file| file.judgement.path.as_str()).collect();
    let spans: Vec<(&str, u32, u32)> = answer
        .files
        .iter()
        .flat_map(|file| file.spans.iter().map(|span| (file.judgement.path.as_str(), span.lines.start, span.lines.end)))
        .collect();
    serde_json::json!({"id": task.id, "files": files, "spans": spans})
}

fn create(path: &std::path::Path) -> Result<BufWriter<File>> {
    File::create(path).map(BufWriter::new).map_err(|error| Failure::file("write", path, error))
}

fn of_task(failure: Failure, task: &BenchTask) -> Failure {
    Failure { message: format!("{}: {}", task.id, failure.message), ..failure }
}
