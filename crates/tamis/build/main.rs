//! What is made before the engine is compiled: the fingerprint of the index, and the tables that tokens are counted with.

#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a build script speaks with cargo by these; the bans are on the engine"
)]

mod tokens;
mod version;

fn main() {
    println!("cargo::rerun-if-changed=build");
    version::write();
    tokens::write();
}
