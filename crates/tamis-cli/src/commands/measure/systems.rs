//! The systems that are measured side by side, and what each gives for a task.

use std::time::{Duration, Instant};

use tamis::budget::Budget;
use tamis::context::{Answer, Packing, pack};
use tamis::document::LineRange;
use tamis::measure::{Piece, by_keywords, keywords, lines_around, plain_bm25};
use tamis::repository::Repository;
use tamis::session::{Session, Tools, iterative_retrieve};

use super::programs::{self, Ripgrep};
use super::tasks::BenchTask;
use crate::cli::{Baseline, MeasureArgs, Peer};
use crate::failure::Result;
use crate::output::Output;
use crate::run::Run;

/// Token budgets at which systems are read; the last is that of a default answer.
pub(super) const BUDGETS: [usize; 3] = [2_000, 4_000, 8_000];
/// Files that share the passages of one of our answers: those of a default answer.
const SHOWN: usize = 10;
/// Lines around a hit of a keyword search.
const AROUND: u32 = 20;

/// What a system gave for one task.
#[derive(Debug, Default)]
pub(super) struct Given {
    /// Ranked files, best first.
    pub(super) files: Vec<String>,
    /// What it shows at each of [`BUDGETS`], in the order of reading.
    pub(super) shown: [Vec<Piece>; BUDGETS.len()],
    /// The files it says are enough, where it says so.
    pub(super) accepted: Option<Vec<String>>,
    /// Cycles it took.
    pub(super) cycles: usize,
    /// From a cold start to the end.
    pub(super) time: Duration,
}

/// A system beside the product.
pub(super) enum Rival {
    Plain,
    OneCycle,
    Ripgrep(Ripgrep),
    Peer(Peer),
}

/// The rivals that were asked for and are there; what is not is told.
pub(super) fn rivals(args: &MeasureArgs, output: &Output) -> Vec<Rival> {
    let mut list = Vec::new();
    for baseline in &args.vs {
        list.push(match baseline {
            Baseline::Plain => Rival::Plain,
            Baseline::OneCycle => Rival::OneCycle,
            Baseline::Ripgrep => match Ripgrep::find() {
                Some(ripgrep) => Rival::Ripgrep(ripgrep),
                None => {
                    output.note("ripgrep is skipped: there is no program `rg`");
                    continue;
                }
            },
        });
    }
    list.extend(args.peer.iter().cloned().map(Rival::Peer));
    list
}

impl Rival {
    /// As the tables call it.
    pub(super) fn name(&self) -> String {
        match self {
            Rival::Plain => "plain BM25".to_owned(),
            Rival::OneCycle => "tamis, one cycle".to_owned(),
            Rival::Ripgrep(ripgrep) => format!("{} per keyword", ripgrep.version),
            Rival::Peer(peer) => peer.name.clone(),
        }
    }

    /// What it gives for the task of a run.
    pub(super) fn give(&self, args: &MeasureArgs, task: &BenchTask, run: &Run) -> Result<Given> {
        let limit = args.limit as usize;
        let repository = run.engine.repository();
        let start = Instant::now();
        let given = match self {
            Rival::Plain => whole(plain_bm25(repository, &run.session.need, limit)),
            Rival::OneCycle => one_cycle(run, task, limit)?,
            Rival::Ripgrep(ripgrep) => {
                let words = keywords(&run.session.need);
                let hits = words
                    .iter()
                    .map(|word| ripgrep.count(repository.corpus.root(), word))
                    .collect::<Result<Vec<_>>>()?;
                grepped(repository, &words, by_keywords(repository, &hits, limit))
            }
            Rival::Peer(peer) => pieces(programs::ask(peer, &task.tree(&args.trees), &task.text)?),
        };
        // Ours and plain BM25 ask the same opened repository.
        let opened = if matches!(self, Rival::Plain | Rival::OneCycle) { run.timings.open } else { Duration::ZERO };
        Ok(Given { time: opened + start.elapsed(), ..given })
    }
}

/// What the product gives.
pub(super) fn product(run: &Run, answer: &Answer, time: Duration) -> Given {
    Given { time, ..of_session(run.engine.repository(), &run.session, answer) }
}

fn one_cycle(run: &Run, task: &BenchTask, limit: usize) -> Result<Given> {
    let tools = run.engine.tools();
    let budget = Budget { max_cycles: 1, ..tools.budget.clone() };
    let session = iterative_retrieve(Tools { budget: &budget, ..tools }, &task.ask())?;
    let answer = pack(tools.repository, &session.need, &session.query, &session.context, 0, limit);
    Ok(of_session(tools.repository, &session, &answer))
}

fn of_session(repository: &Repository, session: &Session, answer: &Answer) -> Given {
    let paths = |accepted_only: bool| {
        let files = answer.files.iter().filter(|file| file.accepted || !accepted_only);
        files.map(|file| file.judgement.path.clone()).collect::<Vec<String>>()
    };
    let packing = Packing::new(repository, &session.need, &session.query, &session.context, SHOWN);
    let shown = BUDGETS.map(|budget| {
        let packed = packing.answer(repository.counter(), budget, SHOWN);
        let spans =
            packed.files.iter().flat_map(|file| file.spans.iter().map(|span| (&file.judgement.path, span.lines)));
        spans.map(|(path, lines)| Piece { path: path.clone(), lines: Some(lines) }).collect()
    });
    let (files, accepted) = (paths(false), Some(paths(true)));
    Given { files, shown, accepted, cycles: session.cycles.len(), time: Duration::ZERO }
}

/// Whole files, best first.
fn whole(files: Vec<String>) -> Given {
    let shown: Vec<Piece> = files.iter().map(|path| Piece::whole(path)).collect();
    Given { files, shown: std::array::from_fn(|_| shown.clone()), cycles: 1, ..Given::default() }
}

/// The files of a keyword search with the lines around every hit.
fn grepped(repository: &Repository, words: &[&str], files: Vec<String>) -> Given {
    let mut shown: Vec<Piece> = Vec::new();
    for path in &files {
        let Some(reading) = repository.corpus.find(path).and_then(|doc| repository.reading(doc)) else { continue };
        let ranges = lines_around(&reading.text.content, words, AROUND);
        shown.extend(ranges.into_iter().map(|lines| Piece { path: path.clone(), lines: Some(lines) }));
    }
    Given { shown: std::array::from_fn(|_| shown.clone()), ..whole(files) }
}

/// What a peer printed, in its order.
fn pieces(printed: Vec<(String, Option<LineRange>)>) -> Given {
    let mut files: Vec<String> = Vec::new();
    for (path, _) in &printed {
        if !files.contains(path) {
            files.push(path.clone());
        }
    }
    let shown: Vec<Piece> = printed.into_iter().map(|(path, lines)| Piece { path, lines }).collect();
    Given { shown: std::array::from_fn(|_| shown.clone()), ..whole(files) }
}
