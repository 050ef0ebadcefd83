//! One call under way: how far it is, and whether it is still wanted.

use std::panic::resume_unwind;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// A call as the function that answers it sees it.
pub struct Call {
    stage: watch::Sender<String>,
    unwanted: CancellationToken,
}

/// What unwinds a call that is no longer wanted.
struct Unwanted;

impl Call {
    /// A call that ends early when `unwanted` is cancelled, and where its stage can be seen.
    pub(crate) fn new(unwanted: CancellationToken) -> (Call, watch::Receiver<String>) {
        let (stage, seen) = watch::channel(String::new());
        (Call { stage, unwanted }, seen)
    }

    /// Says how far the call is, for a client that asked to know. Leaves the call, by unwinding, when the client has
    /// cancelled it or is gone: whoever answers holds nothing that outlives the call, so there is nothing to undo, and no step
    /// in between needs an error for it.
    pub fn at(&self, stage: impl Into<String>) {
        if self.unwanted.is_cancelled() {
            resume_unwind(Box::new(Unwanted));
        }
        self.stage.send_replace(stage.into());
    }
}

/// Whether that is how a call ended.
pub(crate) fn was_unwanted(panic: &(dyn std::any::Any + Send)) -> bool {
    panic.is::<Unwanted>()
}
