//! The shapes of `tamis/1`, in the order of their fields. Additions only.

use std::time::Duration;

use serde::Serialize;
use tamis::context::AnswerFile;
use tamis::document::{LineRange, Skipped};
use tamis::index::Report;
use tamis::judgement::{Gap, Judgement};
use tamis::trace::{Cycle, Stop};

use super::{Record, relevance};
use crate::query::{KeywordJson, QueryJson};
use crate::view::{Detail, View};

#[derive(Serialize)]
pub(super) struct AnswerJson<'a> {
    pub(super) schema: &'static str,
    pub(super) run: &'a str,
    pub(super) task: String,
    pub(super) root: &'a str,
    pub(super) status: &'static str,
    pub(super) summary: String,
    pub(super) files: Vec<FileJson<'a>>,
    pub(super) gaps: Vec<GapJson<'a>>,
    pub(super) set_aside: Vec<JudgedJson<'a>>,
    pub(super) excluded: Vec<JudgedJson<'a>>,
    pub(super) skipped: Vec<SkippedJson<'a>>,
    pub(super) cycles: Vec<CycleJson<'a>>,
    pub(super) next_query: QueryJson,
    pub(super) next_actions: Vec<String>,
    pub(super) notes: &'a [String],
    pub(super) stale: &'a [String],
    pub(super) index: IndexJson<'a>,
    pub(super) tokens: TokensJson,
    pub(super) timings_ms: TimingsJson,
}

#[derive(Serialize)]
pub(super) struct FileJson<'a> {
    path: &'a str,
    relevance: f64,
    band: &'static str,
    accepted: bool,
    reason: &'a str,
    cycle: usize,
    content_sha: &'a str,
    evidence: Vec<EvidenceJson<'a>>,
    spans: Vec<SpanJson<'a>>,
    lines: u32,
    near_copy_of: Option<&'a str>,
    missing_context: Vec<GapJson<'a>>,
}

#[derive(Serialize)]
struct EvidenceJson<'a> {
    signal: &'static str,
    line: u32,
    text: &'a str,
}

#[derive(Serialize)]
struct SpanJson<'a> {
    start: u32,
    end: u32,
    symbol: Option<&'a str>,
    kind: &'static str,
    cut_from: Option<RangeJson>,
    text: &'a str,
}

#[derive(Serialize)]
struct RangeJson {
    start: u32,
    end: u32,
}

#[derive(Serialize)]
pub(super) struct GapJson<'a> {
    what: &'a str,
    kind: &'static str,
    critical: bool,
    named_by: Option<&'a str>,
    closed_by: Option<&'a str>,
}

#[derive(Serialize)]
pub(super) struct JudgedJson<'a> {
    path: &'a str,
    relevance: f64,
    reason: &'a str,
    cycle: usize,
}

#[derive(Serialize)]
pub(super) struct SkippedJson<'a> {
    pub(super) path: &'a str,
    pub(super) reason: String,
}

#[derive(Serialize)]
pub(super) struct CycleJson<'a> {
    number: usize,
    query: QueryJson,
    channels: Vec<ChannelJson<'a>>,
    fresh: usize,
    evaluation: Vec<EvaluationJson<'a>>,
    learned: Vec<KeywordJson>,
    widened: &'a [String],
    excluded: &'a [String],
    focus_areas: &'a [String],
    stop: Option<&'static str>,
}

#[derive(Serialize)]
struct ChannelJson<'a> {
    name: &'static str,
    candidates: usize,
    skipped: Option<&'a str>,
}

#[derive(Serialize)]
struct EvaluationJson<'a> {
    path: &'a str,
    relevance: f64,
    reason: &'a str,
    missing_context: Vec<&'a str>,
}

#[derive(Serialize)]
pub(super) struct IndexJson<'a> {
    pub(super) state: &'static str,
    pub(super) files: usize,
    pub(super) head: Option<&'a str>,
    pub(super) percent: usize,
    pub(super) read: usize,
    pub(super) analysed: usize,
}

impl<'a> IndexJson<'a> {
    pub(super) fn new(files: usize, head: Option<&'a str>, report: &Report) -> IndexJson<'a> {
        IndexJson {
            state: report.state.name(),
            files,
            head,
            percent: (report.covered * 100).checked_div(files).unwrap_or(100),
            read: report.read,
            analysed: report.analysed,
        }
    }
}

#[derive(Serialize)]
pub(super) struct TokensJson {
    pub(super) budget: usize,
    pub(super) used: usize,
    pub(super) omitted: usize,
}

#[derive(Serialize)]
pub(super) struct TimingsJson {
    open: u64,
    retrieve: u64,
    pack: u64,
    total: u64,
}

impl TimingsJson {
    pub(super) fn new(parts: [Duration; 4]) -> TimingsJson {
        let [open, retrieve, pack, total] = parts.map(|part| part.as_millis() as u64);
        TimingsJson { open, retrieve, pack, total }
    }
}

impl<'a> FileJson<'a> {
    /// A file; in a brief record with less evidence where the detail is short.
    pub(super) fn new(file: &'a AnswerFile, view: &View<'_>, record: Record) -> FileJson<'a> {
        let judgement = &file.judgement;
        let shown = match view.detail {
            Detail::Full => usize::MAX,
            Detail::Short => record.most(usize::MAX, 1),
            Detail::Bare => record.most(usize::MAX, 0),
        };
        let evidence =
            |one: &'a tamis::judgement::Evidence| EvidenceJson { signal: one.signal, line: one.line, text: &one.text };
        let span = |one: &'a tamis::context::Span| SpanJson {
            start: one.lines.start,
            end: one.lines.end,
            symbol: one.symbol.as_deref(),
            kind: one.kind,
            cut_from: one.cut_from.map(|LineRange { start, end }| RangeJson { start, end }),
            text: &one.text,
        };
        FileJson {
            path: &judgement.path,
            relevance: relevance(judgement.relevance),
            band: judgement.band().name(),
            accepted: file.accepted,
            reason: view.reason(&judgement.reason),
            cycle: judgement.cycle,
            content_sha: &file.content_sha,
            evidence: judgement.evidence.iter().take(shown).map(evidence).collect(),
            spans: file.spans.iter().map(span).collect(),
            lines: file.lines,
            near_copy_of: file.near_copy_of.as_deref(),
            missing_context: judgement.missing_context.iter().take(shown).map(GapJson::from).collect(),
        }
    }
}

impl<'a> From<&'a Gap> for GapJson<'a> {
    fn from(gap: &'a Gap) -> GapJson<'a> {
        GapJson {
            what: &gap.what,
            kind: gap.kind.name(),
            critical: gap.critical,
            named_by: gap.named_by.as_deref(),
            closed_by: gap.closed_by.as_deref(),
        }
    }
}

impl<'a> From<&'a Judgement> for JudgedJson<'a> {
    fn from(one: &'a Judgement) -> JudgedJson<'a> {
        JudgedJson { path: &one.path, relevance: relevance(one.relevance), reason: &one.reason, cycle: one.cycle }
    }
}

impl<'a> From<&'a Skipped> for SkippedJson<'a> {
    fn from(one: &'a Skipped) -> SkippedJson<'a> {
        SkippedJson { path: &one.path, reason: one.reason.to_string() }
    }
}

impl<'a> CycleJson<'a> {
    /// A cycle; in a brief record without its query and its judgements.
    pub(super) fn new(cycle: &'a Cycle, record: Record) -> CycleJson<'a> {
        let channel = |one: &'a tamis::retriever::ChannelReport| ChannelJson {
            name: one.name,
            candidates: one.candidates,
            skipped: one.skipped.as_deref(),
        };
        let evaluation = |one: &'a Judgement| EvaluationJson {
            path: &one.path,
            relevance: relevance(one.relevance),
            reason: &one.reason,
            missing_context: one.missing_context.iter().map(|gap| gap.what.as_str()).collect(),
        };
        CycleJson {
            number: cycle.number,
            query: record.query(&cycle.query),
            channels: cycle.channels.iter().take(record.most(usize::MAX, 0)).map(channel).collect(),
            fresh: cycle.fresh,
            evaluation: cycle.judgements.iter().take(record.most(usize::MAX, 0)).map(evaluation).collect(),
            learned: cycle.refinement.learned.iter().map(KeywordJson::from).collect(),
            widened: &cycle.refinement.widened,
            excluded: &cycle.refinement.excluded,
            focus_areas: &cycle.refinement.focus,
            stop: cycle.stop.map(Stop::name),
        }
    }
}
