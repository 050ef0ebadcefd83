//! Where the terms of a task stand in one document: lines, windows and their scores.

use rustc_hash::FxHashMap;

use crate::analyzer::runs::Runs;
use crate::analyzer::terms::TermHash;
use crate::document::LineRange;

/// Lines of a window, and how far the next one starts.
pub const WINDOW: u32 = 40;
const STRIDE: u32 = 20;
/// Saturation of repeated terms inside a window.
const K1: f64 = 1.2;

/// Looks up a fixed list of terms in the runs of texts.
#[derive(Debug)]
pub struct Matcher {
    places: FxHashMap<TermHash, u16>,
}

/// The lines of one document that hold terms of the list: `(line, place of the term in the list)`, by line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hits(pub Vec<(u32, u16)>);

impl Matcher {
    /// A matcher for these terms; only the first 65,535 count.
    pub fn new(terms: impl IntoIterator<Item = TermHash>) -> Self {
        let mut places = FxHashMap::default();
        for (place, term) in terms.into_iter().take(usize::from(u16::MAX)).enumerate() {
            places.entry(term).or_insert(place as u16);
        }
        Matcher { places }
    }

    /// Every occurrence in a text with these runs.
    pub fn hits(&self, runs: &Runs) -> Hits {
        // The places of the terms of each different run, one run behind the other, and where they begin.
        let mut places: Vec<u16> = Vec::new();
        let mut starts = vec![0];
        for terms in runs.different() {
            places.extend(terms.iter().filter_map(|term| self.places.get(term)));
            starts.push(places.len());
        }
        let hits = |(line, which): (u32, usize)| {
            places[starts[which]..starts[which + 1]].iter().map(move |place| (line, *place))
        };
        Hits(runs.places().flat_map(hits).collect())
    }
}

impl Hits {
    /// BM25 without length normalisation over windows of [`WINDOW`] lines: `(first line, score)` of each window that scores,
    /// in line order. `weights` is a term's inverse document frequency times its share in the query.
    pub fn windows(&self, weights: &[f64]) -> Vec<(u32, f64)> {
        let mut counts: FxHashMap<(u32, u16), f64> = FxHashMap::default();
        for &(line, place) in &self.0 {
            let window = (line - 1) / STRIDE;
            *counts.entry((window, place)).or_default() += 1.0;
            if window > 0 {
                *counts.entry((window - 1, place)).or_default() += 1.0;
            }
        }
        let mut cells: Vec<((u32, u16), f64)> = counts.into_iter().collect();
        cells.sort_unstable_by_key(|(key, _)| *key);
        let mut scores: Vec<(u32, f64)> = Vec::new();
        for ((window, place), count) in cells {
            let gain = weights[usize::from(place)] * count * (K1 + 1.0) / (count + K1);
            match scores.last_mut() {
                Some((first, score)) if *first == window * STRIDE + 1 => *score += gain,
                _ => scores.push((window * STRIDE + 1, gain)),
            }
        }
        scores.retain(|(_, score)| *score > 0.0);
        scores
    }

    /// The score of one range of lines, as a window's.
    pub fn score(&self, range: LineRange, weights: &[f64]) -> f64 {
        let mut counts: FxHashMap<u16, f64> = FxHashMap::default();
        for &(_, place) in self.within(range) {
            *counts.entry(place).or_default() += 1.0;
        }
        let mut cells: Vec<(u16, f64)> = counts.into_iter().collect();
        cells.sort_unstable_by_key(|(place, _)| *place);
        cells.iter().map(|(place, count)| weights[usize::from(*place)] * count * (K1 + 1.0) / (count + K1)).sum()
    }

    /// The hits inside a range.
    pub fn within(&self, range: LineRange) -> &[(u32, u16)] {
        let from = self.0.partition_point(|(line, _)| *line < range.start);
        let to = self.0.partition_point(|(line, _)| *line <= range.end);
        &self.0[from..to]
    }

    /// The line whose distinct terms weigh most, the first of equals.
    pub fn best_line(&self, range: LineRange, weights: &[f64]) -> Option<u32> {
        let mut best: Option<(u32, f64)> = None;
        for group in self.within(range).chunk_by(|a, b| a.0 == b.0) {
            let mut places: Vec<u16> = group.iter().map(|(_, place)| *place).collect();
            places.sort_unstable();
            places.dedup();
            let weight: f64 = places.iter().map(|place| weights[usize::from(*place)]).sum();
            if weight > 0.0 && best.is_none_or(|(_, most)| weight > most) {
                best = Some((group[0].0, weight));
            }
        }
        best.map(|(line, _)| line)
    }
}
