//! One running server while the tree changes below it: branches, amended and rebased commits, stashes, linked work trees.
//! Nobody tells it, and nobody waits.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::mcp::Client;
use crate::support::{Tree, paths};

/// Asks about the tree in `folder`, and holds the whole answer against what is there now.
fn ask(client: &mut Client, folder: &Path, task: &str) -> Value {
    let result = client.call("find", json!({"task": task, "root": folder}));
    assert_eq!(result["isError"], false, "{result}");
    let answer = result["structuredContent"].clone();
    crate::schema::check_answer(&answer);
    assert_eq!(answer["root"], folder.canonicalize().unwrap().to_str().unwrap());
    assert_eq!(answer["index"]["head"], Tree::git_in(folder, &["rev-parse", "HEAD"]).trim(), "{task}");
    let listed = Tree::git_in(folder, &["ls-files", "-c", "-o", "--exclude-standard"]);
    let there = listed.lines().filter(|path| folder.join(path).is_file()).collect::<BTreeSet<_>>();
    assert_eq!(answer["index"]["files"], there.len(), "{task}");
    assert!(!paths(&answer).is_empty(), "{task}: no file at all");
    for file in answer["files"].as_array().unwrap() {
        let path = file["path"].as_str().unwrap();
        let text = std::fs::read_to_string(folder.join(path)).unwrap_or_else(|_| panic!("{task}: {path} is not there"));
        assert_eq!(file["content_sha"], Tree::git_in(folder, &["hash-object", path]).trim(), "{task}: {path}");
        for span in file["spans"].as_array().unwrap() {
            let shown = span["text"].as_str().unwrap().trim_end();
            assert!(text.contains(shown), "{task}: {path} does not hold {shown}");
        }
    }
    answer
}

/// The first file of the answer to `name`, with what it shows, is that path.
fn check_first(client: &mut Client, folder: &Path, name: &str, path: &str) {
    let answer = ask(client, folder, name);
    let first = &answer["files"][0];
    assert_eq!((&first["path"], &first["accepted"]), (&json!(path), &json!(true)), "{name}: {answer}");
    assert!(first["spans"].to_string().contains(name), "{name}: {first}");
}

/// Nothing shown for `name` holds it, and nothing is accepted as if it did.
fn check_gone(client: &mut Client, folder: &Path, name: &str) {
    let answer = ask(client, folder, name);
    let files = answer["files"].as_array().unwrap();
    assert!(files.iter().all(|file| file["accepted"] == false), "{name}: {answer}");
    assert!(!answer["files"].to_string().contains(name), "{name}: {answer}");
}

/// `f1.py` to `fN.py`, each with one function named after the branch.
fn write_branch(tree: &Tree, branch: &str, count: usize) {
    for at in 1..=count {
        tree.write(&format!("f{at}.py"), format!("def handler_{branch}_{at}(request):\n    return request\n"));
    }
}

/// C10.
#[test]
fn every_branch_commit_and_stash_is_seen_at_the_first_question() {
    let tree = Tree::new();
    let git = |arguments: &[&str]| tree.git(arguments);
    let commit_all = |message: &str| {
        git(&["add", "-A"]);
        git(&["commit", "-q", "-m", message]);
    };
    let folder = tree.root();
    git(&["init", "-q", "-b", "main"]);
    write_branch(&tree, "first", 20);
    commit_all("first");
    write_branch(&tree, "main", 20);
    commit_all("on main");
    git(&["checkout", "-q", "-b", "other"]);
    write_branch(&tree, "other", 19);
    git(&["rm", "-q", "f20.py"]);
    commit_all("on other");
    git(&["checkout", "-q", "main"]);

    let mut server = Client::ready(&tree, &[]);
    for _ in 0..2 {
        check_first(&mut server, &folder, "handler_main_7", "f7.py");
        check_first(&mut server, &folder, "handler_main_20", "f20.py");
        check_gone(&mut server, &folder, "handler_other_7");
        git(&["checkout", "-q", "other"]);
        check_first(&mut server, &folder, "handler_other_7", "f7.py");
        check_gone(&mut server, &folder, "handler_main_7");
        check_gone(&mut server, &folder, "handler_main_20");
        git(&["checkout", "-q", "main"]);
    }

    tree.write("f3.py", "def handler_amended_3(request):\n    return request\n");
    git(&["commit", "-q", "-a", "--amend", "-m", "amended"]);
    check_first(&mut server, &folder, "handler_amended_3", "f3.py");
    git(&["reset", "-q", "--hard", "HEAD~1"]);
    check_first(&mut server, &folder, "handler_first_3", "f3.py");
    check_gone(&mut server, &folder, "handler_amended_3");

    tree.write("f21.py", "def handler_topic_21(request):\n    return request\n");
    git(&["checkout", "-q", "-b", "topic"]);
    commit_all("on topic");
    check_first(&mut server, &folder, "handler_topic_21", "f21.py");
    git(&["rebase", "-q", "other"]);
    check_first(&mut server, &folder, "handler_topic_21", "f21.py");
    check_first(&mut server, &folder, "handler_other_7", "f7.py");
    check_gone(&mut server, &folder, "handler_first_3");

    tree.write("f5.py", "def handler_stashed_5(request):\n    return request\n");
    check_first(&mut server, &folder, "handler_stashed_5", "f5.py");
    git(&["stash", "-q"]);
    check_first(&mut server, &folder, "handler_other_5", "f5.py");
    check_gone(&mut server, &folder, "handler_stashed_5");
    git(&["stash", "pop", "-q"]);
    check_first(&mut server, &folder, "handler_stashed_5", "f5.py");
}

/// C21: one server for a checkout and its linked work trees, one inside it and one beside it.
#[test]
fn a_linked_work_tree_is_answered_from_its_own_files() {
    let tree = Tree::new();
    let discount = |percent: u32| format!("def apply_discount(price):\n    return price - {percent}\n");
    tree.git(&["init", "-q", "-b", "main"]);
    write_branch(&tree, "main", 20);
    tree.write("shop.py", discount(10));
    tree.write(".gitignore", "trees/\n");
    tree.git(&["add", "-A"]);
    tree.git(&["commit", "-q", "-m", "shop"]);
    let beside = tree.home().join("w2");
    tree.git(&["worktree", "add", "-q", "-b", "inside", "trees/w1"]);
    tree.git(&["worktree", "add", "-q", "-b", "beside", beside.to_str().unwrap()]);

    let shows = |server: &mut Client, folder: &Path, percent: u32| {
        let answer = ask(server, folder, "apply_discount");
        let first = &answer["files"][0];
        assert_eq!(first["path"], "shop.py", "{answer}");
        assert_eq!(first["spans"][0]["text"].as_str().unwrap().trim_end(), discount(percent).trim_end(), "{answer}");
        answer["index"]["analysed"].as_u64().unwrap()
    };
    let (main, inside) = (tree.root(), tree.root().join("trees/w1"));
    let mut server = Client::ready(&tree, &["--root", ".", "--root", beside.to_str().unwrap()]);
    assert_eq!(shows(&mut server, &main, 10), 22);
    for (folder, percent) in [(&inside, 25), (&beside, 35)] {
        std::fs::write(folder.join("shop.py"), discount(percent)).unwrap();
        assert_eq!(shows(&mut server, folder, percent), 1, "only the file that differs is taken apart");
        assert_eq!(shows(&mut server, folder, percent), 0);
        // Edits of one size, as fast as they can be made.
        for percent in percent + 1..percent + 10 {
            std::fs::write(folder.join("shop.py"), discount(percent)).unwrap();
            assert_eq!(shows(&mut server, folder, percent), 1);
            assert_eq!(shows(&mut server, &main, 10), 0);
        }
    }
}
