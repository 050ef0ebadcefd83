//! The budget is a promise, counted with two real tokenizers over what is really printed.

use bpe_openai::{cl100k_base, o200k_base};
use serde_json::Value;

use crate::support::Tree;

/// The layout of the case: long Chinese comments, a token's own text, one function of 900 lines, and many more files.
fn layout() -> Tree {
    let tree = Tree::new();
    let sentence = "采购订单自动审批流程在超额时需要人工复核备注";
    let comments: String = (0..200).map(|_| format!("# {sentence} settle_quota\n")).collect();
    tree.write("src/zh.py", format!("{comments}def zh():\n    pass\n"));
    tree.write(
        "src/tok.py",
        "def tok():\n    # settle_quota reads <|endoftext|> and goes on\n    return '<|endoftext|>'\n",
    );
    let body: String = (0..898)
        .map(|number| match number % 30 {
            0 => format!("    // settle_quota reconciles the ledger, step {number}\n"),
            _ => format!("    total += ledger.entry({number}).amount;\n"),
        })
        .collect();
    tree.write("src/one.rs", format!("pub fn settle_quota(ledger: &Ledger) -> u64 {{\n{body}}}\n"));
    for number in 0..50 {
        let text =
            format!("def part_{number}(ledger):\n    # settle_quota of the ledger, part {number}\n    return ledger\n");
        tree.write(&format!("src/part_{number:02}.py"), text);
    }
    tree
}

const TASK: &str = "settle_quota reconciles the ledger in src/one.rs";

fn counts(text: &str) -> [usize; 2] {
    [cl100k_base().count(text), o200k_base().count(text)]
}

#[test]
fn no_form_prints_more_tokens_than_the_budget() {
    let tree = layout();
    for budget in [300, 500, 2_000, 8_000, 25_000] {
        let given = budget.to_string();
        for form in [&["text"][..], &["text", "--trace"], &["markdown"], &["paths"], &["signatures"]] {
            let ran = tree.tamis(&[&[TASK, "--budget", &given, "--format"], form].concat());
            if ran.code == 2 {
                assert!(budget < 500 && ran.err.contains("cannot hold an answer"), "{form:?} {budget}: {}", ran.err);
                continue;
            }
            let counted = counts(&ran.out);
            assert!(counted.into_iter().all(|count| count <= budget), "{form:?} {budget}: {counted:?}\n{}", ran.out);
        }
        let answer = tree.json(&[TASK, "--budget", &given]);
        let text: Vec<[usize; 2]> = json_texts(&answer).iter().map(|text| counts(text)).collect();
        let sum = text.iter().map(|counts| counts.iter().max().unwrap()).sum::<usize>();
        assert!(sum <= budget, "{budget}: {sum}");
        assert_eq!(answer["tokens"]["used"], sum);
    }
}

fn json_texts(answer: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut texts = Vec::new();
    for file in answer["files"].as_array().unwrap() {
        texts.extend([text(&file["path"]), text(&file["reason"])]);
        texts.push(file["spans"].as_array().unwrap().iter().map(|span| text(&span["text"])).collect());
    }
    texts
}

#[test]
fn a_small_budget_still_shows_the_best_lines_of_the_top_function() {
    let tree = layout();
    let answer = tree.json(&[TASK, "--budget", "600"]);
    let file = &answer["files"][0];
    assert_eq!(file["path"], "src/one.rs");
    let span = &file["spans"][0];
    let lines = span["end"].as_u64().unwrap() - span["start"].as_u64().unwrap() + 1;
    assert!(lines >= 10, "{span}");
    assert!(span["cut_from"]["end"].as_u64() <= Some(900) && span["symbol"] == "settle_quota", "{span}");
    let text = tree.tamis(&[TASK, "--budget", "600"]).out;
    assert!(text.contains("cut from ") && text.contains("left out: "), "{text}");
}

#[test]
fn the_budget_is_used() {
    let tree = layout();
    for form in ["text", "markdown"] {
        for (budget, least) in [(500, 0.7), (700, 0.7), (1_000, 0.7), (2_000, 0.7), (4_000, 0.7)] {
            let text = tree.tamis(&[TASK, "--format", form, "--budget", &budget.to_string()]).out;
            let used = cl100k_base().count(&text);
            assert!(used as f64 > least * f64::from(budget), "{form}: {used} of {budget}\n{text}");
        }
    }
}

#[test]
fn a_budget_too_small_says_what_is_needed() {
    let tree = layout();
    for form in ["text", "markdown", "paths", "signatures"] {
        let ran = tree.tamis(&[TASK, "--format", form, "--budget", "1"]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{form}");
        let least: usize = ran.err.split("the least is ").nth(1).unwrap().lines().next().unwrap().parse().unwrap();
        let enough = tree.tamis(&[TASK, "--format", form, "--budget", &least.to_string()]);
        assert!(enough.code < 2 && cl100k_base().count(&enough.out) <= least, "{form} {least}: {enough:?}");
        assert_eq!(
            tree.tamis(&[TASK, "--format", form, "--budget", &(least - 1).to_string()]).code,
            2,
            "{form} {least}"
        );
    }
    assert_eq!(tree.tamis(&[TASK, "--json", "--budget", "1"]).code, 2);
}

#[test]
fn maps_keep_their_budget() {
    let tree = layout();
    for budget in [100, 500, 2_000] {
        let ran = tree.tamis(&["map", "--budget", &budget.to_string()]);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(counts(&ran.out).into_iter().all(|count| count <= budget), "{budget}: {:?}", counts(&ran.out));
    }
    assert_eq!(tree.tamis(&["map", "--budget", "1"]).code, 2);
}
