//! A progress bar on standard error: only on a terminal, and only once work has lasted a second.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const PATIENCE: Duration = Duration::from_secs(1);

/// How many files are read.
pub(crate) struct Progress {
    bar: ProgressBar,
    since: Instant,
    shown: AtomicBool,
}

impl Progress {
    /// Hidden at first.
    pub(crate) fn new() -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {human_pos} of {human_len} files, {elapsed}") {
            bar.set_style(style);
        }
        Progress { bar, since: Instant::now(), shown: AtomicBool::new(false) }
    }

    /// So many files are done, of so many; called from any thread.
    pub(crate) fn files(&self, done: usize, all: usize) {
        if self.since.elapsed() >= PATIENCE && !self.shown.swap(true, Ordering::Relaxed) {
            self.bar.set_length(all as u64);
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_position(done as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
