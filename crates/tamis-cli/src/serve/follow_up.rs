//! `follow_up`: what the caller says to a run in, what one more cycle adds out.

use std::time::Instant;

use tamis_mcp::{Call, Reply};

use super::arguments::Reader;
use super::{Service, reply, tools};
use crate::caller;
use crate::failure::{Failure, Result};
use crate::resume::{Said, follow};
use crate::settings;

pub(super) fn follow_up(service: &Service, mut reader: Reader, call: &Call) -> Result<Reply> {
    let start = Instant::now();
    let run = reader.needed("run", "give the run that find answered with")?;
    let judgements = reader.value("judgements").map(caller::read).transpose()?.unwrap_or_default();
    let question = reader.text("question")?.filter(|text| !text.trim().is_empty());
    let (tokens, limit) = tools::size(&mut reader)?;
    let (evaluator, wait) = (service.evaluator.clone(), service.wait);
    let said = Said { judgements, question, evaluator, tokens, limit, wait };
    if said.is_nothing() {
        return Err(Failure::new("there is nothing to follow up on")
            .hinted("give `judgements` of files of the answer, a `question`, or both"));
    }
    let saved = settings::store().load(&run)?;
    service.roots.resolve(Some(&saved.root))?;
    call.at("opening");
    let files = |done, all| call.at(format!("{done} of {all} files read"));
    let run = follow(&saved, &said, &files, |session, dispatch| call.at(reply::stage(session, dispatch)))?;
    call.at("packing");
    reply::of(&run, reader.notes(), start)
}
