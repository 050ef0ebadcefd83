//! Installing into harnesses and taking out again: a plan is made of all files first, and only a whole plan is carried out.
//!
//! `harness` is the table, `place` where its files lie, `items` what a row amounts to for a user, `content` how a thing goes into a
//! text and out again (`json` and `block` are the formats), `receipt` what was installed, `file` the only reader and writer, `examine` what
//! the doctor sees.

mod block;
mod content;
mod examine;
mod file;
mod harness;
mod items;
mod json;
mod place;
mod receipt;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use content::State;
use receipt::{Receipt, Record};

pub(crate) use examine::{Finding, examine};
pub(crate) use harness::{HARNESSES, Harness, Scope, named};
use items::{Item, items};
pub(crate) use place::Folders;

use crate::failure::{Failure, Result};

/// What is to happen, or has happened, to one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) verb: Verb,
    pub(crate) item: String,
    pub(crate) path: PathBuf,
    /// The text that goes in or comes out.
    pub(crate) text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Add,
    Replace,
    Remove,
    /// It is there as it should be.
    Unchanged,
    /// Something of that name is there that is not ours.
    Foreign,
    /// Another harness uses it still.
    Shared,
    /// It was there before Tamis came, or was changed by the user since.
    Kept,
    /// There is nothing to take out.
    Absent,
}

/// Everything that is to happen.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    state: PathBuf,
    receipt: Receipt,
    files: BTreeMap<PathBuf, Draft>,
    /// Folders that were made by us and may go.
    folders: Vec<PathBuf>,
}

/// A file as it is and as it is to be; `None` where there is none.
#[derive(Clone, Debug)]
struct Draft {
    before: Option<String>,
    now: Option<String>,
}

impl Plan {
    fn new(folders: &Folders) -> Result<Plan> {
        let receipt = Receipt::load(&folders.state)?;
        let state = folders.state.clone();
        Ok(Plan { steps: Vec::new(), state, receipt, files: BTreeMap::new(), folders: Vec::new() })
    }

    fn draft(&mut self, path: &Path) -> Result<Option<String>> {
        if !self.files.contains_key(path) {
            let before = file::read(path)?;
            self.files.insert(path.to_owned(), Draft { now: before.clone(), before });
        }
        Ok(self.files[path].now.clone())
    }

    fn put(&mut self, path: &Path, text: Option<String>) {
        if let Some(draft) = self.files.get_mut(path) {
            draft.now = text;
        }
    }

    fn step(&mut self, verb: Verb, item: &Item, text: &str) {
        self.steps.push(Step { verb, item: item.name.clone(), path: item.path.clone(), text: text.to_owned() });
    }
}

/// What installing a harness would do.
pub(crate) fn plan_install(folders: &Folders, harness: &Harness, scope: Scope, hooks: bool) -> Result<Plan> {
    let mut plan = Plan::new(folders)?;
    for item in items(folders, harness, scope, hooks)? {
        let real = real_path(folders, scope, &item)?;
        install(&mut plan, harness.id, &item, &real)?;
    }
    Ok(plan)
}

/// What taking a harness out again would do.
pub(crate) fn plan_uninstall(folders: &Folders, harness: &Harness, scope: Scope) -> Result<Plan> {
    let mut plan = Plan::new(folders)?;
    let mut all = items(folders, harness, scope, true)?;
    // What went in last stands within what went in before.
    all.reverse();
    for item in all {
        let real = real_path(folders, scope, &item)?;
        uninstall(&mut plan, harness.id, &item, &real)?;
    }
    Ok(plan)
}

/// A project may come from anybody: nothing is written outside of it through its links.
fn real_path(folders: &Folders, scope: Scope, item: &Item) -> Result<PathBuf> {
    let real = file::real(&item.path)?;
    if scope == Scope::Project && !real.starts_with(file::real(&folders.root)?) {
        return Err(Failure::file("edit", &item.path, format!("it leads out of the project, to {}", real.display()))
            .hinted("nothing was changed; replace the link by a file"));
    }
    Ok(real)
}

fn invalid(path: &Path, why: &str) -> Failure {
    Failure::file("edit", path, why).hinted("nothing was changed; mend the file, then run this again")
}

fn install(plan: &mut Plan, agent: &str, item: &Item, path: &Path) -> Result<()> {
    let fault = |why: String| invalid(&item.path, &why);
    let before = plan.draft(path)?;
    let known = plan.receipt.find(path, &item.name);
    let state = match &before {
        None => State::Absent,
        Some(text) => item.content.state(text).map_err(fault)?,
    };
    let mut text = before.clone();
    let verb = match (state, known) {
        (State::Same, _) => {
            note_user(plan, known, agent, item, path);
            plan.step(Verb::Unchanged, item, "");
            return Ok(());
        }
        (State::Absent, _) => Verb::Add,
        (State::Different, Some(at)) => {
            let record = &plan.receipt.records[at];
            let ours = text.as_deref().and_then(|text| item.content.take(text, &record.fragment, record.parents));
            let Some(rest) = ours.filter(|_| !record.fragment.is_empty()) else {
                plan.step(Verb::Foreign, item, "");
                return Ok(());
            };
            text = (!(record.created && rest.is_empty())).then_some(rest);
            Verb::Replace
        }
        (State::Different, None) => {
            plan.step(Verb::Foreign, item, "");
            return Ok(());
        }
    };
    let inserted = item.content.add(text.as_deref().unwrap_or_default()).map_err(fault)?;
    let old = known.map(|at| plan.receipt.records.remove(at)).unwrap_or_default();
    plan.step(verb, item, &inserted.fragment);
    plan.put(path, Some(inserted.text));
    let mut record = Record {
        path: path.to_owned(),
        item: item.name.clone(),
        created: old.created || text.is_none(),
        folders: if old.folders.is_empty() { file::missing_folders(path) } else { old.folders },
        parents: inserted.parents,
        fragment: inserted.fragment,
        agents: old.agents,
    };
    record.serve(agent);
    plan.receipt.records.push(record);
    Ok(())
}

/// A thing that is there already now serves this harness too. Without a record it is not ours: the record says so.
fn note_user(plan: &mut Plan, known: Option<usize>, agent: &str, item: &Item, path: &Path) {
    let at = known.unwrap_or_else(|| {
        plan.receipt.records.push(Record { path: path.to_owned(), item: item.name.clone(), ..Record::default() });
        plan.receipt.records.len() - 1
    });
    plan.receipt.records[at].serve(agent);
}

fn uninstall(plan: &mut Plan, agent: &str, item: &Item, path: &Path) -> Result<()> {
    let known = plan.receipt.find(path, &item.name);
    let record = match known {
        Some(at) => {
            let record = &mut plan.receipt.records[at];
            record.agents.retain(|one| one != agent);
            if !record.agents.is_empty() {
                plan.step(Verb::Shared, item, "");
                return Ok(());
            }
            plan.receipt.records.remove(at)
        }
        None => Record::default(),
    };
    let Some(text) = plan.draft(path)? else {
        plan.step(Verb::Absent, item, "");
        return Ok(());
    };
    let state = item.content.state(&text).map_err(|why| invalid(&item.path, &why))?;
    if known.is_some() && record.fragment.is_empty() {
        plan.step(Verb::Kept, item, "");
        return Ok(());
    }
    // Without a record only what is exactly ours, or stands between our marks, goes.
    let ours = known.is_some() || state == State::Same || item.content.is_marked(&text);
    let fragment = if known.is_some() { &record.fragment } else { item.content.whole().unwrap_or_default() };
    let rest = item.content.take(&text, fragment, record.parents).filter(|_| ours && state != State::Absent);
    match rest {
        Some(rest) => {
            plan.step(Verb::Remove, item, fragment);
            let goes = is_bare(&rest) && (record.created || item.content.whole().is_some());
            plan.put(path, (!goes).then_some(rest));
            plan.folders.extend(record.folders);
        }
        None if state == State::Absent => plan.step(Verb::Absent, item, ""),
        None if known.is_some() => plan.step(Verb::Kept, item, ""),
        None => plan.step(Verb::Foreign, item, ""),
    }
    Ok(())
}

/// Whether nothing is left in a text but the frame of an empty object.
fn is_bare(text: &str) -> bool {
    text.chars().filter(|c| !c.is_whitespace()).collect::<String>().trim_start_matches("{}").is_empty()
}

/// Carries a plan out, whole or not at all. A harness that is running may have written a file since it was read.
pub(crate) fn carry_out(mut plan: Plan) -> Result<()> {
    for (path, draft) in &plan.files {
        if file::read(path)? != draft.before {
            return Err(invalid(path, "it changed while this ran"));
        }
    }
    let changed: Vec<(&PathBuf, &Draft)> = plan.files.iter().filter(|(_, draft)| draft.before != draft.now).collect();
    let mut written = Ok(());
    let mut done = 0;
    while let (Ok(()), Some((path, draft))) = (&written, changed.get(done)) {
        written = set(path, draft.now.as_deref());
        done += 1;
    }
    if let Err(failure) = written.and_then(|()| plan.receipt.save(&plan.state)) {
        for (path, draft) in &changed[..done] {
            // The first failure is the one that is told.
            let _ = set(path, draft.before.as_deref());
        }
        return Err(failure);
    }
    plan.folders.sort_by_key(|folder| folder.components().count());
    plan.folders.dedup();
    file::remove_empty(&plan.folders);
    Ok(())
}

/// Makes a file what it is to be; one that is so already is not written.
fn set(path: &Path, text: Option<&str>) -> Result<()> {
    if file::read(path)?.as_deref() == text {
        return Ok(());
    }
    match text {
        Some(text) => file::write(path, text),
        None => file::remove(path),
    }
}
