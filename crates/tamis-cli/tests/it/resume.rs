//! `tamis find --resume`: a saved run shown again, and followed up.

use serde_json::{Value, json};

use crate::support::{Tree, paths};

const TASK: &str = "Fix the authentication token expiry bug";

fn run(answer: &Value) -> String {
    answer["run"].as_str().unwrap().to_owned()
}

fn saved_file(tree: &Tree, run: &str) -> std::path::PathBuf {
    tree.home().join(format!(".cache/tamis/runs/{run}.json"))
}

/// Without what a replay leaves out: times, tokens, the repository's own text, and what was skipped.
fn bare(mut answer: Value) -> Value {
    for changing in ["state", "read", "analysed"] {
        answer["index"].as_object_mut().unwrap().remove(changing).unwrap();
    }
    for name in ["timings_ms", "tokens", "notes", "skipped", "next_actions"] {
        answer.as_object_mut().unwrap().remove(name).unwrap();
    }
    for file in answer["files"].as_array_mut().unwrap() {
        for list in ["spans", "evidence"] {
            for one in file[list].as_array_mut().unwrap() {
                one["text"] = json!("");
            }
        }
    }
    answer
}

#[test]
fn a_saved_run_is_shown_again_without_reading_a_file() {
    for (fixture, task) in [
        ("token-expiry-ts", TASK),
        ("rate-limit-ts", "Add rate limiting to API endpoints"),
        ("retry-backoff-go", "Add automatic retries to outgoing webhooks"),
        ("token-expiry-ts", "Behebe den Fehler beim Ablauf der Token"),
        ("token-expiry-ts", "evict the gpu shader cache"),
    ] {
        let tree = Tree::fixture(fixture);
        let answer = tree.json(&[task]);
        // What is not there cannot be read.
        std::fs::remove_dir_all(tree.root().join("src")).ok();
        std::fs::rename(tree.root(), tree.root().with_extension("gone")).unwrap();
        std::fs::create_dir(tree.root()).unwrap();
        let again = tree.json(&["--resume", &run(&answer)]);
        assert_eq!(bare(again.clone()), bare(answer), "{task}");
        assert!(again["notes"][0].as_str().unwrap().contains("no file was read"));
        let text = tree.tamis(&["find", "--resume", &run(&again)]).out;
        assert!(paths(&again).iter().all(|path| text.contains(path)), "{text}");
        assert!(text.contains(&format!("run: {}", run(&again))), "{text}");
    }
}

#[test]
fn judgements_drive_the_next_cycle_and_only_what_is_new_is_given() {
    let tree = Tree::fixture("rate-limit-ts");
    let first = tree.json(&["Add rate limiting to API endpoints", "--cycles", "1"]);
    assert_eq!(first["status"], "insufficient", "{first}");
    tree.write("../mine.json", r#"[{"path": "src/throttle.ts", "relevance": 1, "reason": "holds the buckets"}]"#);
    let second = tree.json(&["--resume", &run(&first), "--judgements", "../mine.json"]);
    let found = paths(&second);
    assert!(found.contains(&"src/middleware/index.ts") && !found.contains(&"src/throttle.ts"), "{found:?}");
    assert!(paths(&first).iter().all(|path| !found.contains(path)), "{found:?}");
    assert!(second["cycles"].as_array().unwrap().len() == 1 && second["cycles"][0]["number"] == 2, "{second}");
    assert!(second["summary"].as_str().unwrap().contains("cycle 2"), "{second}");
    assert_ne!(run(&first), run(&second));
    let again = tree.json(&["--resume", &run(&second)]);
    assert_eq!(bare(again), bare(second));
}

/// What was kept and not listed comes up in the place of what the caller rules out, and nothing kept is nothing found.
#[test]
fn when_all_that_was_listed_is_ruled_out_the_rest_comes_up_and_then_nothing_is_left() {
    let tree = Tree::fixture("token-expiry-ts");
    let mut answer = tree.json(&[TASK, "--limit", "3"]);
    let mut listed: Vec<String> = Vec::new();
    for (relevant, status) in [(3, "sufficient"), (1, "budget_spent"), (0, "insufficient")] {
        let files = answer["files"].as_array().unwrap();
        let kept: Vec<&str> =
            files.iter().filter(|file| file["accepted"] == true).map(|file| file["path"].as_str().unwrap()).collect();
        assert_eq!((kept.len(), answer["status"].as_str().unwrap()), (relevant, status), "{answer}");
        assert!(kept.iter().all(|path| !listed.iter().any(|known| known == path)), "{kept:?} {listed:?}");
        assert_eq!(bare(tree.json(&["--resume", &run(&answer)])), bare(answer.clone()));
        let ruled_out: Vec<Value> = files.iter().map(|file| json!({"path": file["path"], "relevance": 0.0})).collect();
        listed.extend(kept.into_iter().map(str::to_owned));
        tree.write("../mine.json", json!(ruled_out).to_string());
        answer = tree.json(&["--resume", &run(&answer), "--judgements", "../mine.json", "--limit", "3"]);
    }
}

#[test]
fn a_question_adds_to_the_task_and_excluded_files_stay_out() {
    let tree = Tree::fixture("token-expiry-ts");
    let first = tree.json(&[TASK]);
    let excluded: Vec<&str> =
        first["excluded"].as_array().unwrap().iter().map(|one| one["path"].as_str().unwrap()).collect();
    let second = tree.json(&["--resume", &run(&first), "who reads the port from the settings"]);
    let found = paths(&second);
    assert!(!found.is_empty() && excluded.iter().all(|path| !found.contains(path)), "{found:?} {excluded:?}");
    let said: Value = serde_json::from_slice(&std::fs::read(saved_file(&tree, &run(&second))).unwrap()).unwrap();
    assert!(said["request"]["task"]["text"].as_str().unwrap().ends_with(TASK), "{said}");
    let ran =
        tree.tamis_with(&["find", "--json", "--resume", &run(&first), "-"], b"who reads the port from the settings");
    assert_eq!(run(&serde_json::from_str(&ran.out).unwrap()), run(&second));
}

#[test]
fn what_changed_since_is_said() {
    let tree = Tree::fixture("token-expiry-ts");
    let first = tree.json(&[TASK]);
    tree.write("src/auth.ts", "export function login() {}\n");
    std::fs::remove_file(tree.root().join("src/tokens.ts")).unwrap();
    let second = tree.json(&["--resume", &run(&first), "where are sessions kept"]);
    assert_eq!(second["stale"], json!(["src/auth.ts"]), "{second}");
    let notes = second["notes"].to_string();
    assert!(notes.contains("changed since") && notes.contains("are gone: src/tokens.ts"), "{notes}");
}

#[test]
fn a_run_has_three_follow_ups() {
    let tree = Tree::fixture("token-expiry-ts");
    let mut handle = run(&tree.json(&[TASK]));
    for question in ["where are sessions kept", "who sends mail", "what logs errors"] {
        handle = run(&tree.json(&["--resume", &handle, question]));
    }
    let ran = tree.tamis(&["find", "--resume", &handle, "and the prices"]);
    assert!(ran.code == 2 && ran.err.contains("has had its 3 follow-ups") && ran.err.contains("ask again"), "{ran:?}");
}

#[test]
fn a_saved_run_is_private_and_holds_no_source() {
    let tree = Tree::fixture("token-expiry-ts");
    let answer = tree.json(&[TASK]);
    let file = saved_file(&tree, &run(&answer));
    #[cfg(unix)]
    assert_eq!(std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(&file).unwrap()) & 0o777, 0o600);
    let text = std::fs::read_to_string(&file).unwrap();
    let quoted = answer["files"].as_array().unwrap().iter().flat_map(|file| file["spans"].as_array().unwrap());
    let lines: Vec<&str> =
        quoted.flat_map(|span| span["text"].as_str().unwrap().lines()).filter(|line| line.len() > 30).collect();
    assert!(!lines.is_empty() && lines.iter().all(|line| !text.contains(line.trim())));
    assert_eq!(std::fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "nothing is left beside it");
}

/// A pipe has no end: it is refused, and the next answer puts the run in its place.
#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_saved_run_is_not_waited_for() {
    let tree = Tree::fixture("token-expiry-ts");
    let handle = run(&tree.json(&[TASK]));
    let file = saved_file(&tree, &handle);
    std::fs::remove_file(&file).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&file).status().unwrap().success());
    let ran = tree.tamis(&["find", "--resume", &handle]);
    assert!(ran.code == 2 && ran.err.contains("it is no file"), "{ran:?}");
    assert_eq!(run(&tree.json(&[TASK])), handle);
    assert_eq!(tree.tamis(&["find", "--resume", &handle]).code, 0);
}

/// A run that was saved before it noted what the caller knew.
#[test]
fn a_run_of_an_earlier_version_is_taken_up() {
    let tree = Tree::fixture("token-expiry-ts");
    let handle = run(&tree.json(&[TASK]));
    let mut saved: Value = serde_json::from_slice(&std::fs::read(saved_file(&tree, &handle)).unwrap()).unwrap();
    assert!(saved.as_object_mut().unwrap().remove("known").is_some());
    std::fs::write(saved_file(&tree, &handle), saved.to_string()).unwrap();
    let again = tree.tamis(&["find", "--resume", &handle, "where are sessions stored"]);
    assert!(again.code < 2, "{again:?}");
}

#[test]
fn a_run_that_cannot_be_saved_is_answered_all_the_same() {
    let tree = Tree::fixture("token-expiry-ts");
    std::fs::write(tree.home().join(".cache"), "in the way").unwrap();
    let answer = tree.json(&[TASK]);
    assert!(answer["notes"][0].as_str().unwrap().starts_with("this run cannot be resumed: cannot write"), "{answer}");
    assert!(!answer["next_actions"].to_string().contains("--resume"));
    let text = tree.tamis(&[TASK]).out;
    assert!(text.contains("note: this run cannot be resumed") && !text.contains("run: "), "{text}");
}

#[test]
fn a_judged_path_is_read_as_people_write_it_and_as_answers_print_it() {
    let tree = Tree::fixture("token-expiry-ts");
    tree.write("src/odd\tname\u{202e}.ts", "export const odd = 1;\n");
    let root = tree.root().canonicalize().unwrap().to_string_lossy().into_owned();
    let handle = run(&tree.json(&[TASK]));
    let judge = |path: &str| {
        let judgements = json!([{"path": path, "relevance": 0.1}]).to_string();
        tree.tamis_with(&["find", "--resume", &handle, "--judgements", "-"], judgements.as_bytes())
    };
    for path in [
        "src/auth.ts",
        "./src/auth.ts",
        &format!("{root}/src/auth.ts"),
        r"src/odd\x09name\u{202e}.ts",
        "src/odd\tname\u{202e}.ts",
    ] {
        assert!(judge(path).code < 2, "{path}");
    }
    for path in
        [&format!("{root}-other/src/auth.ts"), &format!("{root}src/auth.ts"), "../root/src/auth.ts", "src\u{1b}[31m"]
    {
        let ran = judge(path);
        assert!(ran.code == 2 && ran.err.contains("holds no file") && !ran.err.contains('\u{1b}'), "{path}: {ran:?}");
    }
}

#[test]
fn bad_handles_and_judgements_get_one_sentence() {
    let tree = Tree::fixture("token-expiry-ts");
    let handle = run(&tree.json(&[TASK]));
    let judged = |text: &str| {
        let ran = tree.tamis_with(&["find", "--resume", &handle, "--judgements", "-"], text.as_bytes());
        assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (2, "", 2), "{ran:?}");
        ran.err
    };
    assert!(judged("{").contains("not JSON"));
    assert!(
        judged(r#"[{"path": "src/auth.ts", "relevance": 2}]"#)
            .contains("the relevance 2 of src/auth.ts is not between 0 and 1")
    );
    assert!(judged(r#"[{"path": "src/no.ts", "relevance": 1}]"#).contains("holds no file src/no.ts"));
    assert!(judged(r#"[{"path": "a", "relevance": 1}, {"path": "a", "relevance": 0}]"#).contains("holds no file a"));
    let refused = |arguments: &[&str], words: &str| {
        let ran = tree.tamis(&[&["find"], arguments].concat());
        assert!(ran.code == 2 && ran.out.is_empty() && ran.err.contains(words), "{arguments:?}: {ran:?}");
    };
    refused(&["--resume", "../../etc/passwd"], "is not the handle of a run");
    refused(&["--resume", "0123456789ABCDEF"], "is not the handle of a run");
    refused(&["--resume", "0123456789abcdef"], "there is no saved run 0123456789abcdef");
    refused(&["--resume", &handle, "--root", "src"], "cannot be used with");
    refused(&["x", "--judgements", "mine.json"], "--resume");
    tree.write("../large.json", " ".repeat(600 << 10));
    refused(&["--resume", &handle, "--judgements", "../large.json"], "it holds more than 512 KiB");
    refused(&["--resume", &handle, "--judgements", "src"], "it is not a regular file");
    refused(&["--resume", &handle, "-", "--judgements", "-"], "cannot both come from standard input");
    std::fs::write(saved_file(&tree, &handle), "{\"schema\": \"tamis-run/1\"").unwrap();
    refused(&["--resume", &handle], "cannot understand the saved run");
}
