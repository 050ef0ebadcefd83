//! What the typed arguments mean to the engine. With its two parts the only reader of the environment, of standard input, of query
//! files and of the file of settings: `folders` says where harnesses keep theirs, `model` how a model is reached.

mod folders;
mod memory;
mod model;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tamis::budget::{Budget, MAX_TASK_BYTES};
use tamis::corpus::Selection;
use tamis::engine::Options;
use tamis::memory::Day;
use tamis::query::{KeywordSource, Query, Task, Tests};
use tamis_mcp::Http;

use crate::caller;
use crate::cli::{self, AskArgs, DoctorArgs, FindArgs, HookArgs, McpArgs, TargetArgs};
use crate::failure::{Failure, Result};
use crate::hook::Kind;
use crate::install::{self, Folders, Harness, Scope};
use crate::judge::Model;
use crate::learned::{Learned, date};
use crate::render::words::{as_typed_and_printed, with_slashes};
use crate::resume::Said;
use crate::saved::Store;
use crate::serve::{Roots, Service};

pub(crate) use memory::begin_sparingly;

/// One task to be asked of one root.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) root: PathBuf,
    pub(crate) options: Options,
    pub(crate) task: Task,
    /// The first query, where the caller gives it.
    pub(crate) query: Option<Query>,
    /// How long files may be taken into the index; for ever, where not said.
    pub(crate) wait: Option<Duration>,
    /// The model that judges, where the built-in judge is not enough.
    pub(crate) evaluator: Option<Model>,
    /// What was learned in earlier runs, and where more of it is kept.
    pub(crate) learned: Learned,
}

impl Request {
    /// A task judged by the built-in judge, whose first query is made from it, once all files are in the index.
    pub(crate) fn new(root: PathBuf, options: Options, task: Task) -> Request {
        Request { root, options, task, query: None, wait: None, evaluator: None, learned: learned() }
    }
}

/// The request of `find`.
pub(crate) fn of_find(args: &FindArgs) -> Result<Request> {
    let mut request = of_ask(&args.ask, args.task.as_deref())?;
    request.options.budget.limit = args.limit as usize;
    request.options.budget.tokens = args.budget as usize;
    request.evaluator = model::of_find(&args.evaluator)?;
    Ok(request)
}

/// The request of any command that asks a task.
pub(crate) fn of_ask(args: &AskArgs, task: Option<&str>) -> Result<Request> {
    let query = args.query.as_deref().map(read_query).transpose()?;
    let text = match task {
        Some("-") => read_task(std::io::stdin().lock())?,
        Some(text) => text.to_owned(),
        None if query.is_some() => String::new(),
        None => return Err(Failure::no_task()),
    };
    let mut task = Task {
        text,
        purpose: args.purpose.clone(),
        keywords: args.keyword.clone(),
        patterns: read_back(&args.pattern),
        excludes: Vec::new(),
        focus_areas: args.focus.iter().map(|area| with_slashes(area).into_owned()).collect(),
        tests: match args.tests {
            cli::Tests::Auto => Tests::Auto,
            cli::Tests::Only => Tests::Only,
            cli::Tests::Off => Tests::Off,
        },
    };
    if let Some(query) = &query {
        ask_as_given(&mut task, query);
    }
    let mut options = options();
    options.cache = options.cache.filter(|_| !args.no_index);
    options.selection.include = read_back(&args.include);
    options.selection.exclude = read_back(&args.exclude);
    options.budget.max_cycles = args.cycles as usize;
    let wait = Some(Duration::from_secs(args.wait));
    Ok(Request { query, wait, ..Request::new(args.root.clone(), options, task) })
}

/// What the caller says to a saved run.
pub(crate) fn said(args: &FindArgs) -> Result<Said> {
    let judgements = match args.judgements.as_deref() {
        None => Vec::new(),
        Some(path) if path == Path::new("-") && args.task.as_deref() == Some("-") => {
            return Err(Failure::new("the question and the judgements cannot both come from standard input")
                .hinted("give one of them as an argument or in a file"));
        }
        Some(path) if path == Path::new("-") => caller::parse(&read_task(std::io::stdin().lock())?)?,
        Some(path) => caller::parse(&read_file(path)?)?,
    };
    let question = match args.task.as_deref() {
        Some("-") => Some(read_task(std::io::stdin().lock())?),
        question => question.map(str::to_owned),
    };
    let question = question.filter(|text| !text.trim().is_empty());
    let evaluator = model::of_find(&args.evaluator)?;
    let (tokens, limit) = (args.budget as usize, args.limit as usize);
    let said = Said { judgements, question, evaluator, tokens, limit, wait: Duration::from_secs(args.ask.wait) };
    if said.is_nothing() && said.evaluator.is_some() {
        return Err(Failure::new("a saved run is shown as it was judged; there is nothing for --evaluator to judge")
            .hinted("give a question, --judgements, or both: the model then judges the next cycle"));
    }
    Ok(said)
}

/// Where finished runs are saved.
pub(crate) fn store() -> Store {
    Store::new(cache().map(|folder| folder.join("runs")))
}

/// What was learned in earlier runs: in `$XDG_DATA_HOME/tamis/learned`, or `~/.local/share/tamis/learned`; and which day it is.
pub(crate) fn learned() -> Learned {
    let folder = folders::data().map(|folder| folder.join("tamis/learned"));
    Learned::new(folder, today())
}

/// Days since 1970. Tests say which.
fn today() -> Day {
    let given = std::env::var("TAMIS_TODAY").ok().and_then(|text| date::read(&text));
    let now = || std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs() / (24 * 3600)) as Day;
    given.unwrap_or_else(now)
}

/// The user's folder for what Tamis can do without: `$XDG_CACHE_HOME/tamis`, or `~/.cache/tamis`.
fn cache() -> Option<PathBuf> {
    folders::cache().map(|folder| folder.join("tamis"))
}

/// What `tamis mcp` serves, and how.
pub(crate) struct Serving {
    pub(crate) service: Service,
    pub(crate) http: Option<Http>,
    pub(crate) idle: Option<Duration>,
}

/// The settings of `mcp`.
pub(crate) fn of_mcp(args: &McpArgs) -> Result<Serving> {
    let token = std::env::var("TAMIS_MCP_TOKEN").ok().filter(|token| !token.is_empty());
    if let Some(address) = args.http.filter(|address| !address.ip().is_loopback() && token.is_none()) {
        return Err(Failure::new(format!("{address} can be reached from other machines, and there is no token"))
            .hinted("set TAMIS_MCP_TOKEN to a secret, or serve at 127.0.0.1"));
    }
    let http = args.http.map(|address| Http { address, hosts: args.host.clone(), token });
    let idle = (args.idle > 0).then(|| Duration::from_secs(args.idle.saturating_mul(60)));
    let service = Service {
        roots: Roots::new(&args.root, folders::home())?,
        evaluator: model::of_mcp(&args.evaluator)?,
        wait: Duration::from_secs(args.wait),
    };
    Ok(Serving { service, http, idle })
}

/// What holds for every root: the defaults of the engine, the home folder that is too broad a root, and the cache folder.
pub(crate) fn options() -> Options {
    let selection = Selection { home: folders::home(), memory: memory::left(), ..Selection::default() };
    Options { selection, budget: Budget::default(), cache: cache() }
}

/// One harness to install into, or to take out of.
pub(crate) struct Target {
    pub(crate) folders: Folders,
    pub(crate) harness: &'static Harness,
    pub(crate) scope: Scope,
}

/// The settings of `install` and `uninstall`.
pub(crate) fn of_target(args: &TargetArgs) -> Result<Target> {
    let scope = match args.scope {
        cli::Scope::User => Scope::User,
        cli::Scope::Project => Scope::Project,
    };
    Ok(Target { folders: folders::folders(&args.root)?, harness: harness(&args.agent)?, scope })
}

/// The settings of `doctor`.
pub(crate) fn of_doctor(args: &DoctorArgs) -> Result<(Folders, Option<&'static Harness>)> {
    Ok((folders::folders(&args.root)?, args.agent.as_deref().map(harness).transpose()?))
}

/// Which event is answered, and for whom.
#[derive(Clone, Debug)]
pub(crate) struct Hooked {
    pub(crate) kind: Kind,
    pub(crate) agent_types: Vec<String>,
    /// This program, where the system tells.
    pub(crate) program: Option<PathBuf>,
}

/// More than an event holds.
const MOST_EVENT_BYTES: u64 = 4 << 20;

/// The event on standard input.
pub(crate) fn read_event() -> std::io::Result<String> {
    let mut text = String::new();
    std::io::stdin().lock().take(MOST_EVENT_BYTES).read_to_string(&mut text)?;
    Ok(text)
}

/// The settings of `hook`.
pub(crate) fn of_hook(args: &HookArgs) -> Hooked {
    Hooked { kind: args.event, agent_types: args.agent_type.clone(), program: std::env::current_exe().ok() }
}

fn harness(id: &str) -> Result<&'static Harness> {
    install::named(id).ok_or_else(|| Failure::new(format!("no such agent: {id}")))
}

/// Globs as typed, and those that a printed path stands for.
fn read_back(globs: &[String]) -> Vec<String> {
    globs.iter().flat_map(|glob| as_typed_and_printed(glob)).collect()
}

/// A given query speaks for the caller; which words of the task it leaves out, `run` sees to.
fn ask_as_given(task: &mut Task, query: &Query) {
    let given = query.keywords.iter().filter(|keyword| keyword.source == KeywordSource::Caller);
    task.keywords = given.map(|keyword| keyword.word.clone()).collect();
    task.patterns.clone_from(&query.patterns);
    task.excludes.clone_from(&query.excludes);
    task.focus_areas.clone_from(&query.focus_areas);
}

fn read_query(path: &Path) -> Result<Query> {
    crate::query::parse(&read_file(path)?).map_err(|error| {
        Failure::file("understand", path, error)
            .hinted(r#"a query is {"patterns": [..], "keywords": [..], "excludes": [..], "focus_areas": [..]}"#)
    })
}

/// Bytes that are read of a stream or of a file that is named: a task in any encoding.
const MOST_BYTES: u64 = 2 * MAX_TASK_BYTES as u64 + 4;

/// The text of a file that is named. One that holds more than is read would be understood as something else.
fn read_file(path: &Path) -> Result<String> {
    let fault = |error: std::io::Error| Failure::file("read", path, error);
    let data = std::fs::metadata(path).map_err(fault)?;
    // Opening a pipe waits for a writer; the pipe of a shell's `<(..)`, below /dev, has one.
    if !path.starts_with("/dev") && !data.is_file() {
        return Err(Failure::file("read", path, "it is not a regular file"));
    }
    if data.len() > MOST_BYTES {
        return Err(Failure::file("read", path, format!("it holds more than {} KiB", MOST_BYTES / 1024)));
    }
    File::open(path).and_then(read_text).map_err(fault)
}

/// A task from standard input. More than the engine takes is not read.
fn read_task(stream: impl Read) -> Result<String> {
    read_text(stream).map_err(|error| Failure::new(format!("cannot read the task from standard input: {error}")))
}

/// Text in whatever encoding: UTF-16 by its mark, else UTF-8 with what cannot be decoded replaced.
fn read_text(stream: impl Read) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    stream.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        all => String::from_utf8_lossy(all).into_owned(),
    })
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_read_in_any_encoding() {
        assert_eq!(read_task(&b"fix \xff it"[..]).unwrap(), "fix \u{fffd} it");
        assert_eq!(read_task(&b"\xef\xbb\xbffix"[..]).unwrap(), "fix");
        assert_eq!(read_task(&b"\xff\xfef\0i\0x\0"[..]).unwrap(), "fix");
        assert_eq!(read_task(&b"\xfe\xff\0f\0i\0x"[..]).unwrap(), "fix");
    }

    #[test]
    fn an_endless_task_is_not_read_to_its_end() {
        assert!(read_task(std::io::repeat(b'a')).unwrap().len() > MAX_TASK_BYTES);
    }
}
