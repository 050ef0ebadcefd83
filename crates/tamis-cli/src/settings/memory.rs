//! How much memory the process may still take, where the system limits it: the limit of its addresses, or of its control group.
//!
//! Read from what Linux tells in files; elsewhere nothing is known, and nothing limited.

use std::fs::read_to_string;
use std::path::Path;

/// Of the addresses that are left, a part is set aside for each thread and never used.
const USED_OF_ADDRESSES: u64 = 2;

/// Bytes that may still be taken; none where nothing limits them.
pub(super) fn left() -> Option<u64> {
    [addresses().map(|left| left / USED_OF_ADDRESSES), group()].into_iter().flatten().min()
}

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
