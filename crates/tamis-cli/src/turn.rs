//! Waiting for one's turn at what another process holds.

use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often is looked whether it is free.
const PAUSE: Duration = Duration::from_millis(10);

/// Tries until there is a result, and once more when the time is over. None where it is held even then.
pub(crate) fn wait_for<T>(patience: Duration, mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    let start = Instant::now();
    loop {
        let result = attempt();
        if result.is_some() || start.elapsed() >= patience {
            return result;
        }
        sleep(PAUSE);
    }
}
