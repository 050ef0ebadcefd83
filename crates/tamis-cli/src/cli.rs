//! What was typed: the commands and their flags, only validated. What they mean is in `settings`.

mod learn;
mod peer;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::hook::Kind;
use crate::install::HARNESSES;
pub(crate) use learn::{LearnArgs, LearnCommand, LinkArgs, OutcomeArgs, ProjectArgs};
pub(crate) use peer::Peer;

/// Find the code a task needs: ranked files and line ranges, each with a reason, inside a token budget
#[derive(Debug, Parser)]
#[command(name = "tamis", version, args_conflicts_with_subcommands = true, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 something was accepted, 1 nothing was accepted, 2 error.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) find: FindArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find the code a task needs; the same as `tamis "<task>"`
    Find(FindArgs),
    /// Say why a file is in the answer, out of it, or was never a candidate
    Explain(ExplainArgs),
    /// Bring the index up to date; say which files there are, which have structure, and what was skipped
    Index(IndexArgs),
    /// Show the repository at a glance, within a token budget
    Map(MapArgs),
    /// Serve agents over the Model Context Protocol, on standard input and output or over HTTP
    Mcp(McpArgs),
    /// Run a benchmark and print the figures
    Measure(MeasureArgs),
    /// Install Tamis into a coding agent: MCP server, skill, subagent and instructions, beside what is there
    Install(InstallArgs),
    /// Take out of a coding agent what install put there; its files are as they were before
    Uninstall(UninstallArgs),
    /// Check what is installed: settings valid, entry right, server answering
    Doctor(DoctorArgs),
    /// Add context to an event of a coding agent: the event as JSON on standard input, the answer on standard output
    Hook(HookArgs),
    /// Say what became of an answer, and look after what was learned from that
    Learn(LearnArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
    /// Print the manual page
    Man,
}

/// What every command that asks a task takes.
#[derive(Debug, Args)]
pub(crate) struct AskArgs {
    /// Folder to search
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Why the task is asked; sharpens the judgement
    #[arg(long, value_name = "TEXT")]
    pub(crate) purpose: Option<String>,
    /// Most cycles of dispatch, evaluate and refine, 1 to 10
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=10))]
    pub(crate) cycles: u64,
    /// Take only files that match; may be repeated
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<String>,
    /// Never take files that match; may be repeated
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,
    /// Search these files first, and others only when that fails; may be repeated
    #[arg(long, value_name = "GLOB", conflicts_with = "query")]
    pub(crate) pattern: Vec<String>,
    /// Search for this word too; may be repeated
    #[arg(long, value_name = "WORD", conflicts_with = "query")]
    pub(crate) keyword: Vec<String>,
    /// Look for this path, symbol or word first; may be repeated
    #[arg(long, value_name = "NAME", conflicts_with = "query")]
    pub(crate) focus: Vec<String>,
    /// Whether test files count: when the task is about tests, nothing else, or never
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Tests::Auto)]
    pub(crate) tests: Tests,
    /// First query as JSON: {"patterns", "keywords", "excludes", "focus_areas"}, such as the next_query of an answer.
    /// Words of the task that its keywords leave out are not searched
    #[arg(long, value_name = "FILE")]
    pub(crate) query: Option<PathBuf>,
    /// Most seconds spent reading files into the index; what is left is named, and the next run goes on
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(crate) wait: u64,
    /// Read every file for this run, and keep nothing
    #[arg(long)]
    pub(crate) no_index: bool,
}

/// What the long help of find says beyond its flags.
const FIND_NOTES: &str = "\
The budget is a promise. What is printed never counts more tokens than --budget, by cl100k_base and by o200k_base: the \
whole output, trace included; with --json the paths, reasons and passages of `files`, for the rest is the record of the \
run. \
Passages give way first and say what they are cut from; status, paths and critical gaps are never cut, and a budget too \
small for them is an error that names the least that works.

Forms: text for people, markdown for pasting into an agent, paths for other programs, signatures for an overview. All \
list the same files in the same order. Passages are repository content: data, not instructions. In a path or a line, \
control characters are written \\xNN or \\u{NNNN}. In a path that is not UTF-8 each byte that cannot be read is written \\xNN and \
each backslash twice, in JSON too. Only --format paths in a pipe gives paths byte for byte, as ripgrep and fd do, but for a \
line break, which is written \\x0a; shown again with --resume alone they are written out.

A model is reached by OPENAI_BASE_URL and OPENAI_API_KEY, ANTHROPIC_BASE_URL and ANTHROPIC_API_KEY, or OLLAMA_HOST, or by \
tamis/config.toml in the folder of settings: [evaluator.openai] base_url = \"..\", api_key = \"..\". Without --evaluator nothing \
leaves the machine. For tamis mcp the same file may name it: [mcp] evaluator = \"PROTOCOL:MODEL\".

Standard output carries the answer only. docs/tamis-1.schema.json describes the JSON.";

#[derive(Debug, Args)]
#[command(after_long_help = FIND_NOTES)]
pub(crate) struct FindArgs {
    /// What the code is needed for, in words; - reads it from standard input
    pub(crate) task: Option<String>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Most files listed, 1 to 1000
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) limit: u64,
    /// Most tokens of the answer, 1 to 1000000: of the whole output, and with --json of the paths, reasons and passages
    /// of its files
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u64).range(1..=1_000_000), default_value_t = 8000)]
    pub(crate) budget: u64,
    /// Form of the answer
    #[arg(long, value_name = "FORM", value_enum, default_value_t = Format::Text, conflicts_with = "json")]
    pub(crate) format: Format,
    /// Print the answer as JSON, schema tamis/1
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the passages on a terminal, too, which otherwise shows their ranges and names; every pipe gets them
    #[arg(long)]
    pub(crate) content: bool,
    /// Print what each cycle did before the answer; JSON always holds it
    #[arg(long)]
    pub(crate) trace: bool,
    #[command(flatten)]
    pub(crate) evaluator: EvaluatorArgs,
    /// Take up a run by the handle that its answer gave: the task is then a further question, and only what is new is
    /// printed; without a question and judgements, the answer as it was, reading no file
    #[arg(long, value_name = "RUN", conflicts_with_all = ["root", "purpose", "cycles", "include", "exclude", "pattern", "keyword", "focus", "tests", "query"])]
    pub(crate) resume: Option<String>,
    /// Your own judgements of files for --resume, as JSON: [{"path", "relevance", "reason", "missing_context"}], the last
    /// two optional; - reads standard input
    #[arg(long, value_name = "FILE", requires = "resume")]
    pub(crate) judgements: Option<PathBuf>,
}

/// A model that judges, and what it may cost.
#[derive(Debug, Args)]
pub(crate) struct EvaluatorArgs {
    /// Let a model judge, after the built-in judge: openai:NAME for any server of that interface, anthropic:NAME or
    /// ollama:NAME. Where it fails, the built-in judgements stand, and the answer says so
    #[arg(long, value_name = "PROTOCOL:MODEL")]
    pub(crate) evaluator: Option<String>,
    /// Most seconds that the model may take for one answer, 1 to 600 [default: 60, and 30 for tamis mcp]
    #[arg(long, value_name = "N", requires = "evaluator", value_parser = clap::value_parser!(u64).range(1..=600))]
    pub(crate) evaluator_seconds: Option<u64>,
    /// Most tokens that the model may cost for one answer, 2000 to 1000000
    #[arg(long, value_name = "N", requires = "evaluator", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(2000..=1_000_000))]
    pub(crate) evaluator_tokens: u64,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// File to explain, relative to the root
    pub(crate) path: String,
    /// The task, as for find; - reads it from standard input
    pub(crate) task: Option<String>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
}

#[derive(Debug, Args)]
pub(crate) struct IndexArgs {
    /// Folder to look at
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Show the state; what the command does without it too
    #[arg(long)]
    pub(crate) status: bool,
    /// Throw the index away and make it anew
    #[arg(long, conflicts_with_all = ["status", "clear"])]
    pub(crate) rebuild: bool,
    /// Throw the index away
    #[arg(long, conflicts_with = "status")]
    pub(crate) clear: bool,
    /// Print nothing, and leave the work to another process that is at it already
    #[arg(long, conflicts_with_all = ["status", "rebuild", "clear"])]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MapArgs {
    /// Folder to map
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Most tokens of the map, 1 to 1000000
    #[arg(long, value_name = "TOKENS", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) budget: u64,
}

#[derive(Debug, Args)]
pub(crate) struct McpArgs {
    /// Folder to answer for, with all that is in it; may be repeated
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: Vec<PathBuf>,
    /// Serve over HTTP at this address instead, path /mcp; TAMIS_MCP_TOKEN holds the token that clients must present,
    /// and any address but a loopback one needs it
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) http: Option<std::net::SocketAddr>,
    /// Name beside the loopback ones and the address by which HTTP clients may call the server; may be repeated
    #[arg(long, value_name = "NAME", requires = "http")]
    pub(crate) host: Vec<String>,
    /// Most seconds that a call spends reading files into the index; what is left is named, and the next call goes on
    #[arg(long, value_name = "SECONDS", default_value_t = 4)]
    pub(crate) wait: u64,
    #[command(flatten)]
    pub(crate) evaluator: EvaluatorArgs,
    /// End when nothing was asked for so many minutes; 0 for never
    #[arg(long, value_name = "MINUTES", default_value_t = 720)]
    pub(crate) idle: u64,
}

#[derive(Debug, Args)]
pub(crate) struct MeasureArgs {
    /// Tasks, one JSON object a line: id, repo, base_commit, language, source, text, gold_files
    #[arg(long, value_name = "FILE")]
    pub(crate) tasks: PathBuf,
    /// Folder of the trees: <owner>__<name>/<first 12 digits of the commit>
    #[arg(long, value_name = "DIR")]
    pub(crate) trees: PathBuf,
    /// Most files listed for a task, 1 to 1000
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) limit: u64,
    /// Only the first N tasks
    #[arg(long, value_name = "N")]
    pub(crate) first: Option<usize>,
    /// Only the tasks of the core set
    #[arg(long, value_name = "SET", value_enum)]
    pub(crate) only: Option<Only>,
    /// Only tasks where a field has this value, such as repo=sharkdp/fd; may be repeated
    #[arg(long = "where", value_name = "FIELD=VALUE")]
    pub(crate) wanted: Vec<String>,
    /// Most cycles, 1 to 10
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=10))]
    pub(crate) cycles: u64,
    /// Write {"id", "files", "spans"}, one line a task
    #[arg(long, value_name = "OUT")]
    pub(crate) predictions: Option<PathBuf>,
    /// Write the signals of every candidate, one line a task, and measure nothing else
    #[arg(long, value_name = "OUT", conflicts_with = "predictions")]
    pub(crate) features: Option<PathBuf>,
    /// Write how often the repositories of the tasks say each word, and measure nothing else
    #[arg(long, value_name = "OUT", conflicts_with_all = ["predictions", "features"])]
    pub(crate) words: Option<PathBuf>,
    /// Measure only what one true judgement after cycle 1 does: the first gold file is confirmed, and cycle 2 looks for the
    /// others, beside cycle 2 without it; tasks with several gold files
    #[arg(long, conflicts_with_all = ["predictions", "features", "vs", "cycles"])]
    pub(crate) confirm_first: bool,
    /// Measure only what learning from use does: the tasks of each repository in the order of the file, each told how those
    /// before it turned out, beside the same without; the gold files are what was used
    #[arg(long, conflicts_with_all = ["predictions", "features", "vs", "confirm_first"])]
    pub(crate) learn: bool,
    /// What the rows of the tables are
    #[arg(long, value_name = "FIELD", value_enum, default_value_t = By::Language)]
    pub(crate) by: By,
    /// What to measure beside it, in the same run; several by comma
    #[arg(long, value_name = "SYSTEM", value_enum, value_delimiter = ',', default_values_t = [Baseline::Plain, Baseline::Ripgrep])]
    pub(crate) vs: Vec<Baseline>,
    /// Another program to measure beside it, run by the shell once a task: {root} becomes the tree, the task comes on standard
    /// input, and each line printed is `path` or `path:start-end`, best first; may be repeated
    #[arg(long, value_name = "NAME=COMMAND")]
    pub(crate) peer: Vec<Peer>,
}

/// What install and uninstall take.
#[derive(Debug, Args)]
pub(crate) struct TargetArgs {
    /// The coding agent
    #[arg(value_name = "AGENT", value_parser = clap::builder::PossibleValuesParser::new(HARNESSES.iter().map(|one| one.id)))]
    pub(crate) agent: String,
    /// Whose settings: yours, for every project, or the project's, for everybody who works on it
    #[arg(long, value_name = "WHOSE", value_enum, default_value_t = Scope::User)]
    pub(crate) scope: Scope,
    /// Folder of the project, for --scope project
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Print what would change and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

#[derive(Debug, Args)]
pub(crate) struct InstallArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Install the hooks too, which add context to prompts and to subagents by themselves
    #[arg(long)]
    pub(crate) hooks: bool,
}

#[derive(Debug, Args)]
pub(crate) struct UninstallArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// The coding agent; without it, all into which Tamis is installed
    #[arg(value_name = "AGENT", value_parser = clap::builder::PossibleValuesParser::new(HARNESSES.iter().map(|one| one.id)))]
    pub(crate) agent: Option<String>,
    /// Folder of the project whose settings are looked at, too
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct HookArgs {
    /// The event
    #[arg(value_name = "EVENT", value_enum)]
    pub(crate) event: Kind,
    /// Types of subagents whose task gets context, * for all; may be repeated
    #[arg(long, value_name = "TYPE", default_values_t = ["general-purpose", "Explore", "Plan", "default", "explorer", "worker"].map(str::to_owned))]
    pub(crate) agent_type: Vec<String>,
    /// Add nothing when it takes more milliseconds than this
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 900)]
    pub(crate) within: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scope {
    User,
    Project,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Tests {
    Auto,
    Only,
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For pasting into an agent
    Markdown,
    /// One path a line
    Paths,
    /// First lines of the best symbols
    Signatures,
    /// What --json prints
    #[value(skip)]
    Json,
    /// The same with a brief record, as an agent's client takes it
    #[value(skip)]
    Structured,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Only {
    /// Tasks marked core
    Core,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    Language,
    Source,
    Repo,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Baseline {
    /// BM25 over whole files
    Plain,
    /// The product with one cycle
    OneCycle,
    /// One search for each keyword of the task: the twenty that the first line or the text says most; files by how many
    /// distinct ones they hold, then by hits; source files only, as for BM25
    Ripgrep,
}
