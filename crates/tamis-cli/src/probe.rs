//! Asks an MCP server over its standard streams who it is and which tools it has. Starts the one program it is told to.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The names of the tools, or what is wrong.
pub(crate) type Answer = std::result::Result<Vec<String>, String>;

/// A server that is slower than this is not there.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a server may take to end once its input ends.
const FAREWELL: Duration = Duration::from_secs(2);

/// Starts a server, shakes hands, lists its tools and ends it.
pub(crate) fn ask(command: &[String], folder: &Path) -> Answer {
    let [program, arguments @ ..] = command else { return Err("the entry names no program".to_owned()) };
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot start `{program}`: {error}"))?;
    let answer = talk(&mut child);
    farewell(&mut child);
    answer
}

fn talk(child: &mut Child) -> Answer {
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("it has no standard streams".to_owned());
    };
    let (send, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    let mut say = |message: &Value| {
        writeln!(input, "{message}")
            .and_then(|()| input.flush())
            .map_err(|error| format!("it does not listen: {error}"))
    };
    let deadline = Instant::now() + PATIENCE;
    let client = json!({ "name": "tamis-doctor", "version": env!("CARGO_PKG_VERSION") });
    let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    say(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello }))?;
    let greeting = reply(&lines, 1, deadline)?;
    if greeting["serverInfo"]["name"].as_str().is_none() {
        return Err("its greeting does not say who it is".to_owned());
    }
    say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
    say(&json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }))?;
    let listed = reply(&lines, 2, deadline)?;
    let tools = listed["tools"].as_array().into_iter().flatten().filter_map(|tool| tool["name"].as_str());
    let names: Vec<String> = tools.map(str::to_owned).collect();
    if names.is_empty() { Err("it lists no tools".to_owned()) } else { Ok(names) }
}

/// The result of the message with that number; other messages are passed over.
fn reply(lines: &Receiver<String>, id: u64, deadline: Instant) -> std::result::Result<Value, String> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let line = lines.recv_timeout(left).map_err(|error| match error {
            std::sync::mpsc::RecvTimeoutError::Timeout => "it does not answer within ten seconds".to_owned(),
            std::sync::mpsc::RecvTimeoutError::Disconnected => "it ended without an answer".to_owned(),
        })?;
        let message: Value =
            serde_json::from_str(&line).map_err(|_| "it writes what is not JSON to standard output".to_owned())?;
        if message["id"] != id {
            continue;
        }
        return match message.get("result") {
            Some(result) => Ok(result.clone()),
            None => {
                Err(format!("it answers with an error: {}", message["error"]["message"].as_str().unwrap_or("unnamed")))
            }
        };
    }
}

/// The input is closed by now; a server that stays is ended.
fn farewell(child: &mut Child) {
    let deadline = Instant::now() + FAREWELL;
    while Instant::now() < deadline {
        if matches!(child.try_wait(), Ok(Some(_)) | Err(_)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    // It may have ended by itself in between.
    let _ = child.kill();
    let _ = child.wait();
}
