//! What outcomes taught, kept for the next run: `file` is a project's file, `store` the folder, `watch` what a project did since its
//! last run. What a lesson is and what it changes is the engine's business.

pub(crate) mod date;
pub(crate) mod file;
mod store;
mod watch;

use std::path::PathBuf;

use tamis::analyzer::terms::TermHash;
use tamis::corpus::{commits, identity};
use tamis::document::DocId;
use tamis::engine::Engine;
use tamis::follow_up::Verdict;
use tamis::history::SWEEP;
use tamis::learning::{Outcome, learn};
use tamis::memory::Memory;
use tamis::session::Session;

use crate::failure::Result;
use crate::saved;
use file::{OutcomeShape, Project};
pub(crate) use store::Learned;
use watch::Last;

/// The file of what holds in every project.
const ALL: &str = "all";
/// Commits after a run that may be its outcome: more than these are somebody else's.
const NEXT_COMMITS: usize = 3;

/// Whose links they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    Project(PathBuf),
    All,
}

impl Name {
    /// The project of an engine.
    pub(crate) fn of(engine: &Engine) -> Name {
        Name::Project(identity(engine.repository().corpus.root()))
    }

    fn root(&self) -> String {
        match self {
            Name::Project(root) => root.to_string_lossy().into_owned(),
            Name::All => ALL.to_owned(),
        }
    }

    fn file(&self) -> String {
        match self {
            Name::Project(root) => format!("{:016x}", TermHash::of_bytes(root.as_os_str().as_encoded_bytes()).0),
            Name::All => ALL.to_owned(),
        }
    }
}

/// Lets an engine use what was learned of its project and what holds in all. Says what could not be read.
pub(crate) fn remember(learned: &Learned, engine: &mut Engine) -> Vec<String> {
    let mut notes = Vec::new();
    if learned.is_off() {
        return notes;
    }
    let mut memory = Memory::default();
    for name in [Name::of(engine), Name::All] {
        match learned.read(&name) {
            Ok(read) => {
                memory.links.extend(read.project.memory.links);
                if name != Name::All {
                    memory.habits = read.project.memory.habits;
                }
                notes.extend(read.note);
            }
            Err(failure) => notes.push(failure.message),
        }
    }
    engine.remember(memory.as_of(learned.today));
    notes
}

/// Records how a run turned out, once for each of its files, and says how many files were new.
pub(crate) fn record(
    learned: &Learned,
    engine: &Engine,
    session: &Session,
    run: &str,
    used: &[DocId],
    unused: &[DocId],
) -> Result<usize> {
    let path = |doc: &DocId| engine.repository().path(*doc).to_owned();
    let record = |project: &mut Project| {
        let told = project.outcomes.iter().find(|one| one.run == run).cloned().unwrap_or_default();
        let fresh = |docs: &[DocId], told: &[String]| -> Vec<DocId> {
            docs.iter().filter(|doc| !told.contains(&path(doc))).copied().collect()
        };
        let (used, unused) = (fresh(used, &told.used), fresh(unused, &told.unused));
        if used.is_empty() && unused.is_empty() {
            return 0;
        }
        let keywords = session.cycles.last().map(|cycle| cycle.query.keywords.clone()).unwrap_or_default();
        let outcome = Outcome { need: &session.need, keywords: &keywords, used: &used, unused: &unused };
        learn(&mut project.memory, engine.repository(), outcome, told.used.is_empty(), learned.today);
        let shape = project.outcome(run);
        shape.day = date::written(learned.today);
        add(shape, used.iter().map(path), unused.iter().map(path));
        used.len() + unused.len()
    };
    learned.update(&Name::of(engine), record).map(|(new, _)| new)
}

/// What is told last of a file holds.
fn add(shape: &mut OutcomeShape, used: impl Iterator<Item = String>, unused: impl Iterator<Item = String>) {
    for path in used {
        shape.unused.retain(|one| *one != path);
        shape.used.push(path);
    }
    for path in unused {
        shape.used.retain(|one| *one != path);
        shape.unused.push(path);
    }
    shape.used.sort();
    shape.unused.sort();
}

/// The judgements that a caller gives of a run's files are its outcome: kept files were used, those ruled out were not.
pub(crate) fn record_verdicts(
    learned: &Learned,
    engine: &Engine,
    session: &Session,
    run: &str,
    verdicts: &[Verdict],
) -> Option<String> {
    let budget = engine.tools().budget;
    let docs = |wanted: &dyn Fn(f64) -> bool| -> Vec<DocId> {
        verdicts.iter().filter(|one| wanted(one.relevance)).map(|one| one.doc).collect()
    };
    let (used, unused) = (docs(&|relevance| relevance >= budget.accept), docs(&|relevance| relevance < budget.exclude));
    if learned.is_off() || used.is_empty() && unused.is_empty() {
        return None;
    }
    let failed = record(learned, engine, session, run, &used, &unused).err()?;
    Some(format!("nothing was learned: {}", failed.message))
}

/// Notes that a run was given, so that what is done next can be its outcome.
pub(crate) fn given(learned: &Learned, engine: &Engine, run: &str) {
    if !learned.is_off() {
        let head = engine.repository().corpus.head().map(str::to_owned);
        // Without the note nothing is observed; the answer is whole.
        let _ = learned.put_last(&Name::of(engine), &Last { run: run.to_owned(), head, opened: Vec::new() });
    }
}

/// What was done since the project's last run is the outcome of that run: files read or edited, files of it that the next commits
/// changed. Recorded once. A run of which nothing was opened and nothing changed has no outcome yet.
pub(crate) fn settle(learned: &Learned, saved: &saved::Store, engine: &Engine) -> Option<()> {
    if learned.is_off() {
        return None;
    }
    let (name, corpus) = (Name::of(engine), &engine.repository().corpus);
    let last = learned.last(&name)?;
    let moved = last.head.as_deref() != corpus.head();
    if last.opened.is_empty() && !moved {
        return None;
    }
    let run = saved.load(&last.run).ok()?;
    let returned: Vec<(&str, bool)> = run.returned().collect();
    let changed = last.head.as_deref().filter(|_| moved).map(|head| changed(engine, head)).unwrap_or_default();
    let is_returned = |path: &String| returned.iter().any(|(one, _)| one == path);
    let opened = if last.opened.iter().any(is_returned) { last.opened.as_slice() } else { &[] };
    let find = |path: &str| corpus.find(path);
    let mut used: Vec<DocId> = opened.iter().filter_map(|path| find(path)).collect();
    used.extend(changed.iter().filter(|path| is_returned(path)).filter_map(|path| find(path)));
    used.sort_unstable();
    used.dedup();
    let ignored =
        returned.iter().filter(|(_, accepted)| *accepted && !opened.is_empty()).filter_map(|(path, _)| find(path));
    let unused: Vec<DocId> = ignored.filter(|doc| !used.contains(doc)).collect();
    if !used.is_empty() {
        let (session, _) = run.session(&find).ok()?;
        record(learned, engine, &session, &last.run, &used, &unused).ok()?;
        let head = corpus.head().map(str::to_owned);
        learned.put_last(&name, &Last { head, opened: Vec::new(), ..last })?;
    }
    Some(())
}

/// The files that the commits after `head` changed, if they are few.
fn changed(engine: &Engine, head: &str) -> Vec<String> {
    let log = engine.repository().corpus.log_since(head, NEXT_COMMITS + 1).unwrap_or_default();
    let commits = commits(&log);
    if commits.len() > NEXT_COMMITS {
        return Vec::new();
    }
    let few = commits.into_iter().filter(|commit| commit.paths.len() <= SWEEP);
    few.flat_map(|commit| commit.paths).map(str::to_owned).collect()
}
