//! The doctor: what is installed is found, what is broken is named, and the server is really asked.

use crate::support::{Ran, Tree};

#[track_caller]
fn check(ran: &Ran, code: i32, words: &[&str]) {
    assert_eq!((ran.code, ran.err.as_str()), (code, ""), "{}", ran.out);
    for word in words {
        assert!(ran.out.contains(word), "{word}: {}", ran.out);
    }
}

#[test]
fn nothing_installed_is_said() {
    let tree = Tree::new();
    check(&tree.tamis(&["doctor"]), 1, &["no agent is set up", "tamis install AGENT"]);
    check(&tree.tamis(&["doctor", "codex"]), 1, &["codex is not set up", "tamis install codex"]);
}

#[test]
fn faults_are_named() {
    let tree = Tree::new();
    assert_eq!(tree.tamis(&["install", "cursor"]).code, 0);
    let entry = tree.home().join(".cursor/mcp.json");
    let text = std::fs::read_to_string(&entry).unwrap();

    std::fs::write(&entry, text.replace(env!("CARGO_BIN_EXE_tamis"), "/nowhere/tamis")).unwrap();
    check(&tree.tamis(&["doctor", "cursor"]), 1, &["bad   MCP server", "`/nowhere/tamis`, which is not there"]);

    std::fs::write(&entry, text.replace(env!("CARGO_BIN_EXE_tamis"), "/bin/sh")).unwrap();
    check(&tree.tamis(&["doctor", "cursor"]), 1, &["names another program"]);

    std::fs::write(&entry, "{ \"mcpServers\": ").unwrap();
    check(&tree.tamis(&["doctor", "cursor"]), 1, &["the file is not valid"]);

    std::fs::write(&entry, &text).unwrap();
    std::fs::write(tree.home().join(".cursor/skills/tamis/SKILL.md"), "other").unwrap();
    check(&tree.tamis(&["doctor", "cursor"]), 1, &["bad   skill", "differs"]);
}

/// A program in the place of the server.
#[cfg(unix)]
fn fake(tree: &Tree, script: &str) -> Ran {
    use std::os::unix::fs::PermissionsExt;
    let path = tree.root().join("fake-server");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let toml = format!("[mcp_servers.tamis]\ncommand = \"{}\"\nargs = [\"mcp\"]\n", path.display());
    std::fs::create_dir_all(tree.home().join(".codex")).unwrap();
    std::fs::write(tree.home().join(".codex/config.toml"), toml).unwrap();
    tree.tamis(&["doctor", "codex"])
}

#[cfg(unix)]
#[test]
fn a_server_is_asked_over_the_protocol() {
    let tree = Tree::new();
    let hello = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"tamis","version":"0"}}}"#;
    let tools = r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"find"},{"name":"explain"}]}}"#;
    let note = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#;
    let script = format!(
        "read a; case \"$a\" in *initialize*2025-06-18*) echo '{note}'; echo '{hello}';; esac\nread b; read c; case \"$c\" in *tools/list*) echo '{tools}';; esac\nread d"
    );
    assert!(fake(&tree, &script).out.contains("ok    server                 answers with find, explain"));
    assert!(fake(&tree, "exit 3").out.contains("bad   server                 it "));
    assert!(fake(&tree, "echo hello; read a").out.contains("not JSON"));
    let refusal = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no thanks"}}"#;
    assert!(fake(&tree, &format!("read a; echo '{refusal}'")).out.contains("answers with an error: no thanks"));
}

#[test]
fn the_own_server_answers() {
    let tree = Tree::fixture("token-expiry-ts");
    for agent in ["claude-code", "codex"] {
        assert_eq!(tree.tamis(&["install", agent]).code, 0);
    }
    check(&tree.tamis(&["doctor"]), 0, &["Claude Code, user", "Codex, user", "answers with find, follow_up, explain"]);
}
