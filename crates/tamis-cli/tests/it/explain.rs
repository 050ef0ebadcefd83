//! `tamis explain`: every way in which a file can be in or out.

use crate::support::{Ran, Tree};

fn tree() -> Tree {
    let tree = Tree::of(
        r"//- .gitignore
scripts/*
//- scripts/export_writer.py
def export_writer():
    pass
//- src/ledger.py
def settle_batch(items):
    return sum(items)
//- lib/clock.go
package clock
//- docs/ledger.txt
Nothing to see.
//- old/ledger.py
def other():
    pass
",
    );
    tree.write("src/logo.png", b"\x89PNG\r\n\x1a\n\0\0");
    tree.git(&["init", "-q"]);
    tree.git(&["add", "-A"]);
    tree.git(&["commit", "-qm", "x"]);
    tree
}

const TASK: &str = "settle_batch in src/ledger.py";

#[track_caller]
fn check(tree: &Tree, arguments: &[&str], words: &[&str]) -> Ran {
    let ran = tree.tamis(&[&["explain"], arguments].concat());
    assert!(ran.code < 2, "{ran:?}");
    assert!(words.iter().all(|word| ran.out.contains(word)), "{words:?} in {}", ran.out);
    ran
}

#[test]
fn a_judged_file_shows_its_signals() {
    let tree = tree();
    let ran =
        check(&tree, &["src/ledger.py", TASK], &["relevance", "reason: ", "cycle 1", "proposed by", "path_mention"]);
    assert_eq!(ran.code == 0, ran.out.starts_with("src/ledger.py is accepted"), "{}", ran.out);
    let json = tree.json(&[TASK]);
    assert_eq!(ran.code == 0, json["files"][0]["accepted"] == true);
    check(&tree, &["./src/ledger.py", TASK], &["src/ledger.py"]);
    check(
        &tree,
        &[tree.root().canonicalize().unwrap().join("src/ledger.py").to_str().unwrap(), TASK],
        &["src/ledger.py"],
    );
}

#[test]
fn a_file_that_is_not_judged_says_why() {
    let tree = tree();
    for (path, words) in [
        ("lib/clock.go", &["was never a candidate", "it holds no word of the task"][..]),
        ("docs/ledger.txt", &["was never a candidate", "outside the scope: **/*.py"]),
        ("scripts/export_writer.py", &["is ignored by git"]),
        ("src/logo.png", &["is skipped: binary"]),
        ("new/ledger.py", &["is not there", "files of that name: old/ledger.py, src/ledger.py"]),
        ("src", &["is a folder"]),
    ] {
        assert_eq!(check(&tree, &[path, TASK, "--cycles", "1"], words).code, 1, "{path}");
    }
    check(&tree, &["lib/clock.go", TASK, "--exclude", "clock.go"], &["outside what was asked for: --exclude clock.go"]);
    check(&tree, &["lib/clock.go", TASK, "--include", "docs/"], &["outside what was asked for: --include docs/"]);
    check(&tree, &["src/ledger.py", TASK, "--tests", "only"], &["ruled out by the query's excludes or by --tests"]);
}
