//! `tamis man`: the manual page, from the same definitions as the help.

use clap::CommandFactory;

use super::Outcome;
use crate::cli::Cli;
use crate::failure::{Failure, Result};
use crate::output::Output;

pub(crate) fn run(output: &Output) -> Result<Outcome> {
    let mut pages = Vec::new();
    let mut command = Cli::command();
    command.build();
    let rendered = std::iter::once(&command)
        .chain(command.get_subcommands().filter(|one| one.get_name() != "help"))
        .try_for_each(|one| clap_mangen::Man::new(one.clone()).render(&mut pages));
    rendered.map_err(|error| Failure::new(format!("cannot render the manual page: {error}")))?;
    output.answer(&String::from_utf8_lossy(&pages))?;
    Ok(Outcome::Found)
}
