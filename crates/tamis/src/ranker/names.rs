//! Signals from what the task names outright: definitions, paths, modules, frames, quoted messages.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::pool::Pool;
use super::signals::spread;
use crate::analyzer::terms::{TermHash, for_each_run, terms};
use crate::document::DocId;
use crate::query::{Mention, MentionKind, Origin};
use crate::repository::{Reading, Repository};

/// How much a name counts by where the task says it.
fn trust(origin: Origin) -> f64 {
    match origin {
        Origin::Title => 2.0,
        Origin::Backtick => 1.5,
        Origin::Prose => 1.0,
        Origin::Trace => 0.7,
        Origin::Code => 0.5,
    }
}

/// File names that say only that they stand for their folder.
const FOLDER_FILES: &[&str] = &["index", "mod", "__init__", "main", "lib", "package-info"];

/// What a file is called: its name without folders and extensions, `auth` of `src/auth.test.ts`; the folder's name where the
/// file only stands for its folder, `middleware` of `src/middleware/index.ts`.
pub fn file_stem(path: &str) -> &str {
    let mut pieces = path.rsplit('/');
    let name = pieces.next().unwrap_or(path);
    let stem = name.trim_start_matches('.').split('.').next().unwrap_or(name);
    if FOLDER_FILES.contains(&stem) { pieces.next().unwrap_or(stem) } else { stem }
}

/// The best identifier of the task that the file defines: inverse document frequency over the root of the number of
/// files that define it, times the trust of where it is said.
pub(super) fn definition(pool: &Pool<'_>) -> Vec<f64> {
    let mut best: BTreeMap<DocId, f64> = BTreeMap::new();
    for (name, origin) in identifiers(&pool.need.mentions, &pool.need.title) {
        let definers = pool.repository.index.definers(name);
        let weight = trust(origin) * rarity(pool.repository, name) / (definers.len().max(1) as f64).sqrt();
        for &doc in definers.iter() {
            let value = best.entry(doc).or_default();
            *value = value.max(weight);
        }
    }
    spread(pool, best.into_iter().collect())
}

fn rarity(repository: &Repository, name: &str) -> f64 {
    let whole = terms(name);
    whole.first().map_or(0.0, |term| repository.index.inverse_document_frequency(TermHash::of(term)))
}

/// Identifiers to look up as definitions: code-shaped names, components of qualified ones, capitalised words of the title.
pub fn identifiers<'n>(mentions: &'n [Mention], title: &'n str) -> Vec<(&'n str, Origin)> {
    let mut list = Vec::new();
    for mention in mentions {
        match mention.kind {
            MentionKind::Identifier => list.push((mention.text.as_str(), mention.origin)),
            MentionKind::Qualified => {
                list.extend(components(&mention.text).into_iter().map(|piece| (piece, mention.origin)));
            }
            MentionKind::Path { .. } | MentionKind::Quoted => {}
        }
    }
    for_each_run(title, |run| {
        if run.starts_with(char::is_uppercase) && run.len() > 2 && !list.iter().any(|(name, _)| *name == run) {
            list.push((run, Origin::Prose));
        }
    });
    list
}

/// The pieces of `a.b::c#d`.
pub fn components(qualified: &str) -> Vec<&str> {
    qualified.split("::").flat_map(|piece| piece.split(['.', '#'])).filter(|piece| !piece.is_empty()).collect()
}

/// Documents whose path ends in the given components.
pub fn documents_at(repository: &Repository, tail: &str) -> Vec<DocId> {
    let name = tail.rsplit('/').next().unwrap_or(tail);
    let matches = |path: &str| {
        path.strip_suffix(tail).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
            || tail.strip_suffix(path).is_some_and(|rest| rest.ends_with('/') && path.contains('/'))
    };
    repository.documents_called(name).iter().copied().filter(|&doc| matches(repository.path(doc))).collect()
}

/// The task names the file's path: 1 over the number of files the name fits.
pub(super) fn path_mention(pool: &Pool<'_>) -> Vec<f64> {
    let named =
        |mention: &&Mention| matches!(mention.kind, MentionKind::Path { .. }) && mention.origin != Origin::Trace;
    located(pool, pool.need.mentions.iter().filter(named), |_| 1.0)
}

/// The file stands in a frame of the task's trace: 1 over the distance from its nearer end.
pub(super) fn frame(pool: &Pool<'_>) -> Vec<f64> {
    let framed =
        |mention: &&Mention| matches!(mention.kind, MentionKind::Path { .. }) && mention.origin == Origin::Trace;
    located(pool, pool.need.mentions.iter().filter(framed), |mention| 1.0 / f64::from(mention.distance))
}

fn located<'n>(pool: &Pool<'_>, named: impl Iterator<Item = &'n Mention>, value: impl Fn(&Mention) -> f64) -> Vec<f64> {
    let mut best: BTreeMap<DocId, f64> = BTreeMap::new();
    for mention in named {
        let docs = documents_at(pool.repository, &mention.text);
        for &doc in &docs {
            let slot = best.entry(doc).or_default();
            *slot = slot.max(value(mention) / docs.len() as f64);
        }
    }
    spread(pool, best.into_iter().collect())
}

/// Documents whose path without extension ends in these components. A lone component must be capitalised, as a class
/// named after its file is.
pub fn modules_at(repository: &Repository, pieces: &[&str]) -> Vec<DocId> {
    let Some(last) = pieces.last() else { return Vec::new() };
    if pieces.len() == 1 && !last.starts_with(char::is_uppercase) {
        return Vec::new();
    }
    let fits = |path: &str| {
        let mut folders = path.rsplit('/');
        let name = folders.next().unwrap_or_default();
        let stem = name.split('.').next().unwrap_or(name);
        let mut wanted = pieces.iter().rev();
        let named_by_file = wanted.next().is_some_and(|piece| stem == *piece);
        named_by_file && wanted.zip(folders).all(|(piece, folder)| *piece == folder)
    };
    let deep_enough = |path: &str| path.matches('/').count() + 1 >= pieces.len();
    let called = repository.documents_called(last).iter().copied();
    called.filter(|&doc| deep_enough(repository.path(doc)) && fits(repository.path(doc))).collect()
}

/// Quoted messages that are looked for, each in every candidate.
const MOST_MESSAGES: usize = 20;

/// The file holds, word for word, a message that the task quotes: the share of quoted messages it holds.
pub(super) fn quoted(pool: &Pool<'_>) -> Vec<f64> {
    let messages: Vec<&str> = pool
        .need
        .mentions
        .iter()
        .filter(|mention| mention.kind == MentionKind::Quoted)
        .map(|m| m.text.as_str())
        .take(MOST_MESSAGES)
        .collect();
    let holds = |reading: &Option<Arc<Reading>>| {
        let Some(reading) = reading else { return 0.0 };
        let held = messages.iter().filter(|message| reading.text.content.contains(**message)).count();
        if messages.is_empty() { 0.0 } else { held as f64 / messages.len() as f64 }
    };
    pool.readings.iter().map(holds).collect()
}

/// The documents that a focus area names: by path, or else by a name they define.
pub fn suppliers(repository: &Repository, area: &str) -> Vec<DocId> {
    let at_path = documents_at(repository, area);
    if at_path.is_empty() { repository.index.definers(area).to_vec() } else { at_path }
}
