//! Candidates to scores: named signals, their weights, and a calibrated probability.
//!
//! Each signal is one small function over the pool of candidates; the weights are data with a version. Nothing here
//! decides what is kept: that is the cycle's business.

mod matching;
mod model;
mod pool;
mod signals;

pub use matching::{Hits, Matcher};
pub use model::{Model, Scored};
pub use pool::{Pool, PoolTerm};
pub use signals::{SIGNALS, Signal, measure};
