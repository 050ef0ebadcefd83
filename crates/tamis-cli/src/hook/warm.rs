//! The index of a session's project, brought up to date beside the session: by a process of its own, so that no hook waits for it
//! and the next prompt finds it done.

use std::path::Path;
use std::process::{Command, Stdio};

/// Starts `tamis index --quiet` on a project and lets it go. It says nothing to anybody, is one at a time by the index's own lock,
/// and ends with its work.
pub(super) fn warm(program: &Path, project: &Path) {
    let mut command = Command::new(program);
    command.args(["index", "--quiet", "--root"]).arg(project);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // A harness that ends a hook ends its group.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    // Nobody waits for it: this process ends first. Where it cannot be started, the next question does the work itself.
    let _ = command.spawn();
}
