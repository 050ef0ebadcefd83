//! Where tasks led: for each word of earlier tasks, the folders of the files that were used.
//!
//! One word of many says little, so that what counts is their common pull, squared: a folder that a few common words led to stays
//! where it is.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Day, UNSEEN, WEEK, first};
use crate::analyzer::terms::{TermHash, term_of};

/// Words of one task that are noted, and that pull: the first, for a report begins with what it is about.
pub const MOST_NOTED: usize = 40;
/// Words of one project; those unseen for longest go first, of these the ones with the fewest tasks.
const MOST_WORDS: usize = 2_000;
/// Folders of one word; those with the fewest files go first.
const MOST_FOLDERS: usize = 20;

/// The habits of a repository's tasks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    /// Tasks whose outcome is known.
    pub tasks: u32,
    /// By the word, as the first task with it wrote it.
    pub words: BTreeMap<String, Habit>,
    /// The day on which they are used.
    pub(super) today: Day,
}

/// Where one word led.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Habit {
    /// Tasks that held the word.
    pub tasks: u32,
    /// Files used for them, by their folder.
    pub folders: BTreeMap<String, u32>,
    /// When the last such task was.
    pub last_seen: Day,
}

impl Habits {
    /// Takes in a task's words and the folder of each file that was used. `is_new` is false where the task was counted before.
    pub fn observe(&mut self, words: &[String], folders: &[&str], is_new: bool, today: Day) {
        let mut known: BTreeMap<TermHash, String> =
            self.words.keys().map(|word| (term_of(word), word.clone())).collect();
        self.tasks = self.tasks.saturating_add(u32::from(is_new));
        for word in words.iter().take(MOST_NOTED) {
            let key = known.entry(term_of(word)).or_insert_with(|| word.clone());
            let habit = self.words.entry(key.clone()).or_default();
            habit.tasks = habit.tasks.saturating_add(u32::from(is_new || habit.tasks == 0));
            habit.last_seen = habit.last_seen.max(today);
            for folder in folders {
                let files = habit.folders.entry((*folder).to_owned()).or_default();
                *files = files.saturating_add(1);
            }
            keep(&mut habit.folders, MOST_FOLDERS, |files| (*files, 0));
        }
        keep(&mut self.words, MOST_WORDS, |habit| (habit.last_seen, habit.tasks));
    }

    /// How strongly these words pull to each folder, in `[0, 1]`: the share, by rarity among earlier tasks, of the words whose tasks used
    /// files there, each by the confidence of so many files and by how many of its tasks did.
    pub fn pull(&self, words: &[TermHash]) -> BTreeMap<&str, f64> {
        let known: BTreeMap<TermHash, &Habit> = self.words.iter().map(|(word, habit)| (term_of(word), habit)).collect();
        let mut pulls: BTreeMap<&str, f64> = BTreeMap::new();
        let mut all = 0.0;
        for word in words.iter().take(MOST_NOTED) {
            let habit = known.get(word);
            let tasks = habit.map_or(0.0, |habit| f64::from(habit.tasks));
            let rarity = (1.0 + (f64::from(self.tasks) + 1.0) / (0.5 + tasks)).ln();
            all += rarity;
            for (folder, &files) in habit.into_iter().flat_map(|habit| &habit.folders) {
                let faded = habit.map_or(0, |habit| UNSEEN * (self.today.saturating_sub(habit.last_seen) / WEEK));
                let confidence = f64::from(first(files).saturating_sub(faded)) / 100.0;
                *pulls.entry(folder).or_default() += rarity * confidence * (f64::from(files) / tasks).min(1.0);
            }
        }
        pulls.values_mut().for_each(|pull| *pull /= all);
        pulls
    }
}

/// Keeps the entries with most of something, of equals the first.
fn keep<V>(all: &mut BTreeMap<String, V>, most: usize, of: impl Fn(&V) -> (u32, u32)) {
    if all.len() > most {
        let mut order: Vec<(Reverse<(u32, u32)>, String)> =
            all.iter().map(|(key, value)| (Reverse(of(value)), key.clone())).collect();
        order.sort_unstable();
        order.drain(most..).for_each(|(_, key)| _ = all.remove(&key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    fn pull(habits: &Habits, text: &str, folder: &str) -> f64 {
        let terms: Vec<TermHash> = words(text).iter().map(|word| term_of(word)).collect();
        habits.pull(&terms).get(folder).copied().unwrap_or(0.0)
    }

    fn check(tasks: &[(&str, &[&str])], asked: &str, folder: &str, expected: f64) {
        let mut habits = Habits::default();
        tasks.iter().for_each(|(text, folders)| habits.observe(&words(text), folders, true, 0));
        let pull = pull(&habits, asked, folder);
        assert!((pull - expected).abs() < 0.005, "{pull}");
    }

    #[test]
    fn words_pull_to_where_their_tasks_led() {
        let once: &[(&str, &[&str])] = &[("rate limit", &["src/guard"])];
        check(once, "rate limit", "src/guard", 0.3);
        check(once, "limits", "src/guard", 0.3);
        check(once, "rate limit", "src/http", 0.0);
        check(once, "clock drift", "src/guard", 0.0);
        // A rare word that is new says as much against as the known one says for it.
        check(once, "limit drift", "src/guard", 0.103);
        check(&[], "rate limit", "src/guard", 0.0);
    }

    #[test]
    fn a_word_whose_tasks_lead_everywhere_leads_nowhere() {
        let spread: &[(&str, &[&str])] = &[("crash", &["a"]), ("crash", &["b"]), ("crash", &["c"])];
        check(spread, "crash", "a", 0.1);
        check(&[("crash", &["a"]), ("crash", &["a"]), ("crash", &["a"])], "crash", "a", 0.5);
    }

    #[test]
    fn a_task_that_is_told_in_parts_is_one_task() {
        let (mut parts, mut whole) = (Habits::default(), Habits::default());
        parts.observe(&words("rate limit"), &["a"], true, 0);
        parts.observe(&words("rate limit"), &["b"], false, 0);
        whole.observe(&words("rate limit"), &["a", "b"], true, 0);
        assert_eq!(parts, whole);
    }

    #[test]
    fn what_was_long_unseen_pulls_less() {
        let mut habits = Habits::default();
        habits.observe(&words("rate"), &["a"], true, 100);
        habits.today = 100 + 7 * 5;
        assert!((pull(&habits, "rate", "a") - 0.2).abs() < 1e-9);
        habits.today = 100 + 7 * 20;
        assert_eq!(pull(&habits, "rate", "a"), 0.0);
    }

    #[test]
    fn the_greatest_numbers_stay_what_they_are() {
        let most = Habit { tasks: u32::MAX, folders: BTreeMap::from([("a".to_owned(), u32::MAX)]), last_seen: 0 };
        let words_of_all = BTreeMap::from([("rate".to_owned(), most)]);
        let mut habits = Habits { tasks: u32::MAX, words: words_of_all, today: 0 };
        let before = habits.clone();
        habits.observe(&words("rate"), &["a"], true, 0);
        assert_eq!(habits, before);
        assert_eq!(pull(&habits, "rate", "a"), 0.85);
    }

    #[test]
    fn the_oldest_words_go_when_there_are_too_many() {
        let mut habits = Habits::default();
        for day in 0..=(MOST_WORDS as u32 / 40 + 1) {
            let many: Vec<String> = (0..40).map(|n| format!("word{day}x{n}")).collect();
            habits.observe(&many, &["a"], true, day);
        }
        assert_eq!(habits.words.len(), MOST_WORDS);
        assert!(!habits.words.contains_key("word0x0"));
        // All on one day, and all to one word.
        for at in 0..MOST_WORDS {
            habits.observe(&[format!("more{at}"), "same".to_owned()], &[&format!("folder{at}")], true, 1_000);
        }
        assert_eq!((habits.words.len(), habits.words["same"].folders.len()), (MOST_WORDS, MOST_FOLDERS));
    }
}
