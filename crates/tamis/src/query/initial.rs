//! The pattern's `createInitialQuery`: from a task and the repository's languages to the query of the first cycle.

use std::collections::BTreeMap;

use super::{Keyword, KeywordSource, Need, Query, Sense, Task, Tests, Zone};
use crate::analyzer::terms::Form;
use crate::document::{Document, Role};
use crate::language::{self, Kind};

/// Keywords of a query that come from the task.
const MOST_KEYWORDS: usize = 24;

/// The first query: broad, in the repository's own languages.
pub fn create_initial_query(documents: &[Document], task: &Task, need: &Need) -> Query {
    let patterns = if !task.patterns.is_empty() {
        task.patterns.clone()
    } else if need.roles.is_empty() && task.tests != Tests::Only {
        source_patterns(documents)
    } else {
        vec!["**/*".to_owned()]
    };
    Query {
        patterns,
        keywords: keywords(task, need),
        excludes: task.excludes.clone(),
        focus_areas: task.focus_areas.clone(),
    }
}

/// One glob for each file extension of the repository's own code, most files first; everything where there is no code.
pub fn source_patterns(documents: &[Document]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for document in documents {
        let code = language::named(document.language).kind == Kind::Code;
        if let (true, Role::Source, Some((_, extension))) = (code, document.role, document.path.rsplit_once('.'))
            && !extension.contains('/')
        {
            *counts.entry(extension).or_default() += 1;
        }
    }
    let mut ranked: Vec<(&str, usize)> = counts.into_iter().collect();
    ranked.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    if ranked.is_empty() {
        return vec!["**/*".to_owned()];
    }
    ranked.into_iter().map(|(extension, _)| format!("**/*.{extension}")).collect()
}

fn keywords(task: &Task, need: &Need) -> Vec<Keyword> {
    let given =
        task.keywords.iter().map(|word| Keyword { word: word.clone(), weight: 1.0, source: KeywordSource::Caller });
    let weight =
        |term: &super::TaskTerm| 2.0 * term.count(Zone::Title) + term.count(Zone::Prose) + 0.5 * term.count(Zone::Code);
    let mut terms: Vec<&super::TaskTerm> =
        need.terms.iter().filter(|term| term.form == Form::Whole && term.meant_as.is_none()).collect();
    terms.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    terms.truncate(MOST_KEYWORDS);
    let most = terms.first().map_or(1.0, |term| weight(term));
    let own = terms.into_iter().map(|term| Keyword {
        word: term.word.clone(),
        weight: weight(term) / most,
        source: match &term.sense {
            Some(Sense { word, alternative: Some(_) }) => KeywordSource::Glossary { stands_for: word.clone() },
            _ => KeywordSource::Task,
        },
    });
    given.chain(own).collect()
}
