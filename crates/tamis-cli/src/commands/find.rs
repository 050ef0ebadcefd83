//! `tamis find`: asks the task, or takes up a saved run, and prints what fits the budget.

use std::time::{Duration, Instant};

use super::Outcome;
use crate::answer::settle;
use crate::cli::{FindArgs, Format};
use crate::failure::{Failure, Result};
use crate::fit::Frame;
use crate::output::Output;
use crate::progress::Progress;
use crate::render::{self, Record};
use crate::resume;
use crate::run::{Run, Timings};
use crate::saved::{Replay, Saved};
use crate::settings;
use crate::view::View;

/// `meant` is the command that the task may be a slip of; where the repository knows the word, it is a task. This thread is one of those
/// that share the work: each time that work came from outside, they would have to be woken for it.
pub(crate) fn run(args: &FindArgs, meant: Option<String>, output: &Output) -> Result<Outcome> {
    // It fails only where there are such threads already, and then they share the work.
    let _ = rayon::ThreadPoolBuilder::new().use_current_thread().build_global();
    ask(args, meant, output)
}

fn ask(args: &FindArgs, meant: Option<String>, output: &Output) -> Result<Outcome> {
    let start = Instant::now();
    let format = if args.json { Format::Json } else { args.format };
    let store = settings::store();
    let Some(handle) = &args.resume else {
        let run = Run::ask(&settings::of_find(args)?)?;
        return match meant {
            Some(command) if !run.knows_the_task() => {
                Err(Failure::mistyped(args.task.as_deref().unwrap_or_default(), &command))
            }
            _ => answer(run, args, format, output, start),
        };
    };
    let said = settings::said(args)?;
    let saved = store.load(handle)?;
    if said.is_nothing() {
        return replay(saved, args, format, output);
    }
    let progress = Progress::new();
    let run = resume::follow(&saved, &said, &|done, all| progress.files(done, all), |_, _| ())?;
    drop(progress);
    answer(run, args, format, output, start)
}

/// The answer as it was.
fn replay(saved: Saved, args: &FindArgs, format: Format, output: &Output) -> Result<Outcome> {
    let replay = Replay::new(saved)?;
    let (budget, limit) = (args.budget as usize, args.limit as usize);
    let mut view = replay.fit(format, budget, limit, args.trace, output.columns)?;
    shorten(&mut view, args, format, output);
    output.answer(&match format {
        Format::Json => render::json(&view, Record::Whole, Timings::default(), Duration::ZERO),
        _ => render::text(format, &view),
    })?;
    Ok(if view.context.accepted.is_empty() { Outcome::Nothing } else { Outcome::Found })
}

/// Leaves the passages of a text answer that scrolls by to `--content`, unless naming what there is takes more than the budget by itself.
fn shorten(view: &mut View<'_>, args: &FindArgs, format: Format, output: &Output) {
    view.content = !output.terminal || args.content || format != Format::Text;
    view.content |= render::cost(format, view) > view.budget;
}

fn answer(run: Run, args: &FindArgs, format: Format, output: &Output, start: Instant) -> Result<Outcome> {
    let (skipped, ignored) = (run.skipped(), run.ignored());
    let mut frame = Frame::new(&run, &skipped, &ignored, format);
    (frame.trace, frame.columns) = (args.trace, output.columns);
    let mut view = settle(&mut frame, &settings::store())?;
    shorten(&mut view, args, format, output);
    match format {
        Format::Json => output.answer(&render::json(&view, Record::Whole, run.timings, start.elapsed())),
        Format::Paths if !output.terminal && !args.trace => {
            output.bytes(&render::paths(&view, &run.engine.repository().corpus))
        }
        _ => output.answer(&render::text(format, &view)),
    }?;
    super::tell(&run.engine, output);
    let outcome = if run.shown().accepted.is_empty() { Outcome::Nothing } else { Outcome::Found };
    run.engine.end();
    Ok(outcome)
}
