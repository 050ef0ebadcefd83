//! A light English stemmer: plurals, `-ing`, `-ed`, `-ate`/`-ation`, final `-e` and `-y`.
//!
//! Always a prefix of its input, so no buffer is needed. Words of other scripts pass through.

/// Shortest stem that may be left.
const LEAST: usize = 3;

/// The stem of a lower-case word: `tokens` as `token`, `expiry`, `expires` and `expiration` as `expir`.
pub fn stem(word: &str) -> &str {
    if word.len() <= LEAST || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return word;
    }
    let word = plural(word);
    for (suffix, least) in [("ations", 4), ("ation", 4), ("ating", 4), ("ated", 4), ("ator", 4), ("ate", 4), ("ion", 4)]
    {
        if let Some(rest) = word.strip_suffix(suffix)
            && rest.len() >= least
        {
            return rest;
        }
    }
    for suffix in ["ing", "ed"] {
        if let Some(rest) = word.strip_suffix(suffix)
            && rest.len() >= LEAST
            && rest.bytes().any(is_vowel)
        {
            return undouble(final_vowel(rest));
        }
    }
    final_vowel(word)
}

fn plural(word: &str) -> &str {
    if let Some(rest) = word.strip_suffix("sses") {
        return &word[..rest.len() + 2];
    }
    if let Some(rest) = word.strip_suffix("ies") {
        return if rest.len() >= LEAST { rest } else { &word[..word.len() - 1] };
    }
    for suffix in ["xes", "ches", "shes"] {
        if word.ends_with(suffix) && word.len() > suffix.len() + 1 {
            return &word[..word.len() - 2];
        }
    }
    match word.strip_suffix('s') {
        Some(rest) if rest.len() >= LEAST && !rest.ends_with(['s', 'u', 'i']) => rest,
        _ => word,
    }
}

/// Drops a final `e`, `y` or `i` of a longer word, which inflection adds and removes.
fn final_vowel(word: &str) -> &str {
    match word.strip_suffix(['e', 'y', 'i']) {
        Some(rest) if rest.len() > LEAST => rest,
        _ => word,
    }
}

/// `limitt` as `limit`: the consonant that `-ing` and `-ed` double.
fn undouble(word: &str) -> &str {
    let bytes = word.as_bytes();
    match bytes {
        [.., a, b] if a == b && !is_vowel(*b) && !matches!(b, b'l' | b's' | b'z') && word.len() > LEAST => {
            &word[..word.len() - 1]
        }
        _ => word,
    }
}

fn is_vowel(byte: u8) -> bool {
    matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn one_stem_for_one_idea() {
        for family in [
            "token tokens",
            "expire expires expired expiring expiry expiration",
            "authenticate authenticates authentication authenticated authenticating authenticator",
            "limit limits limiting limited",
            "validate validation validated",
            "parse parses parsed parsing",
            "create creates creation",
            "retry retries retried",
            "class classes",
            "cache caches cached caching",
            "stop stops stopped stopping",
            "status",
        ] {
            let stems: Vec<_> = family.split(' ').map(stem).collect();
            assert!(stems.windows(2).all(|pair| pair[0] == pair[1]), "{family}: {stems:?}");
        }
    }

    #[test]
    fn short_and_foreign_words_stay() {
        for word in ["api", "is", "bus", "größe", "sha256", "id"] {
            assert_eq!(stem(word), word);
        }
    }
}
