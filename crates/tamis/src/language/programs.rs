//! The rows of programming languages that are read without a grammar.
//!
//! Values only.

use super::{Block, Language, ROW, Reader, SLASH_STAR, Scanner};

pub(super) static ROWS: &[Language] = &[];
