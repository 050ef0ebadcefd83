//! A saved run followed up by one more cycle of the same session. Looking at it as it was is `saved`'s business.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use tamis::budget::Budget;
use tamis::engine::Engine;
use tamis::follow_up::{Verdict, follow_up};
use tamis::retriever::Dispatch;
use tamis::session::{Session, Tools};

use crate::caller::{self, Given};
use crate::failure::{Failure, Result};
use crate::judge::Model;
use crate::learned;
use crate::run::{FollowUp, Run, Timings, handle, judge_of, judged, open_watched, settled};
use crate::saved::{MOST_FOLLOW_UPS, Saved};

/// What the caller says.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) judgements: Vec<Given>,
    pub(crate) question: Option<String>,
    /// The model that judges the next cycle, where the built-in judge is not enough.
    pub(crate) evaluator: Option<Model>,
    /// Most tokens of the answer.
    pub(crate) tokens: usize,
    /// Most files of the answer.
    pub(crate) limit: usize,
    /// How long files may be taken into the index.
    pub(crate) wait: Duration,
}

impl Said {
    /// Whether there is nothing to go on with.
    pub(crate) fn is_nothing(&self) -> bool {
        self.judgements.is_empty() && self.question.is_none()
    }
}

/// Takes in what the caller says and runs the next cycle. The run holds what that cycle added.
pub(crate) fn follow(
    saved: &Saved,
    said: &Said,
    files: &(dyn Fn(usize, usize) + Sync),
    mut watch: impl FnMut(&Session, &Dispatch),
) -> Result<Run> {
    if saved.follow_ups >= MOST_FOLLOW_UPS {
        return Err(Failure::new(format!("run {} has had its {MOST_FOLLOW_UPS} follow-ups", saved.run))
            .hinted("ask again with find, with what you know now in the task"));
    }
    settled(|| once(saved, said, files, &mut watch))
}

fn once(
    saved: &Saved,
    said: &Said,
    files: &(dyn Fn(usize, usize) + Sync),
    watch: &mut impl FnMut(&Session, &Dispatch),
) -> Result<Run> {
    let start = Instant::now();
    let mut request = saved.request();
    (request.options.budget.tokens, request.options.budget.limit) = (said.tokens, said.limit);
    request.wait = Some(said.wait);
    let mut engine = open_watched(&request, files)?;
    let mut notes = learned::remember(&request.learned, &mut engine);
    let open = start.elapsed();
    let (mut session, gone) = saved.session(&|path| engine.repository().corpus.find(path))?;
    let verdicts = caller::verdicts(&engine, &said.judgements)?;
    let (question, evaluator) = (said.question.as_deref(), said.evaluator.as_ref());
    notes.extend(learned::record_verdicts(&request.learned, &engine, &session, &saved.run, &verdicts));
    let known = known(saved, &session, &verdicts, &engine);
    notes.extend(go_on(&engine, &mut session, &verdicts, question, evaluator, watch)?);

    let added = session.context.of_cycle(session.cycles.len(), &known);
    let stale = stale(saved, &engine);
    request.task = session.task.clone();
    let timings = Timings { open, retrieve: start.elapsed() - open };
    let judge = judge_of(evaluator);
    let name = handle(&format!("{}\0{:?}\0{:?}{judge}", saved.run, said.judgements, said.question));
    let follow_up = FollowUp { number: saved.follow_ups + 1, known, added, stale, gone };
    let run = Run::of(request, engine, session, timings, name, Some(follow_up));
    Ok(run.with_notes(notes))
}

/// The files that the caller has seen or speaks of. What was kept and did not fit into the list it judges comes up after it;
/// a question alone asks for something else than that.
fn known(saved: &Saved, session: &Session, verdicts: &[Verdict], engine: &Engine) -> BTreeSet<String> {
    let judged = verdicts.iter().map(|one| engine.repository().path(one.doc));
    let kept = session.context.accepted.iter().map(|one| one.path.as_str()).filter(|_| verdicts.is_empty());
    let returned = saved.returned().map(|(path, _)| path);
    saved.known.iter().map(String::as_str).chain(returned).chain(judged).chain(kept).map(str::to_owned).collect()
}

/// One more cycle of a session, with what a caller says of its files and asks; what is to be said of who judged it.
pub(crate) fn go_on(
    engine: &Engine,
    session: &mut Session,
    verdicts: &[Verdict],
    question: Option<&str>,
    evaluator: Option<&Model>,
    watch: impl FnMut(&Session, &Dispatch),
) -> Result<Vec<String>> {
    let budget = Budget { max_cycles: session.cycles.len() + 1, ..engine.tools().budget.clone() };
    let tools = Tools { budget: &budget, ..engine.tools() };
    follow_up(tools, session, verdicts, question);
    judged(tools, evaluator, session, watch)
}

/// Files whose content is another than the one that was judged.
fn stale(saved: &Saved, engine: &Engine) -> Vec<String> {
    let repository = engine.repository();
    let changed = |path: &String, sha: &String| {
        let reading = repository.corpus.find(path).and_then(|doc| repository.reading(doc));
        reading.is_some_and(|reading| !sha.is_empty() && reading.text.sha != *sha)
    };
    saved.contents.iter().filter(|(path, sha)| changed(path, sha)).map(|(path, _)| path.clone()).collect()
}
