//! A marked block at the end of a text whose format has comments: Markdown and TOML. Opens no file.

use toml_edit::{DocumentMut, Item};

/// The comments that stand around a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) begin: &'static str,
    pub(super) end: &'static str,
}

/// Of Markdown.
pub(super) const MARKDOWN: Marks = Marks { begin: "<!-- tamis: begin -->", end: "<!-- tamis: end -->" };
/// Of TOML.
pub(super) const TOML: Marks = Marks { begin: "# tamis: begin", end: "# tamis: end" };

/// The block as it stands in a file, marks included.
pub(super) fn framed(marks: Marks, body: &str) -> String {
    format!("{}\n{}\n{}\n", marks.begin, body.trim_end(), marks.end)
}

/// The marked block of a text, with its last line end.
pub(super) fn find(marks: Marks, text: &str) -> Option<&str> {
    let start = line_start(text, marks.begin)?;
    let end = start + line_start(&text[start..], marks.end)?;
    let rest = &text[end..];
    Some(&text[start..end + rest.find('\n').map_or(rest.len(), |at| at + 1)])
}

fn line_start(text: &str, line: &str) -> Option<usize> {
    let mut at = 0;
    for one in text.split_inclusive('\n') {
        if one.trim_end() == line {
            return Some(at);
        }
        at += one.len();
    }
    None
}

/// What is put behind a text to add a block: the block, parted from what is there by an empty line.
pub(super) fn appended(marks: Marks, text: &str, body: &str) -> String {
    let gap = match text {
        "" => "",
        text if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    let fragment = format!("{gap}{}", framed(marks, body));
    if text.contains("\r\n") { fragment.replace('\n', "\r\n") } else { fragment }
}

/// Whether a text is TOML.
pub(super) fn check_toml(text: &str) -> Result<(), String> {
    document(text).map(|_| ())
}

fn document(text: &str) -> Result<DocumentMut, String> {
    text.parse().map_err(|error: toml_edit::TomlError| {
        let told = error.to_string();
        told.lines().filter(|line| !line.trim().is_empty() && !line.contains('|')).collect::<Vec<_>>().join(": ")
    })
}

/// The program and the arguments of a server in a TOML text.
pub(super) fn toml_command(text: &str, keys: &[&str], name: &str) -> Result<Option<Vec<String>>, String> {
    let document = document(text)?;
    let table = keys.iter().try_fold(document.as_item(), |item, key| item.get(key));
    let Some(entry) = table.and_then(|item| item.get(name)) else { return Ok(None) };
    let word = |item: Option<&Item>| item.and_then(Item::as_str).map(str::to_owned);
    let mut command: Vec<String> = word(entry.get("command")).into_iter().collect();
    let arguments = entry.get("args").and_then(Item::as_array);
    command.extend(arguments.into_iter().flatten().filter_map(|one| one.as_str()).map(str::to_owned));
    Ok(Some(command))
}

/// Takes a server out of a TOML text by its name, for a text that somebody has rewritten since.
pub(super) fn remove_toml(text: &str, keys: &[&str], name: &str) -> Option<String> {
    let mut document = document(text).ok()?;
    let table = keys.iter().try_fold(document.as_item_mut(), |item, key| item.get_mut(key))?;
    table.as_table_like_mut()?.remove(name)?;
    Some(document.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_goes_behind_the_text_and_comes_out_again() {
        for text in ["", "# Rules\n", "no line end", "one\r\ntwo\r\n", "\n\n"] {
            let fragment = appended(MARKDOWN, text, "body\n");
            let whole = format!("{text}{fragment}");
            assert!(find(MARKDOWN, &whole).is_some_and(|block| block.contains("body")), "{whole:?}");
            assert_eq!(whole.replacen(&fragment, "", 1), text);
        }
        assert_eq!(find(MARKDOWN, "<!-- tamis: begin -->\nno end\n"), None);
        assert_eq!(find(MARKDOWN, "see <!-- tamis: begin --> and\n<!-- tamis: end -->\n"), None);
    }

    #[test]
    fn a_server_is_read_and_taken_out_of_toml() {
        let text = "# mine\n[mcp_servers.a]\ncommand = \"x\" # why\n\n[mcp_servers.tamis]\ncommand = \"t\"\nargs = [\"mcp\"]\n";
        assert_eq!(toml_command(text, &["mcp_servers"], "tamis").unwrap().unwrap(), ["t", "mcp"]);
        assert_eq!(toml_command(text, &["mcp_servers"], "b").unwrap(), None);
        let gone = remove_toml(text, &["mcp_servers"], "tamis").unwrap();
        assert_eq!(gone, "# mine\n[mcp_servers.a]\ncommand = \"x\" # why\n");
        assert!(check_toml("a = ").is_err());
    }
}
