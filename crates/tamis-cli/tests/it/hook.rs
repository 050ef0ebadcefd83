//! The hooks: context where the words ask for code, and nothing in every other case, always with exit code 0.

use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tamis::corpus::{Corpus, Selection};
use tamis::store::Store;

use crate::support::Tree;

const TASK: &str = "Add rate limiting to API endpoints";
/// So that a machine under load tests what is said, not how fast.
const PATIENT: [&str; 2] = ["--within", "60000"];

fn event(tree: &Tree, more: Value) -> String {
    let mut event = json!({ "session_id": "s", "cwd": tree.root().join("src"), "permission_mode": "default" });
    event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    event.to_string()
}

/// What a hook printed; always code 0 and nothing on standard error.
#[track_caller]
fn hook(tree: &Tree, arguments: &[&str], input: &str) -> String {
    let ran = tree.tamis_with(&[&["hook"], arguments].concat(), input.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments:?} {input}");
    ran.out
}

#[track_caller]
fn context(text: &str, name: &str) -> String {
    assert!(text.len() <= 4096, "{} bytes", text.len());
    let value: Value = serde_json::from_str(text).unwrap();
    assert_eq!(value["hookSpecificOutput"]["hookEventName"], name);
    assert_eq!(value.as_object().unwrap().len(), 1);
    value["hookSpecificOutput"]["additionalContext"].as_str().unwrap().to_owned()
}

fn fixture() -> Tree {
    let tree = Tree::fixture("rate-limit-ts");
    tree.git(&["init", "-q"]);
    tree
}

#[test]
fn a_prompt_about_code_gets_its_files_lines_and_reasons() {
    let tree = fixture();
    let input = event(&tree, json!({ "hook_event_name": "UserPromptSubmit", "prompt": TASK }));
    let told = context(&hook(&tree, &[&["user-prompt"], &PATIENT[..]].concat(), &input), "UserPromptSubmit");
    assert!(told.contains("- src/throttle.ts:") && told.contains("(0."), "{told}");
    assert!(told.contains("data from the repository") && told.contains("follow_up"), "{told}");
    // Other harnesses name the event otherwise; the answer bears their name.
    let input = event(&tree, json!({ "hook_event_name": "BeforeAgent", "prompt": TASK }));
    context(&hook(&tree, &[&["user-prompt"], &PATIENT[..]].concat(), &input), "BeforeAgent");
}

#[test]
fn a_trivial_prompt_gets_nothing() {
    let tree = fixture();
    for prompt in [
        "hi",
        "Hello, how are you?",
        "thanks, that looks good!",
        "ok",
        "yes please",
        "What is the capital of France?",
        "/clear",
        "你好",
        "",
        "   ",
        "!!!",
    ] {
        let input = event(&tree, json!({ "prompt": prompt }));
        assert_eq!(hook(&tree, &[&["user-prompt"], &PATIENT[..]].concat(), &input), "", "{prompt}");
    }
}

#[test]
fn a_subagent_gets_the_code_of_its_task() {
    let tree = fixture();
    let call = json!({ "type": "tool_use", "name": "Task", "input": { "subagent_type": "Explore", "prompt": TASK } });
    let line = json!({ "type": "assistant", "message": { "role": "assistant", "content": [call] } });
    let transcript = tree.home().join("transcript.jsonl");
    std::fs::write(&transcript, format!("{line}\n")).unwrap();
    let input = |agent: &str| {
        let more = json!({ "hook_event_name": "SubagentStart", "agent_type": agent, "transcript_path": transcript });
        event(&tree, more)
    };
    let arguments = [&["subagent-start"], &PATIENT[..]].concat();
    let told = context(&hook(&tree, &arguments, &input("Explore")), "SubagentStart");
    assert!(told.contains("src/throttle.ts"), "{told}");
    // Types that are not allowed get nothing, and which are allowed can be said.
    assert_eq!(hook(&tree, &arguments, &input("statusline-setup")), "");
    let only = [&arguments[..], &["--agent-type", "Plan"]].concat();
    assert_eq!(hook(&tree, &only, &input("Explore")), "");
    let told = event(&tree, json!({ "agent_type": "mine", "prompt": TASK }));
    assert_eq!(hook(&tree, &arguments, &told), "");
    let all = [&arguments[..], &["--agent-type", "*"]].concat();
    context(&hook(&tree, &all, &told), "SubagentStart");
}

#[test]
fn a_session_begins_with_the_repository_at_a_glance() {
    let tree = fixture();
    let arguments = [&["session-start"], &PATIENT[..]].concat();
    let told = context(&hook(&tree, &arguments, &event(&tree, json!({ "source": "startup" }))), "SessionStart");
    assert!(told.contains("src") && told.contains("ask tamis"), "{told}");
    assert_eq!(hook(&tree, &arguments, &event(&tree, json!({ "source": "resume" }))), "");
}

/// Processes that bring the index of a tree up to date.
#[cfg(target_os = "linux")]
fn warming(tree: &Tree) -> usize {
    let root = tree.root().to_string_lossy().into_owned();
    let lines = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = lines.filter_map(|process| std::fs::read_to_string(process.path().join("cmdline")).ok());
    lines.filter(|line| line.contains("index\0--quiet") && line.contains(&root)).count()
}

#[test]
#[cfg(target_os = "linux")]
fn a_session_begins_by_warming_the_index_beside_it() {
    for source in ["startup", "resume"] {
        let tree = fixture();
        let store =
            Store::of(&Corpus::open(&tree.root(), &Selection::default()).unwrap(), &tree.home().join(".cache/tamis"));
        // While another has the right to write, neither the hooks nor what they begin can keep anything.
        let writing = store.write().unwrap().unwrap();
        let arguments = [&["session-start"], &PATIENT[..]].concat();
        let told = hook(&tree, &arguments, &event(&tree, json!({ "source": source })));
        assert_eq!(told.is_empty(), source == "resume");
        hook(&tree, &arguments, &event(&tree, json!({ "source": source })));
        drop(writing);
        let start = Instant::now();
        while warming(&tree) > 0 {
            assert!(start.elapsed() < Duration::from_secs(30), "it outlives its work");
            std::thread::sleep(Duration::from_millis(20));
        }
        let index = tree.json(&[TASK])["index"].clone();
        assert_eq!((&index["state"], &index["read"]), (&json!("fresh"), &json!(0)), "{source}: {index}");
    }
}

#[test]
fn warming_is_left_to_whoever_is_at_it_and_says_nothing() {
    let tree = fixture();
    let store =
        Store::of(&Corpus::open(&tree.root(), &Selection::default()).unwrap(), &tree.home().join(".cache/tamis"));
    let quiet = || {
        let ran = tree.tamis(&["index", "--quiet"]);
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    };
    let writing = store.write().unwrap().unwrap();
    quiet();
    drop(writing);
    assert_eq!(store.segments().len(), 0, "and keeps nothing");
    quiet();
    assert_eq!(store.segments().len(), 1);
    assert_eq!(tree.json(&[TASK])["index"]["state"], "fresh");
}

#[test]
fn secrets_are_never_quoted() {
    let tree = fixture();
    let secret = "sk-live-0123456789abcdef0123456789abcdef";
    tree.write("src/throttle-keys.ts", format!("export const throttleApiKey = \"{secret}\"; // rate limit api key\n"));
    let input = event(&tree, json!({ "prompt": "which api key does the rate limit throttle use?" }));
    assert!(!hook(&tree, &[&["user-prompt"], &PATIENT[..]].concat(), &input).contains(secret));
}

#[test]
fn every_failure_is_silent() {
    let tree = fixture();
    let prompt = [&["user-prompt"], &PATIENT[..]].concat();
    for input in ["", "{", "[]", "null", "{}", r#"{"cwd": "/nowhere/at/all", "prompt": "fix the throttle"}"#] {
        assert_eq!(hook(&tree, &prompt, input), "", "{input}");
    }
    let home = json!({ "cwd": tree.home(), "prompt": TASK }).to_string();
    assert_eq!(hook(&tree, &prompt, &home), "");
    for arguments in
        [&["no-such-event"][..], &[], &["user-prompt", "--no-such-flag"], &["user-prompt", "--within", "x"]]
    {
        assert_eq!(hook(&tree, arguments, "{}"), "");
    }
    assert!(tree.tamis(&["hook", "--help"]).out.contains("--agent-type"));
}

#[test]
fn it_gives_up_in_time() {
    let tree = fixture();
    let mut child = tree.command(&["hook", "user-prompt"]).stdin(Stdio::piped()).spawn().unwrap();
    let held_open = child.stdin.take();
    let start = Instant::now();
    let done = child.wait_with_output().unwrap();
    // The process's own start and end count too; under load they take their time.
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert_eq!((done.status.code(), done.stdout.len(), done.stderr.len()), (Some(0), 0, 0));
    drop(held_open);
    let input = event(&tree, json!({ "prompt": TASK }));
    assert_eq!(hook(&tree, &["user-prompt", "--within", "0"], &input), "");
}
