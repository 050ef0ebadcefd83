//! The `tamis` binary.

fn main() {}
