//! Secret-shaped values in a line: located, never quoted.
//!
//! Works on one line of text; what stands in addresses, `addresses` knows, and what only the lines around give
//! away, `blocks`. Which files are secret as a whole, `names`
//! says.

mod addresses;
mod blocks;

pub use blocks::hidden_lines;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use addresses::{WEBHOOKS, addresses, connections, is_placeholder, webhooks};
use aho_corasick::AhoCorasick;

/// What stands in place of a value.
pub const MASK: &str = "[redacted]";

/// Starts of tokens that name their issuer, and how many characters at least follow.
const TOKENS: [(&str, usize); 24] = [
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 30),
    ("ghp_", 20),
    ("gho_", 20),
    ("ghu_", 20),
    ("ghs_", 20),
    ("ghr_", 20),
    ("github_pat_", 20),
    ("glpat-", 16),
    ("hf_", 24),
    ("npm_", 24),
    ("pypi-", 32),
    ("rk_live_", 16),
    ("sk-", 20),
    ("sk_live_", 16),
    ("sk_test_", 16),
    ("SG.", 24),
    ("xoxa-", 10),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("xoxr-", 10),
    ("xoxs-", 10),
    ("ya29.", 20),
];

/// Words in a name that make what is assigned to it a secret.
const NAMES: [&str; 16] = [
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "secret",
    "token",
    "api_key",
    "apikey",
    "api-key",
    "access_key",
    "accesskey",
    "account_key",
    "accountkey",
    "private_key",
    "credential",
    "authorization",
];

/// Those of them whose value is a secret whatever it looks like, from so many characters on.
const CERTAIN: [&str; 5] = ["password", "passwd", "passphrase", "pwd", "secret"];
const LEAST_CERTAIN: usize = 4;

/// Words that say what kind of value a setting takes, and are none.
const KINDS: [&str; 12] =
    ["bool", "boolean", "false", "no", "none", "null", "optional", "required", "str", "string", "true", "yes"];

/// A value shorter than this is not taken for a secret.
const LEAST_VALUE: usize = 8;
/// A line of base64 of this length may be part of a key.
const KEY_LINE: usize = 40;

/// Whether a text is a private key and nothing else.
pub fn is_key(text: &str) -> bool {
    text.trim_start().lines().next().is_some_and(|line| line.starts_with("-----BEGIN") && line.contains("PRIVATE KEY"))
}

/// The line with every secret-shaped value masked; the line itself when there is none.
pub fn redact(line: &str) -> Cow<'_, str> {
    redact_line(line, false)
}

/// The same for a line of a settings file, where a bare word after `password =` is a value and no name.
pub fn redact_setting(line: &str) -> Cow<'_, str> {
    redact_line(line, true)
}

/// What every line with a secret holds one of, but for the lines of a key, in whatever case. Most lines hold none, and are
/// looked at once.
static SIGNS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let others = ["PRIVATE KEY-----", "eyJ", "://"];
    let tokens = TOKENS.iter().map(|(start, _)| *start);
    let signs = NAMES.into_iter().chain(WEBHOOKS).chain(tokens).chain(others);
    AhoCorasick::builder().ascii_case_insensitive(true).build(signs).ok()
});

fn redact_line(line: &str, setting: bool) -> Cow<'_, str> {
    let signed = SIGNS.as_ref().is_none_or(|signs| signs.is_match(line));
    if !signed && !is_key_line(key_body(line)) {
        return Cow::Borrowed(line);
    }
    let mut spans = Vec::new();
    key_block(line, &mut spans);
    tokens(line, &mut spans);
    addresses(line, &mut spans);
    webhooks(line, &mut spans);
    connections(line, &mut spans);
    assignments(line, setting, &mut spans);
    if spans.is_empty() {
        return Cow::Borrowed(line);
    }
    spans.sort_by_key(|span| (span.start, span.end));
    let mut masked = String::with_capacity(line.len());
    let mut copied = 0;
    for span in spans {
        if span.start >= copied {
            masked.push_str(&line[copied..span.start]);
            masked.push_str(MASK);
        }
        copied = copied.max(span.end);
    }
    masked.push_str(&line[copied..]);
    Cow::Owned(masked)
}

/// What follows the first line of a private key on the same line, and lines that look like the middle of one.
fn key_block(line: &str, spans: &mut Vec<Range<usize>>) {
    if let Some(at) = line.find("PRIVATE KEY-----") {
        let start = at + "PRIVATE KEY-----".len();
        let end = line[start..].find("-----END").map_or(line.len(), |end| start + end);
        if line[..at].contains("-----BEGIN") && end > start {
            spans.push(start..end);
        }
        return;
    }
    let body = key_body(line);
    if is_key_line(body) {
        let start = line.find(body).unwrap_or(0);
        spans.push(start..start + body.len());
    }
}

/// A line without what stands around a piece of a key in source.
fn key_body(line: &str) -> &str {
    line.trim().trim_matches(['"', '\'', ',', '+', ' ', '\\'])
}

fn is_key_line(body: &str) -> bool {
    let base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    body.len() >= KEY_LINE && body.bytes().all(base64) && is_random(body)
}

/// Tokens with a telling start, and signed web tokens of three parts.
fn tokens(line: &str, spans: &mut Vec<Range<usize>>) {
    for word in words(line) {
        let text = &line[word.clone()];
        let known = TOKENS.iter().any(|(start, least)| {
            text.strip_prefix(start)
                .is_some_and(|rest| rest.len() >= *least && rest.bytes().any(|b| b.is_ascii_digit()))
        });
        let signed = text.starts_with("eyJ") && text.len() > 40 && text.split('.').count() == 3;
        if known || signed {
            spans.push(word);
        }
    }
}

/// Runs of the characters that tokens are made of.
fn words(line: &str) -> impl Iterator<Item = Range<usize>> {
    let part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let bytes = line.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + bytes[at..].iter().position(|byte| part(*byte))?;
        let length = bytes[start..].iter().position(|byte| !part(*byte)).unwrap_or(bytes.len() - start);
        at = start + length;
        Some(start..at)
    })
}

/// Values given to names such as `password` or `api_key`: in quotes, or bare and random.
fn assignments(line: &str, setting: bool, spans: &mut Vec<Range<usize>>) {
    let folded = line.to_ascii_lowercase();
    for name in NAMES {
        for (at, _) in folded.match_indices(name) {
            if let Some(value) = value_after(line, at + name.len(), setting) {
                spans.push(value);
            }
        }
    }
}

/// The value assigned to the name that ends at or soon after `from`.
fn value_after(line: &str, from: usize, setting: bool) -> Option<Range<usize>> {
    let bytes = line.as_bytes();
    let skip = |at: usize, accept: &dyn Fn(u8) -> bool| {
        at + bytes[at..].iter().position(|byte| !accept(*byte)).unwrap_or(bytes.len() - at)
    };
    let name_end = skip(from, &|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    let closed = skip(name_end, &|byte| matches!(byte, b'"' | b'\'' | b']' | b' ' | b'\t'));
    let value = skip(closed, &|byte| matches!(byte, b':' | b'=' | b'>'));
    let operator = &line[closed..value];
    if !matches!(operator, ":" | "=" | ":=" | "=>" | "==" | "===") {
        return None;
    }
    let start = after_scheme(line, skip(value, &|byte| matches!(byte, b' ' | b'\t')));
    let quote = *bytes.get(start)?;
    if matches!(quote, b'"' | b'\'' | b'`') {
        let inside = after_scheme(line, start + 1);
        let end = inside + bytes[inside..].iter().position(|byte| *byte == quote)?;
        let text = &line[inside..end];
        let certain = is_certain(line, from) && text.len() >= LEAST_CERTAIN;
        let plain = !text.contains([' ', '$', '{', '<', '*']);
        return ((certain && plain) || (is_value(text) && is_mixed(text))).then_some(inside..end);
    }
    let end = skip(start, &|byte| !byte.is_ascii_whitespace() && !matches!(byte, b',' | b';' | b'"' | b'\''));
    let text = &line[start..end];
    if setting && name_end == from && is_certain(line, from) && is_setting(text) {
        return Some(start..end);
    }
    // A bare word in code is a name; only in settings is it a value.
    let bare = !operator.starts_with("==") && !text.contains(['(', '.', '[', '<']);
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (bare && is_value(text) && is_random(text) && digits * 7 >= text.len()).then_some(start..end)
}

/// Whether the name that ends at `from` is one whose value is a secret whatever it looks like.
fn is_certain(line: &str, from: usize) -> bool {
    let said = line[..from].to_ascii_lowercase();
    CERTAIN.iter().any(|name| said.ends_with(name))
}

/// A bare word of a settings file that may be a password; a tag of YAML is none.
fn is_setting(text: &str) -> bool {
    let kind = KINDS.contains(&text.to_ascii_lowercase().as_str());
    text.len() >= LEAST_CERTAIN
        && !kind
        && !is_placeholder(text)
        && !text.contains(['(', '$', '{', '<', '*', '|', '>'])
        && !text.starts_with('!')
}

/// The place after the word that names how a token is given.
fn after_scheme(line: &str, at: usize) -> usize {
    let word = ["Bearer ", "bearer ", "Basic "].into_iter().find(|word| line[at..].starts_with(word));
    at + word.map_or(0, str::len)
}

fn is_value(text: &str) -> bool {
    text.len() >= LEAST_VALUE && !text.contains([' ', '$', '{', '<', '*'])
}

/// Letters with digits or marks among them, as passwords are and words are not.
fn is_mixed(text: &str) -> bool {
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    letters > 0 && (digits > 0 || text.contains(['!', '@', '#', '%', '^', '&', '+', '=']))
}

/// Many different characters of several kinds: at least three bits of entropy a character.
fn is_random(text: &str) -> bool {
    let mut counts = [0usize; 256];
    for byte in text.bytes() {
        counts[usize::from(byte)] += 1;
    }
    let total = text.len() as f64;
    let share = |count: usize| count as f64 / total;
    let entropy: f64 =
        counts.iter().filter(|count| **count > 0).map(|count| -share(*count) * share(*count).log2()).sum();
    entropy >= 3.0 && is_mixed(text) && text.bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str) {
        assert_eq!(redact(line), expected);
        assert_eq!(redact(expected), expected, "masking twice changes nothing");
    }

    #[test]
    fn tokens_are_masked_wherever_they_stand() {
        check("key = AKIAIOSFODNN7EXAMPLE", "key = [redacted]");
        check("# ghp_0123456789abcdefghij0123456789abcdef!", "# [redacted]!");
        check("curl -H sk-proj-abcdef0123456789abcdef", "curl -H [redacted]");
        check("slack('xoxb-1234567890-abcdef')", "slack('[redacted]')");
        let signed = format!("eyJhbGciOiJIUzI1NiJ9.{}.sig", "a1".repeat(20));
        check(&format!("jwt {signed} end"), "jwt [redacted] end");
    }

    #[test]
    fn assigned_values_are_masked() {
        check("password = 'correct-horse-1'", "password = '[redacted]'");
        check("\"api_key\": \"q8Zt1kQ9xv\",", "\"api_key\": \"[redacted]\",");
        check("DB_PASSWORD=x7Kq92mZp4Lw", "DB_PASSWORD=[redacted]");
        check("Authorization: Bearer q8Zt1kQ9xvB77aPLm2", "Authorization: Bearer [redacted]");
        check("postgres://app:hunter2@db/x", "postgres://app:[redacted]@db/x");
    }

    #[test]
    fn passwords_of_letters_are_masked_in_settings() {
        for (line, expected) in [
            ("password = letters", "password = [redacted]"),
            ("spring.datasource.password=letters", "spring.datasource.password=[redacted]"),
            ("  db_password: letters  # note", "  db_password: [redacted]  # note"),
            ("client_secret: letters", "client_secret: [redacted]"),
        ] {
            assert_eq!(redact_setting(line), expected);
            assert_eq!(redact_setting(expected), expected, "masking twice changes nothing");
            assert_eq!(redact(line), line, "a name in code");
        }
        for line in [
            "password: ${DB_PASSWORD}",
            "password: string",
            "password = {{ password }}",
            "secretName: letters",
            "password_file = /run/letters",
            "password: !vault |",
            "password:",
            "reset_password_url: letters",
        ] {
            assert_eq!(redact_setting(line), line);
        }
    }

    #[test]
    fn keys_are_masked() {
        check("-----BEGIN RSA PRIVATE KEY-----MIIEow", "-----BEGIN RSA PRIVATE KEY-----[redacted]");
        check("  MIIEowIBAAKCAQEA7bq9Zk3XcV1d0QfJmN8sLtYwRzPqGhUv", "  [redacted]");
    }

    #[test]
    fn code_about_secrets_is_left_alone() {
        for line in [
            "token = get_token(request)",
            "password: 'Enter your password',",
            "let secret_key = settings.SECRET_KEY;",
            "def check_password(password: str, encoded: str) -> bool:",
            "if token == expected_token_2:",
            "token = expected_token_2",
            "api_key = os.environ['SERVICE_API_KEY']",
            "password=${DB_PASSWORD}",
            "const tokenType = 'identifier';",
            "http://localhost:8080/a@b",
            "postgres://app:${PASSWORD}@db",
            "format!(\"postgres://{user}:{password}@{host}\")",
            "'mysql://%s:%s@%s' % (user, password, host)",
            "'https://hooks.slack.com/services/' + path",
            "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
            "query = f'?user={user}&password={password}'",
            "connect(host=host, password=password, timeout=timeout)",
            "if a and b; password=read()",
            "-----BEGIN PUBLIC KEY-----",
            "sk-learn is a nickname, sk-learn-contrib-and-more too",
            "비밀번호 password 설정",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        ] {
            assert!(matches!(redact(line), Cow::Borrowed(_)), "{line} -> {}", redact(line));
        }
    }
}
