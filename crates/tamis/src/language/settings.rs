//! The rows of settings, build files and payloads.
//!
//! Values only.

use super::{Language, ROW, Reader, Scanner};

pub(super) static ROWS: &[Language] = &[];
