//! The file of one project: a line of JSON a thing, the first saying what the file is, then the outcomes that were recorded, the
//! links, and the words whose tasks led to folders. Words, paths and numbers; no text of the repository.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tamis::document::Place;
use tamis::memory::{Day, Habit, Link, Memory, Reach, State, Target};

use super::date;
use crate::render::words::is_hidden;

/// The form of the file.
const FORM: &str = "learned/1";
/// Bytes of a word.
const LONGEST_WORD: usize = 200;
/// Outcomes that are kept: so long a run can be told something more without counting twice.
const MOST_OUTCOMES: usize = 200;

/// What is kept of one project.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Project {
    /// By which it is known: see [`tamis::corpus::identity`].
    pub(crate) root: String,
    pub(crate) outcomes: Vec<OutcomeShape>,
    pub(crate) memory: Memory,
}

/// How a run turned out, as it was told.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub(crate) struct OutcomeShape {
    pub(crate) run: String,
    pub(crate) day: String,
    pub(crate) used: Vec<String>,
    pub(crate) unused: Vec<String>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Line {
    Tamis {
        form: String,
        project: String,
        /// Tasks that the habits come from.
        #[serde(default)]
        tasks: u32,
    },
    Outcome(OutcomeShape),
    Link(LinkShape),
    Habit(HabitShape),
}

/// Where the tasks with one word led.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct HabitShape {
    word: String,
    tasks: u32,
    folders: BTreeMap<String, u32>,
    last_seen: String,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct LinkShape {
    #[serde(default)]
    pub(crate) id: String,
    from: Vec<String>,
    to: TargetShape,
    /// In `[0, 1]`.
    confidence: f64,
    observations: u32,
    last_seen: String,
    evidence: Option<PlaceShape>,
    /// The last day, where it waits to be confirmed.
    pending_until: Option<String>,
    project_only: bool,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum TargetShape {
    Word(String),
    Path(String),
    DeadEnd(String),
}

#[derive(Clone, Debug, Deserialize, Serialize)]
struct PlaceShape {
    path: String,
    line: u32,
}

impl Project {
    /// The outcome of that run, made when there is none; the oldest beyond so many go.
    pub(crate) fn outcome(&mut self, run: &str) -> &mut OutcomeShape {
        let at = self.outcomes.iter().position(|one| one.run == run).unwrap_or_else(|| {
            self.outcomes.push(OutcomeShape { run: run.to_owned(), ..OutcomeShape::default() });
            let over = self.outcomes.len().saturating_sub(MOST_OUTCOMES);
            self.outcomes.drain(..over);
            self.outcomes.len() - 1
        });
        &mut self.outcomes[at]
    }
}

/// A project as text.
pub(crate) fn written(project: &Project) -> String {
    let habits = &project.memory.habits;
    let head = Line::Tamis { form: FORM.to_owned(), project: project.root.clone(), tasks: habits.tasks };
    let outcomes = project.outcomes.iter().cloned().map(Line::Outcome);
    let links = project.memory.links.iter().map(|link| Line::Link(LinkShape::from(link)));
    let habits = habits.words.iter().map(|(word, habit)| {
        Line::Habit(HabitShape {
            word: word.clone(),
            tasks: habit.tasks,
            folders: habit.folders.clone(),
            last_seen: date::written(habit.last_seen),
        })
    });
    let lines = std::iter::once(head).chain(outcomes).chain(links).chain(habits);
    lines.map(|line| serde_json::to_string(&line).unwrap_or_default() + "\n").collect()
}

/// The way back, or why there is none.
pub(crate) fn read(text: &str) -> Result<Project, String> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let head = lines.next().map(|(_, line)| serde_json::from_str::<Line>(line));
    let mut project = match head {
        Some(Ok(Line::Tamis { form, project, tasks })) if form == FORM => {
            let mut read = Project { root: project, ..Project::default() };
            read.memory.habits.tasks = tasks;
            read
        }
        Some(Ok(Line::Tamis { form, .. })) => {
            return Err(format!("it is of the form {form:?}, and this version reads {FORM}"));
        }
        _ => return Err("it does not begin as a file of learned links does".to_owned()),
    };
    let mut ids = BTreeMap::new();
    for (at, line) in lines {
        let fault = |why: &str| format!("line {}: {why}", at + 1);
        match serde_json::from_str::<Line>(line).map_err(|error| fault(&error.to_string()))? {
            Line::Tamis { .. } => return Err(fault("a second beginning")),
            Line::Outcome(outcome) => project.outcomes.push(outcome),
            Line::Link(shape) => {
                let link = shape.link().map_err(|why| fault(&why))?;
                if let Some(first) = ids.insert(link.id(), at + 1) {
                    return Err(fault(&format!("the same link as in line {first}")));
                }
                project.memory.links.push(link);
            }
            Line::Habit(shape) => {
                let word = shape.word.clone();
                let habit = shape.habit().map_err(|why| fault(&why))?;
                if project.memory.habits.words.insert(word.clone(), habit).is_some() {
                    return Err(fault(&format!("the word {word:?} a second time")));
                }
            }
        }
    }
    Ok(project)
}

impl From<&Link> for LinkShape {
    fn from(link: &Link) -> LinkShape {
        LinkShape {
            id: link.id(),
            from: link.from.clone(),
            to: match link.to.clone() {
                Target::Word(word) => TargetShape::Word(word),
                Target::Path(path) => TargetShape::Path(path),
                Target::DeadEnd(path) => TargetShape::DeadEnd(path),
            },
            confidence: f64::from(link.confidence) / 100.0,
            observations: link.observations,
            last_seen: date::written(link.last_seen),
            evidence: link.evidence.clone().map(|Place { path, line }| PlaceShape { path, line }),
            pending_until: match link.state {
                State::Active => None,
                State::Pending { until } => Some(date::written(until)),
            },
            project_only: link.reach == Reach::Project,
        }
    }
}

/// One run of letters and digits: a link is shown to people and models, and says nothing but words.
fn is_word(text: &str) -> bool {
    let inside = |c: char| {
        c == '_' || if c.is_ascii() { c.is_ascii_alphanumeric() } else { !c.is_whitespace() && !is_hidden(c) }
    };
    (1..=LONGEST_WORD).contains(&text.len()) && text.chars().all(inside)
}

fn day(text: &str) -> Result<Day, String> {
    date::read(text).ok_or_else(|| format!("{text:?} is no date"))
}

impl HabitShape {
    fn habit(self) -> Result<Habit, String> {
        if !is_word(&self.word) {
            return Err(format!("{:?} is not one word", self.word));
        }
        Ok(Habit { tasks: self.tasks, folders: self.folders, last_seen: day(&self.last_seen)? })
    }
}

impl LinkShape {
    fn link(self) -> Result<Link, String> {
        if !(0.0..=1.0).contains(&self.confidence) {
            return Err(format!("the confidence {} is not between 0 and 1", self.confidence));
        }
        if self.from.is_empty() {
            return Err("a link from no word".to_owned());
        }
        let words = self.from.iter().chain(if let TargetShape::Word(word) = &self.to { Some(word) } else { None });
        if let Some(odd) = words.into_iter().find(|word| !is_word(word)) {
            return Err(format!("{odd:?} is not one word"));
        }
        Ok(Link {
            from: self.from,
            to: match self.to {
                TargetShape::Word(word) => Target::Word(word),
                TargetShape::Path(path) => Target::Path(path),
                TargetShape::DeadEnd(path) => Target::DeadEnd(path),
            },
            confidence: (self.confidence * 100.0).round() as u32,
            observations: self.observations,
            last_seen: day(&self.last_seen)?,
            evidence: self.evidence.map(|PlaceShape { path, line }| Place { path, line }),
            state: match self.pending_until {
                None => State::Active,
                Some(until) => State::Pending { until: day(&until)? },
            },
            reach: if self.project_only { Reach::Project } else { Reach::Any },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Project {
        let link = |to, state, reach, evidence| Link {
            from: vec!["rate".to_owned(), "limiting".to_owned()],
            to,
            confidence: 57,
            observations: 4,
            last_seen: 20_000,
            evidence,
            state,
            reach,
        };
        let place = Place { path: "docs/operations.md".to_owned(), line: 16 };
        let links = vec![
            link(Target::Word("throttle".to_owned()), State::Active, Reach::Any, Some(place)),
            link(Target::Path("src/a.ts".to_owned()), State::Pending { until: 20_030 }, Reach::Project, None),
            link(Target::DeadEnd("src/b.ts".to_owned()), State::Active, Reach::Project, None),
        ];
        let mut project = Project { root: "/home/a/tree".to_owned(), ..Project::default() };
        project.memory.links = links;
        project.memory.habits.observe(&["rate".to_owned()], &["src", "src"], true, 20_000);
        project.outcome("0123456789abcdef").used.push("src/a.ts".to_owned());
        project
    }

    #[test]
    fn a_project_is_read_back_as_it_was_written() {
        let project = sample();
        let text = written(&project);
        assert_eq!(read(&text), Ok(project));
        assert!(
            text.lines()
                .nth(2)
                .unwrap()
                .contains(r#""from":["rate","limiting"],"to":{"word":"throttle"},"confidence":0.57"#),
            "{text}"
        );
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let text = written(&sample());
        let fault = |text: &str| read(text).unwrap_err();
        assert!(fault("").contains("does not begin"));
        assert!(fault(&text.replace("learned/1", "learned/2")).contains("learned/2"));
        assert!(fault(&text[..text.len() - 9]).starts_with("line 6: "));
        assert!(fault(&text.replace("0.57", "5.7")).contains("not between 0 and 1"));
        assert!(fault(&text.replace("2024-10-04", "yesterday")).contains("is no date"));
        // What is read back is shown: it says words, and nothing to whoever reads them.
        for odd in ["", "a b", "a\\nb", "`throttle`", "a\u{202e}b"] {
            assert!(fault(&text.replace("throttle", odd)).contains("is not one word"), "{odd}");
            assert!(fault(&text.replace("\"rate\"", &format!("\"{odd}\""))).contains("is not one word"), "{odd}");
        }
        assert!(fault(&text.replace("\"word\":\"rate\"", "\"word\":\"a b\"")).contains("is not one word"));
        let habit = text.lines().last().unwrap();
        assert_eq!(fault(&format!("{text}{habit}\n")), "line 7: the word \"rate\" a second time");
        let link = text.lines().nth(2).unwrap();
        assert_eq!(fault(&format!("{text}{link}\n")), "line 7: the same link as in line 3");
    }

    #[test]
    fn outcomes_are_bounded() {
        let mut project = Project::default();
        (0..MOST_OUTCOMES + 5).for_each(|run| _ = project.outcome(&run.to_string()));
        assert_eq!((project.outcomes.len(), project.outcomes[0].run.as_str()), (MOST_OUTCOMES, "5"));
    }
}
