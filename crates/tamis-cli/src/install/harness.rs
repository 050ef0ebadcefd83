//! The harnesses: one row each, with where it keeps what and in which shape. Adding a harness is adding a row (and a section of
//! docs/agents.md).

use serde_json::{Value, json};

use super::place::{Base, Place};

/// Whose settings are changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    User,
    Project,
}

/// A harness, and where it keeps what.
#[derive(Debug)]
pub(crate) struct Harness {
    /// What is typed.
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
    /// Its program, as it is found on the search path.
    pub(crate) program: &'static str,
    pub(crate) server: Server,
    pub(crate) parts: &'static [Part],
    pub(crate) hooks: Option<Hooks>,
}

/// Where and how MCP servers are listed.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) at: At,
    pub(crate) format: Format,
    pub(crate) keys: &'static [&'static str],
    pub(crate) shape: Shape,
    /// More arguments in project scope, where the harness fills in the project's folder.
    pub(crate) project_arguments: &'static [&'static str],
}

/// The place by scope; none where the harness has none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At {
    pub(crate) user: Option<Place>,
    pub(crate) project: Option<Place>,
}

impl At {
    pub(crate) fn of(&self, scope: Scope) -> Option<Place> {
        match scope {
            Scope::User => self.user,
            Scope::Project => self.project,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Json,
    /// With comments and trailing commas.
    Jsonc,
    Toml,
}

/// How an entry names the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `{command, args}`.
    Plain,
    /// The same with `type: stdio`.
    Stdio,
    /// The same with `type: local`, and all tools allowed to be listed.
    AllTools,
    /// `{type: local, command: [program, arguments..], enabled}`.
    OneList,
}

impl Shape {
    pub(crate) fn entry(self, program: &str, arguments: &[String]) -> Value {
        match self {
            Shape::Plain => json!({ "command": program, "args": arguments }),
            Shape::Stdio => json!({ "type": "stdio", "command": program, "args": arguments }),
            Shape::AllTools => json!({ "type": "local", "command": program, "args": arguments, "tools": ["*"] }),
            Shape::OneList => {
                let command: Vec<&str> = std::iter::once(program).chain(arguments.iter().map(String::as_str)).collect();
                json!({ "type": "local", "command": command, "enabled": true })
            }
        }
    }
}

/// A text that is installed beside the server.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) what: What,
    pub(crate) at: At,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// The skill, a file of its own.
    Skill,
    /// The subagent, a file of its own: Markdown behind this front matter, which must make it read-only.
    Subagent(&'static str),
    /// The subagent as TOML.
    TomlSubagent,
    /// The instructions as a marked block of a file that others write too.
    Block,
    /// The instructions as a file of its own, behind this front matter.
    Rule(&'static str),
}

/// Where hooks are listed, which events there are, and how a time-out is counted.
#[derive(Debug)]
pub(crate) struct Hooks {
    pub(crate) at: At,
    /// The harness's event, and ours.
    pub(crate) events: &'static [(&'static str, &'static str)],
    /// The same for calls of tools, with those that read or edit one file, as the harness matches them.
    pub(crate) tools: Option<(&'static str, &'static str, &'static str)>,
    /// A time-out of five seconds: ours gives up after one.
    pub(crate) timeout: u64,
}

/// In both scopes: below a folder of the user's, and below the project.
const fn at(base: Base, user: &'static str, project: &'static str) -> At {
    At { user: Some(Place(base, user)), project: Some(Place(Base::Root, project)) }
}

const fn user_only(base: Base, user: &'static str) -> At {
    At { user: Some(Place(base, user)), project: None }
}

/// When a harness should call the subagent.
pub(super) const SUBAGENT_DESCRIPTION: &str =
    "Finds the files and line ranges a task needs, before work starts on it. Read-only.";

/// The same skill folder is read by several harnesses.
const AGENTS_SKILL: At = at(Base::Home, ".agents/skills/tamis/SKILL.md", ".agents/skills/tamis/SKILL.md");

/// Events by Claude Code's names, which Codex shares.
const EVENTS: &[(&str, &str)] =
    &[("SubagentStart", "subagent-start"), ("UserPromptSubmit", "user-prompt"), ("SessionStart", "session-start")];

/// All harnesses, in the order they are shown.
pub(crate) const HARNESSES: &[Harness] = &[
    Harness {
        id: "claude-code",
        name: "Claude Code",
        program: "claude",
        server: Server {
            at: at(Base::ClaudeJson, ".claude.json", ".mcp.json"),
            format: Format::Json,
            keys: &["mcpServers"],
            shape: Shape::Stdio,
            project_arguments: &[],
        },
        parts: &[
            Part { what: What::Skill, at: at(Base::Claude, "skills/tamis/SKILL.md", ".claude/skills/tamis/SKILL.md") },
            Part {
                what: What::Subagent(
                    "tools: Read, Grep, Glob, mcp__tamis__find, mcp__tamis__follow_up, mcp__tamis__explain\n",
                ),
                at: at(Base::Claude, "agents/tamis.md", ".claude/agents/tamis.md"),
            },
            Part { what: What::Block, at: at(Base::Claude, "CLAUDE.md", "CLAUDE.md") },
        ],
        hooks: Some(Hooks {
            at: at(Base::Claude, "settings.json", ".claude/settings.json"),
            events: EVENTS,
            tools: Some(("PostToolUse", "post-tool-use", "Read|Edit|MultiEdit|Write|NotebookEdit")),
            timeout: 5,
        }),
    },
    Harness {
        id: "codex",
        name: "Codex",
        program: "codex",
        server: Server {
            at: at(Base::Codex, "config.toml", ".codex/config.toml"),
            format: Format::Toml,
            keys: &["mcp_servers"],
            shape: Shape::Plain,
            project_arguments: &[],
        },
        parts: &[
            Part { what: What::Skill, at: AGENTS_SKILL },
            Part { what: What::TomlSubagent, at: at(Base::Codex, "agents/tamis.toml", ".codex/agents/tamis.toml") },
            Part { what: What::Block, at: at(Base::Codex, "AGENTS.md", "AGENTS.md") },
        ],
        hooks: Some(Hooks {
            at: at(Base::Codex, "hooks.json", ".codex/hooks.json"),
            events: EVENTS,
            tools: None,
            timeout: 5,
        }),
    },
    Harness {
        id: "cursor",
        name: "Cursor",
        program: "cursor",
        server: Server {
            at: at(Base::Home, ".cursor/mcp.json", ".cursor/mcp.json"),
            format: Format::Json,
            keys: &["mcpServers"],
            shape: Shape::Stdio,
            project_arguments: &["--root", "${workspaceFolder}"],
        },
        parts: &[
            Part {
                what: What::Skill,
                at: at(Base::Home, ".cursor/skills/tamis/SKILL.md", ".cursor/skills/tamis/SKILL.md"),
            },
            Part {
                what: What::Subagent("model: inherit\nreadonly: true\n"),
                at: at(Base::Home, ".cursor/agents/tamis.md", ".cursor/agents/tamis.md"),
            },
            Part {
                what: What::Rule("description: How to find the code a task needs\nalwaysApply: true\n"),
                at: At { user: None, project: Some(Place(Base::Root, ".cursor/rules/tamis.mdc")) },
            },
        ],
        hooks: None,
    },
    Harness {
        id: "gemini",
        name: "Gemini CLI",
        program: "gemini",
        server: Server {
            at: at(Base::Home, ".gemini/settings.json", ".gemini/settings.json"),
            format: Format::Jsonc,
            keys: &["mcpServers"],
            shape: Shape::Plain,
            project_arguments: &[],
        },
        parts: &[
            Part { what: What::Skill, at: AGENTS_SKILL },
            Part {
                what: What::Subagent(
                    "kind: local\ntools:\n  - read_file\n  - glob\n  - grep_search\n  - mcp_tamis_*\n",
                ),
                at: at(Base::Home, ".gemini/agents/tamis.md", ".gemini/agents/tamis.md"),
            },
            Part { what: What::Block, at: at(Base::Home, ".gemini/GEMINI.md", "GEMINI.md") },
        ],
        hooks: Some(Hooks {
            at: at(Base::Home, ".gemini/settings.json", ".gemini/settings.json"),
            events: &[("BeforeAgent", "user-prompt"), ("SessionStart", "session-start")],
            tools: None,
            timeout: 5000,
        }),
    },
    Harness {
        id: "opencode",
        name: "opencode",
        program: "opencode",
        server: Server {
            at: at(Base::Config, "opencode/opencode.json", "opencode.json"),
            format: Format::Jsonc,
            keys: &["mcp"],
            shape: Shape::OneList,
            project_arguments: &[],
        },
        parts: &[
            Part {
                what: What::Skill,
                at: at(Base::Config, "opencode/skills/tamis/SKILL.md", ".opencode/skills/tamis/SKILL.md"),
            },
            Part {
                what: What::Subagent("mode: subagent\npermission:\n  edit: deny\n  bash: deny\n  webfetch: deny\n"),
                at: at(Base::Config, "opencode/agents/tamis.md", ".opencode/agents/tamis.md"),
            },
            Part { what: What::Block, at: at(Base::Config, "opencode/AGENTS.md", "AGENTS.md") },
        ],
        hooks: None,
    },
    Harness {
        id: "vscode",
        name: "VS Code",
        program: "code",
        server: Server {
            at: at(Base::Code, "mcp.json", ".vscode/mcp.json"),
            format: Format::Jsonc,
            keys: &["servers"],
            shape: Shape::Stdio,
            project_arguments: &["--root", "${workspaceFolder}"],
        },
        parts: &[
            Part { what: What::Skill, at: at(Base::Copilot, "skills/tamis/SKILL.md", ".github/skills/tamis/SKILL.md") },
            Part {
                what: What::Subagent("tools: ['read', 'search', 'tamis/*']\n"),
                at: at(Base::Copilot, "agents/tamis.agent.md", ".github/agents/tamis.agent.md"),
            },
            Part {
                what: What::Rule("applyTo: '**'\n"),
                at: at(
                    Base::Copilot,
                    "instructions/tamis.instructions.md",
                    ".github/instructions/tamis.instructions.md",
                ),
            },
        ],
        hooks: None,
    },
    Harness {
        id: "zed",
        name: "Zed",
        program: "zed",
        server: Server {
            at: at(Base::Config, "zed/settings.json", ".zed/settings.json"),
            format: Format::Jsonc,
            keys: &["context_servers"],
            shape: Shape::Plain,
            project_arguments: &[],
        },
        parts: &[
            Part { what: What::Skill, at: AGENTS_SKILL },
            Part { what: What::Block, at: at(Base::Config, "zed/AGENTS.md", "AGENTS.md") },
        ],
        hooks: None,
    },
    Harness {
        id: "windsurf",
        name: "Windsurf",
        program: "windsurf",
        server: Server {
            at: user_only(Base::Home, ".codeium/windsurf/mcp_config.json"),
            format: Format::Json,
            keys: &["mcpServers"],
            shape: Shape::Plain,
            project_arguments: &[],
        },
        parts: &[
            Part { what: What::Skill, at: user_only(Base::Home, ".codeium/windsurf/skills/tamis/SKILL.md") },
            Part { what: What::Block, at: user_only(Base::Home, ".codeium/windsurf/memories/global_rules.md") },
        ],
        hooks: None,
    },
    Harness {
        id: "copilot",
        name: "Copilot CLI",
        program: "copilot",
        server: Server {
            at: at(Base::Copilot, "mcp-config.json", ".github/mcp.json"),
            format: Format::Json,
            keys: &["mcpServers"],
            shape: Shape::AllTools,
            project_arguments: &[],
        },
        parts: &[
            Part { what: What::Skill, at: at(Base::Copilot, "skills/tamis/SKILL.md", ".github/skills/tamis/SKILL.md") },
            Part {
                what: What::Subagent("tools: ['read', 'search', 'tamis/*']\n"),
                at: at(Base::Copilot, "agents/tamis.agent.md", ".github/agents/tamis.agent.md"),
            },
            Part {
                what: What::Block,
                at: at(Base::Copilot, "copilot-instructions.md", ".github/copilot-instructions.md"),
            },
        ],
        hooks: None,
    },
];

/// The front matter that every Markdown subagent begins with.
pub(crate) fn front_matter(more: &str) -> String {
    format!("---\nname: tamis\ndescription: {SUBAGENT_DESCRIPTION}\n{more}---\n")
}

/// The harness of that name.
pub(crate) fn named(id: &str) -> Option<&'static Harness> {
    HARNESSES.iter().find(|one| one.id == id)
}
