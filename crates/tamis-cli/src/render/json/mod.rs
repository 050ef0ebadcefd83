//! `--json`, schema `tamis/1`: every field always present. `docs/tamis-1.schema.json` describes it.

pub(crate) mod shapes;

use tamis::context::AnswerFile;

use super::foot::folder;
use super::words::four_digits;
use crate::query::QueryJson;
use crate::run::Run;
use crate::view::View;
use shapes::{AnswerJson, CycleJson, FileJson, GapJson, IndexJson, JudgedJson, SkippedJson, TimingsJson, TokensJson};

/// Most gaps listed; critical and open ones come first.
const GAPS: usize = 100;
/// Characters of the task that are given back.
const TASK: usize = 1000;

/// The answer as one JSON object on one line.
pub(crate) fn answer(run: &Run, view: &View<'_>, total: std::time::Duration) -> String {
    let session = &run.session;
    let corpus = &run.engine.repository().corpus;
    let head = corpus.head();
    let packed = total.saturating_sub(run.timings.open + run.timings.retrieve);
    let json = AnswerJson {
        schema: "tamis/1",
        run: handle(run, head),
        task: first_characters(&session.task.text, TASK),
        root: corpus.root().to_string_lossy().into_owned(),
        status: view.status().name(),
        summary: view.summary(),
        files: view.files.iter().map(|file| FileJson::new(file, view)).collect(),
        gaps: session.context.gaps.iter().take(GAPS).map(GapJson::from).collect(),
        set_aside: session.context.set_aside.iter().map(JudgedJson::from).collect(),
        excluded: session.context.excluded.iter().map(JudgedJson::from).collect(),
        skipped: view.skipped.iter().map(SkippedJson::from).chain(ignored(view)).collect(),
        cycles: session.cycles.iter().map(CycleJson::from).collect(),
        next_query: QueryJson::from(&session.query),
        next_actions: next_actions(view),
        index: IndexJson::new(
            corpus.documents().len(),
            head.map(str::to_owned),
            &run.engine.repository().index.report(),
        ),
        tokens: TokensJson { budget: view.budget, used: cost(view), omitted: view.omitted },
        timings_ms: TimingsJson::new([run.timings.open, run.timings.retrieve, packed, total]),
    };
    format!("{}\n", serde_json::to_string(&json).unwrap_or_default())
}

/// Tokens of the paths, reasons and passages of the files.
pub(super) fn cost(view: &View<'_>) -> usize {
    let one = |file: &AnswerFile| {
        let text: String = file.spans.iter().map(|span| span.text.as_str()).collect();
        let judgement = &file.judgement;
        let copied = file.near_copy_of.as_deref().unwrap_or_default();
        let texts = [judgement.path.as_str(), view.reason(&judgement.reason), &text, copied];
        texts.map(tamis::tokens::count).iter().sum::<usize>()
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
        actions.push(match file.spans.first() {
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
    if view.omitted > 0 {
        actions.push(format!("ask again with --budget {} to see more passages", view.budget * 2));
    }
    actions
}

/// A short name of the run: the same root, commit, task and options give the same.
fn handle(run: &Run, head: Option<&str>) -> String {
    let request = &run.request;
    let selection = &request.options.selection;
    let asked = format!(
        "{}\0{}\0{:?}\0{:?}\0{:?}\0{:?}\0{:?}",
        run.engine.repository().corpus.root().display(),
        head.unwrap_or_default(),
        request.task,
        request.query,
        request.options.budget,
        selection.include,
        selection.exclude,
    );
    // FNV-1a, 64 bits.
    let hash = asked
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
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
