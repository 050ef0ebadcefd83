//! Edits of JSON text in place: one member or element goes in or comes out, every other byte stays. Opens no file.

use jsonc_parser::ast::{Object, Value as Node};
use jsonc_parser::common::{Range, Ranged};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde::Serialize;
use serde_json::Value;

/// What stands at the end of a path of keys.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Leaf {
    /// A member of that name.
    Member(&'static str, Value),
    /// An element of an array.
    Element(Value),
}

/// What went into a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Inserted {
    pub(super) text: String,
    /// The one piece that is new; taken out again, the text is what it was.
    pub(super) fragment: String,
    /// How many objects and arrays around the leaf were made for it.
    pub(super) parents: usize,
}

/// The value of a text that may have comments and trailing commas, unless `strict`; `None` for a text without a value.
fn parse(text: &str, strict: bool) -> Result<Option<Node<'_>>, String> {
    let lenient = !strict;
    let options = ParseOptions {
        allow_comments: lenient,
        allow_trailing_commas: lenient,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options).map_err(|error| error.to_string())?;
    Ok(parsed.value)
}

/// The plain value at a path, where there is one.
pub(super) fn value_at(text: &str, strict: bool, keys: &[&str]) -> Result<Option<Value>, String> {
    let root = parse(text, strict)?;
    let node = keys.iter().try_fold(root.as_ref(), |node, key| match node {
        None => Ok(None),
        Some(Node::Object(object)) => {
            Ok(object.properties.iter().find(|one| one.name.as_str() == *key).map(|p| &p.value))
        }
        Some(_) => Err(format!("what holds `{key}` is not an object")),
    })?;
    Ok(node.map(plain))
}

fn plain(node: &Node<'_>) -> Value {
    match node {
        Node::StringLit(text) => Value::String(text.value.to_string()),
        Node::NumberLit(number) => serde_json::from_str(number.value).unwrap_or(Value::Null),
        Node::BooleanLit(truth) => Value::Bool(truth.value),
        Node::NullKeyword(_) => Value::Null,
        Node::Array(array) => Value::Array(array.elements.iter().map(plain).collect()),
        Node::Object(object) => Value::Object(
            object.properties.iter().map(|one| (one.name.as_str().to_owned(), plain(&one.value))).collect(),
        ),
    }
}

/// Puts a leaf behind the last sibling at a path, and makes what is missing of the path.
pub(super) fn insert(text: &str, strict: bool, keys: &[&str], leaf: &Leaf) -> Result<Inserted, String> {
    if text.trim().is_empty() {
        let mut item = pretty(&nested(keys, leaf), "  ");
        item.push('\n');
        return Ok(Inserted { text: format!("{text}{item}"), fragment: item, parents: keys.len() });
    }
    let Some(root) = parse(text, strict)? else { return Err("it holds comments and no value".to_owned()) };
    let (mut node, mut depth) = (&root, 0);
    while let (Node::Object(object), Some(key)) = (node, keys.get(depth)) {
        let Some(member) = object.properties.iter().find(|one| one.name.as_str() == *key) else { break };
        (node, depth) = (&member.value, depth + 1);
    }
    let style = Style::of(text, &root);
    let (at, fragment) = match (node, &keys[depth..], leaf) {
        (Node::Object(object), [], Leaf::Member(name, value)) => {
            place(text, &container(object), &member(name, value, &style), depth, &style)
        }
        (Node::Object(object), [key, rest @ ..], _) => {
            place(text, &container(object), &member(key, &nested(rest, leaf), &style), depth, &style)
        }
        (Node::Array(array), [], Leaf::Element(value)) => {
            let items = array.elements.iter().map(Ranged::range).collect();
            place(text, &Container { range: array.range, items }, &style.print(value), depth, &style)
        }
        (_, [key, ..], _) => return Err(format!("what should hold `{key}` is not an object")),
        (_, [], _) => return Err(format!("`{}` is of another kind than expected", keys.join("."))),
    };
    let text = format!("{}{fragment}{}", &text[..at], &text[at..]);
    parse(&text, strict).map_err(|error| format!("the edit would break it: {error}"))?;
    Ok(Inserted { text, fragment, parents: keys.len() - depth })
}

/// Takes a leaf out by what it is, and up to `parents` objects and arrays around it that are then empty. For a text that
/// somebody has rewritten since.
pub(super) fn remove(text: &str, strict: bool, keys: &[&str], leaf: &Leaf, parents: usize) -> Option<String> {
    let root = parse(text, strict).ok()??;
    let mut around: Vec<(Container, usize)> = Vec::new();
    let mut node = &root;
    for key in keys {
        let Node::Object(object) = node else { return None };
        let place = object.properties.iter().position(|one| one.name.as_str() == *key)?;
        around.push((container(object), place));
        node = &object.properties[place].value;
    }
    let (container, place) = match (node, leaf) {
        (Node::Object(object), Leaf::Member(name, _)) => {
            (container(object), object.properties.iter().position(|one| one.name.as_str() == *name)?)
        }
        (Node::Array(array), Leaf::Element(value)) => {
            let items = array.elements.iter().map(Ranged::range).collect();
            (Container { range: array.range, items }, array.elements.iter().position(|one| plain(one) == *value)?)
        }
        _ => return None,
    };
    let mut cut = (container, place);
    for _ in 0..parents {
        match around.pop() {
            Some(outer) if cut.0.items.len() == 1 => cut = outer,
            _ => break,
        }
    }
    Some(without(text, &cut.0, cut.1))
}

/// An object or an array, and where its parts stand.
struct Container {
    range: Range,
    items: Vec<Range>,
}

fn container(object: &Object<'_>) -> Container {
    Container { range: object.range, items: object.properties.iter().map(|one| one.range).collect() }
}

/// How a text is set: its indent and its line ends.
struct Style {
    unit: String,
    crlf: bool,
    one_line: bool,
}

impl Style {
    fn of(text: &str, root: &Node<'_>) -> Style {
        let first = match root {
            Node::Object(object) => object.properties.first().map(|one| one.range.start),
            _ => None,
        };
        let unit = first.and_then(|at| indent_at(text, at)).filter(|unit| !unit.is_empty()).unwrap_or("  ").to_owned();
        let range = root.range();
        let one_line = first.is_some() && !text[range.start..range.end].contains('\n');
        Style { unit, crlf: text.contains("\r\n"), one_line }
    }

    fn print(&self, value: &Value) -> String {
        if self.one_line { value.to_string() } else { pretty(value, &self.unit) }
    }
}

/// The white space before a place, if nothing else stands before it on its line.
fn indent_at(text: &str, at: usize) -> Option<&str> {
    let start = text[..at].rfind('\n')? + 1;
    let before = &text[start..at];
    before.chars().all(|c| c == ' ' || c == '\t').then_some(before)
}

fn member(name: &str, value: &Value, style: &Style) -> String {
    format!("{}: {}", Value::from(name), style.print(value))
}

fn nested(keys: &[&str], leaf: &Leaf) -> Value {
    let inner = match leaf {
        Leaf::Member(name, value) => Value::Object([((*name).to_owned(), value.clone())].into_iter().collect()),
        Leaf::Element(value) => Value::Array(vec![value.clone()]),
    };
    keys.iter().rev().fold(inner, |inner, key| Value::Object([((*key).to_owned(), inner)].into_iter().collect()))
}

fn pretty(value: &Value, unit: &str) -> String {
    let mut bytes = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(unit.as_bytes());
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    // Writing a plain value into memory cannot fail.
    let _ = value.serialize(&mut serializer);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Where an item goes, and the piece of text that carries it.
fn place(text: &str, container: &Container, item: &str, depth: usize, style: &Style) -> (usize, String) {
    let Range { start, end } = container.range;
    let line_of_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let outer: String = text[line_of_start..start].chars().take_while(|c| *c == ' ' || *c == '\t').collect();
    let own = container.items.first().and_then(|first| indent_at(text, first.start)).map(str::to_owned);
    let indent = own.unwrap_or_else(|| if depth == 0 { style.unit.clone() } else { format!("{outer}{}", style.unit) });
    let item = item.replace('\n', &format!("\n{indent}"));
    let (at, fragment) = match container.items.last() {
        _ if style.one_line => match container.items.last() {
            Some(last) => (last.end, format!(", {item}")),
            None => (start + 1, item),
        },
        // A comment behind the last item belongs to it: ours goes in front of all.
        Some(last) if comment_follows(text, last.end, end) => (start + 1, format!("\n{indent}{item},")),
        Some(last) => (last.end, format!(",\n{indent}{item}")),
        None if text[start + 1..end - 1].contains('\n') => (start + 1, format!("\n{indent}{item}")),
        None => (start + 1, format!("\n{indent}{item}\n{outer}")),
    };
    (at, if style.crlf { fragment.replace('\n', "\r\n") } else { fragment })
}

fn comment_follows(text: &str, from: usize, end: usize) -> bool {
    text[from..end].lines().next().is_some_and(|line| line.contains("//") || line.contains("/*"))
}

/// The text without one item and the comma that parted it from its neighbour; comments stay.
fn without(text: &str, container: &Container, place: usize) -> String {
    let item = container.items[place];
    let bound = |at: usize| container.items.get(at).map_or(container.range.end - 1, |next| next.start);
    let blank = text[..item.start].len() - text[..item.start].trim_end().len();
    let from = item.start - blank;
    if let Some(comma) = comma(text, item.end, bound(place + 1)) {
        return format!("{}{}", &text[..from], &text[comma + 1..]);
    }
    let before = place.checked_sub(1).map(|at| container.items[at].end);
    match before.and_then(|end| comma(text, end, item.start)) {
        Some(comma) => {
            let tail = if comma < from { &text[comma + 1..from] } else { "" };
            format!("{}{tail}{}", &text[..comma], &text[item.end..])
        }
        None => format!("{}{}", &text[..from], &text[item.end..]),
    }
}

/// The comma between two items, outside comments.
fn comma(text: &str, from: usize, to: usize) -> Option<usize> {
    let mut at = from;
    while at < to {
        let rest = &text[at..to];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |close| close + 2);
        } else if rest.starts_with(',') {
            return Some(at);
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const SAMPLES: [&str; 14] = [
        "",
        "\n",
        "{}",
        "{ }\n",
        "{\n}\n",
        "{\n  \"a\": 1\n}\n",
        "{\n\t\"a\": 1,\n\t\"mcpServers\": {}\n}",
        "{\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" }\n  },\n  \"b\": [1, 2]\n}\n",
        "{\"a\":1,\"mcpServers\":{\"x\":{}}}",
        "{\r\n  \"a\": 1\r\n}\r\n",
        "// top\n{\n  // one\n  \"a\": 1, // a\n  /* two */ \"mcpServers\": { // three\n    \"x\": 1, // last\n  },\n}\n",
        "{\n  \"a\": 1 // no comma\n}\n",
        "{ // only a comment\n}\n",
        "{\n  \"a\": \"\\u00e4 , // {\",\n  \"mcpServers\": {\n    \"x\": 1,\n  },\n}\n",
    ];

    fn leaf() -> Leaf {
        Leaf::Member("tamis", json!({ "command": "/bin/tamis", "args": ["mcp"] }))
    }

    #[test]
    fn what_goes_in_is_found_and_comes_out_byte_for_byte() {
        for text in SAMPLES {
            let done = insert(text, false, &["mcpServers"], &leaf()).unwrap();
            let found = value_at(&done.text, false, &["mcpServers", "tamis", "args"]).unwrap();
            assert_eq!(found, Some(json!(["mcp"])), "{text:?}: {}", done.text);
            assert_eq!(done.text.matches(&done.fragment).count(), 1, "{text:?}");
            assert_eq!(done.text.replacen(&done.fragment, "", 1), text);
        }
    }

    #[test]
    fn it_is_taken_out_of_a_rewritten_text_too() {
        for text in SAMPLES.iter().skip(2) {
            let done = insert(text, false, &["mcpServers"], &leaf()).unwrap();
            let gone = remove(&done.text, false, &["mcpServers"], &leaf(), done.parents).unwrap();
            let value = |text: &str| value_at(text, false, &[]).unwrap();
            assert_eq!(value(&gone), value(text), "{text:?}: {gone}");
            let comments = |text: &str| text.matches("//").count() + text.matches("/*").count();
            assert_eq!(comments(&gone), comments(text), "{gone}");
        }
    }

    #[test]
    fn elements_join_an_array() {
        let text = "{\n  \"hooks\": {\n    \"Stop\": [\n      { \"a\": 1 }\n    ]\n  }\n}\n";
        let element = Leaf::Element(json!({ "b": 2 }));
        let done = insert(text, true, &["hooks", "Stop"], &element).unwrap();
        assert_eq!(value_at(&done.text, true, &["hooks", "Stop"]).unwrap(), Some(json!([{ "a": 1 }, { "b": 2 }])));
        let other = insert(&done.text, true, &["hooks", "Start"], &element).unwrap();
        assert_eq!(other.parents, 1);
        let back = remove(&other.text, true, &["hooks", "Start"], &element, 1).unwrap();
        assert_eq!(remove(&back, true, &["hooks", "Stop"], &element, 0).unwrap(), text);
    }

    #[test]
    fn the_new_text_is_set_like_the_old() {
        let done =
            insert("{\n\t\"a\": 1\n}\n", true, &["mcpServers"], &Leaf::Member("t", json!({ "c": [1] }))).unwrap();
        expect_test::expect![[r#"
            {
            	"a": 1,
            	"mcpServers": {
            		"t": {
            			"c": [
            				1
            			]
            		}
            	}
            }
        "#]]
        .assert_eq(&done.text);
    }

    #[test]
    fn what_is_not_valid_is_refused() {
        for (text, strict) in
            [("{", false), ("{'a': 1}", false), ("// c\n{}", true), ("{\"a\": 1,}", true), ("{} x", false)]
        {
            assert!(insert(text, strict, &["m"], &leaf()).is_err(), "{text}");
        }
        for text in ["[]", "{\"m\": []}", "{\"m\": null}", "3", "// only\n"] {
            assert!(insert(text, false, &["m"], &leaf()).is_err(), "{text}");
        }
    }
}
