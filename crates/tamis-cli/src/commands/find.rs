//! `tamis find`: asks the task and prints what fits the budget.

use std::time::Instant;

use super::Outcome;
use crate::cli::{FindArgs, Format};
use crate::failure::Result;
use crate::fit::Frame;
use crate::output::Output;
use crate::render;
use crate::run::Run;
use crate::settings;

pub(crate) fn run(args: &FindArgs, output: &Output) -> Result<Outcome> {
    let start = Instant::now();
    let run = Run::ask(settings::of_find(args)?)?;
    let (skipped, ignored) = (run.skipped(), run.ignored());
    let format = if args.json { Format::Json } else { args.format };
    let (trace, columns) = (args.trace, output.columns);
    let frame = Frame { run: &run, skipped: &skipped, ignored: &ignored, format, trace, columns };
    let view = frame.fit()?;
    output.answer(&match format {
        Format::Json => render::json(&run, &view, start.elapsed()),
        _ => render::text(format, &view),
    })?;
    super::tell(&run.engine, output);
    Ok(if run.session.context.accepted.is_empty() { Outcome::Nothing } else { Outcome::Found })
}
