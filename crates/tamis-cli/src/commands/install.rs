//! `tamis install` and `tamis uninstall`: plans, carries out and tells what happened to which file.

use super::Outcome;
use crate::cli::{InstallArgs, UninstallArgs};
use crate::failure::Result;
use crate::install::{Harness, Plan, Step, Verb, carry_out, plan_install, plan_uninstall};
use crate::output::Output;
use crate::render::words::printable;
use crate::settings;

pub(crate) fn install(args: &InstallArgs, output: &Output) -> Result<Outcome> {
    let place = settings::of_target(&args.target)?;
    let plan = plan_install(&place.folders, place.harness, place.scope, args.hooks)?;
    let note = match &place.harness.hooks {
        None if args.hooks => format!("hooks are not supported for {}; none were installed\n", place.harness.name),
        _ => String::new(),
    };
    let way_on = format!("{note}start {} anew; check with: tamis doctor {}\n", place.harness.name, place.harness.id);
    finish(plan, place.harness, args.target.dry_run, &way_on, output)
}

pub(crate) fn uninstall(args: &UninstallArgs, output: &Output) -> Result<Outcome> {
    let place = settings::of_target(&args.target)?;
    let plan = plan_uninstall(&place.folders, place.harness, place.scope)?;
    finish(plan, place.harness, args.target.dry_run, "", output)
}

fn finish(plan: Plan, harness: &Harness, dry_run: bool, way_on: &str, output: &Output) -> Result<Outcome> {
    let steps = plan.steps.clone();
    let mut text = format!("{}{}\n", harness.name, if dry_run { ", nothing is written" } else { "" });
    if !dry_run {
        carry_out(plan)?;
    }
    for step in &steps {
        text.push_str(&line(step, dry_run));
    }
    if !dry_run {
        text.push_str(way_on);
    }
    output.answer(&text)?;
    Ok(Outcome::Found)
}

fn line(step: &Step, dry_run: bool) -> String {
    let (verb, why) = match step.verb {
        Verb::Add => ("add", ""),
        Verb::Replace => ("replace", ""),
        Verb::Remove => ("remove", ""),
        Verb::Unchanged => ("unchanged", ""),
        Verb::Foreign => ("left alone", ": what stands there is not from tamis"),
        Verb::Shared => ("kept", ": another harness uses it"),
        Verb::Kept => ("kept", ": it was there before, or was changed since"),
        Verb::Absent => ("not there", ""),
    };
    let mut line = format!("  {verb:<10}  {:<21}  {}{why}\n", step.item, printable(&step.path.to_string_lossy()));
    let sign = if step.verb == Verb::Remove { '-' } else { '+' };
    if dry_run {
        for text in step.text.lines().filter(|text| !text.is_empty()) {
            line.push_str(&format!("      {sign} {}\n", printable(text)));
        }
    }
    line
}
