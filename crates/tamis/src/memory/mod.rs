//! What earlier runs taught: links from words of tasks to words and files of the repository, each with how sure it is.
//!
//! Plain values and arithmetic over them. No clock: a day is a number that the caller gives. No file, no repository: what a link
//! is worth there is found out by whoever uses it. No text of the repository but single words, paths and line numbers.

mod habits;
mod promotion;

use std::collections::BTreeSet;

use crate::analyzer::terms::{TermHash, term_of};
use crate::document::Place;

pub use habits::{Habit, Habits, MOST_NOTED};
pub use promotion::promoted;

/// A day, counted from 1970; only differences mean anything.
pub type Day = u32;

/// Hundredths from which a link is used in full; an imported one stays below until an outcome confirms it.
pub const USED: u32 = 70;
/// Hundredths from which a link is a hint: searched, and counted by its confidence where the repository bears it out.
pub const HINT: u32 = 50;
/// Observations, and the hundredths that a link begins with after so many.
const FIRST: [(u32, u32); 4] = [(11, 85), (6, 70), (3, 50), (1, 30)];
/// No link is surer than this: what people mean by a word changes.
const MOST: u32 = 95;
const CONFIRMED: u32 = 5;
const CONTRADICTED: u32 = 10;
/// For each whole week in which it was not seen.
const UNSEEN: u32 = 2;
const WEEK: Day = 7;
/// Days that an imported link waits for somebody to confirm it.
pub const PENDING: Day = 30;
/// Below this many hundredths a link is nothing any more.
const FORGOTTEN: u32 = 10;
/// Links of one project; the weakest go first.
pub const MOST_LINKS: usize = 400;

/// What words of a task lead to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// The repository's word for it.
    Word(String),
    /// A file that such tasks need.
    Path(String),
    /// A file that was returned for such tasks and not used.
    DeadEnd(String),
}

impl Target {
    /// The file, where it is one.
    pub fn file(&self) -> Option<&str> {
        match self {
            Target::Word(_) => None,
            Target::Path(path) | Target::DeadEnd(path) => Some(path),
        }
    }
}

/// Whether a link was observed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// It was.
    Active,
    /// It came from elsewhere: a hint at most, and gone after that day unless an outcome confirms it.
    Pending {
        /// The last day.
        until: Day,
    },
}

/// Where a link may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// In its project alone: it speaks of a file or of a name that others do not have.
    Project,
    /// Anywhere that people speak so.
    Any,
}

/// Words of a task and what they lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The words, as the task wrote them.
    pub from: Vec<String>,
    /// What they lead to.
    pub to: Target,
    /// How sure it is, in hundredths, on the day it was last seen.
    pub confidence: u32,
    /// How often it was observed.
    pub observations: u32,
    /// When that was, or when it was contradicted.
    pub last_seen: Day,
    /// Where the repository bears it out.
    pub evidence: Option<Place>,
    /// Whether it was observed here.
    pub state: State,
    /// Where it may hold.
    pub reach: Reach,
}

/// What an outcome says of one link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Words of the task.
    pub from: Vec<String>,
    /// What they lead to.
    pub to: Target,
    /// How many observations speak for it; none: the outcome contradicts it.
    pub observations: u32,
    /// Where the repository bears it out.
    pub evidence: Option<Place>,
    /// Where it may hold.
    pub reach: Reach,
}

/// What is remembered of one repository.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The links, in the order of what they lead to.
    pub links: Vec<Link>,
    /// Where its tasks led.
    pub habits: Habits,
}

impl Link {
    /// A short name, the same as long as it links the same.
    pub fn id(&self) -> String {
        format!("{:016x}", TermHash::of(&format!("{:?}\0{:?}", self.from, self.to)).0)[..8].to_owned()
    }

    /// How sure it is on a day, in hundredths.
    pub fn confidence_on(&self, today: Day) -> u32 {
        let faded = self.confidence.saturating_sub(UNSEEN * (today.saturating_sub(self.last_seen) / WEEK));
        match self.state {
            State::Active => faded,
            State::Pending { .. } => faded.min(USED - 1),
        }
    }

    /// Whether it is worth nothing any more on a day.
    pub fn is_spent(&self, today: Day) -> bool {
        let late = matches!(self.state, State::Pending { until } if today > until);
        late || self.confidence_on(today) < FORGOTTEN
    }

    /// Whether a task of these words is one that the link speaks of: it holds half of the link's words.
    pub fn applies(&self, words: &BTreeSet<TermHash>) -> bool {
        let held = self.from.iter().filter(|word| words.contains(&term_of(word))).count();
        held > 0 && 2 * held >= self.from.len()
    }

    fn is_taught_by(&self, lesson: &Lesson) -> bool {
        let same = match (&self.to, &lesson.to) {
            (Target::Word(ours), Target::Word(theirs)) => term_of(ours) == term_of(theirs),
            (ours, theirs) => ours == theirs,
        };
        same && self.applies(&lesson.from.iter().map(|word| term_of(word)).collect())
    }

    /// Takes one lesson in: +0.05 or -0.1, and never less than what so many observations begin with.
    fn learn(&mut self, lesson: &Lesson, today: Day) {
        let before = self.confidence_on(today);
        self.last_seen = self.last_seen.max(today);
        if lesson.observations == 0 {
            self.confidence = before.saturating_sub(CONTRADICTED);
            return;
        }
        self.state = State::Active;
        self.observations = self.observations.saturating_add(lesson.observations);
        self.confidence = (before + CONFIRMED).max(first(self.observations)).min(MOST);
        // A line says more than a path: it is where both words stand.
        if lesson.evidence.as_ref().is_some_and(|new| new.line > 0 || self.evidence.is_none()) {
            self.evidence.clone_from(&lesson.evidence);
        }
    }
}

/// What a link begins with after so many observations.
fn first(observations: u32) -> u32 {
    FIRST.iter().find(|(count, _)| observations >= *count).map_or(0, |(_, confidence)| *confidence)
}

impl Memory {
    /// What is left of it on a day, with the confidence of that day: for use, not for keeping.
    pub fn as_of(&self, today: Day) -> Memory {
        let alive = self.links.iter().filter(|link| !link.is_spent(today));
        let links = alive.map(|link| Link { confidence: link.confidence_on(today), ..link.clone() }).collect();
        Memory { links, habits: Habits { today, ..self.habits.clone() } }
    }

    /// Puts what was last seen in days to come on today, as far as they were told by a clock that was ahead: it fades from now on.
    pub fn no_later_than(&mut self, today: Day) {
        for link in &mut self.links {
            link.last_seen = link.last_seen.min(today);
            if let State::Pending { until } = &mut link.state {
                *until = (*until).min(today + PENDING);
            }
        }
        self.habits.words.values_mut().for_each(|habit| habit.last_seen = habit.last_seen.min(today));
    }

    /// Takes in what an outcome teaches. A contradiction of what is not remembered says nothing.
    pub fn take_in(&mut self, lessons: &[Lesson], today: Day) {
        for lesson in lessons {
            let mut known = false;
            for link in self.links.iter_mut().filter(|link| link.is_taught_by(lesson)) {
                link.learn(lesson, today);
                known = true;
            }
            if !known && lesson.observations > 0 {
                self.links.push(begun(lesson, today));
            }
        }
        self.prune(today);
    }

    /// Takes in links from elsewhere, as pending; what is known here already stays as it is. Says how many are new.
    pub fn import(&mut self, links: &[Link], today: Day) -> usize {
        let before = self.links.len();
        for link in links {
            if !self.links.iter().any(|known| known.to == link.to && known.from == link.from) {
                let state = State::Pending { until: today + PENDING };
                self.links.push(Link {
                    state,
                    last_seen: today,
                    confidence: link.confidence.min(MOST),
                    // None of them was made here.
                    observations: 0,
                    ..link.clone()
                });
            }
        }
        let new = self.links.len() - before;
        self.prune(today);
        new
    }

    /// Removes what is worth nothing any more, and the weakest beyond [`MOST_LINKS`]. Says how many went.
    pub fn prune(&mut self, today: Day) -> usize {
        let before = self.links.len();
        self.links.retain(|link| !link.is_spent(today));
        let order = |a: &Link, b: &Link| a.to.cmp(&b.to).then_with(|| a.from.cmp(&b.from));
        let strength = |link: &Link| (link.confidence_on(today), link.last_seen);
        self.links.sort_by(|a, b| strength(b).cmp(&strength(a)).then_with(|| order(a, b)));
        self.links.truncate(MOST_LINKS);
        self.links.sort_by(order);
        before - self.links.len()
    }

    /// The links that speak of a task of these words and are at least hints, surest first.
    pub fn links_for(&self, words: &BTreeSet<TermHash>) -> Vec<&Link> {
        let mut links: Vec<&Link> =
            self.links.iter().filter(|link| link.confidence >= HINT && link.applies(words)).collect();
        links.sort_by(|a, b| b.confidence.cmp(&a.confidence).then_with(|| a.to.cmp(&b.to)));
        links
    }
}

fn begun(lesson: &Lesson, today: Day) -> Link {
    let Lesson { from, to, observations, evidence, reach } = lesson.clone();
    let confidence = first(observations);
    Link { from, to, confidence, observations, last_seen: today, evidence, state: State::Active, reach }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn lesson(word: &str, observations: u32) -> Lesson {
        let from = vec!["rate".to_owned(), "limiting".to_owned()];
        Lesson { from, to: Target::Word(word.to_owned()), observations, evidence: None, reach: Reach::Any }
    }

    fn after(lessons: &[(Day, u32)]) -> Memory {
        let mut memory = Memory::default();
        for (day, observations) in lessons {
            memory.take_in(&[lesson("throttle", *observations)], *day);
        }
        memory
    }

    #[test]
    fn a_link_begins_with_what_its_observations_are_worth() {
        let begun = |observations| after(&[(0, observations)]).links[0].confidence;
        assert_eq!([1, 2, 3, 5, 6, 10, 11, 40].map(begun), [30, 30, 50, 50, 70, 70, 85, 85]);
    }

    #[test]
    fn the_greatest_number_of_observations_stays_what_it_is() {
        let memory = after(&[(0, u32::MAX), (0, 1)]);
        assert_eq!((memory.links[0].observations, memory.links[0].confidence), (u32::MAX, 90));
    }

    #[test]
    fn a_confirmation_raises_and_a_contradiction_lowers() {
        let of = |lessons: &[(Day, u32)]| after(lessons).links.first().map(|link| link.confidence);
        assert_eq!(of(&[(0, 6), (1, 1)]), Some(75));
        assert_eq!(of(&[(0, 6), (1, 0)]), Some(60));
        assert_eq!(
            of(&[(0, 1), (0, 1), (0, 1)]),
            Some(50),
            "three observations are worth more than 0.3 twice confirmed"
        );
        assert_eq!(of(&[(0, 11), (1, 1), (2, 1), (3, 1)]), Some(95), "nothing is certain");
        assert_eq!(of(&[(0, 1), (1, 0), (2, 0), (3, 0)]), None, "what is worth nothing is forgotten");
        assert_eq!(of(&[(0, 0)]), None);
    }

    #[test]
    fn weeks_unseen_lower_it_when_it_is_read_and_not_twice() {
        let memory = after(&[(100, 6)]);
        let on = |day: Day| memory.links[0].confidence_on(day);
        assert_eq!([100, 106, 107, 121, 99].map(on), [70, 70, 68, 64, 70]);
        assert_eq!(memory.as_of(121).links[0].confidence, 64);
        let mut later = memory.clone();
        later.take_in(&[lesson("throttle", 0)], 121);
        assert_eq!((later.links[0].confidence, later.links[0].confidence_on(121)), (54, 54));
        assert!(memory.as_of(100 + 7 * 31).links.is_empty());
    }

    #[test]
    fn what_a_clock_ahead_told_fades_from_today() {
        let mut memory = after(&[(500, 6)]);
        let links = memory.links.clone();
        memory.import(&[Link { to: Target::Word("brake".to_owned()), ..links[0].clone() }], 500);
        memory.habits.observe(&["rate".to_owned()], &["src"], true, 500);
        memory.no_later_than(100);
        assert!(memory.links.iter().all(|link| link.last_seen == 100) && memory.habits.words["rate"].last_seen == 100);
        assert_eq!(
            memory.links.iter().find(|link| link.to == links[0].to).map(|link| link.confidence_on(121)),
            Some(64)
        );
        assert!(memory.links.iter().any(|link| link.state == State::Pending { until: 100 + PENDING }));
        let known = memory.clone();
        memory.no_later_than(300);
        assert_eq!(memory, known, "days that were are as they were");
    }

    #[test]
    fn words_that_mean_the_same_are_one_link() {
        let mut memory = after(&[(0, 3)]);
        let said = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        memory.take_in(&[Lesson { from: said(&["rate", "limit"]), ..lesson("throttles", 1) }], 0);
        assert_eq!((memory.links.len(), memory.links[0].observations), (1, 4));
        memory.take_in(&[Lesson { from: said(&["slow", "search"]), ..lesson("throttle", 1) }], 0);
        assert_eq!(memory.links.len(), 2);
    }

    #[test]
    fn what_is_imported_is_a_hint_and_goes_unless_it_is_confirmed() {
        let mut sure = after(&[(0, 11)]).links;
        sure[0].confidence = 100;
        let mut memory = Memory::default();
        assert_eq!((memory.import(&sure, 50), memory.import(&sure, 50)), (1, 0));
        assert_eq!(memory.links[0].confidence_on(50), 69);
        assert_eq!((memory.as_of(80).links.len(), memory.as_of(81).links.len()), (1, 0));
        memory.take_in(&[lesson("throttle", 1)], 60);
        assert_eq!((memory.links[0].state, memory.as_of(81).links.len()), (State::Active, 1));
    }

    #[test]
    fn the_weakest_go_when_there_are_too_many() {
        let mut memory = Memory::default();
        let many: Vec<Lesson> =
            (0..MOST_LINKS + 9).map(|at| lesson(&format!("word{at}"), 1 + (at > 8) as u32 * 2)).collect();
        memory.take_in(&many, 0);
        assert_eq!(memory.links.len(), MOST_LINKS);
        assert!(memory.links.iter().all(|link| link.confidence == 50));
    }
}
