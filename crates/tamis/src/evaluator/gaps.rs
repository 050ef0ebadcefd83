//! What a relevant file needs that it does not hold: names used in its best passages and defined elsewhere, modules of
//! the repository it imports.
//!
//! Names gaps; whether a gap is closed by what was kept is the context's business.

use super::resolve::resolve_import;
use crate::analyzer::source::Structure;
use crate::analyzer::terms::{TermHash, terms};
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
/// Imports of a file that are resolved.
const MOST_IMPORTS: usize = 60;
/// Passages of a file whose needs count.
const PASSAGES: usize = 3;

/// The gaps of one document of the pool, critical ones first.
pub fn identify_gaps(pool: &Pool<'_>, doc: DocId) -> Vec<Gap> {
    gaps_in(pool, doc, |reading, hits, weights| {
        best_passages(reading, hits, weights, PASSAGES).into_iter().map(|passage| passage.lines).collect()
    })
}

/// The same for a document that a caller keeps, whether or not it holds a word of the task.
pub fn identify_gaps_of_kept(pool: &Pool<'_>, doc: DocId) -> Vec<Gap> {
    gaps_in(pool, doc, |reading, hits, weights| telling_passages(reading, hits, weights, PASSAGES))
}

/// Gaps of the passages that `chosen` picks by their hits and the weights of the terms.
fn gaps_in(pool: &Pool<'_>, doc: DocId, chosen: impl Fn(&Reading, &Hits, &[f64]) -> Vec<LineRange>) -> Vec<Gap> {
    let Ok(place) = pool.docs.binary_search(&doc) else { return Vec::new() };
    let Some(reading) = &pool.readings[place] else { return Vec::new() };
    let spans = chosen(reading, &pool.hits[place], &pool.weights(|term| term.whole + term.learned));
    let mut gaps = definition_gaps(pool.repository, doc, reading, &spans);
    gaps.extend(import_gaps(pool.repository, doc, reading.structure(), &gaps));
    gaps.truncate(MOST_GAPS);
    gaps
}

/// Names used in the passages, not defined in the file, and defined in one or two others; the rarest first. The rarest few
/// are critical: a passage that rests on a name hardly anybody else uses cannot be understood without it, while a name
/// used all over the repository is furniture.
fn definition_gaps(repository: &Repository, doc: DocId, reading: &Reading, spans: &[LineRange]) -> Vec<Gap> {
    let structure = reading.structure();
    let own = |name: &str| structure.symbols.iter().any(|symbol| symbol.name == name);
    let mut found: Vec<(usize, u32, &str)> = Vec::new();
    for reference in structure.references.iter().filter(|one| spans.iter().any(|span| span.contains(one.line))) {
        let name = reference.name.as_str();
        if name.len() < 3 || own(name) || found.iter().any(|(_, _, known)| *known == name) {
            continue;
        }
        let definers = source_definers(repository, name);
        let imported = structure.imports.iter().any(|import| import.names.iter().any(|taken| taken == name));
        if !definers.is_empty() && !definers.contains(&doc) && (imported || name.len() > 5) {
            found.push((users(repository, name), reference.line, name));
        }
    }
    found.sort_unstable();
    let rare = (repository.index.searchable() / RARE_SHARE).max(FEWEST_USERS);
    let gap = |(order, (users, _, name)): (usize, &(usize, u32, &str))| Gap {
        what: (*name).to_owned(),
        kind: GapKind::Definition,
        critical: order < MOST_CRITICAL && *users <= rare,
        named_by: Some(repository.path(doc).to_owned()),
        closed_by: None,
    };
    found.iter().enumerate().map(gap).collect()
}

/// Source files that define a name, none when it is defined all over.
fn source_definers(repository: &Repository, name: &str) -> Vec<DocId> {
    let is_source =
        |doc: &DocId| !matches!(repository.role(*doc), Role::Test | Role::Docs | Role::Vendored | Role::Generated);
    let definers: Vec<DocId> = repository.index.definers(name).iter().copied().filter(is_source).collect();
    if definers.len() > MOST_DEFINERS { Vec::new() } else { definers }
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
        GapKind::Term => terms(&gap.what).iter().any(|term| repository.index.holds(doc, TermHash::of(term))),
        GapKind::Import | GapKind::Caller | GapKind::Configuration | GapKind::Test => repository.path(doc) == gap.what,
    }
}
