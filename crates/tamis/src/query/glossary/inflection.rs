//! Words without what inflection adds. Light on purpose: both sides of a look-up go through the same rules.

/// Shortest stem, in characters.
const LEAST: usize = 4;

/// Prefixes of separable verbs; `ge` and `zu` stand behind them: `hinzugefügt`, `hinzuzufügen`.
const SEPARABLE: &[&str] = &[
    "hinzu", "zuruck", "zusammen", "weiter", "wieder", "herunter", "durch", "nach", "fest", "auf", "aus", "ein", "weg",
    "hoch", "ab", "an", "um", "vor", "zu", "her", "hin", "los", "mit", "uber",
];

/// A word without the longest of `endings` that leaves enough of it.
pub(super) fn stem<'w>(word: &'w str, endings: &[&str]) -> &'w str {
    let bare = |ending: &&str| word.strip_suffix(*ending).filter(|bare| bare.chars().count() >= LEAST);
    endings.iter().find_map(bare).unwrap_or(word)
}

/// The word, and where `participles` the forms it may have without `ge` and `zu`: `gelöscht` as `löscht`.
pub(super) fn bases(word: &str, participles: bool) -> Vec<String> {
    let mut list = vec![word.to_owned()];
    if !participles {
        return list;
    }
    for prefix in SEPARABLE.iter().chain(&[""]) {
        let inner = word.strip_prefix(prefix).unwrap_or_default();
        let rest = inner.strip_prefix("ge").or_else(|| inner.strip_prefix("zu").filter(|_| !prefix.is_empty()));
        list.extend(rest.filter(|rest| rest.len() >= LEAST).map(|rest| format!("{prefix}{rest}")));
    }
    list
}
