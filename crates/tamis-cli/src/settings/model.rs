//! How a model is reached: by the environment, or by the file of settings. Keys are read here and printed nowhere.

use std::time::Duration;

use toml_edit::{DocumentMut, Item};

use super::folders;
use crate::cli::EvaluatorArgs;
use crate::failure::{Failure, Result};
use crate::judge::{Model, Protocol, Secret};

/// Where a protocol is served by default, and the variables that say otherwise.
struct Defaults {
    base: &'static str,
    base_variable: &'static str,
    key_variable: &'static str,
}

fn defaults(protocol: Protocol) -> Defaults {
    match protocol {
        Protocol::OpenAi => Defaults {
            base: "https://api.openai.com/v1",
            base_variable: "OPENAI_BASE_URL",
            key_variable: "OPENAI_API_KEY",
        },
        Protocol::Anthropic => Defaults {
            base: "https://api.anthropic.com",
            base_variable: "ANTHROPIC_BASE_URL",
            key_variable: "ANTHROPIC_API_KEY",
        },
        Protocol::Ollama => {
            Defaults { base: "http://127.0.0.1:11434", base_variable: "OLLAMA_HOST", key_variable: "OLLAMA_API_KEY" }
        }
    }
}

/// Seconds that a model may take where nothing else is said: of a person who asked for it, and of a client that gives up sooner.
const PATIENCE: u64 = 60;
const PATIENCE_OF_CLIENTS: u64 = 30;

/// The model of `find --evaluator`.
pub(super) fn of_find(args: &EvaluatorArgs) -> Result<Option<Model>> {
    let Some(named) = &args.evaluator else { return Ok(None) };
    model(named, args, PATIENCE, &settings_file()?).map(Some)
}

/// The model of `mcp --evaluator`, or the one that the file of settings names for the server.
pub(super) fn of_mcp(args: &EvaluatorArgs) -> Result<Option<Model>> {
    let file = settings_file()?;
    let filed = file.get("mcp").and_then(|all| all.get("evaluator")).and_then(Item::as_str);
    let Some(named) = args.evaluator.as_deref().or(filed) else { return Ok(None) };
    model(named, args, PATIENCE_OF_CLIENTS, &file).map(Some)
}

fn model(named: &str, args: &EvaluatorArgs, patience: u64, file: &DocumentMut) -> Result<Model> {
    let odd = || {
        Failure::new(format!("`{named}` names no model"))
            .hinted("name the interface first: openai:NAME, anthropic:NAME or ollama:NAME")
    };
    let (word, name) = named.split_once(':').filter(|(_, name)| !name.is_empty()).ok_or_else(odd)?;
    let protocol = Protocol::named(word).ok_or_else(odd)?;
    let Defaults { base, base_variable, key_variable } = defaults(protocol);
    let filed = |key: &str| {
        let value = file.get("evaluator").and_then(|all| all.get(word)).and_then(|one| one.get(key));
        value.and_then(Item::as_str).map(str::to_owned)
    };
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let base = variable(base_variable).or_else(|| filed("base_url")).unwrap_or_else(|| base.to_owned());
    Ok(Model {
        protocol,
        name: name.to_owned(),
        base: address(&base),
        key: variable(key_variable).or_else(|| filed("api_key")).map(Secret),
        time: Duration::from_secs(args.evaluator_seconds.unwrap_or(patience)),
        tokens: args.evaluator_tokens as usize,
    })
}

/// Ollama's variable may be without a scheme.
fn address(base: &str) -> String {
    let base = base.trim().trim_end_matches('/');
    if base.contains("://") { base.to_owned() } else { format!("http://{base}") }
}

/// `tamis/config.toml` in the folder of settings; empty where there is none.
fn settings_file() -> Result<DocumentMut> {
    let Some(folder) = folders::config() else { return Ok(DocumentMut::new()) };
    let path = folder.join("tamis/config.toml");
    let text = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(DocumentMut::new()),
        text => text.map_err(|error| Failure::file("read", &path, error))?,
    };
    // What the parser says quotes the line, which may hold a key.
    text.parse().map_err(|_| {
        Failure::file("understand", &path, "it is not TOML")
            .hinted("[evaluator.openai] then base_url = \"..\" and api_key = \"..\"")
    })
}
