//! The engine's integration tests: one binary, one file a subject.

mod language;
mod source;
