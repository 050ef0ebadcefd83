//! `tamis mcp` over standard streams, line by line as a client sends and reads them.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Tree, paths};

/// Nothing here takes so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client: one server process, and what it said so far.
pub(crate) struct Client {
    pub(crate) child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    next: u64,
}

impl Client {
    pub(crate) fn start(tree: &Tree, arguments: &[&str]) -> Client {
        Client::spawn(tree, &[&[env!("CARGO_BIN_EXE_tamis"), "mcp"], arguments].concat())
    }

    /// Starts a program that is, or becomes, a server.
    pub(crate) fn spawn(tree: &Tree, words: &[&str]) -> Client {
        let mut command = tree.program(words[0], &words[1..]);
        let mut child = command.stdin(Stdio::piped()).env("RUST_LOG", "trace").spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Client { input: child.stdin.take(), child, lines, next: 0 }
    }

    /// A client after the handshake.
    pub(crate) fn ready(tree: &Tree, arguments: &[&str]) -> Client {
        let mut client = Client::start(tree, arguments);
        client.greet();
        client
    }

    /// The handshake of 2025-06-18.
    pub(crate) fn greet(&mut self) {
        assert_eq!(self.greet_in("2025-06-18"), "2025-06-18");
    }

    /// The handshake of a revision; the one that the server speaks.
    fn greet_in(&mut self, revision: &str) -> String {
        let about =
            json!({"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
        let hello = self.ask("initialize", about);
        assert_eq!(hello["result"]["serverInfo"]["name"], "tamis", "{hello}");
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        hello["result"]["protocolVersion"].as_str().unwrap().to_owned()
    }

    /// Ends the server's input.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    pub(crate) fn send(&mut self, message: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{message}").unwrap();
    }

    /// The next message; every line must be one.
    fn read(&self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("the server is silent");
        let message: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("not protocol: {line}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        message
    }

    /// The answer to a request, notifications before it left out.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        loop {
            let message = self.read();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Sends a request and does not wait.
    fn request(&mut self, method: &str, params: Value) -> u64 {
        self.next += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params}));
        self.next
    }

    /// Calls a tool and does not wait.
    pub(crate) fn begin(&mut self, tool: &str, arguments: Value) -> u64 {
        self.request("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments}))["result"].clone()
    }

    /// The text of a call that must fail.
    fn refused(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], true, "{result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_task_is_answered_for_models_and_for_programs() {
    let tree = Tree::fixture("token-expiry-ts");
    let mut client = Client::ready(&tree, &[]);
    let result = client.call("find", json!({"task": "Fix the authentication token expiry bug"}));
    assert_eq!(result["isError"], false, "{result}");
    let answer = &result["structuredContent"];
    crate::schema::check_answer(answer);
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.contains(paths(answer)[0]) && text.contains("untrusted"), "{text}");
    assert_eq!(answer["root"], tree.root().canonicalize().unwrap().to_str().unwrap());
    assert!(answer["files"][0]["spans"][0]["text"].as_str().unwrap().contains("oken"), "{answer}");
}

#[test]
fn each_form_keeps_the_budget_by_itself() {
    let tree = Tree::fixture("rate-limit-ts");
    let mut client = Client::ready(&tree, &[]);
    for budget in [1_400, 3_000, 6_000] {
        let result = client.call("find", json!({"task": "Add rate limiting to API endpoints", "budget": budget}));
        let text = tamis::tokens::count(result["content"][0]["text"].as_str().unwrap());
        let structured = tamis::tokens::count(&result["structuredContent"].to_string());
        assert!(text <= budget && structured <= budget, "{budget}: {text} and {structured}");
        assert!(structured > budget / 2 || budget > 3_000, "{budget}: {text} and {structured}");
    }
    let whole = tree.json(&[
        "--resume",
        client.call("find", json!({"task": "rate limit"}))["structuredContent"]["run"].as_str().unwrap(),
    ]);
    assert!(!whole["cycles"][0]["channels"].as_array().unwrap().is_empty());
}

#[test]
fn the_tools_are_few_plain_and_short() {
    let tree = Tree::fixture("token-expiry-ts");
    let mut client = Client::ready(&tree, &[]);
    let tools = client.ask("tools/list", json!({}))["result"]["tools"].clone();
    let names: Vec<&str> = tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["find", "follow_up", "explain"]);
    for tool in tools.as_array().unwrap() {
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        for schema in [&tool["inputSchema"], &tool["outputSchema"]] {
            assert_eq!(schema["type"], "object", "{tool}");
            let text = schema.to_string();
            for word in ["oneOf", "anyOf", "allOf", "$ref"] {
                assert!(!text.contains(word), "{word} in {text}");
            }
            for name in schema["properties"].as_object().unwrap().keys() {
                assert!(name.len() <= 40 && name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{name}");
            }
        }
    }
    let tokens = tamis::tokens::count(&tools.to_string());
    assert!(tokens <= 1_500, "{tokens} tokens");
}

#[test]
fn what_cannot_be_understood_is_one_clear_error() {
    let tree = Tree::fixture("token-expiry-ts");
    let mut client = Client::ready(&tree, &[]);
    let mut check = |tool: &str, arguments: Value, words: &[&str]| {
        let text = client.refused(tool, arguments);
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
        assert!(text.starts_with("error: ") && text.lines().count() <= 2, "{text}");
        // A client has no command line.
        assert!(!text.contains(" --"), "{text}");
    };
    check("find", json!({"task": "x", "file_pattern": "*"}), &["file_pattern", "task, purpose, root", "exclude"]);
    check("find", json!({}), &["`task` is missing"]);
    check("find", json!({"task": ""}), &["the task is empty"]);
    check("find", json!({"task": ["a"]}), &["`task` must be a text", "a list"]);
    check("find", json!({"task": "x", "limit": "many"}), &["`limit` must be a number"]);
    check("find", json!({"task": "x", "include": {"a": 1}}), &["`include` must be a list of texts"]);
    check("find", json!({"task": "x", "include": ["src/["]}), &["cannot understand the glob"]);
    check("find", json!({"task": "token expiry", "budget": 1}), &["cannot hold an answer", "use budget "]);
    check("find", json!({"task": "x", "root": "nowhere"}), &["no such folder: nowhere", "answers for"]);
    check("find", json!({"task": "x", "root": "/"}), &["outside the folders"]);
    check("find", json!({"task": "x", "root": "file://elsewhere/a%2"}), &["cannot understand the URI"]);
    check("explain", json!({"task": "x"}), &["`path` is missing"]);
    check("explain", json!({"path": "../x", "task": "x"}), &["not a path inside the root"]);
}

#[test]
fn what_is_odd_is_taken_and_said() {
    let tree = Tree::fixture("token-expiry-ts");
    std::fs::create_dir_all(tree.home().join("mine")).unwrap();
    let mut client = Client::ready(&tree, &[]);
    let mut limit = |value: Value| {
        let result = client.call("find", json!({"task": "token expiry", "limit": value}));
        let count = result["structuredContent"]["files"].as_array().unwrap().len();
        assert_eq!(result["structuredContent"]["notes"].as_array().unwrap().len(), text_notes(&result).len());
        (count, text_notes(&result).join("; "))
    };
    assert_eq!(limit(json!("2")).0, 2);
    assert_eq!(limit(json!(2.0)).0, 2);
    assert_eq!(limit(json!("5")), limit(json!(5)));
    assert_eq!(limit(json!(5.0)), limit(json!(5)));
    let (count, note) = limit(json!(-1));
    assert_eq!((count, note.as_str()), (1, "note: limit -1 was taken as 1; it is a whole number from 1 to 1000"));
    assert!(limit(json!(1e9)).1.starts_with("note: limit 1000000000 was taken as 1000"));
}

fn text_notes(result: &Value) -> Vec<&str> {
    let text = result["content"][0]["text"].as_str().unwrap();
    text.lines().map(str::trim_end).filter(|line| line.starts_with("note: ")).collect()
}

#[test]
fn a_run_is_followed_up_by_its_handle_even_from_another_server() {
    let tree = Tree::fixture("rate-limit-ts");
    let task = json!({"task": "Add rate limiting to API endpoints", "cycles": 1});
    let first = Client::ready(&tree, &[]).call("find", task)["structuredContent"].clone();
    let mut client = Client::ready(&tree, &[]);
    let judgements = json!([{"path": "src/throttle.ts", "relevance": "1.0"}]);
    let result = client.call("follow_up", json!({"run": first["run"], "judgements": judgements}));
    let second = &result["structuredContent"];
    crate::schema::check_answer(second);
    assert!(paths(second).contains(&"src/middleware/index.ts"), "{result}");
    assert_ne!(first["run"], second["run"]);
    let asked = client.call("follow_up", json!({"run": second["run"], "question": "where are routes mounted"}));
    assert_eq!(asked["structuredContent"]["cycles"][0]["number"], 3, "{asked}");

    let mut refused = |arguments: Value, words: &str| {
        let text = client.refused("follow_up", arguments);
        assert!(text.contains(words), "{text}");
    };
    refused(json!({"run": first["run"]}), "nothing to follow up on");
    refused(json!({"question": "x"}), "`run` is missing");
    refused(json!({"run": "zz", "question": "x"}), "not the handle of a run");
    refused(json!({"run": first["run"], "judgements": [{"path": "a.ts", "relevance": 1}]}), "holds no file a.ts");
    refused(json!({"run": first["run"], "judgements": [{"path": "a.ts", "relevance": 7}]}), "not between 0 and 1");
    let mut elsewhere = Client::ready(&tree, &["--root", "src"]);
    let text = elsewhere.refused("follow_up", json!({"run": first["run"], "question": "x"}));
    assert!(text.contains("outside the folders"), "{text}");
}

#[test]
fn a_root_is_taken_in_every_form_and_echoed_absolute() {
    let tree = Tree::fixture("token-expiry-ts");
    let home = tree.home();
    std::fs::create_dir_all(home.join("my project/src")).unwrap();
    std::fs::write(home.join("my project/src/token.py"), "def token_expiry():\n    pass\n").unwrap();
    let mine = home.join("my project").canonicalize().unwrap();
    let mine = mine.to_str().unwrap();
    let mut client = Client::ready(&tree, &["--root", ".", "--root", mine]);
    let mut root = |given: Value| {
        let result = client.call("find", json!({"task": "token expiry", "root": given}));
        result["structuredContent"]["root"].as_str().unwrap_or_else(|| panic!("{given}: {result}")).to_owned()
    };
    assert_eq!(root(json!(mine)), mine);
    assert_eq!(root(json!(format!("{mine}/"))), mine);
    assert_eq!(root(json!("~/my project")), mine);
    assert_eq!(root(json!(format!("file://{}", mine.replace(' ', "%20")))), mine);
    assert_eq!(root(json!(format!("file://localhost{}/", mine.replace(' ', "%20")))), mine);
    assert_eq!(root(json!("src")), tree.root().join("src").canonicalize().unwrap().to_str().unwrap());
    let text = client.refused("find", json!({"task": "token expiry"}));
    assert!(text.contains("there are several") && text.contains(mine), "{text}");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/", tree.root().join("out")).unwrap();
        assert!(client.refused("find", json!({"task": "x", "root": "out"})).contains("outside the folders"));
    }
}

#[test]
fn one_file_is_explained() {
    let tree = Tree::fixture("token-expiry-ts");
    let mut client = Client::ready(&tree, &[]);
    let result = client.call("explain", json!({"path": "package.json", "task": "token expiry"}));
    let answer = &result["structuredContent"];
    assert_eq!((&answer["path"], &answer["accepted"]), (&json!("package.json"), &json!(false)), "{result}");
    assert_eq!(answer["explanation"], result["content"][0]["text"]);
}

#[test]
fn the_protocols_own_errors_are_its_own() {
    let tree = Tree::fixture("token-expiry-ts");
    let mut client = Client::ready(&tree, &[]);
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
    let unknown = client.ask("tools/call", json!({"name": "grep", "arguments": {}}));
    assert_eq!(unknown["error"]["code"], -32602);
    assert!(unknown["error"]["message"].as_str().unwrap().contains("the tools are find"), "{unknown}");
    let unknown = client.ask("no/such/method", json!({}))["error"].clone();
    assert_eq!((&unknown["code"], &unknown["message"]), (&json!(-32601), &json!("there is no method no/such/method")));
    for params in [json!({"name": "find", "arguments": "x"}), json!({"arguments": {}})] {
        let wrong = client.ask("tools/call", params)["error"].clone();
        assert!(wrong["code"] == -32602 && wrong["message"].as_str().unwrap().contains("an object"), "{wrong}");
    }
    writeln!(client.input.as_mut().unwrap(), "no protocol at all").unwrap();
    assert!(client.ask("ping", json!({}))["result"].is_object(), "the server outlives it");
}

#[test]
fn every_revision_with_a_handshake_is_spoken() {
    let tree = Tree::fixture("token-expiry-ts");
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut client = Client::start(&tree, &[]);
        assert_eq!(client.greet_in(revision), revision);
        assert_eq!(client.ask("ping", json!({}))["result"], json!({}), "{revision}");
        assert_eq!(client.ask("tools/list", json!({}))["result"]["tools"][0]["name"], "find", "{revision}");
        let result = client.call("find", json!({"task": "token expiry", "limit": 1}));
        assert_eq!((&result["isError"], result["content"][0]["type"].as_str()), (&json!(false), Some("text")));
    }
    // A client that asks for another is told the newest, and may go on or leave.
    for unknown in ["1999-01-01", "2099-01-01", "nonsense"] {
        let mut client = Client::start(&tree, &[]);
        assert_eq!(client.greet_in(unknown), "2025-11-25");
        assert!(client.ask("ping", json!({}))["result"].is_object(), "{unknown}");
    }
}

#[test]
fn a_batch_is_one_error_and_the_next_message_is_answered() {
    let tree = Tree::fixture("token-expiry-ts");
    let mut client = Client::start(&tree, &[]);
    client.greet_in("2025-03-26");
    let ping = |id: u64| json!({"jsonrpc": "2.0", "id": id, "method": "ping"});
    for batch in [json!([ping(77), ping(78)]), json!([])] {
        client.send(&batch);
        let answer = client.read();
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32600), &Value::Null), "{answer}");
        assert!(client.ask("ping", json!({}))["result"].is_object());
    }
}
