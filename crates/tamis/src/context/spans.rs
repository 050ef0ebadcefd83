//! The spans of an answer: which lines of a passage are shown, and their text with secrets masked.
//!
//! Chooses no passage and counts no budget; that is `packing`.

use std::borrow::Cow;

use super::packing::Span;
use crate::document::LineRange;
use crate::ranker::{Hits, Passage};
use crate::repository::Reading;
use crate::tokens::Counter;

/// Fewest lines of a passage that had to be cut.
const LEAST_LINES: u32 = 5;

/// A window around definitions too short to be passages themselves is narrowed to those that the task names.
pub(super) fn narrow(reading: &Reading, names: &[&str], passage: &mut Passage) {
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
pub(super) fn span(reading: &Reading, lines: LineRange, symbol: Option<usize>) -> Span {
    let symbol = symbol.map(|place| &reading.structure().symbols[place]);
    let whole = symbol.map(|symbol| symbol.lines).filter(|whole| *whole != lines && whole.holds(lines));
    let mut text = String::new();
    for line in lines.start..=lines.end {
        text.push_str(&shorten(&reading.shown_line(line)));
        text.push('\n');
    }
    Span {
        lines,
        cut_from: whole,
        symbol: symbol.map(|symbol| symbol.name.clone()),
        kind: symbol.map_or("window", |symbol| symbol.kind.name()),
        text,
    }
}

/// A line of at most [`crate::budget::MAX_QUOTED_CHARS`] characters.
fn shorten(line: &str) -> Cow<'_, str> {
    match line.char_indices().nth(crate::budget::MAX_QUOTED_CHARS - 1) {
        Some((end, _)) => format!("{}…", &line[..end]).into(),
        None => line.into(),
    }
}

/// The lines around a passage's best line that fit in `share`, grown evenly both ways inside the passage.
pub(super) fn cut(
    counter: &Counter,
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
        let cost = counter.count_within(&part.text, share)?;
        part.cut_from = part.cut_from.or(Some(whole));
        Some((part, cost))
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
