//! `tamis mcp --http`: who may come in, and both lines of the protocol.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::{Value, json};

use crate::support::Tree;

/// A server on a port of its own.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(tree: &Tree, token: Option<&str>) -> Server {
        let mut command = tree.command(&["mcp", "--http", "127.0.0.1:0"]);
        command.envs(token.map(|token| ("TAMIS_MCP_TOKEN", token))).stdout(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.trim().strip_prefix("listening at http://").unwrap().strip_suffix("/mcp").unwrap().to_owned();
        Server { child, address }
    }

    /// Status and body of one request.
    fn request(&self, first: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let mut head = format!("{first} HTTP/1.1\r\nContent-Length: {}\r\nConnection: close\r\n", body.len());
        let host = [("Host", self.address.as_str())];
        let given = |name: &str| headers.iter().any(|(other, _)| *other == name);
        for (name, value) in host.iter().filter(|(name, _)| !given(name)).chain(headers) {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    fn post(&self, headers: &[(&str, &str)], message: &Value) -> (u16, String) {
        let usual = [("Content-Type", "application/json"), ("Accept", "application/json, text/event-stream")];
        self.request("POST /mcp", &[&usual, headers].concat(), &message.to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The message in a body that is JSON or one event.
fn message(body: &str) -> Value {
    let lines = body.lines().map(|line| line.strip_prefix("data: ").unwrap_or(line));
    lines
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .find(Value::is_object)
        .unwrap_or_else(|| panic!("{body}"))
}

fn hello() -> Value {
    hello_in("2025-06-18")
}

/// The handshake of a revision.
fn hello_in(revision: &str) -> Value {
    let about = json!({"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about})
}

#[test]
fn pages_and_strangers_are_kept_out() {
    let tree = Tree::fixture("token-expiry-ts");
    let server = Server::start(&tree, None);
    let status = |headers: &[(&str, &str)]| server.post(headers, &hello()).0;
    assert_eq!(status(&[]), 200);
    assert_eq!(status(&[("Origin", "http://localhost:6274")]), 200);
    assert_eq!(status(&[("Origin", "https://evil.example")]), 403);
    assert_eq!(status(&[("Origin", "null")]), 403);
    assert_eq!(status(&[("Host", "evil.example")]), 403);
    assert_eq!(server.request("GET /", &[], "").0, 404);
    assert_eq!(server.request("GET /mcp", &[("Accept", "text/event-stream")], "").0, 405);
    let accept = ("Accept", "application/json, text/event-stream");
    assert_eq!(server.request("POST /mcp", &[accept, ("Content-Type", "text/plain")], "x").0, 415);
    let huge = "x".repeat(2 << 20);
    assert_eq!(server.post(&[], &json!({"jsonrpc": "2.0", "id": 1, "method": huge})).0, 413);
}

#[test]
fn a_token_is_asked_of_everybody_and_needed_beyond_this_machine() {
    let tree = Tree::fixture("token-expiry-ts");
    let server = Server::start(&tree, Some("s3cret"));
    let status = |headers: &[(&str, &str)]| server.post(headers, &hello()).0;
    assert_eq!(status(&[]), 401);
    assert_eq!(status(&[("Authorization", "Bearer s3cre7")]), 401);
    assert_eq!(status(&[("Authorization", "Bearer s3cret")]), 200);
    let ran = tree.tamis(&["mcp", "--http", "0.0.0.0:0"]);
    assert!(ran.code == 2 && ran.err.contains("there is no token") && ran.err.contains("TAMIS_MCP_TOKEN"), "{ran:?}");
}

#[test]
fn both_lines_of_the_protocol_are_spoken() {
    let tree = Tree::fixture("token-expiry-ts");
    let server = Server::start(&tree, None);
    let call = json!({"name": "find", "arguments": {"task": "token expiry", "limit": 1}});
    // 2025: a handshake, and no session to keep.
    let (status, body) = server.post(&[], &hello());
    assert_eq!((status, &message(&body)["result"]["protocolVersion"]), (200, &json!("2025-06-18")), "{body}");
    let request = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call});
    let (status, body) = server.post(&[("MCP-Protocol-Version", "2025-06-18")], &request);
    assert_eq!((status, &message(&body)["result"]["isError"]), (200, &json!(false)), "{body}");
    // 2026-07-28: no handshake, everything in the request.
    let prefix = "io.modelcontextprotocol";
    let meta = json!({format!("{prefix}/protocolVersion"): "2026-07-28", format!("{prefix}/clientCapabilities"): {},
        format!("{prefix}/clientInfo"): {"name": "t", "version": "1"}});
    let mut stateless = request.clone();
    stateless["params"]["_meta"] = meta;
    let headers = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "find")];
    let (status, body) = server.post(&headers, &stateless);
    let result = &message(&body)["result"];
    assert_eq!((status, &result["resultType"], &result["isError"]), (200, &json!("complete"), &json!(false)), "{body}");
    assert_eq!(result["structuredContent"]["files"].as_array().unwrap().len(), 1);
    // One that nobody speaks is refused with those that are spoken.
    stateless["params"]["_meta"][format!("{prefix}/protocolVersion")] = json!("2099-01-01");
    let headers = [("MCP-Protocol-Version", "2099-01-01"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "find")];
    let (status, body) = server.post(&headers, &stateless);
    let error = &message(&body)["error"];
    assert!(status == 400 && error["data"]["supported"].to_string().contains("2026-07-28"), "{status} {body}");
}

#[test]
fn older_revisions_are_spoken_and_unknown_ones_refused() {
    let tree = Tree::fixture("token-expiry-ts");
    let server = Server::start(&tree, None);
    let ping = |id: u64| json!({"jsonrpc": "2.0", "id": id, "method": "ping"});
    let call = json!({"name": "find", "arguments": {"task": "token expiry", "limit": 1}});
    let call = json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": call});
    for revision in ["2024-11-05", "2025-03-26", "2025-11-25"] {
        let (status, body) = server.post(&[], &hello_in(revision));
        assert_eq!((status, &message(&body)["result"]["protocolVersion"]), (200, &json!(revision)), "{body}");
        // The header came with 2025-06-18: older clients send none.
        for headers in [&[][..], &[("MCP-Protocol-Version", revision)]] {
            let (status, body) = server.post(headers, &call);
            assert_eq!((status, &message(&body)["result"]["isError"]), (200, &json!(false)), "{body}");
        }
    }
    let (_, body) = server.post(&[], &hello_in("1999-01-01"));
    assert_eq!(message(&body)["result"]["protocolVersion"], "2025-11-25", "{body}");
    let (status, body) = server.post(&[("MCP-Protocol-Version", "1999-01-01")], &ping(2));
    assert!(status == 400 && body.contains("1999-01-01"), "{status} {body}");
    for batch in [json!([ping(4), ping(5)]), json!([]), json!("x")] {
        let (status, body) = server.post(&[("MCP-Protocol-Version", "2025-03-26")], &batch);
        let answer: Value = serde_json::from_str(&body).unwrap();
        assert_eq!((status, &answer["error"]["code"]), (400, &json!(-32600)), "{body}");
        assert!(answer["error"]["message"].as_str().unwrap().contains("batches are not taken"), "{body}");
    }
}
