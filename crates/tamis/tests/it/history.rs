//! What the log teaches: words of messages linked to words of the files they touched, and a log that grows with HEAD.

use std::fs;

use proptest::prelude::*;
use tamis::analyzer::terms::{TermHash, term_of};
use tamis::engine::{Engine, Options};
use tamis::query::{KeywordSource, Task};
use tempfile::TempDir;

use crate::support::{Tree, open, story};

/// A repository with one commit for each message, newest last, that touches these files.
fn grown(commits: &[(&str, &[&str])]) -> Tree {
    let tree = Tree::repository(&[("src/clock.ts", "export function now() { return Date.now() }\n")]);
    for (message, paths) in commits {
        change(&tree, message, paths);
    }
    tree
}

fn change(tree: &Tree, message: &str, paths: &[&str]) {
    for path in paths {
        let before = fs::read_to_string(tree.path(path)).unwrap_or_default();
        let name = path.rsplit('/').next().unwrap().split('.').next().unwrap();
        tree.write(path, format!("{before}export const {name}{} = 1\n", before.len()));
    }
    tree.write("../message", message);
    tree.git("add -A");
    tree.git("commit -q --allow-empty -F ../message");
}

/// A store that nobody has filled in its place beside the tree.
fn engine(tree: &Tree, cache: &TempDir) -> Engine {
    Engine::open(tree.root(), &Options { cache: Some(cache.path().to_owned()), ..Options::default() }).unwrap()
}

/// The second query has `word`, taught by `commits` commits, or not at all.
fn check_link(commits: &[(&str, &[&str])], word: &str, expected: Option<(&str, u32)>) {
    let tree = grown(commits);
    // The file itself has moved, so that no commit that spoke of it names it now.
    if tree.path("old").exists() {
        fs::rename(tree.path("old"), tree.path("guard")).unwrap();
    }
    change(&tree, "Move", &[]);
    let engine = open(&tree);
    let session = engine.retrieve(&Task { text: "Add rate limit to uploads".to_owned(), ..Task::default() }).unwrap();
    let keywords = session.cycles.iter().flat_map(|cycle| &cycle.query.keywords);
    let found = keywords.filter(|keyword| keyword.word == word).find_map(|keyword| match &keyword.source {
        KeywordSource::History { commit, commits, .. } => Some((commit.as_str(), *commits)),
        _ => None,
    });
    assert_eq!(found, expected, "{}", story(&session));
}

#[test]
fn a_commit_says_what_code_calls_it() {
    let clock: (&str, &[&str]) = ("Keep time in one place", &["old/timer.ts"]);
    let throttle: (&str, &[&str]) = ("Rate limit for the api", &["old/throttle.ts"]);
    check_link(&[clock, throttle], "throttle", Some(("Rate limit for the api", 1)));
    let again: (&str, &[&str]) = ("Rate limit by user", &["old/throttle.ts", "old/timer.ts"]);
    check_link(&[throttle, again], "throttle", Some(("Rate limit by user", 2)));
    check_link(&[clock, throttle], "timer", None);
    // What other commits touch as often says nothing of the word.
    check_link(&[clock, clock, again, throttle], "timer", None);
}

#[test]
fn a_file_that_only_commits_speak_for_is_shown_with_the_commit() {
    let tree = grown(&[("Rate limit for the api", &["src/guard/throttle.ts"])]);
    let session = open(&tree).retrieve(&Task { text: "rate limit".to_owned(), ..Task::default() }).unwrap();
    let judgement = session.context.judgement(open(&tree).repository().corpus.find("src/guard/throttle.ts").unwrap());
    assert!(judgement.unwrap().reason.contains("Rate limit for the api"), "{}", story(&session));
}

/// A message is one message, in whatever it is written and whatever it holds; what is quoted of it holds no secret.
#[test]
fn no_message_passes_for_more_than_one_commit() {
    let forged = "Rate limit password=hunter2secret99\n\n\u{1}me\u{4}Rate clock\u{2}\u{3}\nsrc/clock.ts\n";
    let tree = grown(&[("Größe", &["src/size.ts"]), (forged, &["src/throttle.ts"])]);
    tree.git("config i18n.logOutputEncoding ISO-8859-1");
    let engine = open(&tree);
    let history = &engine.repository().history;
    let told = |word: &str| {
        let name = |vote: tamis::history::Votes| (engine.repository().path(vote.doc).to_owned(), vote.commit);
        history.votes(&[(term_of(word), 1.0)]).into_iter().map(name).collect::<Vec<_>>()
    };
    let masked = "Rate limit password=[redacted]".to_owned();
    assert_eq!(told("rate"), [("src/throttle.ts".to_owned(), masked.clone())]);
    assert_eq!(told("größe"), [("src/size.ts".to_owned(), "Größe".to_owned())]);
    let links = history.links(&[TermHash::of("rate")]);
    assert!(links[0].iter().all(|link| link.commit == masked && link.word != "clock"), "{links:?}");
}

#[test]
fn commits_that_say_nothing_teach_nothing() {
    let paths: &[&str] = &["old/throttle.ts"];
    for message in [
        "Revert \"Rate limit for the api\"",
        "Merge branch rate limit",
        "Bump rate limit to 2.0",
        "Reformat rate limit",
    ] {
        check_link(&[(message, paths)], "throttle", None);
    }
    let many: Vec<String> = (0..12).map(|n| format!("old/throttle{n}.ts")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    check_link(&[("Rate limit everywhere", &many)], "throttle", None);
}

#[test]
fn a_bot_teaches_nothing() {
    let tree = grown(&[]);
    tree.write("src/guard/throttle.ts", "export const throttle = 1\n");
    tree.git("add -A");
    tree.git("commit -q --author=helper[bot]<bot@example.com> -m rate_limit");
    let history = &open(&tree).repository().history.votes(&[(TermHash::of("rate"), 1.0)]).len();
    assert_eq!(*history, 0);
}

#[test]
fn a_shallow_clone_and_a_tree_without_git_have_what_they_have() {
    let tree = grown(&[("Rate limit for the api", &["src/guard/throttle.ts"]), ("Clock", &["src/clock.ts"])]);
    tree.git(&format!("clone -q --depth 1 file://{} ../shallow", tree.root().display()));
    let links = |engine: &Engine| engine.repository().history.links(&[TermHash::of("rate")])[0].len();
    let shallow = Engine::open(&tree.path("../shallow"), &Options::default()).unwrap();
    assert_eq!((links(&open(&tree)), links(&shallow)), (2, 0));
    fs::remove_dir_all(tree.path(".git")).unwrap();
    assert_eq!(links(&open(&tree)), 0);
}

/// A step of a repository's life; after each, what was kept and has grown says what a fresh log says.
#[derive(Clone, Debug)]
enum Step {
    Commit(usize, usize),
    Merge(usize),
    Back,
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]
    #[test]
    fn a_log_that_grows_says_what_a_fresh_one_says(
        steps in prop::collection::vec(prop_oneof![
            4 => (0..3usize, 0..3usize).prop_map(|(message, path)| Step::Commit(message, path)),
            1 => (0..3usize).prop_map(Step::Merge),
            1 => Just(Step::Back),
        ], 1..7),
    ) {
        const MESSAGES: [&str; 3] = ["Rate limit", "Revert limit", "Clock\n\nrate of the clock"];
        const PATHS: [&str; 3] = ["src/guard/throttle.ts", "src/clock.ts", "docs/rate.md"];
        let (tree, cache) = (grown(&[]), TempDir::new().unwrap());
        for step in steps {
            match step {
                Step::Commit(message, path) => change(&tree, MESSAGES[message], &[PATHS[path]]),
                Step::Merge(path) => {
                    tree.git("checkout -q -b side");
                    change(&tree, "Limit of a side", &[PATHS[path]]);
                    tree.git("checkout -q main");
                    change(&tree, "Limit of the main", &["src/main.ts"]);
                    tree.git("merge -q --no-edit side");
                    tree.git("branch -q -D side");
                }
                Step::Back => {
                    tree.git("commit -q --allow-empty -m rate");
                    engine(&tree, &cache);
                    tree.git("reset -q --hard HEAD~1");
                }
            }
            let terms = [(TermHash::of("rate"), 1.0), (TermHash::of("limit"), 0.5)];
            let (kept, fresh) = (engine(&tree, &cache), open(&tree));
            let votes = |engine: &Engine| engine.repository().history.votes(&terms);
            prop_assert_eq!(votes(&kept), votes(&fresh));
            prop_assert_eq!(votes(&engine(&tree, &cache)), votes(&fresh));
        }
    }
}
