//! The cycle: DISPATCH, EVALUATE, REFINE, LOOP, as the pattern has it, over plain values.
//!
//! [`iterative_retrieve`] is the pattern's pseudo-code, with [`run_cycles`] as its loop; every step of it can be called alone,
//! with judgements of one's own, and gives the same session.

use std::collections::BTreeSet;

use crate::budget::Budget;
use crate::context::{Context, has_critical_gaps, merge_context, update_gaps};
use crate::document::DocId;
use crate::error::{Error, Result};
use crate::evaluator::{Evaluator, Evidences, named_outright};
use crate::judgement::{Gap, Judgement, is_confident};
use crate::learning::remembered;
use crate::query::{Need, Query, Task, create_initial_query, need};
use crate::ranker::{can_tell, pool_terms};
use crate::refiner::{Refinement, refine_query};
use crate::repository::Repository;
use crate::retriever::{Candidate, Dispatch, Request, Retriever};
use crate::trace::{Cycle, Status, Stop};

/// One task on its way to enough context.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    /// What is asked.
    pub task: Task,
    /// What was read out of it.
    pub need: Need,
    /// The query of the next cycle; after the end, the one a further cycle would have used.
    pub query: Query,
    /// What has been kept, set aside and excluded.
    pub context: Context,
    /// One entry a cycle.
    pub cycles: Vec<Cycle>,
    /// Documents proposed so far.
    pub seen: BTreeSet<DocId>,
    /// How it ended; `None` while it goes on.
    pub status: Option<Status>,
}

/// What the steps work with.
#[derive(Clone, Copy)]
pub struct Tools<'a> {
    /// Where to look.
    pub repository: &'a Repository,
    /// Proposes.
    pub retriever: &'a dyn Retriever,
    /// Judges.
    pub evaluator: &'a dyn Evaluator,
    /// The pattern's numbers.
    pub budget: &'a Budget,
}

/// Begins a session and runs its cycles to their end.
pub fn iterative_retrieve(tools: Tools<'_>, task: &Task) -> Result<Session> {
    let mut session = begin(tools.repository, task)?;
    run_cycles(tools, &mut session, |_, _| ())?;
    lengthen(tools, &mut session);
    Ok(session)
}

/// LOOP: cycle after cycle until the session has ended. `watch` sees each cycle's candidates before they are judged.
pub fn run_cycles(tools: Tools<'_>, session: &mut Session, mut watch: impl FnMut(&Session, &Dispatch)) -> Result<()> {
    while session.status.is_none() {
        let dispatch = retrieve_files(tools, session)?;
        watch(session, &dispatch);
        let evaluation = evaluate_relevance(tools, session, &dispatch.candidates);
        conclude(tools, session, dispatch, evaluation);
    }
    Ok(())
}

/// A session before its first cycle.
pub fn begin(repository: &Repository, task: &Task) -> Result<Session> {
    let need = need(task);
    if need.terms.is_empty() && need.mentions.is_empty() {
        return Err(Error::TaskEmpty);
    }
    let mut query = create_initial_query(repository.corpus.documents(), task, &need);
    query.keywords.extend(remembered(repository, &need));
    Ok(Session {
        task: task.clone(),
        need,
        query,
        context: Context::default(),
        cycles: Vec::new(),
        seen: BTreeSet::new(),
        status: None,
    })
}

/// DISPATCH: candidates for the session's query, without those whose judgement stands. What was set aside comes back when
/// an open gap asks for it; what was proposed before and not judged comes back when words were learned since.
pub fn retrieve_files(tools: Tools<'_>, session: &Session) -> Result<Dispatch> {
    let Tools { repository, retriever, budget, .. } = tools;
    let (task, need, query) = (&session.task, &session.need, &session.query);
    let mut dispatch = retriever.retrieve(Request { repository, task, need, query, limit: budget.candidates })?;
    let learned = session.cycles.last().is_some_and(|cycle| !cycle.refinement.learned.is_empty());
    dispatch.candidates.retain(|candidate| match session.context.judgement(candidate.doc) {
        Some(known) => is_asked_for(candidate) && session.context.set_aside.contains(known),
        None => learned || is_new(session, candidate),
    });
    Ok(dispatch)
}

/// EVALUATE: judgements of the candidates, most relevant first.
pub fn evaluate_relevance(tools: Tools<'_>, session: &Session, candidates: &[Candidate]) -> Vec<Judgement> {
    let earlier: Vec<Judgement> = session.context.judgements().cloned().collect();
    tools.evaluator.evaluate(evidences(tools, session, candidates, &earlier))
}

/// What the judge of the next cycle is given; `earlier` are the judgements of the session's context.
pub fn evidences<'e>(
    tools: Tools<'e>,
    session: &'e Session,
    candidates: &'e [Candidate],
    earlier: &'e [Judgement],
) -> Evidences<'e> {
    Evidences {
        repository: tools.repository,
        task: &session.task,
        need: &session.need,
        query: &session.query,
        candidates,
        earlier,
        budget: tools.budget,
        cycle: session.cycles.len() + 1,
    }
}

/// Merges a cycle's judgements, then REFINE and LOOP: the next query, or the end.
pub fn conclude(tools: Tools<'_>, session: &mut Session, dispatch: Dispatch, evaluation: Vec<Judgement>) {
    let Tools { repository, budget, .. } = tools;
    let fresh = dispatch.candidates.iter().filter(|candidate| is_new(session, candidate)).count();
    session.seen.extend(dispatch.candidates.iter().map(|candidate| candidate.doc));
    merge_context(&mut session.context, evaluation.clone(), budget);
    update_gaps(repository, &session.need, &session.query, &mut session.context);

    let (next, refinement) =
        refine_query(repository, &session.need, &session.query, &evaluation, &session.context, budget);
    let stop = stop(tools, session, fresh, next == session.query);
    session.status = stop.map(|stop| status(&session.context, stop, budget, can_be_complete(repository, session)));
    session.cycles.push(Cycle {
        number: session.cycles.len() + 1,
        query: std::mem::replace(&mut session.query, next),
        channels: dispatch.channels,
        fresh,
        judgements: evaluation,
        refinement: if stop.is_some() { Refinement::default() } else { refinement },
        stop,
    });
}

/// After the end: judges what was proposed and never judged, until there are as many files as the list may hold. A cycle judges
/// so many and no more, whatever the length of the list, so that the first files of a longer list are those of a shorter one.
pub fn lengthen(tools: Tools<'_>, session: &mut Session) {
    loop {
        let context = &session.context;
        let judged: BTreeSet<DocId> = context.judgements().chain(&context.others).map(|one| one.doc).collect();
        let candidate = |&doc: &DocId| Candidate { doc, score: 0.0, channels: Vec::new() };
        let rest: Vec<Candidate> = session.seen.difference(&judged).map(candidate).collect();
        if judged.len() >= tools.budget.limit || rest.is_empty() {
            return;
        }
        let more = evaluate_relevance(tools, session, &rest);
        if more.is_empty() {
            return;
        }
        let below = tools.budget.below_accept();
        session.context.others.extend(more.into_iter().map(|one| Judgement {
            relevance: one.relevance.min(below),
            missing_context: Vec::new(),
            cycle: session.cycles.len(),
            ..one
        }));
    }
}

/// The stops, in the pattern's order: enough; named and found; cycles spent; nothing new.
fn stop(tools: Tools<'_>, session: &Session, fresh: usize, unchanged: bool) -> Option<Stop> {
    let open = has_critical_gaps(&session.context);
    if session.context.accepted.len() >= tools.budget.quota && !open {
        return Some(Stop::Sufficient);
    }
    if is_answered(tools.repository, session) {
        return Some(Stop::Answered);
    }
    if session.cycles.len() + 1 >= tools.budget.max_cycles {
        return Some(Stop::CyclesSpent);
    }
    (unchanged || (fresh == 0 && !session.cycles.is_empty())).then_some(Stop::NoProgress)
}

/// `can_be_complete` says whether anything but the kept files' own doubtful evidence speaks for that the repository holds an answer.
fn status(context: &Context, stop: Stop, budget: &Budget, can_be_complete: bool) -> Status {
    match (stop, context.accepted.len(), has_critical_gaps(context)) {
        (_, 0, _) => Status::Insufficient,
        (Stop::Answered, ..) => Status::Complete,
        (_, count, false) if count >= budget.quota => Status::Sufficient,
        (_, _, false) if can_be_complete => Status::Complete,
        (Stop::NoProgress, ..) => Status::NoProgress,
        _ => Status::BudgetSpent,
    }
}

/// Whether a kept file is in the high band, or the predictors could tell whether the repository holds an answer. Without either, that
/// no critical gap is open says nothing: where no file is sure, none is critical.
fn can_be_complete(repository: &Repository, session: &Session) -> bool {
    is_confident(&session.context.accepted)
        || can_tell(repository, &pool_terms(repository, &session.need, &session.query))
}

/// A candidate counts as new when no cycle proposed it, or when an open gap now asks for it.
fn is_new(session: &Session, candidate: &Candidate) -> bool {
    !session.seen.contains(&candidate.doc) || is_asked_for(candidate)
}

fn is_asked_for(candidate: &Candidate) -> bool {
    candidate.channels.contains(&"focus")
}

/// Whether a task of one line names a file or a symbol exactly, that was accepted, and it names no critical gap itself.
fn is_answered(repository: &Repository, session: &Session) -> bool {
    let context = &session.context;
    let is_open =
        |gap: &Gap| context.open_gaps().any(|open| open.critical && (open.kind, &open.what) == (gap.kind, &gap.what));
    let stands_alone = |one: &Judgement| !one.missing_context.iter().any(is_open);
    let answers = |doc: DocId| context.accepted.iter().any(|one| one.doc == doc && stands_alone(one));
    named_outright(repository, &session.task.text, &session.need).into_keys().any(answers)
}
