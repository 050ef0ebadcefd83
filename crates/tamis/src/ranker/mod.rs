//! Candidates to scores: named signals, their weights, and a calibrated probability.
//!
//! Each signal is one small function over the pool of candidates; the weights are data with a version. Nothing here
//! decides what is kept: that is the cycle's business.

mod background;
pub mod bm25;
pub mod matching;
mod model;
pub mod names;
mod passages;
mod pool;
mod prediction;
mod senses;
mod signals;

pub use background::LEAST_SHARE;
pub use matching::{Hits, Matcher};
pub use model::{Model, Scored};
pub use passages::{Passage, best_passages, telling_passages};
pub use pool::{Pool, PoolTerm, pool_terms};
pub use prediction::{Outlook, PREDICTORS, Predictor, can_tell};
pub use signals::{SIGNALS, Signal, is_named, measure, value};
