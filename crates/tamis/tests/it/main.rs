//! The engine's integration tests: one binary, one module a subject.

mod corpus;
mod source;
mod support;
