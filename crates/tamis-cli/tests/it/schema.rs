//! A checker for as much of JSON Schema as `docs/tamis-1.schema.json` uses; any other keyword fails.

use serde_json::Value;

/// Fails unless the answer is as the published schema says.
pub(crate) fn check_answer(answer: &Value) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tamis-1.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut faults = Vec::new();
    check(&schema, &schema, answer, "$", &mut faults);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn check(root: &Value, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    for (keyword, wanted) in schema.as_object().unwrap() {
        let fine = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" | "properties" => true,
            "$ref" => {
                let target = root.pointer(wanted.as_str().unwrap().trim_start_matches('#')).unwrap();
                check(root, target, value, at, faults);
                true
            }
            "type" => types(wanted).iter().any(|name| is_type(name, value)),
            "const" => value == wanted,
            "enum" => wanted.as_array().unwrap().contains(value),
            "minimum" => value.as_f64().is_none_or(|number| number >= wanted.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= wanted.as_f64().unwrap()),
            "minLength" => value.as_str().is_none_or(|text| text.chars().count() as u64 >= wanted.as_u64().unwrap()),
            "minItems" => value.as_array().is_none_or(|list| list.len() as u64 >= wanted.as_u64().unwrap()),
            "maxItems" => value.as_array().is_none_or(|list| list.len() as u64 <= wanted.as_u64().unwrap()),
            "required" => {
                let has = |name: &Value| value.get(name.as_str().unwrap()).is_some();
                !value.is_object() || wanted.as_array().unwrap().iter().all(has)
            }
            "additionalProperties" => only_known(schema, value),
            "items" => {
                for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, wanted, item, &format!("{at}[{place}]"), faults);
                }
                true
            }
            other => panic!("the checker does not know {other}"),
        };
        if !fine {
            faults.push(format!("{at}: {keyword} {wanted} does not hold of {value}"));
        }
    }
    for (name, inner) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        if let Some(value) = value.get(name) {
            check(root, inner, value, &format!("{at}.{name}"), faults);
        }
    }
}

fn types(wanted: &Value) -> Vec<&str> {
    match wanted {
        Value::Array(names) => names.iter().map(|name| name.as_str().unwrap()).collect(),
        name => vec![name.as_str().unwrap()],
    }
}

fn is_type(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("the checker does not know the type {other}"),
    }
}

fn only_known(schema: &Value, value: &Value) -> bool {
    let known = schema["properties"].as_object().unwrap();
    value.as_object().is_none_or(|object| object.keys().all(|name| known.contains_key(name)))
}

#[test]
fn the_checker_finds_faults() {
    let schema = serde_json::json!({"type": "object", "required": ["a"], "additionalProperties": false,
        "properties": {"a": {"type": "integer", "minimum": 1}}});
    let faults = |value: Value| {
        let mut faults = Vec::new();
        check(&schema, &schema, &value, "$", &mut faults);
        faults.len()
    };
    assert_eq!(faults(serde_json::json!({"a": 1})), 0);
    assert_eq!(faults(serde_json::json!({"a": 0})), 1);
    assert_eq!(faults(serde_json::json!({"a": "x"})), 1);
    assert_eq!(faults(serde_json::json!({"b": 1})), 2);
}
