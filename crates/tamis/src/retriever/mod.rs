//! DISPATCH: candidates for a query, by several channels, fused.
//!
//! A channel proposes and never judges. Each can be run alone, and the trace says what each found.

mod channels;
mod fusion;
mod remembered;
mod scope;

pub use channels::{Focus, Lexical, Mentioned, Past, Paths, Symbols};
pub use fusion::Fused;
pub use remembered::Remembered;
pub use scope::Scope;

use crate::document::DocId;
use crate::error::Result;
use crate::query::{Need, Query, Task};
use crate::repository::Repository;

/// What a retriever may look at.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// Where to look.
    pub repository: &'a Repository,
    /// The task.
    pub task: &'a Task,
    /// The need read out of it.
    pub need: &'a Need,
    /// The query of this cycle.
    pub query: &'a Query,
    /// At most so many candidates.
    pub limit: usize,
}

/// A file proposed for judgement.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Which document.
    pub doc: DocId,
    /// The proposer's score; only its order means anything.
    pub score: f64,
    /// The channels that proposed it, in their fixed order.
    pub channels: Vec<&'static str>,
}

/// What one channel did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelReport {
    /// Its name.
    pub name: &'static str,
    /// How many candidates it proposed.
    pub candidates: usize,
    /// Why it was not searched, if it was not.
    pub skipped: Option<String>,
}

/// The candidates of one dispatch, best first, and what each channel did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dispatch {
    /// Best first, ties by path.
    pub candidates: Vec<Candidate>,
    /// In their fixed order.
    pub channels: Vec<ChannelReport>,
}

/// Proposes candidates for a query.
///
/// An implementation MUST give the same answer to the same request, MUST NOT propose a document that the query's
/// excludes name, and MUST order candidates best first with ties by document.
pub trait Retriever: Send + Sync {
    /// A short name for traces.
    fn name(&self) -> &'static str;

    /// At most `request.limit` candidates.
    fn retrieve(&self, request: Request<'_>) -> Result<Dispatch>;
}
