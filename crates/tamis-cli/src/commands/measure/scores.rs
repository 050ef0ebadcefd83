//! What a system's answer to one task is worth.

use tamis::measure::{Figures, Gold, MISS, covered, precision_recall_f1, read, tokens_to_first_hit};
use tamis::repository::Repository;

use super::systems::{BUDGETS, Given};

/// Files of a ranked list that are taken as a set.
const SET: usize = 5;

/// One system on one task.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Score {
    /// The ranked list.
    pub(super) ranking: Figures,
    /// Precision, recall and F1 of its first five files.
    pub(super) first: [f64; 3],
    /// The same of the files that it says are enough.
    pub(super) accepted: Option<[f64; 3]>,
    /// Share of gold files met at each budget.
    pub(super) files: [f64; BUDGETS.len()],
    /// Share of gold lines met at each budget.
    pub(super) lines: [Option<f64>; BUDGETS.len()],
    /// Tokens read to the first gold line.
    pub(super) first_hit: f64,
    pub(super) cycles: f64,
    pub(super) seconds: f64,
}

impl Score {
    /// Scores what was given.
    pub(super) fn of(repository: &Repository, gold: Gold<'_>, given: &Given) -> Score {
        let at = |budget: usize| {
            let shown = &given.shown[budget];
            covered(gold, shown, &read(repository, shown, BUDGETS[budget]))
        };
        let read_at: [(f64, Option<f64>); BUDGETS.len()] = std::array::from_fn(at);
        let last = &given.shown[BUDGETS.len() - 1];
        Score {
            ranking: Figures::of(&given.files, gold.files),
            first: precision_recall_f1(&given.files[..given.files.len().min(SET)], gold.files),
            accepted: given.accepted.as_ref().map(|files| precision_recall_f1(files, gold.files)),
            files: read_at.map(|(files, _)| files),
            lines: read_at.map(|(_, lines)| lines),
            first_hit: tokens_to_first_hit(gold, last, &read(repository, last, MISS)) as f64,
            cycles: given.cycles as f64,
            seconds: given.time.as_secs_f64(),
        }
    }
}
