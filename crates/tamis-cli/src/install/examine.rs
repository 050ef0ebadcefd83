//! Looks at what is installed, for the doctor. Changes nothing.

use std::path::{Path, PathBuf};

use super::block;
use super::content::{Content, NAME, State};
use super::file;
use super::harness::{Format, Harness, Scope, Server};
use super::items::items;
use super::json;
use super::place::Folders;

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) item: String,
    pub(crate) path: PathBuf,
    /// Whether anything of it is there.
    pub(crate) installed: bool,
    /// What is wrong; empty where nothing is.
    pub(crate) fault: String,
    /// The command of a server's entry.
    pub(crate) command: Option<Vec<String>>,
}

/// What there is of a harness. Hooks are looked at only where some are.
pub(crate) fn examine(folders: &Folders, harness: &Harness, scope: Scope) -> Vec<Finding> {
    let Ok(all) = items(folders, harness, scope, true) else { return Vec::new() };
    let mut findings = Vec::new();
    for item in all {
        let (state, fault) = look(&item.path, &item.content);
        let is_hook = item.name.starts_with("hook ");
        if is_hook && state == State::Absent {
            continue;
        }
        let server = item.name == "MCP server";
        let command = if server { command_of(&harness.server, &item.path) } else { None };
        let fault = match &command {
            Some(command) if fault.is_empty() => stranger(folders, command),
            _ if server || state != State::Different => fault,
            _ => "it differs from what this version installs; tamis install renews what it put there".to_owned(),
        };
        findings.push(Finding { item: item.name, path: item.path, installed: state != State::Absent, fault, command });
    }
    // A skill that several harnesses read does not mean that each was installed.
    let server = findings.iter().any(|one| one.item == "MCP server" && one.installed);
    for finding in &mut findings {
        finding.installed &= server;
    }
    findings
}

fn look(path: &Path, content: &Content) -> (State, String) {
    match file::real(path).and_then(|path| file::read(&path)) {
        Err(failure) => (State::Different, failure.message),
        Ok(None) => (State::Absent, "it is not there".to_owned()),
        Ok(Some(text)) => match content.state(&text) {
            Err(why) => (State::Different, format!("the file is not valid: {why}")),
            Ok(State::Absent) => (State::Absent, "it is not there".to_owned()),
            Ok(state) => (state, String::new()),
        },
    }
}

/// The program and the arguments that the entry of a harness names.
fn command_of(server: &Server, path: &Path) -> Option<Vec<String>> {
    let text = file::read(path).ok()??;
    if server.format == Format::Toml {
        return block::toml_command(&text, server.keys, NAME).ok()?;
    }
    let keys: Vec<&str> = server.keys.iter().copied().chain([NAME]).collect();
    let entry = json::value_at(&text, server.format == Format::Json, &keys).ok()??;
    let words = |value: &serde_json::Value| -> Vec<String> {
        let one = value.as_str().map(str::to_owned).into_iter();
        one.chain(value.as_array().into_iter().flatten().filter_map(|word| word.as_str()).map(str::to_owned)).collect()
    };
    let mut command = words(&entry["command"]);
    command.extend(words(&entry["args"]));
    Some(command)
}

/// Says so where the command of an entry does not lead to this program.
fn stranger(folders: &Folders, command: &[String]) -> String {
    let Some(program) = command.first() else { return "the entry names no program".to_owned() };
    let found =
        if program.contains(['/', '\\']) { Some(PathBuf::from(program)) } else { folders.find_program(program) };
    let Some(found) = found.and_then(|path| dunce::canonicalize(path).ok()) else {
        return format!("the entry names `{program}`, which is not there");
    };
    match dunce::canonicalize(&folders.program) {
        Ok(own) if own == found => String::new(),
        _ => format!("the entry names another program: {}", found.display()),
    }
}
