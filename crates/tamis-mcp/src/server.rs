//! What is offered: the server's name, its tools, and the function that answers a call. Plain values.

use serde_json::{Map, Value};

use crate::call::Call;

/// The arguments of a call, as the client sent them.
pub type Arguments = Map<String, Value>;

/// Answers a call of a tool. Runs on a thread of its own and may take its time.
pub type Answer = dyn Fn(&Tool, Arguments, &Call) -> Reply + Send + Sync;

/// A server.
pub struct Server {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// What a model should know before it calls a tool.
    pub instructions: String,
    /// The tools, in the order they are listed.
    pub tools: Vec<Tool>,
    /// Answers a call of one of the tools.
    pub answer: Box<Answer>,
    /// Calls that run at once; others wait for their turn.
    pub at_once: usize,
}

/// A tool that reads and changes nothing.
#[derive(Clone, Debug)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it does and when to use it.
    pub description: &'static str,
    /// JSON Schema of its arguments.
    pub input: Map<String, Value>,
    /// JSON Schema of its structured answer.
    pub output: Map<String, Value>,
}

/// What a call gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// For a model to read.
    pub text: String,
    /// The same for a program; none for an error.
    pub structured: Option<Value>,
}

impl Reply {
    /// The call cannot be answered: why, and what to do.
    pub fn error(text: impl Into<String>) -> Reply {
        Reply { text: text.into(), structured: None }
    }
}
