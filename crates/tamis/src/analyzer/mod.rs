//! Text to terms, source to structure.
//!
//! `terms` turns any text into words to search by, `runs` keeps where they stand; `source` turns source text into symbols, imports, references
//! and passages. Neither opens a file.

pub mod licence;
pub mod outline;
pub mod runs;
pub mod source;
pub mod stem;
pub mod terms;
