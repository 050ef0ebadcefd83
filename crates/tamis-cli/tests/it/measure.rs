//! `tamis measure`: the tables, the checks, and what it writes.

use serde_json::Value;

use crate::support::Tree;

/// Two tasks over one tree.
fn bench() -> Tree {
    let tree = Tree::of(
        r"//- trees/o__r/0123456789ab/src/ledger.py
def settle_batch(items):
    return sum(items)
//- trees/o__r/0123456789ab/src/clock.py
def now():
    return 0
",
    );
    let task = |id: &str, text: &str, gold: &str, core: bool| {
        serde_json::json!({"id": id, "repo": "o/r", "base_commit": "0123456789abcdef", "language": "python",
            "text": text, "gold_files": [gold], "gold_lines": {gold: [[1, 1]]}, "source": "s", "core": core})
        .to_string()
    };
    let tasks = [
        task("o__r-1", "settle_batch in src/ledger.py", "src/ledger.py", true),
        task("o__r-2", "the clock is wrong", "src/clock.py", false),
    ];
    tree.write("tasks.jsonl", tasks.join("\n"));
    tree
}

const ARGUMENTS: [&str; 5] = ["measure", "--tasks", "tasks.jsonl", "--trees", "trees"];

#[test]
fn both_tables_and_all_checks_are_printed() {
    let tree = bench();
    let ran = tree.tamis(&[&ARGUMENTS[..], &["--by", "repo"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    for word in ["plain BM25\nrepo", "tamis\nrepo", "o/r", "macro mean", "Acc@1", "NDCG@10", "exact McNemar"] {
        assert!(ran.out.contains(word), "{word}: {}", ran.out);
    }
    for word in [
        "phantom paths 0",
        "ranges outside files 0",
        "budgets exceeded 0",
        "mean cycles",
        "seconds a task",
        "weights version",
    ] {
        assert!(ran.out.contains(word), "{word}: {}", ran.out);
    }
    let one = tree.tamis(&[&ARGUMENTS[..], &["--only", "core", "--vs", "one-cycle"]].concat());
    assert!(one.out.contains("tamis, one cycle") && one.out.contains("all                           1"), "{}", one.out);
}

/// The words of the row that begins with `name` in the table of what is read.
fn reading<'o>(out: &'o str, name: &str) -> Vec<&'o str> {
    let table = &out[out.find("what is read").unwrap()..];
    let row = table.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {table}"));
    row[26..].split_whitespace().collect()
}

#[test]
fn programs_are_measured_on_the_same_tasks() {
    let tree = bench();
    let finds = "finds=grep -q clock && echo {root}/src/clock.py:1-1 || echo ./src/ledger.py";
    let ran = tree.tamis(&[&ARGUMENTS[..], &["--peer", finds, "--peer", "fails=echo broken >&2; exit 3"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    // Both gold files found, one file of one: precision, F1, nothing kept, files and lines at three budgets.
    assert_eq!(
        reading(&ran.out, "finds")[..10],
        ["100.0", "100.0", "-", "-", "100.0", "100.0", "100.0", "100.0", "100.0", "100.0"]
    );
    assert_eq!(reading(&ran.out, "fails")[..2], ["0.0", "0.0"]);
    assert_eq!(reading(&ran.out, "fails")[10], "32000");
    assert_eq!(reading(&ran.out, "tamis")[4], "100.0");
    assert!(ran.out.contains("o__r-2: peer fails: exit status: 3: broken"), "{}", ran.out);
    assert!(ran.out.contains("tamis against finds, exact McNemar"), "{}", ran.out);
    let wrong = tree.tamis(&[&ARGUMENTS[..], &["--peer", "nameless"]].concat());
    assert!(wrong.code == 2 && wrong.err.contains("NAME=COMMAND"), "{wrong:?}");
}

#[cfg(unix)]
#[test]
fn without_ripgrep_the_others_are_measured() {
    let tree = bench();
    let git = std::env::split_paths(&std::env::var_os("PATH").unwrap()).find(|dir| dir.join("git").is_file()).unwrap();
    let bin = tree.home().join("bin");
    std::fs::create_dir(&bin).unwrap();
    std::os::unix::fs::symlink(git.join("git"), bin.join("git")).unwrap();
    let done = tree.command(&ARGUMENTS).env("PATH", &bin).output().unwrap();
    assert!(String::from_utf8_lossy(&done.stderr).contains("ripgrep is skipped"), "{done:?}");
    assert!(String::from_utf8_lossy(&done.stdout).contains("plain BM25"), "{done:?}");
}

#[test]
fn predictions_and_features_are_one_line_a_task() {
    let tree = bench();
    let lines = |path: &str| -> Vec<Value> {
        let text = std::fs::read_to_string(tree.root().join(path)).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    assert_eq!(tree.tamis(&[&ARGUMENTS[..], &["--predictions", "p.jsonl"]].concat()).code, 0);
    let predictions = lines("p.jsonl");
    assert_eq!(predictions.len(), 2);
    assert_eq!(predictions[0]["id"], "o__r-1");
    assert_eq!(predictions[0]["files"][0], "src/ledger.py");
    assert_eq!(predictions[0]["spans"][0], serde_json::json!(["src/ledger.py", 1, 2]));
    assert_eq!(tree.tamis(&[&ARGUMENTS[..], &["--features", "f.jsonl", "--first", "1"]].concat()).code, 0);
    let features = lines("f.jsonl");
    assert_eq!(features.len(), 1);
    let keys: Vec<&String> = features[0].as_object().unwrap().keys().collect();
    let wanted =
        ["id", "predictors", "repo", "source", "language", "gold", "signals", "rows", "bm25", "files", "open_ms", "ms"];
    assert_eq!(keys, wanted);
    let row = &features[0]["rows"][0];
    assert_eq!(row[1].as_array().unwrap().len(), features[0]["signals"].as_array().unwrap().len());
}

#[test]
fn a_tree_that_is_missing_is_told_before_anything_runs() {
    let tree = bench();
    let ran = tree.tamis(&["measure", "--tasks", "tasks.jsonl", "--trees", "elsewhere"]);
    assert!(ran.code == 2 && ran.err.contains("no tree for o__r-1"), "{ran:?}");
    let none = tree.tamis(&[&ARGUMENTS[..], &["--where", "repo=x/y"]].concat());
    assert!(none.code == 2 && none.err.contains("no task is left"), "{none:?}");
}

#[test]
fn one_true_judgement_is_measured_on_tasks_with_several_gold_files() {
    let tree = Tree::of(
        r"//- trees/o__r/0123456789ab/src/ledger.py
from src.rounding import half_even_cents

def settle_batch(items):
    return half_even_cents(sum(items))
//- trees/o__r/0123456789ab/src/rounding.py
def half_even_cents(value):
    return value
",
    );
    let task = serde_json::json!({"id": "o__r-1", "repo": "o/r", "base_commit": "0123456789abcdef", "language": "python",
        "text": "the batch settles wrong", "gold_files": ["src/ledger.py", "src/rounding.py"], "source": "s"});
    tree.write("tasks.jsonl", task.to_string());
    let ran = tree.tamis(&[&ARGUMENTS[..], &["--confirm-first"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let (without, with) = ran.out.split_once("cycle 2, the first gold file confirmed").unwrap();
    assert!(without.starts_with("cycle 2, nothing confirmed"), "{without}");
    let acc = |table: &str| {
        table.lines().find(|line| line.starts_with("all")).unwrap().split_whitespace().nth(2).unwrap().to_owned()
    };
    assert_eq!(acc(with), "100.0", "{with}");
    assert!(
        ran.out.contains("of the other gold files, Recall@10: higher in ") && ran.out.contains(", of 1, p="),
        "{}",
        ran.out
    );
    tree.write(
        "tasks.jsonl",
        r#"{"id": "a", "repo": "o/r", "base_commit": "0123456789ab", "text": "x", "gold_files": ["src/ledger.py"]}"#,
    );
    let ran = tree.tamis(&[&ARGUMENTS[..], &["--confirm-first"]].concat());
    assert!(ran.code == 2 && ran.err.contains("several gold files"), "{ran:?}");
}

/// A task knows where those before it led, in its own repository.
#[test]
fn learning_is_measured_task_after_task() {
    let names = ["alpha", "beta", "gamma", "delta"];
    let source = |(repo, name): (&str, &str)| {
        format!("//- trees/{repo}/0123456789ab/{name}/{name}.py\ndef {name}(): pass  # rows of the ledger\n")
    };
    let both = ["o__r", "o__s"].into_iter().flat_map(|repo| names.map(|name| (repo, name)));
    let tree = Tree::of(&both.map(source).collect::<String>());
    let task = |id: u32, text: &str, repo: &str| {
        serde_json::json!({"id": format!("{id}"), "repo": repo, "base_commit": "0123456789ab", "language": "python",
            "text": text, "gold_files": ["gamma/gamma.py"], "source": "s"})
    };
    let tasks = [
        task(1, "The ledger shows its rows twice", "o/r"),
        task(2, "The ledger shows its rows late", "o/r"),
        task(3, "The ledger shows its rows and loses some", "o/r"),
        task(4, "The ledger shows its rows late", "o/s"),
    ];
    tree.write("tasks.jsonl", tasks.map(|task| task.to_string()).join("\n"));
    let ran = tree.tamis(&[&ARGUMENTS[..], &["--learn"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("NDCG@10: higher in 2 tasks, lower in 0, of 4"), "{}", ran.out);
}
