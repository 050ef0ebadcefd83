//! What must hold of every answer of a benchmark: paths that exist, ranges inside their files, budgets kept.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use tamis::context::{Answer, AnswerFile};
use tamis::corpus::IgnoredMatches;
use tamis::tokens;

use crate::cli::Format;
use crate::failure::Result;
use crate::fit::Frame;
use crate::render;
use crate::run::Run;

/// Counts over all tasks.
#[derive(Debug, Default)]
pub(super) struct Checks {
    tasks: usize,
    phantom_paths: usize,
    outside_ranges: usize,
    budgets_exceeded: usize,
    statuses: BTreeMap<&'static str, usize>,
    cycles: usize,
    accepted: usize,
    time: Duration,
}

impl Checks {
    /// Checks one answer. `time` is that of opening, retrieving and packing.
    pub(super) fn add(&mut self, run: &Run, answer: &Answer, time: Duration) -> Result<()> {
        let budget = run.request.options.budget.tokens;
        self.tasks += 1;
        self.time += time;
        self.cycles += run.session.cycles.len();
        self.accepted += run.session.context.accepted.len();
        *self.statuses.entry(run.session.status.map_or("open", |status| status.name())).or_default() += 1;
        for file in &answer.files {
            match lines_on_disk(run, file) {
                Some(lines) => self.outside_ranges += outside(file, lines),
                None => self.phantom_paths += 1,
            }
        }
        let ignored = IgnoredMatches::default();
        let frame = Frame::new(run, &[], &ignored, Format::Text);
        let text = render::text(Format::Text, &frame.fit()?);
        let printed = tokens::count(&anstream::adapter::strip_str(&text).to_string());
        self.budgets_exceeded += usize::from(printed > budget || answer.used > budget);
        Ok(())
    }

    /// Whether nothing that must be 0 is more.
    pub(super) fn passed(&self) -> bool {
        self.phantom_paths + self.outside_ranges + self.budgets_exceeded == 0
    }
}

/// Lines of the file as it is on disk now, asked again; none when there is no such file.
fn lines_on_disk(run: &Run, file: &AnswerFile) -> Option<u32> {
    let corpus = &run.engine.repository().corpus;
    let text = corpus.read(corpus.find(&file.judgement.path)?).ok()?;
    Some(text.content.lines().count() as u32)
}

fn outside(file: &AnswerFile, lines: u32) -> usize {
    let wrong = |range: tamis::document::LineRange| range.start < 1 || range.start > range.end || range.end > lines;
    file.spans.iter().filter(|span| wrong(span.lines) || span.cut_from.is_some_and(wrong)).count()
}

impl fmt::Display for Checks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tasks = self.tasks.max(1) as f64;
        let statuses: Vec<String> = self.statuses.iter().map(|(name, count)| format!("{count} {name}")).collect();
        writeln!(f, "must be 0: phantom paths {}", self.phantom_paths)?;
        writeln!(f, "must be 0: ranges outside files {}", self.outside_ranges)?;
        writeln!(f, "must be 0: budgets exceeded {}", self.budgets_exceeded)?;
        writeln!(f, "status: {}", statuses.join(", "))?;
        writeln!(f, "mean cycles {:.2}", self.cycles as f64 / tasks)?;
        writeln!(f, "mean accepted files {:.2}", self.accepted as f64 / tasks)?;
        writeln!(f, "seconds a task {:.2}", self.time.as_secs_f64() / tasks)
    }
}
