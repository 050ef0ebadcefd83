//! The budget is a promise: as many passages as fit, counted over what is really printed.

use tamis::analyzer::source::Symbol;
use tamis::context::AnswerFile;
use tamis::corpus::IgnoredMatches;
use tamis::document::Skipped;
use tamis::error::Error;

use crate::cli::Format;
use crate::failure::Result;
use crate::render;
use crate::run::Run;
use crate::view::{Detail, View};

/// Columns of a line that is not for a terminal.
pub(crate) const COLUMNS: usize = 400;
/// Tries to come closer to the budget.
const TRIES: usize = 8;
/// A file is given passages when there are this many tokens for it; the first one always is.
const LEAST_SHARE: usize = 150;
/// Files that show passages when none is accepted.
const CLOSEST: usize = 3;
/// Signatures of one file.
const SIGNATURES: usize = 8;

/// How a run is to be shown.
pub(crate) struct Frame<'r> {
    pub(crate) run: &'r Run,
    pub(crate) skipped: &'r [Skipped],
    pub(crate) ignored: &'r IgnoredMatches,
    pub(crate) format: Format,
    pub(crate) trace: bool,
    pub(crate) columns: usize,
    /// What the caller has to know beside the answer.
    pub(crate) notes: Vec<String>,
    /// Whether the run can be followed up.
    pub(crate) saved: bool,
}

impl<'r> Frame<'r> {
    /// Without trace and notes, as wide as a pipe.
    pub(crate) fn new(run: &'r Run, skipped: &'r [Skipped], ignored: &'r IgnoredMatches, format: Format) -> Frame<'r> {
        Frame { run, skipped, ignored, format, trace: false, columns: COLUMNS, notes: Vec::new(), saved: false }
    }

    /// The fullest view whose cost is at most the budget. Details give way before the passages do, passages before the
    /// required parts; when these alone cost more, that is an error which says how much they need.
    pub(crate) fn fit(&self) -> Result<View<'r>> {
        let budget = self.run.request.options.budget.tokens;
        let mut least = 0;
        for detail in Detail::ALL {
            let bare = self.view(detail, 0);
            least = render::cost(self.format, &bare);
            let room = if bare.omitted > 0 && detail != Detail::Bare { budget / 5 * 2 } else { budget };
            if least <= room {
                return Ok(self.grow(bare, least));
            }
        }
        Err(Error::BudgetTooSmall { given: budget, least }.into())
    }

    /// Adds passages to a view without any, which costs `fixed`, until no more fit.
    fn grow(&self, bare: View<'r>, fixed: usize) -> View<'r> {
        let (detail, room) = (bare.detail, bare.budget - fixed);
        let mut best = (fixed, bare);
        let (mut low, mut high) = (0, usize::MAX);
        let mut tokens = if self.format == Format::Signatures { room * 16 } else { room };
        for _ in 0..TRIES {
            if best.1.omitted == 0 || tokens <= low || tokens >= high {
                break;
            }
            let view = self.view(detail, tokens);
            let (cost, used) = (render::cost(self.format, &view), view.used);
            if cost > view.budget {
                high = tokens;
            } else {
                low = tokens;
                let fuller = view.used > best.1.used || view.omitted < best.1.omitted;
                best = if fuller { (cost, view) } else { best };
            }
            let guess = (room as f64 * used as f64 / (cost - fixed).max(1) as f64) as usize;
            let middle = if high == usize::MAX { low * 2 } else { low + (high - low) / 2 };
            tokens = if low < guess && guess < high && cost > room { guess } else { middle };
        }
        best.1
    }

    /// The view with passages of at most `tokens` tokens.
    fn view(&self, detail: Detail, tokens: usize) -> View<'r> {
        let run = self.run;
        let (all, accepted) = run.counts();
        let eligible = match self.format {
            Format::Paths => 0,
            Format::Json | Format::Structured | Format::Signatures => all,
            Format::Text | Format::Markdown if accepted > 0 => accepted,
            Format::Text | Format::Markdown => all.min(CLOSEST),
        };
        let files = if tokens == 0 { eligible } else { (tokens / LEAST_SHARE).clamp(1, eligible.max(1)) };
        let answer = run.answer(tokens, files.min(eligible));
        let signatures = match self.format {
            Format::Signatures => answer.files.iter().map(|file| signatures(run, file)).collect(),
            _ => Vec::new(),
        };
        View {
            session: &run.session,
            context: run.shown(),
            follow_up: run.follow_up.is_some(),
            root: run.engine.repository().corpus.root().to_string_lossy().into_owned(),
            head: run.engine.repository().corpus.head().map(str::to_owned),
            run: run.handle.clone(),
            saved: self.saved,
            notes: self.notes.clone(),
            stale: run.stale(),
            skipped: self.skipped,
            ignored: self.ignored,
            files: answer.files,
            signatures,
            used: answer.used,
            counter: run.engine.repository().counter(),
            omitted: answer.omitted,
            budget: run.request.options.budget.tokens,
            detail,
            documents: run.engine.repository().corpus.documents().len(),
            report: run.engine.repository().index.report(),
            trace: self.trace,
            content: true,
            columns: self.columns,
        }
    }
}

/// The lines that name the symbols a file shows passages of.
fn signatures(run: &Run, file: &AnswerFile) -> Vec<(u32, String)> {
    let Some(reading) = run.engine.repository().reading(file.judgement.doc) else { return Vec::new() };
    let mut lines: Vec<(u32, String)> = Vec::new();
    for span in &file.spans {
        let whole = span.cut_from.unwrap_or(span.lines);
        let named = |symbol: &&Symbol| Some(&symbol.name) == span.symbol.as_ref() && whole.contains(symbol.name_line);
        let Some(symbol) = reading.structure().symbols.iter().find(named) else { continue };
        let text = reading.shown_line(symbol.name_line).trim().to_owned();
        if !lines.iter().any(|(line, _)| *line == symbol.name_line) && lines.len() < SIGNATURES {
            lines.push((symbol.name_line, text));
        }
    }
    lines
}
