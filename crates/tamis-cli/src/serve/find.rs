//! `find`: a task in, the answer in both forms out.

use std::time::Instant;

use tamis::query::Task;
use tamis_mcp::{Call, Reply};

use super::arguments::Reader;
use super::{Service, reply, tools};
use crate::failure::Result;
use crate::run::Run;
use crate::settings;

pub(super) fn find(service: &Service, mut reader: Reader, call: &Call) -> Result<Reply> {
    let start = Instant::now();
    let text = reader.needed("task", "say in words what is to be done or understood")?;
    let mut options = settings::options();
    options.selection.include = reader.list("include")?;
    options.selection.exclude = reader.list("exclude")?;
    options.budget.max_cycles = reader.number("cycles", 3, 1..=10)? as usize;
    (options.budget.tokens, options.budget.limit) = tools::size(&mut reader)?;
    let task = Task { text, purpose: reader.text("purpose")?, ..Task::default() };
    let root = service.roots.resolve(reader.text("root")?.as_deref())?;
    call.at("opening");
    let run = Run::watch(
        &service.request(root, options, task),
        &|done, all| call.at(format!("{done} of {all} files read")),
        |_, session, dispatch| call.at(reply::stage(session, dispatch)),
    )?;
    call.at("packing");
    reply::of(&run, reader.notes(), start)
}
