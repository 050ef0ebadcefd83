//! Packing the answer under a token budget: the best passages of the best files, whole functions first.
//!
//! What does not fit is counted, never silently dropped.

use super::Context;
use super::copies::Shingles;
use crate::budget::Band;
use crate::document::{LineRange, Role};
use crate::judgement::Judgement;
use crate::query::{Mention, MentionKind, Need, Query};
use crate::ranker::names::components;
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
    /// The file ranked before it that says nearly the same; its passages stand for those of this one.
    pub near_copy_of: Option<String>,
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
    let names = names_told(need);
    let mut packer = Packer { left: budget, omitted: 0, terms: &terms, names: &names, told: Vec::new() };
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
/// evidence and goes behind), then the near-misses by relevance, then what was judged after the end.
fn ranked<'c>(repository: &Repository, need: &Need, context: &'c Context, limit: usize) -> Vec<(&'c Judgement, bool)> {
    let tests_wanted = need.roles.contains(&Role::Test);
    let mut tests = 0;
    let near_misses = context.set_aside.iter().chain(&context.excluded).chain(&context.others);
    let near_misses = near_misses.map(|judgement| (judgement, false));
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

/// The names that the task tells outright, without what qualifies them.
fn names_told(need: &Need) -> Vec<&str> {
    let named = |mention: &&Mention| matches!(mention.kind, MentionKind::Identifier | MentionKind::Qualified);
    need.mentions.iter().filter(named).filter_map(|mention| components(&mention.text).last().copied()).collect()
}

struct Packer<'t> {
    left: usize,
    omitted: usize,
    terms: &'t [PoolTerm],
    names: &'t [&'t str],
    /// What the files before have to say, and where.
    told: Vec<(String, Shingles)>,
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
            near_copy_of: None,
        };
        let Some(reading) = reading else { return file };
        let matcher = Matcher::new(self.terms.iter().map(|term| term.hash));
        let hits = matcher.hits(&reading.text.content);
        let passages = self.passages(&reading, &hits, judgement.band() > Band::None);
        file.near_copy_of = self.copied(&judgement.path, &reading, &passages);
        if file.near_copy_of.is_none() {
            file.spans = self.spans(&reading, &hits, &passages, share.min(self.left));
        }
        file
    }

    fn weights(&self) -> Vec<f64> {
        self.terms.iter().map(|term| (term.whole + term.title + term.learned) * term.idf).collect()
    }

    /// The passages worth showing, best first; of a file that is wanted and holds none of the words (one the task names by its
    /// path), its opening.
    fn passages(&self, reading: &Reading, hits: &Hits, opening: bool) -> Vec<Passage> {
        let mut passages = best_passages(reading, hits, &self.weights(), PASSAGES);
        if let (true, true, Some(&(lines, symbol))) = (opening, passages.is_empty(), reading.passages().first()) {
            passages.push(Passage { lines, symbol, score: 0.0 });
        }
        let least = passages.first().map_or(0.0, |passage| passage.score * WEAKEST);
        passages.retain(|passage| passage.score >= least);
        for passage in &mut passages {
            narrow(reading, self.names, passage);
        }
        passages
    }

    /// The file before this one that it nearly copies. What it has to say is remembered.
    fn copied(&mut self, path: &str, reading: &Reading, passages: &[Passage]) -> Option<String> {
        let mut own = Shingles::default();
        passages.iter().for_each(|passage| own.add(reading.lines(passage.lines)));
        let original = self.told.iter().find(|(_, told)| own.is_copy_of(told)).map(|(path, _)| path.clone());
        if original.is_none() {
            self.told.push((path.to_owned(), own));
        }
        original
    }

    fn spans(&mut self, reading: &Reading, hits: &Hits, passages: &[Passage], share: usize) -> Vec<Span> {
        let weights = self.weights();
        let mut spent = 0;
        // One passage is cut to what is left; more would be crumbs.
        let mut is_cut = false;
        let mut spans: Vec<Span> = Vec::new();
        for passage in passages {
            let whole = span(reading, passage.lines, passage.symbol);
            let cost = tokens::count(&whole.text);
            if spent + cost <= share {
                spent += cost;
                spans.push(whole);
            } else if !is_cut
                && let Some((part, cost)) = cut(reading, hits, &weights, passage.lines, passage.symbol, share - spent)
            {
                is_cut = true;
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

/// A window around definitions too short to be passages themselves is narrowed to those that the task names.
fn narrow(reading: &Reading, names: &[&str], passage: &mut Passage) {
    let symbols = &reading.structure().symbols;
    if passage.symbol.is_some_and(|place| symbols[place].lines == passage.lines) {
        return;
    }
    let named = |place: &usize| {
        let symbol = &symbols[*place];
        passage.lines.holds(symbol.lines) && names.contains(&symbol.name.as_str())
    };
    let places: Vec<usize> = (0..symbols.len()).filter(named).collect();
    let ends = (
        places.iter().map(|&place| symbols[place].lines.start).min(),
        places.iter().map(|&place| symbols[place].lines.end).max(),
    );
    if let (Some(start), Some(end)) = ends {
        passage.lines = LineRange::new(start, end);
        passage.symbol = places.first().copied();
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
    let part = |reach: u32| {
        let lines = LineRange::new(centre.saturating_sub(reach).max(whole.start), (centre + reach).min(whole.end));
        let mut part = span(reading, lines, symbol);
        let cost = tokens::count(&part.text);
        part.cut_from = part.cut_from.or(Some(whole));
        (cost <= share).then_some((part, cost))
    };
    let (mut fits, mut fails) = (LEAST_LINES / 2, whole.len());
    let mut best = part(fits)?;
    while fails - fits > 1 {
        let middle = fits + (fails - fits) / 2;
        match part(middle) {
            Some(longer) => (best, fits) = (longer, middle),
            None => fails = middle,
        }
    }
    Some(best)
}
