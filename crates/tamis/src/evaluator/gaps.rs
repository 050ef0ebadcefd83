//! What a relevant file needs that it does not hold: names used in its best passages and defined elsewhere, modules of
//! the repository it imports.
//!
//! Names gaps; whether a gap is closed by what was kept is the context's business. What was looked at and excluded is needed for no
//! task: the pattern never reads it again, so a gap that only such files close would keep the loop running for nothing. It stays
//! open and is not critical ([`is_ruled_out`]), until a caller asks for it by name.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

use super::resolve::resolve_import;
use crate::analyzer::source::Structure;
use crate::analyzer::stem::stem;
use crate::analyzer::terms::{Form, TermHash, for_each_run, for_each_term, is_cjk, parts, terms};
use crate::document::{DocId, LineRange, Role};
use crate::judgement::{Gap, GapKind};
use crate::ranker::{Hits, Pool, best_passages, telling_passages};
use crate::repository::{Reading, Repository};

/// A name that more files than this define means none of them in particular.
const MOST_DEFINERS: usize = 2;
/// Gaps named by one file.
const MOST_GAPS: usize = 6;
/// Critical gaps named by one file.
const MOST_CRITICAL: usize = 3;
/// A name is rare that at most one file in so many uses, or [`FEWEST_USERS`] where there are few files.
const RARE_SHARE: usize = 50;
const FEWEST_USERS: usize = 5;
/// A word that passages say so often is what they are about.
const OFTEN: usize = 3;
/// Imports of a file that are resolved.
const MOST_IMPORTS: usize = 60;
/// Passages of a file whose needs count.
const PASSAGES: usize = 3;

/// The gaps of one document of the pool, critical ones first; `near` are the documents that stand near the task by their own
/// words. A critical gap must lead on: to a near document, or by a name that the task and the passages speak of. Whatever else is
/// used is looked up where the gap says so.
pub fn identify_gaps(pool: &Pool<'_>, doc: DocId, near: &BTreeSet<DocId>) -> Vec<Gap> {
    let Some((reading, hits)) = read(pool, doc) else { return Vec::new() };
    let best = best_passages(reading, hits, &weights(pool), PASSAGES);
    let spans: Vec<LineRange> = best.into_iter().map(|passage| passage.lines).collect();
    let said = LazyCell::new(|| said(pool, reading, &spans));
    let leads_on = |name: &str, definers: &[DocId]| {
        definers.iter().any(|definer| near.contains(definer)) || parts(name).iter().all(|part| said.contains(part))
    };
    gaps_in(pool.repository, doc, reading, &spans, leads_on)
}

/// The same for a document that a caller keeps, whether or not it holds a word of the task: the file is surely needed, and so is
/// what it rests on.
pub fn identify_gaps_of_kept(pool: &Pool<'_>, doc: DocId) -> Vec<Gap> {
    let Some((reading, hits)) = read(pool, doc) else { return Vec::new() };
    let spans = telling_passages(reading, hits, &weights(pool), PASSAGES);
    gaps_in(pool.repository, doc, reading, &spans, |_, _| true)
}

fn read<'p>(pool: &'p Pool<'_>, doc: DocId) -> Option<(&'p Reading, &'p Hits)> {
    let place = pool.docs.binary_search(&doc).ok()?;
    Some((pool.readings[place].as_deref()?, &pool.hits[place]))
}

fn weights(pool: &Pool<'_>) -> Vec<f64> {
    pool.weights(|term| term.whole + term.learned)
}

/// The words that the task and these lines speak of: the task's own, and what the lines say again and again and the repository
/// seldom.
fn said(pool: &Pool<'_>, reading: &Reading, spans: &[LineRange]) -> BTreeSet<String> {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for &span in spans {
        for_each_run(reading.lines(span), |run| {
            parts(run).into_iter().for_each(|part| *times.entry(part).or_default() += 1);
        });
    }
    let is_said = |word: &str, times: usize| {
        let hash = TermHash::of(stem(word));
        let asked = pool.terms.iter().any(|term| term.hash == hash && term.whole > 0.0);
        asked || (times >= OFTEN && !pool.repository.is_common(hash))
    };
    times.into_iter().filter(|(word, times)| is_said(word, *times)).map(|(word, _)| word).collect()
}

/// A name that is used and defined elsewhere; in order, the rarest first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Needed<'n> {
    /// How many files use it.
    users: usize,
    /// Where it is used first.
    line: u32,
    name: &'n str,
    definers: Vec<DocId>,
}

/// Names used in the passages, not defined in the file, and defined in one or two others, the rarest first; then imported modules.
/// Of the rarest few names those that lead on are critical: a passage that rests on a name hardly anybody else uses cannot be
/// understood without it, while a name used all over the repository is furniture.
fn gaps_in(
    repository: &Repository,
    doc: DocId,
    reading: &Reading,
    spans: &[LineRange],
    leads_on: impl Fn(&str, &[DocId]) -> bool,
) -> Vec<Gap> {
    let structure = reading.structure();
    let own = |name: &str| structure.symbols.iter().any(|symbol| symbol.name == name);
    let mut found: Vec<Needed<'_>> = Vec::new();
    for reference in structure.references.iter().filter(|one| spans.iter().any(|span| span.contains(one.line))) {
        let name = reference.name.as_str();
        if name.len() < 3 || own(name) || found.iter().any(|known| known.name == name) {
            continue;
        }
        let definers = source_definers(repository, name);
        let imported = structure.imports.iter().any(|import| import.names.iter().any(|taken| taken == name));
        let few = (1..=MOST_DEFINERS).contains(&definers.len());
        if few && !definers.contains(&doc) && (imported || name.len() > 5) {
            found.push(Needed { users: users(repository, name), line: reference.line, name, definers });
        }
    }
    found.sort_unstable();
    let rare = (repository.index.searchable() / RARE_SHARE).max(FEWEST_USERS);
    let gap = |(order, needed): (usize, &Needed<'_>)| Gap {
        what: needed.name.to_owned(),
        kind: GapKind::Definition,
        critical: order < MOST_CRITICAL && needed.users <= rare && leads_on(needed.name, &needed.definers),
        named_by: Some(repository.path(doc).to_owned()),
        closed_by: None,
    };
    let mut gaps: Vec<Gap> = found.iter().enumerate().map(gap).collect();
    gaps.extend(import_gaps(repository, doc, structure, &gaps));
    gaps.truncate(MOST_GAPS);
    gaps
}

/// Source files that define a name.
fn source_definers(repository: &Repository, name: &str) -> Vec<DocId> {
    let is_source =
        |doc: &DocId| !matches!(repository.role(*doc), Role::Test | Role::Docs | Role::Vendored | Role::Generated);
    repository.index.definers(name).iter().copied().filter(is_source).collect()
}

/// In how many files a name is used.
fn users(repository: &Repository, name: &str) -> usize {
    terms(name).first().map_or(0, |whole| repository.index.document_frequency(TermHash::of(whole)))
}

/// Modules of the repository that the file imports; never critical by themselves.
fn import_gaps(repository: &Repository, doc: DocId, structure: &Structure, known: &[Gap]) -> Vec<Gap> {
    let from = repository.path(doc);
    let mut gaps: Vec<Gap> = Vec::new();
    for import in structure.imports.iter().take(MOST_IMPORTS) {
        let covered = |name: &String| known.iter().any(|gap| gap.what == *name);
        if import.names.iter().any(covered) || gaps.len() >= MOST_GAPS {
            continue;
        }
        for target in resolve_import(repository, from, &import.module) {
            let what = repository.path(target).to_owned();
            if !gaps.iter().any(|gap| gap.what == what) {
                gaps.push(Gap {
                    what,
                    kind: GapKind::Import,
                    critical: false,
                    named_by: Some(from.to_owned()),
                    closed_by: None,
                });
            }
        }
    }
    gaps
}

/// Whether keeping `doc` closes a gap.
pub fn closes(repository: &Repository, gap: &Gap, doc: DocId) -> bool {
    match gap.kind {
        GapKind::Definition => repository.index.definers(&gap.what).binary_search(&doc).is_ok(),
        GapKind::Term => holds_words(repository, &gap.what, doc),
        GapKind::Import | GapKind::Caller | GapKind::Configuration | GapKind::Test => repository.path(doc) == gap.what,
    }
}

/// Whether the only files that would close a gap are excluded.
pub fn is_ruled_out(repository: &Repository, gap: &Gap, excluded: &BTreeSet<DocId>) -> bool {
    let closers = match gap.kind {
        GapKind::Definition => source_definers(repository, &gap.what),
        GapKind::Term => Vec::new(),
        _ => repository.corpus.find(&gap.what).into_iter().collect(),
    };
    !closers.is_empty() && closers.iter().all(|doc| excluded.contains(doc))
}

/// Whether a document holds a word of the task, or a part of it; of a phrase without spaces at least half of its pairs.
fn holds_words(repository: &Repository, words: &str, doc: DocId) -> bool {
    let holds = |term: &str| repository.index.holds(doc, TermHash::of(term));
    if !words.chars().any(is_cjk) {
        return terms(words).iter().any(|term| holds(term));
    }
    let (mut held, mut all) = (0, 0);
    for_each_term(words, |term, form| {
        if form == Form::Whole {
            all += 1;
            held += usize::from(holds(term));
        }
    });
    held > 0 && 2 * held >= all
}
