//! The arguments of a call, taken one by one. What is odd and can be understood is taken, and said; what cannot is one clear error.

use std::ops::RangeInclusive;

use serde_json::Value;
use tamis_mcp::{Arguments, Tool};

use crate::failure::{Failure, Result};

/// Entries of one list.
const MOST_ENTRIES: usize = 1_000;

/// Arguments, and what has to be said about them.
pub(super) struct Reader {
    values: Arguments,
    notes: Vec<String>,
}

impl Reader {
    /// Refuses what the tool does not know.
    pub(super) fn new(tool: &Tool, values: Arguments) -> Result<Reader> {
        let known: Vec<&str> =
            tool.input["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
        match values.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(Failure::new(format!("{} takes no argument `{name}`", tool.name))
                .hinted(format!("its arguments are {}", known.join(", ")))),
            None => Ok(Reader { values, notes: Vec::new() }),
        }
    }

    /// What was taken otherwise than it was sent.
    pub(super) fn notes(self) -> Vec<String> {
        self.notes
    }

    /// Any value; none where it is absent or null.
    pub(super) fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name).filter(|value| !value.is_null())
    }

    /// A text; none where it is absent or null.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(other) => Err(wrong(name, "a text", other)),
        }
    }

    /// A text that must be there.
    pub(super) fn needed(&self, name: &str, hint: &str) -> Result<String> {
        match self.text(name)? {
            Some(text) => Ok(text),
            None => Err(Failure::new(format!("the argument `{name}` is missing")).hinted(hint)),
        }
    }

    /// A whole number, also as text or with a fraction; outside of `range`, its nearest end.
    pub(super) fn number(&mut self, name: &str, default: u64, range: RangeInclusive<u64>) -> Result<u64> {
        let Some(value) = self.value(name) else { return Ok(default) };
        let given = match value {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.trim().parse::<f64>().ok().filter(|number| number.is_finite()),
            _ => None,
        };
        let Some(given) = given else { return Err(wrong(name, "a number", value)) };
        let taken = given.floor().clamp(*range.start() as f64, *range.end() as f64);
        if taken != given {
            let (low, high) = range.into_inner();
            self.notes.push(format!("{name} {given} was taken as {taken}; it is a whole number from {low} to {high}"));
        }
        Ok(taken as u64)
    }

    /// Texts; a single one stands for a list of one.
    pub(super) fn list(&self, name: &str) -> Result<Vec<String>> {
        let items = match self.value(name) {
            None => return Ok(Vec::new()),
            Some(Value::String(text)) => return Ok(vec![text.clone()]),
            Some(Value::Array(items)) if items.len() <= MOST_ENTRIES => items,
            Some(Value::Array(items)) => {
                return Err(Failure::new(format!(
                    "`{name}` has {} entries; at most {MOST_ENTRIES} are read",
                    items.len()
                )));
            }
            Some(other) => return Err(wrong(name, "a list of texts", other)),
        };
        let text = |item: &Value| item.as_str().map(str::to_owned).ok_or_else(|| wrong(name, "a list of texts", item));
        items.iter().map(text).collect()
    }
}

fn wrong(name: &str, wanted: &str, given: &Value) -> Failure {
    let kind = match given {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    let shown: String = given.to_string().chars().take(60).collect();
    Failure::new(format!("`{name}` must be {wanted}, and {shown} is {kind}"))
}
