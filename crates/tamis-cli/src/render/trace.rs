//! `--trace`: the cycles in the form of the pattern's examples, one block a cycle.

use std::collections::BTreeSet;

use tamis::judgement::{GapKind, Judgement};
use tamis::query::{Keyword, KeywordSource};
use tamis::trace::Cycle;

use super::style::{FAINT, STRONG};
use super::text::PROSE;
use super::words::{clip, path, plural, printable, two_digits, wrap};
use crate::view::{Detail, View};

/// Width of the column that names the phase.
const HEAD: usize = 12;
/// Width of the column of words and paths.
const COLUMN: usize = 36;
/// Words of a dispatch that are shown.
const WORDS: usize = 6;
/// Words of the gap that stands for a first cycle without a find; fewer, for a sentence goes before them.
const GAP_WORDS: usize = WORDS - 2;
/// Gaps of a cycle that are shown.
const GAPS: usize = 3;

pub(super) fn render(view: &View<'_>) -> String {
    let mut out = String::new();
    for (place, cycle) in view.session.cycles.iter().enumerate() {
        let earlier = place.checked_sub(1).map(|before| &view.session.cycles[before]);
        out.push_str(&format!("{STRONG}cycle {}{STRONG:#}\n", cycle.number));
        let mut lines = dispatch(view, cycle, earlier);
        lines.extend(evaluate(view, cycle));
        if cycle.stop.is_none() {
            lines.extend(refine(view, cycle));
        }
        for line in lines {
            out.push_str(clip(&line, view.columns).trim_end());
            out.push('\n');
        }
    }
    out.push_str(&format!("stopped     {}\n", wrap(&stopped(view), view.columns.min(PROSE), HEAD)));
    out
}

/// The cycles in a line each, where there was more than one: what a short answer on a terminal says of them, without `--trace`.
pub(super) fn brief(view: &View<'_>) -> String {
    let cycles = &view.session.cycles;
    let line = |(place, cycle): (usize, &Cycle)| {
        let earlier = place.checked_sub(1).map(|before| &cycles[before]);
        let line = format!(
            "cycle {}: {} found by {}",
            cycle.number,
            accepted(view, cycle).count(),
            words(view, cycle, earlier)
        );
        format!("{FAINT}{}{FAINT:#}\n", clip(&line, view.columns.min(PROSE)))
    };
    cycles.iter().enumerate().filter(|_| cycles.len() > 1).map(line).collect()
}

/// What was searched for, new words only after the first cycle, and how many files were relevant.
fn dispatch(view: &View<'_>, cycle: &Cycle, earlier: Option<&Cycle>) -> Vec<String> {
    let text = words(view, cycle, earlier);
    let found = accepted(view, cycle).count();
    let room = view.columns.saturating_sub(HEAD + " 10 found".len());
    let mut lines =
        vec![format!("  dispatch  {:<column$} {found} found", clip(&text, room), column = COLUMN.min(room))];
    if view.detail == Detail::Full {
        let scope = scope(&cycle.query.patterns);
        lines.push(format!("            in {scope}, {}", plural(cycle.fresh, "new candidate")));
    }
    let silent = cycle.channels.iter().filter_map(|one| Some(format!("{}: {}", one.name, one.skipped.as_ref()?)));
    lines.extend(silent.map(|text| format!("            not searched: {}", printable(&text))));
    lines
}

/// The words of a cycle's query, those that its forerunner had left out.
fn words(view: &View<'_>, cycle: &Cycle, earlier: Option<&Cycle>) -> String {
    let known = |word: &str| earlier.is_some_and(|cycle| cycle.query.keyword(word).is_some());
    let mut words: Vec<String> = Vec::new();
    words.extend(cycle.query.focus_areas.iter().map(|area| printable(area).into_owned()));
    let fresh = cycle.query.keywords.iter().filter(|keyword| !known(&keyword.word));
    words.extend(fresh.filter_map(|keyword| said(view, keyword)));
    let mut seen = BTreeSet::new();
    words.retain(|word| seen.insert(word.clone()));
    let more = words.len().saturating_sub(WORDS);
    words.truncate(WORDS);
    if more > 0 {
        words.push(format!("{more} more"));
    }
    if words.is_empty() { "the same words".to_owned() } else { words.join(", ") }
}

/// A word of a query as people say it; none for a piece of a word.
fn said(view: &View<'_>, keyword: &Keyword) -> Option<String> {
    let term =
        view.session.need.terms.iter().find(|term| keyword.source == KeywordSource::Task && term.word == keyword.word);
    let word = term.map_or(Some(&keyword.word), |term| term.said_as.as_ref())?;
    Some(printable(word).into_owned())
}

fn scope(patterns: &[String]) -> String {
    let shown: Vec<String> = patterns.iter().take(4).map(|glob| path(glob)).collect();
    let more = patterns.len() - shown.len();
    if more > 0 { format!("{} and {more} more globs", shown.join(" ")) } else { shown.join(" ") }
}

/// Judgements of a cycle that became part of the answer then.
fn accepted<'a>(view: &'a View<'_>, cycle: &'a Cycle) -> impl Iterator<Item = &'a Judgement> {
    let kept = |one: &&Judgement| {
        view.session.context.accepted.iter().any(|known| known.doc == one.doc && known.cycle == cycle.number)
    };
    cycle.judgements.iter().filter(kept)
}

/// Relevant files, the best of the others, and what is missing.
fn evaluate(view: &View<'_>, cycle: &Cycle) -> Vec<String> {
    let near = match view.detail {
        Detail::Full => 3,
        Detail::Short => 1,
        Detail::Bare => 0,
    };
    let kept: Vec<&Judgement> = accepted(view, cycle).collect();
    let excluded = |one: &Judgement| view.session.context.excluded.iter().any(|known| known.doc == one.doc);
    let is_kept = |one: &Judgement| kept.iter().any(|known| known.doc == one.doc);
    let others: Vec<&Judgement> = cycle.judgements.iter().filter(|one| !is_kept(one) && !excluded(one)).collect();
    let shown: Vec<&Judgement> = kept.iter().copied().chain(others.iter().copied().take(near)).collect();
    let width = shown.iter().map(|one| path(&one.path).chars().count()).max().unwrap_or(0).min(COLUMN - 5);
    let mut rows: Vec<String> = shown.iter().map(|one| row(one, width)).collect();
    let more = others.len().saturating_sub(near);
    if more > 0 && view.detail == Detail::Full {
        rows.push(format!("{more} more set aside"));
    }
    rows.extend(gaps(view, &kept, cycle));
    if rows.is_empty() {
        rows.push("nothing relevant enough".to_owned());
    }
    let heads = std::iter::once("  evaluate  ").chain(std::iter::repeat("            "));
    heads.zip(rows).map(|(head, row)| format!("{head}{row}")).collect()
}

fn row(judgement: &Judgement, width: usize) -> String {
    let reason = judgement.reason.split("; ").next().unwrap_or_default();
    let name = path(&judgement.path);
    format!("{} {name:<width$} {}", two_digits(judgement.relevance), printable(reason))
}

/// Critical gaps that the relevant files name; without any, the words that found nothing.
fn gaps(view: &View<'_>, kept: &[&Judgement], cycle: &Cycle) -> Vec<String> {
    if kept.is_empty() && cycle.number == 1 {
        let own = cycle.query.keywords.iter().filter(|keyword| keyword.source == KeywordSource::Task);
        let mut words: Vec<String> = own.filter_map(|keyword| said(view, keyword)).collect();
        words.dedup();
        words.truncate(GAP_WORDS);
        let what = if cycle.fresh == 0 { "nothing matches" } else { "nothing relevant enough for" };
        return vec![format!("gap: {what} `{}`", words.join(" "))];
    }
    let critical = kept.iter().flat_map(|one| &one.missing_context).filter(|gap| gap.critical);
    let mut names: Vec<String> = critical.filter(|gap| gap.kind != GapKind::Term).map(|gap| path(&gap.what)).collect();
    names.dedup();
    names.truncate(GAPS);
    names.into_iter().map(|name| format!("gap: {name}")).collect()
}

/// What the next cycle has in addition: words, globs, names to look for first, and how many files it has no more.
fn refine(view: &View<'_>, cycle: &Cycle) -> Vec<String> {
    let refinement = &cycle.refinement;
    let mut parts: Vec<String> = Vec::new();
    parts.extend(refinement.learned.iter().map(|keyword| format!("+{}", printable(&keyword.word))));
    parts.extend(refinement.widened.iter().take(GAPS).map(|glob| format!("+{}", path(glob))));
    let focus: Vec<String> = refinement.focus.iter().take(GAPS).map(|area| path(area)).collect();
    if !focus.is_empty() {
        parts.push(format!("look for {}", focus.join(", ")));
    }
    if !refinement.excluded.is_empty() {
        parts.push(format!("exclude {}", plural(refinement.excluded.len(), "file")));
    }
    if parts.is_empty() {
        return Vec::new();
    }
    let text = format!("  refine    {}", wrap(&parts.join(" "), view.columns.min(PROSE), HEAD));
    text.lines().map(str::to_owned).collect()
}

fn stopped(view: &View<'_>) -> String {
    let context = &view.session.context;
    let (critical, other) = view.open_gaps();
    let gaps = match (critical.len(), other.len()) {
        (0, 0) => "no gaps".to_owned(),
        (0, open) => format!("{}, none critical", plural(open, "gap")),
        (count, _) => plural(count, "critical gap"),
    };
    let status = view.status().name();
    format!("{status}: {} highly relevant, {gaps}", context.accepted.len())
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
            cycle 1
              dispatch  rate, limit, api                     0 found
                        in routes/**, 0 new candidates
              evaluate  gap: nothing matches `rate limit api`
              refine    +throttle +middleware
            cycle 2
              dispatch  throttle, middleware                 2 found
                        in routes/** **/*.ts, 3 new candidates
              evaluate  0.90 src/throttle.ts         defines `throttle` at line 4
                        0.70 src/middleware/index.ts uses `throttle` at line 9
                        0.30 src/user.ts             holds `limit` at line 8
                        gap: Router
              refine    +router +express exclude 1 file
            cycle 3
              dispatch  router, express                      1 found
                        in routes/** **/*.ts, 1 new candidate
              evaluate  0.80 src/router-setup.ts mounts every route
            stopped     sufficient: 3 highly relevant, no gaps
        "#]],
        );
    }

    #[test]
    fn short() {
        check(
            render,
            Detail::Short,
            expect![[r#"
            cycle 1
              dispatch  rate, limit, api                     0 found
              evaluate  gap: nothing matches `rate limit api`
              refine    +throttle +middleware
            cycle 2
              dispatch  throttle, middleware                 2 found
              evaluate  0.90 src/throttle.ts         defines `throttle` at line 4
                        0.70 src/middleware/index.ts uses `throttle` at line 9
                        0.30 src/user.ts             holds `limit` at line 8
                        gap: Router
              refine    +router +express exclude 1 file
            cycle 3
              dispatch  router, express                      1 found
              evaluate  0.80 src/router-setup.ts mounts every route
            stopped     sufficient: 3 highly relevant, no gaps
        "#]],
        );
    }
}
