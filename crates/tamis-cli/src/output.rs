//! The one place that prints: the answer on standard output, failures and notes on standard error.

use std::io::{ErrorKind, IsTerminal, Write};

use crate::failure::{Failure, Result};
use crate::fit::COLUMNS;
use crate::render::style::{BAD, STRONG};

/// Columns of a terminal that does not say how many it has.
const UNTOLD: usize = 80;

/// Where answers go.
#[derive(Debug)]
pub(crate) struct Output {
    /// The longest line that fits, in columns.
    pub(crate) columns: usize,
    /// Whether answers go to a terminal.
    pub(crate) terminal: bool,
}

impl Output {
    /// The process's own streams.
    pub(crate) fn new() -> Output {
        let terminal = std::io::stdout().is_terminal();
        let columns = if terminal { width().map_or(UNTOLD, |width| width.clamp(40, COLUMNS)) } else { COLUMNS };
        Output { columns, terminal }
    }

    /// Prints an answer. A reader that closed the pipe has what it wanted: no failure.
    pub(crate) fn answer(&self, text: &str) -> Result<()> {
        written(&mut anstream::stdout().lock(), text.as_bytes())
    }

    /// Prints an answer for other programs, byte for byte.
    pub(crate) fn bytes(&self, bytes: &[u8]) -> Result<()> {
        written(&mut std::io::stdout().lock(), bytes)
    }

    /// Tells a failure. Nobody can be told when standard error is closed.
    pub(crate) fn failure(&self, failure: &Failure) {
        let mut stream = anstream::stderr().lock();
        let _ = writeln!(stream, "{BAD}error:{BAD:#} {}", failure.message);
        if let Some(hint) = &failure.hint {
            let _ = writeln!(stream, "{STRONG}hint:{STRONG:#} {hint}");
        }
    }

    /// Tells how far a long command is.
    pub(crate) fn note(&self, text: &str) {
        let _ = writeln!(anstream::stderr().lock(), "{text}");
    }
}

fn written(stream: &mut impl Write, bytes: &[u8]) -> Result<()> {
    match stream.write_all(bytes).and_then(|()| stream.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("cannot write the answer: {error}")))
        }
        _ => Ok(()),
    }
}

/// The columns of the terminal on standard output, where it tells them; it may do so and tell no rows.
#[cfg(unix)]
fn width() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|columns| *columns > 0)
}

/// The columns of the terminal on standard output, where it tells them.
#[cfg(not(unix))]
fn width() -> Option<usize> {
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
}
