//! `tamis explain`
use super::Outcome;
use crate::cli::ExplainArgs;
use crate::failure::Result;
use crate::output::Output;
pub(crate) fn run(_args: &ExplainArgs, _output: &Output) -> Result<Outcome> {
    Ok(Outcome::Nothing)
}
