//! The façade: open a repository once, ask it any number of tasks.
//!
//! Reads no environment and no clock, prints nothing, needs no network.

use std::path::{Path, PathBuf};

use crate::budget::Budget;
use crate::context::{Answer, pack};
use crate::corpus::Selection;
use crate::error::Result;
use crate::evaluator::SignalEvaluator;
use crate::index::Watch;
use crate::memory::Memory;
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
    /// Where the index is kept between runs, outside the repository; without it every run reads all files.
    pub cache: Option<PathBuf>,
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
        Engine::open_watched(root, options, Watch::default())
    }

    /// Opens the repository at `root` while `watch` looks on.
    pub fn open_watched(root: &Path, options: &Options, watch: Watch<'_>) -> Result<Engine> {
        Ok(Engine {
            repository: Repository::open_with(root, &options.selection, options.cache.as_deref(), watch)?,
            retriever: Fused::default(),
            evaluator: SignalEvaluator::default(),
            budget: options.budget.clone(),
        })
    }

    /// What earlier runs taught, with the confidence of today, is used from now on. It proposes; the repository bears out.
    pub fn remember(&mut self, memory: Memory) {
        self.repository.memory = memory;
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

    /// Closes the repository at the end of the process, which takes its memory back faster than it could be given back.
    pub fn end(self) {
        self.repository.end();
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
