//! The engine's integration tests: one binary, one file a subject.

mod source;
