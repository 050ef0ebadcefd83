//! `tamis measure`: runs a benchmark against the product and other systems, and prints their figures side by side.
//!
//! Tasks run one after another, which bounds the memory; each uses all cores.

mod checks;
mod confirm;
mod features;
mod learn;
mod programs;
mod scores;
mod systems;
mod tables;
mod tasks;
mod words;

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::time::Instant;

use tamis::context::Answer;
use tamis::evaluator::SignalEvaluator;
use tamis::measure::Gold;

use super::Outcome;
use crate::cli::MeasureArgs;
use crate::failure::{Failure, Result};
use crate::learned::Learned;
use crate::output::Output;
use crate::run::Run;
use crate::settings::{self, Request};
use checks::Checks;
use scores::Score;
use systems::{Given, Rival};
use tables::Measured;
use tasks::BenchTask;

/// Progress is told every so many tasks.
const EVERY: usize = 20;

pub(crate) fn run(args: &MeasureArgs, output: &Output) -> Result<Outcome> {
    let tasks = tasks::read(args)?;
    if let Some(path) = &args.features {
        return features::write(args, &tasks, path, output);
    }
    if let Some(path) = &args.words {
        return words::write(args, &tasks, path, output);
    }
    if args.confirm_first {
        return confirm::report(args, &tasks, output);
    }
    if args.learn {
        return learn::report(args, &tasks, output);
    }
    let rivals = systems::rivals(args, output);
    let mut predictions = args.predictions.as_deref().map(create).transpose()?;
    let mut report = Report { names: names(&rivals), ..Report::default() };
    for (number, task) in tasks.iter().enumerate() {
        let start = Instant::now();
        let run = Run::ask(&request(args, task)).map_err(|failure| of_task(failure, task))?;
        let answer = run.engine.answer(&run.session);
        let time = start.elapsed();
        report.checks.add(&run, &answer, time)?;
        report.add(args, task, &run, &rivals, &systems::product(&run, &answer, time));
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
    output.answer(&report.text(args))?;
    Ok(if report.checks.passed() { Outcome::Found } else { Outcome::Nothing })
}

/// The product first, then its rivals.
fn names(rivals: &[Rival]) -> Vec<String> {
    std::iter::once("tamis".to_owned()).chain(rivals.iter().map(Rival::name)).collect()
}

/// All that is printed at the end.
#[derive(Default)]
struct Report {
    names: Vec<String>,
    measured: Vec<Measured>,
    checks: Checks,
    /// What a rival could not answer: it counts as nothing found.
    failures: Vec<String>,
}

impl Report {
    fn add(&mut self, args: &MeasureArgs, task: &BenchTask, run: &Run, rivals: &[Rival], product: &Given) {
        let repository = run.engine.repository();
        let gold = Gold { files: &task.gold_files, lines: &task.gold_lines };
        let mut scores = vec![Score::of(repository, gold, product)];
        for rival in rivals {
            let given = rival.give(args, task, run).unwrap_or_else(|failure| {
                self.failures.push(format!("{}: {}", task.id, failure.message));
                Given::default()
            });
            scores.push(Score::of(repository, gold, &given));
        }
        self.measured.push(Measured {
            language: task.language.clone(),
            source: task.source.clone(),
            repo: task.repo.clone(),
            scores,
        });
    }

    fn text(&self, args: &MeasureArgs) -> String {
        let by = tables::by_name(args.by);
        let mut text = String::new();
        for (system, name) in self.names.iter().enumerate().skip(1).chain(self.names.iter().enumerate().take(1)) {
            let _ = writeln!(text, "{name}\n{}", tables::table(&self.measured, by, system));
        }
        for (system, name) in self.names.iter().enumerate().skip(1) {
            let _ = writeln!(text, "tamis against {name}, exact McNemar\n{}", tables::paired(&self.measured, system));
        }
        let _ = writeln!(text, "{}", tables::reading(&self.measured, &self.names));
        for failure in &self.failures {
            let _ = writeln!(text, "failed, counted as nothing found: {failure}");
        }
        let _ = writeln!(text, "{}weights version {}", self.checks, SignalEvaluator::default().model.version);
        text
    }
}

fn request(args: &MeasureArgs, task: &BenchTask) -> Request {
    let root = task.tree(&args.trees);
    let mut options = settings::options();
    // The trees of a benchmark are visited once.
    options.cache = None;
    options.selection.allow_broad = true;
    options.budget.max_cycles = args.cycles as usize;
    options.budget.limit = args.limit as usize;
    // Every task as if it were the first.
    Request { learned: Learned::none(), ..Request::new(root, options, task.ask()) }
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
