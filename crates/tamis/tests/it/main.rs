//! The engine's integration tests: one binary, one module a subject.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as the tests do")]

mod cases;
mod corpus;
mod cycle;
mod dispatch;
mod evaluate;
mod pattern;
mod properties;
mod source;
mod support;
