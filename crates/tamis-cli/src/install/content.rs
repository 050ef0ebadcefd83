//! One thing that is installed into one file: whether it is there, how it goes in, how it comes out. Texts in, texts out; opens
//! no file.

use serde_json::Value;

use super::block::{self, MARKDOWN, Marks, TOML};
use super::json::{self, Inserted, Leaf};

/// The name of our entry among others.
pub(super) const NAME: &str = "tamis";

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content {
    /// A member or an element of a JSON file.
    Json { strict: bool, keys: Vec<&'static str>, leaf: Leaf },
    /// A table of a TOML file, between marks.
    Toml { keys: &'static [&'static str], body: String },
    /// A block of a Markdown file, between marks.
    Block { body: String },
    /// A file of its own.
    Whole { text: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Absent,
    /// There, as it should be.
    Same,
    /// Something else stands in its place.
    Different,
}

impl Content {
    /// What a text holds of it; an error where the text is not valid.
    pub(super) fn state(&self, text: &str) -> Result<State, String> {
        Ok(match self {
            Content::Json { strict, keys, leaf: Leaf::Member(name, value) } => {
                let path: Vec<&str> = keys.iter().chain([name]).copied().collect();
                if text.trim().is_empty() {
                    return Ok(State::Absent);
                }
                compare(json::value_at(text, *strict, &path)?.as_ref(), value)
            }
            Content::Json { strict, keys, leaf: Leaf::Element(value) } => {
                let array = if text.trim().is_empty() { None } else { json::value_at(text, *strict, keys)? };
                let elements = array.as_ref().and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                if elements.contains(value) { State::Same } else { State::Absent }
            }
            Content::Toml { keys, body } => match (block::toml_command(text, keys, NAME)?, block::find(TOML, text)) {
                (_, Some(found)) => same(found, TOML, body),
                (Some(_), None) => State::Different,
                (None, None) => State::Absent,
            },
            Content::Block { body } => {
                block::find(MARKDOWN, text).map_or(State::Absent, |found| same(found, MARKDOWN, body))
            }
            Content::Whole { text: wanted } if text == wanted => State::Same,
            Content::Whole { .. } => State::Different,
        })
    }

    /// The text with it, for a text that does not hold it.
    pub(super) fn add(&self, text: &str) -> Result<Inserted, String> {
        let fragment = match self {
            Content::Json { strict, keys, leaf } => return json::insert(text, *strict, keys, leaf),
            Content::Toml { body, .. } => block::appended(TOML, text, body),
            Content::Block { body } => block::appended(MARKDOWN, text, body),
            Content::Whole { text } => text.clone(),
        };
        let text = format!("{text}{fragment}");
        if let Content::Toml { .. } = self {
            block::check_toml(&text).map_err(|error| format!("the edit would break it: {error}"))?;
        }
        Ok(Inserted { text, fragment, parents: 0 })
    }

    /// Whether a text holds it between our marks, whatever stands there.
    pub(super) fn is_marked(&self, text: &str) -> bool {
        match self {
            Content::Toml { .. } => block::find(TOML, text).is_some(),
            Content::Block { .. } => block::find(MARKDOWN, text).is_some(),
            _ => false,
        }
    }

    /// The whole file, where it is one.
    pub(super) fn whole(&self) -> Option<&str> {
        match self {
            Content::Whole { text } => Some(text),
            _ => None,
        }
    }

    /// The text without it: exactly as it was before, where the fragment that went in is still there; else by what it is.
    /// `None` where nothing of it is found.
    pub(super) fn take(&self, text: &str, fragment: &str, parents: usize) -> Option<String> {
        if let Content::Whole { .. } = self {
            // A file that somebody has changed since is theirs.
            return (text == fragment).then(String::new);
        }
        if !fragment.is_empty() && text.matches(fragment).count() == 1 {
            return Some(text.replacen(fragment, "", 1));
        }
        match self {
            Content::Json { strict, keys, leaf } => json::remove(text, *strict, keys, leaf, parents),
            Content::Toml { keys, .. } => without_block(TOML, text).or_else(|| block::remove_toml(text, keys, NAME)),
            Content::Block { .. } => without_block(MARKDOWN, text),
            Content::Whole { .. } => None,
        }
    }
}

fn compare(found: Option<&Value>, wanted: &Value) -> State {
    match found {
        None => State::Absent,
        Some(found) if found == wanted => State::Same,
        Some(_) => State::Different,
    }
}

fn same(found: &str, marks: Marks, body: &str) -> State {
    if found.replace("\r\n", "\n") == block::framed(marks, body) { State::Same } else { State::Different }
}

fn without_block(marks: Marks, text: &str) -> Option<String> {
    let found = block::find(marks, text)?;
    Some(text.replacen(found, "", 1))
}
