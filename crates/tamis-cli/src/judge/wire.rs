//! The three protocols: a question as a request, a response as an answer. Sends nothing.

use serde_json::{Value, json};

use super::prompt::{self, Question};
use super::{Model, Secret};

/// Most tokens of an answer.
const ANSWER_TOKENS: u64 = 2000;
/// The revision of the Anthropic interface.
const ANTHROPIC_VERSION: &str = "2023-06-01";

/// How a model is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// `/chat/completions`, as OpenAI and many servers have it.
    OpenAi,
    /// `/v1/messages`.
    Anthropic,
    /// `/api/chat`.
    Ollama,
}

impl Protocol {
    /// By the word before the name of a model.
    pub(crate) fn named(word: &str) -> Option<Protocol> {
        match word {
            "openai" => Some(Protocol::OpenAi),
            "anthropic" => Some(Protocol::Anthropic),
            "ollama" => Some(Protocol::Ollama),
            _ => None,
        }
    }
}

/// A request before it is sent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Message {
    pub(super) path: &'static str,
    pub(super) headers: Vec<(&'static str, Secret)>,
    pub(super) body: Value,
}

/// An answer, and the tokens it cost by the server's count.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reply {
    pub(super) content: Value,
    pub(super) tokens: usize,
}

pub(super) fn message(model: &Model, question: &Question) -> Message {
    let Question { system, user } = question;
    let name = &model.name;
    let key = model.key.iter();
    let dialogue = json!([{ "role": "system", "content": system }, { "role": "user", "content": user }]);
    match model.protocol {
        Protocol::OpenAi => Message {
            path: "/chat/completions",
            headers: key.map(|key| ("authorization", Secret(format!("Bearer {}", key.0)))).collect(),
            body: json!({
                "model": name,
                "messages": dialogue,
                "temperature": 0,
                "max_tokens": ANSWER_TOKENS,
                "response_format": {
                    "type": "json_schema",
                    "json_schema": { "name": "judgements", "strict": true, "schema": prompt::schema() }
                }
            }),
        },
        Protocol::Anthropic => Message {
            path: "/v1/messages",
            headers: std::iter::once(("anthropic-version", Secret(ANTHROPIC_VERSION.to_owned())))
                .chain(key.map(|key| ("x-api-key", key.clone())))
                .collect(),
            body: json!({
                "model": name,
                "system": system,
                "messages": [{ "role": "user", "content": user }],
                "max_tokens": ANSWER_TOKENS,
                "tools": [{
                    "name": "judge",
                    "description": "Takes the judgements of all files.",
                    "input_schema": prompt::schema()
                }],
                "tool_choice": { "type": "tool", "name": "judge" }
            }),
        },
        Protocol::Ollama => Message {
            path: "/api/chat",
            headers: key.map(|key| ("authorization", Secret(format!("Bearer {}", key.0)))).collect(),
            body: json!({
                "model": name,
                "messages": dialogue,
                "stream": false,
                "format": prompt::schema(),
                "options": { "temperature": 0, "num_predict": ANSWER_TOKENS }
            }),
        },
    }
}

/// The answer in a response.
pub(super) fn reply(protocol: Protocol, response: &Value) -> Result<Reply, String> {
    let count = |value: &Value| value.as_u64().unwrap_or_default() as usize;
    let usage = &response["usage"];
    match protocol {
        Protocol::OpenAi => {
            let choice = &response["choices"][0];
            if choice["message"]["refusal"].is_string() || choice["finish_reason"] == "content_filter" {
                return Err(refused());
            }
            Ok(Reply { content: parsed(&choice["message"]["content"])?, tokens: count(&usage["total_tokens"]) })
        }
        Protocol::Anthropic => {
            if response["stop_reason"] == "refusal" {
                return Err(refused());
            }
            let parts = response["content"].as_array().into_iter().flatten();
            let call = parts.into_iter().find(|part| part["type"] == "tool_use").ok_or_else(malformed)?;
            let tokens = count(&usage["input_tokens"]) + count(&usage["output_tokens"]);
            Ok(Reply { content: call["input"].clone(), tokens })
        }
        Protocol::Ollama => {
            let tokens = count(&response["prompt_eval_count"]) + count(&response["eval_count"]);
            Ok(Reply { content: parsed(&response["message"]["content"])?, tokens })
        }
    }
}

fn parsed(content: &Value) -> Result<Value, String> {
    content.as_str().and_then(|text| serde_json::from_str(text).ok()).ok_or_else(malformed)
}

fn refused() -> String {
    "it refused to answer".to_owned()
}

fn malformed() -> String {
    "its answer has not the form that was asked for".to_owned()
}
