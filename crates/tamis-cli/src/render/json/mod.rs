//! `--json`, schema `tamis/1`: every field always present. `docs/tamis-1.schema.json` describes it.

pub(crate) mod shapes;

use std::time::Duration;

use tamis::context::{AnswerFile, Span};
use tamis::index::{Report, State};
use tamis::judgement::Judgement;
use tamis::query::Query;

use super::foot::folder;
use super::words::four_digits;
use crate::query::QueryJson;
use crate::run::Timings;
use crate::view::View;
use shapes::{AnswerJson, CycleJson, FileJson, GapJson, IndexJson, JudgedJson, SkippedJson, TimingsJson, TokensJson};

/// Most gaps listed; critical and open ones come first.
const GAPS: usize = 100;
/// Characters of the task that are given back.
const TASK: usize = 1000;
/// Gaps and skipped paths of a brief record.
const FEW: usize = 10;
/// Tokens that times may take beyond those of zeros.
const TIMES: usize = 16;

/// How much of the run stands beside the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Record {
    /// All of it.
    Whole,
    /// What is open: for a model, which pays for every word. The same fields; the lists are shorter, or empty.
    Brief,
}

impl Record {
    /// So many entries of a list that the whole record has.
    fn most(self, whole: usize, brief: usize) -> usize {
        if self == Record::Whole { whole } else { brief }
    }

    /// A query, or none of it.
    fn query(self, query: &Query) -> QueryJson {
        if self == Record::Whole { QueryJson::from(query) } else { QueryJson::default() }
    }
}

/// The answer as one JSON object on one line.
pub(crate) fn answer(view: &View<'_>, record: Record, timings: Timings, total: Duration) -> String {
    written(view, record, &view.report, timings, total)
}

fn written(view: &View<'_>, record: Record, report: &Report, timings: Timings, total: Duration) -> String {
    let session = view.session;
    let packed = total.saturating_sub(timings.open + timings.retrieve);
    let whole = record == Record::Whole;
    let first = if view.follow_up || !whole { session.cycles.len() - 1 } else { 0 };
    let gaps = session.context.gaps.iter().filter(|gap| whole || gap.closed_by.is_none());
    let skipped = ignored(view).chain(view.skipped.iter().map(SkippedJson::from));
    let json = AnswerJson {
        schema: "tamis/1",
        run: &view.run,
        task: first_characters(&session.task.text, TASK),
        root: &view.root,
        status: view.status().name(),
        summary: view.summary(),
        files: view.files.iter().map(|file| FileJson::new(file, view, record)).collect(),
        gaps: gaps.take(record.most(GAPS, FEW)).map(GapJson::from).collect(),
        set_aside: judged(&view.context.set_aside, whole),
        excluded: judged(&view.context.excluded, whole),
        skipped: skipped.take(record.most(usize::MAX, FEW)).collect(),
        cycles: session.cycles[first..].iter().map(|cycle| CycleJson::new(cycle, record)).collect(),
        next_query: record.query(&session.query),
        next_actions: next_actions(view),
        notes: &view.notes,
        stale: &view.stale,
        index: IndexJson::new(view.documents, view.head.as_deref(), report),
        tokens: TokensJson { budget: view.budget, used: cost(view), omitted: view.omitted },
        timings_ms: TimingsJson::new([timings.open, timings.retrieve, packed, total]),
    };
    format!("{}\n", serde_json::to_string(&json).unwrap_or_default())
}

fn judged(list: &[Judgement], whole: bool) -> Vec<JudgedJson<'_>> {
    list.iter().filter(|_| whole).map(JudgedJson::from).collect()
}

/// Tokens of the whole answer with a brief record. How the index came about costs what it may cost at most: what is shown does not
/// depend on it.
pub(super) fn whole_cost(view: &View<'_>) -> usize {
    let files = view.documents;
    let report = Report { state: State::Partial, covered: files, read: files, analysed: files, notes: Vec::new() };
    view.counter.count(&written(view, Record::Brief, &report, Timings::default(), Duration::ZERO)) + TIMES
}

/// Tokens of the paths, reasons and passages of the files.
pub(super) fn cost(view: &View<'_>) -> usize {
    let one = |file: &AnswerFile| {
        let text: String = file.spans.iter().map(|span| span.text.as_str()).collect();
        let judgement = &file.judgement;
        let copied = file.near_copy_of.as_deref().unwrap_or_default();
        let texts = [judgement.path.as_str(), view.reason(&judgement.reason), &text, copied];
        texts.map(|text| view.counter.count(text)).iter().sum::<usize>()
    };
    view.files.iter().map(one).sum()
}

/// Ignored files that hold words of the task, as things that were skipped.
fn ignored<'a>(view: &'a View<'_>) -> impl Iterator<Item = SkippedJson<'a>> {
    let reason =
        |path: &str| format!("ignored, and holds words of the task; search there with --root {}", folder(path));
    view.ignored.paths.iter().map(move |path| SkippedJson { path, reason: reason(path) })
}

/// What is worth doing now, in words that can be typed.
fn next_actions(view: &View<'_>) -> Vec<String> {
    let mut actions: Vec<String> = Vec::new();
    let some_accepted = view.accepted().next().is_some();
    for file in view.files.iter().filter(|file| file.accepted || !some_accepted).take(3) {
        let path = &file.judgement.path;
        actions.push(match to_open(file) {
            Some(span) => format!("open {path}:{}", span.lines),
            None => format!("open {path}"),
        });
    }
    let (critical, _) = view.open_gaps();
    actions.extend(critical.iter().take(3).map(|gap| format!("ask again with --focus {}", gap.what)));
    if !some_accepted {
        actions.push("ask again with --keyword and a word that this repository uses".to_owned());
    }
    if let Some(path) = view.ignored.paths.first() {
        actions.push(format!("ask again with --root {}, which is ignored and holds {path}", folder(path)));
    }
    if view.saved {
        actions.push(format!("say which files are right, or ask more: tamis find --resume {}", view.run));
    }
    if view.omitted > 0 {
        actions.push(format!("ask again with --budget {} to see more passages", view.budget * 2));
    }
    actions
}

/// The passage to read first: the one with the line that the reason cites, or else the first.
fn to_open(file: &AnswerFile) -> Option<&Span> {
    let cited = |span: &&Span| file.judgement.evidence.first().is_some_and(|one| span.lines.contains(one.line));
    file.spans.iter().find(cited).or_else(|| file.spans.first())
}

fn first_characters(text: &str, count: usize) -> String {
    match text.char_indices().nth(count) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A relevance as it stands in JSON.
fn relevance(value: f64) -> f64 {
    four_digits(value)
}
