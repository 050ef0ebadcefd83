//! What happened: one entry a cycle, as plain data.

use crate::judgement::Judgement;
use crate::query::Query;
use crate::refiner::Refinement;
use crate::retriever::ChannelReport;

/// One cycle.
#[derive(Clone, Debug, PartialEq)]
pub struct Cycle {
    /// Its number, from 1.
    pub number: usize,
    /// The query it dispatched.
    pub query: Query,
    /// What each channel did.
    pub channels: Vec<ChannelReport>,
    /// Candidates that no earlier cycle had.
    pub fresh: usize,
    /// What it judged, most relevant first.
    pub judgements: Vec<Judgement>,
    /// What it learned for the next; empty in the last cycle.
    pub refinement: Refinement,
    /// Why the loop ended here, if it did.
    pub stop: Option<Stop>,
}

/// Why the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The quota is reached and no critical gap is open.
    Sufficient,
    /// The task named what it wants, and that was found.
    Answered,
    /// The cycles are spent.
    CyclesSpent,
    /// The refined query is the same, or brought no candidate that was not known.
    NoProgress,
}

impl Stop {
    /// The word used in outputs.
    pub fn name(self) -> &'static str {
        match self {
            Stop::Sufficient => "sufficient",
            Stop::Answered => "answered",
            Stop::CyclesSpent => "cycles spent",
            Stop::NoProgress => "no progress",
        }
    }
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Enough files are accepted and no critical gap is open.
    Sufficient,
    /// Fewer files than the quota, but no critical gap is open, and something tells that the repository holds an answer: a kept file in
    /// the high band, or enough files, commits and words for the predictors; or the file that the task names was found whole.
    Complete,
    /// Cycles are spent with something accepted, and a critical gap open, or nothing that tells whether there is more.
    BudgetSpent,
    /// Nothing new was found, with something accepted and the same missing.
    NoProgress,
    /// Nothing was accepted.
    Insufficient,
}

impl Status {
    /// The word of the `tamis/1` schema.
    pub fn name(self) -> &'static str {
        match self {
            Status::Sufficient => "sufficient",
            Status::Complete => "complete",
            Status::BudgetSpent => "budget_spent",
            Status::NoProgress => "no_progress",
            Status::Insufficient => "insufficient",
        }
    }
}
