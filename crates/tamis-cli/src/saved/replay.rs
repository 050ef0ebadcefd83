//! A saved run shown again as it was, without reading a file: everything but the repository's own text.

use tamis::index::Report;

use tamis::context::{AnswerFile, Context};
use tamis::corpus::IgnoredMatches;
use tamis::error::Error;
use tamis::session::Session;
use tamis::tokens::Counter;

use super::{Saved, parts};
use crate::cli::Format;
use crate::failure::Result;
use crate::render;
use crate::view::{Detail, View};

const NOTE: &str = "shown as it was saved; no file was read, and passages are given by their lines";

/// What the views of a saved run borrow from.
pub(crate) struct Replay {
    saved: Saved,
    session: Session,
    shown: Context,
    files: Vec<AnswerFile>,
    ignored: IgnoredMatches,
    counter: Counter,
}

impl Replay {
    pub(crate) fn new(saved: Saved) -> Result<Replay> {
        let session = saved.replayed()?;
        let files = parts::files(&saved, &session)?;
        let shown = match saved.follow_ups {
            0 => session.context.clone(),
            _ => session.context.of_cycle(session.cycles.len(), &saved.known),
        };
        let (ignored, counter) = (IgnoredMatches::default(), Counter::default());
        Ok(Replay { saved, session, shown, files, ignored, counter })
    }

    /// The fullest view that fits the budget.
    pub(crate) fn fit(
        &self,
        format: Format,
        budget: usize,
        limit: usize,
        trace: bool,
        columns: usize,
    ) -> Result<View<'_>> {
        let mut least = 0;
        for detail in Detail::ALL {
            let view = self.view(detail, budget, limit, trace, columns);
            least = render::cost(format, &view);
            if least <= budget {
                return Ok(view);
            }
        }
        Err(Error::BudgetTooSmall { given: budget, least }.into())
    }

    fn view(&self, detail: Detail, budget: usize, limit: usize, trace: bool, columns: usize) -> View<'_> {
        View {
            session: &self.session,
            context: &self.shown,
            follow_up: self.saved.follow_ups > 0,
            root: self.saved.root.clone(),
            head: self.saved.head.clone(),
            run: self.saved.run.clone(),
            saved: true,
            notes: vec![NOTE.to_owned()],
            stale: Vec::new(),
            skipped: &[],
            ignored: &self.ignored,
            files: self.files.iter().take(limit).cloned().collect(),
            signatures: vec![Vec::new(); self.files.len()],
            used: 0,
            counter: &self.counter,
            omitted: 0,
            budget,
            detail,
            documents: self.saved.documents,
            report: Report { covered: self.saved.documents, ..Report::default() },
            trace,
            content: true,
            columns,
        }
    }
}
