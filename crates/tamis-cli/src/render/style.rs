//! The few colours. Streams that are not for a terminal lose them on the way out.

use anstyle::{AnsiColor, Style};

/// Paths and headings.
pub(crate) const STRONG: Style = Style::new().bold();
/// What can be passed over.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// Enough was found.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// Something is missing.
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default().bold();
/// A failure.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
