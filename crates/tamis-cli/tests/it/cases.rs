//! Cases from users' reports that end at the command line.

use crate::support::{Tree, paths};

#[test]
fn every_text_file_is_searchable() {
    let names = [
        "Dockerfile",
        "Makefile",
        ".github/workflows/release.yml",
        "deploy.tf",
        "schema.prisma",
        "router.rsc",
        "conf/app",
        "run.zsh",
        "notes.adoc",
        "q.sql",
        "LICENSE",
    ];
    let tree = Tree::new();
    let word = |name: &str| format!("needle{}", name.replace(|c: char| !c.is_alphanumeric(), "").to_lowercase());
    for name in names {
        tree.write(name, format!("first line\n{}\n", word(name)));
    }
    for name in names {
        let answer = tree.json(&[&word(name)]);
        assert_eq!(paths(&answer).first(), Some(&name), "{answer}");
    }
    let status = tree.tamis(&["index", "--status"]).out;
    assert!(status.contains("11 files with text; structure is read from 8 of them"), "{status}");
}

#[test]
fn an_ignored_file_that_matches_is_named_with_a_way_to_search_it() {
    let tree = Tree::of(
        r"//- .gitignore
scripts/*
//- scripts/export_writer.py
def export_writer():
    pass
//- app/views.py
def index():
    return 'hello'
",
    );
    tree.git(&["init", "-q"]);
    tree.git(&["add", "-A"]);
    let task = "who writes the export file export_writer";
    let answer = tree.json(&[task]);
    let skipped = answer["skipped"].as_array().unwrap();
    let one = skipped.iter().find(|one| one["path"] == "scripts/export_writer.py").unwrap();
    assert!(one["reason"].as_str().unwrap().contains("--root scripts"), "{one}");
    let text = tree.tamis(&[task]).out;
    assert!(text.contains("ignored: 1 file") && text.contains("--root scripts"), "{text}");
    assert_eq!(paths(&tree.json(&[task, "--root", "scripts"])), ["export_writer.py"]);
}

#[test]
fn long_lines_are_cut_and_large_files_are_named() {
    let tree = Tree::new();
    tree.write("dist/app.min.js", "widgetHub();".repeat(90_000));
    tree.write("data/dump.json", format!("[\"{}\"]", "x".repeat(9 << 20)));
    let wide = format!("// WidgetHub {}", "wide ".repeat(400));
    let hub: String = (0..3_000).map(|line| format!("export const part{line} = {line};\n")).collect();
    tree.write("src/hub.ts", format!("{hub}{wide}\nexport class WidgetHub {{\n  open() {{}}\n}}\n"));
    for arguments in [&["WidgetHub class"][..], &["WidgetHub class", "--format", "markdown"]] {
        let out = tree.tamis(&[arguments, &["--trace", "--budget", "4000"]].concat()).out;
        let longest = out.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(400), "{longest:?}");
    }
    let answer = tree.json(&["WidgetHub class", "--budget", "4000"]);
    assert_eq!(paths(&answer)[0], "src/hub.ts");
    let skipped = answer["skipped"].to_string();
    assert!(skipped.contains("dist/app.min.js") && skipped.contains("too large"), "{skipped}");
}

#[test]
fn every_budget_cuts_on_character_boundaries() {
    let tree = Tree::new();
    for (place, odd) in ["─", "展", "를", "🎙", "e\u{301}", "👨‍👩‍👧"].into_iter().enumerate() {
        let line = |count: usize| format!("# marker_{place} {}{odd}{odd}\n", "a".repeat(count));
        tree.write(&format!("src/{odd}{place}.py"), (0..40).map(|count| line(count * 11)).collect::<String>());
    }
    let task = format!("marker_0 marker_3 {}🎙展", "a".repeat(50));
    for budget in (60..320).step_by(13) {
        for form in ["text", "markdown"] {
            let ran = tree.tamis(&[&task, "--format", form, "--budget", &budget.to_string()]);
            assert!(ran.code == 1 || ran.code == 0 || ran.err.contains("cannot hold an answer"), "{ran:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn paths_in_any_script_are_printed_so_that_they_open_the_file() {
    use std::os::unix::ffi::OsStrExt;
    let tree = Tree::new();
    let names =
        ["src/中文目录/解析.py", "src/with space/b.py", "src/결제한도_c.py", "src/결제한도_d.py", "src/tab\tname.py"];
    for name in names {
        tree.write(name, "def needle_paths():\n    pass\n");
    }
    tree.write("src/new\nline.py", "def needle_paths():\n    pass\n");
    let raw = std::ffi::OsStr::from_bytes(b"src/caf\xe9.py");
    std::fs::write(tree.root().join(raw), "def needle_paths():\n    pass\n").unwrap();
    for git in [false, true] {
        if git {
            tree.git(&["init", "-q"]);
            tree.git(&["add", "-A"]);
        }
        let answer = tree.json(&["needle_paths", "--limit", "20"]);
        let found = paths(&answer);
        for name in names.into_iter().chain(["src/new\nline.py", "src/caf\\xe9.py"]) {
            assert!(found.contains(&name), "{name}: {found:?}");
        }
        let piped = tree.command(&["needle_paths", "--limit", "20", "--format", "paths"]).output().unwrap().stdout;
        let holds = |line: &[u8]| piped.split(|byte| *byte == b'\n').any(|printed| printed == line);
        for name in [&b"src/caf\xe9.py"[..], b"src/tab\tname.py", br"src/new\x0aline.py"] {
            assert!(holds(name), "{}", String::from_utf8_lossy(&piped));
        }
        let run = answer["run"].as_str().unwrap();
        let out = tree.tamis(&["find", "--resume", run, "--limit", "20", "--format", "paths"]).out;
        assert_eq!(out.lines().count(), 7, "{out}");
        assert!(out.contains("src/new\\x0aline.py\n") && out.contains("src/tab\\x09name.py\n"), "{out}");
        for printed in out.lines() {
            let only = tree.json(&["needle_paths", "--include", printed]);
            assert_eq!(paths(&only).len(), 1, "{printed}: {:?}", paths(&only));
            let told = tree.tamis(&["explain", printed, "needle_paths"]);
            assert!(told.code < 2 && told.out.starts_with(printed) && !told.out.contains("not there"), "{told:?}");
        }
    }
}

#[test]
fn the_end_of_a_long_file_is_found() {
    let tree = Tree::new();
    let body: String = (0..1_474).map(|number| format!("def fn_{number}():\n    pass\n")).collect();
    tree.write("big.py", format!("{body}\ndef tail_fn():\n    return 1\n{}", "# end\n".repeat(48)));
    let answer = tree.json(&["tail_fn in big.py"]);
    let file = &answer["files"][0];
    assert_eq!((&file["path"], &file["lines"]), (&"big.py".into(), &2_999.into()));
    let covers =
        |span: &serde_json::Value| span["start"].as_u64() <= Some(2_950) && span["end"].as_u64() >= Some(2_950);
    assert!(file["spans"].as_array().unwrap().iter().any(covers), "{file}");
}
