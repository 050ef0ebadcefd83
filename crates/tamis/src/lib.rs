//! Tamis: iterative code retrieval.
//!
//! The modules stand in reading order, from the top floor down, and a module may import only modules listed
//! below it; `tests/it/tidy.rs` fails on an upward path.

pub mod analyzer;
pub mod budget;
pub mod context;
pub mod corpus;
pub mod document;
pub mod engine;
pub mod error;
pub mod evaluator;
pub mod history;
pub mod index;
pub mod judgement;
pub mod language;
pub mod measure;
pub mod query;
pub mod ranker;
pub mod refiner;
pub mod repository;
pub mod retriever;
pub mod session;
pub mod tokens;
pub mod trace;
pub mod vocabulary;
