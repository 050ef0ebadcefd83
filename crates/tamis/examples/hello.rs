//! The smallest program: open a repository, ask, print what was accepted and why.

#![expect(clippy::print_stdout, reason = "an example shows its answer")]

use std::path::Path;
use tamis::engine::{Engine, Options};
use tamis::query::Task;

fn main() -> tamis::error::Result<()> {
    let engine = Engine::open(Path::new("."), &Options::default())?;
    let task = Task { text: "fix the token expiry bug".to_owned(), ..Task::default() };
    for file in &engine.retrieve(&task)?.context.accepted {
        println!("{:.2} {}  {}", file.relevance, file.path, file.reason);
    }
    Ok(())
}
