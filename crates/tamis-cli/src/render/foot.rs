//! The end of the forms for people: open gaps, what was skipped or ignored, what did not fit.

use std::collections::BTreeMap;

use tamis::document::{SkipReason, Skipped};
use tamis::judgement::Gap;

use super::style::{FAINT, WARN};
use super::text::PROSE;
use super::trace;
use super::words::{clip, path, plural, printable, wrap};
use crate::view::{Detail, View};

/// Skipped paths that are listed.
const SKIPPED: usize = 20;

/// Open gaps, what was skipped, what did not fit.
pub(super) fn foot(view: &View<'_>) -> String {
    let mut out = String::new();
    if view.detail != Detail::Bare && !view.files.is_empty() {
        out.push('\n');
    }
    let (critical, other) = view.open_gaps();
    let shown = match view.detail {
        Detail::Full if !view.content => 5,
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
        out.push_str(&ignored(view));
        for note in &view.notes {
            out.push_str(&format!("{}\n", wrap(&format!("note: {}", printable(note)), view.columns.min(PROSE), 2)));
        }
    }
    if view.omitted > 0 {
        let what = plural(view.omitted, "passage");
        let text = match view.detail {
            Detail::Bare => format!("left out: {what}"),
            _ => format!("left out: {what} over the budget of {} tokens", view.budget),
        };
        out.push_str(&format!("{FAINT}{text}{FAINT:#}\n"));
    }
    if !view.content && view.detail != Detail::Bare {
        out.push_str(&unsaid(view));
    }
    if view.saved && view.detail != Detail::Bare {
        out.push_str(&format!("{FAINT}run: {}{FAINT:#}\n", view.run));
    }
    out
}

/// What a short answer leaves unsaid: the cycles in a line each, and how the passages are had.
fn unsaid(view: &View<'_>) -> String {
    let cycles = if view.trace { String::new() } else { trace::brief(view) };
    match view.files.iter().map(|file| file.spans.len()).sum() {
        0 => cycles,
        count => {
            let text = format!("not shown: {}; --content prints them", plural(count, "passage"));
            format!("{cycles}{FAINT}{}{FAINT:#}\n", wrap(&text, view.columns.min(PROSE), 2))
        }
    }
}

fn gap_words(view: &View<'_>, gap: &Gap) -> String {
    let what = path(&gap.what);
    match (&gap.named_by, view.detail) {
        (Some(by), Detail::Full) if view.content => format!("{} {what} (needed by {})", gap.kind.name(), path(by)),
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

/// Ignored files that hold words of the task, and how to search them.
fn ignored(view: &View<'_>) -> String {
    let Some(first) = view.ignored.paths.first() else { return String::new() };
    let names: Vec<String> = view.ignored.paths.iter().take(3).map(|name| path(name)).collect();
    let body = format!(
        "ignored: {} with words of the task: {}; search there with --root {}",
        plural(view.ignored.count, "file"),
        names.join(", "),
        path(folder(first)),
    );
    format!("{}\n", wrap(&body, view.columns.min(PROSE), 2))
}

/// The folder a path stands in; `.` at the root.
pub(super) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or(".", |(folder, _)| folder)
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
        SkipReason::NotIndexed(count) => ("not read yet", *count),
    }
}
