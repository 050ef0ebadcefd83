//! What is made before the engine is compiled: the fingerprint of the index, and the tables that tokens are counted with.

mod tokens;
mod version;

fn main() {
    println!("cargo::rerun-if-changed=build");
    version::write();
    tokens::write();
}
