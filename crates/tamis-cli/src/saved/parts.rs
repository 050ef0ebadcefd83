//! The engine's values as the fields of a saved run, and back.

use std::collections::BTreeSet;
use std::path::PathBuf;

use tamis::analyzer::source::SymbolKind;
use tamis::budget::Budget;
use tamis::context::{AnswerFile, Context, Span};
use tamis::document::{DocId, LineRange, Place};
use tamis::judgement::{Evidence, Gap, GapKind, Judgement};
use tamis::query::{Keyword, KeywordSource, Need, Query, Task, Tests, create_initial_query, need};
use tamis::ranker::SIGNALS;
use tamis::refiner::Refinement;
use tamis::repository::Repository;
use tamis::retriever::ChannelReport;
use tamis::session::Session;
use tamis::trace::{Cycle, Status, Stop};

use super::damaged;
use super::shapes::{
    BudgetShape, ChannelShape, CycleShape, EvidenceShape, FileShape, GapShape, JudgementShape, KeywordShape,
    QueryShape, RequestShape, Saved, SessionShape, SourceShape, SpanShape, TaskShape, TestsShape,
};
use crate::failure::Result;
use crate::settings::{self, Request};

const STATUSES: [Status; 5] =
    [Status::Sufficient, Status::Complete, Status::BudgetSpent, Status::NoProgress, Status::Insufficient];
const STOPS: [Stop; 4] = [Stop::Sufficient, Stop::Answered, Stop::CyclesSpent, Stop::NoProgress];
const GAP_KINDS: [GapKind; 6] =
    [GapKind::Definition, GapKind::Import, GapKind::Term, GapKind::Caller, GapKind::Configuration, GapKind::Test];
/// Names of channels, and of evidence that is no signal.
const NAMES: [&str; 8] = ["text", "symbol", "path", "mention", "focus", "history", "memory", "supplies"];

pub(super) fn request(request: &Request) -> RequestShape {
    let Task { text, purpose, keywords, patterns, excludes, focus_areas, tests } = request.task.clone();
    let tests = match tests {
        Tests::Auto => TestsShape::Auto,
        Tests::Only => TestsShape::Only,
        Tests::Off => TestsShape::Off,
    };
    let Budget { max_cycles, quota, accept, exclude, candidates, learned_per_cycle, tokens, limit } =
        request.options.budget;
    RequestShape {
        task: TaskShape { text, purpose, keywords, patterns, excludes, focus_areas, tests },
        include: request.options.selection.include.clone(),
        exclude: request.options.selection.exclude.clone(),
        budget: BudgetShape { max_cycles, quota, accept, exclude, candidates, learned_per_cycle, tokens, limit },
        query: request.query.as_ref().map(query),
    }
}

pub(super) fn asked(saved: &Saved) -> Request {
    let RequestShape { task, include, exclude, budget, query } = &saved.request;
    let mut options = settings::options();
    options.selection.include.clone_from(include);
    options.selection.exclude.clone_from(exclude);
    let &BudgetShape { max_cycles, quota, accept, exclude, candidates, learned_per_cycle, tokens, limit } = budget;
    options.budget = Budget { max_cycles, quota, accept, exclude, candidates, learned_per_cycle, tokens, limit };
    let (task, query) = (restored_task(task), query.as_ref().map(restored_query));
    Request { query, ..Request::new(PathBuf::from(&saved.root), options, task) }
}

fn restored_task(task: &TaskShape) -> Task {
    let tests = match task.tests {
        TestsShape::Auto => Tests::Auto,
        TestsShape::Only => Tests::Only,
        TestsShape::Off => Tests::Off,
    };
    Task {
        text: task.text.clone(),
        purpose: task.purpose.clone(),
        keywords: task.keywords.clone(),
        patterns: task.patterns.clone(),
        excludes: task.excludes.clone(),
        focus_areas: task.focus_areas.clone(),
        tests,
    }
}

pub(super) fn session(session: &Session, repository: &Repository) -> SessionShape {
    let list = |judgements: &[Judgement]| judgements.iter().map(judgement).collect();
    let Context { accepted, set_aside, excluded, gaps, others } = &session.context;
    SessionShape {
        query: query(&session.query),
        accepted: list(accepted),
        set_aside: list(set_aside),
        excluded: list(excluded),
        others: list(others),
        gaps: gaps.iter().map(gap).collect(),
        cycles: session.cycles.iter().map(cycle).collect(),
        seen: session.seen.iter().map(|doc| repository.path(*doc).to_owned()).collect(),
        status: session.status.map(|status| status.name().to_owned()),
    }
}

/// A saved session, with the documents that `find` gives to its paths; judged files that it does not find go into `gone`.
pub(super) fn restored(
    saved: &Saved,
    find: &dyn Fn(&str) -> Option<DocId>,
    gone: &mut BTreeSet<String>,
) -> Result<Session> {
    let mut back = Back { run: &saved.run, find, gone };
    let shape = &saved.session;
    let task = restored_task(&saved.request.task);
    let query = saved.request.query.as_ref().map(restored_query);
    Ok(Session {
        need: needed(&task, query.as_ref()),
        task,
        query: restored_query(&shape.query),
        context: Context {
            accepted: back.judgements(&shape.accepted)?,
            set_aside: back.judgements(&shape.set_aside)?,
            excluded: back.judgements(&shape.excluded)?,
            others: back.judgements(&shape.others)?,
            gaps: shape.gaps.iter().map(|gap| back.gap(gap)).collect::<Result<_>>()?,
        },
        cycles: shape.cycles.iter().map(|cycle| back.cycle(cycle)).collect::<Result<_>>()?,
        seen: shape.seen.iter().filter_map(|path| find(path)).collect(),
        status: shape.status.as_ref().map(|text| back.named(&STATUSES, Status::name, text)).transpose()?,
    })
}

fn judgement(one: &Judgement) -> JudgementShape {
    let evidence = |one: &Evidence| EvidenceShape { signal: one.signal.to_owned(), line: one.line };
    JudgementShape {
        path: one.path.clone(),
        relevance: one.relevance,
        reason: one.reason.clone(),
        evidence: one.evidence.iter().map(evidence).collect(),
        missing_context: one.missing_context.iter().map(gap).collect(),
        cycle: one.cycle,
        signals: one.signals.clone(),
    }
}

fn gap(gap: &Gap) -> GapShape {
    GapShape {
        what: gap.what.clone(),
        kind: gap.kind.name().to_owned(),
        critical: gap.critical,
        named_by: gap.named_by.clone(),
        closed_by: gap.closed_by.clone(),
    }
}

fn query(query: &Query) -> QueryShape {
    QueryShape {
        patterns: query.patterns.clone(),
        keywords: query.keywords.iter().map(keyword).collect(),
        excludes: query.excludes.clone(),
        focus_areas: query.focus_areas.clone(),
    }
}

fn keyword(keyword: &Keyword) -> KeywordShape {
    let source = match keyword.source.clone() {
        KeywordSource::Task => SourceShape::Task,
        KeywordSource::Caller => SourceShape::Caller,
        KeywordSource::Learned { path, line } => SourceShape::Learned { path, line },
        KeywordSource::Vocabulary { stands_for, path, line } => SourceShape::Vocabulary { stands_for, path, line },
        KeywordSource::History { stands_for, commit, commits } => SourceShape::History { stands_for, commit, commits },
        KeywordSource::Remembered { stands_for, confidence, borne_out } => {
            let borne_out = borne_out.map(|Place { path, line }| (path, line));
            SourceShape::Remembered { stands_for, confidence, borne_out }
        }
        KeywordSource::Glossary { stands_for } => SourceShape::Glossary { stands_for },
    };
    KeywordShape { word: keyword.word.clone(), weight: keyword.weight, source }
}

fn cycle(cycle: &Cycle) -> CycleShape {
    let channel = |one: &ChannelReport| ChannelShape {
        name: one.name.to_owned(),
        candidates: one.candidates,
        skipped: one.skipped.clone(),
    };
    CycleShape {
        number: cycle.number,
        query: query(&cycle.query),
        channels: cycle.channels.iter().map(channel).collect(),
        fresh: cycle.fresh,
        judgements: cycle.judgements.iter().map(judgement).collect(),
        learned: cycle.refinement.learned.iter().map(keyword).collect(),
        widened: cycle.refinement.widened.clone(),
        excluded: cycle.refinement.excluded.clone(),
        focus: cycle.refinement.focus.clone(),
        stop: cycle.stop.map(|stop| stop.name().to_owned()),
    }
}

pub(super) fn file(file: &AnswerFile) -> FileShape {
    let span = |one: &Span| SpanShape {
        start: one.lines.start,
        end: one.lines.end,
        cut_from: one.cut_from.map(|range| (range.start, range.end)),
        symbol: one.symbol.clone(),
        kind: one.kind.to_owned(),
    };
    FileShape {
        path: file.judgement.path.clone(),
        accepted: file.accepted,
        content_sha: file.content_sha.clone(),
        lines: file.lines,
        spans: file.spans.iter().map(span).collect(),
        near_copy_of: file.near_copy_of.clone(),
    }
}

/// The files of a saved answer, with the judgements of its session and without their text.
pub(super) fn files(saved: &Saved, session: &Session) -> Result<Vec<AnswerFile>> {
    let context = &session.context;
    let judged = |path: &str| context.judgements().chain(&context.others).find(|one| one.path == path).cloned();
    let kinds = SymbolKind::ALL.map(SymbolKind::name);
    let span = |one: &SpanShape| Span {
        lines: LineRange::new(one.start, one.end),
        cut_from: one.cut_from.map(|(start, end)| LineRange::new(start, end)),
        symbol: one.symbol.clone(),
        kind: kinds.into_iter().find(|kind| *kind == one.kind).unwrap_or("window"),
        text: String::new(),
    };
    let file = |one: &FileShape| {
        Ok(AnswerFile {
            judgement: judged(&one.path).ok_or_else(|| damaged(&saved.run, format!("{} is not judged", one.path)))?,
            accepted: one.accepted,
            content_sha: one.content_sha.clone(),
            lines: one.lines,
            spans: one.spans.iter().map(span).collect(),
            near_copy_of: one.near_copy_of.clone(),
        })
    };
    saved.files.iter().map(file).collect()
}

/// The way back.
struct Back<'s> {
    run: &'s str,
    find: &'s dyn Fn(&str) -> Option<DocId>,
    gone: &'s mut BTreeSet<String>,
}

impl Back<'_> {
    fn judgements(&mut self, shapes: &[JudgementShape]) -> Result<Vec<Judgement>> {
        let mut list = Vec::with_capacity(shapes.len());
        for shape in shapes {
            let Some(doc) = (self.find)(&shape.path) else {
                self.gone.insert(shape.path.clone());
                continue;
            };
            let evidence = |one: &EvidenceShape| {
                Ok(Evidence { signal: self.name(&one.signal)?, line: one.line, text: String::new() })
            };
            list.push(Judgement {
                doc,
                path: shape.path.clone(),
                relevance: shape.relevance,
                reason: shape.reason.clone(),
                evidence: shape.evidence.iter().map(evidence).collect::<Result<_>>()?,
                missing_context: shape.missing_context.iter().map(|gap| self.gap(gap)).collect::<Result<_>>()?,
                cycle: shape.cycle,
                signals: shape.signals.clone(),
            });
        }
        Ok(list)
    }

    fn gap(&self, shape: &GapShape) -> Result<Gap> {
        Ok(Gap {
            what: shape.what.clone(),
            kind: self.named(&GAP_KINDS, GapKind::name, &shape.kind)?,
            critical: shape.critical,
            named_by: shape.named_by.clone(),
            closed_by: shape.closed_by.clone(),
        })
    }

    fn cycle(&mut self, shape: &CycleShape) -> Result<Cycle> {
        let channel = |one: &ChannelShape| {
            Ok(ChannelReport { name: self.name(&one.name)?, candidates: one.candidates, skipped: one.skipped.clone() })
        };
        Ok(Cycle {
            number: shape.number,
            query: restored_query(&shape.query),
            channels: shape.channels.iter().map(channel).collect::<Result<_>>()?,
            fresh: shape.fresh,
            refinement: Refinement {
                learned: shape.learned.iter().map(restored_keyword).collect(),
                widened: shape.widened.clone(),
                excluded: shape.excluded.clone(),
                focus: shape.focus.clone(),
            },
            stop: shape.stop.as_ref().map(|text| self.named(&STOPS, Stop::name, text)).transpose()?,
            judgements: self.judgements(&shape.judgements)?,
        })
    }

    /// The value that has this name.
    fn named<T: Copy>(&self, values: &[T], name: fn(T) -> &'static str, text: &str) -> Result<T> {
        let value = values.iter().find(|value| name(**value) == text);
        value.copied().ok_or_else(|| damaged(self.run, format!("`{text}` means nothing there")))
    }

    /// The engine's own copy of a name.
    fn name(&self, text: &str) -> Result<&'static str> {
        let known = SIGNALS.iter().map(|signal| signal.name).chain(NAMES).find(|name| *name == text);
        known.ok_or_else(|| damaged(self.run, format!("`{text}` means nothing there")))
    }
}

/// What was read out of the task, as when the run began.
fn needed(task: &Task, query: Option<&Query>) -> Need {
    let need = need(task);
    let Some(query) = query else { return need };
    let own = create_initial_query(&[], task, &need);
    need.obeying(query, &own)
}

fn restored_query(shape: &QueryShape) -> Query {
    Query {
        patterns: shape.patterns.clone(),
        keywords: shape.keywords.iter().map(restored_keyword).collect(),
        excludes: shape.excludes.clone(),
        focus_areas: shape.focus_areas.clone(),
    }
}

fn restored_keyword(shape: &KeywordShape) -> Keyword {
    let source = match &shape.source {
        SourceShape::Task => KeywordSource::Task,
        SourceShape::Caller => KeywordSource::Caller,
        SourceShape::Learned { path, line } => KeywordSource::Learned { path: path.clone(), line: *line },
        SourceShape::Vocabulary { stands_for, path, line } => {
            KeywordSource::Vocabulary { stands_for: stands_for.clone(), path: path.clone(), line: *line }
        }
        SourceShape::History { stands_for, commit, commits } => {
            KeywordSource::History { stands_for: stands_for.clone(), commit: commit.clone(), commits: *commits }
        }
        SourceShape::Remembered { stands_for, confidence, borne_out } => KeywordSource::Remembered {
            stands_for: stands_for.clone(),
            confidence: *confidence,
            borne_out: borne_out.clone().map(|(path, line)| Place { path, line }),
        },
        SourceShape::Glossary { stands_for } => KeywordSource::Glossary { stands_for: stands_for.clone() },
    };
    Keyword { word: shape.word.clone(), weight: shape.weight, source }
}
