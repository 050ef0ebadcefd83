//! The `tamis` binary: arguments in, one answer on standard output, an exit code as grep's.
//!
//! Reading order: `cli` (what was typed), `settings` and `query` (what it means), `commands` (one file a command), `run` (one task
//! asked), `judge` (by a model, where one is named), `saved`, `caller`, `typed` and `resume` (kept, judged by the caller, by paths as typed, taken up again), `answer`, `view` and `fit` (what of it is shown, under the token budget), `render` (the forms), `serve` (the same over MCP), `install`
//! (into coding agents), `hook` (context for their events), `probe` (is the server there), `output`, `progress`, `failure`, `private` and `turn` (files that others look at too).

mod answer;
mod caller;
mod cli;
mod commands;
mod failure;
mod fit;
mod hook;
mod install;
mod judge;
mod learned;
mod output;
mod private;
mod probe;
mod progress;
mod query;
mod render;
mod resume;
mod run;
mod saved;
mod serve;
mod settings;
mod turn;
mod typed;
mod view;

fn main() -> std::process::ExitCode {
    commands::main(std::env::args_os())
}
