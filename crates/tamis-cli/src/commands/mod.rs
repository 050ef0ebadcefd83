//! One file a command, each with one signature: its arguments and the output in, found or not out.

mod completions;
mod explain;
mod find;
mod index;
mod man;
mod map;
mod measure;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use crate::cli::{Cli, Command};
use crate::failure::Result;
use crate::output::Output;

/// What a command that did not fail found: grep's exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Something: 0.
    Found,
    /// Nothing: 1.
    Nothing,
}

/// Runs the command that the arguments name, tells what went wrong, and says with which code to end.
pub(crate) fn main(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let output = Output::new();
    match Cli::try_parse_from(arguments) {
        Ok(cli) => end(&output, run(&cli, &output)),
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            end(&output, output.answer(&error.render().ansi().to_string()).map(|()| Outcome::Found))
        }
        Err(error) => end(&output, Err(error.into())),
    }
}

fn run(cli: &Cli, output: &Output) -> Result<Outcome> {
    match &cli.command {
        None => find::run(&cli.find, output),
        Some(Command::Find(args)) => find::run(args, output),
        Some(Command::Explain(args)) => explain::run(args, output),
        Some(Command::Index(args)) => index::run(args, output),
        Some(Command::Map(args)) => map::run(args, output),
        Some(Command::Measure(args)) => measure::run(args, output),
        Some(Command::Completions(args)) => completions::run(args, output),
        Some(Command::Man) => man::run(output),
    }
}

fn end(output: &Output, result: Result<Outcome>) -> ExitCode {
    match result {
        Ok(Outcome::Found) => ExitCode::SUCCESS,
        Ok(Outcome::Nothing) => ExitCode::from(1),
        Err(failure) => {
            output.failure(&failure);
            ExitCode::from(2)
        }
    }
}
