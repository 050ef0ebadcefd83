//! `tamis index`
use super::Outcome;
use crate::cli::IndexArgs;
use crate::failure::Result;
use crate::output::Output;
pub(crate) fn run(_args: &IndexArgs, _output: &Output) -> Result<Outcome> {
    Ok(Outcome::Nothing)
}
