//! `tamis index`: brings the index up to date, and says which files there are, which have structure, what was skipped.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

use tamis::corpus::{Corpus, file_name};
use tamis::document::DocId;
use tamis::engine::Engine;
use tamis::language::{self, Reader};
use tamis::query::Task;
use tamis::store::Store;

use super::Outcome;
use crate::cli::IndexArgs;
use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::render::skip_counts;
use crate::render::words::{path, plural, printable, wrap};
use crate::run;
use crate::settings::{self, Request};
use crate::turn::wait_for;

/// How long a quiet run waits for its turn.
const TURN: Duration = Duration::from_secs(3);
/// How long another process that writes is waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// Skipped paths that are listed.
const SKIPPED: usize = 50;

pub(crate) fn run(args: &IndexArgs, output: &Output) -> Result<Outcome> {
    let request = Request::new(args.root.clone(), settings::options(), Task::default());
    if args.clear || args.rebuild {
        clear(&request)?;
    }
    if args.clear {
        return Ok(Outcome::Found);
    }
    if args.quiet {
        return warm(&request);
    }
    let engine = run::open(&request)?;
    output.answer(&status(&engine, &request, output.columns.min(100)))?;
    super::tell(&engine, output);
    Ok(Outcome::Found)
}

/// Brings the index up to date unless another process does: whoever finds one at it waits for a moment, and leaves it to that one.
fn warm(request: &Request) -> Result<Outcome> {
    let Some(cache) = &request.options.cache else { return Ok(Outcome::Found) };
    let corpus = Corpus::open(&request.root, &request.options.selection)?;
    // Where the index would lie among the files themselves, none is kept.
    if !corpus.is_inside(cache) && is_free(&Store::of(&corpus, cache)) {
        run::open_watched(request, &|_, _| ())?;
    }
    Ok(Outcome::Found)
}

/// Whether the right to write could be had within the time that a hook takes to end.
fn is_free(store: &Store) -> bool {
    let turn = wait_for(TURN, || store.write().map(|turn| turn.map(|_| ())).transpose());
    turn.is_some_and(|turn| turn.is_ok())
}

fn clear(request: &Request) -> Result<()> {
    let Some(cache) = &request.options.cache else { return Ok(()) };
    let store = Store::of(&Corpus::open(&request.root, &request.options.selection)?, cache);
    let is_held = |error: &io::Error| error.kind() == ErrorKind::ResourceBusy;
    let cleared = wait_for(PATIENCE, || Some(store.clear()).filter(|done| !done.as_ref().is_err_and(is_held)));
    cleared.unwrap_or_else(|| store.clear()).map_err(|error| Failure::file("clear", store.folder(), error))
}

fn status(engine: &Engine, request: &Request, columns: usize) -> String {
    let corpus = &engine.repository().corpus;
    let text = texts(engine);
    let has_structure = |one: &Text| !matches!(language::named(one.language).reader, Reader::Text);
    let (with, without): (Vec<Text>, Vec<Text>) = text.iter().copied().partition(has_structure);
    let kinds: BTreeSet<String> = without.iter().map(kind).collect();
    let list = kinds.into_iter().collect::<Vec<_>>().join(" ");
    let others = if list.is_empty() { String::new() } else { format!(", the words alone from {}", printable(&list)) };
    let line =
        format!("{} with text; structure is read from {} of them{others}", plural(text.len(), "file"), with.len());
    let mut out = format!("root: {}\n", printable(&corpus.root().to_string_lossy()));
    out.push_str(&format!("listed by: {}\n", if corpus.is_git() { "git" } else { "a walk of the folders" }));
    out.push_str(&format!("head: {}\n", corpus.head().unwrap_or("none")));
    out.push_str(&format!("{}\n", wrap(&line, columns, 2)));
    out.push_str(&format!("{}\n", wrap(&format!("languages: {}", languages(&with)), columns, 2)));
    let skipped = run::skipped(engine);
    if !skipped.is_empty() {
        out.push_str(&format!("skipped: {}\n", skip_counts(&skipped)));
        for one in skipped.iter().take(SKIPPED) {
            out.push_str(&format!("  {}: {}\n", path(&one.path), printable(&one.reason.to_string())));
        }
        if skipped.len() > SKIPPED {
            out.push_str(&format!("  and {} more\n", skipped.len() - SKIPPED));
        }
    }
    out.push_str(&on_disk(engine, request.options.cache.as_deref()));
    out
}

/// Where the index is, what it weighs, and what this run had to do for it.
fn on_disk(engine: &Engine, cache: Option<&Path>) -> String {
    let repository = engine.repository();
    let report = repository.index.report();
    let Some(cache) = cache else { return "on disk: nothing, for there is no cache folder\n".to_owned() };
    let store = Store::of(&repository.corpus, cache);
    let text: u64 = repository.corpus.documents().iter().map(|document| document.bytes).sum();
    let bytes = store.bytes();
    format!(
        "index: {}; {} read, {} analysed in this run\non disk: {} KiB, {} % of the text, in {}\n",
        report.state.name(),
        plural(report.read, "file"),
        plural(report.analysed, "text"),
        bytes.div_ceil(1024),
        bytes * 100 / text.max(1),
        printable(&store.folder().to_string_lossy()),
    )
}

/// A document whose text is in the index.
#[derive(Clone, Copy)]
struct Text<'e> {
    path: &'e str,
    language: &'static str,
}

fn texts(engine: &Engine) -> Vec<Text<'_>> {
    let corpus = &engine.repository().corpus;
    let unread: BTreeSet<&str> = engine.repository().index.unread().iter().map(|skip| skip.path.as_str()).collect();
    let documents = corpus.documents().iter().enumerate();
    let read = documents.filter(|(_, document)| !unread.contains(document.path.as_str()));
    read.map(|(place, document)| Text { path: &document.path, language: language_of(corpus, place) }).collect()
}

/// The language by name; where the name tells none, by the beginning of the text.
fn language_of(corpus: &Corpus, place: usize) -> &'static str {
    let doc = DocId(place as u32);
    let document = corpus.document(doc);
    if document.language != "text" || file_name(&document.path).contains('.') {
        return document.language;
    }
    corpus.read(doc).map_or(document.language, |text| text.language)
}

/// A language without structure by its name; for a file of no language its extension, or else its file name.
fn kind(one: &Text<'_>) -> String {
    let name = file_name(one.path);
    match (one.language, name.trim_start_matches('.').rsplit_once('.')) {
        ("text", Some((_, extension))) => format!(".{extension}"),
        ("text", None) => name.to_owned(),
        (language, _) => language.to_owned(),
    }
}

fn languages(documents: &[Text<'_>]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for document in documents {
        *counts.entry(document.language).or_default() += 1;
    }
    let mut ranked: Vec<(&str, usize)> = counts.into_iter().collect();
    ranked.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    let words: Vec<String> = ranked.iter().map(|(name, count)| format!("{name} {count}")).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}
