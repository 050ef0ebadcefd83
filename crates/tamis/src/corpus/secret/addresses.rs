//! Secrets inside addresses: passwords of accounts and connections, and what follows the address of a webhook.

use std::ops::Range;

use super::{LEAST_CERTAIN, is_random};

/// Addresses that let whoever knows them post: what follows is the secret.
pub(super) const WEBHOOKS: [&str; 8] = [
    "api.telegram.org/bot",
    "chat.googleapis.com/v1/spaces/",
    "discord.com/api/webhooks/",
    "discordapp.com/api/webhooks/",
    "hooks.slack.com/services/",
    "hooks.slack.com/workflows/",
    "hooks.zapier.com/hooks/catch/",
    ".webhook.office.com/webhookb2/",
];
/// What follows is longer than this.
const LEAST_WEBHOOK: usize = 16;

/// The password in `scheme://user:password@host`.
pub(super) fn addresses(line: &str, spans: &mut Vec<Range<usize>>) {
    for (at, _) in line.match_indices("://") {
        let start = at + 3;
        let rest = &line[start..];
        let end =
            rest.find(|c: char| c.is_whitespace() || matches!(c, '/' | '"' | '\'' | '`' | '<')).unwrap_or(rest.len());
        let Some((account, _)) = rest[..end].rsplit_once('@') else { continue };
        let Some((user, password)) = account.split_once(':') else { continue };
        if !is_placeholder(password) {
            let from = start + user.len() + 1;
            spans.push(from..from + password.len());
        }
    }
}

/// What stands for a value that is not there: `${NAME}`, `%s`, `<password>`, `***`.
pub(super) fn is_placeholder(text: &str) -> bool {
    let filled_in = text.starts_with(['$', '{', '<', '[', '%', ':']) || text.contains("${") || text.contains("{{");
    filled_in || text.contains("%s") || text.bytes().all(|byte| matches!(byte, b'*' | b'x' | b'X' | b'.'))
}

/// What follows the address of a webhook.
pub(super) fn webhooks(line: &str, spans: &mut Vec<Range<usize>>) {
    for (at, start) in WEBHOOKS.iter().flat_map(|start| line.match_indices(start)) {
        let from = at + start.len();
        let part = |c: char| {
            c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '-' | ':' | '@' | '.' | '?' | '=' | '&' | '%')
        };
        let rest = &line[from..];
        let end = rest.find(|c: char| !part(c)).unwrap_or(rest.len());
        if end >= LEAST_WEBHOOK && is_random(&rest[..end]) {
            spans.push(from..from + end);
        }
    }
}

/// The password of a connection string of `name=value` parts: `Server=db;User Id=app;Password=letters;`, or those of an
/// address: `?user=app&password=letters`.
pub(super) fn connections(line: &str, spans: &mut Vec<Range<usize>>) {
    let folded = line.to_ascii_lowercase();
    for name in ["password=", "pwd="] {
        for (at, _) in folded.match_indices(name) {
            let from = at + name.len();
            let Some(part) = line[..at].chars().next_back().filter(|c| matches!(c, ';' | '&' | '?')) else { continue };
            let ends =
                |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '&' | ';') || (part == ';' && c == ';');
            let value = &line[from..from + line[from..].find(ends).unwrap_or(line.len() - from)];
            if value.len() >= LEAST_CERTAIN && !is_placeholder(value) && !value.contains(['(', '+', '$']) {
                spans.push(from..from + value.len());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::redact;

    fn check(line: &str, expected: &str) {
        assert_eq!(redact(line), expected);
        assert_eq!(redact(expected), expected, "masking twice changes nothing");
    }

    #[test]
    fn connections_and_webhooks_are_masked() {
        check("url: postgres://app:letters%40only@db:5432/x", "url: postgres://app:[redacted]@db:5432/x");
        check("redis://:letters@cache:6379/0", "redis://:[redacted]@cache:6379/0");
        check("\"Server=db;User Id=app;Password=letters;\"", "\"Server=db;User Id=app;Password=[redacted];\"");
        check("jdbc:mysql://db/x?user=app&password=letters", "jdbc:mysql://db/x?user=app&password=[redacted]");
        check("AccountName=a;AccountKey=q8Zt1kQ9xvB77aPLm2==;", "AccountName=a;AccountKey=[redacted];");
        let slack = "post('https://hooks.slack.com/services/";
        check(&format!("{slack}T01AB2CD3/B04EF5GH6/q8Zt1kQ9xvB77aPLm2')"), &format!("{slack}[redacted]')"));
        let discord = "https://discord.com/api/webhooks/";
        check(&format!("{discord}123456789012345678/q8Zt1kQ9xvB77aPLm2 x"), &format!("{discord}[redacted] x"));
    }
}
