//! `tamis learn`: says how a run turned out, and keeps what was learned in the user's hands: looked at, given away, taken in, forgotten,
//! switched on and off.

mod told;

use std::io::Read;
use std::path::Path;

use serde_json::json;
use tamis::corpus::identity;
use tamis::document::DocId;
use tamis::engine::Engine;
use tamis::memory::{Habits, Link, Memory, promoted};

use super::Outcome;
use crate::cli::{LearnArgs, LearnCommand, LinkArgs, OutcomeArgs, ProjectArgs};
use crate::failure::{Failure, Result};
use crate::learned::file::{self, LinkShape, Project};
use crate::learned::{self, Learned, Name};
use crate::output::Output;
use crate::render::words::plural;
use crate::saved::Saved;
use crate::typed::document;
use crate::{run, settings};

/// More than a file of links holds.
const MOST_BYTES: u64 = 8 << 20;

pub(crate) fn run(args: &LearnArgs, output: &Output) -> Result<Outcome> {
    let learned = settings::learned();
    match &args.command {
        LearnCommand::Outcome(args) => outcome(&learned, args, output),
        LearnCommand::List(args) => list(&learned, args, output),
        LearnCommand::Show(args) => show(&learned, args, output),
        LearnCommand::Forget(args) => forget(&learned, &args.root, args.link.as_deref(), output),
        LearnCommand::Export(args) => export(&learned, args, output),
        LearnCommand::Import(args) => import(&learned, &args.file, &args.root, output),
        LearnCommand::Prune(args) => {
            let name = name(&args.root)?;
            let gone = noted(learned.reduce(&name, |project| project.memory.prune(learned.today))?, output);
            told(output, gone, &format!("{} removed", plural(gone, "link")))
        }
        LearnCommand::Promote => promote(&learned, output),
        LearnCommand::Off => {
            learned.turn_off()?;
            told(output, 1, "learning is off: nothing is remembered and nothing noted; what was learned stays")
        }
        LearnCommand::On => {
            learned.turn_on()?;
            told(
                output,
                1,
                "learning is on for every project: what becomes of answers is noted, and later answers may differ for it",
            )
        }
    }
}

/// Prints a sentence; something was found where the count is not zero.
fn told(output: &Output, count: usize, sentence: &str) -> Result<Outcome> {
    output.answer(&format!("{sentence}\n"))?;
    Ok(if count > 0 { Outcome::Found } else { Outcome::Nothing })
}

fn name(root: &Path) -> Result<Name> {
    let root = dunce::canonicalize(root).map_err(|error| Failure::file("find", root, error))?;
    Ok(Name::Project(identity(&root)))
}

/// While learning is off nothing is added, not even what is asked for by name; what was learned can be removed.
fn refuse_when_off(learned: &Learned) -> Result<()> {
    learned.folder()?;
    if learned.is_off() {
        return Err(Failure::new("learning is off").hinted("turn it on with tamis learn on"));
    }
    Ok(())
}

fn outcome(learned: &Learned, args: &OutcomeArgs, output: &Output) -> Result<Outcome> {
    if args.used.is_empty() && args.unused.is_empty() {
        return Err(Failure::new("no file is named")
            .hinted("say which files you used: --used PATH.., and which not: --unused PATH.."));
    }
    refuse_when_off(learned)?;
    let saved = settings::store().load(&args.run)?;
    let mut engine = run::open(&saved.request())?;
    let used = documents(&engine, &args.used)?;
    let unused = documents(&engine, &args.unused)?;
    check_unused(&engine, &saved, &used, &unused)?;
    learned::remember(learned, &mut engine).iter().for_each(|note| output.note(&format!("note: {note}")));
    let (session, _) = saved.session(&|path| engine.repository().corpus.find(path))?;
    let new = learned::record(learned, &engine, &session, &saved.run, &used, &unused)?;
    let sentence = match new {
        0 => format!("nothing new: run {} has been told this before", saved.run),
        _ => {
            format!("recorded for run {}: {}; tamis learn list shows what was learned", saved.run, plural(new, "file"))
        }
    };
    if args.json {
        let json = json!({ "schema": "tamis-learned/1", "run": saved.run, "recorded": new });
        return told(output, new, &json.to_string());
    }
    told(output, new, &sentence)
}

fn documents(engine: &Engine, typed: &[String]) -> Result<Vec<DocId>> {
    let missing = |path: &str| {
        Failure::new(format!("the run's repository holds no file {path}"))
            .hinted("name files as the answer does, relative to its root")
    };
    typed.iter().map(|path| document(&engine.repository().corpus, path).ok_or_else(|| missing(path))).collect()
}

/// A file was returned and not used, or used: not both, and no file that was not returned can be a disappointment.
fn check_unused(engine: &Engine, saved: &Saved, used: &[DocId], unused: &[DocId]) -> Result<()> {
    for doc in unused {
        let path = engine.repository().path(*doc);
        if used.contains(doc) {
            return Err(Failure::new(format!("{path} is called used and unused")).hinted("name it once"));
        }
        if !saved.returned().any(|(returned, _)| returned == path) {
            return Err(Failure::new(format!("run {} did not return {path}", saved.run))
                .hinted("only files of its answer can be unused"));
        }
    }
    Ok(())
}

/// What is kept of a project; a file that had to be set aside is told of.
fn kept(learned: &Learned, name: &Name, output: &Output) -> Result<Project> {
    learned.folder()?;
    let read = learned.read(name)?;
    Ok(noted((read.project, read.note), output))
}

/// A result, once the note beside it is told.
fn noted<T>((result, note): (T, Option<String>), output: &Output) -> T {
    note.iter().for_each(|note| output.note(&format!("note: {note}")));
    result
}

/// What holds in several projects.
fn promotable(learned: &Learned) -> Vec<Link> {
    let projects: Vec<Memory> = learned.projects().into_iter().map(|project| project.memory).collect();
    promoted(&projects, learned.today)
}

/// Those of the links that are not remembered.
fn unknown_to(memory: &Memory, mut links: Vec<Link>) -> Vec<Link> {
    links.retain(|link| !memory.links.iter().any(|one| (&one.from, &one.to) == (&link.from, &link.to)));
    links
}

fn list(learned: &Learned, args: &ProjectArgs, output: &Output) -> Result<Outcome> {
    let project = kept(learned, &name(&args.root)?, output)?;
    let memory = project.memory.as_of(learned.today);
    let all = kept(learned, &Name::All, output)?.memory;
    let (everywhere, offered) = (all.as_of(learned.today), unknown_to(&all, promotable(learned)));
    if args.json {
        let shapes = |links: &[Link]| links.iter().map(LinkShape::from).collect::<Vec<_>>();
        let json = json!({
            "schema": "tamis-learned/1",
            "project": project.root,
            "off": learned.is_off(),
            "outcomes": project.outcomes.len(),
            "words": memory.habits.words.len(),
            "links": shapes(&memory.links),
            "everywhere": shapes(&everywhere.links),
            "offered": shapes(&offered),
        });
        return told(output, memory.links.len() + everywhere.links.len(), &json.to_string());
    }
    output.answer(&told::list(&project, &memory, &everywhere, &offered, learned.is_off()))?;
    let nothing = memory.links.is_empty() && everywhere.links.is_empty();
    Ok(if nothing { Outcome::Nothing } else { Outcome::Found })
}

fn show(learned: &Learned, args: &LinkArgs, output: &Output) -> Result<Outcome> {
    let mut links = kept(learned, &name(&args.project.root)?, output)?.memory.links;
    links.extend(kept(learned, &Name::All, output)?.memory.links);
    let link = links.into_iter().find(|link| link.id() == args.link).ok_or_else(|| unknown(&args.link))?;
    let text = match args.project.json {
        true => format!("{}\n", serde_json::to_string(&LinkShape::from(&link)).unwrap_or_default()),
        false => told::link(&link, learned.today),
    };
    output.answer(&text)?;
    Ok(Outcome::Found)
}

fn unknown(link: &str) -> Failure {
    Failure::new(format!("there is no link {link} in this project")).hinted("tamis learn list names them")
}

/// Forgets one link, wherever it is kept, or the whole project with its outcomes.
fn forget(learned: &Learned, root: &Path, link: Option<&str>, output: &Output) -> Result<Outcome> {
    let name = name(root)?;
    let Some(id) = link else {
        learned.forget_last(&name);
        let everything = |project: &mut Project| {
            project.outcomes.clear();
            project.memory.habits = Habits::default();
            std::mem::take(&mut project.memory.links).len()
        };
        let gone = noted(learned.reduce(&name, everything)?, output);
        return told(output, 1, &format!("{} and every outcome of this project forgotten", plural(gone, "link")));
    };
    let without = |project: &mut Project| {
        let before = project.memory.links.len();
        project.memory.links.retain(|link| link.id() != id);
        before - project.memory.links.len()
    };
    let gone = noted(learned.reduce(&name, without)?, output) + noted(learned.reduce(&Name::All, without)?, output);
    if gone == 0 { Err(unknown(id)) } else { told(output, gone, &format!("{id} is forgotten")) }
}

/// The links as a file that `import` reads: without the outcomes, which name runs of this machine, and without where tasks led.
fn export(learned: &Learned, args: &ProjectArgs, output: &Output) -> Result<Outcome> {
    let project = kept(learned, &name(&args.root)?, output)?;
    let links = project.memory.as_of(learned.today).links;
    // Whoever reads it need not know where the project lies.
    let bare = Project { root: String::new(), outcomes: Vec::new(), memory: Memory { links, ..Memory::default() } };
    output.answer(&file::written(&bare))?;
    Ok(if bare.memory.links.is_empty() { Outcome::Nothing } else { Outcome::Found })
}

fn import(learned: &Learned, path: &Path, root: &Path, output: &Output) -> Result<Outcome> {
    refuse_when_off(learned)?;
    let fault = |error: std::io::Error| Failure::file("read", path, error);
    let mut text = String::new();
    std::fs::File::open(path).map_err(fault)?.take(MOST_BYTES).read_to_string(&mut text).map_err(fault)?;
    let project = file::read(&text).map_err(|why| {
        Failure::file("understand", path, why).hinted("a file that tamis learn export wrote can be imported")
    })?;
    let import = |own: &mut Project| own.memory.import(&project.memory.links, learned.today);
    let new = noted(learned.update(&name(root)?, import)?, output);
    let sentence =
        format!("{} taken in as hints; each goes after 30 days unless an outcome confirms it", plural(new, "link"));
    told(output, new, &sentence)
}

fn promote(learned: &Learned, output: &Output) -> Result<Outcome> {
    refuse_when_off(learned)?;
    let links = promotable(learned);
    let hold = |all: &mut Project| {
        let new = unknown_to(&all.memory, links);
        let count = new.len();
        all.memory.links.extend(new);
        count
    };
    let new = noted(learned.update(&Name::All, hold)?, output);
    told(output, new, &format!("{} now held for every project", plural(new, "link")))
}
