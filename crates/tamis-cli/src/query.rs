//! A query as JSON, both ways: the pattern's four fields in its order.
//!
//! The pattern's own `{patterns, keywords, excludes}` with plain words parses, and so does the `next_query` of an answer.

use serde::{Deserialize, Serialize};
use tamis::document::Place;
use tamis::query::{Keyword, KeywordSource, Query};

/// The fields as they stand in JSON.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QueryJson {
    #[serde(default)]
    patterns: Vec<String>,
    #[serde(default)]
    keywords: Vec<KeywordJson>,
    #[serde(default)]
    excludes: Vec<String>,
    #[serde(default, alias = "focusAreas")]
    focus_areas: Vec<String>,
}

/// A keyword: a plain word, or a word with its weight and source.
#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub(crate) enum KeywordJson {
    Plain(String),
    Weighted {
        term: String,
        #[serde(default = "full")]
        weight: f64,
        #[serde(default = "caller")]
        source: String,
    },
}

fn full() -> f64 {
    1.0
}

fn caller() -> String {
    KeywordSource::Caller.to_string()
}

/// Entries of a query, all fields together.
const MOST_ENTRIES: usize = 1_000;

/// Reads a query.
pub(crate) fn parse(text: &str) -> Result<Query, serde_json::Error> {
    let json: QueryJson = serde_json::from_str(text)?;
    let size = json.patterns.len() + json.keywords.len() + json.excludes.len() + json.focus_areas.len();
    if size > MOST_ENTRIES {
        return Err(serde::de::Error::custom(format!("{size} entries; at most {MOST_ENTRIES} are read")));
    }
    Ok(Query {
        patterns: json.patterns,
        keywords: json.keywords.into_iter().map(keyword).collect(),
        excludes: json.excludes,
        focus_areas: json.focus_areas,
    })
}

fn keyword(json: KeywordJson) -> Keyword {
    match json {
        KeywordJson::Plain(word) => Keyword { word, weight: 1.0, source: KeywordSource::Caller },
        KeywordJson::Weighted { term, weight, source } => {
            let weight = if weight.is_finite() { weight.clamp(0.01, 1.0) } else { 1.0 };
            Keyword { word: term, weight, source: parse_source(&source) }
        }
    }
}

/// The way back from what `KeywordSource` displays; the caller's for anything else.
fn parse_source(text: &str) -> KeywordSource {
    let place = |text: &str| {
        let (path, line) = text.rsplit_once(':')?;
        Some((path.to_owned(), line.parse().ok()?))
    };
    let learned = text.strip_prefix("learned from ").and_then(place);
    let split = |words: &str| words.split(' ').map(str::to_owned).collect();
    let meaning = text.strip_prefix("stands for `").and_then(|rest| rest.split_once("` in "));
    if let Some((words, (commits, commit))) = meaning.and_then(|(words, rest)| Some((words, parse_commits(rest)?))) {
        return KeywordSource::History { stands_for: split(words), commit, commits };
    }
    let vocabulary = meaning.and_then(|(words, rest)| {
        let (path, line) = place(rest)?;
        Some((split(words), path, line))
    });
    if let Some(remembered) = text.strip_prefix("remembered for `").and_then(parse_remembered) {
        return remembered;
    }
    if let Some(word) = text.strip_prefix("glossary: `").and_then(|rest| rest.strip_suffix('`')) {
        return KeywordSource::Glossary { stands_for: word.to_owned() };
    }
    match (text, learned, vocabulary) {
        ("task", ..) => KeywordSource::Task,
        (_, Some((path, line)), _) => KeywordSource::Learned { path, line },
        (_, _, Some((stands_for, path, line))) => KeywordSource::Vocabulary { stands_for, path, line },
        _ => KeywordSource::Caller,
    }
}

/// What stands behind "stands for `WORDS` in " where commits say so.
fn parse_commits(text: &str) -> Option<(u32, String)> {
    let (count, rest) = text.split_once(" commit")?;
    let subject = rest.trim_start_matches('s').strip_prefix(", such as `")?.strip_suffix('`')?;
    Some((count.parse().ok()?, subject.to_owned()))
}

/// What stands behind "remembered for `".
fn parse_remembered(text: &str) -> Option<KeywordSource> {
    let (words, rest) = text.split_once("` at ")?;
    let (confidence, place) =
        rest.split_once(", borne out by ").map_or((rest, None), |(sure, place)| (sure, Some(place)));
    let borne_out = match place {
        None => None,
        Some(place) => {
            let (path, line) = place.rsplit_once(':')?;
            Some(Place { path: path.to_owned(), line: line.parse().ok()? })
        }
    };
    let confidence = confidence.parse::<f64>().ok().filter(|sure| (0.0..=1.0).contains(sure))?;
    let stands_for = words.split(' ').map(str::to_owned).collect();
    Some(KeywordSource::Remembered { stands_for, confidence: (confidence * 100.0).round() as u32, borne_out })
}

impl From<&Query> for QueryJson {
    fn from(query: &Query) -> QueryJson {
        QueryJson {
            patterns: query.patterns.clone(),
            keywords: query.keywords.iter().map(KeywordJson::from).collect(),
            excludes: query.excludes.clone(),
            focus_areas: query.focus_areas.clone(),
        }
    }
}

impl From<&Keyword> for KeywordJson {
    fn from(keyword: &Keyword) -> KeywordJson {
        KeywordJson::Weighted {
            term: keyword.word.clone(),
            weight: (keyword.weight * 10_000.0).round() / 10_000.0,
            source: keyword.source.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(text: &str) -> serde_json::Value {
        serde_json::to_value(QueryJson::from(&parse(text).unwrap())).unwrap()
    }

    #[test]
    fn the_patterns_own_first_query_parses() {
        let text = r#"{"patterns": ["src/**/*.ts", "lib/**/*.ts"],
            "keywords": ["authentication", "user", "session"], "excludes": ["*.test.ts", "*.spec.ts"]}"#;
        let query = parse(text).unwrap();
        assert_eq!(query.patterns, ["src/**/*.ts", "lib/**/*.ts"]);
        assert!(query.keywords.iter().all(|keyword| keyword.source == KeywordSource::Caller && keyword.weight == 1.0));
        let json = round_trip(text);
        let fields: Vec<&String> = json.as_object().unwrap().keys().collect();
        assert_eq!(fields, ["patterns", "keywords", "excludes", "focus_areas"]);
        assert_eq!(json["keywords"][1]["term"], "user");
    }

    #[test]
    fn an_answers_next_query_parses_to_itself() {
        let text = r#"{"patterns":["**/*.ts"],"keywords":[{"term":"token","weight":1.0,"source":"task"},
            {"term":"jwt","weight":0.5,"source":"learned from src/a:b.ts:12"},
            {"term":"limit","weight":0.5,"source":"glossary: `Begrenzung`"},
            {"term":"throttle","weight":0.25,"source":"stands for `rate limit` in docs/x.md:3"},
            {"term":"gate","weight":0.25,"source":"stands for `rate limit` in 2 commits, such as `Rate limit, by user`"},
            {"term":"bucket","weight":0.25,"source":"remembered for `rate limit` at 0.57, borne out by docs/x.md:3"},
            {"term":"permit","weight":0.25,"source":"remembered for `rate limit` at 0.50"}],
            "excludes":["a.ts"],"focus_areas":["Router"]}"#;
        let json = round_trip(text);
        assert_eq!(json, serde_json::from_str::<serde_json::Value>(text).unwrap());
        assert_eq!(parse(r#"{"focusAreas": ["x"]}"#).unwrap().focus_areas, ["x"]);
    }

    #[test]
    fn an_unknown_field_is_named() {
        assert!(parse(r#"{"pattern": []}"#).unwrap_err().to_string().contains("pattern"));
    }
}
