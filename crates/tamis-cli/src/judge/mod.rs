//! A model as the judge: the built-in judge goes first, one question a cycle shows the model the best candidates, and what it says of
//! their relevance replaces ours. Whatever goes wrong, the built-in judgements stand, and that is said.
//!
//! `prompt` is what the model is shown and how it must answer, `wire` the three protocols, `send` the one place that speaks HTTP.

mod prompt;
mod send;
mod wire;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tamis::context::{Context, pack};
use tamis::document::DocId;
use tamis::evaluator::{Evaluator, Evidences, SignalEvaluator, identify_gaps_of_kept};
use tamis::judgement::{Gap, GapKind, Judgement, sort};
use tamis::ranker::Pool;

use prompt::Verdict;
pub(crate) use wire::Protocol;

/// Candidates that a cycle shows to the model.
const SHOWN: usize = 12;

/// A model, and what it may cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Model {
    pub(crate) protocol: Protocol,
    pub(crate) name: String,
    /// Where it is served, without a slash at the end.
    pub(crate) base: String,
    pub(crate) key: Option<Secret>,
    /// Of a whole run.
    pub(crate) time: Duration,
    /// Of a whole run, questions and answers.
    pub(crate) tokens: usize,
}

/// What must never be printed.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(pub(crate) String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(secret)")
    }
}

/// The judge of one run.
pub(crate) struct ModelEvaluator<'m> {
    model: &'m Model,
    built_in: SignalEvaluator,
    spent: Mutex<Spent>,
}

/// What a run has cost, and what went wrong.
#[derive(Clone, Debug, Default)]
struct Spent {
    calls: usize,
    judged: usize,
    tokens: usize,
    time: Duration,
    fault: Option<String>,
}

impl ModelEvaluator<'_> {
    pub(crate) fn new(model: &Model) -> ModelEvaluator<'_> {
        ModelEvaluator { model, built_in: SignalEvaluator::default(), spent: Mutex::default() }
    }

    /// Who judged, in a sentence for the answer.
    pub(crate) fn note(&self) -> String {
        let spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let name = &self.model.name;
        let cost = format!("{} calls, {} files, {} tokens", spent.calls, spent.judged, spent.tokens);
        match (spent.fault, spent.judged) {
            (None, _) => format!("judged by the model {name}: {cost}"),
            (Some(fault), 0) => {
                format!("the model {name} did not judge: {fault}; the built-in evaluator judged instead")
            }
            (Some(fault), _) => format!(
                "judged by the model {name} ({cost}) until it failed: {fault}; the built-in evaluator judged the rest"
            ),
        }
    }

    /// The model's verdicts on the best candidates; none once it has failed or its means are spent.
    fn ask(&self, evidences: &Evidences<'_>, best: &[Judgement]) -> Option<Vec<Verdict>> {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        if spent.fault.is_some() || best.is_empty() {
            return None;
        }
        let left = evidences.budget.max_cycles.saturating_sub(evidences.cycle) + 1;
        let share = self.model.tokens.saturating_sub(spent.tokens) / left.max(1);
        let answered = match share.checked_sub(prompt::OVERHEAD).filter(|share| *share > 0) {
            None => Err("its tokens are spent".to_owned()),
            Some(passages) => {
                let question = prompt::question(evidences, &shown(evidences, best, passages));
                let start = Instant::now();
                let reply = send::send(self.model, &question, self.model.time.saturating_sub(spent.time));
                spent.calls += 1;
                spent.time += start.elapsed();
                reply.and_then(|reply| {
                    spent.tokens += reply.tokens.max(question.tokens());
                    prompt::verdicts(&reply.content, best.len())
                })
            }
        };
        match answered {
            Ok(verdicts) => {
                spent.judged += verdicts.len();
                Some(verdicts)
            }
            Err(fault) => {
                spent.fault = Some(fault);
                None
            }
        }
    }
}

/// The best candidates with passages of at most so many tokens, secrets masked as in any answer.
fn shown(evidences: &Evidences<'_>, best: &[Judgement], tokens: usize) -> Vec<prompt::Shown> {
    let context = Context { accepted: best.to_vec(), ..Context::default() };
    let Evidences { repository, need, query, .. } = evidences;
    let answer = pack(repository, need, query, &context, tokens, best.len());
    let passages: BTreeMap<DocId, Vec<(u32, String)>> = answer
        .files
        .into_iter()
        .map(|file| (file.judgement.doc, file.spans.into_iter().map(|span| (span.lines.start, span.text)).collect()))
        .collect();
    let one = |judgement: &Judgement| prompt::Shown {
        path: judgement.path.clone(),
        passages: passages.get(&judgement.doc).cloned().unwrap_or_default(),
    };
    best.iter().map(one).collect()
}

impl Evaluator for ModelEvaluator<'_> {
    fn name(&self) -> &'static str {
        "model"
    }

    fn evaluate(&self, evidences: Evidences<'_>) -> Vec<Judgement> {
        let mut judgements = self.built_in.evaluate(evidences);
        let best = judgements.len().min(SHOWN);
        if let Some(verdicts) = self.ask(&evidences, &judgements[..best]) {
            replace(&evidences, &mut judgements, verdicts);
            sort(&mut judgements);
        }
        judgements
    }
}

/// The model's relevance and reason in place of ours; the signals and the lines that speak for a file stay, and so do the gaps that
/// were read out of it, beside those that the model names and the repository can close.
fn replace(evidences: &Evidences<'_>, judgements: &mut [Judgement], verdicts: Vec<Verdict>) {
    let is_kept = |verdict: &&Verdict| verdict.relevance >= evidences.budget.accept;
    let kept = verdicts.iter().filter(is_kept).filter_map(|verdict| judgements.get(verdict.file));
    let mut unread: Vec<DocId> = kept.filter(|one| one.missing_context.is_empty()).map(|one| one.doc).collect();
    unread.sort_unstable();
    let pool = Pool::new(evidences.repository, evidences.need, evidences.query, unread);
    for verdict in verdicts {
        let Some(judgement) = judgements.get_mut(verdict.file) else { continue };
        judgement.relevance = verdict.relevance;
        if !verdict.reason.is_empty() {
            judgement.reason = verdict.reason;
        }
        if verdict.relevance < evidences.budget.accept {
            judgement.missing_context.clear();
            continue;
        }
        if judgement.missing_context.is_empty() {
            judgement.missing_context = identify_gaps_of_kept(&pool, judgement.doc);
        }
        for what in verdict.missing {
            let known = judgement.missing_context.iter().any(|gap| gap.what == what);
            if !known && let Some(kind) = supplied_as(evidences, &what) {
                let named_by = Some(judgement.path.clone());
                judgement.missing_context.push(Gap { what, kind, critical: true, named_by, closed_by: None });
            }
        }
    }
}

/// As what the repository holds a name; a model may name what is nowhere, and no cycle could find it.
fn supplied_as(evidences: &Evidences<'_>, what: &str) -> Option<GapKind> {
    let repository = evidences.repository;
    if repository.corpus.find(what).is_some() {
        return Some(GapKind::Import);
    }
    (!repository.index.definers(what).is_empty()).then_some(GapKind::Definition)
}
