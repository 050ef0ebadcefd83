//! Secrets that only the lines around them give away: the inside of a private key, the values of a Kubernetes Secret.

/// For every line of a text, whether nothing of it may be quoted.
pub fn hidden_lines(text: &str) -> Vec<bool> {
    // Most texts hold neither, and are looked at once.
    let mut hidden = if text.contains("-----BEGIN") { inside_keys(text) } else { vec![false; text.lines().count()] };
    if text.contains("kind: Secret") || text.contains("kind: \"Secret\"") {
        kubernetes_secrets(text, &mut hidden);
    }
    hidden
}

/// Lines between the first and the last of a private key.
fn inside_keys(text: &str) -> Vec<bool> {
    let mut inside = false;
    let mark = |line: &str| {
        let (begins, ends) = (line.contains("-----BEGIN") && line.contains("PRIVATE KEY"), line.contains("-----END"));
        let masked = inside && !ends;
        inside = (inside || begins) && !ends;
        masked
    };
    text.lines().map(mark).collect()
}

/// Marks what stands below `data:` and `stringData:` of each document that says it is a Secret. A template's placeholder is no
/// value.
fn kubernetes_secrets(text: &str, hidden: &mut [bool]) {
    let lines: Vec<&str> = text.lines().collect();
    let mut first = 0;
    for document in lines.split(|line| line.starts_with("---")) {
        let says =
            |line: &&str| matches!(line.trim_start_matches(['-', ' ']).trim_end(), "kind: Secret" | "kind: \"Secret\"");
        if document.iter().any(says) {
            for place in values(document) {
                hidden[first + place] = true;
            }
        }
        first += document.len() + 1;
    }
}

/// The places of the lines below `data:` and `stringData:`.
fn values(document: &[&str]) -> Vec<usize> {
    let mut places = Vec::new();
    // The depth of the block that the line stands in.
    let mut block: Option<usize> = None;
    for (place, line) in document.iter().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let depth = line.len() - line.trim_start().len();
        if block.is_none_or(|block| depth <= block) {
            block = matches!(line.trim(), "data:" | "stringData:").then_some(depth);
        } else if !line.contains("{{") {
            places.push(place);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[usize]) {
        let hidden = hidden_lines(text);
        assert_eq!(hidden.len(), text.lines().count());
        let places: Vec<usize> = (1..=hidden.len()).filter(|line| hidden[line - 1]).collect();
        assert_eq!(places, expected, "{text}");
    }

    #[test]
    fn the_inside_of_a_key() {
        check("a\n-----BEGIN RSA PRIVATE KEY-----\nMII\nxyz\n-----END RSA PRIVATE KEY-----\nb", &[3, 4]);
        check("-----BEGIN PUBLIC KEY-----\nMII\n-----END PUBLIC KEY-----", &[]);
    }

    #[test]
    fn the_values_of_a_kubernetes_secret() {
        check(
            "kind: Secret\nmetadata:\n  name: db\ndata:\n  password: aHVudGVy\n\n  user: YXBw\ntype: Opaque",
            &[5, 7],
        );
        check("data:\n  a: YQ==\nkind: Secret", &[2]);
        check("kind: Secret\nstringData:\n  app.ini: |\n    key = letters\n  other: words\n", &[3, 4, 5]);
        check("kind: ConfigMap\ndata:\n  a: b\n---\nkind: Secret\ndata:\n  a: Yg==", &[7]);
        check("items:\n- kind: Secret\n  data:\n    a: YQ==\n  type: Opaque", &[4]);
        check("kind: Secret\ndata:\n  a: {{ .Values.a | b64enc }}", &[]);
        check("kind: SecretStore\nspec:\n  data:\n    a: b", &[]);
    }
}
