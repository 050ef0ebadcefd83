//! The rows of text for people.
//!
//! Values only.

use super::{Language, ROW, Reader, Scanner};

pub(super) static ROWS: &[Language] = &[];
