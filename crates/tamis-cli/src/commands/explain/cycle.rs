//! What one cycle did with one file: the scope, the channels, the signals.

use tamis::document::DocId;
use tamis::engine::Engine;
use tamis::evaluator::{Scoring, SignalEvaluator};
use tamis::judgement::Judgement;
use tamis::ranker::{SIGNALS, Scored, Signal};
use tamis::retriever::{Dispatch, Request, Scope};
use tamis::session::{Session, evidences};

use crate::render::words::{path, plural, printable, two_digits};
use crate::run::Run;

/// Words of the task that are named.
const WORDS: usize = 12;

/// One cycle, as one file saw it.
pub(super) struct CycleLook {
    number: usize,
    patterns: Vec<String>,
    place: Place,
}

enum Place {
    /// Judged in an earlier cycle, and no open gap asks for it: its judgement stands.
    Settled,
    /// The query's excludes, or the caller's wish about tests.
    Excluded,
    /// Outside the patterns, and no channel that is not bound by them named it.
    OutOfScope,
    /// Inside the scope, and no channel proposed it.
    Unproposed,
    /// Proposed.
    Candidate(Proposal),
}

struct Proposal {
    rank: usize,
    of: usize,
    channels: Vec<&'static str>,
    /// Its rank by score, the score, and the values of its signals.
    scored: Option<(usize, Scored, Vec<f64>)>,
}

impl CycleLook {
    pub(super) fn new(engine: &Engine, session: &Session, dispatch: &Dispatch, doc: DocId) -> CycleLook {
        let place = match dispatch.candidates.iter().position(|candidate| candidate.doc == doc) {
            Some(rank) => Place::Candidate(Proposal {
                rank: rank + 1,
                of: dispatch.candidates.len(),
                channels: dispatch.candidates[rank].channels.clone(),
                scored: score(engine, session, dispatch, doc),
            }),
            None => place_of(engine, session, doc),
        };
        CycleLook { number: session.cycles.len() + 1, patterns: session.query.patterns.clone(), place }
    }

    pub(super) fn is_candidate(&self) -> bool {
        matches!(self.place, Place::Candidate(_))
    }

    pub(super) fn lines(&self, run: &Run, doc: DocId) -> Vec<String> {
        let mut lines = vec![String::new(), format!("cycle {}", self.number)];
        match &self.place {
            Place::Settled => lines.push("  not asked again: its judgement stands".to_owned()),
            Place::Excluded => lines.push("  ruled out by the query's excludes or by --tests".to_owned()),
            Place::OutOfScope => {
                let globs: Vec<String> = self.patterns.iter().map(|glob| path(glob)).collect();
                lines.push(format!("  outside the scope: {}", globs.join(" ")));
            }
            Place::Unproposed => lines.push(format!("  no channel proposed it; {}", held_words(run, doc))),
            Place::Candidate(proposal) => lines.extend(proposal.lines()),
        }
        lines
    }
}

impl Proposal {
    fn lines(&self) -> Vec<String> {
        let by = self.channels.join(", ");
        let mut lines = vec![format!("  proposed by {by}: {} of {}", self.rank, plural(self.of, "candidate"))];
        let Some((rank, scored, row)) = &self.scored else { return lines };
        lines.push(format!("  scored {:.2}, relevance {}, rank {rank}", scored.score, two_digits(scored.relevance)));
        lines.push(format!("  {:<16}{:>10}{:>10}", "signal", "value", "adds"));
        let mut order: Vec<usize> = (0..SIGNALS.len()).filter(|&i| row[i] != 0.0 || scored.parts[i] != 0.0).collect();
        order.sort_by(|&a, &b| scored.parts[b].abs().total_cmp(&scored.parts[a].abs()).then(a.cmp(&b)));
        for signal in order {
            let (value, adds) = (row[signal], scored.parts[signal]);
            let Signal { name, meaning, .. } = &SIGNALS[signal];
            lines.push(format!("  {name:<16}{value:>10.3}{adds:>+10.3}  {meaning}"));
        }
        lines
    }
}

/// The built-in judge's own sum, the file's rank in it, and its signals.
fn score(engine: &Engine, session: &Session, dispatch: &Dispatch, doc: DocId) -> Option<(usize, Scored, Vec<f64>)> {
    let earlier: Vec<Judgement> = session.context.judgements().cloned().collect();
    let given = evidences(engine.tools(), session, &dispatch.candidates, &earlier);
    let Scoring { mut rows, scored: list, .. } = SignalEvaluator::default().score(given);
    let place = list.iter().position(|one| one.doc == doc)?;
    Some((place + 1, list[place].clone(), rows.remove(&doc)?))
}

fn place_of(engine: &Engine, session: &Session, doc: DocId) -> Place {
    if session.context.judgement(doc).is_some() {
        return Place::Settled;
    }
    let request = Request {
        repository: engine.repository(),
        task: &session.task,
        need: &session.need,
        query: &session.query,
        limit: 1,
    };
    match Scope::new(request) {
        Ok(scope) if scope.excludes(doc) => Place::Excluded,
        Ok(scope) if !scope.admits(doc) => Place::OutOfScope,
        _ => Place::Unproposed,
    }
}

/// The words of the task that stand in a file.
fn held_words(run: &Run, doc: DocId) -> String {
    let index = &run.engine.repository().index;
    let holds = |term: &&tamis::query::TaskTerm| {
        index.postings(term.hash).binary_search_by_key(&doc, |posting| posting.doc).is_ok()
    };
    let words: Vec<String> =
        run.session.need.terms.iter().filter(holds).map(|term| printable(&term.word).into_owned()).collect();
    if words.is_empty() {
        return "it holds no word of the task".to_owned();
    }
    let more = if words.len() > WORDS { format!(" and {} more", words.len() - WORDS) } else { String::new() };
    format!("of the task it holds {}{more}", words[..words.len().min(WORDS)].join(", "))
}
