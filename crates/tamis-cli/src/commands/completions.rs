//! `tamis completions`: a shell's completions, from the same definitions as the help.

use clap::CommandFactory;

use super::Outcome;
use crate::cli::{Cli, CompletionsArgs};
use crate::failure::Result;
use crate::output::Output;

pub(crate) fn run(args: &CompletionsArgs, output: &Output) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "tamis", &mut script);
    output.answer(&String::from_utf8_lossy(&script))?;
    Ok(Outcome::Found)
}
