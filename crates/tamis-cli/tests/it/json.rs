//! `--json`: the schema, and what must hold of the values.

use serde_json::Value;

use crate::support::{Tree, paths};

fn numbers(value: &Value) -> (u64, u64) {
    (value["start"].as_u64().unwrap(), value["end"].as_u64().unwrap())
}

#[test]
fn the_answers_of_the_fixtures_hold_together() {
    for (name, task) in [
        ("token-expiry-ts", "Fix the authentication token expiry bug"),
        ("rate-limit-ts", "Add rate limiting to API endpoints"),
        ("retry-backoff-go", "Add automatic retries to outgoing webhooks"),
        ("invoice-rounding-py", "Fix the invoice tax rounding bug"),
        ("token-expiry-ts", "gpu"),
        ("token-expiry-ts", "src/jwt-utils.ts"),
    ] {
        let tree = Tree::fixture(name);
        let answer = tree.json(&[task]);
        assert_eq!(answer["task"], task);
        assert_eq!(answer["root"], tree.root().canonicalize().unwrap().to_str().unwrap());
        let unaccepted = answer["files"].as_array().unwrap().iter().skip_while(|file| file["accepted"] == true);
        assert!(unaccepted.into_iter().all(|file| file["accepted"] == false), "{name}: accepted first");
        for file in answer["files"].as_array().unwrap() {
            check_file(&tree, file);
        }
        let stops = answer["cycles"].as_array().unwrap().iter().filter(|cycle| !cycle["stop"].is_null()).count();
        assert_eq!(stops, 1, "{name}");
    }
}

fn check_file(tree: &Tree, file: &Value) {
    let path = file["path"].as_str().unwrap();
    let text = std::fs::read_to_string(tree.root().join(path)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(file["lines"], lines.len(), "{path}");
    for span in file["spans"].as_array().unwrap() {
        let (start, end) = numbers(span);
        assert!(1 <= start && start <= end && end <= lines.len() as u64, "{path} {span}");
        assert_eq!(span["text"].as_str().unwrap().lines().count() as u64, end - start + 1, "{path} {span}");
    }
    for one in file["evidence"].as_array().unwrap().iter().filter(|one| one["line"] != 0) {
        let line = one["line"].as_u64().unwrap() as usize;
        let (shown, real) = (one["text"].as_str().unwrap().trim(), lines[line - 1].trim());
        assert!(shown == real || shown.contains("[redacted]") || shown.ends_with('…'), "{path}:{line} {shown}");
    }
    let (relevance, band) = (file["relevance"].as_f64().unwrap(), file["band"].as_str().unwrap());
    assert_eq!(band, tamis::budget::Band::of(relevance).name(), "{path}");
    assert_eq!(file["accepted"] == true, relevance >= 0.7, "{path}");
}

#[test]
fn a_run_has_a_name_that_its_question_decides() {
    let tree = Tree::fixture("token-expiry-ts");
    let run = |arguments: &[&str]| tree.json(arguments)["run"].as_str().unwrap().to_owned();
    let name = run(&["token expiry"]);
    assert_eq!(name, run(&["token expiry"]));
    for other in [&["token expired"][..], &["token expiry", "--limit", "3"], &["token expiry", "--exclude", "x"]] {
        assert_ne!(name, run(other), "{other:?}");
    }
    tree.git(&["init", "-q"]);
    tree.git(&["add", "-A"]);
    tree.git(&["commit", "-qm", "x"]);
    let answer = tree.json(&["token expiry"]);
    assert_ne!(answer["run"], name.as_str());
    assert_eq!(answer["index"]["head"].as_str().unwrap().len(), 40);
}

#[test]
fn an_honest_end_lists_what_is_missing() {
    let tree = Tree::fixture("token-expiry-ts");
    let answer = tree.json(&["evict the gpu shader cache"]);
    assert_eq!(answer["status"], "insufficient");
    let open: Vec<&str> = answer["gaps"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|gap| gap["closed_by"].is_null() && gap["kind"] == "term")
        .map(|gap| gap["what"].as_str().unwrap())
        .collect();
    assert!(["gpu", "shader"].iter().all(|word| open.contains(word)), "{open:?}");
    assert!(answer["next_actions"].as_array().unwrap().iter().any(|one| one.as_str().unwrap().contains("--keyword")));
}

#[test]
fn what_was_skipped_is_listed_with_its_reason() {
    let tree = Tree::fixture("token-expiry-ts");
    tree.write("logo.png", b"\x89PNG\r\n\x1a\n\0\0");
    tree.write("secrets/server.pem", "-----BEGIN PRIVATE KEY-----\nabc\n");
    let answer = tree.json(&["token expiry"]);
    let skipped = answer["skipped"].as_array().unwrap();
    let reason = |path: &str| skipped.iter().find(|one| one["path"] == path).map(|one| one["reason"].clone());
    assert_eq!(reason("logo.png"), Some("binary".into()), "{skipped:?}");
    assert_eq!(reason("secrets/server.pem"), Some("may hold secrets".into()), "{skipped:?}");
    assert!(!paths(&answer).iter().any(|path| path.starts_with("secrets/")));
}

#[test]
fn what_to_open_first_is_the_cited_passage() {
    let tree = Tree::of("//- src/other.py\ndef other():\n    pass\n");
    let notice = "# How the ledger is kept.\n# Settle first.\n\n";
    let parts: String = (0..30).map(|at| format!("def part_{at}(x):\n    return x + {at}\n\n")).collect();
    let last = "def settle_quota(ledger):\n    # the ledger is settled here\n    return ledger.quota\n";
    tree.write("src/quota.py", format!("{notice}{parts}{last}"));
    let answer = tree.json(&["settle the quota of the ledger"]);
    assert_eq!(answer["files"][0]["spans"][0]["start"], 1, "{answer}");
    assert_eq!(answer["next_actions"][0], "open src/quota.py:94-96", "{answer}");
}
