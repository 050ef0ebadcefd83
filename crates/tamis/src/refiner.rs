//! REFINE: the next query, from what was kept and what is missing.
//!
//! Adds and excludes; never changes what the task itself said. Every word it adds has a source and a weight.

use rustc_hash::FxHashMap;

use crate::analyzer::terms::{Form, TermHash, for_each_run, for_each_term, parts};
use crate::budget::{Band, Budget};
use crate::context::Context;
use crate::corpus::glob::literal;
use crate::document::DocId;
use crate::judgement::{GapKind, Judgement};
use crate::query::{Keyword, KeywordSource, Need, Query, TaskTerm, Zone, is_reserved, is_stopword, source_patterns};
use crate::ranker::{Matcher, pool_terms, telling_passages};
use crate::repository::Repository;
use crate::vocabulary::{bridge, is_in_source};

/// What a refinement added, for the trace.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Refinement {
    /// Words learned.
    pub learned: Vec<Keyword>,
    /// Globs added to the scope.
    pub widened: Vec<String>,
    /// Paths excluded.
    pub excluded: Vec<String>,
    /// What the next cycle searches first.
    pub focus: Vec<String>,
}

/// The glob of everything.
pub const EVERYTHING: &str = "**/*";
/// Kept files to learn from: the first are the surest, and more would only repeat them.
const TEACHERS: usize = 5;
/// Words of the task for which the repository's own are looked up: a sentence has no more that matter.
const MOST_BRIDGED: usize = 12;
/// A word is learned when it was seen so often in the passages, each time counted by its file's relevance: once is chance.
const LEAST_SEEN: f64 = 2.0;
/// Passages of a kept file to learn from.
const PASSAGES: usize = 3;

/// The pattern's `refineQuery`. `judged` are this cycle's judgements.
pub fn refine_query(
    repository: &Repository,
    need: &Need,
    query: &Query,
    judged: &[Judgement],
    context: &Context,
    budget: &Budget,
) -> (Query, Refinement) {
    let mut refinement = Refinement { excluded: newly_excluded(query, context), ..Refinement::default() };
    refinement.focus = focus(context);
    if context.accepted.is_empty() {
        let near_miss = context.set_aside.first().is_some_and(|one| one.band() >= Band::Medium);
        if !near_miss {
            refinement.learned = bridges(repository, need, query, budget.learned_per_cycle);
        }
        refinement.widened = wider(repository, query);
    } else {
        refinement.learned = learned(repository, need, query, context, budget.learned_per_cycle);
        refinement.widened = neighbours(query, judged, budget);
        if asks_elsewhere(repository, need, context) {
            refinement.widened.extend(wider(repository, query));
        }
    }
    (apply(need, query, &refinement), refinement)
}

fn apply(need: &Need, query: &Query, refinement: &Refinement) -> Query {
    let mut next = query.clone();
    next.patterns.extend(refinement.widened.iter().cloned());
    // A word that is learned now is no guess any more.
    next.keywords.retain(|keyword| !refinement.learned.iter().any(|learned| learned.word == keyword.word));
    next.keywords.extend(refinement.learned.iter().cloned());
    next.excludes.extend(refinement.excluded.iter().cloned());
    next.focus_areas.retain(|area| need.focus_areas.contains(area));
    next.focus_areas.extend(refinement.focus.iter().cloned());
    next
}

fn newly_excluded(query: &Query, context: &Context) -> Vec<String> {
    let paths = context.excluded.iter().map(|judgement| judgement.path.clone());
    paths.filter(|path| !query.excludes.contains(path)).collect()
}

/// What open critical gaps ask for, beside words of the task, which are searched anyway.
fn focus(context: &Context) -> Vec<String> {
    let mut areas: Vec<String> = Vec::new();
    for gap in context.open_gaps().filter(|gap| gap.kind != GapKind::Term && gap.critical) {
        if !areas.contains(&gap.what) {
            areas.push(gap.what.clone());
        }
    }
    areas
}

/// Globs for the folders of this cycle's accepted files, but for the root, unless the scope is everything already.
fn neighbours(query: &Query, judged: &[Judgement], budget: &Budget) -> Vec<String> {
    let mut globs: Vec<String> = Vec::new();
    if holds_everything(query) {
        return globs;
    }
    for judgement in judged.iter().filter(|judgement| judgement.relevance >= budget.accept) {
        let Some((folder, _)) = judgement.path.rsplit_once('/') else { continue };
        let glob = format!("{}/*", literal(folder).trim_start_matches('/'));
        if !query.patterns.contains(&glob) && !globs.contains(&glob) {
            globs.push(glob);
        }
    }
    globs
}

/// Whether a word of the task's first line, or a part of one, stands in the repository but nowhere in its source, and in
/// nothing kept.
fn asks_elsewhere(repository: &Repository, need: &Need, context: &Context) -> bool {
    let said = need.terms.iter().filter(|term| term.form != Form::Joined && term.count(Zone::Title) > 0.0);
    said.filter(|term| !is_in_source(repository, term.hash)).any(|term| {
        let holders = repository.index.postings(term.hash);
        let kept = |doc: DocId| context.accepted.iter().any(|one| one.doc == doc);
        !holders.is_empty() && !holders.iter().any(|posting| kept(posting.doc))
    })
}

/// One step up: from the caller's scope to the repository's own source, from there to everything.
fn wider(repository: &Repository, query: &Query) -> Vec<String> {
    if holds_everything(query) {
        return Vec::new();
    }
    let source = source_patterns(repository.corpus.documents());
    let missing: Vec<String> = source.into_iter().filter(|glob| !query.patterns.contains(glob)).collect();
    if missing.is_empty() { vec![EVERYTHING.to_owned()] } else { missing }
}

fn holds_everything(query: &Query) -> bool {
    query.patterns.iter().any(|glob| glob == EVERYTHING)
}

/// Nothing was found: the repository's own words for those of the task that its source never says.
fn bridges(repository: &Repository, need: &Need, query: &Query, limit: usize) -> Vec<Keyword> {
    let unheard = |term: &TaskTerm| {
        term.sense.is_some() && !term.is_translation() && repository.index.document_frequency(term.hash) == 0
    };
    let concepts = need.terms.iter().filter(|term| term.form == Form::Whole && !unheard(term));
    let words: Vec<String> = concepts
        .filter(|term| !is_in_source(repository, term.hash))
        .take(MOST_BRIDGED)
        .map(|term| term.word.clone())
        .collect();
    bridge(repository, &words, &|word| knows(need, query, word), limit)
}

fn knows(need: &Need, query: &Query, word: &str) -> bool {
    let mut known = query.keyword(word).is_some_and(|keyword| !keyword.source.is_guess());
    for_each_term(word, |spelling, _| {
        let hash = TermHash::of(spelling);
        known |= need.terms.iter().any(|term| term.hash == hash);
    });
    known
}

/// A word of kept files.
struct Seen {
    word: String,
    files: Vec<DocId>,
    weight: f64,
    path: String,
    line: u32,
}

/// The words of kept files, in the order in which they were seen first. The same runs stand there again and again: each is taken apart
/// once.
#[derive(Default)]
struct Sight {
    words: Vec<Seen>,
    places: FxHashMap<String, usize>,
    runs: FxHashMap<String, Vec<usize>>,
}

impl Sight {
    fn see(&mut self, judgement: &Judgement, line: u32, text: &str) {
        for_each_run(text, |run| {
            if !self.runs.contains_key(run) {
                let places = parts(run).into_iter().filter(|word| can_be_learned(word));
                let places = places.map(|word| self.place(word, judgement, line)).collect();
                self.runs.insert(run.to_owned(), places);
            }
            for &place in &self.runs[run] {
                let one = &mut self.words[place];
                one.weight += judgement.relevance;
                if one.files.last() != Some(&judgement.doc) {
                    one.files.push(judgement.doc);
                }
            }
        });
    }

    fn place(&mut self, word: String, judgement: &Judgement, line: u32) -> usize {
        *self.places.entry(word).or_insert_with_key(|word| {
            let (word, path) = (word.clone(), judgement.path.clone());
            self.words.push(Seen { word, files: Vec::new(), weight: 0.0, path, line });
            self.words.len() - 1
        })
    }
}

fn can_be_learned(word: &str) -> bool {
    word.len() >= 3 && !is_stopword(word) && !is_reserved(word) && word.chars().all(char::is_alphabetic)
}

/// Words of the best passages of kept files, by how many kept files hold them and how rare they are elsewhere.
fn learned(repository: &Repository, need: &Need, query: &Query, context: &Context, limit: usize) -> Vec<Keyword> {
    let terms = pool_terms(repository, need, query);
    let weights: Vec<f64> = terms.iter().map(|term| (term.whole + term.learned) * term.idf).collect();
    let matcher = Matcher::new(terms.iter().map(|term| term.hash));
    let mut sight = Sight::default();
    for judgement in context.accepted.iter().take(TEACHERS) {
        let Some(reading) = repository.reading(judgement.doc) else { continue };
        let hits = matcher.hits(reading.runs());
        for lines in telling_passages(&reading, &hits, &weights, PASSAGES) {
            for line in lines.start..=lines.end {
                sight.see(judgement, line, &reading.shown_line(line));
            }
        }
    }
    let critical = context.open_gaps().filter(|gap| gap.critical);
    let wanted: Vec<String> = critical.flat_map(|gap| parts(&gap.what)).collect();
    let mut ranked: Vec<(f64, Seen)> = Vec::new();
    for one in sight.words {
        let hash = TermHash::of(crate::analyzer::stem::stem(&one.word));
        // The cheapest question first, and the one that reads a list last.
        if one.weight < LEAST_SEEN || knows(need, query, &one.word) || repository.is_common(hash) {
            continue;
        }
        let score = repository.index.inverse_document_frequency(hash) * one.weight.ln_1p() * one.files.len() as f64;
        ranked.push((score * aim(&wanted, &one.word), one));
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.word.cmp(&b.1.word)));
    ranked.truncate(limit);
    let best = ranked.first().map_or(1.0, |(score, _)| *score);
    ranked
        .into_iter()
        .map(|(score, one)| Keyword {
            word: one.word,
            weight: 0.1 + 0.4 * score / best,
            source: KeywordSource::Learned { path: one.path, line: one.line },
        })
        .collect()
}

/// Words of the names that critical gaps ask for count thrice: that is where the next cycle aims.
fn aim(wanted: &[String], word: &str) -> f64 {
    if wanted.iter().any(|part| part == word) { 3.0 } else { 1.0 }
}
