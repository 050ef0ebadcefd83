//! The evaluator's model: an additive score over signals, and its calibration to a probability.
//!
//! Weights are data (`weights.tsv`), with a version; this file only adds them up.

use std::collections::BTreeMap;

use super::prediction::{Outlook, PREDICTORS, can_tell};
use super::signals::{self, HABIT, SIGNALS};
use crate::document::DocId;

/// How one signal counts: as a share of the largest value, as a rank, and as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Weight {
    scaled: f64,
    rank: f64,
    raw: f64,
}

/// Weights and calibration.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The version of the weights file.
    pub version: u32,
    weights: Vec<Weight>,
    bias: f64,
    slope: f64,
    lead: f64,
    anchors: Vec<(f64, f64)>,
    /// Weight and mean of each predictor.
    predictors: Vec<(f64, f64)>,
    answer_bias: f64,
}

/// A candidate's score.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// Which document.
    pub doc: DocId,
    /// The additive score.
    pub score: f64,
    /// The calibrated probability that the task's change touches it, in `[0, 1]`.
    pub probability: f64,
    /// The relevance on the pattern's scale, in `[0, 1]`.
    pub relevance: f64,
    /// The same without habits.
    pub unaided: f64,
    /// The score without habits.
    pub unaided_score: f64,
    /// What each signal of [`SIGNALS`] added to the score.
    pub parts: Vec<f64>,
}

impl Default for Model {
    fn default() -> Self {
        Model::parse(include_str!("weights.tsv"))
    }
}

impl Model {
    /// Reads a weights file: lines of `name`, then numbers, separated by tabs. Unknown names are ignored, and
    /// what is not named weighs nothing.
    pub fn parse(text: &str) -> Model {
        let rows: BTreeMap<&str, Vec<f64>> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| {
                let mut cells = line.split('\t');
                Some((cells.next()?, cells.filter_map(|cell| cell.trim().parse().ok()).collect()))
            })
            .collect();
        let number = |name: &str, column: usize| rows.get(name).and_then(|row| row.get(column)).copied().unwrap_or(0.0);
        let weight = |name: &str| Weight { scaled: number(name, 0), rank: number(name, 1), raw: number(name, 2) };
        Model {
            version: number("version", 0) as u32,
            weights: SIGNALS.iter().map(|signal| weight(signal.name)).collect(),
            bias: number("bias", 0),
            slope: number("slope", 0),
            lead: number("lead", 0),
            predictors: PREDICTORS.iter().map(|one| (number(one.name, 0), number(one.name, 1))).collect(),
            answer_bias: number("answer_bias", 0),
            anchors: rows.get("anchors").map_or(&[][..], Vec::as_slice).chunks_exact(2).map(|p| (p[0], p[1])).collect(),
        }
    }

    /// Scores candidates against each other, best first, ties by document. `rows` holds every candidate's signals.
    pub fn score(&self, rows: &BTreeMap<DocId, Vec<f64>>) -> Vec<Scored> {
        let columns: Vec<Column> = (0..SIGNALS.len()).map(|column| Column::new(rows, column)).collect();
        let mut list: Vec<Scored> = rows.iter().map(|(&doc, row)| self.add_up(doc, row, &columns)).collect();
        list.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.doc.cmp(&b.doc)));
        let best = list.first().map_or(0.0, |scored| scored.score);
        let best_unaided = list.iter().map(|one| one.unaided_score).fold(f64::MIN, f64::max);
        for scored in &mut list {
            scored.probability = self.probability(scored.score, best);
            scored.relevance = self.relevance(scored.probability);
            scored.unaided = self.relevance(self.probability(scored.unaided_score, best_unaided));
        }
        list
    }

    /// Whether the repository seems to hold an answer: a linear discriminant over [`PREDICTORS`], each taken from its mean, where
    /// what cannot be told counts nothing. Zero parts the two kinds so that one answerable task of twenty-five is given up. Small
    /// repositories and tasks of a few words are outside what the weights know, and taken at their word.
    pub fn is_answerable(&self, on: Outlook<'_>) -> bool {
        let part = |(one, (weight, mean)): (&super::Predictor, &(f64, f64))| {
            (one.measure)(on).map_or(0.0, |value| weight * (value - mean))
        };
        !can_tell(on.pool.repository, &on.pool.terms)
            || self.answer_bias + PREDICTORS.iter().zip(&self.predictors).map(part).sum::<f64>() >= 0.0
    }

    fn probability(&self, score: f64, best: f64) -> f64 {
        let logit = self.bias + self.slope * score + self.lead * (score - best);
        1.0 / (1.0 + (-logit).exp())
    }

    /// From the probability that a file is touched to the pattern's scale, where 0.2 parts the surely irrelevant from the
    /// rest and 0.8 begins what the task is about: linear between the anchors of the weights file. What a change touches
    /// can be counted in public histories; what its author had to read cannot, and is more.
    fn relevance(&self, probability: f64) -> f64 {
        let above = self.anchors.partition_point(|(from, _)| *from <= probability);
        match (above.checked_sub(1).and_then(|at| self.anchors.get(at)), self.anchors.get(above)) {
            (Some(&(p0, r0)), Some(&(p1, r1))) => r0 + (r1 - r0) * (probability - p0) / (p1 - p0),
            (Some(&(_, last)), None) => last,
            _ => probability,
        }
    }

    fn add_up(&self, doc: DocId, row: &[f64], columns: &[Column]) -> Scored {
        let part = |signal: usize| {
            let (weight, value, column) = (self.weights[signal], row[signal], &columns[signal]);
            weight.scaled * column.scaled(value) + weight.rank * column.rank(value) + weight.raw * value
        };
        let parts: Vec<f64> = (0..SIGNALS.len()).map(part).collect();
        let score: f64 = parts.iter().sum();
        let unaided_score = score - signals::value(&parts, HABIT);
        Scored { doc, score, probability: 0.0, relevance: 0.0, unaided: 0.0, unaided_score, parts }
    }
}

/// One signal's values over the candidates, sorted from large to small.
struct Column(Vec<f64>);

impl Column {
    fn new(rows: &BTreeMap<DocId, Vec<f64>>, column: usize) -> Self {
        let mut values: Vec<f64> = rows.values().map(|row| row[column]).collect();
        values.sort_by(|a, b| b.total_cmp(a));
        Column(values)
    }

    fn scaled(&self, value: f64) -> f64 {
        match self.0.first() {
            Some(&max) if max > 0.0 => value / max,
            _ => 0.0,
        }
    }

    /// `-ln(1 + rank)` with rank 0 for the best; the same for all when none has the signal.
    fn rank(&self, value: f64) -> f64 {
        let better = self.0.partition_point(|other| *other > value);
        -((1 + better) as f64).ln()
    }
}
