//! `tamis doctor`: says for each harness whether what was installed is there, is valid, and answers.

use std::collections::BTreeMap;
use std::path::Path;

use super::Outcome;
use crate::cli::DoctorArgs;
use crate::failure::Result;
use crate::install::{Finding, Folders, HARNESSES, Harness, Scope, examine};
use crate::output::Output;
use crate::probe::{self, Answer};
use crate::render::words::printable;
use crate::settings;

pub(crate) fn run(args: &DoctorArgs, output: &Output) -> Result<Outcome> {
    let (folders, wanted) = settings::of_doctor(args)?;
    let mut text = format!("tamis {} at {}\n", env!("CARGO_PKG_VERSION"), folders.program.display());
    let mut answers = BTreeMap::new();
    let (mut sound, mut seen) = (true, 0);
    for harness in HARNESSES.iter().filter(|one| wanted.is_none_or(|wanted| wanted.id == one.id)) {
        for scope in [Scope::User, Scope::Project] {
            let findings = examine(&folders, harness, scope);
            // Without a name, only what was installed is told of.
            if findings.iter().any(|finding| finding.installed) {
                seen += 1;
                let (told, good) = tell(&folders, harness, scope, &findings, &mut answers);
                text.push_str(&told);
                sound &= good;
            }
        }
    }
    if seen == 0 {
        text.push_str(&match wanted {
            Some(one) => format!("{0} is not set up, for the user or in this project: tamis install {0}\n", one.id),
            None => "no agent is set up, for the user or in this project: tamis install AGENT\n".to_owned(),
        });
    }
    output.answer(&text)?;
    Ok(if sound && seen > 0 { Outcome::Found } else { Outcome::Nothing })
}

type Answers = BTreeMap<Vec<String>, Answer>;

fn tell(
    folders: &Folders,
    harness: &Harness,
    scope: Scope,
    findings: &[Finding],
    answers: &mut Answers,
) -> (String, bool) {
    let scope = if scope == Scope::User { "user" } else { "project" };
    let mut text = format!("\n{}, {scope}\n", harness.name);
    let program = match folders.find_program(harness.program) {
        Some(path) => line("ok", "program", &path.to_string_lossy()),
        None => {
            line("note", "program", &format!("`{}` is not on the search path; fine for an editor", harness.program))
        }
    };
    text.push_str(&program);
    let mut good = true;
    for finding in findings {
        let place = format!("{}{}", finding.path.display(), if finding.fault.is_empty() { "" } else { ": " });
        let verdict = if finding.fault.is_empty() { "ok" } else { "bad" };
        good &= finding.fault.is_empty();
        text.push_str(&line(verdict, &finding.item, &format!("{place}{}", finding.fault)));
        if let Some(command) = finding.command.as_ref().filter(|command| !command.is_empty()) {
            let answer = answers.entry(command.clone()).or_insert_with(|| ask(&folders.root, command));
            let (verdict, told) = match answer {
                Ok(tools) => ("ok", format!("answers with {}", tools.join(", "))),
                Err(why) => ("bad", why.clone()),
            };
            good &= verdict == "ok";
            text.push_str(&line(verdict, "server", &told));
        }
    }
    (text, good)
}

fn ask(root: &Path, command: &[String]) -> Answer {
    let filled: Vec<String> =
        command.iter().map(|word| word.replace("${workspaceFolder}", &root.to_string_lossy())).collect();
    probe::ask(&filled, root)
}

fn line(verdict: &str, what: &str, told: &str) -> String {
    format!("  {verdict:<4}  {what:<21}  {}\n", printable(told))
}
