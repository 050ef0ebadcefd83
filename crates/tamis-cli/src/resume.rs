//! A saved run taken up again: looked at as it was, or followed up by one more cycle of the same session.

use std::time::Instant;

use tamis::budget::Budget;
use tamis::engine::Engine;
use tamis::follow_up::follow_up;
use tamis::retriever::Dispatch;
use tamis::session::{Session, Tools};

use crate::caller::{self, Given};
use crate::failure::{Failure, Result};
use crate::run::{FollowUp, Run, Timings, cycles, handle, open_watched};
use crate::saved::{MOST_FOLLOW_UPS, Saved};

/// What the caller says.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) judgements: Vec<Given>,
    pub(crate) question: Option<String>,
    /// Most tokens of the answer.
    pub(crate) tokens: usize,
    /// Most files of the answer.
    pub(crate) limit: usize,
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
    watch: impl FnMut(&Session, &Dispatch),
) -> Result<Run> {
    let number = saved.follow_ups + 1;
    if number > MOST_FOLLOW_UPS {
        return Err(Failure::new(format!("run {} has had its {MOST_FOLLOW_UPS} follow-ups", saved.run))
            .hinted("ask again with find, with what you know now in the task"));
    }
    let start = Instant::now();
    let mut request = saved.request()?;
    (request.options.budget.tokens, request.options.budget.limit) = (said.tokens, said.limit);
    let engine = open_watched(&request, files)?;
    let open = start.elapsed();
    let corpus = &engine.repository().corpus;
    let (mut session, gone) = saved.session(&|path| corpus.find(path))?;
    let verdicts = caller::verdicts(&engine, &said.judgements)?;

    let budget = Budget { max_cycles: session.cycles.len() + 1, ..request.options.budget.clone() };
    let tools = Tools { budget: &budget, ..engine.tools() };
    follow_up(tools, &mut session, &verdicts, said.question.as_deref());
    cycles(tools, &mut session, watch)?;

    let added = session.context.of_cycle(session.cycles.len());
    let stale = stale(saved, &engine);
    request.task = session.task.clone();
    let timings = Timings { open, retrieve: start.elapsed() - open };
    let name = handle(&format!("{}\0{:?}\0{:?}", saved.run, said.judgements, said.question));
    let head = corpus.head().map(str::to_owned);
    let run = Run::of(request, engine, session, timings, name, head);
    Ok(run.following(FollowUp { number, added, stale, gone }))
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
