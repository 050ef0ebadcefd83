//! Tamis: iterative code retrieval.
//!
//! A task in words and a repository go in; ranked files and line ranges come out, each with a relevance between 0 and 1,
//! a reason that can be checked, and a list of what is still missing. [`engine::Engine`] does all of it in two calls;
//! [`session`] holds the cycle and its steps by name. `examples/hello.rs` is the smallest program.
//!
//! The modules stand in reading order, from the top floor down, and a module may import only modules listed
//! below it; `tests/it/tidy.rs` fails on an upward path. `ARCHITECTURE.md` says which question each answers.

pub mod engine;
pub mod measure;
pub mod follow_up;
pub mod session;
pub mod trace;
pub mod refiner;
pub mod learning;
pub mod vocabulary;
pub mod context;
pub mod evaluator;
pub mod retriever;
pub mod ranker;
pub mod repository;
pub mod memory;
pub mod counts;
pub mod structures;
pub mod index;
pub mod history;
pub mod store;
pub mod corpus;
pub mod query;
pub mod analyzer;
pub mod language;
pub mod judgement;
pub mod document;
pub mod tokens;
pub mod budget;
pub mod error;
