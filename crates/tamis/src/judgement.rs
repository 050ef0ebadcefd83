//! What is said of a file: its relevance, why, and what it leaves open. Plain values, whoever judged.

use crate::budget::Band;
use crate::document::DocId;

/// One file judged for one task.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Which document.
    pub doc: DocId,
    /// Its path.
    pub path: String,
    /// How surely the task needs the file, in `[0, 1]`: the built-in judge's calibrated probability on the pattern's scale.
    pub relevance: f64,
    /// Why, in one sentence; never empty.
    pub reason: String,
    /// The lines the reason rests on; the first is the one the reason cites.
    pub evidence: Vec<Evidence>,
    /// What the file needs that it does not hold itself.
    pub missing_context: Vec<Gap>,
    /// The cycle it was judged in, from 1.
    pub cycle: usize,
    /// The signals it was judged by, in the order of [`crate::ranker::SIGNALS`]; empty for a judge of another kind.
    pub signals: Vec<f64>,
}

impl Judgement {
    /// The band of its relevance.
    pub fn band(&self) -> Band {
        Band::of(self.relevance)
    }
}

/// Whether a set of judgements holds a file of the high band. Only then is a gap critical: to complete files that may all be
/// wrong leads away from the task.
pub fn is_confident<'j>(judgements: impl IntoIterator<Item = &'j Judgement>) -> bool {
    judgements.into_iter().any(|judgement| judgement.band() == Band::High)
}

/// A line that speaks for (or against) a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The signal it belongs to.
    pub signal: &'static str,
    /// The line, from 1; 0 where the path itself is the evidence.
    pub line: u32,
    /// The line's text, secrets masked, cut to [`crate::budget::MAX_QUOTED_CHARS`].
    pub text: String,
}

/// Something needed that no kept file supplies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// A symbol, a path or a word of the task.
    pub what: String,
    /// What kind of thing it is.
    pub kind: GapKind,
    /// Without it the kept files cannot be understood or the task cannot be done.
    pub critical: bool,
    /// The file that needs it; `None` for the task itself.
    pub named_by: Option<String>,
    /// The kept file that supplies it.
    pub closed_by: Option<String>,
}

/// Most relevant first, ties by path.
pub fn sort(judgements: &mut [Judgement]) {
    judgements.sort_by(|a, b| b.relevance.total_cmp(&a.relevance).then_with(|| a.path.cmp(&b.path)));
}

/// Kinds of gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GapKind {
    /// A name used and defined elsewhere.
    Definition,
    /// A module of the repository imported and not kept.
    Import,
    /// A word of the task that no kept file supports.
    Term,
    /// Whoever calls what was kept.
    Caller,
    /// A setting that is read.
    Configuration,
    /// The test of what was kept, where the task is about tests.
    Test,
}

impl GapKind {
    /// The word used in outputs.
    pub fn name(self) -> &'static str {
        match self {
            GapKind::Definition => "definition",
            GapKind::Import => "import",
            GapKind::Term => "term",
            GapKind::Caller => "caller",
            GapKind::Configuration => "configuration",
            GapKind::Test => "test",
        }
    }
}
