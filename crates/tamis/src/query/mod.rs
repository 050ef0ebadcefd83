//! What is asked: the task as given, the need read out of it, and the query of one cycle.
//!
//! Text in, values out. Nothing here looks at a repository.

mod blocks;
mod glossary;
mod initial;
mod mentions;
mod need;
mod roles;
mod stopwords;
mod taken_out;
mod title;

pub use initial::{create_initial_query, source_patterns};
pub use mentions::{Mention, MentionKind, Origin};
pub use need::{Need, Sense, TaskTerm, Zone, need};
pub use stopwords::{is_reserved, is_stopword, is_telling};

use std::fmt;

use crate::document::Place;

/// A task, with what the caller wants to say about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Task {
    /// The information need in words, any language.
    pub text: String,
    /// Why it is asked; sharpens evaluation.
    pub purpose: Option<String>,
    /// Words the caller wants searched, beside the task's own.
    pub keywords: Vec<String>,
    /// Scope of the first cycle, as globs; empty for the engine's own choice. Widened when nothing is found in it.
    pub patterns: Vec<String>,
    /// Globs never to be looked at.
    pub excludes: Vec<String>,
    /// Paths, symbols or words to search first.
    pub focus_areas: Vec<String>,
    /// Whether tests count.
    pub tests: Tests,
}

/// Whether test files count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tests {
    /// When the task is about tests.
    #[default]
    Auto,
    /// Nothing but tests.
    Only,
    /// Never.
    Off,
}

/// The query of one cycle: the pattern's four fields, in its order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// Globs of the files to search; `**/*` for all.
    pub patterns: Vec<String>,
    /// Words to search for.
    pub keywords: Vec<Keyword>,
    /// Globs and literal paths not to be looked at.
    pub excludes: Vec<String>,
    /// Names, paths or words that open gaps ask for; searched first.
    pub focus_areas: Vec<String>,
}

impl Query {
    /// The keyword of that spelling.
    pub fn keyword(&self, word: &str) -> Option<&Keyword> {
        self.keywords.iter().find(|keyword| keyword.word == word)
    }
}

/// A word of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Keyword {
    /// The word as people read it; its terms are those of [`crate::analyzer::terms`].
    pub word: String,
    /// Its share in the score, in `(0, 1]`.
    pub weight: f64,
    /// Where it comes from.
    pub source: KeywordSource,
}

/// Where a keyword comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeywordSource {
    /// A word of the task.
    Task,
    /// Given by the caller.
    Caller,
    /// A word of a file that was kept.
    Learned {
        /// The file.
        path: String,
        /// A line it stands on.
        line: u32,
    },
    /// The repository's own word for something the task calls otherwise.
    Vocabulary {
        /// The task's words.
        stands_for: Vec<String>,
        /// Where both stand together.
        path: String,
        /// The line.
        line: u32,
    },
    /// A word in the names of files that commits touched which spoke of the task's words.
    History {
        /// The task's words.
        stands_for: Vec<String>,
        /// The first line of the newest such commit.
        commit: String,
        /// How many there are.
        commits: u32,
    },
    /// A word that files needed by earlier tasks of such words hold.
    Remembered {
        /// The task's words.
        stands_for: Vec<String>,
        /// How sure the link is, in hundredths.
        confidence: u32,
        /// Where this run has read both together; without such a line it is looked for and counts nothing.
        borne_out: Option<Place>,
    },
    /// What code calls a word of a task that is not written in English.
    Glossary {
        /// The task's word.
        stands_for: String,
    },
}

impl KeywordSource {
    /// Whether the task itself says it, in English or not.
    pub fn is_of_task(&self) -> bool {
        matches!(self, KeywordSource::Task | KeywordSource::Glossary { .. })
    }

    /// The words of the task that it is another word for, as the repository bears out.
    pub fn stands_for(&self) -> &[String] {
        match self {
            KeywordSource::Vocabulary { stands_for, .. }
            | KeywordSource::History { stands_for, .. }
            | KeywordSource::Remembered { stands_for, borne_out: Some(_), .. } => stands_for,
            KeywordSource::Glossary { stands_for } => std::slice::from_ref(stands_for),
            _ => &[],
        }
    }

    /// Whether it is a guess that nothing in the repository bears out.
    pub fn is_guess(&self) -> bool {
        matches!(self, KeywordSource::Remembered { borne_out: None, .. })
    }
}

impl fmt::Display for KeywordSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeywordSource::Task => f.write_str("task"),
            KeywordSource::Caller => f.write_str("caller"),
            KeywordSource::Learned { path, line } => write!(f, "learned from {path}:{line}"),
            KeywordSource::Vocabulary { stands_for, path, line } => {
                write!(f, "stands for `{}` in {path}:{line}", stands_for.join(" "))
            }
            KeywordSource::History { stands_for, commit, commits } => {
                let (words, s) = (stands_for.join(" "), if *commits == 1 { "" } else { "s" });
                write!(f, "stands for `{words}` in {commits} commit{s}, such as `{commit}`")
            }
            KeywordSource::Remembered { stands_for, confidence, borne_out } => {
                let words = stands_for.join(" ");
                write!(f, "remembered for `{words}` at {:.2}", f64::from(*confidence) / 100.0)?;
                match borne_out {
                    Some(Place { path, line }) => write!(f, ", borne out by {path}:{line}"),
                    None => Ok(()),
                }
            }
            KeywordSource::Glossary { stands_for } => write!(f, "glossary: `{stands_for}`"),
        }
    }
}
