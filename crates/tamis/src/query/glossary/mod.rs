//! What code calls the words of a task that is not written in English: a list of words of software for each language, with
//! the English ones they stand for. The lists are the `.tsv` files beside this one.
//!
//! A list is taken up only for a task in its language; a task in English costs nothing and changes in nothing. Translates
//! words and not sentences, and says nothing about a repository.

mod inflection;
mod languages;

pub(super) use languages::of;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::analyzer::terms::{fold, is_cjk};
use crate::query::is_stopword;

/// Words of one expression, at most: `base de données`.
const MOST_RUNS: usize = 4;
/// Shortest part of a compound, in characters.
const LEAST_PART: usize = 4;

/// Characters of the longest word that says nothing, in a script without spaces.
const LONGEST_FUNCTION_WORD: usize = 4;
/// Characters that begin and end no word of two or more, or hardly any.
const PARTICLES: [char; 10] = ['的', '了', 'を', 'は', 'が', 'の', 'に', 'で', 'と', 'へ'];
/// Those of them that join two words.
const JOINING: [char; 3] = ['的', 'を', 'の'];

/// The list of one language.
#[derive(Debug, Default)]
pub(super) struct Glossary {
    /// English by word, with and without its accents.
    words: FxHashMap<String, Vec<&'static str>>,
    /// English by stem; the first word of a stem counts.
    stems: FxHashMap<String, Vec<&'static str>>,
    /// Words that say nothing.
    function_words: FxHashSet<String>,
    endings: Vec<&'static str>,
    /// Whether words are written together without a mark: the language of compounds.
    compounds: bool,
    /// Characters of the longest word.
    longest: usize,
}

/// A word of the task with its meaning.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Translation<'g> {
    /// As the task writes it.
    pub(super) word: String,
    /// The English words or expressions, most likely first.
    pub(super) english: &'g [&'static str],
}

impl Glossary {
    fn new(language: &languages::Language) -> Self {
        let endings: Vec<&'static str> = language.endings().collect();
        let mut glossary = Glossary { endings, compounds: language.compounds, ..Glossary::default() };
        glossary.function_words = language.function_words().map(key).collect();
        for (word, english) in language.words() {
            let english: Vec<&'static str> = english.split(',').collect();
            glossary.longest = glossary.longest.max(word.chars().count());
            glossary.stems.entry(glossary.stem(&fold(word))).or_insert_with(|| english.clone());
            glossary.words.entry(word.to_owned()).or_insert(english);
        }
        // Where two words differ in their accents alone, each is found by its own; `länge` is no `lange`.
        for (word, english) in language.words() {
            glossary.words.entry(fold(word)).or_insert_with(|| english.split(',').collect());
        }
        glossary
    }

    /// Whether a run of the task is a word of this language that says nothing.
    pub(super) fn is_function_word(&self, run: &str) -> bool {
        self.function_words.contains(&key(run))
    }

    /// What the first of `runs` means, alone or with those after it, and how many runs that is. A compound or a run of a
    /// script without spaces has a translation for each part that is known.
    pub(super) fn translate(&self, runs: &[&str]) -> (usize, Vec<Translation<'_>>) {
        let Some(first) = runs.first() else { return (0, Vec::new()) };
        if first.chars().any(is_cjk) {
            return (1, self.longest_words(&fold(first).to_lowercase()));
        }
        let keys: Vec<String> = runs.iter().take(MOST_RUNS).map(|run| key(run)).collect();
        for count in (2..=keys.len()).rev() {
            let expression = keys[..count].join(" ");
            let known = self.words.get(&expression).or_else(|| self.stems.get(&self.stem(&expression)));
            if let Some(english) = known {
                return (count, vec![Translation { word: runs[..count].join(" "), english }]);
            }
        }
        if is_name(first) || self.is_function_word(first) {
            return (1, Vec::new());
        }
        let word = first.to_lowercase();
        let Some(english) = self.meaning(&word) else { return (1, self.parts(&word)) };
        (1, vec![Translation { word, english }])
    }

    /// The meaning of one lower-case word: as it stands, without an ending, or by its stem.
    fn meaning(&self, word: &str) -> Option<&[&'static str]> {
        let plain = fold(word);
        let inflected = |word: &str| {
            let bare = |ending: &&'static str| word.strip_suffix(*ending).and_then(|bare| self.words.get(bare));
            self.endings.iter().rev().find_map(bare)
        };
        let by_stem =
            || inflection::bases(&plain, self.compounds).into_iter().find_map(|base| self.stems.get(&self.stem(&base)));
        let known = self.words.get(word).or_else(|| self.words.get(&plain));
        known.or_else(|| inflected(word)).or_else(|| inflected(&plain)).or_else(by_stem).map(Vec::as_slice)
    }

    /// Every word of an expression without its ending.
    fn stem(&self, expression: &str) -> String {
        let stems: Vec<&str> = expression.split(' ').map(|word| inflection::stem(word, &self.endings)).collect();
        stems.join(" ")
    }

    /// The longest known words of a run without spaces, from its start; what is not known is passed over.
    fn longest_words(&self, run: &str) -> Vec<Translation<'_>> {
        let pieces = self.cut(run).into_iter();
        pieces.filter_map(|(word, english)| Some(Translation { word: word.to_owned(), english: english? })).collect()
    }

    /// A run without spaces, cut into the longest known words, from its start, and what stands between them.
    fn cut<'r>(&self, run: &'r str) -> Vec<(&'r str, Option<&[&'static str]>)> {
        let ends: Vec<usize> = run.char_indices().map(|(at, _)| at).chain([run.len()]).collect();
        let mut pieces: Vec<(&str, Option<&[&'static str]>)> = Vec::new();
        let (mut from, mut unknown) = (0, 0);
        while from + 1 < ends.len() {
            let most = self.longest.min(ends.len() - 1 - from);
            let known = (1..=most).rev().find_map(|count| {
                let word = &run[ends[from]..ends[from + count]];
                Some((count, word, self.words.get(word)?))
            });
            let Some((count, word, english)) = known else {
                from += 1;
                continue;
            };
            pieces.extend((unknown < from).then(|| (&run[ends[unknown]..ends[from]], None)));
            pieces.push((word, Some(english)));
            from += count;
            unknown = from;
        }
        pieces.extend((unknown < from).then(|| (&run[ends[unknown]..], None)));
        pieces
    }

    /// Whether a piece of a run is made of words that say nothing, the longest first.
    fn is_function_words(&self, piece: &str) -> bool {
        let mut rest = piece;
        while !rest.is_empty() {
            let ends: Vec<usize> =
                rest.char_indices().map(|(at, c)| at + c.len_utf8()).take(LONGEST_FUNCTION_WORD).collect();
            let Some(&end) = ends.iter().rev().find(|&&end| self.function_words.contains(&rest[..end])) else {
                return false;
            };
            rest = &rest[end..];
        }
        true
    }

    /// The parts of a compound: the longest known beginning whose rest is known too, or else the longest known end.
    fn parts(&self, word: &str) -> Vec<Translation<'_>> {
        if !self.compounds || word.chars().count() < 2 * LEAST_PART || !word.chars().all(char::is_alphabetic) {
            return Vec::new();
        }
        let known = |part: &str| Some((part.to_owned(), self.meaning(part)?));
        let inner = word
            .char_indices()
            .map(|(at, _)| at)
            .filter(|&at| word[..at].chars().count() >= LEAST_PART && word[at..].chars().count() >= LEAST_PART);
        let cuts: Vec<usize> = inner.collect();
        let translation = |(word, english)| Translation { word, english };
        for &at in cuts.iter().rev() {
            let Some(head) = known(&word[..at]) else { continue };
            if let Some(tail) = known(&word[at..]) {
                return vec![translation(head), translation(tail)];
            }
            let rest = self.parts(&word[at..]);
            if !rest.is_empty() {
                return std::iter::once(translation(head)).chain(rest).collect();
            }
        }
        let long = |at: &&usize| word[**at..].chars().count() > LEAST_PART;
        cuts.iter().filter(long).find_map(|&at| known(&word[at..])).map(translation).into_iter().collect()
    }
}

/// The words that a person reads in a run of a script without spaces: those that a list knows and that say something, and what stands
/// between them. Without a list, the run.
pub(super) fn phrases(glossary: Option<&Glossary>, run: &str) -> Vec<String> {
    let run = fold(run).to_lowercase();
    let pieces = glossary.map_or_else(|| vec![(run.as_str(), None)], |glossary| glossary.cut(&run));
    let mut found = Vec::new();
    for (piece, english) in pieces {
        if let Some(english) = english {
            found.extend((!is_silent(english)).then(|| piece.to_owned()));
            continue;
        }
        let whole = piece.len() == run.len();
        for part in piece.split(|c: char| !is_cjk(c)).flat_map(around_particles) {
            let part = without_particles(part);
            let is_word = part.chars().count() > 1 || whole && !part.is_empty();
            found.extend(
                (is_word && !glossary.is_some_and(|glossary| glossary.is_function_words(part)))
                    .then(|| part.to_owned()),
            );
        }
    }
    found
}

/// Whether the likeliest of the meanings says nothing.
pub(super) fn is_silent(english: &[&str]) -> bool {
    english.first().is_none_or(|first| first.split(' ').all(is_stopword))
}

/// What stands on both sides of the particles that join two words.
fn around_particles(part: &str) -> Vec<&str> {
    let long = |part: &str| part.chars().count() > 1;
    let (mut parts, mut from) = (Vec::new(), 0);
    for (at, mark) in part.match_indices(JOINING) {
        let after = at + mark.len();
        if long(&part[from..at]) && long(&part[after..]) {
            parts.push(&part[from..at]);
            from = after;
        }
    }
    parts.push(&part[from..]);
    parts
}

/// Without what ties a word to the one beside it, as long as two characters stay.
fn without_particles(mut part: &str) -> &str {
    while part.chars().count() > 2 {
        let bare = part.strip_prefix(PARTICLES).or_else(|| part.strip_suffix(PARTICLES));
        let Some(bare) = bare else { break };
        part = bare;
    }
    part
}

/// A word as the lists are searched by: without capitals and accents.
fn key(word: &str) -> String {
    fold(&word.to_lowercase())
}

/// Whether a run is written as code writes names: never taken apart.
fn is_name(run: &str) -> bool {
    run.contains(|c: char| c == '_' || c.is_ascii_digit()) || run.chars().skip(1).any(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::languages::LISTS;

    /// Rows a list has at least, so that no language is a token one.
    const LEAST_ROWS: usize = 400;

    #[test]
    fn lists_are_sorted_and_whole() {
        for (name, list) in LISTS {
            let rows: Vec<(&str, &str)> = list.lines().skip(1).map(|row| row.split_once('\t').unwrap()).collect();
            assert!(rows.len() >= LEAST_ROWS, "{name}: {} rows", rows.len());
            assert!(rows.windows(2).all(|pair| pair[0].0 < pair[1].0), "{name} is not sorted or has doubles");
            for (word, english) in rows {
                let plain =
                    |text: &str| !text.is_empty() && text.bytes().all(|b| matches!(b, b'a'..=b'z' | b' ' | b'-'));
                assert!(
                    word == word.trim().to_lowercase() && english.split(',').all(plain),
                    "{name}: {word}\t{english}"
                );
            }
        }
    }
}
