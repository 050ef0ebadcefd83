//! One task asked of one repository, and how long each part took.
//!
//! Drives the cycle by the engine's own steps, so that a command can look on.

use std::time::{Duration, Instant};

use tamis::analyzer::terms::Form;
use tamis::context::{Answer, pack};
use tamis::corpus::IgnoredMatches;
use tamis::document::{DocId, Skipped};
use tamis::engine::Engine;
use tamis::index::Watch;
use tamis::query::{MentionKind, TaskTerm, Zone};
use tamis::retriever::Dispatch;
use tamis::session::{Session, begin, conclude, evaluate_relevance, lengthen, retrieve_files};

use crate::failure::Result;
use crate::progress::Progress;
use crate::settings::Request;

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
    /// The ranked files without passages.
    bare: Answer,
}

/// How long the parts took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Timings {
    pub(crate) open: Duration,
    pub(crate) retrieve: Duration,
}

/// Opens a repository, with a progress bar when that lasts.
pub(crate) fn open(request: &Request) -> Result<Engine> {
    let (progress, start) = (Progress::new(), Instant::now());
    let watch = Watch {
        progress: &|done, all| progress.files(done, all),
        stop: &|| request.wait.is_some_and(|wait| start.elapsed() >= wait),
    };
    Ok(Engine::open_watched(&request.root, &request.options, watch)?)
}

impl Run {
    /// Opens the repository and runs the cycles to their end.
    pub(crate) fn ask(request: Request) -> Result<Run> {
        let run = Run::watch(request, |_, _, _| ())?;
        // A file that changed meanwhile is answered about as it is now.
        if run.is_fresh() { Ok(run) } else { Run::watch(run.request, |_, _, _| ()) }
    }

    /// Whether the files of the answer are on disk as they were read.
    fn is_fresh(&self) -> bool {
        let repository = self.engine.repository();
        let same = |doc: DocId| repository.is_fresh(doc).unwrap_or_else(|_| repository.reading(doc).is_none());
        self.bare.files.iter().all(|file| same(file.judgement.doc))
    }

    /// The same, showing `watch` each cycle's candidates before they are judged.
    pub(crate) fn watch(request: Request, watch: impl FnMut(&Engine, &Session, &Dispatch)) -> Result<Run> {
        let start = Instant::now();
        let engine = open(&request)?;
        let open = start.elapsed();
        let session = cycles(&engine, &request, watch)?;
        let retrieve = start.elapsed() - open;
        let bare = packed(&engine, &session, 0, request.options.budget.limit);
        Ok(Run { request, engine, session, timings: Timings { open, retrieve }, bare })
    }

    /// The answer with passages of at most `tokens` tokens in the first `files` files, and none in the others.
    pub(crate) fn answer(&self, tokens: usize, files: usize) -> Answer {
        let mut answer = self.bare.clone();
        let files = files.min(answer.files.len());
        let worth = packed(&self.engine, &self.session, 0, files).omitted;
        if tokens == 0 {
            return Answer { omitted: worth, ..answer };
        }
        let shown = packed(&self.engine, &self.session, tokens, files);
        for (whole, with_passages) in answer.files.iter_mut().zip(shown.files) {
            *whole = with_passages;
        }
        Answer { files: answer.files, used: shown.used, omitted: shown.omitted }
    }

    /// How many files are ranked, and how many of them are accepted.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.bare.files.len(), self.bare.files.iter().filter(|file| file.accepted).count())
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

fn cycles(engine: &Engine, request: &Request, mut watch: impl FnMut(&Engine, &Session, &Dispatch)) -> Result<Session> {
    let tools = engine.tools();
    let mut session = begin(tools.repository, &request.task)?;
    if let Some(query) = &request.query {
        session.need = session.need.obeying(query, &session.query);
        let patterns = if query.patterns.is_empty() { &session.query.patterns } else { &query.patterns };
        session.query = tamis::query::Query { patterns: patterns.clone(), ..query.clone() };
    }
    while session.status.is_none() {
        let dispatch = retrieve_files(tools, &session)?;
        watch(engine, &session, &dispatch);
        let evaluation = evaluate_relevance(tools, &session, &dispatch.candidates);
        conclude(tools, &mut session, dispatch, evaluation);
    }
    lengthen(tools, &mut session);
    Ok(session)
}

fn packed(engine: &Engine, session: &Session, tokens: usize, files: usize) -> Answer {
    pack(engine.repository(), &session.need, &session.query, &session.context, tokens, files)
}
