//! What a row of the table amounts to for this user: which thing goes into which file.

use std::path::PathBuf;

use serde_json::{Value, json};
use toml_edit::{DocumentMut, value};

use super::content::{Content, NAME};
use super::harness::{Format, Harness, Scope, Server, What, front_matter};
use super::json::Leaf;
use super::place::Folders;
use crate::failure::{Failure, Result};

/// One thing for one file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(super) content: Content,
}

const SKILL: &str = include_str!("../../agents/SKILL.md");
const SUBAGENT: &str = include_str!("../../agents/subagent.md");
const INSTRUCTIONS: &str = include_str!("../../agents/instructions.md");

/// What is installed for a harness, in the order it goes in.
pub(crate) fn items(folders: &Folders, harness: &Harness, scope: Scope, hooks: bool) -> Result<Vec<Item>> {
    let Some(server) = harness.server.at.of(scope) else {
        return Err(
            Failure::new(format!("{} keeps no MCP servers in a project", harness.name)).hinted("use --scope user")
        );
    };
    let mut all = vec![Item {
        name: "MCP server".to_owned(),
        path: folders.resolve(server),
        content: server_content(&harness.server, folders, scope),
    }];
    for part in harness.parts {
        if let Some(place) = part.at.of(scope) {
            let (name, content) = part_content(part.what);
            all.push(Item { name: name.to_owned(), path: folders.resolve(place), content });
        }
    }
    if let (Some(hooks), true) = (&harness.hooks, hooks)
        && let Some(place) = hooks.at.of(scope)
    {
        let events = hooks.events.iter().map(|(theirs, ours)| (*theirs, *ours, None));
        let tools = hooks.tools.map(|(theirs, ours, matcher)| (theirs, ours, Some(matcher)));
        for (theirs, ours, matcher) in events.chain(tools) {
            let command = format!("{} hook {ours}", quoted(&program(folders, scope)));
            let mut value = json!({ "hooks": [{ "type": "command", "command": command, "timeout": hooks.timeout }] });
            if let Some(matcher) = matcher {
                value["matcher"] = json!(matcher);
            }
            let content = Content::Json { strict: false, keys: vec!["hooks", theirs], leaf: Leaf::Element(value) };
            all.push(Item { name: format!("hook {theirs}"), path: folders.resolve(place), content });
        }
    }
    Ok(all)
}

/// The command that the entry of a harness must hold.
pub(crate) fn command(folders: &Folders, server: &Server, scope: Scope) -> (String, Vec<String>) {
    let mut arguments = vec!["mcp".to_owned()];
    if scope == Scope::Project {
        arguments.extend(server.project_arguments.iter().map(|one| (*one).to_owned()));
    }
    (program(folders, scope), arguments)
}

/// A project is shared with people whose program lies elsewhere; an editor may have no search path.
fn program(folders: &Folders, scope: Scope) -> String {
    match scope {
        Scope::User => folders.program.to_string_lossy().into_owned(),
        Scope::Project => NAME.to_owned(),
    }
}

fn quoted(program: &str) -> String {
    let plain = program.chars().all(|c| c.is_alphanumeric() || "/._-\\:".contains(c));
    if plain { program.to_owned() } else { format!("\"{program}\"") }
}

fn server_content(server: &Server, folders: &Folders, scope: Scope) -> Content {
    let (program, arguments) = command(folders, server, scope);
    match server.format {
        Format::Toml => Content::Toml { keys: server.keys, body: toml_table(server.keys, &program, &arguments) },
        format => Content::Json {
            strict: format == Format::Json,
            keys: server.keys.to_vec(),
            leaf: Leaf::Member(NAME, server.shape.entry(&program, &arguments)),
        },
    }
}

fn toml_table(keys: &[&str], program: &str, arguments: &[String]) -> String {
    let mut table = DocumentMut::new();
    table["command"] = value(program);
    table["args"] = value(arguments.iter().map(String::as_str).collect::<toml_edit::Array>());
    format!("[{}.{NAME}]\n{table}", keys.join("."))
}

fn part_content(what: What) -> (&'static str, Content) {
    match what {
        What::Skill => ("skill", Content::Whole { text: SKILL.to_owned() }),
        What::Subagent(more) => ("subagent", Content::Whole { text: format!("{}\n{SUBAGENT}", front_matter(more)) }),
        What::TomlSubagent => ("subagent", Content::Whole { text: toml_subagent() }),
        What::Block => ("instructions", Content::Block { body: INSTRUCTIONS.to_owned() }),
        What::Rule(front) => ("instructions", Content::Whole { text: format!("---\n{front}---\n\n{INSTRUCTIONS}") }),
    }
}

fn toml_subagent() -> String {
    format!(
        "name = \"{NAME}\"\ndescription = {}\nsandbox_mode = \"read-only\"\ndeveloper_instructions = '''\n{SUBAGENT}'''\n",
        Value::from(super::harness::SUBAGENT_DESCRIPTION)
    )
}
