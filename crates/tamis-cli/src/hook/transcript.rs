//! The task of a subagent, from the transcript of the session that starts it: the call that names its type, or else what the user
//! asked last. Reads only the end of the file.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use serde_json::Value;

/// Bytes at the end that are looked at.
const TAIL: u64 = 512 << 10;
/// How deep a line is looked into.
const DEPTH: usize = 12;

pub(super) fn task(path: &Path, agent: &str) -> Option<String> {
    let mut file = File::open(path).ok().filter(|file| file.metadata().is_ok_and(|data| data.is_file()))?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL))).ok()?;
    let mut bytes = Vec::new();
    file.take(TAIL).read_to_end(&mut bytes).ok()?;
    last(&String::from_utf8_lossy(&bytes), agent)
}

/// The last call that starts a subagent of that type, or the last words of the user. Several calls in one line start several
/// subagents of which nobody can tell this one: then the user's words stand for all.
fn last(lines: &str, agent: &str) -> Option<String> {
    let (mut asked, mut several) = (None, false);
    for value in lines.lines().rev().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let mut calls = Vec::new();
        if !several {
            calls_in(&value, agent, DEPTH, &mut calls);
        }
        if let [one] = calls.as_slice() {
            return Some(one.clone());
        }
        several |= !calls.is_empty();
        asked = asked.or_else(|| user_words(&value));
        if several && asked.is_some() {
            break;
        }
    }
    asked
}

/// What the calls in a value give to subagents of that type; arguments may be JSON in a string.
fn calls_in(value: &Value, agent: &str, depth: usize, calls: &mut Vec<String>) {
    match value {
        Value::Object(object) if depth > 0 => {
            let text = |names: [&str; 2]| names.iter().find_map(|name| object.get(*name).and_then(Value::as_str));
            match (text(["subagent_type", "agent_type"]), text(["prompt", "message"])) {
                (Some(kind), Some(prompt)) if kind == agent => calls.push(prompt.to_owned()),
                _ => object.values().for_each(|inner| calls_in(inner, agent, depth - 1, calls)),
            }
        }
        Value::Array(array) if depth > 0 => array.iter().for_each(|inner| calls_in(inner, agent, depth - 1, calls)),
        Value::String(text) if depth > 0 && text.starts_with('{') => {
            if let Ok(inner) = serde_json::from_str(text) {
                calls_in(&inner, agent, depth - 1, calls);
            }
        }
        _ => {}
    }
}

fn user_words(value: &Value) -> Option<String> {
    let message = value.get("message").or_else(|| value.get("payload"))?;
    let words = message["content"].as_str().or_else(|| message["content"][0]["text"].as_str());
    words.filter(|_| message["role"] == "user").map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const USER: &str = r#"{"type":"user","message":{"role":"user","content":"fix the throttle"}}"#;

    fn call(kind: &str, prompt: &str) -> String {
        format!(
            r#"{{"type":"tool_use","name":"Task","input":{{"subagent_type":"{kind}","description":"d","prompt":"{prompt}"}}}}"#
        )
    }

    fn line(calls: &[String]) -> String {
        format!(r#"{{"type":"assistant","message":{{"role":"assistant","content":[{}]}}}}"#, calls.join(","))
    }

    #[test]
    fn the_task_of_a_subagent_is_found() {
        let told = |lines: &[String]| last(&lines.join("\n"), "Explore");
        let user = USER.to_owned();
        assert_eq!(told(&[user.clone(), line(&[call("Explore", "find it")])]).as_deref(), Some("find it"));
        let two = line(&[call("Plan", "plan it"), call("Explore", "find it")]);
        assert_eq!(told(&[user.clone(), two, "{cut".to_owned()]).as_deref(), Some("find it"));
        let same = line(&[call("Explore", "this"), call("Explore", "that")]);
        assert_eq!(told(&[user.clone(), same]).as_deref(), Some("fix the throttle"));
        assert_eq!(told(&[user, line(&[call("Plan", "plan it")])]).as_deref(), Some("fix the throttle"));
        assert_eq!(told(&["[]".to_owned()]), None);
        let codex =
            r#"{"payload":{"type":"function_call","arguments":"{\"agent_type\":\"Explore\",\"message\":\"look\"}"}}"#;
        assert_eq!(told(&[codex.to_owned()]).as_deref(), Some("look"));
    }
}
