//! `tamis learn` and what is observed without it, once it is on: outcomes are kept for their project alone, help its next task, and stay
//! in the user's hands.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::mcp::Client;
use crate::support::{Ran, Tree};

const FIRST: &str = "Add rate limiting to API endpoints";
const SECOND: &str = "The rate limit for search clients is too strict";
const NEEDED: [&str; 3] = ["src/throttle.ts", "src/middleware/index.ts", "src/router-setup.ts"];

fn run(answer: &Value) -> String {
    answer["run"].as_str().unwrap().to_owned()
}

/// The pattern's second example, of a user who never spoke of learning.
fn untouched() -> Tree {
    let tree = Tree::fixture("rate-limit-ts");
    tree.git(&["init", "-q"]);
    tree.git(&["add", "-A"]);
    tree.git(&["commit", "-qm", "all"]);
    tree
}

/// The same, with learning on.
fn fixture() -> Tree {
    let tree = untouched();
    let on = learn(&tree, &["on"]);
    assert!(on.code == 0 && on.out.contains("for every project"), "{on:?}");
    tree
}

fn learn(tree: &Tree, arguments: &[&str]) -> Ran {
    tree.tamis(&[&["learn"], arguments].concat())
}

/// Asks the first task and says that it was answered well.
fn confirmed(tree: &Tree) -> String {
    let run = run(&tree.json(&[FIRST]));
    let ran = learn(tree, &[&["outcome", &run, "--used"], &NEEDED[..]].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    run
}

fn links(tree: &Tree) -> Vec<Value> {
    let ran = learn(tree, &["list", "--json"]);
    assert!(ran.code < 2, "{ran:?}");
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    json["links"].as_array().unwrap().clone()
}

fn link_to<'l>(links: &'l [Value], kind: &str, target: &str) -> Option<&'l Value> {
    links.iter().find(|link| link["to"][kind] == target)
}

fn confidence(tree: &Tree, kind: &str, target: &str) -> Option<f64> {
    link_to(&links(tree), kind, target).map(|link| link["confidence"].as_f64().unwrap())
}

fn folder(tree: &Tree) -> PathBuf {
    tree.home().join(".local/share/tamis/learned")
}

/// Every file of the folder of that kind, with its bytes.
fn files(tree: &Tree, kind: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = std::fs::read_dir(folder(tree)).into_iter().flatten().map(|entry| entry.unwrap().path());
    let wanted = entries.filter(|path| path.extension().is_some_and(|extension| extension == kind));
    wanted.map(|path| (path.clone(), std::fs::read(&path).unwrap())).collect()
}

fn accepted_in(answer: &Value, path: &str) -> Option<u64> {
    let file = answer["files"].as_array().unwrap().iter().find(|file| file["path"] == path && file["accepted"] == true);
    file.map(|file| file["cycle"].as_u64().unwrap())
}

#[test]
fn a_confirmed_run_helps_the_next_task() {
    let tree = fixture();
    assert_ne!(accepted_in(&tree.json(&[SECOND]), "src/throttle.ts"), Some(1));
    confirmed(&tree);
    let second = tree.json(&[SECOND]);
    assert_eq!(accepted_in(&second, "src/throttle.ts"), Some(1), "{second}");
    let keywords = second["cycles"][0]["query"]["keywords"].as_array().unwrap();
    let throttle = keywords.iter().find(|keyword| keyword["term"] == "throttle").unwrap();
    assert_eq!(throttle["source"], "remembered for `rate limit` at 0.50, borne out by docs/operations.md:16");
    let file = second["files"].as_array().unwrap().iter().find(|file| file["path"] == "src/throttle.ts").unwrap();
    assert!(file["reason"].as_str().unwrap().contains("is remembered for rate limit"), "{file}");
    let trace = tree.tamis(&[SECOND, "--trace"]).out;
    assert!(trace.contains("throttle"), "{trace}");
    assert_eq!(tree.json(&["--resume", &run(&second)])["cycles"], second["cycles"]);
}

#[test]
fn what_is_kept_holds_words_places_and_no_source() {
    let tree = fixture();
    let run = confirmed(&tree);
    let all = links(&tree);
    let throttle = link_to(&all, "word", "throttle").unwrap();
    assert_eq!(
        (&throttle["from"], &throttle["confidence"], &throttle["evidence"]),
        (&json!(["rate", "limiting"]), &json!(0.5), &json!({ "path": "docs/operations.md", "line": 16 }))
    );
    let kept = files(&tree, "jsonl");
    assert_eq!(kept.len(), 1);
    let text = String::from_utf8(kept.into_values().next().unwrap()).unwrap();
    assert_eq!(text.matches(&run).count(), 1, "one record a run");
    for name in NEEDED.iter().chain(&["docs/operations.md"]) {
        let source = std::fs::read_to_string(tree.root().join(name)).unwrap();
        let lines = source.lines().map(str::trim).filter(|line| line.len() > 12);
        lines.for_each(|line| assert!(!text.contains(line), "{line}"));
    }
    assert!(!text.contains(FIRST));
}

#[cfg(unix)]
#[test]
fn what_is_kept_is_for_its_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let tree = fixture();
    confirmed(&tree);
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder(&tree)), 0o700);
    assert!(files(&tree, "jsonl").keys().chain(files(&tree, "last").keys()).all(|path| mode(path) == 0o600));
}

#[test]
fn an_outcome_is_kept_for_its_project_alone_and_once() {
    let tree = fixture();
    let run = confirmed(&tree);
    let first = files(&tree, "jsonl");
    let other = tree.home().join("other");
    std::fs::create_dir_all(other.join("src")).unwrap();
    std::fs::copy(tree.root().join("src/throttle.ts"), other.join("src/throttle.ts")).unwrap();
    let root = other.to_string_lossy().into_owned();
    let answer = tree.json(&["throttle options", "--root", &root]);
    let ran = learn(&tree, &["outcome", answer["run"].as_str().unwrap(), "--used", "src/throttle.ts"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let both = files(&tree, "jsonl");
    assert_eq!(both.len(), 2);
    assert!(first.iter().all(|(path, bytes)| both[path] == *bytes), "the other project's file is as it was");
    // The same outcome again counts nothing; a file more does.
    let again = learn(&tree, &["outcome", &run, "--used", NEEDED[0]]);
    assert!(again.code == 1 && again.out.contains("nothing new"), "{again:?}");
    assert_eq!(files(&tree, "jsonl"), both);
}

#[test]
fn work_trees_of_a_repository_share_what_was_learned() {
    let tree = fixture();
    confirmed(&tree);
    tree.git(&["worktree", "add", "-q", "../home/branch"]);
    let root = tree.home().join("branch").to_string_lossy().into_owned();
    let answer = tree.json(&[SECOND, "--root", &root]);
    assert_eq!(accepted_in(&answer, "src/throttle.ts"), Some(1), "{answer}");
}

#[test]
fn the_same_history_gives_the_same_bytes() {
    let kept = || {
        let tree = fixture();
        let run = run(&tree.json(&[FIRST]));
        let mut command =
            tree.command(&["learn", "outcome", &run, "--used", NEEDED[0], NEEDED[1], "--unused", NEEDED[2]]);
        assert!(command.env("TAMIS_TODAY", "2026-11-30").status().unwrap().success());
        let text = String::from_utf8(files(&tree, "jsonl").into_values().next().unwrap()).unwrap();
        // The handle and the project are named by where the tree lies.
        text.lines().filter(|line| line.starts_with(r#"{"link""#)).map(str::to_owned).collect::<Vec<String>>()
    };
    assert_eq!(kept(), kept());
}

#[test]
fn confidence_fades_by_the_week() {
    let tree = fixture();
    let run = run(&tree.json(&[FIRST]));
    let on = |day: &str, arguments: &[&str]| {
        let done = tree.command(&[&["learn"], arguments].concat()).env("TAMIS_TODAY", day).output().unwrap();
        String::from_utf8(done.stdout).unwrap()
    };
    on("2026-11-02", &["outcome", &run, "--used", NEEDED[0], NEEDED[1]]);
    assert!(on("2026-11-02", &["list"]).contains("0.50  hint     rate limiting -> throttle"));
    assert!(on("2026-11-23", &["list"]).contains("0.44  weak     rate limiting -> throttle"));
    assert!(on("2026-11-23", &["list"]).contains("0.24  weak"));
    assert!(!on("2028-11-23", &["list"]).contains("throttle"));
    assert!(on("2028-11-23", &["prune"]).contains("removed"));
}

#[test]
fn judgements_of_a_follow_up_are_an_outcome() {
    let tree = fixture();
    let first = tree.json(&[FIRST]);
    tree.write(
        "../mine.json",
        r#"[{"path": "src/throttle.ts", "relevance": 1}, {"path": "src/server.ts", "relevance": 0.1},
            {"path": "src/middleware/index.ts", "relevance": 0.5}]"#,
    );
    tree.json(&["--resume", &run(&first), "--judgements", "../mine.json"]);
    assert_eq!(confidence(&tree, "path", "src/throttle.ts"), Some(0.3));
    assert_eq!(confidence(&tree, "dead_end", "src/server.ts"), Some(0.3));
    assert_eq!(confidence(&tree, "path", "src/middleware/index.ts"), None, "half relevant says neither");
}

#[test]
fn judgements_of_an_agent_are_an_outcome() {
    let tree = fixture();
    let mut client = Client::ready(&tree, &[]);
    let found = client.call("find", json!({ "task": FIRST }));
    let judgements = json!([{ "path": NEEDED[0], "relevance": 0.9 }, { "path": "src/server.ts", "relevance": 0.0 }]);
    let run = found["structuredContent"]["run"].clone();
    client.call("follow_up", json!({ "run": run, "judgements": judgements }));
    assert_eq!(confidence(&tree, "path", NEEDED[0]), Some(0.3));
    assert_eq!(confidence(&tree, "dead_end", "src/server.ts"), Some(0.3));
    learn(&tree, &["off"]);
    let before = files(&tree, "jsonl");
    client.call("follow_up", json!({ "run": run, "judgements": [{ "path": NEEDED[1], "relevance": 0.9 }] }));
    assert_eq!(files(&tree, "jsonl"), before);
}

#[test]
fn what_is_told_last_of_a_file_holds() {
    let tree = fixture();
    let run = run(&tree.json(&[FIRST]));
    learn(&tree, &["outcome", &run, "--unused", NEEDED[0]]);
    assert_eq!(confidence(&tree, "dead_end", NEEDED[0]), Some(0.3));
    let ran = learn(&tree, &["outcome", &run, "--used", NEEDED[0], "--json"]);
    assert_eq!(serde_json::from_str::<Value>(&ran.out).unwrap()["recorded"], 1);
    assert_eq!(
        (confidence(&tree, "dead_end", NEEDED[0]), confidence(&tree, "path", NEEDED[0])),
        (Some(0.2), Some(0.3))
    );
    let text = String::from_utf8(files(&tree, "jsonl").into_values().next().unwrap()).unwrap();
    assert!(text.contains(r#""used":["src/throttle.ts"],"unused":[]"#), "{text}");
}

/// What a killed process leaves, a lock and half a file, is in nobody's way.
#[test]
fn what_a_killed_process_leaves_is_in_nobodys_way() {
    let tree = fixture();
    confirmed(&tree);
    let kept = files(&tree, "jsonl").into_keys().next().unwrap();
    std::fs::write(kept.with_extension("lock"), "").unwrap();
    let beside = format!(".{}.1-0.new", kept.file_name().unwrap().to_string_lossy());
    std::fs::write(kept.with_file_name(beside), "{\"tamis\"").unwrap();
    let run = run(&tree.json(&[SECOND]));
    assert_eq!(learn(&tree, &["outcome", &run, "--used", NEEDED[0]]).code, 0);
    assert_eq!(confidence(&tree, "word", "throttle"), Some(0.55));
}

#[test]
fn what_a_hook_showed_is_observed_too() {
    let tree = fixture();
    let hook = |event: &str, more: Value| {
        let mut input = json!({ "cwd": tree.root() });
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        tree.tamis_with(&["hook", event, "--within", "60000"], input.to_string().as_bytes()).out
    };
    assert!(hook("user-prompt", json!({ "prompt": FIRST })).contains("src/throttle.ts"));
    hook("post-tool-use", json!({ "tool_input": { "file_path": "src/throttle.ts" } }));
    hook("user-prompt", json!({ "prompt": "which port does the server listen on" }));
    assert_eq!(confidence(&tree, "path", "src/throttle.ts"), Some(0.3));
}

#[test]
fn files_opened_after_a_run_raise_and_those_never_opened_lower() {
    let tree = fixture();
    let open = |path: &str| {
        let input =
            json!({ "cwd": tree.root(), "tool_name": "Read", "tool_input": { "file_path": tree.root().join(path) } });
        let ran = tree.tamis_with(&["hook", "post-tool-use", "--within", "60000"], input.to_string().as_bytes());
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    };
    open("src/throttle.ts");
    assert!(files(&tree, "last").is_empty(), "no run, nothing to note");
    tree.json(&[FIRST]);
    for path in ["src/throttle.ts", "src/middleware/index.ts", "src/cache.ts"] {
        open(path);
    }
    assert!(links(&tree).is_empty());
    tree.json(&["which port does the server listen on"]);
    assert_eq!(confidence(&tree, "word", "throttle"), Some(0.5));
    assert_eq!(confidence(&tree, "path", "src/cache.ts"), Some(0.3));
    assert_eq!(confidence(&tree, "dead_end", "src/router-setup.ts"), Some(0.3), "accepted and never opened");
    // What a run finds is observed once.
    let before = files(&tree, "jsonl");
    tree.json(&["which port does the server listen on"]);
    assert_eq!(files(&tree, "jsonl"), before);
}

#[test]
fn files_of_a_run_that_the_next_commit_changes_were_used() {
    let tree = fixture();
    tree.json(&[FIRST]);
    tree.write(
        "src/throttle.ts",
        std::fs::read_to_string(tree.root().join("src/throttle.ts")).unwrap() + "\n// more\n",
    );
    tree.write("src/mailer.ts", "export {};\n");
    tree.git(&["commit", "-qam", "limit it"]);
    tree.json(&["which port does the server listen on"]);
    assert_eq!(confidence(&tree, "path", "src/throttle.ts"), Some(0.3));
    assert_eq!(confidence(&tree, "path", "src/mailer.ts"), None, "the run did not return it");
    assert!(links(&tree).iter().all(|link| link["to"].get("dead_end").is_none()), "not changed is not unused");
}

fn refused(ran: &Ran) {
    assert!(ran.code == 2 && ran.err.contains("learning is off") && ran.err.contains("tamis learn on"), "{ran:?}");
}

#[test]
fn nothing_is_learned_until_the_user_says_so() {
    let tree = untouched();
    let run = run(&tree.json(&[FIRST]));
    tree.write("../mine.json", r#"[{"path": "src/throttle.ts", "relevance": 1}]"#);
    tree.json(&["--resume", &run, "--judgements", "../mine.json"]);
    let input = json!({ "cwd": tree.root(), "tool_input": { "file_path": "src/throttle.ts" } }).to_string();
    tree.tamis_with(&["hook", "post-tool-use", "--within", "60000"], input.as_bytes());
    refused(&learn(&tree, &["outcome", &run, "--used", NEEDED[0]]));
    assert!(learn(&tree, &["list"]).out.contains("learning is off"));
    assert_eq!([learn(&tree, &["prune"]).code, learn(&tree, &["forget", "--all"]).code], [1, 0]);
    assert!(!folder(&tree).exists(), "nothing is kept, not even a lock");
}

#[test]
fn off_writes_nothing_and_uses_nothing() {
    let tree = fixture();
    confirmed(&tree);
    assert_eq!(learn(&tree, &["off"]).code, 0);
    let before = [files(&tree, "jsonl"), files(&tree, "last")];
    let second = tree.json(&[SECOND]);
    assert_ne!(accepted_in(&second, "src/throttle.ts"), Some(1));
    refused(&learn(&tree, &["outcome", &run(&second), "--used", NEEDED[0]]));
    tree.write("../links.jsonl", learn(&tree, &["export"]).out);
    refused(&learn(&tree, &["import", "../links.jsonl"]));
    refused(&learn(&tree, &["promote"]));
    assert_eq!([files(&tree, "jsonl"), files(&tree, "last")], before);
    assert!(learn(&tree, &["list"]).out.contains("learning is off"));
    assert_eq!(learn(&tree, &["on"]).code, 0);
    assert_eq!(accepted_in(&tree.json(&[SECOND]), "src/throttle.ts"), Some(1));
}

#[test]
fn what_was_learned_can_be_removed_while_learning_is_off() {
    let tree = fixture();
    confirmed(&tree);
    learn(&tree, &["off"]);
    let id = links(&tree)[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(learn(&tree, &["forget", &id]).code, 0);
    assert!(!links(&tree).is_empty() && links(&tree).iter().all(|link| link["id"] != *id));
    let done = tree.command(&["learn", "prune"]).env("TAMIS_TODAY", "2199-01-01").output().unwrap();
    assert!(String::from_utf8_lossy(&done.stdout).contains("removed"), "{done:?}");
    assert!(links(&tree).is_empty());
    assert_eq!(learn(&tree, &["forget", "--all"]).code, 0);
    let text = String::from_utf8(files(&tree, "jsonl").into_values().next().unwrap()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
}

/// An outcome told by a clock that was ahead is one of today, and fades from then on.
#[test]
fn what_a_clock_ahead_told_fades() {
    let tree = fixture();
    let run = run(&tree.json(&[FIRST]));
    let on = |day: &str, arguments: &[&str]| {
        let done = tree.command(&[&["learn"], arguments].concat()).env("TAMIS_TODAY", day).output().unwrap();
        String::from_utf8(done.stdout).unwrap()
    };
    on("2036-11-02", &["outcome", &run, "--used", NEEDED[0], NEEDED[1]]);
    assert!(on("2026-11-02", &["list"]).contains("0.50  hint     rate limiting -> throttle"));
    on("2026-11-02", &["outcome", &run, "--used", NEEDED[2]]);
    assert!(on("2026-11-23", &["list"]).contains("0.44  weak     rate limiting -> throttle"));
}

#[test]
fn links_are_listed_shown_and_forgotten() {
    let tree = fixture();
    assert_eq!(learn(&tree, &["list"]).code, 1);
    confirmed(&tree);
    let list = learn(&tree, &["list"]);
    assert!(list.code == 0 && list.out.contains("hint     rate limiting -> throttle"), "{list:?}");
    assert!(list.out.contains("rate limiting api endpoints -> file src/throttle.ts"), "{list:?}");
    let all = links(&tree);
    let id = link_to(&all, "word", "throttle").unwrap()["id"].as_str().unwrap().to_owned();
    let shown = learn(&tree, &["show", &id]).out;
    assert!(shown.contains("evidence      docs/operations.md:16") && shown.contains("0.50 (hint)"), "{shown}");
    let json: Value = serde_json::from_str(&learn(&tree, &["show", &id, "--json"]).out).unwrap();
    assert_eq!(json["to"]["word"], "throttle");
    assert_eq!(learn(&tree, &["forget", &id]).code, 0);
    let ran = learn(&tree, &["show", &id]);
    assert!(ran.code == 2 && ran.err.contains("there is no link") && ran.err.contains("tamis learn list"), "{ran:?}");
    assert!(!files(&tree, "last").is_empty());
    assert_eq!(learn(&tree, &["forget", "--all"]).code, 0);
    assert!(files(&tree, "last").is_empty(), "nor is the last run remembered");
    assert_eq!(learn(&tree, &["list"]).code, 1);
}

#[test]
fn imported_links_are_hints_and_expire() {
    let tree = fixture();
    confirmed(&tree);
    let exported = learn(&tree, &["export"]).out;
    assert!(!exported.contains("outcome"), "runs stay on this machine: {exported}");
    let sure = exported.replace(r#""confidence":0.5,"#, r#""confidence":1.0,"#);
    assert_ne!(sure, exported);
    tree.write("../links.jsonl", &sure);
    learn(&tree, &["forget", "--all"]);
    let on = |day: &str, arguments: &[&str]| {
        let done = tree.command(arguments).env("TAMIS_TODAY", day).output().unwrap();
        String::from_utf8(done.stdout).unwrap()
    };
    assert!(on("2026-11-01", &["learn", "import", "../links.jsonl"]).contains("30 days"));
    assert!(on("2026-11-01", &["learn", "list"]).contains("0.69  pending  rate limiting -> throttle"));
    assert!(on("2026-12-01", &["learn", "list"]).contains("throttle"));
    assert!(!on("2026-12-02", &["learn", "list"]).contains("throttle"));
    let answer = on("2026-11-02", &["find", "--json", SECOND]);
    assert!(answer.contains("remembered for `rate limit` at 0.69, borne out by"), "{answer}");
}

#[test]
fn what_two_projects_agree_on_is_offered_for_all() {
    let tree = fixture();
    confirmed(&tree);
    let sure = |text: &[u8]| {
        let text = String::from_utf8_lossy(text).replace(r#""confidence":0.5,"#, r#""confidence":0.9,"#);
        text.replace(r#""project":""#, r#""project":"/second"#)
    };
    let (path, bytes) = files(&tree, "jsonl").into_iter().next().unwrap();
    std::fs::write(&path, sure(&bytes)).unwrap();
    assert!(!learn(&tree, &["list"]).out.contains("several projects agree"));
    std::fs::write(folder(&tree).join("0123456789abcdef.jsonl"), sure(&bytes)).unwrap();
    let list = learn(&tree, &["list"]).out;
    let (_, offered) = list.split_once("several projects agree").unwrap();
    assert!(offered.contains("rate limiting -> throttle") && !offered.contains("file"), "{list}");
    let started: Vec<_> = (0..4).map(|_| tree.command(&["learn", "promote"]).spawn().unwrap()).collect();
    let codes = started.into_iter().map(|one| one.wait_with_output().unwrap().status.code());
    assert_eq!(codes.filter(|code| *code == Some(0)).count(), 1, "of several at once one holds it");
    assert_eq!(learn(&tree, &["promote"]).code, 1, "nothing more to promote");
    learn(&tree, &["forget", "--all"]);
    // A project that has learned nothing yet: the word is remembered, and its own documents bear it out.
    assert_eq!(accepted_in(&tree.json(&[SECOND]), "src/throttle.ts"), Some(1));
}

#[test]
fn a_file_that_cannot_be_read_is_set_aside_and_the_answer_goes_on() {
    for broken in ["{", r#"{"tamis":{"form":"learned/9","project":"x"}}"#, ""] {
        let tree = fixture();
        confirmed(&tree);
        let path = files(&tree, "jsonl").into_keys().next().unwrap();
        std::fs::write(&path, broken).unwrap();
        let answer = tree.json(&[SECOND]);
        let note = answer["notes"][0].as_str().unwrap();
        assert!(note.contains("cannot be read") && note.contains("set aside as"), "{note}");
        assert_eq!(files(&tree, "aside-1").into_values().next().unwrap(), broken.as_bytes());
        assert_eq!(tree.json(&[SECOND])["notes"], json!([]));
    }
}

#[test]
fn what_is_held_for_every_project_is_told_of_where_it_is_damaged() {
    let commands: [&[&str]; 5] = [
        &["learn", "list"],
        &["learn", "show", "nothing"],
        &["learn", "promote"],
        &["learn", "forget", "nothing"],
        &[SECOND],
    ];
    for command in commands {
        let tree = fixture();
        confirmed(&tree);
        std::fs::write(folder(&tree).join("all.jsonl"), "{").unwrap();
        let ran = tree.tamis(command);
        let told = format!("{}{}", ran.out, ran.err);
        assert!(told.contains("what is held for every project cannot be read"), "{command:?} {told}");
        assert_eq!(files(&tree, "aside-1").len(), 1, "{command:?}");
    }
}

#[test]
fn a_poisoned_import_lifts_no_unrelated_file() {
    let tree = fixture();
    let mut text = String::from("{\"tamis\":{\"form\":\"learned/1\",\"project\":\"x\"}}\n");
    for (kind, target) in
        [("word", "mailer"), ("word", "statements"), ("path", "src/billing.ts"), ("path", "src/mailer.ts")]
    {
        let link = json!({ "from": ["rate", "limiting"], "to": { kind: target }, "confidence": 1.0, "observations": 99,
            "last_seen": "2026-11-30", "evidence": { "path": "docs/operations.md", "line": 16 }, "pending_until": null,
            "project_only": false });
        text.push_str(&format!("{}\n", json!({ "link": link })));
    }
    tree.json(&[FIRST]);
    confirmed(&tree);
    let own = files(&tree, "jsonl").into_keys().next().unwrap();
    std::fs::write(own, text).unwrap();
    let answer = tree.json(&[FIRST]);
    for path in ["src/billing.ts", "src/mailer.ts"] {
        assert_eq!(accepted_in(&answer, path), None, "{answer}");
    }
}

#[test]
fn several_processes_lose_no_outcome() {
    let tree = fixture();
    let run = run(&tree.json(&[FIRST]));
    let paths =
        ["src/throttle.ts", "src/router-setup.ts", "src/cache.ts", "src/logger.ts", "src/db.ts", "src/config.ts"];
    let spawn = |path: &&str| tree.command(&["learn", "outcome", &run, "--used", path]).spawn().unwrap();
    let children: Vec<_> = paths.iter().map(spawn).collect();
    for child in children {
        let done = child.wait_with_output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    for path in paths {
        assert_eq!(confidence(&tree, "path", path), Some(0.3), "{path}");
    }
}

#[test]
fn bad_input_gets_one_sentence_and_a_hint() {
    let tree = fixture();
    let run = run(&tree.json(&[FIRST]));
    let fault = |arguments: &[&str], words: &str| {
        let ran = learn(&tree, arguments);
        assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (2, "", 2), "{arguments:?} {ran:?}");
        assert!(ran.err.contains(words), "{arguments:?} {ran:?}");
    };
    fault(&["outcome", &run], "no file is named");
    fault(&["outcome", "0123456789abcdef", "--used", "a"], "there is no saved run");
    fault(&["outcome", "x", "--used", "a"], "is not the handle of a run");
    fault(&["outcome", &run, "--used", "src/none.ts"], "holds no file src/none.ts");
    fault(&["outcome", &run, "--unused", "src/db.ts"], "did not return src/db.ts");
    fault(&["outcome", &run, "--used", NEEDED[0], "--unused", NEEDED[0]], "is called used and unused");
    fault(&["show", "nothing"], "there is no link nothing");
    fault(&["forget"], "required");
    fault(&["import", "none.jsonl"], "cannot read");
    tree.write("../links.jsonl", "{}");
    fault(&["import", "../links.jsonl"], "does not begin as");
    assert!(files(&tree, "jsonl").is_empty());
}
