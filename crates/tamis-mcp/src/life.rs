//! When to end: the client closed the connection, its process is gone, or nothing was asked for long enough.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::Notify;
use tokio::time::Instant;

/// How often the parent process is looked at.
const LOOK: Duration = Duration::from_millis(500);

/// What is going on in a server, shared by its connections.
#[derive(Clone)]
pub(crate) struct Life {
    state: Arc<Mutex<State>>,
}

struct State {
    running: usize,
    last: Instant,
}

/// A call under way; ends with the value.
pub(crate) struct Running(Life);

impl Life {
    pub(crate) fn new() -> Life {
        Life { state: Arc::new(Mutex::new(State { running: 0, last: Instant::now() })) }
    }

    /// Marks a call as under way.
    pub(crate) fn running(&self) -> Running {
        self.state().running += 1;
        Running(self.clone())
    }

    /// Something was asked.
    pub(crate) fn stir(&self) {
        self.state().last = Instant::now();
    }

    /// Comes back when nothing ran and nothing was asked for `patience`; never for `None`.
    pub(crate) async fn idle(&self, patience: Option<Duration>) {
        let Some(patience) = patience else { return std::future::pending().await };
        loop {
            let (running, due) = {
                let state = self.state();
                (state.running, state.last + patience)
            };
            match Instant::now() {
                now if running == 0 && due <= now => return,
                now => tokio::time::sleep_until(due.max(now + patience.min(LOOK))).await,
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.running -= 1;
        state.last = Instant::now();
    }
}

/// Comes back when the process that started this one is gone, even where others hold its pipes open. Never where the system
/// does not tell.
pub(crate) async fn orphaned() {
    #[cfg(unix)]
    {
        let parent = std::os::unix::process::parent_id();
        while std::os::unix::process::parent_id() == parent {
            tokio::time::sleep(LOOK).await;
        }
    }
    #[cfg(not(unix))]
    std::future::pending::<()>().await;
}

/// A reader that says when its input has ended, and stirs the server's life.
pub(crate) struct Watched<R> {
    reader: R,
    life: Life,
    ended: Arc<Notify>,
}

impl<R> Watched<R> {
    pub(crate) fn new(reader: R, life: Life) -> (Watched<R>, Arc<Notify>) {
        let ended = Arc::new(Notify::new());
        (Watched { reader, life, ended: Arc::clone(&ended) }, ended)
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Watched<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.reader).poll_read(cx, buffer);
        if read.is_ready() {
            self.life.stir();
            if buffer.filled().len() == before {
                self.ended.notify_one();
            }
        }
        read
    }
}
