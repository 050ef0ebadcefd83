//! The hot paths of a question, one bench each, over the sources of this crate: `cargo bench -p tamis`.
//!
//! What takes which part of a whole question on a real tree, a profiler tells; these tell whether one part became faster.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use divan::{Bencher, black_box};
use tamis::analyzer::source::structure;
use tamis::analyzer::terms::{TermHash, for_each_term};
use tamis::corpus::secret::redact;
use tamis::document::DocId;
use tamis::engine::{Engine, Options};
use tamis::language;
use tamis::query::{Task, need};
use tamis::session::{Session, begin, conclude, evaluate_relevance, retrieve_files};
use tamis::tokens;
use tempfile::TempDir;

const TASK: &str = "Passages are cut in the middle of a function when the token budget is small";

fn main() {
    divan::main();
}

fn sources() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn task() -> Task {
    Task { text: TASK.to_owned(), ..Task::default() }
}

/// A text of some length: a file of code.
static TEXT: LazyLock<String> =
    LazyLock::new(|| fs::read_to_string(sources().join("context/packing.rs")).unwrap_or_default());

/// An index of the sources, kept in a folder, and the folder.
static CACHE: LazyLock<Option<TempDir>> = LazyLock::new(|| {
    let folder = TempDir::new().ok()?;
    drop(open(folder.path()));
    Some(folder)
});
static ENGINE: LazyLock<Option<Engine>> = LazyLock::new(|| open(CACHE.as_ref()?.path()));
static SESSION: LazyLock<Option<Session>> = LazyLock::new(|| ENGINE.as_ref()?.retrieve(&task()).ok());

fn open(cache: &Path) -> Option<Engine> {
    let options = Options { cache: Some(cache.to_owned()), ..Options::default() };
    Engine::open(&sources(), &options).ok()
}

#[divan::bench]
fn analysis_terms() -> usize {
    let mut count = 0;
    for_each_term(black_box(&TEXT), |spelling, _| count += spelling.len());
    count
}

#[divan::bench]
fn analysis_structure() -> usize {
    structure(language::of("packing.rs", ""), black_box(&TEXT)).references.len()
}

#[divan::bench]
fn secrets() -> usize {
    black_box(&TEXT).lines().map(|line| redact(line).len()).sum()
}

#[divan::bench]
fn index_built_in_memory() -> usize {
    Engine::open(&sources(), &Options::default()).map_or(0, |engine| engine.repository().index.searchable())
}

#[divan::bench]
fn index_opened_from_disk(bencher: Bencher<'_, '_>) {
    let Some(folder) = &*CACHE else { return };
    bencher.bench(|| open(folder.path()).map(|engine| engine.repository().index.searchable()));
}

#[divan::bench]
fn postings(bencher: Bencher<'_, '_>) {
    let Some(folder) = &*CACHE else { return };
    // Lists are read once by each index.
    bencher.with_inputs(|| open(folder.path())).bench_refs(|engine| {
        let postings = |word| engine.as_ref().map_or(0, |it| it.repository().index.postings(TermHash::of(word)).len());
        ["passag", "token", "budget", "function"].map(postings)
    });
}

#[divan::bench]
fn query() -> usize {
    need(black_box(&task())).terms.len()
}

#[divan::bench]
fn evaluation(bencher: Bencher<'_, '_>) {
    let Some(engine) = &*ENGINE else { return };
    let (tools, Ok(session)) = (engine.tools(), begin(engine.repository(), &task())) else { return };
    let Ok(dispatch) = retrieve_files(tools, &session) else { return };
    bencher.bench(|| evaluate_relevance(tools, &session, black_box(&dispatch.candidates)).len());
}

#[divan::bench]
fn one_cycle(bencher: Bencher<'_, '_>) {
    let Some(engine) = &*ENGINE else { return };
    let tools = engine.tools();
    bencher.with_inputs(|| begin(engine.repository(), &task())).bench_values(|session| {
        let mut session = session.ok()?;
        let dispatch = retrieve_files(tools, &session).ok()?;
        let evaluation = evaluate_relevance(tools, &session, &dispatch.candidates);
        conclude(tools, &mut session, dispatch, evaluation);
        Some(session.cycles.len())
    });
}

#[divan::bench]
fn packing(bencher: Bencher<'_, '_>) {
    let (Some(engine), Some(session)) = (&*ENGINE, &*SESSION) else { return };
    bencher.bench(|| engine.answer(black_box(session)).used);
}

#[divan::bench]
fn tokens_of_a_file() -> usize {
    tokens::count(black_box(&TEXT))
}

#[divan::bench]
fn file_read(bencher: Bencher<'_, '_>) {
    let Some(engine) = &*ENGINE else { return };
    bencher.bench(|| engine.repository().corpus.read(black_box(DocId(0))).map(|text| text.content.len()));
}
