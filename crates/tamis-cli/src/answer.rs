//! A finished run as it is given: within the budget, saved so that it can be followed up, with what has to be said beside it.

use tamis::engine::Engine;
use tamis::index::State;
use tamis::repository::Repository;

use crate::failure::Result;
use crate::fit::Frame;
use crate::learned;
use crate::render::words::plural;
use crate::run::Run;
use crate::saved::{Saved, Store};
use crate::view::View;

/// Paths that are named in a note.
const NAMED: usize = 5;

/// The view of a run that fits its budget, once the run is saved. A run that cannot be saved is answered all the same, and that
/// it cannot be resumed is said.
pub(crate) fn settle<'r>(frame: &mut Frame<'r>, store: &Store) -> Result<View<'r>> {
    frame.notes.extend(notes(frame.run));
    frame.saved = true;
    let view = frame.fit()?;
    match store.save(&Saved::new(frame.run, &view), &frame.run.engine.repository().corpus) {
        Ok(()) => {
            learned::given(&frame.run.request.learned, &frame.run.engine, &frame.run.handle);
            Ok(view)
        }
        Err(failure) => {
            frame.saved = false;
            frame.notes.push(format!("this run cannot be resumed: {}", failure.message));
            frame.fit()
        }
    }
}

/// What is to be said of an index that does not hold all files: not yet, or never while there are so many of them.
pub(crate) fn partial(engine: &Engine) -> impl Iterator<Item = String> {
    let Repository { corpus, index, .. } = engine.repository();
    let report = index.report();
    let waiting = (report.state == State::Partial).then(|| {
        let all = corpus.documents().len();
        format!("partial: {} of {all} files are in the index; ask again, and the reading goes on", report.covered)
    });
    let over = (corpus.over() > 0).then(|| {
        let left_out = plural(corpus.over(), "file");
        format!("partial: {left_out} left out, more than the limit or memory allows; name a smaller folder as the root")
    });
    waiting.into_iter().chain(over)
}

/// What is to be said of how a run went, and of files that are not as they were judged.
pub(crate) fn notes(run: &Run) -> Vec<String> {
    let named = |paths: &[String], what: &str| {
        let first = paths.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = if paths.len() > NAMED { " and others" } else { "" };
        (!paths.is_empty()).then(|| format!("{} {what}: {first}{more}", plural(paths.len(), "file")))
    };
    let unsettled = named(&run.unsettled, "changed while this answer was made, ask again");
    let before = run.follow_up.iter().flat_map(|follow_up| {
        let stale = named(&follow_up.stale, "changed since the run judged them");
        stale.into_iter().chain(named(&follow_up.gone, "judged by the run are gone"))
    });
    let above = if run.counts().1 == 0 { run.engine.repository().corpus.above() } else { None };
    let part =
        above.map(|top| format!("only this folder was searched; the whole repository is --root {}", top.display()));
    run.notes.iter().cloned().chain(unsettled).chain(before).chain(part).collect()
}
