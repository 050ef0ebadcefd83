//! Installing into every harness and taking out again: the user's files come back byte for byte, and nothing is written that should
//! not be.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::{Ran, Tree};

/// Harness, scope, file of the server's entry below the home or the root, keys to it.
const SERVERS: [(&str, &str, &str, &[&str]); 17] = [
    ("claude-code", "user", ".claude.json", &["mcpServers"]),
    ("claude-code", "project", ".mcp.json", &["mcpServers"]),
    ("codex", "user", ".codex/config.toml", &["mcp_servers"]),
    ("codex", "project", ".codex/config.toml", &["mcp_servers"]),
    ("cursor", "user", ".cursor/mcp.json", &["mcpServers"]),
    ("cursor", "project", ".cursor/mcp.json", &["mcpServers"]),
    ("gemini", "user", ".gemini/settings.json", &["mcpServers"]),
    ("gemini", "project", ".gemini/settings.json", &["mcpServers"]),
    ("opencode", "user", ".config/opencode/opencode.json", &["mcp"]),
    ("opencode", "project", "opencode.json", &["mcp"]),
    ("vscode", "user", ".config/Code/User/mcp.json", &["servers"]),
    ("vscode", "project", ".vscode/mcp.json", &["servers"]),
    ("zed", "user", ".config/zed/settings.json", &["context_servers"]),
    ("zed", "project", ".zed/settings.json", &["context_servers"]),
    ("windsurf", "user", ".codeium/windsurf/mcp_config.json", &["mcpServers"]),
    ("copilot", "user", ".copilot/mcp-config.json", &["mcpServers"]),
    ("copilot", "project", ".github/mcp.json", &["mcpServers"]),
];

/// Every file below a folder with its bytes, and every folder.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() && !entry.is_symlink() {
            all.extend(snapshot(&entry));
            all.insert(entry, None);
        } else {
            all.insert(entry.clone(), Some(std::fs::read(&entry).unwrap()));
        }
    }
    all
}

fn base(tree: &Tree, scope: &str) -> PathBuf {
    if scope == "user" { tree.home() } else { tree.root() }
}

fn put(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[track_caller]
fn good(ran: Ran) -> String {
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    ran.out
}

/// A settings file as its owner may have set it.
fn settings_of_a_user(file: &str, keys: &[&str]) -> String {
    let key = keys[0];
    match Path::new(file).extension().unwrap().to_str().unwrap() {
        "toml" => format!(
            "# mine\nmodel = \"x\"   # odd   spaces\n\n[{key}.other]\ncommand = 'run'\nargs = [ \"a\",\n  \"b\" ]\n\n[profiles.fast]\nmodel = 'y'"
        ),
        _ => format!(
            "{{\n    \"theme\" : \"dark\",\n    \"{key}\": {{\n        \"other\": {{\"command\":\"run\",   \"args\":[ ]}}\n    }}\n}}"
        ),
    }
}

#[test]
fn install_and_uninstall_leave_every_harness_as_it_was() {
    for (agent, scope, file, keys) in SERVERS {
        for user_has_files in [false, true] {
            let tree = Tree::fixture("token-expiry-ts");
            let folder = base(&tree, scope);
            if user_has_files {
                put(&folder.join(file), &settings_of_a_user(file, keys));
                for name in ["AGENTS.md", "CLAUDE.md", "GEMINI.md", ".claude/CLAUDE.md", ".codex/AGENTS.md"] {
                    put(&folder.join(name), "# Rules of mine\n\n- no line end");
                }
                put(&folder.join(".claude/settings.json"), "{ \"hooks\": { \"SessionStart\": [] } }\n");
            }
            let before = (snapshot(&tree.home()), snapshot(&tree.root()));
            let arguments = [agent, "--scope", scope];

            let told = good(tree.tamis(&[&["install"], &arguments[..], &["--hooks", "--dry-run"]].concat()));
            assert!(told.contains("nothing is written") && told.contains("+ "), "{told}");
            assert_eq!((snapshot(&tree.home()), snapshot(&tree.root())), before, "{agent} {scope}: a dry run wrote");

            good(tree.tamis(&[&["install"], &arguments[..], &["--hooks"]].concat()));
            let installed = (snapshot(&tree.home()), snapshot(&tree.root()));
            assert!(read(&folder.join(file)).contains("tamis"), "{agent} {scope}");
            if user_has_files {
                assert!(read(&folder.join(file)).contains("other"), "{agent} {scope}");
            }
            let again = good(tree.tamis(&[&["install"], &arguments[..], &["--hooks"]].concat()));
            assert!(!again.contains("  add ") && !again.contains("replace"), "{agent} {scope}: {again}");
            assert_eq!((snapshot(&tree.home()), snapshot(&tree.root())), installed, "{agent} {scope}: not idempotent");

            if scope == "user" {
                assert!(good(tree.tamis(&["doctor", agent])).contains("answers with find"), "{agent}");
            }

            good(tree.tamis(&[&["uninstall"], &arguments[..], &["--dry-run"]].concat()));
            assert_eq!((snapshot(&tree.home()), snapshot(&tree.root())), installed);
            good(tree.tamis(&[&["uninstall"], &arguments[..]].concat()));
            let mut after = (snapshot(&tree.home()), snapshot(&tree.root()));
            // Where the state was kept stays, empty.
            after.0.retain(|path, bytes| bytes.is_some() || !path.starts_with(tree.home().join(".local")));
            assert_eq!(after, before, "{agent} {scope} {user_has_files}");
        }
    }
}

#[test]
fn entries_have_the_shape_of_their_harness() {
    let tree = Tree::new();
    let own = env!("CARGO_BIN_EXE_tamis");
    let entry = |agent: &str, scope: &str| -> Value {
        good(tree.tamis(&["install", agent, "--scope", scope]));
        let (.., file, keys) = SERVERS.iter().find(|row| (row.0, row.1) == (agent, scope)).unwrap();
        let whole: Value = serde_json::from_str(&read(&base(&tree, scope).join(file))).unwrap();
        whole[keys[0]]["tamis"].clone()
    };
    assert_eq!(entry("claude-code", "user"), json!({ "type": "stdio", "command": own, "args": ["mcp"] }));
    assert_eq!(entry("claude-code", "project"), json!({ "type": "stdio", "command": "tamis", "args": ["mcp"] }));
    assert_eq!(entry("gemini", "user"), json!({ "command": own, "args": ["mcp"] }));
    assert_eq!(entry("opencode", "user"), json!({ "type": "local", "command": [own, "mcp"], "enabled": true }));
    assert_eq!(
        entry("vscode", "project"),
        json!({ "type": "stdio", "command": "tamis", "args": ["mcp", "--root", "${workspaceFolder}"] })
    );
    assert_eq!(entry("copilot", "user"), json!({ "type": "local", "command": own, "args": ["mcp"], "tools": ["*"] }));
    assert_eq!(entry("windsurf", "user"), json!({ "command": own, "args": ["mcp"] }));
    good(tree.tamis(&["install", "codex"]));
    let toml = format!("# tamis: begin\n[mcp_servers.tamis]\ncommand = \"{own}\"\nargs = [\"mcp\"]\n# tamis: end\n");
    assert_eq!(read(&tree.home().join(".codex/config.toml")), toml);
}

#[test]
fn comments_and_trailing_commas_stay() {
    let tree = Tree::new();
    let path = tree.home().join(".config/zed/settings.json");
    let text = "// Zed settings\n{\n  \"theme\": \"One\", // light\n  /* servers */\n  \"context_servers\": {\n    // nothing yet\n  },\n}\n";
    put(&path, text);
    good(tree.tamis(&["install", "zed"]));
    let with = read(&path);
    assert!(
        ["// Zed settings", "// light", "/* servers */", "// nothing yet", "\"tamis\""]
            .iter()
            .all(|one| with.contains(one)),
        "{with}"
    );
    good(tree.tamis(&["uninstall", "zed"]));
    assert_eq!(read(&path), text);
}

#[test]
fn what_others_change_in_between_stays() {
    let tree = Tree::new();
    let path = tree.home().join(".claude.json");
    put(&path, "{\n  \"mcpServers\": {}\n}\n");
    good(tree.tamis(&["install", "claude-code"]));
    // The harness writes its whole file anew, in its own style and order.
    let mut whole: Value = serde_json::from_str(&read(&path)).unwrap();
    whole["startups"] = json!(3);
    whole["mcpServers"]["other"] = json!({ "command": "x" });
    put(&path, &whole.to_string());
    good(tree.tamis(&["uninstall", "claude-code"]));
    let after: Value = serde_json::from_str(&read(&path)).unwrap();
    assert_eq!(after, json!({ "mcpServers": { "other": { "command": "x" } }, "startups": 3 }));
}

#[test]
fn a_file_that_two_harnesses_share_goes_with_the_last() {
    let tree = Tree::new();
    let path = tree.root().join("AGENTS.md");
    for agent in ["codex", "opencode"] {
        good(tree.tamis(&["install", agent, "--scope", "project"]));
    }
    assert_eq!(read(&path).matches("tamis: begin").count(), 1);
    assert!(good(tree.tamis(&["uninstall", "codex", "--scope", "project"])).contains("another harness uses it"));
    assert!(path.exists());
    good(tree.tamis(&["uninstall", "opencode", "--scope", "project"]));
    assert_eq!(snapshot(&tree.root()), BTreeMap::new());
}

#[test]
fn what_is_not_ours_is_left_alone() {
    let tree = Tree::new();
    let servers = "{\n  \"mcpServers\": { \"tamis\": { \"command\": \"a-fork\" } }\n}\n";
    put(&tree.home().join(".claude.json"), servers);
    put(&tree.home().join(".claude/skills/tamis/SKILL.md"), "my own\n");
    let told = good(tree.tamis(&["install", "claude-code"]));
    assert_eq!(told.matches("left alone").count(), 2, "{told}");
    good(tree.tamis(&["uninstall", "claude-code"]));
    assert_eq!(read(&tree.home().join(".claude.json")), servers);
    assert_eq!(read(&tree.home().join(".claude/skills/tamis/SKILL.md")), "my own\n");

    // What the user changed after us is the user's.
    good(tree.tamis(&["install", "cursor"]));
    let skill = tree.home().join(".cursor/skills/tamis/SKILL.md");
    put(&skill, &(read(&skill) + "\nmine\n"));
    good(tree.tamis(&["uninstall", "cursor"]));
    assert!(read(&skill).ends_with("\nmine\n"));
}

#[test]
fn an_older_entry_of_ours_is_renewed() {
    let tree = Tree::new();
    let path = tree.home().join(".cursor/mcp.json");
    let text = "{\n  \"mcpServers\": {\n    \"x\": {}\n  }\n}\n";
    put(&path, text);
    good(tree.tamis(&["install", "cursor"]));
    // As if an older version had put it there, at another path.
    let receipt = tree.home().join(".local/state/tamis/installed.json");
    let own = env!("CARGO_BIN_EXE_tamis");
    for file in [&path, &receipt] {
        put(file, &read(file).replace(own, "/old/tamis"));
    }
    let told = good(tree.tamis(&["install", "cursor"]));
    assert!(told.contains("replace"), "{told}");
    assert!(read(&path).contains(own) && !read(&path).contains("/old/tamis"));
    good(tree.tamis(&["uninstall", "cursor"]));
    assert_eq!(read(&path), text);
}

#[test]
fn a_lost_receipt_does_not_bind() {
    let tree = Tree::new();
    put(&tree.home().join(".codex/config.toml"), "model = \"x\"\n");
    good(tree.tamis(&["install", "codex"]));
    std::fs::remove_dir_all(tree.home().join(".local")).unwrap();
    good(tree.tamis(&["uninstall", "codex"]));
    assert!(!tree.home().join(".codex/agents/tamis.toml").exists());
    assert_eq!(read(&tree.home().join(".codex/config.toml")).trim_end(), "model = \"x\"");
}

#[test]
fn a_file_that_is_not_valid_is_never_touched() {
    let cases = [
        ("claude-code", ".claude.json", "{ \"a\": 1, }\n"),
        ("claude-code", ".claude.json", "{ \"mcpServers\": [] }\n"),
        ("claude-code", ".claude.json", "[]\n"),
        ("codex", ".codex/config.toml", "model = \n"),
        ("codex", ".codex/config.toml", "mcp_servers = 3\n"),
        ("zed", ".config/zed/settings.json", "{ \"theme\": \n"),
    ];
    for (agent, file, text) in cases {
        let tree = Tree::new();
        put(&tree.home().join(file), text);
        let before = snapshot(&tree.home());
        let ran = tree.tamis(&["install", agent]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{text}: {ran:?}");
        assert!(
            ran.err.starts_with("error: cannot edit ") && ran.err.contains("hint: nothing was changed"),
            "{}",
            ran.err
        );
        assert_eq!(ran.err.lines().count(), 2, "{}", ran.err);
        assert_eq!(snapshot(&tree.home()), before, "{text}");
    }
    let tree = Tree::new();
    std::fs::write(tree.home().join(".claude.json"), b"{ \"a\": \"\xff\" }").unwrap();
    assert!(tree.tamis(&["install", "claude-code"]).err.contains("not UTF-8"));
    let ran = tree.tamis(&["install", "windsurf", "--scope", "project"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("--scope user"), "{}", ran.err);
    assert!(tree.tamis(&["install", "emacs"]).err.contains("'emacs'"));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_modes_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let tree = Tree::new();
    let dotfiles = tree.root().join("dotfiles/claude.json");
    put(&dotfiles, "{}\n");
    std::fs::set_permissions(&dotfiles, std::fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&dotfiles, tree.home().join(".claude.json")).unwrap();
    good(tree.tamis(&["install", "claude-code"]));
    assert!(tree.home().join(".claude.json").is_symlink());
    assert!(read(&dotfiles).contains("tamis"));
    assert_eq!(std::fs::metadata(&dotfiles).unwrap().permissions().mode() & 0o777, 0o600);
    good(tree.tamis(&["uninstall", "claude-code"]));
    assert_eq!(read(&dotfiles), "{}\n");

    let hostile = Tree::new();
    put(&hostile.home().join(".bashrc"), "alias a=b\n");
    symlink(hostile.home().join(".bashrc"), hostile.root().join("AGENTS.md")).unwrap();
    let ran = hostile.tamis(&["install", "codex", "--scope", "project"]);
    assert!(ran.code == 2 && ran.err.contains("leads out of the project"), "{ran:?}");
    assert_eq!(read(&hostile.home().join(".bashrc")), "alias a=b\n");

    symlink(tree.home().join("gone.toml"), tree.home().join("config.toml")).unwrap();
    std::fs::create_dir(tree.home().join(".codex")).unwrap();
    std::fs::rename(tree.home().join("config.toml"), tree.home().join(".codex/config.toml")).unwrap();
    assert!(tree.tamis(&["install", "codex"]).err.contains("a link to a file that is not there"));
}

#[test]
fn the_variables_of_the_harnesses_are_obeyed() {
    let tree = Tree::new();
    let elsewhere = tree.root().join("elsewhere");
    let mut command = tree.command(&["install", "codex"]);
    let done = command.env("CODEX_HOME", &elsewhere).output().unwrap();
    assert!(done.status.success());
    assert!(read(&elsewhere.join("config.toml")).contains("tamis"));
    assert!(!tree.home().join(".codex").exists());
}

/// The front matter of a Markdown file, as lines `key: value`.
fn front_matter(text: &str) -> BTreeMap<&str, &str> {
    let (front, _) = text.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap();
    front.lines().filter_map(|line| line.split_once(": ")).collect()
}

#[test]
fn the_skill_holds_the_pattern() {
    let tree = Tree::new();
    good(tree.tamis(&["install", "claude-code"]));
    let skill = read(&tree.home().join(".claude/skills/tamis/SKILL.md"));
    assert!(skill.lines().count() <= 400);
    let front = front_matter(&skill);
    // Limits of the Agent Skills format.
    assert_eq!(front["name"], "tamis");
    assert!(front["description"].len() <= 1024 && front["description"].contains("Use when"));
    for step in [
        "1. Start with a broad keyword search.",
        "2. Evaluate the relevance of each file (0 to 1).",
        "3. Identify what context is still missing.",
        "4. Refine the search criteria and repeat (at most 3 cycles).",
        "5. Return the files with relevance >= 0.7.",
        "## When to use it",
        "## When not to use it",
    ] {
        assert!(skill.contains(step), "{step}");
    }
}

#[test]
fn subagents_are_read_only_and_answer_in_four_fields() {
    let tree = Tree::new();
    let forbidden = ["Write", "Edit", "Bash", "write_file", "run_shell_command", "'edit'", "'execute'", "'shell'"];
    let files = [
        ("claude-code", ".claude/agents/tamis.md", "tools: Read, Grep, Glob, mcp__tamis__find"),
        ("codex", ".codex/agents/tamis.toml", "sandbox_mode = \"read-only\""),
        ("cursor", ".cursor/agents/tamis.md", "readonly: true"),
        ("gemini", ".gemini/agents/tamis.md", "  - read_file"),
        ("opencode", ".config/opencode/agents/tamis.md", "  edit: deny\n  bash: deny"),
        ("copilot", ".copilot/agents/tamis.agent.md", "tools: ['read', 'search', 'tamis/*']"),
    ];
    for (agent, file, limit) in files {
        good(tree.tamis(&["install", agent]));
        let text = read(&tree.home().join(file));
        assert!(text.contains(limit), "{agent}: {text}");
        assert!(!forbidden.iter().any(|tool| text.contains(tool)), "{agent}");
        let shape = &text[text.find("```json\n").unwrap() + 8..];
        let shape: Value = serde_json::from_str(shape.split("```").next().unwrap()).unwrap();
        let fields: Vec<&String> = shape.as_object().unwrap().keys().collect();
        assert_eq!(fields, ["status", "summary", "next_actions", "artifacts"]);
    }
}
