//! What of a run is shown: plain data, in one of three amounts of detail, for every form to render.

use tamis::index::Report;

use tamis::context::{AnswerFile, Context, has_critical_gaps};
use tamis::corpus::IgnoredMatches;
use tamis::document::Skipped;
use tamis::judgement::Gap;
use tamis::session::Session;
use tamis::tokens::Counter;
use tamis::trace::Status;

use crate::render::words::{plural, two_digits};

/// How much is said beside the passages. The required parts are in each: status, paths, critical gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Everything.
    Full,
    /// First clauses of reasons; near misses by path; fewer gaps and trace lines.
    Short,
    /// The required parts alone.
    Bare,
}

impl Detail {
    /// From most to least.
    pub(crate) const ALL: [Detail; 3] = [Detail::Full, Detail::Short, Detail::Bare];
}

/// A finished run as it is shown.
#[derive(Clone, Debug)]
pub(crate) struct View<'r> {
    pub(crate) session: &'r Session,
    /// What is shown of it: its context, or what a follow-up added.
    pub(crate) context: &'r Context,
    /// Whether that is what a follow-up added.
    pub(crate) follow_up: bool,
    /// The root, absolute, links resolved.
    pub(crate) root: String,
    /// The commit that HEAD pointed to.
    pub(crate) head: Option<String>,
    /// The handle that leads back to the run.
    pub(crate) run: String,
    /// Whether it does.
    pub(crate) saved: bool,
    /// What the caller has to know beside the answer.
    pub(crate) notes: Vec<String>,
    /// Files judged earlier that have changed since.
    pub(crate) stale: Vec<String>,
    pub(crate) skipped: &'r [Skipped],
    /// Ignored files that hold words of the task; looked for when nothing is accepted.
    pub(crate) ignored: &'r IgnoredMatches,
    /// The whole ranked list, accepted first.
    pub(crate) files: Vec<AnswerFile>,
    /// First lines of symbols of each file, where the form shows them: line and text.
    pub(crate) signatures: Vec<Vec<(u32, String)>>,
    /// Tokens of the passages.
    pub(crate) used: usize,
    /// What the tokens of all that is shown are counted by.
    pub(crate) counter: &'r Counter,
    /// Passages worth showing that did not fit.
    pub(crate) omitted: usize,
    /// The budget of the answer in tokens.
    pub(crate) budget: usize,
    pub(crate) detail: Detail,
    /// Files that the selection admits.
    pub(crate) documents: usize,
    /// How the index came about.
    pub(crate) report: Report,
    /// Whether the cycles are shown.
    pub(crate) trace: bool,
    /// Whether passages are given line by line, or by their ranges and names.
    pub(crate) content: bool,
    /// The longest line that fits.
    pub(crate) columns: usize,
}

impl View<'_> {
    /// How the run ended.
    pub(crate) fn status(&self) -> Status {
        self.session.status.unwrap_or(Status::Insufficient)
    }

    /// The files at or above the accept line.
    pub(crate) fn accepted(&self) -> impl Iterator<Item = &AnswerFile> {
        self.files.iter().filter(|file| file.accepted)
    }

    /// The files below it.
    pub(crate) fn near(&self) -> impl Iterator<Item = &AnswerFile> {
        self.files.iter().filter(|file| !file.accepted)
    }

    /// Open gaps: the critical ones, and the others.
    pub(crate) fn open_gaps(&self) -> (Vec<&Gap>, Vec<&Gap>) {
        self.session.context.open_gaps().partition(|gap| gap.critical)
    }

    /// A reason as long as the detail allows.
    pub(crate) fn reason<'a>(&self, reason: &'a str) -> &'a str {
        match self.detail {
            Detail::Full => reason,
            Detail::Short | Detail::Bare => reason.split("; ").next().unwrap_or(reason),
        }
    }

    /// One English sentence.
    pub(crate) fn summary(&self) -> String {
        let session = self.session;
        let cycles = match session.cycles.len() {
            last if self.follow_up && self.context.accepted.iter().all(|one| one.cycle == last) => {
                format!("in cycle {last}")
            }
            last if self.follow_up => format!("by cycle {last}"),
            all => format!("in {}", plural(all, "cycle")),
        };
        let noun = if self.follow_up { "further relevant file" } else { "relevant file" };
        let found = plural(self.context.accepted.len(), noun);
        let (critical, other) = self.open_gaps();
        let mut text = match (self.status(), self.files.first()) {
            (status, Some(file))
                if self.context.accepted.is_empty() && (self.follow_up || status == Status::Insufficient) =>
            {
                format!(
                    "Nothing {}relevant enough was found {cycles}; the closest is {} ({})",
                    if self.follow_up { "further " } else { "" },
                    file.judgement.path,
                    two_digits(file.judgement.relevance)
                )
            }
            (Status::Insufficient, None) if self.documents == 0 => {
                "No file is left to look at: the folder holds none that the selection admits".to_owned()
            }
            (_, None) if self.follow_up => format!("Nothing new was found {cycles}"),
            (Status::Insufficient, None) => format!("Nothing was found {cycles}"),
            (Status::NoProgress, _) => format!("Found {found} {cycles}, and no more candidates"),
            _ => format!("Found {found} {cycles}"),
        };
        if has_critical_gaps(&session.context) {
            text.push_str(&format!("; {} still open", plural(critical.len(), "critical gap")));
        } else if matches!(self.status(), Status::BudgetSpent | Status::NoProgress) && !self.context.accepted.is_empty()
        {
            text.push_str("; none is surely the answer");
        } else if self.status() != Status::Insufficient {
            text.push_str("; nothing critical is missing");
            if !other.is_empty() {
                let stay = if other.len() == 1 { "stays" } else { "stay" };
                text.push_str(&format!(", and {} {stay} open", plural(other.len(), "lesser gap")));
            }
        }
        if session.need.cut {
            text.push_str("; the task holds more than is read, and the rest was left out");
        }
        text.push('.');
        text
    }
}
