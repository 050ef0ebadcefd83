//! `tamis man`: the manual page, from the same definitions as the help.

use clap::{Command, CommandFactory};

use super::Outcome;
use crate::cli::Cli;
use crate::failure::{Failure, Result};
use crate::output::Output;

pub(crate) fn run(output: &Output) -> Result<Outcome> {
    let mut pages = Vec::new();
    let mut command = Cli::command();
    command.build();
    render(&command, &mut pages).map_err(|error| Failure::new(format!("cannot render the manual page: {error}")))?;
    output.answer(&String::from_utf8_lossy(&pages))?;
    Ok(Outcome::Found)
}

/// The page of a command, then those of the commands below it.
fn render(command: &Command, pages: &mut Vec<u8>) -> std::io::Result<()> {
    clap_mangen::Man::new(command.clone()).render(pages)?;
    command.get_subcommands().filter(|one| one.get_name() != "help").try_for_each(|one| render(one, pages))
}
