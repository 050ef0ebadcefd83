//! Learning from use: what a confirmed run teaches, that it helps the next task, and that it can lift nothing by itself.

use tamis::document::{DocId, Place};
use tamis::engine::Engine;
use tamis::learning::{Outcome, lessons};
use tamis::memory::{Day, Link, Memory, Scope, State, Target};
use tamis::query::{Keyword, KeywordSource, Task};
use tamis::session::Session;

use crate::support::{Tree, open, story, task};

const FIRST: &str = "Add rate limiting to API endpoints";
const SECOND: &str = "The rate limit for search clients is too strict";
const NEEDED: [&str; 3] = ["src/throttle.ts", "src/middleware/index.ts", "src/router-setup.ts"];
const TODAY: Day = 20_000;

fn docs(engine: &Engine, paths: &[&str]) -> Vec<DocId> {
    paths.iter().map(|path| engine.repository().corpus.find(path).unwrap()).collect()
}

/// Takes the outcome of a session into a memory.
fn teach(memory: &mut Memory, engine: &Engine, session: &Session, used: &[&str], unused: &[&str]) {
    let keywords: Vec<Keyword> = session.cycles.last().unwrap().query.keywords.clone();
    let (used, unused) = (docs(engine, used), docs(engine, unused));
    let outcome = Outcome { need: &session.need, keywords: &keywords, used: &used, unused: &unused };
    memory.take_in(&lessons(engine.repository(), outcome), TODAY);
}

/// What one confirmed run of the pattern's second example teaches.
fn taught(tree: &Tree) -> Memory {
    let engine = open(tree);
    let session = engine.retrieve(&task(FIRST)).unwrap();
    let mut memory = Memory::default();
    teach(&mut memory, &engine, &session, &NEEDED, &["src/server.ts"]);
    memory
}

fn remembering(tree: &Tree, memory: &Memory) -> Engine {
    let mut engine = open(tree);
    engine.remember(memory.as_of(TODAY));
    engine
}

fn link<'m>(memory: &'m Memory, to: &Target) -> Option<&'m Link> {
    memory.links.iter().find(|link| link.to == *to)
}

fn word(word: &str) -> Target {
    Target::Word(word.to_owned())
}

#[test]
fn a_confirmed_run_teaches_the_repositorys_word_with_its_evidence() {
    let tree = Tree::fixture("rate-limit-ts");
    let memory = taught(&tree);
    let throttle = link(&memory, &word("throttle")).unwrap_or_else(|| panic!("{memory:#?}"));
    assert!(throttle.from.contains(&"rate".to_owned()) && throttle.from.contains(&"limiting".to_owned()), "{throttle:?}");
    assert_eq!((throttle.confidence, throttle.observations, throttle.scope), (50, 3, Scope::Any), "{throttle:?}");
    let Some(Place { path, line }) = &throttle.evidence else { panic!("{throttle:?}") };
    let text = std::fs::read_to_string(tree.path(path)).unwrap();
    let line = text.lines().nth(*line as usize - 1).unwrap().to_lowercase();
    assert!(line.contains("rate") && line.contains("throttle"), "{line}");
    println!("{memory:#?}");
}

#[test]
fn the_next_task_reaches_in_its_first_cycle_what_the_first_reached_in_its_second() {
    let tree = Tree::fixture("rate-limit-ts");
    let memory = taught(&tree);
    for scope in [&[][..], &["routes/**".to_owned()]] {
        let task = Task { patterns: scope.to_vec(), ..task(SECOND) };
        let without = open(&tree).retrieve(&task).unwrap();
        let with = remembering(&tree, &memory).retrieve(&task).unwrap();
        let cycle = |session: &Session| {
            session.context.accepted.iter().find(|one| one.path == "src/throttle.ts").map(|one| one.cycle)
        };
        println!("{}\n{}", story(&without), story(&with));
        assert_ne!(cycle(&without), Some(1), "{}", story(&without));
        assert_eq!(cycle(&with), Some(1), "{}", story(&with));
    }
}
