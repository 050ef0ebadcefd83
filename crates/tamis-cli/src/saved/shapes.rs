//! The fields of a saved run, as they stand in its file.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// The form of the file. A run of another form is refused.
pub(super) const SCHEMA: &str = "tamis-run/1";

/// A finished run.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Saved {
    pub(crate) schema: String,
    /// Its handle.
    pub(crate) run: String,
    /// Follow-ups before it.
    pub(crate) follow_ups: usize,
    /// Files that the caller knew before it, where it is a follow-up.
    #[serde(default)]
    pub(crate) known: BTreeSet<String>,
    /// Absolute, links resolved.
    pub(crate) root: String,
    pub(crate) head: Option<String>,
    pub(crate) documents: usize,
    pub(crate) request: RequestShape,
    pub(crate) session: SessionShape,
    /// The answer that was given, without its text.
    pub(crate) files: Vec<FileShape>,
    /// Git's names of the contents that were judged, by path.
    pub(crate) contents: BTreeMap<String, String>,
}

impl Saved {
    /// The files that the run returned, and whether each was accepted.
    pub(crate) fn returned(&self) -> impl Iterator<Item = (&str, bool)> {
        self.files.iter().map(|file| (file.path.as_str(), file.accepted))
    }

    /// Every path that the run speaks of as a document.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        let session = &self.session;
        let lists = [&session.accepted, &session.set_aside, &session.excluded, &session.others];
        let judged = lists.into_iter().chain(session.cycles.iter().map(|cycle| &cycle.judgements)).flatten();
        judged.map(|one| one.path.as_str()).chain(session.seen.iter().map(String::as_str))
    }
}

#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct RequestShape {
    pub(super) task: TaskShape,
    pub(super) include: Vec<String>,
    pub(super) exclude: Vec<String>,
    pub(super) budget: BudgetShape,
    /// The first query, where the caller gave it.
    pub(super) query: Option<QueryShape>,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct TaskShape {
    pub(super) text: String,
    pub(super) purpose: Option<String>,
    pub(super) keywords: Vec<String>,
    pub(super) patterns: Vec<String>,
    pub(super) excludes: Vec<String>,
    pub(super) focus_areas: Vec<String>,
    pub(super) tests: TestsShape,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum TestsShape {
    Auto,
    Only,
    Off,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct BudgetShape {
    pub(super) max_cycles: usize,
    pub(super) quota: usize,
    pub(super) accept: f64,
    pub(super) exclude: f64,
    pub(super) candidates: usize,
    pub(super) learned_per_cycle: usize,
    pub(super) tokens: usize,
    pub(super) limit: usize,
}

#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct SessionShape {
    pub(super) query: QueryShape,
    pub(super) accepted: Vec<JudgementShape>,
    pub(super) set_aside: Vec<JudgementShape>,
    pub(super) excluded: Vec<JudgementShape>,
    pub(super) others: Vec<JudgementShape>,
    pub(super) gaps: Vec<GapShape>,
    pub(super) cycles: Vec<CycleShape>,
    pub(super) seen: Vec<String>,
    pub(super) status: Option<String>,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct QueryShape {
    pub(super) patterns: Vec<String>,
    pub(super) keywords: Vec<KeywordShape>,
    pub(super) excludes: Vec<String>,
    pub(super) focus_areas: Vec<String>,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct KeywordShape {
    pub(super) word: String,
    pub(super) weight: f64,
    pub(super) source: SourceShape,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SourceShape {
    Task,
    Caller,
    Learned { path: String, line: u32 },
    Vocabulary { stands_for: Vec<String>, path: String, line: u32 },
    History { stands_for: Vec<String>, commit: String, commits: u32 },
    Remembered { stands_for: Vec<String>, confidence: u32, borne_out: Option<(String, u32)> },
    Glossary { stands_for: String },
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct JudgementShape {
    pub(super) path: String,
    pub(super) relevance: f64,
    pub(super) reason: String,
    pub(super) evidence: Vec<EvidenceShape>,
    pub(super) missing_context: Vec<GapShape>,
    pub(super) cycle: usize,
    pub(super) signals: Vec<f64>,
}

/// A place, without its text.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct EvidenceShape {
    pub(super) signal: String,
    pub(super) line: u32,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct GapShape {
    pub(super) what: String,
    pub(super) kind: String,
    pub(super) critical: bool,
    pub(super) named_by: Option<String>,
    pub(super) closed_by: Option<String>,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct CycleShape {
    pub(super) number: usize,
    pub(super) query: QueryShape,
    pub(super) channels: Vec<ChannelShape>,
    pub(super) fresh: usize,
    pub(super) judgements: Vec<JudgementShape>,
    pub(super) learned: Vec<KeywordShape>,
    pub(super) widened: Vec<String>,
    pub(super) excluded: Vec<String>,
    pub(super) focus: Vec<String>,
    pub(super) stop: Option<String>,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct ChannelShape {
    pub(super) name: String,
    pub(super) candidates: usize,
    pub(super) skipped: Option<String>,
}

/// A file of the answer.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct FileShape {
    pub(super) path: String,
    pub(super) accepted: bool,
    pub(super) content_sha: String,
    pub(super) lines: u32,
    pub(super) spans: Vec<SpanShape>,
    pub(super) near_copy_of: Option<String>,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct SpanShape {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) cut_from: Option<(u32, u32)>,
    pub(super) symbol: Option<String>,
    pub(super) kind: String,
}
