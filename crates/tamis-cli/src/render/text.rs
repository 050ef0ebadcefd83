//! `--format text`: the answer for people.

use std::collections::BTreeMap;

use tamis::context::{AnswerFile, Span};
use tamis::document::{SkipReason, Skipped};
use tamis::judgement::Gap;
use tamis::trace::Status;

use super::style::{FAINT, GOOD, STRONG, WARN};
use super::words::{clip, path, plural, printable, two_digits, wrap};
use crate::view::{Detail, View};

/// Prose is wrapped no wider than this.
const PROSE: usize = 100;
/// Where the text beside a relevance begins.
const INDENT: usize = 5;
/// Skipped paths that are listed.
const SKIPPED: usize = 20;

pub(super) fn render(view: &View<'_>) -> String {
    let mut out = head(view);
    for file in view.accepted() {
        out.push_str(&entry(view, file));
    }
    if view.near().next().is_some() {
        out.push_str(&near_title(view));
    }
    out.extend(view.near().map(|file| near_miss(view, file)));
    out.push_str(&foot(view));
    out
}

/// The heading of the files below the accept line.
pub(super) fn near_title(view: &View<'_>) -> String {
    let title = if view.accepted().next().is_some() { "also looked at" } else { "closest" };
    format!("{FAINT}{title}{FAINT:#}\n")
}

/// The status and the summary.
pub(super) fn head(view: &View<'_>) -> String {
    let name = view.status().name();
    let style = if matches!(view.status(), Status::Sufficient | Status::Complete) { GOOD } else { WARN };
    if view.detail == Detail::Bare {
        return format!("{style}{name}{style:#}\n");
    }
    let text = wrap(&format!("{name}: {}", printable(&view.summary())), view.columns.min(PROSE), 0);
    format!("{style}{name}{style:#}{}\n\n", text.strip_prefix(name).unwrap_or_default())
}

fn entry(view: &View<'_>, file: &AnswerFile) -> String {
    let judgement = &file.judgement;
    let place = located(file);
    let mut out = format!("{} {STRONG}{place}{STRONG:#}\n", two_digits(judgement.relevance));
    if view.detail != Detail::Bare {
        out.push_str(&reason(view, &judgement.reason));
    }
    out.push_str(&passages(view, file));
    if view.detail == Detail::Full || !file.spans.is_empty() {
        out.push('\n');
    }
    out
}

fn near_miss(view: &View<'_>, file: &AnswerFile) -> String {
    let judgement = &file.judgement;
    let mut out = format!("{} {}\n", two_digits(judgement.relevance), located(file));
    if view.detail == Detail::Full {
        let first = judgement.reason.split("; ").next().unwrap_or_default();
        out.push_str(&reason(view, first));
    }
    out.push_str(&passages(view, file));
    out
}

fn reason(view: &View<'_>, text: &str) -> String {
    let text = view.reason(text);
    let lines = wrap(&printable(text), view.columns.min(PROSE), INDENT);
    format!("{}{lines}\n", " ".repeat(INDENT))
}

/// `src/a.ts:10-40,60-72`.
fn located(file: &AnswerFile) -> String {
    let name = path(&file.judgement.path);
    let ranges: Vec<String> = file.spans.iter().map(|span| span.lines.to_string()).collect();
    if ranges.is_empty() { name } else { format!("{name}:{}", ranges.join(",")) }
}

fn passages(view: &View<'_>, file: &AnswerFile) -> String {
    let last = file.spans.last().map_or(0, |span| span.lines.end);
    let gutter = last.to_string().len();
    file.spans.iter().map(|span| passage(view, span, gutter)).collect()
}

fn passage(view: &View<'_>, span: &Span, gutter: usize) -> String {
    let mut out = String::new();
    let name = span.symbol.as_deref().map(|name| format!("{} {}", span.kind, printable(name)));
    let cut = span.cut_from.map(|whole| format!("cut from {whole}"));
    let title: Vec<String> = name.into_iter().chain(cut).collect();
    if !title.is_empty() {
        out.push_str(&format!("{FAINT}  {}{FAINT:#}\n", clip(&title.join(", "), view.columns.saturating_sub(2))));
    }
    for (line, text) in (span.lines.start..).zip(span.text.lines()) {
        let row = format!("{line:>gutter$} | {}", printable(text));
        out.push_str(clip(&row, view.columns).trim_end());
        out.push('\n');
    }
    out
}

/// Open gaps, what was skipped, what did not fit.
pub(super) fn foot(view: &View<'_>) -> String {
    let mut out = String::new();
    if view.detail != Detail::Bare && !view.files.is_empty() {
        out.push('\n');
    }
    let (critical, other) = view.open_gaps();
    let shown = match view.detail {
        Detail::Full => 10,
        Detail::Short => 3,
        Detail::Bare => 0,
    };
    let named: Vec<String> = critical.iter().map(|gap| gap_words(view, gap)).collect();
    out.push_str(&listed(view, "missing", WARN, &named, 0));
    if view.detail != Detail::Bare {
        let named: Vec<String> = other.iter().take(shown).map(|gap| gap_words(view, gap)).collect();
        out.push_str(&listed(view, "open", FAINT, &named, other.len().saturating_sub(shown)));
        out.push_str(&skipped(view));
    }
    if view.omitted > 0 {
        let what = plural(view.omitted, "passage");
        let text = match view.detail {
            Detail::Bare => format!("left out: {what}"),
            _ => format!("left out: {what} over the budget of {} tokens", view.budget),
        };
        out.push_str(&format!("{FAINT}{text}{FAINT:#}\n"));
    }
    out
}

fn gap_words(view: &View<'_>, gap: &Gap) -> String {
    let what = path(&gap.what);
    match (&gap.named_by, view.detail) {
        (Some(by), Detail::Full) => format!("{} {what} (needed by {})", gap.kind.name(), path(by)),
        (_, Detail::Bare) => what,
        _ => format!("{} {what}", gap.kind.name()),
    }
}

fn listed(view: &View<'_>, title: &str, style: anstyle::Style, items: &[String], more: usize) -> String {
    if items.is_empty() {
        return String::new();
    }
    let tail = if more > 0 { format!(", and {more} more") } else { String::new() };
    let body = wrap(&format!("{title}: {}{tail}", items.join(", ")), view.columns.min(PROSE), 2);
    format!("{style}{title}{style:#}{}\n", body.strip_prefix(title).unwrap_or_default())
}

fn skipped(view: &View<'_>) -> String {
    if view.skipped.is_empty() {
        return String::new();
    }
    let mut out = format!("{FAINT}skipped: {}{FAINT:#}\n", skip_counts(view.skipped));
    if view.trace && view.detail == Detail::Full {
        for one in view.skipped.iter().take(SKIPPED) {
            let row = format!("  {}: {}", path(&one.path), printable(&one.reason.to_string()));
            out.push_str(&format!("{}\n", clip(&row, view.columns)));
        }
        if view.skipped.len() > SKIPPED {
            out.push_str(&format!("  and {} more\n", view.skipped.len() - SKIPPED));
        }
    }
    out
}

/// `3 binary, 1 too large`.
pub(crate) fn skip_counts(skipped: &[Skipped]) -> String {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for one in skipped {
        let (kind, count) = skip_kind(&one.reason);
        *counts.entry(kind).or_default() += count;
    }
    let words: Vec<String> = counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    words.join(", ")
}

fn skip_kind(reason: &SkipReason) -> (&'static str, u64) {
    match reason {
        SkipReason::Binary => ("binary", 1),
        SkipReason::Binaries(count) => ("binary", *count),
        SkipReason::TooLarge(_) => ("too large", 1),
        SkipReason::Minified => ("minified", 1),
        SkipReason::Unreadable(_) => ("unreadable", 1),
        SkipReason::LinkOutside => ("links to outside the root", 1),
        SkipReason::LinkUnlisted => ("links to files left out", 1),
        SkipReason::BrokenLink => ("broken links", 1),
        SkipReason::NotAFile => ("not regular files", 1),
        SkipReason::NestedRepository => ("nested repositories", 1),
        SkipReason::SubmoduleAbsent => ("submodules not checked out", 1),
        SkipReason::Secret => ("may hold secrets", 1),
        SkipReason::Vanished => ("vanished while reading", 1),
        SkipReason::TooMany(count) => ("over the limit of files", *count),
    }
}
