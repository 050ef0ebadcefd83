//! Packing the answer under a token budget: the best passages of the best files, whole functions first.
//!
//! What does not fit is counted, never silently dropped.

use std::sync::Arc;

use super::Context;
use crate::budget::Band;
use crate::document::{LineRange, Role};
use crate::judgement::Judgement;
use crate::query::{Need, Query};
use crate::ranker::{Hits, Matcher, Passage, PoolTerm, best_passages, pool_terms};
use crate::repository::{Reading, Repository};
use crate::tokens;

/// Passages considered in one file.
const PASSAGES: usize = 12;
/// A passage scoring less than this share of its file's best is not shown.
const WEAKEST: f64 = 0.35;
/// Fewest lines of a passage that had to be cut.
const LEAST_LINES: u32 = 5;

/// The packed answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Ranked files, accepted first.
    pub files: Vec<AnswerFile>,
    /// Tokens of all shown passages.
    pub used: usize,
    /// Passages that were worth showing and did not fit.
    pub omitted: usize,
}

/// One file of the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerFile {
    /// Its judgement.
    pub judgement: Judgement,
    /// At or above the accept line.
    pub accepted: bool,
    /// Git's name of its content, as it was read; empty when it was not.
    pub content_sha: String,
    /// Lines of the whole file.
    pub lines: u32,
    /// What is shown of it, by line, without overlaps.
    pub spans: Vec<Span>,
}

/// A range of lines that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The lines shown.
    pub lines: LineRange,
    /// The whole unit they belong to, when they are a cut of it.
    pub cut_from: Option<LineRange>,
    /// The symbol it shows.
    pub symbol: Option<String>,
    /// The symbol's kind, in words; `window` without one.
    pub kind: &'static str,
    /// The text, secrets masked.
    pub text: String,
}

/// Packs the context of a session: at most `limit` files, passages of at most `budget` tokens in all.
pub fn pack(
    repository: &Repository,
    need: &Need,
    query: &Query,
    context: &Context,
    budget: usize,
    limit: usize,
) -> Answer {
    let terms = pool_terms(repository, need, query);
    let ranked = ranked(repository, need, context, limit);
    let mut packer = Packer { left: budget, omitted: 0, terms: &terms };
    let shares = shares(&ranked, budget);
    let mut files: Vec<AnswerFile> = Vec::new();
    let mut due = 0;
    for (&(judgement, accepted), share) in ranked.iter().zip(shares) {
        due += share;
        let spent = budget - packer.left;
        files.push(packer.file(repository, judgement, accepted, due.saturating_sub(spent)));
    }
    Answer { files, used: budget - packer.left, omitted: packer.omitted }
}

/// Tests listed when the task asks for none: the best few may help, the others only crowd out the product.
const MOST_TESTS: usize = 2;

/// The files of the answer: accepted ones first, in the order they were kept (what a later cycle adds rests on weaker
/// evidence and goes behind), then the others by relevance.
fn ranked<'c>(repository: &Repository, need: &Need, context: &'c Context, limit: usize) -> Vec<(&'c Judgement, bool)> {
    let tests_wanted = need.roles.contains(&Role::Test);
    let mut tests = 0;
    let near_misses = context.set_aside.iter().chain(&context.excluded).map(|judgement| (judgement, false));
    let all = context.accepted.iter().map(|judgement| (judgement, true)).chain(near_misses);
    let fits = move |(judgement, accepted): &(&Judgement, bool)| {
        if *accepted || tests_wanted || repository.role(judgement.doc) != Role::Test {
            return true;
        }
        tests += 1;
        tests <= MOST_TESTS
    };
    all.filter(fits).take(limit).collect()
}

/// The tokens each file may take at first: by relevance, with weight on the top of the list. What one leaves goes on to
/// the next.
fn shares(ranked: &[(&Judgement, bool)], budget: usize) -> Vec<usize> {
    let weight = |place: usize| (ranked[place].0.relevance + 0.05) / (1.0 + place as f64).sqrt();
    let total: f64 = (0..ranked.len()).map(weight).sum();
    (0..ranked.len()).map(|place| (budget as f64 * weight(place) / total.max(1e-9)) as usize).collect()
}

struct Packer<'t> {
    left: usize,
    omitted: usize,
    terms: &'t [PoolTerm],
}

impl Packer<'_> {
    fn file(&mut self, repository: &Repository, judgement: &Judgement, accepted: bool, share: usize) -> AnswerFile {
        let reading = repository.reading(judgement.doc);
        let mut file = AnswerFile {
            judgement: judgement.clone(),
            accepted,
            content_sha: reading.as_ref().map_or_else(String::new, |reading| reading.text.sha.clone()),
            lines: reading.as_ref().map_or(0, |reading| reading.line_count()),
            spans: Vec::new(),
        };
        if let Some(reading) = reading {
            let opening = judgement.band() > Band::None;
            file.spans = self.spans(&reading, share.min(self.left), opening);
        }
        file
    }

    /// The best passages; of a file that is wanted and holds none of the words (one the task names by its path), its
    /// opening.
    fn spans(&mut self, reading: &Arc<Reading>, share: usize, opening: bool) -> Vec<Span> {
        let matcher = Matcher::new(self.terms.iter().map(|term| term.hash));
        let hits = matcher.hits(&reading.text.content);
        let weights: Vec<f64> =
            self.terms.iter().map(|term| (term.whole + term.title + term.learned) * term.idf).collect();
        let mut passages = best_passages(reading, &hits, &weights, PASSAGES);
        if let (true, true, Some(&(lines, symbol))) = (opening, passages.is_empty(), reading.passages().first()) {
            passages.push(Passage { lines, symbol, score: 0.0 });
        }
        let least = passages.first().map_or(0.0, |passage| passage.score * WEAKEST);
        let mut spent = 0;
        let mut spans: Vec<Span> = Vec::new();
        for passage in passages.iter().filter(|passage| passage.score >= least) {
            let whole = span(reading, passage.lines, passage.symbol);
            let cost = tokens::count(&whole.text);
            if spent + cost <= share {
                spent += cost;
                spans.push(whole);
            } else if let (true, Some((part, cost))) =
                (spans.is_empty(), cut(reading, &hits, &weights, passage.lines, passage.symbol, share))
            {
                spent += cost;
                spans.push(part);
            } else {
                self.omitted += 1;
            }
        }
        self.left -= spent;
        spans.sort_by_key(|span| span.lines);
        spans
    }
}

/// A span of whole lines.
fn span(reading: &Reading, lines: LineRange, symbol: Option<usize>) -> Span {
    let symbol = symbol.map(|place| &reading.structure().symbols[place]);
    let whole = symbol.map(|symbol| symbol.lines).filter(|whole| *whole != lines && whole.holds(lines));
    let text: String =
        (lines.start..=lines.end).map(|line| format!("{}\n", shorten(&reading.shown_line(line)))).collect();
    Span {
        lines,
        cut_from: whole,
        symbol: symbol.map(|symbol| symbol.name.clone()),
        kind: symbol.map_or("window", |symbol| symbol.kind.name()),
        text,
    }
}

/// A line of at most [`crate::budget::MAX_QUOTED_CHARS`] characters.
fn shorten(line: &str) -> String {
    match line.char_indices().nth(crate::budget::MAX_QUOTED_CHARS - 1) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// The lines around a passage's best line that fit in `share`, grown evenly both ways inside the passage.
fn cut(
    reading: &Reading,
    hits: &Hits,
    weights: &[f64],
    whole: LineRange,
    symbol: Option<usize>,
    share: usize,
) -> Option<(Span, usize)> {
    let centre = hits.best_line(whole, weights).unwrap_or(whole.start);
    let mut best: Option<(Span, usize)> = None;
    let mut reach = LEAST_LINES / 2;
    while reach <= whole.len() {
        let lines = LineRange::new(centre.saturating_sub(reach).max(whole.start), (centre + reach).min(whole.end));
        let mut part = span(reading, lines, symbol);
        let cost = tokens::count(&part.text);
        if cost > share {
            break;
        }
        part.cut_from = part.cut_from.or(Some(whole));
        best = Some((part, cost));
        reach = (reach * 3 / 2).max(reach + 1);
    }
    best
}
