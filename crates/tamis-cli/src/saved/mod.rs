//! Finished runs on disk: what a handle leads back to.
//!
//! A saved run is the session as readable JSON, with paths for documents and without the repository's text: passages and evidence
//! are places. It is never changed: a follow-up saves a run of its own, under a handle of its own, so that callers who share a
//! handle do not disturb each other.

mod parts;
mod replay;
mod shapes;
mod store;

use std::collections::{BTreeMap, BTreeSet};

use tamis::document::DocId;
use tamis::session::Session;

use crate::failure::{Failure, Result};
use crate::run::Run;
use crate::settings::Request;
use crate::view::View;
pub(crate) use replay::Replay;
pub(crate) use shapes::Saved;
pub(crate) use store::Store;

/// Follow-ups of one run, one after another.
pub(crate) const MOST_FOLLOW_UPS: usize = 3;

impl Saved {
    /// A finished run and what was shown of it.
    pub(crate) fn new(run: &Run, view: &View<'_>) -> Saved {
        let repository = run.engine.repository();
        let sha = |doc: DocId| repository.reading(doc).map_or_else(String::new, |reading| reading.text.sha.clone());
        let judged = run.session.context.accepted.iter().chain(&run.session.context.set_aside);
        Saved {
            schema: shapes::SCHEMA.to_owned(),
            run: run.handle.clone(),
            follow_ups: run.follow_up.as_ref().map_or(0, |follow_up| follow_up.number),
            known: run.follow_up.as_ref().map(|follow_up| follow_up.known.clone()).unwrap_or_default(),
            root: view.root.clone(),
            head: view.head.clone(),
            documents: view.documents,
            request: parts::request(&run.request),
            session: parts::session(&run.session, repository),
            files: view.files.iter().map(parts::file).collect(),
            contents: judged.map(|one| (one.path.clone(), sha(one.doc))).collect::<BTreeMap<_, _>>(),
        }
    }

    /// What was asked.
    pub(crate) fn request(&self) -> Request {
        parts::asked(self)
    }

    /// The session, with the documents that `find` gives to its paths, and the judged files that it does not find.
    pub(crate) fn session(&self, find: &dyn Fn(&str) -> Option<DocId>) -> Result<(Session, Vec<String>)> {
        let mut gone = BTreeSet::new();
        let session = parts::restored(self, find, &mut gone)?;
        Ok((session, gone.into_iter().collect()))
    }

    /// The session as it was, with documents numbered in the order of their paths: for looking at, not for going on.
    fn replayed(&self) -> Result<Session> {
        let paths: BTreeSet<&str> = self.paths().collect();
        let paths: Vec<&str> = paths.into_iter().collect();
        let find = |path: &str| paths.binary_search(&path).ok().map(|place| DocId(place as u32));
        self.session(&find).map(|(session, _)| session)
    }
}

/// A run whose file is not what this version writes.
fn damaged(run: &str, why: impl std::fmt::Display) -> Failure {
    Failure::new(format!("cannot understand the saved run {run}: {why}")).hinted("ask the task again")
}
