//! Asking: exit codes, where the task comes from, determinism, limits, the first query.

use crate::support::{Tree, paths, timeless};

const TASK: &str = "Fix the authentication token expiry bug";

/// A tree where one file is surely the answer to `settle_batch in src/ledger.py`, and none to anything else.
fn ledger() -> Tree {
    Tree::of(
        r"//- src/ledger.py
def settle_batch(items):
    '''Settles a batch of ledger items.'''
    return sum(item.amount for item in items)
//- src/mail.py
def send(to, subject):
    print(to, subject)
//- src/clock.py
import time
def now():
    return time.time()
",
    )
}

#[test]
fn the_exit_code_says_whether_something_was_accepted() {
    let tree = ledger();
    let nothing = tree.tamis(&["evict shader compilation cache of the GPU"]);
    assert_eq!(nothing.code, 1, "{nothing:?}");
    assert!(nothing.out.starts_with("insufficient: "), "{nothing:?}");
    assert_eq!(tree.tamis(&["x", "--root", "/no/such"]).code, 2);
    let json = tree.json(&["settle_batch in src/ledger.py"]);
    let accepted = json["files"].as_array().unwrap().iter().any(|file| file["accepted"] == true);
    let found = tree.tamis(&["settle_batch in src/ledger.py"]);
    assert_eq!(found.code, i32::from(!accepted), "{found:?}");
    assert_eq!(paths(&json)[0], "src/ledger.py");
}

#[test]
fn a_task_alone_is_find() {
    let tree = Tree::fixture("token-expiry-ts");
    let (short, long) = (tree.tamis(&[TASK]), tree.tamis(&["find", TASK]));
    assert_eq!((short.code, &short.out), (long.code, &long.out));
    assert_eq!(short.err, "");
    assert!(tree.tamis(&["map"]).out.contains("files: "), "a word that names a command is the command");
}

#[test]
fn the_task_is_read_from_standard_input() {
    let tree = Tree::fixture("token-expiry-ts");
    let typed = tree.tamis(&["find", TASK, "--format", "paths"]);
    let read = tree.tamis_with(&["-", "--format", "paths"], format!("{TASK}\n").as_bytes());
    assert_eq!(typed.out, read.out);
    let odd = tree.tamis_with(&["-", "--format", "paths"], &[TASK.as_bytes(), b" \xff\xfe"].concat());
    assert!(odd.out.contains("src/auth.ts"), "{odd:?}");
    assert_eq!(tree.tamis_with(&["-"], b" \n ").code, 2);
}

#[test]
fn long_tasks_are_fine_and_longer_ones_are_cut_and_say_so() {
    let tree = Tree::fixture("token-expiry-ts");
    let long = format!("{TASK}\n\n{}", "The customer cannot open the basket page. ".repeat(2_500));
    assert!(long.len() > 100_000);
    let answer = tree.tamis_with(&["-", "--json"], long.as_bytes());
    assert!(answer.code < 2, "{}", answer.err);
    assert!(!answer.out.contains("more than is read"), "{}", answer.out);
    let longer = tree.tamis_with(&["-", "--json"], long.repeat(3).as_bytes());
    assert!(longer.out.contains("the task holds more than is read"), "{}", longer.err);
}

#[test]
fn the_same_question_has_the_same_answer() {
    let tree = Tree::fixture("token-expiry-ts");
    let once = timeless(&tree.tamis(&["find", TASK, "--json"]).out);
    assert_eq!(once, timeless(&tree.tamis(&["find", TASK, "--json", "--trace"]).out), "JSON always holds the trace");
    for threads in ["1", "2", "16"] {
        let again = tree.command(&["find", TASK, "--json"]).env("RAYON_NUM_THREADS", threads).output().unwrap();
        assert_eq!(once, timeless(&String::from_utf8(again.stdout).unwrap()), "{threads} threads");
    }
}

#[test]
fn a_short_list_begins_a_long_one() {
    let tree = Tree::new();
    for number in 0..60 {
        let quotas = format!("# quota\nprint('quota')\ndef plan_{number}():\n    pass\n").repeat(number % 9 + 1);
        tree.write(&format!("src/m{:02}.py", number * 37 % 60), quotas);
    }
    let lists: Vec<String> = ["3", "10", "50"]
        .map(|limit| tree.tamis(&["quota", "--format", "paths", "--limit", limit]).out)
        .into_iter()
        .collect();
    assert_eq!([3, 10], [lists[0].lines().count(), lists[1].lines().count()]);
    assert!(lists[1].starts_with(&lists[0]) && lists[2].starts_with(&lists[1]), "{lists:?}");
}

#[test]
fn includes_and_excludes_are_hard() {
    let tree = Tree::fixture("token-expiry-ts");
    let only = tree.json(&[TASK, "--include", "src/t*.ts", "--include", "src/u*.ts", "--exclude", "user.ts"]);
    assert!(paths(&only).iter().all(|path| *path == "src/tokens.ts"), "{:?}", paths(&only));
    assert_eq!(only["index"]["files"], 1);
}

#[test]
fn a_soft_scope_is_the_first_cycles_and_widens() {
    let tree = ledger();
    let answer = tree.json(&["where is settle_batch", "--pattern", "docs/**"]);
    assert_eq!(answer["cycles"][0]["query"]["patterns"], serde_json::json!(["docs/**"]));
    assert!(paths(&answer).contains(&"src/ledger.py"), "{answer}");
}

#[test]
fn given_words_and_names_are_the_callers() {
    let tree = ledger();
    let answer = tree.json(&["amounts are wrong", "--keyword", "settle", "--focus", "src/clock.py"]);
    let query = &answer["cycles"][0]["query"];
    let given = query["keywords"].as_array().unwrap().iter().find(|one| one["term"] == "settle").unwrap();
    assert_eq!(given["source"], "caller");
    assert_eq!(query["focus_areas"], serde_json::json!(["src/clock.py"]));
    assert!(paths(&answer).contains(&"src/clock.py"), "{answer}");
}

#[test]
fn a_query_may_be_given_and_an_answers_next_query_taken_back() {
    let tree = Tree::fixture("token-expiry-ts");
    tree.write(
        "../first.json",
        r#"{"patterns": ["src/**/*.ts", "lib/**/*.ts"], "keywords": ["authentication", "user", "session"],
            "excludes": ["*.test.ts", "*.spec.ts"]}"#,
    );
    let answer = tree.json(&[TASK, "--query", "../first.json"]);
    let query = &answer["cycles"][0]["query"];
    assert_eq!(query["patterns"], serde_json::json!(["src/**/*.ts", "lib/**/*.ts"]));
    assert_eq!(query["excludes"], serde_json::json!(["*.test.ts", "*.spec.ts"]));
    let words: Vec<&str> =
        query["keywords"].as_array().unwrap().iter().map(|one| one["term"].as_str().unwrap()).collect();
    assert_eq!(words, ["authentication", "user", "session"]);
    assert!(!paths(&answer).iter().any(|path| path.ends_with(".test.ts")));
    tree.write("../next.json", answer["next_query"].to_string());
    let next = tree.json(&[TASK, "--query", "../next.json"]);
    assert_eq!(next["cycles"][0]["query"], answer["next_query"]);
    let without_task = tree.json(&["--query", "../first.json"]);
    assert!(!paths(&without_task).is_empty());
}

#[test]
fn a_word_that_a_given_query_leaves_out_is_not_searched() {
    let tree = Tree::of("//- quota.py\ndef quota():\n    pass\n//- ledger.py\ndef ledger():\n    pass\n");
    tree.write("../query.json", r#"{"keywords": ["ledger"]}"#);
    let task = "wrong quota and ledger";
    assert_eq!(paths(&tree.json(&[task])).len(), 2);
    assert_eq!(paths(&tree.json(&[task, "--query", "../query.json"])), ["ledger.py"]);
}

/// What a sibling crate supplies and nobody looked for: the status may stand, but nothing is said to be whole.
#[test]
fn a_complete_answer_says_how_many_gaps_stay_open() {
    let tree = Tree::of(
        "//- Cargo.toml
[workspace]
members = [\"app\", \"my_core\"]
//- app/Cargo.toml
[package]
name = \"app\"
//- app/src/main.rs
use my_core::Ledger;
/// Prints the monthly invoice.
fn print_invoice(customer: &str) {
    println!(\"invoice of {customer}\");
    Ledger::open(customer);
}
//- my_core/Cargo.toml
[package]
name = \"my_core\"
//- my_core/src/lib.rs
mod books;
pub use books::Ledger;
//- my_core/src/books.rs
pub struct Ledger;
",
    );
    let answer = tree.json(&["print_invoice"]);
    let ledger = answer["gaps"].as_array().unwrap().iter().find(|gap| gap["what"] == "Ledger").unwrap();
    assert!(ledger["closed_by"].is_null() && answer["status"] == "complete", "{answer}");
    let summary = answer["summary"].as_str().unwrap();
    assert!(summary.ends_with("nothing critical is missing, and 1 lesser gap stays open."), "{summary}");
}

#[test]
fn the_number_of_cycles_is_kept() {
    let tree = Tree::fixture("rate-limit-ts");
    for most in 1..=4 {
        let answer = tree.json(&["Add rate limiting to API endpoints", "--cycles", &most.to_string()]);
        assert!(answer["cycles"].as_array().unwrap().len() <= most, "{answer}");
    }
}

/// Whoever stands in a folder of a repository is told what was left out where nothing was found, and only then.
#[test]
fn a_folder_of_a_repository_says_what_was_not_searched() {
    let tree =
        Tree::of("//- src/clock.ts\nexport const now = 1\n//- lib/ledger.ts\nexport function settleBatch() {}\n");
    tree.git(&["init", "-q"]);
    let note = |root: &str, task: &str| tree.json(&["--root", root, task])["notes"].to_string();
    assert!(note("src", "settleBatch").contains("only this folder was searched"));
    assert!(!note("lib", "settleBatch").contains("only this folder"));
    assert!(!note(".", "unheard-of shibboleth").contains("only this folder"));
}
