//! What is said of a file because earlier runs taught it. Said beside the reason, never in its place: it adds nothing to the relevance.

use super::Evidences;
use crate::analyzer::terms::term_of;
use crate::document::{DocId, Place};
use crate::memory::{HINT, Target};
use crate::query::KeywordSource;
use crate::ranker::Pool;

/// One clause: the remembered word that the file holds, with the line that bears it out, or else what became of the file before.
pub(super) fn clause(evidences: &Evidences<'_>, pool: &Pool<'_>, doc: DocId) -> Option<String> {
    word(evidences, pool, doc).or_else(|| file(evidences, doc))
}

fn word(evidences: &Evidences<'_>, pool: &Pool<'_>, doc: DocId) -> Option<String> {
    let hits = &pool.hits[pool.docs.binary_search(&doc).ok()?].0;
    let holds = |word: &str| hits.iter().any(|(_, term)| pool.terms[usize::from(*term)].hash == term_of(word));
    evidences.query.keywords.iter().filter(|keyword| holds(&keyword.word)).find_map(|keyword| match &keyword.source {
        KeywordSource::Remembered { stands_for, borne_out: Some(Place { path, line }), .. } => Some(format!(
            "`{}` is remembered for {}, which {path}:{line} bears out",
            keyword.word,
            stands_for.join(" ")
        )),
        _ => None,
    })
}

fn file(evidences: &Evidences<'_>, doc: DocId) -> Option<String> {
    let path = evidences.repository.path(doc);
    let said = evidences.need.title_hashes();
    let links = evidences.repository.memory.links.iter().filter(|link| link.confidence >= HINT);
    links.filter(|link| link.to.file() == Some(path)).find(|link| link.applies(&said)).map(|link| {
        // Only what the task says itself: a store that says sentences is not quoted.
        let is_said = |word: &&str| said.contains(&term_of(word));
        let mut words: Vec<&str> = link.from.iter().map(String::as_str).filter(is_said).collect();
        words.dedup();
        let words = words.join(" ");
        match link.to {
            Target::DeadEnd(_) => format!("remembered: returned for tasks about {words} and not used"),
            _ => format!("remembered: tasks about {words} needed it"),
        }
    })
}
