//! A fingerprint of the code that counts words, so that no index made by other code is ever believed.

use std::path::Path;

/// The floors whose code decides what an index holds.
const FLOORS: [&str; 9] =
    ["analyzer", "language", "corpus", "index", "store", "history", "structures", "counts", "tokens"];

pub(crate) fn write() {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for floor in FLOORS {
        for path in [format!("src/{floor}"), format!("src/{floor}.rs")] {
            add(Path::new(&path), &mut hash);
        }
    }
    println!("cargo::rustc-env=TAMIS_INDEX_VERSION={hash:016x}");
}

/// FNV-1a over names and bytes, folders in the order of their names.
fn add(path: &Path, hash: &mut u64) {
    if path.is_dir() {
        println!("cargo::rerun-if-changed={}", path.display());
        let mut inside: Vec<_> =
            std::fs::read_dir(path).into_iter().flatten().flatten().map(|one| one.path()).collect();
        inside.sort();
        inside.iter().for_each(|one| add(one, hash));
    } else if let Ok(bytes) = std::fs::read(path) {
        println!("cargo::rerun-if-changed={}", path.display());
        for byte in path.to_string_lossy().replace('\\', "/").bytes().chain(bytes) {
            *hash = (*hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
