//! The caller's own judgements: `{path, relevance, reason?, missing_context?}`, a list of them, from a file or an argument.

use serde_json::{Map, Value};
use tamis::engine::Engine;
use tamis::follow_up::Verdict;

use crate::failure::{Failure, Result};
use crate::render::words::{clip, printable};
use crate::typed::document;

/// Judgements that are taken in at once.
const MOST: usize = 1_000;
/// Characters of a reason or a name.
const LONGEST: usize = 1_000;

/// What a caller says of one file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Given {
    path: String,
    relevance: f64,
    reason: String,
    missing_context: Option<Vec<String>>,
}

/// Judgements as text: a JSON list, or an object that holds it under `judgements`.
pub(crate) fn parse(text: &str) -> Result<Vec<Given>> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| odd(format!("the judgements are not JSON: {error}")))?;
    read(value.get("judgements").unwrap_or(&value))
}

/// Judgements as a value.
pub(crate) fn read(value: &Value) -> Result<Vec<Given>> {
    match value {
        Value::Array(items) if items.len() <= MOST => items.iter().map(one).collect(),
        Value::Array(items) => Err(odd(format!("{} judgements are too many; at most {MOST} are read", items.len()))),
        Value::Object(_) => Ok(vec![one(value)?]),
        _ => Err(odd("the judgements are not a list")),
    }
}

/// As the engine takes them.
pub(crate) fn verdicts(engine: &Engine, given: &[Given]) -> Result<Vec<Verdict>> {
    let corpus = &engine.repository().corpus;
    let verdict = |one: &Given| {
        let doc = document(corpus, &one.path).ok_or_else(|| {
            Failure::new(format!("the run's repository holds no file {}", clip(&printable(&one.path), LONGEST)))
                .hinted("name files as the answer does, relative to its root")
        })?;
        let Given { relevance, reason, missing_context, .. } = one.clone();
        Ok(Verdict { doc, relevance, reason, missing_context })
    };
    let list: Vec<Verdict> = given.iter().map(verdict).collect::<Result<_>>()?;
    let repeated = (1..list.len()).find(|&place| list[..place].iter().any(|earlier| earlier.doc == list[place].doc));
    match repeated {
        Some(place) => Err(odd(format!("{} is judged twice", printable(&given[place].path)))),
        None => Ok(list),
    }
}

fn one(value: &Value) -> Result<Given> {
    let Value::Object(fields) = value else { return Err(odd("a judgement is not an object")) };
    let known = ["path", "relevance", "reason", "missing_context", "missingContext"];
    if let Some(name) = fields.keys().find(|name| !known.contains(&name.as_str())) {
        return Err(odd(format!("a judgement has no field `{name}`")));
    }
    let path = text(fields, "path")?.ok_or_else(|| odd("a judgement names no path"))?;
    let missing = fields.get("missing_context").or(fields.get("missingContext")).filter(|value| !value.is_null());
    Ok(Given {
        relevance: relevance(fields.get("relevance"), &path)?,
        reason: text(fields, "reason")?.map_or_else(String::new, |reason| reason.chars().take(LONGEST).collect()),
        missing_context: missing.map(names).transpose()?,
        path,
    })
}

fn relevance(value: Option<&Value>, path: &str) -> Result<f64> {
    let number = match value {
        Some(Value::Number(number)) => number.as_f64(),
        Some(Value::String(text)) => text.trim().parse().ok(),
        _ => None,
    };
    let Some(number) = number else { return Err(odd(format!("the judgement of {path} has no relevance"))) };
    if (0.0..=1.0).contains(&number) {
        Ok(number)
    } else {
        Err(odd(format!("the relevance {number} of {path} is not between 0 and 1")))
    }
}

fn text(fields: &Map<String, Value>, name: &str) -> Result<Option<String>> {
    match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(odd(format!("the `{name}` of a judgement is not a text"))),
    }
}

fn names(value: &Value) -> Result<Vec<String>> {
    let Value::Array(items) = value else { return Err(odd("`missing_context` is not a list of names")) };
    let name = |item: &Value| item.as_str().map(|name| name.chars().take(LONGEST).collect());
    items.iter().map(|item| name(item).ok_or_else(|| odd("`missing_context` is not a list of names"))).collect()
}

fn odd(sentence: impl Into<String>) -> Failure {
    Failure::new(sentence).hinted(
        r#"judgements are [{"path": "src/a.rs", "relevance": 0.9, "reason": "..", "missing_context": ["Name"]}], the last two optional"#,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judgements_are_read_in_the_forms_that_agents_write() {
        let plain = Given { path: "a.rs".into(), relevance: 1.0, reason: String::new(), missing_context: None };
        assert_eq!(parse(r#"[{"path": "a.rs", "relevance": 1}]"#).unwrap(), std::slice::from_ref(&plain));
        assert_eq!(
            parse(r#"{"judgements": [{"path": "a.rs", "relevance": "1.0"}]}"#).unwrap(),
            std::slice::from_ref(&plain)
        );
        assert_eq!(parse(r#"{"path": "a.rs", "relevance": 1, "reason": null}"#).unwrap(), [plain]);
        let gaps = parse(r#"[{"path": "a.rs", "relevance": 0.5, "missingContext": ["X"]}]"#).unwrap();
        assert_eq!(gaps[0].missing_context, Some(vec!["X".to_owned()]));
    }

    #[test]
    fn what_is_wrong_with_a_judgement_is_said() {
        let fault = |text: &str| parse(text).unwrap_err().message;
        assert!(fault("nonsense").contains("not JSON"));
        assert_eq!(fault("3"), "the judgements are not a list");
        assert_eq!(fault(r#"[{"path": "a", "relevance": 1.5}]"#), "the relevance 1.5 of a is not between 0 and 1");
        assert_eq!(fault(r#"[{"path": "a", "relevance": "NaN"}]"#), "the relevance NaN of a is not between 0 and 1");
        assert_eq!(fault(r#"[{"path": "a"}]"#), "the judgement of a has no relevance");
        assert_eq!(fault(r#"[{"relevance": 1}]"#), "a judgement names no path");
        assert_eq!(fault(r#"[{"path": "a", "relevance": 1, "score": 1}]"#), "a judgement has no field `score`");
        assert_eq!(
            fault(r#"[{"path": "a", "relevance": 1, "missing_context": "X"}]"#),
            "`missing_context` is not a list of names"
        );
    }
}
