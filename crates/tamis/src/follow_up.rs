//! After a run: the caller's own judgements and a further question, taken into the same session.
//!
//! Refines the last cycle once more, with what the caller says in place of what the judge said, and leaves the session open; the
//! cycle that follows is the session's own. Retrieves and judges nothing itself.

use std::collections::BTreeMap;

use crate::analyzer::terms::TermHash;
use crate::context::{Context, merge_context, update_gaps};
use crate::document::DocId;
use crate::evaluator::identify_gaps_of_kept;
use crate::judgement::{Gap, GapKind, Judgement, sort};
use crate::query::{Need, Query, Task, create_initial_query, need};
use crate::ranker::names::suppliers;
use crate::ranker::{Pool, measure};
use crate::refiner::refine_query;
use crate::repository::Repository;
use crate::session::{Session, Tools};

/// What a caller says of one file.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Which document.
    pub doc: DocId,
    /// Its relevance, in `[0, 1]`.
    pub relevance: f64,
    /// Why; empty where the caller does not say.
    pub reason: String,
    /// Names, paths or words that the file needs; none where the caller leaves it to the built-in judge.
    pub missing_context: Option<Vec<String>>,
}

/// The reason of a caller that gives none.
const UNSAID: &str = "judged by the caller";

/// Takes the caller's verdicts into the last cycle of a session that has ended, in place of the judge's, and the question into
/// its need; then REFINE as after any cycle. The session goes on with its next cycle. A question becomes the first line of the
/// task, for it is what is asked now, and is searched first.
pub fn follow_up(tools: Tools<'_>, session: &mut Session, verdicts: &[Verdict], question: Option<&str>) {
    let given = judgements(tools, session, verdicts);
    let mut searched = session.cycles.last().map_or_else(|| session.query.clone(), |cycle| cycle.query.clone());
    if let Some(question) = question {
        ask(session, question);
        let asked = create_initial_query(tools.repository.corpus.documents(), &session.task, &session.need);
        let known = searched.clone();
        searched.keywords.extend(asked.keywords.into_iter().filter(|one| known.keyword(&one.word).is_none()));
        searched.focus_areas.push(question.to_owned());
    }
    session.seen.extend(given.iter().map(|one| one.doc));
    look_anew(tools.repository, session, &mut searched, verdicts);
    keep(&mut session.context, given.clone(), tools);
    update_gaps(tools.repository, &session.need, &searched, &mut session.context);

    let judged = session.cycles.last().map(|cycle| replaced(&cycle.judgements, given)).unwrap_or_default();
    let (next, refinement) =
        refine_query(tools.repository, &session.need, &searched, &judged, &session.context, tools.budget);
    if let Some(last) = session.cycles.last_mut() {
        (last.judgements, last.refinement, last.stop) = (judged, refinement, None);
    }
    session.query = next;
    session.status = None;
}

/// Takes the question into the task, and reads the need anew; words that the caller had taken out stay out, unless it asks for
/// them now.
fn ask(session: &mut Session, question: &str) {
    let whole = need(&session.task);
    let asked = need(&Task { text: question.to_owned(), ..Task::default() });
    let has = |need: &Need, hash: TermHash| need.terms.iter().any(|term| term.hash == hash);
    let taken_out = |hash: TermHash| has(&whole, hash) && !has(&session.need, hash) && !has(&asked, hash);
    let task = &mut session.task;
    task.text = format!("{question}\n\n{}", task.text);
    task.focus_areas.push(question.to_owned());
    let mut need = need(task);
    need.terms.retain(|term| !taken_out(term.hash));
    session.need = need;
}

/// Verdicts as judgements of the last cycle, most relevant first. What the caller keeps is read for the gaps it leaves; what
/// the caller rules out is not read.
fn judgements(tools: Tools<'_>, session: &Session, verdicts: &[Verdict]) -> Vec<Judgement> {
    let mut kept: Vec<DocId> =
        verdicts.iter().filter(|one| one.relevance >= tools.budget.accept).map(|one| one.doc).collect();
    kept.sort_unstable();
    kept.dedup();
    let cycle = session.cycles.last();
    let query = cycle.map_or(&session.query, |cycle| &cycle.query);
    let pool = Pool::new(tools.repository, &session.need, query, kept);
    let rows: BTreeMap<DocId, Vec<f64>> = pool.docs.iter().copied().zip(measure(&pool)).collect();
    let one = |verdict: &Verdict| {
        let path = tools.repository.path(verdict.doc).to_owned();
        let ours = session.context.judgement(verdict.doc);
        Judgement {
            doc: verdict.doc,
            relevance: verdict.relevance,
            reason: if verdict.reason.is_empty() { UNSAID.to_owned() } else { verdict.reason.clone() },
            evidence: Vec::new(),
            missing_context: match &verdict.missing_context {
                Some(named) => named.iter().map(|what| gap(what, &path)).collect(),
                None => identify_gaps_of_kept(&pool, verdict.doc),
            },
            cycle: cycle.map_or(1, |cycle| cycle.number),
            signals: ours
                .map_or_else(|| rows.get(&verdict.doc).cloned().unwrap_or_default(), |ours| ours.signals.clone()),
            path,
        }
    };
    let mut list: Vec<Judgement> = verdicts.iter().map(one).collect();
    sort(&mut list);
    list
}

/// What a caller names is critical: it says that it cannot do without.
fn gap(what: &str, path: &str) -> Gap {
    let kind = if what.contains('/') { GapKind::Import } else { GapKind::Definition };
    Gap { what: what.to_owned(), kind, critical: true, named_by: Some(path.to_owned()), closed_by: None }
}

/// Forgets the exclusion of what the caller names as missing: it cannot do without, whatever the words of the file said.
fn look_anew(repository: &Repository, session: &mut Session, searched: &mut Query, verdicts: &[Verdict]) {
    let named = verdicts.iter().flat_map(|one| one.missing_context.iter().flatten());
    let wanted: Vec<DocId> = named.flat_map(|what| suppliers(repository, what)).collect();
    let asked = session.cycles.first().map_or(&[][..], |cycle| &cycle.query.excludes);
    let is_asked_out = |path: &String| asked.contains(path);
    searched
        .excludes
        .retain(|path| is_asked_out(path) || !wanted.iter().any(|&doc| repository.path(doc) == path.as_str()));
    session.context.excluded.retain(|one| !wanted.contains(&one.doc));
}

/// Puts the caller's judgements before all others: there is no stronger evidence.
fn keep(context: &mut Context, given: Vec<Judgement>, tools: Tools<'_>) {
    let is_ours = |one: &Judgement| !given.iter().any(|theirs| theirs.doc == one.doc);
    let mut accepted = std::mem::take(&mut context.accepted);
    accepted.retain(is_ours);
    context.set_aside.retain(is_ours);
    context.excluded.retain(is_ours);
    context.others.clear();
    merge_context(context, given, tools.budget);
    context.accepted.extend(accepted);
}

/// A cycle's judgements with the caller's in place of ours.
fn replaced(ours: &[Judgement], given: Vec<Judgement>) -> Vec<Judgement> {
    let is_ours = |one: &&Judgement| !given.iter().any(|theirs| theirs.doc == one.doc);
    let mut list: Vec<Judgement> = ours.iter().filter(is_ours).cloned().chain(given.iter().cloned()).collect();
    sort(&mut list);
    list
}
