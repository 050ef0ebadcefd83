//! Context for an event of a harness: the event as JSON in, the harness's own answer with a block of context out, or nothing. A file that
//! was read or edited is noted, so that the run before it learns what became of its answer.
//!
//! `event` is what the harness says, `transcript` where a subagent's task is found when the event does not hold it, `block` what is
//! said, `warm` what is begun beside the session. Nothing here may fail: what goes wrong means that nothing is added.

mod block;
mod event;
mod transcript;
mod warm;

use serde_json::json;

use crate::settings::{self, Hooked};

pub(crate) use event::Kind;

/// Most bytes of the whole answer.
pub(crate) const MOST_BYTES: usize = 4096;

/// What an event asks for: the answer to print, or nothing.
pub(crate) fn answer(hooked: &Hooked, input: &str) -> Option<String> {
    let event = event::parse(input)?;
    let context = match hooked.kind {
        Kind::SessionStart => {
            hooked.program.iter().for_each(|program| warm::warm(program, &block::project(&event.cwd)));
            block::overview(&event)?
        }
        Kind::UserPrompt => block::of_task(&event, event.prompt.as_deref()?)?,
        Kind::SubagentStart => {
            let agent = event.agent_type.as_deref()?;
            if !hooked.agent_types.iter().any(|one| one == "*" || one == agent) {
                return None;
            }
            let told = event.prompt.clone().or_else(|| transcript::task(event.transcript_path.as_deref()?, agent))?;
            block::of_task(&event, &told)?
        }
        Kind::PostToolUse => {
            // Noted or not, there is nothing to say.
            let _ = settings::learned().opened(&event.cwd, event.file()?);
            return None;
        }
    };
    fit(event.name.as_deref().unwrap_or(hooked.kind.name()), &context)
}

/// The answer in the form of the harness; lines of the context go until it is small enough.
fn fit(name: &str, context: &str) -> Option<String> {
    let mut lines: Vec<&str> = context.lines().collect();
    while !lines.is_empty() {
        let output = json!({ "hookEventName": name, "additionalContext": lines.join("\n") });
        let text = format!("{}\n", json!({ "hookSpecificOutput": output }));
        if text.len() <= MOST_BYTES {
            return Some(text);
        }
        lines.pop();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_never_longer_than_it_may_be() {
        let long: String = (0..1000).map(|at| format!("{at} \"quoted\" \u{4e2d}\n")).collect();
        let text = fit("SessionStart", &long).unwrap();
        assert!(text.len() <= MOST_BYTES && text.len() > MOST_BYTES - 100, "{}", text.len());
        assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
        assert_eq!(fit("SessionStart", &"x".repeat(5000)), None);
    }
}
