//! The roles beside source that a task asks for: by words of its title and by paths it names.

use super::mentions::{Mention, MentionKind};
use crate::document::Role;

/// Words of a title that ask for a role.
const ROLE_WORDS: &[(Role, &[&str])] = &[
    (Role::Test, &["test", "tests", "testing", "flaky", "spec", "specs", "unittest", "testcase"]),
    (Role::Docs, &["readme", "changelog", "docs", "documentation", "manual", "tutorial", "docstring"]),
    (
        Role::Config,
        &["workflow", "workflows", "dockerfile", "makefile", "ci", "config", "configuration", "pipeline", "dependabot"],
    ),
    (
        Role::Example,
        &["example", "examples", "demo", "benchmark", "benchmarks", "script", "scripts", "sample", "samples"],
    ),
];

pub(super) fn roles(words: &[String], mentions: &[Mention]) -> Vec<Role> {
    let asked = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    let mut list: Vec<Role> = ROLE_WORDS.iter().filter(|(_, wanted)| asked(wanted)).map(|(role, _)| *role).collect();
    let named = |end: &str| {
        mentions.iter().any(|m| matches!(m.kind, MentionKind::Path { .. }) && m.text.to_lowercase().ends_with(end))
    };
    if !list.contains(&Role::Docs) && (named(".md") || named(".rst")) {
        list.push(Role::Docs);
    }
    list
}
