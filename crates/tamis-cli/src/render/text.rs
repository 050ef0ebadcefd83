//! `--format text`: the answer for people.

use tamis::context::{AnswerFile, Span};
use tamis::trace::Status;

use super::foot::foot;
use super::style::{FAINT, GOOD, STRONG, WARN};
use super::words::{clip, path, printable, thousands, two_digits, wrap};
use crate::view::{Detail, View};

/// Prose is wrapped no wider than this.
pub(super) const PROSE: usize = 100;
/// Where the text beside a relevance begins.
const INDENT: usize = 5;

pub(super) fn render(view: &View<'_>) -> String {
    let mut out = head(view);
    for file in view.accepted() {
        out.push_str(&entry(view, file));
    }
    if view.near().next().is_some() {
        if view.detail != Detail::Bare && !out.ends_with("\n\n") {
            out.push('\n');
        }
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
    let (place, length) = located(file);
    let mut out = format!("{} {STRONG}{place}{STRONG:#}{length}\n", two_digits(judgement.relevance));
    if view.detail != Detail::Bare {
        out.push_str(&reason(view, &judgement.reason));
        out.push_str(&copied(file));
    }
    out.push_str(&passages(view, file));
    if view.detail == Detail::Full || !file.spans.is_empty() {
        out.push('\n');
    }
    out
}

fn near_miss(view: &View<'_>, file: &AnswerFile) -> String {
    let judgement = &file.judgement;
    let (place, length) = located(file);
    let mut out = format!("{} {place}{length}\n", two_digits(judgement.relevance));
    if view.detail == Detail::Full {
        let first = judgement.reason.split("; ").next().unwrap_or_default();
        out.push_str(&reason(view, first));
        out.push_str(&copied(file));
    }
    out.push_str(&passages(view, file));
    out
}

fn reason(view: &View<'_>, text: &str) -> String {
    let text = view.reason(text);
    let lines = wrap(&printable(text), view.columns.min(PROSE), INDENT);
    format!("{}{lines}\n", " ".repeat(INDENT))
}

/// `src/a.ts:10-40,60-72`, and how long the file is.
fn located(file: &AnswerFile) -> (String, String) {
    let name = path(&file.judgement.path);
    let ranges: Vec<String> = file.spans.iter().map(|span| span.lines.to_string()).collect();
    if ranges.is_empty() {
        return (name, String::new());
    }
    (format!("{name}:{}", ranges.join(",")), format!(" of {} lines", thousands(file.lines)))
}

/// What stands for the passages of a near-copy.
fn copied(file: &AnswerFile) -> String {
    let copied = file.near_copy_of.as_deref().map(|of| format!("{}near-copy of {}\n", " ".repeat(INDENT), path(of)));
    copied.unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::sample::check;
    use super::*;

    #[test]
    fn full() {
        check(
            render,
            Detail::Full,
            expect![[r#"
                sufficient: Found 3 relevant files in 3 cycles; nothing critical is missing.

                0.90 src/throttle.ts:9-11 of 1,040 lines
                     defines `throttle` at line 4; holds `limit`
                  function throttle, cut from 4-30
                 9 |   if (bucket.empty()) {
                10 |
                11 |     return "```";

                0.70 src/middleware/index.ts
                     uses `throttle` at line 9

                0.80 src/router-setup.ts
                     mounts every route

                also looked at
                0.30 src/user.ts
                     holds `limit` at line 8

                skipped: 1 binary
                left out: 2 passages over the budget of 2000 tokens
                run: 0123456789abcdef
            "#]],
        );
    }

    #[test]
    fn short() {
        check(
            render,
            Detail::Short,
            expect![[r#"
                sufficient: Found 3 relevant files in 3 cycles; nothing critical is missing.

                0.90 src/throttle.ts:9-11 of 1,040 lines
                     defines `throttle` at line 4
                  function throttle, cut from 4-30
                 9 |   if (bucket.empty()) {
                10 |
                11 |     return "```";

                0.70 src/middleware/index.ts
                     uses `throttle` at line 9
                0.80 src/router-setup.ts
                     mounts every route

                also looked at
                0.30 src/user.ts

                skipped: 1 binary
                left out: 2 passages over the budget of 2000 tokens
                run: 0123456789abcdef
            "#]],
        );
    }

    #[test]
    fn bare() {
        check(
            render,
            Detail::Bare,
            expect![[r#"
            sufficient
            0.90 src/throttle.ts
            0.70 src/middleware/index.ts
            0.80 src/router-setup.ts
            also looked at
            0.30 src/user.ts
            left out: 2 passages
        "#]],
        );
    }
}
