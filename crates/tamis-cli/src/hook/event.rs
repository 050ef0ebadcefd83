//! An event as a harness tells it. Fields that are not known are passed over.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Deserialize;
use serde_json::Value;

/// The events that context is added to, and one that is noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// A subagent begins: the code of its task
    SubagentStart,
    /// The user has asked something: the code of it
    UserPrompt,
    /// A session begins: how to ask, and the repository at a glance
    SessionStart,
    /// A file was read or edited: noted for learning, nothing is added
    PostToolUse,
}

impl Kind {
    /// The name by which a harness knows the event, where it does not say.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::SubagentStart => "SubagentStart",
            Kind::UserPrompt => "UserPromptSubmit",
            Kind::SessionStart => "SessionStart",
            Kind::PostToolUse => "PostToolUse",
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Event {
    #[serde(rename = "hook_event_name")]
    pub(super) name: Option<String>,
    pub(super) cwd: PathBuf,
    pub(super) prompt: Option<String>,
    pub(super) agent_type: Option<String>,
    pub(super) transcript_path: Option<PathBuf>,
    /// Why a session begins.
    pub(super) source: Option<String>,
    /// What a tool was called with.
    pub(super) tool_input: Option<Value>,
}

impl Event {
    /// The file that a tool read or edited.
    pub(super) fn file(&self) -> Option<&Path> {
        let names = ["file_path", "absolute_path", "notebook_path"];
        let named = names.iter().find_map(|name| self.tool_input.as_ref()?.get(name)?.as_str());
        named.map(Path::new)
    }
}

pub(super) fn parse(input: &str) -> Option<Event> {
    serde_json::from_str(input).ok()
}
