//! Where numbers are kept between runs: checked bytes in the user's cache folder, or in memory alone.
//!
//! Knows nothing of files, words or ranking; what the bytes mean is said by the floors above. Every file is written under a
//! temporary name and renamed, none is ever changed, and each can vanish at any time: that costs time and no answer.

pub mod encoding;
mod folder;
pub mod postings;
mod replace;

pub use folder::{Store, Writing};
pub use replace::{create, discard, replace};
