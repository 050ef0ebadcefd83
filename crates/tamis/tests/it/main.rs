//! The engine's integration tests: one binary, one module a subject.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as the tests do")]
#![expect(clippy::disallowed_methods, reason = "tests run git and measure time; the ban is on the engine")]

mod cases;
mod corpus;
mod cycle;
mod dispatch;
mod evaluate;
mod follow_up;
mod fuzzed;
mod glossary;
mod history;
mod imports;
mod index;
mod language;
mod memory;
mod pattern;
mod properties;
mod source;
mod support;
mod targets;
mod tidy;
