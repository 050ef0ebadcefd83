//! How much memory the process may still take, where the system limits it: the limit of its addresses, or of its control group.
//!
//! Read from what Linux tells in files; elsewhere nothing is known, and nothing limited.

use std::ffi::OsString;
use std::fs::read_to_string;
use std::path::Path;

/// Of the addresses that are left, a part is set aside for each thread and never used.
const USED_OF_ADDRESSES: u64 = 2;

/// Bytes that may still be taken; none where nothing limits them.
pub(super) fn left() -> Option<u64> {
    [addresses().map(|left| left / USED_OF_ADDRESSES), group()].into_iter().flatten().min()
}

/// Where addresses are limited, begins this program anew as one that sets few of them aside: one area of the allocator, and no
/// more threads than there is room for. Both are read when a process begins. Comes back where nothing is limited, where that
/// is done already, or where it cannot be done.
#[cfg(unix)]
pub(crate) fn begin_sparingly(arguments: &[OsString]) {
    use std::os::unix::process::CommandExt;
    /// Addresses there must be for each thread that works.
    const ADDRESSES_A_THREAD: u64 = 128 << 20;
    /// How many areas GNU's allocator may set addresses aside for, 64 MiB each; otherwise as many as there are threads.
    const AREAS: &str = "MALLOC_ARENA_MAX";
    let (Some(left), None, [name, rest @ ..]) = (addresses(), std::env::var_os(AREAS), arguments) else { return };
    let Ok(program) = std::env::current_exe() else { return };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = ((left / ADDRESSES_A_THREAD) as usize).clamp(1, cores);
    let mut command = std::process::Command::new(program);
    command.arg0(name).args(rest).env(AREAS, "1").env("RAYON_NUM_THREADS", threads.to_string());
    // It comes back only when it failed; then this process goes on as it is.
    let _ = command.exec();
}

/// Elsewhere no limit of addresses is known.
#[cfg(not(unix))]
pub(crate) fn begin_sparingly(_: &[OsString]) {}

/// What `ulimit -v` leaves.
fn addresses() -> Option<u64> {
    let limits = read_to_string("/proc/self/limits").ok()?;
    let status = read_to_string("/proc/self/status").ok()?;
    let taken = first_number(&status, "VmSize:")?.saturating_mul(1024);
    Some(first_number(&limits, "Max address space")?.saturating_sub(taken))
}

/// What the control group leaves, under either version of its files.
fn group() -> Option<u64> {
    let groups = read_to_string("/proc/self/cgroup").ok()?;
    let own = |line: &str| {
        let (names, path) = line.split_once(':')?.1.split_once(':')?;
        let path = path.trim_start_matches('/');
        match names {
            "" => number(&Path::new("/sys/fs/cgroup").join(path).join("memory.max")),
            _ if names.split(',').any(|name| name == "memory") => {
                number(&Path::new("/sys/fs/cgroup/memory").join(path).join("memory.limit_in_bytes"))
            }
            _ => None,
        }
    };
    groups.lines().filter_map(own).min()
}

fn number(path: &Path) -> Option<u64> {
    read_to_string(path).ok()?.trim().parse().ok()
}

/// The number behind a word at the beginning of a line.
fn first_number(text: &str, word: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(word))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_behind_their_words() {
        let limits = "Limit  Soft Limit  Hard Limit  Units\nMax address space         134217728   unlimited  bytes\n";
        assert_eq!(first_number(limits, "Max address space"), Some(134_217_728));
        assert_eq!(first_number("Max address space  unlimited  unlimited  bytes", "Max address space"), None);
        assert_eq!(first_number("VmPeak:\t 9 kB\nVmSize:\t  77216 kB\n", "VmSize:"), Some(77_216));
    }
}
