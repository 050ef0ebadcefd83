//! Bad input: one sentence, a hint, nothing on standard output, exit code 2.

use crate::support::Tree;

#[track_caller]
fn check(tree: &Tree, arguments: &[&str], sentence: &str, hint: &str) {
    let ran = tree.tamis(arguments);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}: {ran:?}");
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(lines.len(), 2, "{arguments:?}: {}", ran.err);
    assert!(lines[0].starts_with("error: ") && lines[0].contains(sentence), "{arguments:?}: {}", ran.err);
    assert!(lines[1].starts_with("hint: ") && lines[1].contains(hint), "{arguments:?}: {}", ran.err);
}

#[test]
fn bad_input_gets_one_sentence_and_a_hint() {
    let tree = Tree::fixture("token-expiry-ts");
    tree.write("../bad.json", r#"{"pattern": []}"#);
    check(&tree, &[], "no task was given", "say in words");
    check(&tree, &["find"], "no task was given", "say in words");
    check(&tree, &[""], "the task is empty", "say in words");
    check(&tree, &["-"], "the task is empty", "say in words");
    check(&tree, &["hello"], "says no word that can be searched", "say in words");
    check(&tree, &["fix it", "--lmit", "3"], "'--lmit'", "'--limit'");
    check(&tree, &["fix it", "--no-such-thing"], "'--no-such-thing'", "--help");
    check(&tree, &["fix", "token", "expiry"], "'token'", "in quotes");
    check(&tree, &["find", "fix", "token"], "'token'", "in quotes");
    check(&tree, &["--limit", "3", "find", "fix token"], "`find` stands after a flag", "tamis find ..");
    check(&tree, &["--json", "map"], "`map` stands after a flag", "tamis find map");
    check(&tree, &["--json", "explain", "a.rs", "fix token"], "`explain` stands after a flag", "put it first");
    check(&tree, &["fix token", "--limit", "0"], "0 is not in 1..=1000", "--help");
    check(&tree, &["fix token", "--limit", "many"], "'many'", "--help");
    check(&tree, &["fix token", "--cycles", "11"], "11 is not in 1..=10", "--help");
    check(&tree, &["fix token", "--budget", "0"], "0 is not in 1..=1000000", "--help");
    check(&tree, &["fix token", "--budget", "1"], "cannot hold an answer", "--budget");
    check(&tree, &["fix token", "--root", "nowhere"], "no such folder: nowhere", "--root");
    check(&tree, &["fix token", "--root", "package.json"], "no such folder", "--root");
    check(&tree, &["fix token", "--include", "src/["], "cannot understand the glob `src/[`", "quote");
    check(&tree, &["fix token", "--exclude", ""], "cannot understand the glob", "quote");
    check(&tree, &["fix token", "--pattern", "{a"], "cannot understand the glob `{a`", "quote");
    check(&tree, &["fix token", "--tests", "maybe"], "'maybe'", "--help");
    check(&tree, &["fix token", "--format", "xml"], "'xml'", "--help");
    check(&tree, &["fix token", "--format", "text", "--json"], "cannot be used with", "--help");
    check(&tree, &["fix token", "--query", "none.json"], "cannot read none.json", "");
    check(&tree, &["fix token", "--query", "../bad.json"], "cannot understand ../bad.json", "a query is");
    check(&tree, &["explain", "src/auth.ts"], "no task was given", "say in words");
    check(&tree, &["explain", "../x", "fix token"], "not a path inside the root", "--root");
    check(&tree, &["completions", "dos"], "'dos'", "--help");
    check(&tree, &["indx", "--status"], "'--status'", "did you mean tamis index?");
    check(&tree, &["fix it", "--status"], "'--status'", "'--tests'");
    check(&tree, &["measure", "--tasks", "none", "--trees", "."], "cannot read none", "");
}

#[test]
fn a_mistyped_command_is_no_task_unless_the_repository_knows_the_word() {
    let tree = Tree::fixture("token-expiry-ts");
    for (typed, meant) in [("idnex", "index"), ("docter", "doctor"), ("exlpain", "explain"), ("instal", "install")] {
        check(&tree, &[typed], &format!("no command `{typed}`"), &format!("tamis {meant}? To search"));
        let found = tree.tamis(&["find", typed]);
        assert!(found.code < 2, "{found:?}");
    }
    for task in ["tokens", "indexes"] {
        assert!(tree.tamis(&[task]).code < 2, "{task}");
    }
    tree.write("src/idnex.ts", "export const idnex = 1\n");
    assert_eq!(tree.tamis(&["idnex"]).code, 0);
}

#[test]
fn a_command_of_commands_alone_gets_its_help_and_no_error() {
    let ran = Tree::new().tamis(&["learn"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
    assert!(ran.err.contains("Usage: tamis learn <COMMAND>") && ran.err.contains("outcome"), "{}", ran.err);
    assert!(!ran.err.contains("error: ") && !ran.err.contains("hint: "), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn what_has_no_end_is_not_read() {
    let tree = Tree::fixture("token-expiry-ts");
    assert!(std::process::Command::new("mkfifo").arg(tree.root().join("pipe")).status().unwrap().success());
    check(&tree, &["fix token", "--query", "pipe"], "not a regular file", "check the path");
    check(&tree, &["fix token", "--query", "."], "not a regular file", "check the path");
    for root in ["/proc", "/sys", "/dev", "/proc/self"] {
        if std::path::Path::new(root).exists() {
            check(&tree, &["fix token", "--root", root], "too broad a root", "one project");
        }
    }
}

#[test]
fn a_root_that_is_no_project_is_refused_at_once() {
    let tree = Tree::fixture("token-expiry-ts");
    let home = tree.home();
    let above = home.parent().unwrap().to_owned();
    for root in ["/".as_ref(), home.as_path(), above.as_path()] {
        check(&tree, &["fix token", "--root", root.to_str().unwrap()], "too broad a root", "one project");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&home, tree.root().join("link")).unwrap();
        check(&tree, &["fix token", "--root", "link"], "too broad a root", "one project");
    }
    std::fs::create_dir(home.join("project")).unwrap();
    std::fs::write(home.join("project/token.py"), "def token():\n    pass\n").unwrap();
    let inside = home.join("project");
    assert!(tree.tamis(&["fix token", "--root", inside.to_str().unwrap()]).code < 2);
}
