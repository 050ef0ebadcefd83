//! Structure of formats that need no grammar, read line by line.
//!
//! Each scanner stands in its own file; this one only chooses.

use super::{ParseStatus, Structure};
use crate::language::{Language, Scanner};

/// The structure that `scanner` sees in `text`.
pub(super) fn structure(scanner: Scanner, language: &Language, text: &str) -> Structure {
    let _ = (scanner, language, text);
    Structure::empty(ParseStatus::NoGrammar)
}
