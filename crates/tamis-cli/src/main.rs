//! The `tamis` binary.

mod probe;

fn main() {
    probe::main();
}
