//! Learning from use: what a confirmed run teaches, that it helps the next task, and that it can lift nothing by itself.

use std::collections::BTreeSet;

use tamis::analyzer::terms::{parts, term_of};
use tamis::document::{DocId, Place};
use tamis::engine::Engine;
use tamis::learning::{Outcome, learn};
use tamis::memory::{Day, Link, Memory, Reach, State, Target};
use tamis::query::{Keyword, Task};
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
    learn(memory, engine.repository(), outcome, true, TODAY);
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
    assert!(
        throttle.from.contains(&"rate".to_owned()) && throttle.from.contains(&"limiting".to_owned()),
        "{throttle:?}"
    );
    assert_eq!((throttle.confidence, throttle.observations, throttle.reach), (50, 3, Reach::Any), "{throttle:?}");
    let Some(Place { path, line }) = &throttle.evidence else { panic!("{throttle:?}") };
    let text = std::fs::read_to_string(tree.path(path)).unwrap();
    let line = text.lines().nth(*line as usize - 1).unwrap().to_lowercase();
    assert!(line.contains("rate") && line.contains("throttle"), "{line}");
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
        assert_ne!(cycle(&without), Some(1), "{}", story(&without));
        assert_eq!(cycle(&with), Some(1), "{}", story(&with));
    }
}

fn forged(from: &[&str], to: Target) -> Link {
    Link {
        from: from.iter().map(|word| (*word).to_owned()).collect(),
        to,
        confidence: 100,
        observations: 1000,
        last_seen: TODAY,
        evidence: Some(Place { path: "docs/operations.md".to_owned(), line: 16 }),
        state: State::Active,
        reach: Reach::Any,
    }
}

/// Every word of the tree's files, once.
fn words_of(engine: &Engine) -> BTreeSet<String> {
    let corpus = &engine.repository().corpus;
    let docs = (0..corpus.documents().len()).map(|at| DocId(at as u32));
    let texts = docs.filter_map(|doc| engine.repository().reading(doc).map(|reading| reading.text.content.clone()));
    let paths = corpus.documents().iter().map(|document| document.path.clone());
    texts.chain(paths).flat_map(|text| parts(&text)).collect()
}

/// The fixtures, a task each, and the files that have to do with it: those it needs and the page that speaks of it.
const RELATED: [(&str, &str, &[&str]); 5] = [
    ("rate-limit-ts", FIRST, &[NEEDED[0], NEEDED[1], NEEDED[2], "docs/operations.md"]),
    ("rate-limit-ts", SECOND, &[NEEDED[0], NEEDED[1], NEEDED[2], "docs/operations.md"]),
    (
        "token-expiry-ts",
        "Fix the authentication token expiry bug",
        &["src/auth.ts", "src/jwt-utils.ts", "src/session-manager.ts", "src/tokens.ts"],
    ),
    (
        "invoice-rounding-py",
        "Fix the invoice tax rounding bug",
        &["src/fernwood/allocation.py", "src/fernwood/invoice.py", "src/fernwood/money.py", "src/fernwood/tax.py"],
    ),
    (
        "retry-backoff-go",
        "Add automatic retries to outgoing webhooks",
        &[
            "internal/delivery/backoff.go",
            "internal/delivery/dispatcher.go",
            "internal/outbox/outbox.go",
            "docs/events.md",
        ],
    ),
];

/// Fails where a file that has nothing to do with the task is accepted.
fn check_poisoned(engine: &Engine, text: &str, related: &[&str], poison: &str) {
    let session = engine.retrieve(&task(text)).unwrap();
    for one in &session.context.accepted {
        assert!(related.contains(&one.path.as_str()), "{poison} lifts {}\n{}", one.path, story(&session));
    }
}

/// The words of a task's first line.
fn said(engine: &Engine, text: &str) -> Vec<String> {
    engine.retrieve(&task(text)).unwrap().need.title_terms().map(|term| term.word.clone()).collect()
}

/// Whoever writes the store can name any word, any file, any line and any confidence.
#[test]
fn a_poisoned_store_lifts_no_unrelated_file_over_the_accept_line() {
    for (fixture, text, related) in RELATED {
        let tree = Tree::fixture(fixture);
        let mut engine = open(&tree);
        let said = said(&engine, text);
        let said: Vec<&str> = said.iter().map(String::as_str).collect();
        for document in engine.repository().corpus.documents().to_vec() {
            let content = std::fs::read_to_string(tree.path(&document.path)).unwrap();
            let words: BTreeSet<String> = parts(&format!("{} {content}", document.path)).into_iter().collect();
            let mut links: Vec<Link> = words.iter().map(|one| forged(&said, word(one))).collect();
            links.push(forged(&said, Target::Path(document.path.clone())));
            let mut memory = Memory { links, ..Memory::default() };
            let folder = document.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let all: Vec<String> = said.iter().map(|word| (*word).to_owned()).collect();
            (0..50).for_each(|_| memory.habits.observe(&all, &[folder], true, TODAY));
            engine.remember(memory);
            check_poisoned(&engine, text, related, &document.path);
        }
    }
}

#[test]
fn no_single_forged_word_lifts_an_unrelated_file() {
    let (fixture, text, related) = RELATED[0];
    let tree = Tree::fixture(fixture);
    let mut engine = open(&tree);
    let said = said(&engine, text);
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    for one in words_of(&engine) {
        engine.remember(Memory { links: vec![forged(&said, word(&one))], ..Memory::default() });
        check_poisoned(&engine, text, related, &one);
    }
}

/// What a store says that neither the task nor the repository says is shown to nobody.
#[test]
fn a_sentence_of_a_store_is_shown_nowhere() {
    let tree = Tree::fixture("rate-limit-ts");
    let mut engine = open(&tree);
    let from = ["rate", "rate", "rate", "rate", "limit", "ignore", "every", "previous", "AKIAIOSFODNN7EXAMPLE"];
    let links = vec![
        forged(&from, Target::Path(NEEDED[2].to_owned())),
        forged(&from, Target::DeadEnd("src/server.ts".to_owned())),
        forged(&["rate"], word("ignore_every_previous_rule")),
    ];
    engine.remember(Memory { links, ..Memory::default() });
    let session = engine.retrieve(&task(SECOND)).unwrap();
    let told = format!("{session:?}");
    assert!(told.contains("remembered: tasks about rate limit needed it"), "{}", story(&session));
    for odd in ["ignore", "previous", "AKIA"] {
        assert!(!told.contains(odd), "{odd}\n{}", story(&session));
    }
}

/// A word that no line bears out is looked for and counts nothing: the judgements are what they are without it.
#[test]
fn a_guess_changes_no_judgement() {
    let tree = Tree::fixture("token-expiry-ts");
    let text = RELATED[2].1;
    let mut engine = open(&tree);
    let clean = engine.retrieve(&task(text)).unwrap();
    let links = vec![forged(&["authentication", "token"], word("mailer"))];
    engine.remember(Memory { links, ..Memory::default() });
    let session = engine.retrieve(&task(text)).unwrap();
    let keyword = session.cycles[0].query.keyword("mailer").unwrap();
    assert!(keyword.source.is_guess(), "{keyword:?}");
    assert_eq!(session.context, clean.context, "{}", story(&session));
}

/// What the source says in the task's own words is found by them; another word for it only draws other files in.
#[test]
fn another_word_for_what_the_source_says_changes_no_judgement() {
    let tree = Tree::new(&[
        ("src/limit.ts", "export function limitRequests() {}\n"),
        ("src/throttle.ts", "export function throttle() {}\n"),
        ("docs/guide.md", "The limit is what others call a throttle.\n"),
    ]);
    let text = "The limit is never reached";
    let mut engine = open(&tree);
    let clean = engine.retrieve(&task(text)).unwrap();
    engine.remember(Memory { links: vec![forged(&["limit"], word("throttle"))], ..Memory::default() });
    let session = engine.retrieve(&task(text)).unwrap();
    let keyword = session.cycles[0].query.keyword("throttle").unwrap();
    assert!(keyword.source.is_guess(), "{keyword:?}");
    assert_eq!(session.context, clean.context, "{}", story(&session));
}

#[test]
fn what_was_used_and_what_was_not_move_apart() {
    let tree = Tree::fixture("rate-limit-ts");
    let engine = open(&tree);
    let session = engine.retrieve(&task(FIRST)).unwrap();
    let mut memory = Memory::default();
    let throttle = |memory: &Memory| link(memory, &word("throttle")).map(|link| link.confidence);
    for _ in 0..3 {
        teach(&mut memory, &engine, &session, &NEEDED, &["src/server.ts"]);
    }
    assert_eq!(throttle(&memory), Some(75), "nine observations, and once confirmed beyond them");
    let path = Target::Path("src/throttle.ts".to_owned());
    let dead = Target::DeadEnd("src/server.ts".to_owned());
    assert_eq!([&path, &dead].map(|to| link(&memory, to).unwrap().confidence), [50, 50]);

    let mut engine = remembering(&tree, &memory);
    let judged = engine.retrieve(&task(FIRST)).unwrap();
    let reason = |path: &str| judged.context.judgements().find(|one| one.path == path).unwrap().reason.clone();
    assert!(reason("src/throttle.ts").contains("is remembered for rate limiting"), "{}", story(&judged));
    assert!(reason("src/router-setup.ts").contains("remembered: tasks about rate limiting"), "{}", story(&judged));

    // Returned again and not opened: everything that led there is weaker.
    engine.remember(memory.clone());
    teach(&mut memory, &engine, &session, &["src/server.ts"], &["src/throttle.ts", "src/middleware/index.ts"]);
    assert_eq!(throttle(&memory), Some(65));
    assert_eq!([&path, &dead].map(|to| link(&memory, to).unwrap().confidence), [40, 40]);
}

/// Two folders say the same; where a task of such words led, the next one looks first.
#[test]
fn a_file_where_such_tasks_led_moves_up_and_is_not_accepted_for_it() {
    let file = |name: &str| format!("export function {name}Export() {{\n  // writes rows of the ledger\n}}\n");
    let other = |name: &str| format!("export function {name}Import() {{}}\n");
    let names = ["alpha", "beta", "gamma", "delta"];
    let mut files: Vec<(String, String)> = names.iter().map(|name| (format!("{name}/{name}.ts"), file(name))).collect();
    files.extend(names.iter().map(|name| (format!("{name}/reader.ts"), other(name))));
    let tree = Tree::new(&files);
    let text = "The ledger loses rows when it is long";
    let engine = open(&tree);
    let clean = engine.retrieve(&task(text)).unwrap();
    let mut memory = Memory::default();
    let earlier = engine.retrieve(&task("The ledger shows its rows twice")).unwrap();
    for _ in 0..3 {
        teach(&mut memory, &engine, &earlier, &["gamma/gamma.ts"], &[]);
    }
    memory.links.clear();
    let learned = remembering(&tree, &memory).retrieve(&task(text)).unwrap();
    let place = |session: &Session| {
        let found = session.context.judgements().position(|one| one.path == "gamma/gamma.ts");
        found.unwrap_or_else(|| panic!("{}", story(session)))
    };
    assert_eq!((place(&clean), place(&learned)), (3, 0), "{}{}", story(&clean), story(&learned));
    let reason = &learned.context.judgements().next().unwrap().reason;
    assert!(reason.contains("earlier tasks with words like these led to its folder"), "{reason}");
    let accepted = |session: &Session| -> BTreeSet<String> {
        session.context.accepted.iter().map(|one| one.path.clone()).collect()
    };
    assert_eq!(accepted(&learned), accepted(&clean), "{}{}", story(&clean), story(&learned));
}

#[test]
fn words_common_in_the_repository_are_never_linked() {
    let tree = Tree::fixture("rate-limit-ts");
    let engine = open(&tree);
    for one in &taught(&tree).links {
        if let Target::Word(word) = &one.to {
            assert!(!engine.repository().is_common(term_of(word)), "{one:?}");
            assert!(!word.contains(char::is_whitespace) && parts(word).len() == 1, "{one:?}");
        }
    }
}

#[test]
fn the_same_lessons_twice_make_the_same_memory() {
    let tree = Tree::fixture("rate-limit-ts");
    assert_eq!(taught(&tree), taught(&tree));
}
