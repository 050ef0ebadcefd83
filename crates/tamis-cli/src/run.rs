//! One task asked of one repository, and how long each part took.
//!
//! Drives the cycle by the engine's own steps, so that a command can look on.

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use tamis::analyzer::terms::{Form, TermHash};
use tamis::context::{Answer, Context, Packing};
use tamis::corpus::IgnoredMatches;
use tamis::document::{DocId, Skipped};
use tamis::engine::Engine;
use tamis::index::Watch;
use tamis::query::{MentionKind, TaskTerm, Zone};
use tamis::retriever::Dispatch;
use tamis::session::{Session, Tools, begin, lengthen, run_cycles};

use crate::failure::Result;
use crate::judge::{Model, ModelEvaluator};
use crate::learned;
use crate::progress::Progress;
use crate::settings::{self, Request};

/// A word this short fits too many names.
const LEAST_WORD: usize = 4;
/// Words that ignored files are matched with.
const MOST_WORDS: usize = 20;

/// A finished run.
pub(crate) struct Run {
    pub(crate) request: Request,
    pub(crate) engine: Engine,
    pub(crate) session: Session,
    pub(crate) timings: Timings,
    /// Its handle, once it is saved.
    pub(crate) handle: String,
    /// What it follows up on; none for a task that was asked anew.
    pub(crate) follow_up: Option<FollowUp>,
    /// What is to be said of how it went.
    pub(crate) notes: Vec<String>,
    /// Files of the answer that kept changing while it was made.
    pub(crate) unsettled: Vec<String>,
    /// The ranked files and what they could show.
    packing: Packing,
}

/// What a follow-up is beside a run.
#[derive(Debug, Default)]
pub(crate) struct FollowUp {
    /// How many there have been, this one included.
    pub(crate) number: usize,
    /// Files that the caller knew before it.
    pub(crate) known: BTreeSet<String>,
    /// What its cycle added, and what was kept before and not known.
    pub(crate) added: Context,
    /// Files that were judged and have changed since.
    pub(crate) stale: Vec<String>,
    /// Files that were judged and are gone.
    pub(crate) gone: Vec<String>,
}

/// How long the parts took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Timings {
    pub(crate) open: Duration,
    pub(crate) retrieve: Duration,
}

/// Opens a repository, with a progress bar when that lasts.
pub(crate) fn open(request: &Request) -> Result<Engine> {
    let progress = Progress::new();
    open_watched(request, &|done, all| progress.files(done, all))
}

/// Opens a repository, telling `files` how many files are done, of how many. The wait is for reading: it begins when that does, so that
/// each run comes further, however long the files take to be listed.
pub(crate) fn open_watched(request: &Request, files: &(dyn Fn(usize, usize) + Sync)) -> Result<Engine> {
    let start = OnceLock::new();
    let is_over = |wait| start.get_or_init(Instant::now).elapsed() >= wait;
    let watch = Watch { progress: files, stop: &|| request.wait.is_some_and(is_over) };
    Ok(Engine::open_watched(&request.root, &request.options, watch)?)
}

impl Run {
    /// Opens the repository, with a progress bar when that lasts, and runs the cycles to their end.
    pub(crate) fn ask(request: &Request) -> Result<Run> {
        let progress = Progress::new();
        Run::watch(request, &|done, all| progress.files(done, all), |_, _, _| ())
    }

    /// The same, telling `files` how many are read, and showing `watch` each cycle's candidates before they are judged.
    pub(crate) fn watch(
        request: &Request,
        files: &(dyn Fn(usize, usize) + Sync),
        mut watch: impl FnMut(&Engine, &Session, &Dispatch),
    ) -> Result<Run> {
        settled(|| Run::once(request, files, &mut watch))
    }

    fn once(
        request: &Request,
        files: &(dyn Fn(usize, usize) + Sync),
        watch: &mut impl FnMut(&Engine, &Session, &Dispatch),
    ) -> Result<Run> {
        let start = Instant::now();
        let mut engine = open_watched(request, files)?;
        // What cannot be observed teaches nothing.
        let _ = learned::settle(&request.learned, &settings::store(), &engine);
        let mut notes = learned::remember(&request.learned, &mut engine);
        let open = start.elapsed();
        let mut session = begun(&engine, request)?;
        let (tools, evaluator) = (engine.tools(), request.evaluator.as_ref());
        notes.extend(judged(tools, evaluator, &mut session, |session, dispatch| watch(&engine, session, dispatch))?);
        lengthen(engine.tools(), &mut session);
        let timings = Timings { open, retrieve: start.elapsed() - open };
        let handle = handle_of(&engine, request);
        Ok(Run::of(request.clone(), engine, session, timings, handle, None).with_notes(notes))
    }

    /// A finished session as a run, which shows what a follow-up added where it is one.
    pub(crate) fn of(
        request: Request,
        engine: Engine,
        session: Session,
        timings: Timings,
        handle: String,
        follow_up: Option<FollowUp>,
    ) -> Run {
        let shown = follow_up.as_ref().map_or(&session.context, |follow_up| &follow_up.added);
        let limit = request.options.budget.limit;
        let packing = Packing::new(engine.repository(), &session.need, &session.query, shown, limit);
        Run { request, engine, session, timings, handle, follow_up, notes: Vec::new(), unsettled: Vec::new(), packing }
    }

    /// The run with what is to be said of how it went.
    pub(crate) fn with_notes(self, notes: Vec<String>) -> Run {
        Run { notes, ..self }
    }

    /// Files of the answer whose content on disk is not what was read.
    fn changed(&self) -> Vec<String> {
        let repository = self.engine.repository();
        let same = |doc: DocId| repository.is_fresh(doc).unwrap_or_else(|_| repository.reading(doc).is_none());
        let files = self.packing.files().par_iter().map(|file| &file.judgement);
        files.filter(|one| !same(one.doc)).map(|one| one.path.clone()).collect()
    }

    /// Files whose content is another than the one that was judged.
    pub(crate) fn stale(&self) -> Vec<String> {
        let judged_before = self.follow_up.iter().flat_map(|follow_up| &follow_up.stale);
        let paths: BTreeSet<&String> = judged_before.chain(&self.unsettled).collect();
        paths.into_iter().cloned().collect()
    }

    /// What the run shows: all that it knows, or what a follow-up added.
    pub(crate) fn shown(&self) -> &Context {
        self.follow_up.as_ref().map_or(&self.session.context, |follow_up| &follow_up.added)
    }

    /// The answer with passages of at most `tokens` tokens in the first `files` files, and none in the others.
    pub(crate) fn answer(&self, tokens: usize, files: usize) -> Answer {
        self.packing.answer(self.engine.repository().counter(), tokens, files)
    }

    /// Whether some file holds a word of the task as it was typed.
    pub(crate) fn knows_the_task(&self) -> bool {
        let index = &self.engine.repository().index;
        let typed = |term: &&TaskTerm| term.form == Form::Whole;
        self.session.need.terms.iter().filter(typed).any(|term| index.document_frequency(term.hash) > 0)
    }

    /// How many files are ranked, and how many of them are accepted.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.packing.files().len(), self.packing.files().iter().filter(|file| file.accepted).count())
    }

    /// Everything left out of the corpus: by name, and by content.
    pub(crate) fn skipped(&self) -> Vec<Skipped> {
        skipped(&self.engine)
    }
}

impl Run {
    /// When nothing is accepted: ignored files whose path or content holds a name or word of the task that the repository itself does not
    /// hold.
    pub(crate) fn ignored(&self) -> IgnoredMatches {
        let Session { need, context, .. } = &self.session;
        if !context.accepted.is_empty() {
            return IgnoredMatches::default();
        }
        let repository = self.engine.repository();
        let unknown = |term: &&TaskTerm| {
            let title = term.form == Form::Whole && term.count(Zone::Title) > 0.0;
            title && term.word.chars().count() >= LEAST_WORD && repository.index.document_frequency(term.hash) == 0
        };
        let mut words: Vec<&str> = need.terms.iter().filter(unknown).map(|term| term.word.as_str()).collect();
        let named =
            need.mentions.iter().filter(|one| matches!(one.kind, MentionKind::Path { .. } | MentionKind::Identifier));
        words.extend(named.map(|one| one.text.as_str()).filter(|text| repository.index.definers(text).is_empty()));
        words.truncate(MOST_WORDS);
        repository.corpus.ignored_matching(&words)
    }
}

/// Everything left out of a repository's corpus, by path.
pub(crate) fn skipped(engine: &Engine) -> Vec<Skipped> {
    let repository = engine.repository();
    let mut all: Vec<Skipped> = repository.corpus.skipped().iter().chain(repository.index.unread()).cloned().collect();
    all.sort();
    all.dedup();
    all
}

/// A session before its first cycle, with the caller's first query where there is one.
fn begun(engine: &Engine, request: &Request) -> Result<Session> {
    let mut session = begin(engine.repository(), &request.task)?;
    if let Some(query) = &request.query {
        session.need = session.need.obeying(query, &session.query);
        let patterns = if query.patterns.is_empty() { &session.query.patterns } else { &query.patterns };
        session.query = tamis::query::Query { patterns: patterns.clone(), ..query.clone() };
    }
    Ok(session)
}

/// A run that speaks of the files as they are: when some changed while it went on it is made once more, and what changed even
/// then is named.
pub(crate) fn settled(mut make: impl FnMut() -> Result<Run>) -> Result<Run> {
    let run = make()?;
    if run.changed().is_empty() {
        return Ok(run);
    }
    let run = make()?;
    Ok(Run { unsettled: run.changed(), ..run })
}

/// Runs the cycles with the judge that was asked for, and says who judged where that was not the built-in one.
pub(crate) fn judged(
    tools: Tools<'_>,
    evaluator: Option<&Model>,
    session: &mut Session,
    watch: impl FnMut(&Session, &Dispatch),
) -> Result<Vec<String>> {
    let Some(model) = evaluator else {
        run_cycles(tools, session, watch)?;
        return Ok(Vec::new());
    };
    let judge = ModelEvaluator::new(model);
    run_cycles(Tools { evaluator: &judge, ..tools }, session, watch)?;
    Ok(vec![judge.note()])
}

/// A short name of a run: the same root, commit, task and options give the same.
fn handle_of(engine: &Engine, request: &Request) -> String {
    let corpus = &engine.repository().corpus;
    let selection = &request.options.selection;
    let judge = judge_of(request.evaluator.as_ref());
    handle(&format!(
        "{}\0{}\0{:?}\0{:?}\0{:?}\0{:?}\0{:?}{judge}",
        corpus.root().display(),
        corpus.head().unwrap_or_default(),
        request.task,
        request.query,
        request.options.budget,
        selection.include,
        selection.exclude,
    ))
}

/// Who judges, for the name of a run; empty for the built-in judge.
pub(crate) fn judge_of(evaluator: Option<&Model>) -> String {
    evaluator.map(|model| format!("\0{}", model.name)).unwrap_or_default()
}

/// The name of what was asked, in 16 digits.
pub(crate) fn handle(asked: &str) -> String {
    format!("{:016x}", TermHash::of(asked).0)
}
