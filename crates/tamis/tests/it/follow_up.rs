//! After a run: the caller's own judgements and a question, and the one cycle that follows.

use tamis::budget::Budget;
use tamis::engine::Engine;
use tamis::follow_up::{Verdict, follow_up};
use tamis::judgement::Judgement;
use tamis::session::{Session, Tools, conclude, evaluate_relevance, retrieve_files};

use crate::support::{Tree, open_with, paths, story, task};

fn verdict(engine: &Engine, path: &str, relevance: f64) -> Verdict {
    let doc = engine.repository().corpus.find(path).unwrap();
    Verdict { doc, relevance, reason: String::new(), missing_context: None }
}

/// A run of one cycle.
fn first_cycle(tree: &Tree, text: &str) -> (Engine, Session) {
    let engine = open_with(tree, Budget { max_cycles: 1, ..Budget::default() });
    let session = engine.retrieve(&task(text)).unwrap();
    (engine, session)
}

/// What the caller says, and the cycle after it.
fn next_cycle(engine: &Engine, session: &mut Session, verdicts: &[Verdict], question: Option<&str>) {
    let budget = Budget { max_cycles: session.cycles.len() + 1, ..Budget::default() };
    let tools = Tools { budget: &budget, ..engine.tools() };
    follow_up(tools, session, verdicts, question);
    assert_eq!(session.status, None, "the session goes on");
    let dispatch = retrieve_files(tools, session).unwrap();
    let evaluation = evaluate_relevance(tools, session, &dispatch.candidates);
    conclude(tools, session, dispatch, evaluation);
    assert!(session.status.is_some(), "one cycle follows");
}

#[test]
fn what_the_caller_confirms_drives_the_next_cycle() {
    let tree = Tree::fixture("rate-limit-ts");
    let (engine, mut session) = first_cycle(&tree, "Add rate limiting to API endpoints");
    assert!(session.context.accepted.is_empty(), "{}", story(&session));
    next_cycle(&engine, &mut session, &[verdict(&engine, "src/throttle.ts", 1.0)], None);
    let shown = story(&session);
    let first = &session.context.accepted[0];
    assert_eq!((first.path.as_str(), first.relevance), ("src/throttle.ts", 1.0), "{shown}");
    let words: Vec<String> = session.cycles[0].refinement.learned.iter().map(|one| one.source.to_string()).collect();
    assert!(words.iter().all(|source| source.starts_with("learned from src/throttle.ts")), "{shown}");
    assert!(
        !words.is_empty() && session.cycles[1].judgements.iter().any(|one| one.path == "src/middleware/index.ts"),
        "{shown}"
    );
}

#[test]
fn what_the_caller_rules_out_is_not_read_again() {
    let tree = Tree::fixture("token-expiry-ts");
    let (engine, mut session) = first_cycle(&tree, "Fix the authentication token expiry bug");
    let wrong = session.context.accepted[0].path.clone();
    next_cycle(&engine, &mut session, &[verdict(&engine, &wrong, 0.0)], Some("where are sessions stored"));
    let shown = story(&session);
    assert!(paths(&session.context.excluded).contains(&wrong.as_str()), "{shown}");
    assert!(session.cycles[1].query.excludes.contains(&wrong), "{shown}");
    assert!(!paths(&session.cycles[1].judgements).contains(&wrong.as_str()), "{shown}");
}

#[test]
fn what_the_caller_misses_is_looked_for_first() {
    let tree = Tree::fixture("rate-limit-ts");
    let (engine, mut session) = first_cycle(&tree, "Add rate limiting to API endpoints");
    let named = Verdict {
        reason: "it holds the buckets".to_owned(),
        missing_context: Some(vec!["AppRouter".to_owned(), "docs/operations.md".to_owned()]),
        ..verdict(&engine, "src/throttle.ts", 0.9)
    };
    next_cycle(&engine, &mut session, &[named], None);
    let shown = story(&session);
    assert_eq!(session.cycles[1].query.focus_areas, ["AppRouter", "docs/operations.md"], "{shown}");
    let found = paths(&session.cycles[1].judgements);
    assert!(["src/router-setup.ts", "docs/operations.md"].iter().all(|path| found.contains(path)), "{shown}");
    let closed = session.context.gaps.iter().find(|gap| gap.what == "AppRouter").unwrap();
    assert_eq!(closed.closed_by.as_deref(), Some("src/router-setup.ts"), "{shown}");
}

/// The engine's exclusion gives way to a caller that names the file or what it defines; the caller's own stands, and so does the
/// task's.
#[test]
fn what_was_excluded_returns_when_the_caller_misses_it() {
    let tree = Tree::fixture("token-expiry-ts");
    let excluded = "src/inventory.ts";
    let run = |excludes: &[&str], ruled_out: &[&str]| {
        let (engine, mut session) = first_cycle(&tree, "Fix the authentication token expiry bug");
        let doc = engine.repository().corpus.find(excluded).unwrap();
        session.cycles[0].query.excludes.extend(excludes.iter().map(|glob| (*glob).to_owned()));
        session.context.excluded.push(Judgement {
            doc,
            path: excluded.to_owned(),
            relevance: 0.1,
            missing_context: Vec::new(),
            ..session.context.accepted[0].clone()
        });
        let missing = Some(vec![excluded.to_owned()]);
        let keeps = Verdict { missing_context: missing, ..verdict(&engine, "src/auth.ts", 0.9) };
        let out = ruled_out.iter().map(|path| verdict(&engine, path, 0.0));
        next_cycle(&engine, &mut session, &out.chain([keeps]).collect::<Vec<_>>(), None);
        let judged = paths(&session.cycles[1].judgements).contains(&excluded);
        (judged, paths(&session.context.accepted).contains(&excluded), story(&session))
    };
    let (judged, accepted, shown) = run(&[], &[]);
    assert!(judged && accepted, "{shown}");
    let (judged, _, shown) = run(&[excluded], &[]);
    assert!(!judged, "{shown}");
    let (judged, accepted, shown) = run(&[], &[excluded]);
    assert!(!judged && !accepted, "{shown}");
}

#[test]
fn a_question_is_searched_beside_the_task() {
    let tree = Tree::fixture("token-expiry-ts");
    let (engine, mut session) = first_cycle(&tree, "Fix the authentication token expiry bug");
    let before = session.clone();
    next_cycle(&engine, &mut session, &[], Some("who serves the http port"));
    assert!(
        session.task.text.starts_with("who serves the http port\n\nFix the authentication"),
        "{}",
        session.task.text
    );
    assert!(session.cycles[1].query.keyword("port").is_some() && session.cycles[1].query.keyword("token").is_some());
    assert_eq!(session.cycles[0].judgements, before.cycles[0].judgements);
}
