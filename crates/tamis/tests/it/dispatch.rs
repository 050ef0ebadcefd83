//! DISPATCH: what the first query is made of, which files it admits, and what each channel proposes.

use std::collections::BTreeSet;

use tamis::engine::Engine;
use tamis::error::Error;
use tamis::query::{KeywordSource, Query, Task, Tests};
use tamis::retriever::{Candidate, Fused, Request, Retriever};
use tamis::session::{begin, retrieve_files};

use crate::support::{Tree, open, paths, story, task};

/// The first query of a task over a tree.
fn first_query(engine: &Engine, task: &Task) -> Query {
    begin(engine.repository(), task).unwrap().query
}

/// What the built-in channels propose for the first query, by path.
fn proposed(engine: &Engine, task: &Task) -> Vec<String> {
    let session = begin(engine.repository(), task).unwrap();
    let dispatch = retrieve_files(engine.tools(), &session).unwrap();
    sorted_paths(engine, &dispatch.candidates)
}

fn sorted_paths(engine: &Engine, candidates: &[Candidate]) -> Vec<String> {
    let mut list: Vec<String> = candidates.iter().map(|one| engine.repository().path(one.doc).to_owned()).collect();
    list.sort();
    list
}

mod first_patterns {
    use super::*;

    /// The patterns of the first query match all these files and none of those.
    fn check(tree: &str, matched: &[&str], not: &[&str]) {
        let tree = Tree::text(tree);
        let engine = open(&tree);
        let query = first_query(&engine, &task("fix the parser of dates"));
        let globs = engine.repository().corpus.globs(&query.patterns).unwrap();
        for path in matched {
            assert!(globs.is_match(path), "{path} {:?}", query.patterns);
        }
        for path in not {
            assert!(!globs.is_match(path), "{path} {:?}", query.patterns);
        }
        assert!(query.excludes.is_empty() && query.focus_areas.is_empty(), "{query:?}");
        assert!(query.keywords.iter().all(|keyword| keyword.source == KeywordSource::Task), "{query:?}");
    }

    #[test]
    fn are_those_of_a_go_tree() {
        let tree = "\
//- /go.mod
module example.com/dates
//- /cmd/dates/main.go
package main
//- /internal/parse/parse.go
package parse
//- /README.md
Dates.
";
        check(tree, &["cmd/dates/main.go", "internal/parse/parse.go"], &["README.md", "go.mod"]);
    }

    #[test]
    fn are_those_of_a_python_tree() {
        let tree = "\
//- /pyproject.toml
[project]
//- /src/dates/parse.py
def parse(): ...
//- /src/dates/__init__.py
//- /docs/index.rst
Dates.
";
        check(tree, &["src/dates/parse.py", "src/dates/__init__.py"], &["pyproject.toml", "docs/index.rst"]);
    }

    #[test]
    fn are_those_of_a_typescript_tree() {
        let tree = "\
//- /package.json
{}
//- /src/parse.ts
export const parse = 1;
//- /src/view/Dates.tsx
export const Dates = 1;
//- /CHANGELOG.md
Dates.
";
        check(tree, &["src/parse.ts", "src/view/Dates.tsx"], &["package.json", "CHANGELOG.md"]);
    }

    #[test]
    fn are_everything_where_there_is_no_code() {
        check("//- /notes/dates.md\nThe parser of dates.\n", &["notes/dates.md"], &[]);
    }

    #[test]
    fn begin_with_the_language_of_most_files() {
        let tree = Tree::text("//- /a.rs\nfn a() {}\n//- /b.rs\nfn b() {}\n//- /c.py\ndef c(): ...\n");
        let query = first_query(&open(&tree), &task("fix the parser"));
        assert_eq!(query.patterns, ["**/*.rs", "**/*.py"]);
    }
}

mod globs {
    use super::*;

    const TREE: &str = "\
//- /a1.ts
export const limit = 1;
//- /a[1].ts
export const limit = 2;
//- /src/a/b/x.test.ts
export const limit = 3;
//- /src/a/b/x.ts
export const limit = 4;
//- /src/y.ts
export const limit = 5;
";
    const ALL: [&str; 5] = ["a1.ts", "a[1].ts", "src/a/b/x.test.ts", "src/a/b/x.ts", "src/y.ts"];

    /// These patterns and excludes let exactly these files be proposed.
    fn check(patterns: &[&str], excludes: &[&str], expected: &[&str]) {
        let tree = Tree::text(TREE);
        let owned = |globs: &[&str]| globs.iter().map(|glob| (*glob).to_owned()).collect();
        let task = Task { patterns: owned(patterns), excludes: owned(excludes), ..task("limit") };
        assert_eq!(proposed(&open(&tree), &task), expected, "{patterns:?} less {excludes:?}");
    }

    #[test]
    fn a_name_fits_at_any_depth() {
        check(&["**/*"], &[], &ALL);
        check(&["**/*"], &["*.test.ts"], &["a1.ts", "a[1].ts", "src/a/b/x.ts", "src/y.ts"]);
        check(&["*.test.ts"], &[], &["src/a/b/x.test.ts"]);
    }

    #[test]
    fn an_existing_path_means_itself_alone() {
        check(&["**/*"], &["a[1].ts"], &["a1.ts", "src/a/b/x.test.ts", "src/a/b/x.ts", "src/y.ts"]);
        check(&["a[1].ts"], &[], &["a[1].ts"]);
        // What is no path of the tree is a glob.
        check(&["a[12].ts"], &[], &["a1.ts"]);
    }

    #[test]
    fn stars_keep_to_their_folder() {
        check(&["src/*.ts"], &[], &["src/y.ts"]);
        check(&["src/**"], &["src/a/"], &["src/y.ts"]);
        check(&["src/**/*.ts"], &[], &["src/a/b/x.test.ts", "src/a/b/x.ts", "src/y.ts"]);
    }

    #[test]
    fn a_broken_glob_is_an_error_that_names_it() {
        let tree = Tree::text(TREE);
        let asked = Task { patterns: vec!["src/[a".to_owned()], ..task("limit") };
        let refused = open(&tree).retrieve(&asked);
        assert!(matches!(&refused, Err(Error::Glob { glob, .. }) if glob == "src/[a"), "{refused:?}");
    }
}

mod tests_of_the_repository {
    use super::*;

    const TREE: &str = "\
//- /src/retry.ts
/** Runs an action again until it succeeds: the retry of the client. */
export function retry(action: () => void, attempts = 3) {
  for (let attempt = 0; attempt < attempts; attempt++) {
    try { return action(); } catch (error) { continue; }
  }
}
//- /src/client.ts
export class Client { send() { return 1; } }
//- /src/basket.ts
export class Basket { items = []; }
//- /tests/retry.test.ts
import { retry } from '../src/retry';
test('retry runs the action three times', () => {
  let runs = 0;
  retry(() => { runs++; throw new Error('flaky'); });
  expect(runs).toBe(3);
});
";

    #[test]
    fn are_returned_when_the_task_is_about_them() {
        let tree = Tree::text(TREE);
        let session = open(&tree).retrieve(&task("Fix flaky retry test")).unwrap();
        assert!(paths(&session.context.accepted).contains(&"tests/retry.test.ts"), "{}", story(&session));
    }

    #[test]
    fn do_not_count_otherwise() {
        let tree = Tree::text(TREE);
        let session = open(&tree).retrieve(&task("Fix retry bug")).unwrap();
        let accepted = paths(&session.context.accepted);
        assert!(!accepted.contains(&"tests/retry.test.ts"), "{}", story(&session));
        assert!(accepted.contains(&"src/retry.ts"), "{}", story(&session));
    }

    #[test]
    fn can_be_asked_for_alone_or_never() {
        let tree = Tree::text(TREE);
        let engine = open(&tree);
        let with = |tests: Tests| proposed(&engine, &Task { tests, ..task("Fix flaky retry test") });
        assert_eq!(with(Tests::Only), ["tests/retry.test.ts"]);
        let never = with(Tests::Off);
        assert!(never.contains(&"src/retry.ts".to_owned()) && !never.contains(&"tests/retry.test.ts".to_owned()));
    }
}

mod scope {
    use super::*;

    #[test]
    fn widens_when_nothing_was_found_in_it() {
        let tree = Tree::fixture("rate-limit-ts");
        let engine = open(&tree);
        let asked = Task { patterns: vec!["routes/**".to_owned()], ..task("Add rate limiting to API endpoints") };
        let session = engine.retrieve(&asked).unwrap();
        assert_eq!(session.cycles[0].query.patterns, ["routes/**"]);
        let second = &session.cycles[1].query.patterns;
        let globs = engine.repository().corpus.globs(second).unwrap();
        assert!(globs.is_match("src/middleware/index.ts") && globs.is_match("src/throttle.ts"), "{second:?}");
        assert_eq!(session.cycles[0].refinement.widened, second[1..], "the trace says what was added");
    }

    /// A caller's own exclude is kept however far the scope widens.
    #[test]
    fn never_widens_past_an_exclude() {
        let tree = Tree::fixture("rate-limit-ts");
        let asked = Task {
            patterns: vec!["routes/**".to_owned()],
            excludes: vec!["src/middleware/".to_owned(), "*.md".to_owned()],
            ..task("Add rate limiting to API endpoints")
        };
        let session = open(&tree).retrieve(&asked).unwrap();
        for one in session.context.judgements() {
            let left_out = one.path.starts_with("src/middleware/") || one.path.ends_with(".md");
            assert!(!left_out, "{}\n{}", one.path, story(&session));
        }
    }
}

mod focus {
    use super::*;

    const TREE: &str = "\
//- /src/orders.ts
export function orders() { return limit; }
//- /src/router-setup.ts
export class AppRouter { paths = []; }
//- /lib/paths.ts
export const hidden = 1;
";

    /// The candidates of a query with this focus, those of the focus channel apart.
    fn check(focus: &str, excludes: &[&str], expected: &[&str]) {
        let tree = Tree::text(TREE);
        let engine = open(&tree);
        let asked = Task {
            patterns: vec!["src/orders.ts".to_owned()],
            excludes: excludes.iter().map(|glob| (*glob).to_owned()).collect(),
            focus_areas: vec![focus.to_owned()],
            ..task("limit of orders")
        };
        let session = begin(engine.repository(), &asked).unwrap();
        let without = Query { focus_areas: Vec::new(), ..session.query.clone() };
        let found = |query: &Query| {
            let request = Request {
                repository: engine.repository(),
                task: &asked,
                need: &session.need,
                query,
                limit: engine.tools().budget.candidates,
            };
            Fused::default().retrieve(request).unwrap().candidates
        };
        assert_eq!(sorted_paths(&engine, &found(&without)), ["src/orders.ts"]);
        let candidates = found(&session.query);
        let by_focus: Vec<Candidate> =
            candidates.into_iter().filter(|candidate| candidate.channels.contains(&"focus")).collect();
        assert_eq!(sorted_paths(&engine, &by_focus), expected, "{focus}");
    }

    #[test]
    fn names_a_symbol_a_path_or_a_word() {
        check("AppRouter", &[], &["src/router-setup.ts"]);
        check("lib/paths.ts", &[], &["lib/paths.ts"]);
        check("hidden", &[], &["lib/paths.ts"]);
        check("nothing_of_that_name", &[], &[]);
    }

    #[test]
    fn does_not_reach_what_is_excluded() {
        check("AppRouter", &["src/router-setup.ts"], &[]);
    }

    /// The gap that cycle 2 names makes a file a candidate of cycle 3 that cycle 2 did not have.
    #[test]
    fn steers_the_next_cycle() {
        let tree = "\
//- /src/orders.ts
export function limitOrders(app) { return mountLimits(app); }
//- /src/mounting.ts
export function mountLimits(app: Zebra) { return app; }
//- /src/zebra.ts
export class Zebra { stripes = []; }
";
        let tree = Tree::text(tree);
        let engine = open(&tree);
        let mut session = begin(engine.repository(), &task("limit of orders")).unwrap();
        let has = |session: &tamis::session::Session| {
            let dispatch = retrieve_files(engine.tools(), session).unwrap();
            sorted_paths(&engine, &dispatch.candidates).contains(&"src/zebra.ts".to_owned())
        };
        assert!(!has(&session));
        session.query.focus_areas = vec!["Zebra".to_owned()];
        assert!(has(&session));
    }
}

mod channels {
    use super::*;

    #[test]
    fn are_listed_in_each_cycle_with_what_they_found() {
        let tree = Tree::fixture("token-expiry-ts");
        let session = open(&tree).retrieve(&task("Fix the authentication token expiry bug")).unwrap();
        assert!(session.cycles.len() > 1);
        for cycle in &session.cycles {
            let names: Vec<&str> = cycle.channels.iter().map(|channel| channel.name).collect();
            assert_eq!(names, ["focus", "mention", "symbol", "text", "path", "history", "memory"]);
        }
        let text = &session.cycles[0].channels[3];
        assert!(text.candidates >= 4 && text.skipped.is_none(), "{text:?}");
        // Four files hold a word of the task, and each was judged.
        assert_eq!(session.cycles[0].fresh, session.cycles[0].judgements.len());
    }
}

mod caller {
    use super::*;

    #[test]
    fn gives_words_scope_and_files() {
        let tree = Tree::fixture("token-expiry-ts");
        let engine = open(&tree);
        let asked = Task {
            keywords: vec!["basket".to_owned()],
            focus_areas: vec!["src/pricing.ts".to_owned()],
            ..task("Fix the authentication token expiry bug")
        };
        let query = first_query(&engine, &asked);
        assert_eq!(query.keyword("basket").unwrap().source, KeywordSource::Caller);
        assert_eq!(query.keyword("token").unwrap().source, KeywordSource::Task);
        assert_eq!(query.focus_areas, ["src/pricing.ts"]);
        assert!(proposed(&engine, &asked).contains(&"src/pricing.ts".to_owned()));
    }

    /// A word only the caller gives is searched for.
    #[test]
    fn finds_by_a_word_the_task_does_not_hold() {
        let tree = Tree::text("//- /a.ts\nexport const throttle = 1;\n//- /b.ts\nexport const other = 1;\n");
        let asked = Task { keywords: vec!["throttle".to_owned()], ..task("limit the calls") };
        assert_eq!(proposed(&open(&tree), &asked), ["a.ts"]);
    }
}

mod ignore_rules {
    use super::*;

    #[test]
    fn hide_ignored_binary_and_minified_files() {
        let line = "function needle(a,b){return a.needle(b)&&!a[b]};";
        let tree = Tree::repository(&[
            (".gitignore", b"ignored/\n*.log\n".to_vec()),
            ("src/needle.js", b"export function needle() {\n  return 1;\n}\n".to_vec()),
            ("ignored/needle.js", b"export function needle() {}\n".to_vec()),
            ("needle.log", b"needle\n".to_vec()),
            ("dist/needle.min.js", line.repeat(400).into_bytes()),
            ("needle.data", b"\0\x01\x02needle\0\0\x03\0".repeat(20)),
            ("needle.png", b"\x89PNG\r\n\x1a\nneedle".to_vec()),
            (".env", b"NEEDLE_TOKEN=needle\n".to_vec()),
            ("node_modules/needle/index.js", b"exports.needle = 1;\n".to_vec()),
        ]);
        let engine = open(&tree);
        let session = engine.retrieve(&Task { patterns: vec!["**/*".to_owned()], ..task("needle") }).unwrap();
        let returned: BTreeSet<&str> = session.context.judgements().map(|one| one.path.as_str()).collect();
        // What git does not ignore is listed, installed dependencies too, and scored for what it is.
        assert_eq!(returned, BTreeSet::from(["node_modules/needle/index.js", "src/needle.js"]), "{}", story(&session));
        let unread: Vec<&str> = engine.repository().index.unread().iter().map(|skip| skip.path.as_str()).collect();
        let skipped: Vec<&str> = engine.repository().corpus.skipped().iter().map(|skip| skip.path.as_str()).collect();
        assert_eq!(unread, ["dist/needle.min.js", "needle.data"]);
        assert_eq!(skipped, [".env", "needle.png"]);
    }
}
