//! What the typed arguments mean to the engine. The only reader of the environment, standard input and query files.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tamis::budget::{Budget, MAX_TASK_BYTES};
use tamis::corpus::Selection;
use tamis::engine::Options;
use tamis::query::{KeywordSource, Query, Task, Tests};

use crate::cli::{self, AskArgs, FindArgs};
use crate::failure::{Failure, Result};
use crate::render::words::as_typed_and_printed;

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
}

/// The request of `find`.
pub(crate) fn of_find(args: &FindArgs) -> Result<Request> {
    let mut request = of_ask(&args.ask, args.task.as_deref())?;
    request.options.budget.limit = args.limit as usize;
    request.options.budget.tokens = args.budget as usize;
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
        focus_areas: args.focus.clone(),
        tests: match args.tests {
            cli::Tests::Auto => Tests::Auto,
            cli::Tests::Only => Tests::Only,
            cli::Tests::Off => Tests::Off,
        },
    };
    if let Some(query) = &query {
        take_in(&mut task, query);
    }
    let mut options = options();
    options.cache = options.cache.filter(|_| !args.no_index);
    options.selection.include = read_back(&args.include);
    options.selection.exclude = read_back(&args.exclude);
    options.budget.max_cycles = args.cycles as usize;
    Ok(Request { root: args.root.clone(), options, task, query, wait: Some(Duration::from_secs(args.wait)) })
}

/// What holds for every root: the defaults of the engine, the home folder that is too broad a root, and the cache folder.
pub(crate) fn options() -> Options {
    let selection = Selection { home: std::env::home_dir(), ..Selection::default() };
    Options { selection, budget: Budget::default(), cache: cache_folder() }
}

/// Where things are kept that can be made again: `tamis` in `$XDG_CACHE_HOME`, or else in `~/.cache`.
fn cache_folder() -> Option<PathBuf> {
    let given = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
    let folder = given.or_else(|| std::env::home_dir().map(|home| home.join(".cache")))?;
    folder.is_absolute().then(|| folder.join("tamis"))
}

/// Globs as typed, and those that a printed path stands for.
fn read_back(globs: &[String]) -> Vec<String> {
    globs.iter().flat_map(|glob| as_typed_and_printed(glob)).collect()
}

/// A given query speaks for the caller; which words of the task it leaves out, `run` sees to.
fn take_in(task: &mut Task, query: &Query) {
    let given = query.keywords.iter().filter(|keyword| keyword.source == KeywordSource::Caller);
    task.keywords = given.map(|keyword| keyword.word.clone()).collect();
    task.patterns.clone_from(&query.patterns);
    task.excludes.clone_from(&query.excludes);
    task.focus_areas.clone_from(&query.focus_areas);
}

fn read_query(path: &Path) -> Result<Query> {
    let fault = |error: std::io::Error| Failure::file("read", path, error);
    // Opening a pipe waits for a writer; the pipe of a shell's `<(..)`, below /dev, has one.
    if !path.starts_with("/dev") && std::fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return Err(Failure::file("read", path, "it is not a regular file"));
    }
    let mut text = String::new();
    File::open(path).map_err(fault)?.take(MAX_TASK_BYTES as u64).read_to_string(&mut text).map_err(fault)?;
    crate::query::parse(&text).map_err(|error| {
        Failure::file("understand", path, error)
            .hinted(r#"a query is {"patterns": [..], "keywords": [..], "excludes": [..], "focus_areas": [..]}"#)
    })
}

/// A task from a stream, in whatever encoding: UTF-16 by its mark, else UTF-8 with what cannot be decoded replaced. More than
/// the engine takes is not read.
fn read_task(stream: impl Read) -> Result<String> {
    let mut bytes = Vec::new();
    let most = 2 * MAX_TASK_BYTES as u64 + 4;
    stream
        .take(most)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::new(format!("cannot read the task from standard input: {error}")))?;
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
