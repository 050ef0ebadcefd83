//! The pattern's numbers, in one place: cycles, quota, accept line, bands, and the bounds on every input.
//!
//! Values only; no floor above may hide a number of its own that a reader would look for here.

/// Settings of the loop. The defaults are the pattern's.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// At most this many cycles (the pattern: 3).
    pub max_cycles: usize,
    /// This many accepted files are enough (the pattern: 3).
    pub quota: usize,
    /// Relevance from which a file is accepted (the pattern: 0.7).
    pub accept: f64,
    /// Relevance below which a file is excluded for the rest of the run (the pattern: 0.2).
    pub exclude: f64,
    /// Files proposed in one cycle; the judge may look closely at fewer.
    pub candidates: usize,
    /// Keywords learned in one cycle.
    pub learned_per_cycle: usize,
    /// Tokens of the packed answer.
    pub tokens: usize,
    /// Files listed in the answer.
    pub limit: usize,
}

impl Budget {
    /// The most relevance of a file that is not to be accepted.
    pub fn below_accept(&self) -> f64 {
        self.accept - 0.01
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            max_cycles: 3,
            quota: 3,
            accept: 0.7,
            exclude: 0.2,
            candidates: 200,
            learned_per_cycle: 6,
            tokens: 8_000,
            limit: 10,
        }
    }
}

/// A relevance in words. The bands have no holes: high `[0.8, 1]`, medium `[0.5, 0.8)`, low `[0.2, 0.5)`,
/// none `[0, 0.2)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Band {
    /// Not relevant: excluded.
    None,
    /// Indirectly related: set aside.
    Low,
    /// Holds related patterns or types.
    Medium,
    /// Implements what the task is about.
    High,
}

impl Band {
    /// The band of a relevance; values outside `[0, 1]` fall into the nearest band.
    pub fn of(relevance: f64) -> Self {
        match relevance {
            r if r >= 0.8 => Band::High,
            r if r >= 0.5 => Band::Medium,
            r if r >= 0.2 => Band::Low,
            _ => Band::None,
        }
    }

    /// The word used in outputs.
    pub fn name(self) -> &'static str {
        match self {
            Band::None => "none",
            Band::Low => "low",
            Band::Medium => "medium",
            Band::High => "high",
        }
    }
}

/// Largest file whose content is searched, in bytes.
pub const MAX_FILE_BYTES: u64 = 8 << 20;
/// Longest task that is analysed, in bytes; the rest is cut at a character boundary and said so.
pub const MAX_TASK_BYTES: usize = 256 << 10;
/// Most distinct terms of one task; a task in words holds a few hundred.
pub const MAX_TASK_TERMS: usize = 4_096;
/// Most distinct paths, names and messages that one task names; each is looked up in the whole repository.
pub const MAX_MENTIONS: usize = 512;
/// Most files of one corpus.
pub const MAX_FILES: usize = 400_000;
/// Most steps of the parser on one file, as counted by its progress call; steps and not seconds, so that the same
/// file is always cut at the same place. Code written by hand takes 5 to 20 a KiB.
pub const MAX_PARSE_STEPS: u64 = 4_000;
/// Further steps of the parser allowed for each KiB of text.
pub const MAX_PARSE_STEPS_PER_KIB: u64 = 40;
/// How many times over the parser may read the text: a token that never closes is read to the end at every try.
pub const MAX_PARSE_READINGS: usize = 40;
/// What a step counts while the parser is recovering from an error, when it is slower.
pub const PARSE_STEP_IN_ERROR: u64 = 3;
/// Largest text that is parsed, in bytes; a larger one is searched by its words.
pub const MAX_PARSE_BYTES: usize = 2 << 20;
/// Most steps of the query over one syntax tree, as counted by its progress call.
pub const MAX_QUERY_STEPS: u64 = 100_000;
/// Most symbols kept of one file.
pub const MAX_SYMBOLS: usize = 20_000;
/// Most imports kept of one file.
pub const MAX_IMPORTS: usize = 5_000;
/// Most references kept of one file.
pub const MAX_REFERENCES: usize = 50_000;
/// Longest name of a symbol, in characters; the rest is cut.
pub const MAX_NAME_CHARS: usize = 200;
/// Deepest nesting that is walked in a syntax tree.
pub const MAX_PARSE_DEPTH: usize = 500;
/// Longest line that is quoted, in characters.
pub const MAX_QUOTED_CHARS: usize = 400;
