//! What stops a command: one clear sentence, a hint where there is something to do, exit code 2.

use std::fmt::Display;

use clap::error::{ContextKind, ErrorKind};
use tamis::error::Error;

/// A failure that is told to the user.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
}

/// A command's result.
pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// A sentence without a hint.
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), hint: None }
    }

    /// The same with something to do.
    pub(crate) fn hinted(self, hint: impl Into<String>) -> Failure {
        Failure { hint: Some(hint.into()), ..self }
    }

    /// A file that cannot be read or written.
    pub(crate) fn file(what: &str, path: &std::path::Path, why: impl Display) -> Failure {
        Failure::new(format!("cannot {what} {}: {why}", path.display())).hinted("check the path and its permissions")
    }

    /// A command after a flag: it would be read as the task.
    pub(crate) fn late_command(name: &str) -> Failure {
        Failure::new(format!("the command `{name}` stands after a flag"))
            .hinted(format!("put it first: tamis {name} .., then the flags; to search for the word: tamis find {name}"))
    }

    /// A task of one word that this repository does not hold, and that is close to the name of a command.
    pub(crate) fn mistyped(word: &str, command: &str) -> Failure {
        Failure::new(format!("there is no command `{word}`, and no file here holds the word"))
            .hinted(format!("did you mean tamis {command}? To search for the word all the same: tamis find {word}"))
    }

    /// No task was given.
    pub(crate) fn no_task() -> Failure {
        Failure::new("no task was given").hinted("say in words what you want: tamis \"fix the token expiry bug\"")
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let hint = match &error {
            Error::RootMissing(_) => Some("name an existing folder with --root".to_owned()),
            Error::RootTooBroad(_) => Some("name the folder of one project with --root".to_owned()),
            Error::RootUnreadable(..) => Some("check the folder's permissions".to_owned()),
            Error::TaskEmpty => Some("say in words what you want: tamis \"fix the token expiry bug\"".to_owned()),
            Error::Glob { .. } => Some("globs look like '*.rs', 'src/**/*.ts' or 'docs/'; quote them".to_owned()),
            Error::BudgetTooSmall { least, .. } => Some(format!("use --budget {least} or more, or a smaller --limit")),
            _ => None,
        };
        Failure { message: error.to_string(), hint }
    }
}

impl From<clap::Error> for Failure {
    /// Clap's first paragraph as one sentence; its tip, or the way on, as the hint.
    fn from(error: clap::Error) -> Failure {
        // A word after the task, or a command after flags: clap takes either for a command that is not allowed here.
        if let (ErrorKind::ArgumentConflict, Some(word)) = (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
            return Failure::new(format!("unexpected argument '{word}' after the task"))
                .hinted("put a task of several words in quotes, and flags after the command");
        }
        let text = error.render().to_string();
        let paragraph = text.split("\n\n").next().unwrap_or_default();
        let lines: Vec<&str> = paragraph.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let message = lines.join(" ").trim_start_matches("error: ").to_owned();
        let tip = text.lines().filter_map(|line| line.trim().strip_prefix("tip: ")).find(|tip| tip.contains("similar"));
        let word = error.get(ContextKind::InvalidArg).is_some_and(|typed| !typed.to_string().starts_with('-'));
        let way_on = match error.kind() {
            ErrorKind::UnknownArgument if word => "put a task of several words in quotes",
            _ => "tamis --help lists commands and flags",
        };
        Failure { message, hint: Some(tip.unwrap_or(way_on).to_owned()) }
    }
}
