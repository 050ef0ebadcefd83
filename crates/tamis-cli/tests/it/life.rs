//! How `tamis mcp` ends, and that many of them do not disturb each other.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;
use tamis::corpus::{Corpus, Selection};
use tamis::store::Store;

use crate::mcp::Client;
use crate::support::{Tree, timeless};

/// Waits until the process is over; fails after `patience`.
fn wait(child: &mut Child, patience: Duration) {
    let since = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(since.elapsed() < patience, "still there after {patience:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The fields of `/proc/PID/stat` after the name; none when the process is gone.
fn stat(pid: &str) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    Some(text.rsplit_once(')')?.1.split_whitespace().map(str::to_owned).collect())
}

/// A tree that takes a while to read.
fn large(files: usize) -> Tree {
    let tree = Tree::new();
    for number in 0..files {
        let words: String =
            (0..200).map(|line| format!("def handler_{number}_{line}(quota): return quota\n")).collect();
        tree.write(&format!("src/part{}/m{number}.py", number % 50), words);
    }
    tree
}

#[test]
fn it_ends_with_its_input_twenty_times_over() {
    let tree = Tree::fixture("token-expiry-ts");
    for round in 0..20 {
        let mut client = Client::ready(&tree, &[]);
        if round % 4 == 0 {
            client.begin("find", json!({"task": "token expiry"}));
        }
        client.close();
        wait(&mut client.child, Duration::from_secs(10));
        assert!(client.child.wait().unwrap().success());
    }
    let corpus = Corpus::open(&tree.root(), &Selection::default()).unwrap();
    let store = Store::of(&corpus, &tree.home().join(".cache/tamis"));
    assert!(store.write().unwrap().is_some(), "nobody has the right to write any more");
}

#[test]
#[cfg(target_os = "linux")]
fn it_ends_with_the_process_that_started_it() {
    let tree = Tree::fixture("token-expiry-ts");
    let mut parent = Command::new("sh");
    parent.args(["-c", "exec 3<&0; \"$0\" mcp <&3 & echo $! >&2; wait", env!("CARGO_BIN_EXE_tamis")]);
    parent.current_dir(tree.root()).env("HOME", tree.home());
    let mut parent = parent.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut pid = String::new();
    BufReader::new(parent.stderr.take().unwrap()).read_line(&mut pid).unwrap();
    let mut held_open = parent.stdin.take().unwrap();
    writeln!(held_open, "{}", json!({"jsonrpc": "2.0", "id": 1, "method": "ping"})).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    parent.kill().unwrap();
    parent.wait().unwrap();
    let since = Instant::now();
    while stat(pid.trim()).is_some_and(|stat| stat[0] != "Z") {
        assert!(since.elapsed() < Duration::from_secs(5), "the server outlives its parent");
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(held_open);
}

#[test]
#[cfg(target_os = "linux")]
fn a_cancelled_task_leaves_the_processor_alone() {
    let tree = large(4_000);
    let mut client = Client::ready(&tree, &[]);
    let id = client.begin("find", json!({"task": "where is the quota handled"}));
    std::thread::sleep(Duration::from_millis(300));
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}));
    assert!(client.ask("ping", json!({}))["result"].is_object(), "and no answer comes before");
    let pid = client.child.id().to_string();
    let ticks = || -> u64 { stat(&pid).unwrap()[11..13].iter().map(|field| field.parse::<u64>().unwrap()).sum() };
    let since = Instant::now();
    loop {
        let before = ticks();
        std::thread::sleep(Duration::from_millis(300));
        if ticks() - before <= 1 {
            break;
        }
        assert!(since.elapsed() < Duration::from_secs(5), "it works on");
    }
}

#[test]
fn a_closed_standard_error_disturbs_nothing() {
    let tree = Tree::fixture("token-expiry-ts");
    let mut client = Client::spawn(&tree, &["sh", "-c", "exec \"$0\" mcp 2>&-", env!("CARGO_BIN_EXE_tamis")]);
    client.greet();
    let result = client.call("find", json!({"task": "token expiry"}));
    assert_eq!(result["isError"], false, "{result}");
}

#[test]
fn the_handshake_does_not_wait_for_the_tree() {
    let tree = large(3_000);
    let mut clients: Vec<Client> = (0..5).map(|_| Client::start(&tree, &[])).collect();
    for client in &mut clients {
        client.greet();
        client.begin("find", json!({"task": "where is the quota handled"}));
        let since = Instant::now();
        let tools = client.ask("tools/list", json!({}));
        assert_eq!(tools["result"]["tools"][0]["name"], "find");
        assert!(since.elapsed() < Duration::from_secs(5), "{:?} while five of them work", since.elapsed());
    }
}

#[test]
fn an_answer_from_part_of_the_files_says_so_and_later_ones_are_whole() {
    let tree = large(2_000);
    let task = json!({"task": "where is the quota handled", "limit": 3});
    let mut hasty = Client::ready(&tree, &["--wait", "0"]);
    let ask = |client: &mut Client| {
        let result = client.call("find", task.clone());
        assert_eq!(result["isError"], false, "{result}");
        let index = result["structuredContent"]["index"].clone();
        let text = result["content"][0]["text"].as_str().unwrap().to_owned();
        assert_eq!(text.contains("partial"), index["state"] == "partial", "{text}");
        (index, text, result["structuredContent"].to_string())
    };
    let (index, text, _) = ask(&mut hasty);
    assert_eq!((&index["state"], &index["files"], &index["percent"]), (&json!("partial"), &json!(2_000), &json!(0)));
    assert!(text.contains("note: partial: 0 of 2000 files are in the index; ask again"), "{text}");

    let why = hasty.call("explain", json!({"path": "src/part0/m0.py", "task": "where is the quota handled"}));
    assert!(why["content"][0]["text"].as_str().unwrap().contains("note: partial: 0 of 2000"), "{why}");

    // Each call goes on where the one before has stopped.
    let mut patient = Client::ready(&tree, &["--wait", "1"]);
    let mut before = json!(-1);
    let whole = loop {
        let (index, _, answer) = ask(&mut patient);
        if index["state"] != "partial" {
            break answer;
        }
        assert!(index["percent"].as_i64() >= before.as_i64(), "{before} and then {index}");
        before = index["percent"].clone();
    };
    let (index, _, answer) = ask(&mut hasty);
    assert_eq!((&index["state"], &index["percent"]), (&json!("fresh"), &json!(100)), "{index}");
    assert_eq!(timeless(&answer), timeless(&whole));
}

#[test]
fn eight_clients_on_one_checkout_get_the_same_answers() {
    let tree = Tree::fixture("rate-limit-ts");
    let task = "Add rate limiting to API endpoints";
    let ask = |number: usize| {
        let mut client = Client::ready(&tree, &[]);
        let task = if number.is_multiple_of(2) { task } else { "where are routes mounted" };
        (0..3).map(|_| timeless(&client.call("find", json!({"task": task}))["structuredContent"].to_string())).collect()
    };
    let answers: Vec<Vec<String>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|number| scope.spawn(move || ask(number))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for (number, own) in answers.iter().enumerate() {
        assert_eq!(*own, answers[number % 2], "client {number}");
        assert!(own.iter().all(|one| one == &own[0]), "client {number}");
    }
}

#[test]
fn a_huge_task_is_cut_and_said() {
    let tree = Tree::fixture("token-expiry-ts");
    let mut client = Client::ready(&tree, &[]);
    let task = format!("Fix the token expiry bug\n{}", "padding words of a long log ".repeat(40_000));
    let answer = client.call("find", json!({"task": task}))["structuredContent"].clone();
    assert!(answer["summary"].as_str().unwrap().contains("the task holds more than is read"), "{answer}");
    assert!(answer["task"].as_str().unwrap().len() < 2_000);
}
