//! The façade: open a repository once, ask it any number of tasks.
//!
//! Reads no environment and no clock, prints nothing, needs no network.

use std::path::Path;

use crate::budget::Budget;
use crate::context::{Answer, pack};
use crate::corpus::Selection;
use crate::error::Result;
use crate::evaluator::SignalEvaluator;
use crate::query::Task;
use crate::repository::Repository;
use crate::retriever::Fused;
use crate::session::{Session, Tools, iterative_retrieve};

/// How to open and how to answer.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Which files count.
    pub selection: Selection,
    /// The numbers of the loop.
    pub budget: Budget,
}

/// A repository with the built-in retriever and evaluator.
pub struct Engine {
    repository: Repository,
    retriever: Fused,
    evaluator: SignalEvaluator,
    budget: Budget,
}

impl Engine {
    /// Opens the repository at `root`.
    pub fn open(root: &Path, options: &Options) -> Result<Engine> {
        Engine::open_with_progress(root, options, &|_| {})
    }

    /// Opens the repository at `root` and tells `progress` how many files are indexed.
    pub fn open_with_progress(root: &Path, options: &Options, progress: &(dyn Fn(usize) + Sync)) -> Result<Engine> {
        Ok(Engine {
            repository: Repository::open(root, &options.selection, progress)?,
            retriever: Fused::default(),
            evaluator: SignalEvaluator::default(),
            budget: options.budget.clone(),
        })
    }

    /// Runs the cycles for a task.
    pub fn retrieve(&self, task: &Task) -> Result<Session> {
        iterative_retrieve(self.tools(), task)
    }

    /// The passages of a finished session, under the token budget.
    pub fn answer(&self, session: &Session) -> Answer {
        let Budget { tokens, limit, .. } = self.budget;
        pack(&self.repository, &session.need, &session.query, &session.context, tokens, limit)
    }

    /// The repository.
    pub fn repository(&self) -> &Repository {
        &self.repository
    }

    /// The steps' tools, for driving the cycle by hand.
    pub fn tools(&self) -> Tools<'_> {
        Tools {
            repository: &self.repository,
            retriever: &self.retriever,
            evaluator: &self.evaluator,
            budget: &self.budget,
        }
    }
}
