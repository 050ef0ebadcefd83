//! Links as people read them.

use tamis::memory::{Day, HINT, Link, Memory, Reach, State, Target, USED};

use crate::learned::date;
use crate::learned::file::Project;
use crate::render::words::{path, plural, printable};

/// All links of a project, surest first, those of every project, and those on offer.
pub(super) fn list(project: &Project, memory: &Memory, everywhere: &Memory, offered: &[Link], off: bool) -> String {
    let outcomes = plural(project.outcomes.len(), "outcome");
    let root = project.root.replacen("/.git", "", 1);
    let root = printable(&root);
    let mut text = format!("{root}: {} from {outcomes}\n", plural(memory.links.len(), "link"));
    if memory.habits.tasks > 0 {
        let words = plural(memory.habits.words.len(), "word");
        text.push_str(&format!(
            "{words} of {} say to which folders such tasks led\n",
            plural(memory.habits.tasks as usize, "task")
        ));
    }
    if off {
        text.push_str("learning is off: none is used, and nothing is noted; tamis learn on turns it on\n");
    }
    text.push_str(&rows(&memory.links));
    if !everywhere.links.is_empty() {
        text.push_str("held for every project:\n");
        text.push_str(&rows(&everywhere.links));
    }
    if !offered.is_empty() {
        text.push_str("several projects agree on these; tamis learn promote holds them for every project:\n");
        text.push_str(&rows(offered));
    }
    text
}

fn rows(links: &[Link]) -> String {
    let mut links: Vec<&Link> = links.iter().collect();
    links.sort_by_key(|link| std::cmp::Reverse(link.confidence));
    links.into_iter().map(row).collect()
}

fn row(link: &Link) -> String {
    let worth = worth(link, link.confidence);
    format!("  {}  {}  {worth:<7}  {}\n", link.id(), hundredths(link.confidence), sentence(link))
}

/// How far a link of that confidence counts.
fn worth(link: &Link, confidence: u32) -> &'static str {
    match link.state {
        State::Pending { .. } => "pending",
        State::Active if confidence >= USED => "used",
        State::Active if confidence >= HINT => "hint",
        State::Active => "weak",
    }
}

fn sentence(link: &Link) -> String {
    let from = printable(&link.from.join(" ")).into_owned();
    match &link.to {
        Target::Word(word) => format!("{from} -> {}", printable(word)),
        Target::Path(file) => format!("{from} -> file {}", path(file)),
        Target::DeadEnd(file) => format!("{from} -> not {}", path(file)),
    }
}

fn hundredths(confidence: u32) -> String {
    format!("{:.2}", f64::from(confidence) / 100.0)
}

/// One link with all that is known of it.
pub(super) fn link(link: &Link, today: Day) -> String {
    let now = link.confidence_on(today);
    let mut text = format!("{}  {}\n", link.id(), sentence(link));
    text.push_str(&format!("  confidence    {} ({})\n", hundredths(now), worth(link, now)));
    text.push_str(&format!("  observations  {}, the last on {}\n", link.observations, date::written(link.last_seen)));
    if let Some(place) = &link.evidence {
        let line = if place.line > 0 { format!(":{}", place.line) } else { String::new() };
        text.push_str(&format!("  evidence      {}{line}\n", path(&place.path)));
    }
    if let State::Pending { until } = link.state {
        text.push_str(&format!("  imported      goes after {} unless an outcome confirms it\n", date::written(until)));
    }
    let reach = if link.reach == Reach::Project { "this project alone" } else { "may hold in others" };
    text.push_str(&format!("  reach         {reach}\n"));
    text
}
