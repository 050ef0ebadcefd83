//! `tamis measure --words`: how often repositories in general say a word, for `crates/tamis/src/ranker/background.tsv`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;

use tamis::measure::{background, word_shares};
use tamis::ranker::LEAST_SHARE;

use super::tasks::BenchTask;
use super::{create, of_task, request};
use crate::cli::MeasureArgs;
use crate::commands::Outcome;
use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::run;

/// The first tree of every repository of the tasks is read.
pub(super) fn write(args: &MeasureArgs, tasks: &[BenchTask], path: &Path, output: &Output) -> Result<Outcome> {
    let mut known = BTreeSet::new();
    let mut repositories: Vec<BTreeMap<String, f64>> = Vec::new();
    for task in tasks.iter().filter(|task| known.insert(&task.repo)) {
        let engine = run::open(&request(args, task)).map_err(|failure| of_task(failure, task))?;
        repositories.push(word_shares(engine.repository()));
        output.note(&format!("{} read", task.repo));
    }
    let fault = |error: std::io::Error| Failure::file("write", path, error);
    let mut file = create(path)?;
    let count = repositories.len();
    writeln!(file, "# How many of 1000 files of a repository hold a word: the mean over {count} public ones without the highest of each word.")
        .map_err(fault)?;
    for (word, share) in background(&repositories, LEAST_SHARE) {
        writeln!(file, "{word}\t{:.0}", share * 1000.0).map_err(fault)?;
    }
    file.flush().map_err(fault)?;
    Ok(Outcome::Found)
}
