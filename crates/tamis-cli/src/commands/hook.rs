//! `tamis hook`: answers an event of a harness within a time, and never stands in its way: whatever goes wrong, nothing is printed and
//! the exit code is 0.

use std::sync::mpsc::channel;
use std::time::Duration;

use super::Outcome;
use crate::cli::HookArgs;
use crate::failure::Result;
use crate::hook;
use crate::output::Output;
use crate::settings;

pub(crate) fn run(args: &HookArgs, output: &Output) -> Result<Outcome> {
    // A panic is told to nobody: the harness would show it to the user or to the model.
    std::panic::set_hook(Box::new(|_| ()));
    let hooked = settings::of_hook(args);
    let (send, receive) = channel();
    let patience = Duration::from_millis(args.within);
    // Not joined: what is not done in time ends with the process.
    std::thread::spawn(move || {
        let answer = settings::read_event().ok().and_then(|input| hook::answer(&hooked, &input));
        // Nobody listens any more when time is up.
        let _ = send.send(answer);
    });
    if let Ok(Some(answer)) = receive.recv_timeout(patience) {
        // A harness that does not read has no use for it.
        let _ = output.answer(&answer);
    }
    Ok(Outcome::Found)
}
