//! The best passages of a file for the terms of a task.

use super::matching::Hits;
use crate::document::LineRange;
use crate::repository::Reading;

/// A passage with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// Its lines.
    pub lines: LineRange,
    /// The index of the symbol it shows in the file's structure.
    pub symbol: Option<usize>,
    /// The sum of what its lines hold; 0 is never listed.
    pub score: f64,
}

/// The `limit` best passages of a file, best first, ties by line.
pub fn best_passages(reading: &Reading, hits: &Hits, weights: &[f64], limit: usize) -> Vec<Passage> {
    let score =
        |(lines, symbol): (LineRange, Option<usize>)| Passage { lines, symbol, score: hits.score(lines, weights) };
    let mut list: Vec<Passage> =
        reading.passages().into_iter().map(score).filter(|passage| passage.score > 0.0).collect();
    list.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.lines.cmp(&b.lines)));
    list.truncate(limit);
    list
}

/// The best passages; of a file that was kept and holds none of the words, its first ones.
pub fn telling_passages(reading: &Reading, hits: &Hits, weights: &[f64], limit: usize) -> Vec<LineRange> {
    let best = best_passages(reading, hits, weights, limit);
    if best.is_empty() {
        return reading.passages().into_iter().take(limit).map(|(lines, _)| lines).collect();
    }
    best.into_iter().map(|passage| passage.lines).collect()
}
