//! Why a file was scored as it was: the signals that really contributed, and lines that are really there.

use std::collections::BTreeSet;

use super::floor::{Floor, Ground};
use crate::analyzer::terms::{Form, TermHash, for_each_run, for_each_term, is_cjk};
use crate::budget::MAX_QUOTED_CHARS;
use crate::document::{DocId, LineRange};
use crate::judgement::Evidence;
use crate::ranker::matching::WINDOW;
use crate::ranker::{Pool, SIGNALS, Scored, names};
use crate::repository::Reading;

/// Clauses of a reason.
const MOST_CLAUSES: usize = 3;
/// Signals that speak against a file where they speak at all.
const AGAINST: [&str; 5] = ["test", "docs", "example", "config", "foreign"];

/// What is said of a file that would have been accepted in a repository that knew more of the task.
pub(super) const DOUBT: &str = "; but the repository hardly knows this task";

/// The reason in one sentence and its evidence. Clauses stand in the order of what their signals added.
pub(super) fn explain(pool: &Pool<'_>, scored: &Scored, row: &[f64]) -> (String, Vec<Evidence>) {
    let place = pool.docs.binary_search(&scored.doc).unwrap_or(0);
    let speaks = |&i: &usize| row[i] != 0.0 && (scored.parts[i] > 0.0 || AGAINST.contains(&SIGNALS[i].name));
    let mut order: Vec<usize> = (0..SIGNALS.len()).filter(speaks).collect();
    order.sort_by(|&a, &b| scored.parts[b].abs().total_cmp(&scored.parts[a].abs()).then(a.cmp(&b)));
    let mut clauses: Vec<String> = Vec::new();
    let mut evidence: Vec<Evidence> = Vec::new();
    for signal in order {
        let Some((clause, shown)) = clause(pool, place, SIGNALS[signal].name) else { continue };
        if clauses.contains(&clause) {
            continue;
        }
        clauses.push(clause);
        evidence.extend(shown);
        if clauses.len() == MOST_CLAUSES {
            break;
        }
    }
    if clauses.is_empty() {
        let (clause, shown) = history(pool, place).unwrap_or_else(|| ("holds no word of the task".to_owned(), None));
        clauses.push(clause);
        evidence.extend(shown);
    }
    (clauses.join("; "), evidence)
}

fn clause(pool: &Pool<'_>, place: usize, signal: &'static str) -> Option<(String, Option<Evidence>)> {
    match signal {
        "definition" => definition(pool, place),
        "document" | "passages" | "coverage" => words(pool, place, "passages"),
        "document_title" | "passage_title" | "coverage_title" => words(pool, place, "passages"),
        "learned" => learned(pool, place),
        "history" => history(pool, place),
        "habit" => Some(("earlier tasks with words like these led to its folder".to_owned(), None)),
        "symbols" => symbol(pool, place),
        "path" | "stem" => path(pool, place),
        "path_mention" => Some(("named in the task".to_owned(), Some(at_path(pool, place, "path_mention")))),
        "frame" => Some(("stands in the stack trace".to_owned(), Some(at_path(pool, place, "frame")))),
        "quoted" => quoted(pool, place),
        "test" => Some(("is a test, and the task asks for none".to_owned(), None)),
        "docs" => Some(("is docs, and the task asks for none".to_owned(), None)),
        "example" => Some(("is an example or a script".to_owned(), None)),
        "config" => Some(("is settings or data".to_owned(), None)),
        "foreign" => Some((format!("is {}", pool.repository.role(pool.docs[place]).name()), None)),
        _ => None,
    }
}

fn at_path(pool: &Pool<'_>, place: usize, signal: &'static str) -> Evidence {
    Evidence { signal, line: 0, text: pool.repository.path(pool.docs[place]).to_owned() }
}

/// A line as it may be shown: without its end, secrets masked, cut at a character.
pub(super) fn quote(reading: &Reading, line: u32) -> String {
    let shown = reading.shown_line(line);
    let text = shown.trim();
    match text.char_indices().nth(MAX_QUOTED_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn evidence(reading: &Reading, signal: &'static str, line: u32) -> Option<Evidence> {
    Some(Evidence { signal, line, text: quote(reading, line) })
}

fn definition(pool: &Pool<'_>, place: usize) -> Option<(String, Option<Evidence>)> {
    let reading = pool.readings[place].as_ref()?;
    let doc = pool.docs[place];
    let named = names::identifiers(&pool.need.mentions, &pool.need.title);
    let (name, _) = named
        .iter()
        .filter(|(name, _)| pool.repository.index.definers(name).binary_search(&doc).is_ok())
        .min_by_key(|(name, _)| pool.repository.index.definers(name).len())?;
    let symbols = &reading.structure().symbols;
    let parsed = symbols.iter().find(|symbol| symbol.name == *name).map(|symbol| symbol.name_line);
    let line = parsed.or_else(|| (1..=reading.line_count()).find(|&line| reading.line(line).contains(name)))?;
    Some((format!("definition of `{name}` at line {line}"), evidence(reading, "definition", line)))
}

/// The reason of a file with a floor, with the line that shows it.
pub(super) fn floor(pool: &Pool<'_>, doc: DocId, floor: &Floor) -> (String, Option<Evidence>) {
    let place = pool.docs.binary_search(&doc).unwrap_or(0);
    let defining = |name: &str, signal: &'static str| {
        let reading = pool.readings[place].as_ref()?;
        let symbol = reading.structure().symbols.iter().find(|symbol| symbol.name == name)?;
        evidence(reading, signal, symbol.name_line)
    };
    match &floor.ground {
        Ground::Supplies { what, needed_by, .. } => {
            let shown = defining(what, "supplies");
            let at = shown.as_ref().map_or_else(String::new, |shown| format!(" at line {}", shown.line));
            (format!("defines `{what}`{at}, which {needed_by} needs"), shown)
        }
        Ground::Named { name } => match defining(names::components(name).last().unwrap_or(&""), "definition") {
            Some(shown) => {
                (format!("definition of `{name}` at line {}, which the task names", shown.line), Some(shown))
            }
            None => ("named in the task".to_owned(), Some(at_path(pool, place, "path_mention"))),
        },
    }
}

/// The words of the best window, heaviest first.
fn words(pool: &Pool<'_>, place: usize, signal: &'static str) -> Option<(String, Option<Evidence>)> {
    let weights = pool.weights(|term| term.whole);
    held(pool, place, signal, &weights, |words, line| format!("holds {words} at line {line}"))
}

fn learned(pool: &Pool<'_>, place: usize) -> Option<(String, Option<Evidence>)> {
    let weights = pool.weights(|term| term.learned);
    held(pool, place, "learned", &weights, |words, line| format!("holds the learned {words} at line {line}"))
}

/// The commit that speaks most for the file.
fn history(pool: &Pool<'_>, place: usize) -> Option<(String, Option<Evidence>)> {
    let vote = pool.votes.iter().find(|vote| vote.doc == pool.docs[place])?;
    Some((format!("changed by a commit like the task, `{}`", vote.commit), None))
}

fn held(
    pool: &Pool<'_>,
    place: usize,
    signal: &'static str,
    weights: &[f64],
    say: impl Fn(&str, u32) -> String,
) -> Option<(String, Option<Evidence>)> {
    let reading = pool.readings[place].as_ref()?;
    let hits = &pool.hits[place];
    let windows = hits.windows(weights);
    let (first, _) = windows.iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
    let window = LineRange::new(*first, first + WINDOW - 1);
    let line = hits.best_line(window, weights)?;
    let on_line = hits.within(LineRange::new(line, line));
    let mut terms: Vec<u16> =
        on_line.iter().map(|(_, term)| *term).filter(|t| weights[usize::from(*t)] > 0.0).collect();
    terms.sort_by(|a, b| weights[usize::from(*b)].total_cmp(&weights[usize::from(*a)]).then(a.cmp(b)));
    terms.dedup();
    if !terms.iter().all(|term| is_piece(pool, *term)) {
        terms.retain(|term| !is_piece(pool, *term));
    }
    let mut words: Vec<String> =
        terms.iter().map(|term| format!("`{}`", as_written(reading.line(line), pool, *term))).collect();
    let mut seen = BTreeSet::new();
    words.retain(|word| seen.insert(word.clone()));
    words.truncate(4);
    let mut meant: Vec<&str> = Vec::new();
    for word in terms.iter().take(4).flat_map(|term| &pool.terms[usize::from(*term)].says) {
        if !meant.contains(&word.as_str()) {
            meant.push(word);
        }
    }
    let stands = if meant.is_empty() { String::new() } else { format!(", which stands for {}", meant.join(" ")) };
    Some((say(&words.join(", "), line) + &stands, evidence(reading, signal, line)))
}

/// Whether a term of a script without spaces says nothing to a reader: one character of a word, or a pair torn out of two.
fn is_piece(pool: &Pool<'_>, term: u16) -> bool {
    let own = pool.need.terms.get(usize::from(term)).filter(|term| term.word.chars().any(is_cjk));
    own.is_some_and(|term| term.form == Form::Part || term.said_as.is_none())
}

/// A term as the line writes it: the phrase of the task that it is a piece of, or the task's own word, where that stands there, otherwise
/// the word that has the same stem.
fn as_written(line: &str, pool: &Pool<'_>, term: u16) -> String {
    let said = pool.need.terms.get(usize::from(term)).and_then(|term| term.said_as.as_deref());
    let term = &pool.terms[usize::from(term)];
    if let Some(phrase) = said.filter(|phrase| term.word.chars().any(is_cjk) && line.contains(*phrase)) {
        return phrase.to_owned();
    }
    if line.to_lowercase().contains(&term.word) {
        return term.word.clone();
    }
    let mut written = None;
    for_each_run(line, |run| {
        for_each_term(run, |spelling, _| {
            if written.is_none() && TermHash::of(spelling) == term.hash {
                written = Some(run.to_owned());
            }
        });
    });
    written.unwrap_or_else(|| term.word.clone())
}

fn symbol(pool: &Pool<'_>, place: usize) -> Option<(String, Option<Evidence>)> {
    let reading = pool.readings[place].as_ref()?;
    let weights = pool.weights(|term| term.whole);
    let named = |line: u32| {
        let hits = pool.hits[place].within(LineRange::new(line, line));
        hits.iter().map(|(_, term)| weights[usize::from(*term)]).sum::<f64>()
    };
    let symbols = &reading.structure().symbols;
    let best = symbols.iter().rev().max_by(|a, b| named(a.name_line).total_cmp(&named(b.name_line)))?;
    (named(best.name_line) > 0.0).then(|| {
        (format!("defines `{}` at line {}", best.name, best.name_line), evidence(reading, "symbols", best.name_line))
    })
}

fn path(pool: &Pool<'_>, place: usize) -> Option<(String, Option<Evidence>)> {
    let path = pool.repository.path(pool.docs[place]);
    let held = crate::analyzer::terms::terms(path);
    let word = pool
        .terms
        .iter()
        .filter(|term| term.whole > 0.0)
        .find(|term| held.iter().any(|spelling| crate::analyzer::terms::TermHash::of(spelling) == term.hash))?;
    Some((format!("its path holds `{}`", word.word), Some(at_path(pool, place, "path"))))
}

fn quoted(pool: &Pool<'_>, place: usize) -> Option<(String, Option<Evidence>)> {
    let reading = pool.readings[place].as_ref()?;
    let message = pool.need.mentions.iter().find(|mention| {
        mention.kind == crate::query::MentionKind::Quoted && reading.text.content.contains(&mention.text)
    })?;
    let line = (1..=reading.line_count()).find(|&line| reading.line(line).contains(&message.text))?;
    Some((format!("holds the quoted message at line {line}"), evidence(reading, "quoted", line)))
}
