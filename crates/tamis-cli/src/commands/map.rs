//! `tamis map`
use super::Outcome;
use crate::cli::MapArgs;
use crate::failure::Result;
use crate::output::Output;
pub(crate) fn run(_args: &MapArgs, _output: &Output) -> Result<Outcome> {
    Ok(Outcome::Nothing)
}
