//! Which language a task is written in: by its script, and in Latin script by its function words or, where a few words have none, by all of them.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use super::Glossary;
use crate::analyzer::terms::for_each_run;

/// How a language is told.
enum Sign {
    /// Characters that English does not have.
    Script(fn(char) -> bool),
    /// Function words alone.
    Words,
}

/// A language tasks are written in.
pub(super) struct Language {
    name: &'static str,
    sign: Sign,
    /// Whether its words are written together.
    pub(super) compounds: bool,
    /// The names of its lists, the first one first.
    lists: &'static [&'static str],
    glossary: OnceLock<Glossary>,
}

/// Function words and endings, a row a language.
const TABLE: &str = include_str!("languages.tsv");
/// The lists by name.
pub(super) const LISTS: [(&str, &str); 9] = [
    ("de", include_str!("de.tsv")),
    ("es", include_str!("es.tsv")),
    ("fr", include_str!("fr.tsv")),
    ("ja", include_str!("ja.tsv")),
    ("ko", include_str!("ko.tsv")),
    ("pt", include_str!("pt.tsv")),
    ("ru", include_str!("ru.tsv")),
    ("zh-hans", include_str!("zh-hans.tsv")),
    ("zh-hant", include_str!("zh-hant.tsv")),
];
/// What the languages are compared with.
const ENGLISH: &str = "en";
/// Different function words, or else words of its list, that tell a language.
const LEAST_WORDS: usize = 2;
/// Words of a task that may have no function word.
const MOST_SHORT: usize = 6;

/// By script first, the one that takes a part of another's characters before it.
static LANGUAGES: [Language; 8] = [
    Language::new("ja", Sign::Script(is_kana), false, &["ja"]),
    Language::new("zh", Sign::Script(is_han), false, &["zh-hans", "zh-hant"]),
    Language::new("ko", Sign::Script(is_hangul), false, &["ko"]),
    Language::new("ru", Sign::Script(is_cyrillic), false, &["ru"]),
    Language::new("de", Sign::Words, true, &["de"]),
    Language::new("fr", Sign::Words, false, &["fr"]),
    Language::new("es", Sign::Words, false, &["es"]),
    Language::new("pt", Sign::Words, false, &["pt"]),
];

/// The glossary for a task's running text; none for English.
pub(in crate::query) fn of<'t>(prose: impl Iterator<Item = &'t str> + Clone) -> Option<&'static Glossary> {
    let (english, _) = count(prose.clone(), ENGLISH);
    let by_script = |language: &&Language| match language.sign {
        // Two characters make a word, as two letters make the shortest English one.
        Sign::Script(belongs) => prose.clone().flat_map(str::chars).filter(|c| belongs(*c)).count() > 2 * english,
        Sign::Words => false,
    };
    if let Some(language) = LANGUAGES.iter().find(by_script) {
        return Some(language.glossary());
    }
    let by_words = LANGUAGES.iter().filter(|language| matches!(language.sign, Sign::Words));
    let counted = by_words.map(|language| (language, count(prose.clone(), language.name)));
    let told = counted.filter(|(_, (uses, different))| *different >= LEAST_WORDS && *uses > english);
    let told = told.rev().max_by_key(|(_, (uses, _))| *uses).map(|(language, _)| language);
    let short =
        || LANGUAGES.iter().find(|language| matches!(language.sign, Sign::Words) && knows_all(language, prose.clone()));
    told.or_else(|| if english == 0 { short() } else { None }).map(Language::glossary)
}

/// Whether a few words are a language's alone: its list knows every one that says something, and two at least mean something that is
/// written otherwise in English.
fn knows_all<'t>(language: &Language, prose: impl Iterator<Item = &'t str>) -> bool {
    let glossary = language.glossary();
    let (mut listed, mut own, mut all) = (0, 0, true);
    for text in prose {
        for_each_run(text, |run| {
            if !all || glossary.is_function_word(run) {
                return;
            }
            let (_, translations) = glossary.translate(&[run]);
            listed += usize::from(!translations.is_empty());
            own += usize::from(translations.iter().any(|one| !one.english.contains(&run.to_lowercase().as_str())));
            all = !translations.is_empty() && listed <= MOST_SHORT;
        });
    }
    all && own >= LEAST_WORDS
}

/// Uses of a language's function words, and how many different ones.
fn count<'t>(prose: impl Iterator<Item = &'t str>, language: &str) -> (usize, usize) {
    let words: FxHashSet<&str> = column(language, 1).collect();
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut uses = 0;
    for text in prose {
        for_each_run(text, |run| {
            if let Some(word) = words.get(run.to_lowercase().as_str()) {
                seen.insert(word);
                uses += 1;
            }
        });
    }
    (uses, seen.len())
}

/// The words of a column of a language's row.
fn column(language: &str, at: usize) -> impl Iterator<Item = &'static str> {
    let row = TABLE.lines().find(|row| row.split('\t').next() == Some(language));
    row.and_then(|row| row.split('\t').nth(at)).unwrap_or_default().split(' ').filter(|word| !word.is_empty())
}

impl Language {
    const fn new(name: &'static str, sign: Sign, compounds: bool, lists: &'static [&'static str]) -> Self {
        Language { name, sign, compounds, lists, glossary: OnceLock::new() }
    }

    fn glossary(&self) -> &Glossary {
        self.glossary.get_or_init(|| Glossary::new(self))
    }

    /// Its words, each with what it means.
    pub(super) fn words(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let text = |name: &&str| LISTS.iter().find(|(known, _)| known == name).map_or("", |(_, text)| *text);
        let rows = self.lists.iter().map(text).flat_map(str::lines).filter(|row| !row.starts_with('#'));
        rows.filter_map(|row| row.split_once('\t'))
    }

    /// Words that say nothing.
    pub(super) fn function_words(&self) -> impl Iterator<Item = &'static str> {
        column(self.name, 1)
    }

    /// Endings of inflection, longest first.
    pub(super) fn endings(&self) -> impl Iterator<Item = &'static str> {
        let mut list: Vec<&str> = column(self.name, 2).collect();
        list.sort_by_key(|ending| std::cmp::Reverse(ending.len()));
        list.into_iter()
    }
}

fn is_kana(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}')
}

fn is_hangul(character: char) -> bool {
    matches!(character, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7af}')
}

fn is_cyrillic(character: char) -> bool {
    matches!(character, '\u{400}'..='\u{4ff}')
}

fn is_han(character: char) -> bool {
    matches!(character, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}
