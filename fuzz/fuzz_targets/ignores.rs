#![no_main]

#[path = "../../crates/tamis/tests/it/targets.rs"]
#[allow(dead_code)]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::ignores(bytes));
