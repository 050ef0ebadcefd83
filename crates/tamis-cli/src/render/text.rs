//! `--format text`: the answer for people.

use anstyle::Style;
use tamis::context::{AnswerFile, Span};
use tamis::trace::Status;

use super::foot::foot;
use super::style::{FAINT, GOOD, STRONG, WARN};
use super::words::{clip, columns, path, printable, thousands, two_digits, wrap, wrap_all};
use crate::view::{Detail, View};

/// Prose is wrapped no wider than this.
pub(super) const PROSE: usize = 100;
/// Where the text beside a relevance begins.
const INDENT: usize = 5;
/// Passages of a file that are named where they are not shown.
const NAMED: usize = 8;
/// Columns of a name.
const NAME: usize = 40;

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
    let mut out = heading(view, file);
    if view.detail != Detail::Bare {
        out.push_str(&reason(view, &judgement.reason));
        out.push_str(&copied(file));
    }
    out.push_str(&shown(view, file));
    if view.detail == Detail::Full || !file.spans.is_empty() {
        out.push('\n');
    }
    out
}

fn near_miss(view: &View<'_>, file: &AnswerFile) -> String {
    let judgement = &file.judgement;
    let first = judgement.reason.split("; ").next().unwrap_or_default();
    let mut out = heading(view, file);
    if !view.content && file.spans.is_empty() && view.detail != Detail::Bare {
        let row = format!("{}  {}", out.trim_end(), printable(first));
        return format!("{}\n", clip(&row, view.columns));
    }
    if view.detail == Detail::Full {
        out.push_str(&reason(view, first));
        out.push_str(&copied(file));
    }
    out.push_str(&shown(view, file));
    out
}

/// Relevance, path, and where the passages stand that follow.
fn heading(view: &View<'_>, file: &AnswerFile) -> String {
    let style = if file.accepted { STRONG } else { Style::new() };
    let relevance = two_digits(file.judgement.relevance);
    let (place, ranges, length) = located(file);
    if ranges.is_empty() {
        return format!("{relevance} {style}{place}{style:#}\n");
    }
    if view.content && columns(&place) + ranges.len() + length.len() + INDENT <= view.columns {
        return format!("{relevance} {style}{place}{ranges}{style:#}{length}\n");
    }
    let mut out = format!("{relevance} {style}{place}{style:#}{length}\n");
    if view.content {
        let lines = wrap(&ranges[1..].replace(',', ", "), view.columns, INDENT);
        out.push_str(&format!("{}{lines}\n", " ".repeat(INDENT)));
    }
    out
}

fn reason(view: &View<'_>, text: &str) -> String {
    let text = view.reason(text);
    let lines = wrap(&printable(text), view.columns.min(PROSE), INDENT);
    format!("{}{lines}\n", " ".repeat(INDENT))
}

/// `src/a.ts`, `:10-40,60-72`, and how long the file is.
fn located(file: &AnswerFile) -> (String, String, String) {
    let name = path(&file.judgement.path);
    let ranges: Vec<String> = file.spans.iter().map(|span| span.lines.to_string()).collect();
    if ranges.is_empty() {
        return (name, String::new(), String::new());
    }
    (name, format!(":{}", ranges.join(",")), format!(" of {} lines", thousands(file.lines)))
}

/// What stands for the passages of a near-copy.
fn copied(file: &AnswerFile) -> String {
    let copied = file.near_copy_of.as_deref().map(|of| format!("{}near-copy of {}\n", " ".repeat(INDENT), path(of)));
    copied.unwrap_or_default()
}

/// The passages of a file, or what stands for them where they are not wanted: the line that the reason cites, ranges and names.
fn shown(view: &View<'_>, file: &AnswerFile) -> String {
    if view.content { passages(view, file) } else { outline(view, file) }
}

fn outline(view: &View<'_>, file: &AnswerFile) -> String {
    if file.spans.is_empty() {
        return String::new();
    }
    let margin = " ".repeat(INDENT);
    let cited = file.judgement.evidence.first().filter(|one| one.line > 0);
    let cited = cited.map(|one| format!("{margin}{} | {}", one.line, printable(one.text.trim())));
    let mut out: String = cited.iter().map(|row| format!("{FAINT}{}{FAINT:#}\n", clip(row, view.columns))).collect();
    let mut pieces: Vec<String> = file.spans.iter().take(NAMED).map(piece).collect();
    if file.spans.len() > NAMED {
        pieces.push(format!("and {} more", file.spans.len() - NAMED));
    }
    let last = pieces.len() - 1;
    pieces[..last].iter_mut().for_each(|piece| piece.push(','));
    let lines = wrap_all(pieces.iter().map(String::as_str), view.columns.min(PROSE), INDENT);
    out.push_str(&format!("{margin}{lines}\n"));
    out
}

/// `40-72 throttle`.
fn piece(span: &Span) -> String {
    let name = span.symbol.as_deref().map(|name| format!(" {}", clip(&printable(name), NAME)));
    format!("{}{}", span.lines, name.unwrap_or_default())
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
    use tamis::document::LineRange;

    use super::super::sample::{Sample, check, plain};
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
    fn on_a_terminal() {
        let sample = Sample::new();
        let mut view = View { content: false, columns: 60, ..sample.view(Detail::Full) };
        let second =
            Span { lines: LineRange::new(40, 72), cut_from: None, symbol: None, ..view.files[0].spans[0].clone() };
        view.files[0].spans.push(second);
        expect![[r#"
            sufficient: Found 3 relevant files in 3 cycles; nothing
            critical is missing.

            0.90 src/throttle.ts of 1,040 lines
                 defines `throttle` at line 4; holds `limit`
                 4 | export function throttle() {
                 9-11 throttle, 40-72

            0.70 src/middleware/index.ts
                 uses `throttle` at line 9

            0.80 src/router-setup.ts
                 mounts every route

            also looked at
            0.30 src/user.ts  holds `limit` at line 8

            skipped: 1 binary
            left out: 2 passages over the budget of 2000 tokens
            cycle 1: 0 found by rate, limit, api
            cycle 2: 2 found by throttle, middleware
            cycle 3: 1 found by router, express
            not shown: 2 passages; --content prints them
            run: 0123456789abcdef
        "#]]
        .assert_eq(&plain(&render(&view)));
    }

    #[test]
    fn ranges_that_do_not_fit_stand_in_lines_of_their_own() {
        let sample = Sample::new();
        let mut view = View { columns: 40, ..sample.view(Detail::Full) };
        let first = view.files[0].spans[0].clone();
        let more = (10..20).map(|at| Span { lines: LineRange::new(at * 10, at * 10 + 5), ..first.clone() });
        view.files[0].spans.extend(more);
        expect![[r#"
            0.90 src/throttle.ts of 1,040 lines
                 9-11, 100-105, 110-115, 120-125,
                 130-135, 140-145, 150-155, 160-165,
                 170-175, 180-185, 190-195
        "#]]
        .assert_eq(&plain(&heading(&view, &view.files[0])));
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
