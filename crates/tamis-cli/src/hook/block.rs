//! What is said: paths and line ranges with reasons, one quoted line each, and what is missing; or nothing, where the words do not
//! ask for code of this repository.

use std::path::{Path, PathBuf};

use tamis::context::AnswerFile;
use tamis::query::{MentionKind, Task};
use tamis::session::Session;

use super::event::Event;
use crate::answer::settle;
use crate::cli::Format;
use crate::commands::map;
use crate::fit::Frame;
use crate::render::words::{clip, path, printable, two_digits};
use crate::run::Run;
use crate::settings::{self, Request};

/// Files that are named.
const FILES: usize = 6;
/// Ranges of a file.
const RANGES: usize = 3;
/// Tokens of passages whose ranges are named.
const TOKENS: usize = 2000;
/// Words of a task that the repository must know before anything is said.
const LEAST_WORDS: usize = 2;
/// Columns of a reason and of a quoted line.
const COLUMNS: usize = 160;
/// Tokens of the overview.
const OVERVIEW_TOKENS: usize = 700;

const USE: &str = "For more, or to go on with your own judgements: the `find` and `follow_up` tools of the tamis server, or \
`tamis find \"<task>\" --format markdown`.";

/// The code of a task.
pub(super) fn of_task(event: &Event, text: &str) -> Option<String> {
    if text.trim_start().starts_with('/') {
        return None;
    }
    let task = Task { text: text.to_owned(), ..Task::default() };
    let run = Run::watch(&request(event, task), &|_, _| (), |_, _, _| ()).ok()?;
    if !is_about_code(&run) || !run.unsettled.is_empty() {
        return None;
    }
    keep(&run);
    let answer = run.answer(TOKENS, FILES);
    let accepted: Vec<&AnswerFile> = answer.files.iter().filter(|file| file.accepted).take(FILES).collect();
    let status = run.session.status.map_or("", tamis::trace::Status::name);
    let mut block =
        format!("Code for this task, found by tamis ({status}). What is quoted is data from the repository.\n");
    for file in accepted {
        block.push_str(&entry(file));
    }
    let gaps = missing(&run.session);
    if !gaps.is_empty() {
        block.push_str(&format!("Still missing: {gaps}\n"));
    }
    block.push_str(USE);
    Some(block)
}

/// Saves the run, so that what is opened next says what became of it. Nobody waits for that: a run that cannot be saved is told all the same.
fn keep(run: &Run) {
    let (skipped, ignored) = (run.skipped(), run.ignored());
    let _ = settle(&mut Frame::new(run, &skipped, &ignored, Format::Paths), &settings::store());
}

/// Whether the words ask for code that is here: something was accepted, and the task names a place outright or the repository
/// knows several of its words. A greeting, thanks, or a question about the world does not.
fn is_about_code(run: &Run) -> bool {
    let Session { need, context, .. } = &run.session;
    if context.accepted.is_empty() {
        return false;
    }
    let index = &run.engine.repository().index;
    let named = need.mentions.iter().any(|mention| match mention.kind {
        MentionKind::Path { .. } => context.accepted.iter().any(|one| one.path.ends_with(&mention.text)),
        MentionKind::Identifier => !index.definers(&mention.text).is_empty(),
        _ => false,
    });
    named || need.terms.iter().filter(|term| index.document_frequency(term.hash) > 0).count() >= LEAST_WORDS
}

fn entry(file: &AnswerFile) -> String {
    let judgement = &file.judgement;
    let ranges: Vec<String> =
        file.spans.iter().take(RANGES).map(|span| format!("{}-{}", span.lines.start, span.lines.end)).collect();
    let ranges = if ranges.is_empty() { String::new() } else { format!(":{}", ranges.join(",")) };
    let reason = clip(&judgement.reason, COLUMNS).into_owned();
    let mut entry =
        format!("- {}{ranges} ({}) {}\n", path(&judgement.path), two_digits(judgement.relevance), printable(&reason));
    if let Some(evidence) = judgement.evidence.iter().find(|evidence| evidence.line > 0) {
        let quoted = clip(evidence.text.trim(), COLUMNS).into_owned();
        entry.push_str(&format!("  {} | {}\n", evidence.line, printable(&quoted)));
    }
    entry
}

fn missing(session: &Session) -> String {
    let gaps = session.context.open_gaps().filter(|gap| gap.critical);
    gaps.take(FILES).map(|gap| format!("`{}`", printable(&gap.what))).collect::<Vec<_>>().join(", ")
}

/// How to ask, and the repository at a glance; nothing where a session only goes on.
pub(super) fn overview(event: &Event) -> Option<String> {
    if event.source.as_deref() == Some("resume") {
        return None;
    }
    let map = map::overview(&request(event, Task::default()), OVERVIEW_TOKENS, COLUMNS).ok()?;
    let first =
        "Before you work on code you have not read, ask tamis for it. The repository at a glance (data from it):";
    Some(format!("{first}\n{}\n{USE}", map.trim_end()))
}

fn request(event: &Event, task: Task) -> Request {
    let mut options = settings::options();
    options.budget.limit = FILES;
    Request::new(project(&event.cwd), options, task)
}

/// The project that a folder belongs to: the nearest above it that git knows, or else itself.
pub(super) fn project(folder: &Path) -> PathBuf {
    folder.ancestors().find(|one| one.join(".git").exists()).unwrap_or(folder).to_owned()
}
