//! `tamis explain`: why a file is in the answer, out of it, or was never a candidate.
//!
//! Asks the task as `find` does and looks on: what each cycle did with that one file.

mod absent;
mod cycle;

use std::path::PathBuf;

use tamis::document::DocId;
use tamis::engine::Engine;
use tamis::judgement::{Evidence, Judgement};
use tamis::session::Session;

use super::Outcome;
use crate::answer::{notes, partial};
use crate::cli::ExplainArgs;
use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::progress::Progress;
use crate::render::words::{clip, path as shown, printable, two_digits};
use crate::run::Run;
use crate::settings::{self, Request};
use crate::typed::{document, relative};
use cycle::CycleLook;

pub(crate) fn run(args: &ExplainArgs, output: &Output) -> Result<Outcome> {
    let request = settings::of_ask(&args.ask, args.task.as_deref())?;
    let progress = Progress::new();
    let explained = explain(request, &args.path, &|done, all| progress.files(done, all))?;
    drop(progress);
    let lines = explained.lines.iter().map(|line| format!("{}\n", clip(line, output.columns).trim_end()));
    output.answer(&lines.collect::<String>())?;
    Ok(if explained.accepted { Outcome::Found } else { Outcome::Nothing })
}

/// What is said of one file.
pub(crate) struct Explained {
    /// Where it was looked for: absolute, links resolved.
    pub(crate) root: PathBuf,
    /// The file, relative to the root.
    pub(crate) path: String,
    /// Whether it is accepted.
    pub(crate) accepted: bool,
    /// Why, line by line.
    pub(crate) lines: Vec<String>,
}

/// Asks the task, telling `files` how many are read, and looks at what becomes of one file.
pub(crate) fn explain(request: Request, typed: &str, files: &(dyn Fn(usize, usize) + Sync)) -> Result<Explained> {
    let path = relative(&request.root, typed).ok_or_else(|| {
        Failure::new(format!("{} is not a path inside the root", printable(typed))).hinted("give the path from --root")
    })?;
    let find = |engine: &Engine| document(&engine.repository().corpus, typed);
    let mut looks: Vec<CycleLook> = Vec::new();
    let run = Run::watch(&request, files, |engine, session, dispatch| {
        // A run that is made once more begins anew.
        if session.cycles.is_empty() {
            looks.clear();
        }
        if let Some(doc) = find(engine) {
            looks.push(CycleLook::new(engine, session, dispatch, doc));
        }
    })?;
    let (accepted, mut lines) = match find(&run.engine) {
        None => (false, absent::explain(&run, &path).lines().map(str::to_owned).collect()),
        Some(doc) => {
            let mut lines = vec![verdict(&run, &looks, doc)];
            lines.extend(run.session.context.judgement(doc).into_iter().flat_map(judgement_lines));
            lines.extend(looks.iter().flat_map(|look| look.lines(&run, doc)));
            (run.session.context.accepted.iter().any(|one| one.doc == doc), lines)
        }
    };
    let notes = partial(&run.engine).chain(notes(&run));
    lines.extend(notes.map(|note| format!("note: {}", printable(&note))));
    let root = run.engine.repository().corpus.root().to_owned();
    Ok(Explained { root, path, accepted, lines })
}

/// The answer in one line.
fn verdict(run: &Run, looks: &[CycleLook], doc: DocId) -> String {
    let path = shown(run.engine.repository().path(doc));
    let Session { context, .. } = &run.session;
    let accept = run.request.options.budget.accept;
    let judged = |one: &Judgement, what: &str| {
        format!(
            "{path} {what}: relevance {} ({}), judged in cycle {}",
            two_digits(one.relevance),
            one.band().name(),
            one.cycle
        )
    };
    let among = |list: &[Judgement]| list.iter().find(|one| one.doc == doc).cloned();
    if let Some(one) = among(&context.accepted) {
        return judged(&one, "is accepted");
    }
    if let Some(one) = among(&context.set_aside) {
        return judged(&one, &format!("is set aside, below the accept line of {}", two_digits(accept)));
    }
    if let Some(one) = among(&context.excluded) {
        return judged(&one, "is excluded");
    }
    if looks.iter().any(CycleLook::is_candidate) {
        return format!("{path} was a candidate, and others scored better: it was not judged closely");
    }
    format!("{path} was never a candidate")
}

fn judgement_lines(judgement: &Judgement) -> Vec<String> {
    let mut lines = vec![format!("reason: {}", printable(&judgement.reason))];
    let shown_evidence = |one: &Evidence| match one.line {
        0 => format!("  path: {}", printable(&one.text)),
        line => format!("  line {line}: {}", printable(one.text.trim())),
    };
    lines.extend(judgement.evidence.iter().map(shown_evidence));
    let gap = |gap: &tamis::judgement::Gap| {
        let weight = if gap.critical { "critical " } else { "" };
        format!("needs: {weight}{} {}", gap.kind.name(), shown(&gap.what))
    };
    lines.extend(judgement.missing_context.iter().map(gap));
    lines
}
