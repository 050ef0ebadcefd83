//! Help, completions and the manual page come from one definition, and `docs/cli.md` is what the help says.

use std::fmt::Write;

use expect_test::expect_file;

use crate::support::Tree;

const COMMANDS: [&str; 13] = [
    "find",
    "explain",
    "index",
    "map",
    "mcp",
    "measure",
    "install",
    "uninstall",
    "doctor",
    "hook",
    "learn",
    "completions",
    "man",
];

const LEARN: [[&str; 2]; 10] = [
    ["learn", "outcome"],
    ["learn", "list"],
    ["learn", "show"],
    ["learn", "forget"],
    ["learn", "export"],
    ["learn", "import"],
    ["learn", "prune"],
    ["learn", "promote"],
    ["learn", "off"],
    ["learn", "on"],
];

#[test]
fn the_reference_is_what_the_help_says() {
    let tree = Tree::new();
    let mut text = String::from(
        "# Command line\n\nWhat `tamis --help` prints, command by command. `UPDATE_EXPECT=1 cargo test` writes this file.\n",
    );
    let commands = COMMANDS.iter().map(std::slice::from_ref).chain(LEARN.iter().map(<[&str; 2]>::as_slice));
    for command in [&[][..]].into_iter().chain(commands) {
        let help = tree.tamis(&[command, &["--help"]].concat());
        assert_eq!((help.code, help.err.as_str()), (0, ""), "{command:?}");
        let name = [&["tamis"], command].concat().join(" ");
        let lines: Vec<&str> = help.out.lines().map(str::trim_end).collect();
        let _ = write!(text, "\n## {name}\n\n```text\n{}\n```\n", lines.join("\n").trim_end());
    }
    expect_file!["../../../../docs/cli.md"].assert_eq(&text);
}

#[test]
fn no_line_of_the_help_is_wider_than_a_page() {
    let tree = Tree::new();
    for command in COMMANDS {
        for line in tree.tamis(&[command, "--help"]).out.lines() {
            assert!(line.chars().count() <= 100, "{command}: {line}");
        }
    }
}

#[test]
fn completions_and_the_manual_know_every_command() {
    let tree = Tree::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = tree.tamis(&["completions", shell]);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(COMMANDS.iter().all(|command| ran.out.contains(command)), "{shell}");
        assert!(ran.out.contains("--budget") || ran.out.contains("budget"), "{shell}");
    }
    let manual = tree.tamis(&["man"]);
    assert_eq!(manual.code, 0, "{manual:?}");
    assert!(COMMANDS.iter().all(|command| manual.out.contains(command)), "{}", manual.out);
    let page = |[of, command]: &[&str; 2]| format!(".TH tamis-{of}-{command} ");
    assert!(LEARN.iter().all(|command| manual.out.contains(&page(command))), "{}", manual.out);
    assert!(tree.tamis(&["--version"]).out.starts_with("tamis "));
}

/// The trace in the README is what a run on the fixture prints; `UPDATE_EXPECT=1 cargo test` writes it.
#[test]
fn the_readme_shows_a_real_trace() {
    let tree = Tree::fixture("rate-limit-ts");
    tree.git(&["init", "-q"]);
    tree.git(&["add", "-A"]);
    tree.git(&["commit", "-q", "-m", "larder"]);
    let ran = tree.tamis(&["Add rate limiting to API endpoints", "--trace"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let (trace, _) = ran.out.split_once("\n\n").unwrap();
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).unwrap();
    let (before, rest) = readme.split_once("<!-- trace: ").unwrap();
    let (comment, rest) = rest.split_once("```text\n").unwrap();
    let (_, after) = rest.split_once("```\n").unwrap();
    let whole = format!("{before}<!-- trace: {comment}```text\n{trace}\n```\n{after}");
    expect_file!["../../../../README.md"].assert_eq(&whole);
}
