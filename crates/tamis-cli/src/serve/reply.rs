//! A finished run as a reply: Markdown, and `tamis/1` with a brief record. Some clients show their model the one, some the
//! other, so each is whole by itself and within the budget; the whole record is in the saved run.

use std::time::Instant;

use tamis::retriever::Dispatch;
use tamis::session::Session;
use tamis_mcp::Reply;

use crate::answer::{partial, settle};
use crate::cli::Format;
use crate::failure::Result;
use crate::fit::Frame;
use crate::render::{self, Record};
use crate::run::Run;
use crate::settings;

/// The reply for a run; `notes` are what has to be said of the call's arguments.
pub(super) fn of(run: &Run, notes: Vec<String>, start: Instant) -> Result<Reply> {
    let (skipped, ignored) = (run.skipped(), run.ignored());
    let mut frame = Frame::new(run, &skipped, &ignored, Format::Structured);
    frame.notes = notes;
    frame.notes.extend(partial(&run.engine));
    let view = settle(&mut frame, &settings::store())?;
    let json = render::json(&view, Record::Brief, run.timings, start.elapsed());
    frame.format = Format::Markdown;
    let text = render::text(Format::Markdown, &frame.fit()?);
    Ok(Reply { text, structured: serde_json::from_str(&json).ok() })
}

/// How far a run is, in words.
pub(super) fn stage(session: &Session, dispatch: &Dispatch) -> String {
    format!("cycle {}: judging {} candidates", session.cycles.len() + 1, dispatch.candidates.len())
}
