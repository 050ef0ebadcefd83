//! The tasks of a benchmark, one JSON object a line.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use tamis::query::Task;

use crate::cli::{MeasureArgs, Only};
use crate::failure::{Failure, Result};

/// Digits of the commit in a tree's path.
const DIGITS: usize = 12;

/// One task with its answer.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct BenchTask {
    pub(super) id: String,
    pub(super) repo: String,
    pub(super) base_commit: String,
    #[serde(default)]
    pub(super) language: String,
    #[serde(default)]
    pub(super) source: String,
    pub(super) text: String,
    pub(super) gold_files: Vec<String>,
    /// Line ranges of the gold files, as they are before the change.
    #[serde(default)]
    pub(super) gold_lines: BTreeMap<String, Vec<(u32, u32)>>,
}

impl BenchTask {
    /// Where its tree is: `<trees>/<owner>__<name>/<12 digits>`.
    pub(super) fn tree(&self, trees: &Path) -> PathBuf {
        let digits: String = self.base_commit.chars().take(DIGITS).collect();
        trees.join(self.repo.replace('/', "__")).join(digits)
    }

    /// The task as it is asked.
    pub(super) fn ask(&self) -> Task {
        Task { text: self.text.clone(), ..Task::default() }
    }
}

/// Reads the tasks that are wanted, and checks that their trees are there before any time is spent.
pub(super) fn read(args: &MeasureArgs) -> Result<Vec<BenchTask>> {
    let text = std::fs::read_to_string(&args.tasks).map_err(|error| Failure::file("read", &args.tasks, error))?;
    let mut tasks: Vec<BenchTask> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let fault = |error: serde_json::Error| {
            Failure::file("understand", &args.tasks, format!("line {}: {error}", number + 1))
        };
        let fields: Value = serde_json::from_str(line).map_err(fault)?;
        if wanted(args, &fields)? {
            tasks.push(serde_json::from_value(fields).map_err(fault)?);
        }
    }
    tasks.truncate(args.first.unwrap_or(usize::MAX));
    if tasks.is_empty() {
        return Err(Failure::new("no task is left to run").hinted("check --tasks, --only and --where"));
    }
    match tasks.iter().find(|task| !task.tree(&args.trees).is_dir()) {
        Some(task) => Err(Failure::new(format!("no tree for {} at {}", task.id, task.tree(&args.trees).display()))
            .hinted("check out the trees first, or leave tasks out with --where")),
        None => Ok(tasks),
    }
}

fn wanted(args: &MeasureArgs, fields: &Value) -> Result<bool> {
    if args.only == Some(Only::Core) && fields["core"] != true {
        return Ok(false);
    }
    for condition in &args.wanted {
        let (field, value) = condition
            .split_once('=')
            .ok_or_else(|| Failure::new(format!("`{condition}` is not of the form FIELD=VALUE")))?;
        let held = fields.get(field).map(|held| held.as_str().map_or_else(|| held.to_string(), str::to_owned));
        if held.as_deref() != Some(value) {
            return Ok(false);
        }
    }
    Ok(true)
}
