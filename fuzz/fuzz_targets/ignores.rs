#![no_main]

#[path = "../../crates/tamis/tests/it/targets.rs"]
#[expect(dead_code, reason = "each fuzzer calls one of them")]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::ignores(bytes));
