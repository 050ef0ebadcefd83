//! One file a command, each with one signature: its arguments and the output in, found or not out.

mod completions;
mod doctor;
pub(crate) mod explain;
mod find;
mod hook;
mod index;
mod install;
mod learn;
mod man;
pub(crate) mod map;
mod mcp;
mod measure;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory, Parser};
use tamis::engine::Engine;
use tamis::index::Note;

use crate::answer::partial;
use crate::cli::{Cli, Command};
use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::settings;

/// What a command that did not fail found: grep's exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Something: 0.
    Found,
    /// Nothing: 1.
    Nothing,
}

/// Runs the command that the arguments name, tells what went wrong, and says with which code to end.
pub(crate) fn main(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let output = Output::new();
    let arguments: Vec<OsString> = arguments.collect();
    settings::begin_sparingly(&arguments);
    match Cli::try_parse_from(&arguments) {
        Ok(Cli { command: None, find }) if find.task.as_deref().is_some_and(is_command) => {
            end(&output, Err(Failure::late_command(find.task.as_deref().unwrap_or_default())))
        }
        Ok(cli) => end(&output, run(&cli, &output)),
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            end(&output, output.answer(&error.render().ansi().to_string()).map(|()| Outcome::Found))
        }
        // A harness takes an exit code of 2 for an order to stop.
        Err(_) if arguments.get(1).is_some_and(|word| word == "hook") => ExitCode::SUCCESS,
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            output.note(error.render().ansi().to_string().trim_end());
            ExitCode::from(2)
        }
        Err(error) => match late_command(&arguments) {
            Some(name)
                if error.get(ContextKind::InvalidSubcommand).is_some()
                    || error.kind() == ErrorKind::UnknownArgument =>
            {
                end(&output, Err(Failure::late_command(&name)))
            }
            _ => end(&output, Err(misread(error, &arguments))),
        },
    }
}

/// Arguments that cannot be read; a flag that the first word would take as the command it is close to says so.
fn misread(error: clap::Error, arguments: &[OsString]) -> Failure {
    let unknown = error.kind() == ErrorKind::UnknownArgument;
    let word = arguments.get(1).and_then(|word| word.to_str()).filter(|word| unknown && !is_command(word));
    let command = mistyped(word);
    let failure = Failure::from(error);
    match command {
        Some(command) => failure.hinted(format!("did you mean tamis {command}?")),
        None => failure,
    }
}

fn is_command(word: &str) -> bool {
    Cli::command().get_subcommands().any(|command| command.get_name() == word)
}

/// The command that a task of one word is but a slip away from.
fn mistyped(task: Option<&str>) -> Option<String> {
    let close = |name: &str| strsim::damerau_levenshtein(task.unwrap_or_default(), name) <= (name.len() / 3).min(2);
    let commands = Cli::command();
    let mut names = commands.get_subcommands().map(clap::Command::get_name);
    names.find(|name| close(name)).map(str::to_owned)
}

/// The command that comes after a flag, where one must come first.
fn late_command(arguments: &[OsString]) -> Option<String> {
    let words: Vec<&str> = arguments.iter().skip(1).filter_map(|word| word.to_str()).collect();
    let flag_first = words.first().is_some_and(|word| word.starts_with('-'));
    words.iter().find(|word| flag_first && is_command(word)).map(|word| (*word).to_owned())
}

fn run(cli: &Cli, output: &Output) -> Result<Outcome> {
    match &cli.command {
        None => find::run(&cli.find, mistyped(cli.find.task.as_deref()), output),
        Some(Command::Find(args)) => find::run(args, None, output),
        Some(Command::Explain(args)) => explain::run(args, output),
        Some(Command::Index(args)) => index::run(args, output),
        Some(Command::Map(args)) => map::run(args, output),
        Some(Command::Measure(args)) => measure::run(args, output),
        Some(Command::Mcp(args)) => mcp::run(args, output),
        Some(Command::Install(args)) => install::install(args, output),
        Some(Command::Uninstall(args)) => install::uninstall(args, output),
        Some(Command::Doctor(args)) => doctor::run(args, output),
        Some(Command::Hook(args)) => hook::run(args, output),
        Some(Command::Learn(args)) => learn::run(args, output),
        Some(Command::Completions(args)) => completions::run(args, output),
        Some(Command::Man) => man::run(output),
    }
}

/// Tells what went wrong with the index, a line each; the answer is right all the same, unless files are missing in it.
fn tell(engine: &Engine, output: &Output) {
    let report = engine.repository().index.report();
    for note in &report.notes {
        output.note(&match note {
            Note::Damaged => "note: the index was damaged; it was made anew".to_owned(),
            Note::OtherVersion => "note: the index was made by another version of tamis; it was made anew".to_owned(),
            Note::LittleMemory(largest) => format!(
                "note: there is little memory: files over {} KiB are left out, and those over {} KiB are not parsed",
                largest / 1024,
                largest / 4096
            ),
            Note::NotKept(why) => format!("note: the index cannot be kept ({why}); each run reads the files"),
        });
    }
    for partial in partial(engine) {
        output.note(&format!("note: {partial}"));
    }
}

fn end(output: &Output, result: Result<Outcome>) -> ExitCode {
    match result {
        Ok(Outcome::Found) => ExitCode::SUCCESS,
        Ok(Outcome::Nothing) => ExitCode::from(1),
        Err(failure) => {
            output.failure(&failure);
            ExitCode::from(2)
        }
    }
}
