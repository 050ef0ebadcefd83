//! `find`: a task in, the answer in both forms out.

use std::time::Instant;

use tamis::query::Task;
use tamis_mcp::{Call, Reply};

use super::arguments::Reader;
use super::{Roots, tools};
use crate::cli::Format;
use crate::failure::Result;
use crate::fit::Frame;
use crate::render;
use crate::run::Run;
use crate::settings::{self, Request};

/// Columns of a line of the text form.
const COLUMNS: usize = 400;

pub(super) fn find(roots: &Roots, mut reader: Reader, call: &Call) -> Result<Reply> {
    let start = Instant::now();
    let task = reader.needed("task", "say in words what is to be done or understood")?;
    let mut options = settings::options();
    options.selection.include = reader.list("include")?;
    options.selection.exclude = reader.list("exclude")?;
    options.budget.max_cycles = reader.number("cycles", 3, 1..=10)? as usize;
    options.budget.limit = reader.number("limit", 10, 1..=1_000)? as usize;
    options.budget.tokens = reader.number("budget", tools::BUDGET, 1..=1_000_000)? as usize;
    let task = Task { text: task, purpose: reader.text("purpose")?, ..Task::default() };
    let root = roots.resolve(reader.text("root")?.as_deref())?;
    call.at("opening");
    let run = ask(Request { root, options, task, query: None }, call)?;
    answer(&run, start, reader.notes())
}

/// Asks, telling the call how far it is.
pub(super) fn ask(request: Request, call: &Call) -> Result<Run> {
    crate::tokens::load_meanwhile();
    Run::watch(request, &|files| call.at(format!("{files} files read")), |_, session, dispatch| {
        call.at(format!("cycle {}: {} candidates", session.cycles.len() + 1, dispatch.candidates.len()));
    })
}

/// A finished run as a reply: Markdown for a model to read, and `tamis/1` for a program.
fn answer(run: &Run, start: Instant, notes: Vec<String>) -> Result<Reply> {
    let (skipped, ignored) = (run.skipped(), run.ignored());
    let frame = |format| Frame { run, skipped: &skipped, ignored: &ignored, format, trace: false, columns: COLUMNS };
    let notes: String = notes.iter().map(|note| format!("note: {note}\n")).collect();
    let text = format!("{notes}{}", render::text(Format::Markdown, &frame(Format::Markdown).fit()?));
    let json = render::json(run, &frame(Format::Json).fit()?, start.elapsed());
    Ok(Reply { text, structured: serde_json::from_str(&json).ok() })
}
