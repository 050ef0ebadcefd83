//! Small cases from what users of such tools report, through the engine: ranking, silent absence, resource limits, the
//! budget, and text that is not English.

use std::fmt::Write as _;

use tamis::analyzer::source::{ParseStatus, structure};
use tamis::budget::{Band, Budget};
use tamis::context::{Answer, AnswerFile};
use tamis::corpus::Selection;
use tamis::document::{LineRange, SkipReason};
use tamis::engine::{Engine, Options};
use tamis::language::{self, Reader};
use tamis::query::Task;
use tamis::session::Session;
use tamis::tokens;
use tamis::trace::Status;

use crate::support::{Tree, open, open_with, story, task};

/// One question and its answer.
struct Found {
    session: Session,
    answer: Answer,
}

fn ask(engine: &Engine, text: &str) -> Found {
    let session = engine.retrieve(&task(text)).unwrap();
    let answer = engine.answer(&session);
    Found { session, answer }
}

fn find(tree: &Tree, text: &str, limit: usize) -> Found {
    ask(&open_with(tree, Budget { limit, ..Budget::default() }), text)
}

impl Found {
    fn paths(&self) -> Vec<&str> {
        self.answer.files.iter().map(|file| file.judgement.path.as_str()).collect()
    }

    fn first(&self) -> &AnswerFile {
        self.answer.files.first().unwrap_or_else(|| panic!("nothing found\n{}", self.story()))
    }

    /// The session and the shown ranges, for a failing test.
    fn story(&self) -> String {
        let mut text = story(&self.session);
        for file in &self.answer.files {
            let spans: Vec<String> = file.spans.iter().map(|span| span.lines.to_string()).collect();
            let accepted = if file.accepted { '+' } else { '-' };
            writeln!(text, "{accepted} {:.4} {} {}", file.judgement.relevance, file.judgement.path, spans.join(" "))
                .unwrap();
        }
        text
    }

    fn must_start_with(&self, path: &str) {
        assert_eq!(self.first().judgement.path, path, "{}", self.story());
    }
}

mod definition_beats_mentions {
    use super::*;

    fn tree() -> Tree {
        let mut files = vec![
            (
                "core/ledger_impl.py".to_owned(),
                "\"\"\"The ledger.\"\"\"\n\nimport decimal\n\n\ndef settle_batch(items):\n    total = decimal.Decimal(0)\n    \
                 for item in items:\n        if item.open:\n            total += item.amount\n            \
                 item.open = False\n        else:\n            item.skipped = True\n    \
                 for item in items:\n        item.total = total\n    items.sort()\n    return total\n\n\n\
                 def other():\n    return 1\n"
                    .to_owned(),
            ),
            ("docs/guide.md".to_owned(), "# Guide\n\n".to_owned() + &"Call `settle_batch` at night.\n".repeat(20)),
            (
                "api/routes.py".to_owned(),
                "from core.ledger_impl import settle_batch\n\n\ndef post(request):\n    return settle_batch(request.items)\n"
                    .to_owned(),
            ),
        ];
        for letter in 'a'..='l' {
            let calls = "    assert settle_batch() is None\n".repeat(15);
            let code = format!("def test_{letter}():\n    def settle_batch():\n        return None\n\n{calls}");
            files.push((format!("tests/test_{letter}.py"), code));
        }
        Tree::new(&files)
    }

    #[test]
    fn the_function_comes_first_with_its_lines() {
        let found = find(&tree(), "where is settle_batch implemented", 5);
        found.must_start_with("core/ledger_impl.py");
        let first = found.first();
        assert!(first.judgement.reason.contains("definition"), "{}", first.judgement.reason);
        let lines: Vec<LineRange> = first.spans.iter().map(|span| span.lines).collect();
        assert_eq!(lines, [LineRange::new(6, 17)], "{}", found.story());
    }

    #[test]
    fn tests_do_not_crowd_it_out() {
        let found = find(&tree(), "where is settle_batch implemented", 5);
        let tests = found.paths().iter().filter(|path| path.starts_with("tests/")).count();
        assert!(tests <= 2, "{}", found.story());
        assert!(found.paths().contains(&"api/routes.py"), "{}", found.story());
    }

    #[test]
    fn a_test_that_is_asked_for_is_found() {
        let found = find(&tree(), "fix the failing test for settle_batch in test_c", 5);
        assert!(found.paths()[..2].contains(&"tests/test_c.py"), "{}", found.story());
    }
}

mod same_ranking {
    use super::*;

    /// 300 files with the word up to nine times; five of them define a name with it.
    fn files() -> Vec<(String, String)> {
        let one = |i: usize| {
            let name = format!("mod_{:03}.py", (i * 7919) % 1000);
            let mentions = "# the quota of a client\n".repeat(i % 10);
            let defines = if i % 60 == 7 { format!("def quota_{i}():\n    return {i}\n\n") } else { String::new() };
            (
                format!("pkg{}/{name}", i % 7),
                format!("\"\"\"Part {i}.\"\"\"\n{defines}{mentions}def part_{i}():\n    return {i}\n"),
            )
        };
        (0..300).map(one).collect()
    }

    fn shown(found: &Found) -> String {
        format!("{:?}\n{:?}", found.session, found.answer)
    }

    #[test]
    fn for_every_limit() {
        let tree = Tree::new(&files());
        for text in ["quota", "\"quota\""] {
            let lists: Vec<Vec<String>> = [3, 10, 50]
                .into_iter()
                .map(|limit| find(&tree, text, limit).paths().into_iter().map(str::to_owned).collect())
                .collect();
            assert!(lists[0].len() == 3 && lists[1].len() == 10 && lists[2].len() == 50, "{lists:?}");
            assert!(lists[1].starts_with(&lists[0]) && lists[2].starts_with(&lists[1]), "{lists:?}");
            assert!(!lists[2].is_sorted(), "the order is that of paths: {lists:?}");
        }
    }

    #[test]
    fn for_every_run_number_of_threads_and_order_of_creation() {
        let mut files = files();
        let tree = Tree::new(&files);
        files.reverse();
        let reversed = Tree::new(&files);
        let run = |tree: &Tree, threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            shown(&pool.install(|| find(tree, "quota", 10)))
        };
        let first = run(&tree, 1);
        for (tree, threads) in [(&tree, 1), (&tree, 16), (&reversed, 1), (&reversed, 16)] {
            assert!(run(tree, threads) == first, "{threads} threads");
        }
    }

    #[test]
    fn a_definition_comes_first_and_all_are_near() {
        let found = find(&Tree::new(&files()), "quota", 10);
        let defines = found.answer.files.iter().map(|file| file.judgement.reason.contains("defines `quota_"));
        let defines: Vec<bool> = defines.collect();
        assert!(defines[0], "{}", found.story());
        assert_eq!(defines.iter().filter(|defines| **defines).count(), 5, "{}", found.story());
    }
}

mod prose_spelled_differently {
    use super::*;

    fn tree() -> Tree {
        let mut files = vec![
            (
                "auth/signin_flow.ts".to_owned(),
                "export class LoginGate {\n  openSession() {\n    return this.check();\n  }\n\n  check() {\n    \
                 return true;\n  }\n}\n"
                    .to_owned(),
            ),
            (
                "store/rollbackPlan.ts".to_owned(),
                "export function rollbackPartial() {\n  const plan = [];\n  return plan.reverse();\n}\n".to_owned(),
            ),
        ];
        for i in 0..15 {
            let lines = format!("log.info(\"part {i} done\");\nconst logs{i} = [];\n").repeat(20);
            files.push((format!("svc/part{i}.ts"), lines));
        }
        Tree::new(&files)
    }

    #[test]
    fn log_in_is_login() {
        let found = find(&tree(), "user cannot log in after session expired", 10);
        found.must_start_with("auth/signin_flow.ts");
        // What stands below is excluded and says so.
        let offered = found.answer.files.iter().filter(|file| file.judgement.band() > Band::None).take(3);
        assert!(!offered.into_iter().any(|file| file.judgement.path.starts_with("svc/")), "{}", found.story());
    }

    #[test]
    fn roll_back_is_rollback() {
        find(&tree(), "roll back a partial write", 10).must_start_with("store/rollbackPlan.ts");
    }

    #[test]
    fn capitals_do_not_matter() {
        find(&tree(), "logingate", 10).must_start_with("auth/signin_flow.ts");
    }
}

mod vendored_and_docs_below_source {
    use super::*;

    fn tree() -> Tree {
        let phrase = |before: &str, count: usize| format!("{before}resume state\n").repeat(count);
        let packages: String = (0..50)
            .map(|i| format!("    \"node_modules/resume-state-{i}\": {{ \"version\": \"1.0.{i}\" }},\n"))
            .collect();
        let mut bundle = String::from("(function () {\n");
        for i in 0..400 {
            let remark = if i % 16 == 0 { " // resume state" } else { "" };
            writeln!(bundle, "  function part{i}(a) {{ return a + {i}; }}{remark}").unwrap();
        }
        bundle.push_str("})();\n//# sourceMappingURL=libx.development.js.map\n");
        let source = "/** Loads the resume state across navigation. */\n\
                      import { read } from './storage';\n\n\
                      export interface ResumeState {\n  page: string;\n  scroll: number;\n}\n\n\
                      // resume state across navigation\n\
                      export function loadResumeState(key: string): ResumeState {\n  const raw = read(key);\n  \
                      if (!raw) {\n    return { page: '/', scroll: 0 };\n  }\n  return JSON.parse(raw);\n}\n\n\
                      export function clearPage(key: string) {\n  return read(key);\n}\n";
        Tree::new(&[
            ("src/cache/resume.ts", source.to_owned()),
            (
                "src/cache/storage.ts",
                "export function read(key: string) {\n  return window.name + key;\n}\n".to_owned(),
            ),
            ("compiled/libx/libx.development.js", bundle),
            ("third_party/y/y.c", "/* resume state */\n".repeat(10) + "int y(void) { return 1; }\n"),
            ("bench/resume_bench.ts", phrase("// ", 10)),
            ("scripts/resume.sh", phrase("# ", 10)),
            ("website/resume.md", phrase("The ", 10)),
            ("CHANGELOG.md", "# Changelog\n\n".to_owned() + &phrase("- fixed ", 10)),
            ("package-lock.json", format!("{{\n  \"packages\": {{\n{packages}    \"\": {{}}\n  }}\n}}\n")),
        ])
    }

    const LONG: &str = "After a visitor comes back with the back button of the browser the page does not show its resume \
                        state any more and starts at the very top again";

    fn check(text: &str) {
        let found = find(&tree(), text, 10);
        found.must_start_with("src/cache/resume.ts");
        for path in &found.paths()[..found.paths().len().min(3)] {
            let foreign = path.starts_with("compiled/") || ["package-lock.json", "CHANGELOG.md"].contains(path);
            assert!(!foreign, "{}", found.story());
        }
        for file in &found.answer.files {
            let kind = match file.judgement.path.as_str() {
                "compiled/libx/libx.development.js" => "is generated",
                "third_party/y/y.c" => "is vendored",
                "CHANGELOG.md" | "website/resume.md" => "is docs",
                _ => continue,
            };
            let said = file.judgement.reason.contains(kind) || file.judgement.reason.contains("is vendored");
            assert!(said, "{kind}: {}", file.judgement.reason);
        }
    }

    #[test]
    fn for_a_short_task() {
        check("resume state");
    }

    #[test]
    fn for_a_long_task() {
        check(LONG);
    }

    #[test]
    fn unless_they_are_asked_for() {
        find(&tree(), "update the changelog entry about resume state", 10).must_start_with("CHANGELOG.md");
    }
}

mod nothing_to_find {
    use super::*;

    fn tree() -> Tree {
        let mut big = String::new();
        for line in 1..=3000 {
            match line {
                2950 => big.push_str("def tail_fn():\n"),
                2951 => big.push_str("    return 'tail'\n"),
                _ => writeln!(big, "value_{line} = {line}").unwrap(),
            }
        }
        let mut files = vec![
            (".gitignore".to_owned(), "scripts/*\n".to_owned()),
            ("scripts/export_writer.py".to_owned(), "def export_writer():\n    return open('x')\n".to_owned()),
            ("big.py".to_owned(), big),
        ];
        for (name, route) in
            [("users", "/users"), ("posts", "/posts"), ("login", "/login"), ("search", "/search"), ("tags", "/tags")]
        {
            let view = format!(
                "from flask import Blueprint, request\n\nbp = Blueprint('{name}', __name__)\n\n\n@bp.route('{route}')\n\
                 def show_{name}():\n    return request.args\n"
            );
            files.push((format!("app/views/{name}.py"), view));
            files.push((format!("app/models/{name}.py"), format!("class {name}Model:\n    table = '{name}'\n")));
        }
        Tree::repository(&files)
    }

    #[test]
    fn is_said_with_the_words_nobody_supports() {
        let found = find(&tree(), "GPU shader compilation cache eviction", 10);
        assert_eq!(found.session.status, Some(Status::Insufficient), "{}", found.story());
        assert!(found.answer.files.iter().all(|file| !file.accepted && file.judgement.relevance < 0.7));
        let open: Vec<&str> = found.session.context.open_gaps().map(|gap| gap.what.as_str()).collect();
        for word in ["gpu", "shader", "compilation", "cache", "eviction"] {
            assert!(open.contains(&word), "{word} {open:?}");
        }
    }

    #[test]
    fn is_not_said_of_what_the_rules_hide() {
        let tree = tree();
        let engine = open(&tree);
        let found = ask(&engine, "who writes the export file export_writer");
        let ignored = engine.repository().corpus.ignored_matching(&["export_writer"]);
        assert_eq!((ignored.count, ignored.complete), (1, true));
        assert_eq!(ignored.paths, ["scripts/export_writer.py"]);
        assert!(!found.paths().contains(&"scripts/export_writer.py"));
    }

    #[test]
    fn is_not_said_of_the_end_of_a_long_file() {
        let found = find(&tree(), "tail_fn in big.py", 10);
        found.must_start_with("big.py");
        let first = found.first();
        assert_eq!(first.lines, 3000);
        let shown: Vec<LineRange> = first.spans.iter().map(|span| span.lines).collect();
        assert_eq!(shown, [LineRange::new(2950, 2951)], "{}", found.story());
        assert_eq!(first.spans[0].symbol.as_deref(), Some("tail_fn"));
    }
}

mod near_copies {
    use super::*;

    fn ledger(name: &str) -> String {
        let mut code = format!("\"\"\"The ledger of {name}.\"\"\"\n\n\ndef settle_accounts(accounts, ledger):\n");
        for step in ["open", "read", "sort", "sum", "check", "write", "close"] {
            let line = format!("    ledger.{step}_account(accounts, settle=True, reason='{step} before settling')");
            writeln!(code, "{line}").unwrap();
        }
        code
    }

    #[test]
    fn leave_their_passages_to_others() {
        let files = [
            ("billing/ledger.py", ledger("billing")),
            ("legacy/ledger.py", ledger("the old billing")),
            (
                "shop/order.py",
                "def close_order(order):\n    settle_accounts(order.accounts, order.ledger)\n".to_owned(),
            ),
        ];
        let found = find(&Tree::new(&files), "settle the accounts of the ledger", 10);
        let copies: Vec<&AnswerFile> = found.answer.files.iter().filter(|file| file.near_copy_of.is_some()).collect();
        let [copy] = copies.as_slice() else { panic!("{}", found.story()) };
        let original = found.answer.files.iter().find(|file| Some(&file.judgement.path) == copy.near_copy_of.as_ref());
        assert!(copy.spans.is_empty() && !original.unwrap().spans.is_empty(), "{}", found.story());
        assert!(copy.judgement.path.ends_with("/ledger.py") && copy.near_copy_of != Some(copy.judgement.path.clone()));
        let other = found.answer.files.iter().find(|file| file.judgement.path == "shop/order.py").unwrap();
        assert!(!other.spans.is_empty(), "{}", found.story());
    }
}

mod pathological_files {
    use super::*;

    fn files() -> Vec<(String, String)> {
        let nested = format!("int deep_c(void) {{{}{}}}\n", "{".repeat(20_000), "}".repeat(20_000));
        let rows: String = (0..2000).map(|i| format!("  {{ {i}, \"row{i}\", 0x{i:x} }},\n")).collect();
        let inserts: String =
            (0..20_000).map(|i| format!("INSERT INTO inserts VALUES ({i}, 'name {i}', 'x');\n")).collect();
        let mut files = vec![
            ("deep.js".to_owned(), format!("{}1{}\n// deep_js\n", "(".repeat(100_000), ")".repeat(100_000))),
            ("deep.c".to_owned(), nested),
            ("deep.json".to_owned(), format!("{}\n\"deep_json\"\n", "[".repeat(100_000))),
            ("table.c".to_owned(), format!("/* table_c */\nstatic const struct row rows[] = {{\n{rows}}};\n")),
            ("inserts.sql".to_owned(), format!("-- inserts_sql\n{inserts}")),
        ];
        files.extend((0..20).map(|i| (format!("normal{i}.py"), format!("def normal_{i}():\n    return {i}\n"))));
        files
    }

    /// With the small stack that some systems give to threads.
    #[test]
    fn are_survived_and_found_by_their_words() {
        let tree = Tree::new(&files());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).stack_size(1 << 20).build().unwrap();
        pool.install(|| {
            let engine = open(&tree);
            assert_eq!(engine.repository().index.searchable(), 25);
            for (path, text) in [
                ("deep.js", "deep_js"),
                ("deep.c", "deep_c"),
                ("deep.json", "deep_json"),
                ("table.c", "table_c"),
                ("inserts.sql", "inserts_sql"),
                ("normal7.py", "normal_7"),
            ] {
                let found = ask(&engine, text);
                assert!(found.paths().contains(&path), "{text}\n{}", found.story());
            }
        });
    }

    /// A file of nothing but opened quotes, in every language with a grammar. Each has a bound of its own.
    #[test]
    fn of_unclosed_quotes_are_read_in_time() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).stack_size(1 << 20).build().unwrap();
        pool.install(|| {
            for row in language::all().filter(|row| !matches!(row.reader, Reader::Text)) {
                let text = "a = \"unclosed ' ` /* {- (* <!-- \"\"\" '''\n".repeat(60_000 / 40);
                let started = std::time::Instant::now();
                let read = structure(row, &text);
                assert!(started.elapsed().as_secs() < 4, "{}: {:?}", row.name, started.elapsed());
                assert_ne!(read.status, ParseStatus::NoGrammar);
            }
        });
    }
}

mod big_and_minified {
    use super::*;

    fn tree() -> Tree {
        let mut hub = String::with_capacity(1 << 21);
        for line in 1..=30_000 {
            match line {
                21_000 => hub.push_str("export class WidgetHub {\n"),
                21_001 => hub.push_str("  open() { return 1; }\n"),
                21_002 => hub.push_str("}\n"),
                _ => writeln!(hub, "export const item{line} = make({line}, 'part {line}');").unwrap(),
            }
        }
        let call = "function a(b,c){return b.part(c)&&!d[e]};";
        let mut minified = String::with_capacity(8 << 20);
        while minified.len() < 8_000_000 {
            minified.push_str("x.widgetHub(y);");
            minified.push_str(&call.repeat(380));
        }
        let mut files = vec![("dist/app.min.js".to_owned(), minified), ("src/hub.ts".to_owned(), hub)];
        for i in 0..200 {
            let code =
                format!("import {{ WidgetHub }} from '../hub';\nexport const use{i} = new WidgetHub().open();\n");
            files.push((format!("src/uses/use{i}.ts"), code));
        }
        files.extend((0..2000).map(|i| (format!("gen/tiny{i}.ts"), format!("export const tiny{i} = {i};\n"))));
        let tree = Tree::new(&files);
        let dump = tree.path("data/dump.json");
        std::fs::create_dir_all(dump.parent().unwrap()).unwrap();
        std::fs::File::create(dump).unwrap().set_len(60 << 20).unwrap();
        tree
    }

    #[test]
    fn files_do_not_hide_the_class() {
        let tree = tree();
        let engine = open_with(&tree, Budget { tokens: 4000, ..Budget::default() });
        let found = ask(&engine, "WidgetHub class");
        let repository = engine.repository();
        assert!(
            repository
                .index
                .unread()
                .iter()
                .any(|skip| skip.path == "dist/app.min.js" && skip.reason == SkipReason::Minified)
        );
        let dump = repository.corpus.skipped().iter().find(|skip| skip.path == "data/dump.json");
        assert_eq!(dump.unwrap().reason, SkipReason::TooLarge(60 << 20));
        let lines = found.answer.files.iter().flat_map(|file| &file.spans).flat_map(|span| span.text.lines());
        assert!(lines.into_iter().all(|line| line.chars().count() <= 400));
        assert!(!found.paths().contains(&"dist/app.min.js"));
        found.must_start_with("src/hub.ts");
        let near = |span: &tamis::context::Span| span.lines.contains(21_000);
        assert!(found.first().spans.iter().any(near), "{}", found.story());
    }

    /// A line of any length is shown in part.
    #[test]
    fn lines_are_cut() {
        let line = "资源 limit ".repeat(2000);
        let tree = Tree::text(&format!("//- /limit.txt\n{line}\n"));
        let found = find(&tree, "limit", 10);
        let shown: Vec<&str> = found.answer.files[0].spans[0].text.lines().collect();
        assert_eq!(shown.len(), 1);
        assert!(shown[0].chars().count() <= 400 && shown[0].ends_with('…'));
    }

    /// Which lines are shown of a file that opens with this comment and defines the basket in line 7.
    #[track_caller]
    fn check_licence(comment: &str, task: &str, expected: &[&str]) {
        let tree = Tree::text(&format!("//- /basket.ts\n{comment}export const basket = 1; // the basket\n"));
        let found = find(&tree, task, 1);
        let lines: Vec<String> = found.first().spans.iter().map(|span| span.lines.to_string()).collect();
        assert_eq!(lines, expected, "{}", found.story());
    }

    /// The licence a file opens with takes no room.
    #[test]
    fn a_licence_is_not_shown() {
        let licence = "/*\n * Copyright 2020 the shop.\n *\n * The basket may be used by anybody.\n */\n\n";
        check_licence(licence, "basket", &["7-7"]);
    }

    /// But for what the same comment says of the file before.
    #[test]
    fn what_is_said_above_a_licence_is_shown() {
        let comment = "/*\n * The basket of a customer.\n *\n * Copyright 2020 the shop.\n */\n\n";
        check_licence(comment, "basket of a customer", &["1-2", "7-7"]);
    }
}

mod budget_is_a_promise {
    use super::*;

    /// A function of 900 lines, text that costs more tokens than characters, and fifty more files.
    fn tree() -> Tree {
        let mut long = String::from("/// Settles the accounts.\npub fn settle_accounts(accounts: &mut [Account]) {\n");
        for line in 0..898 {
            match line {
                450..=470 => writeln!(long, "    // settle the accounts of step {line}").unwrap(),
                _ => writeln!(long, "    let step{line} = accounts.len() + {line};").unwrap(),
            }
        }
        long.push_str("}\n");
        let mut files = vec![
            ("one.rs".to_owned(), long),
            ("zh.py".to_owned(), "# settle accounts 采购订单自动审批流程，超额需要人工复核\n".repeat(200)),
            ("tok.py".to_owned(), "# settle accounts\nend = '<|endoftext|>'\nprompt = '<|fim_prefix|>'\n".to_owned()),
        ];
        for i in 0..50 {
            let code = format!("/// Settles one of the accounts.\npub fn settle_{i}() {{\n    accounts({i});\n}}\n");
            files.push((format!("src/part{i}.rs"), code));
        }
        Tree::new(&files)
    }

    fn total(answer: &Answer) -> usize {
        answer.files.iter().flat_map(|file| &file.spans).map(|span| tokens::count(&span.text)).sum()
    }

    #[test]
    fn at_every_size() {
        let tree = tree();
        let mut paths: Option<Vec<String>> = None;
        for budget in [1, 10, 100, 500, 2_000, 8_000, 25_000] {
            let engine = open_with(&tree, Budget { tokens: budget, limit: 60, ..Budget::default() });
            let found = ask(&engine, "settle accounts");
            let used = total(&found.answer);
            assert!(used <= budget, "{used} of {budget}");
            assert_eq!(used, found.answer.used);
            let shown: Vec<String> = found.paths().into_iter().map(str::to_owned).collect();
            assert!(paths.get_or_insert_with(|| shown.clone()) == &shown, "paths are never cut: {}", found.story());
            if budget <= 2_000 {
                assert!(found.answer.omitted > 0, "{budget}");
            }
        }
    }

    #[test]
    fn shows_the_best_part_of_what_is_too_long() {
        let tree = tree();
        let engine = open_with(&tree, Budget { tokens: 500, limit: 1, ..Budget::default() });
        let session = engine.retrieve(&task("settle_accounts in one.rs")).unwrap();
        let answer = engine.answer(&session);
        let found = Found { session, answer };
        found.must_start_with("one.rs");
        let lines: u32 = found.first().spans.iter().map(|span| span.lines.len()).sum();
        assert!((10..=60).contains(&lines), "{}", found.story());
        let named = |span: &tamis::context::Span| span.symbol.as_deref() == Some("settle_accounts");
        assert!(found.first().spans.iter().any(named), "{:?}", found.first().spans);
    }

    #[test]
    fn a_cut_says_what_it_was_cut_from() {
        let body: String =
            (0..100).map(|i| format!("    settle(accounts, {i}, 'step {i} of the settlement')\n")).collect();
        let tree = Tree::text(&format!("//- /one.py\ndef settle_accounts(accounts):\n{body}"));
        let engine = open_with(&tree, Budget { tokens: 500, ..Budget::default() });
        let found = ask(&engine, "settle_accounts");
        let span = &found.first().spans[0];
        assert_eq!(span.cut_from, Some(LineRange::new(1, 101)), "{span:?}");
        assert!((10..=60).contains(&span.lines.len()), "{span:?}");
        assert_eq!(span.text.lines().count() as u32, span.lines.len());
    }

    #[test]
    fn text_that_looks_like_a_tokenizer_s_own_is_text() {
        let tree = tree();
        let engine = open(&tree);
        let found = ask(&engine, "tok.py");
        let file = found.answer.files.iter().find(|file| file.judgement.path == "tok.py").unwrap();
        assert!(file.spans.iter().any(|span| span.text.contains("<|endoftext|>")), "{}", found.story());
    }
}

mod cjk {
    use super::*;

    fn tree() -> Tree {
        let mut files = vec![
            (
                "order.java".to_owned(),
                "// 采购订单自动审批流程，备注：超额需复核\nclass Order {\n  void approve() {}\n}\n".to_owned(),
            ),
            (
                "calc.py".to_owned(),
                "def balance(rate):\n    \"\"\"残高計算と利息の切り捨て\"\"\"\n    return int(rate)\n".to_owned(),
            ),
            ("pay.kt".to_owned(), "// 결제한도초과시알림발송\nfun pay(limit: Int) {\n  notify(limit)\n}\n".to_owned()),
            ("寻路服务.cs".to_owned(), "class 寻路服务 {\n  void Find() {}\n}\n".to_owned()),
        ];
        files.extend((0..30).map(|i| {
            let code = format!("def noise_{i}():\n    \"\"\"Part {i} of the noise.\"\"\"\n    return {i}\n");
            (format!("noise/part{i}.py"), code)
        }));
        Tree::new(&files)
    }

    fn check(cases: &[(&str, &str)]) {
        let tree = tree();
        let engine = open(&tree);
        for (text, path) in cases {
            let found = ask(&engine, text);
            assert!(!found.session.need.terms.is_empty(), "{text}");
            assert_eq!(found.first().judgement.path, *path, "{text}\n{}", found.story());
        }
    }

    #[test]
    fn words_inside_long_runs() {
        check(&[
            ("审批流程", "order.java"),
            ("订单审批", "order.java"),
            ("利息", "calc.py"),
            ("切り捨て処理", "calc.py"),
            ("한도초과", "pay.kt"),
            ("寻路服务", "寻路服务.cs"),
        ]);
    }

    #[test]
    fn mixed_with_latin_and_in_full_width() {
        check(&[("pay 한도", "pay.kt"), ("ＰＡＹ", "pay.kt")]);
    }

    #[test]
    fn one_character() {
        check(&[("利", "calc.py")]);
    }
}

mod character_boundaries {
    use super::*;

    const ODD: [&str; 6] = ["─", "展", "를", "🎙", "e\u{301}", "👨\u{200d}👩\u{200d}👧"];

    /// As comment, identifier, string and path, at many distances from the edge of every cut.
    #[test]
    fn hold_in_files_and_budgets() {
        for odd in ODD {
            let mut text = String::new();
            for n in 0..=40 {
                let pad = "a".repeat(n * 10);
                writeln!(text, "# limit {pad}{odd}{pad}\ndef limit_{n}{odd}(x): return '{pad}{odd}' + x").unwrap();
            }
            let name = format!("limit_{odd}.py");
            let tree = Tree::new(&[(name.as_str(), text)]);
            for budget in [10, 17, 33, 64, 129, 300, 2000] {
                let engine = open_with(&tree, Budget { tokens: budget, ..Budget::default() });
                let found = ask(&engine, "limit");
                let file = found.first();
                assert_eq!((file.judgement.path.as_str(), file.lines), (name.as_str(), 82));
                assert!(found.answer.used <= budget);
                let doc = file.judgement.doc;
                let reading = engine.repository().reading(doc).unwrap();
                for span in &file.spans {
                    let lines = (span.lines.start..=span.lines.end).map(|line| reading.line(line));
                    for (shown, whole) in span.text.lines().zip(lines) {
                        assert!(whole.starts_with(shown.trim_end_matches('…')), "{shown}");
                    }
                }
            }
        }
    }

    #[test]
    fn hold_in_tasks() {
        let tree = Tree::text("//- /limit.py\ndef limit(): ...\n");
        let engine = open(&tree);
        for odd in ODD {
            for n in (0..=400).step_by(7) {
                let pad = "a".repeat(n);
                for text in [format!("limit {pad}{odd}"), format!("`{odd}{pad}` {odd}.py limit \"{pad} {odd}\"")] {
                    let session = engine.retrieve(&Task { purpose: Some(odd.to_owned()), ..task(&text) }).unwrap();
                    let _ = engine.answer(&session);
                }
            }
            // The whole task is cut at its own bound.
            let long = odd.repeat(tamis::budget::MAX_TASK_BYTES / odd.len() + 3);
            let session = engine.retrieve(&task(&format!("limit {long}"))).unwrap();
            assert!(session.need.cut);
        }
    }

    /// A log pasted whole is read in time, however many different names it holds.
    #[test]
    fn hold_for_long_tasks_of_many_words() {
        let tree = Tree::text("//- /limit.py\ndef limit(): ...\n");
        let engine = open(&tree);
        for word in [
            |i: usize| format!("wordy{i} "),
            |i: usize| format!("someName{i}.py:3 "),
            |i: usize| format!("a.b{i}c::d "),
        ] {
            let mut text = "limit\n\n".to_owned();
            (0..40_000).for_each(|i| text.push_str(&word(i)));
            let started = std::time::Instant::now();
            let session = engine.retrieve(&task(&text)).unwrap();
            assert!(started.elapsed().as_secs() < 2, "{:?} for {}", started.elapsed(), word(1));
            assert!(session.need.cut);
        }
    }
}

/// A selection of files is one for every question.
#[test]
fn an_include_is_a_wall() {
    let tree = Tree::text("//- /a/limit.py\nlimit = 1\n//- /b/limit.py\nlimit = 2\n");
    let selection = Selection { include: vec!["a/".to_owned()], ..Selection::default() };
    let engine = Engine::open(tree.root(), &Options { selection, budget: Budget::default(), cache: None }).unwrap();
    assert_eq!(ask(&engine, "limit in b/limit.py").paths(), ["a/limit.py"]);
}

mod what_users_met {
    use super::*;

    /// A carriage return inside a line moves no line number: git, grep and editors count line feeds.
    #[test]
    fn a_lone_carriage_return_ends_no_line() {
        let code = "a = 1\r\r\nb = \"x\ry\"\n\ndef zebra_after_cr():\n    return 1\n";
        let found = find(&Tree::new(&[("a.py", code)]), "zebra_after_cr", 3);
        let file = &found.answer.files[0];
        assert_eq!(file.lines, 5, "{}", found.story());
        assert!(file.spans.iter().any(|span| span.lines.contains(4)), "{}", found.story());
        assert!(file.judgement.evidence.iter().all(|shown| shown.line <= 4), "{}", found.story());
    }

    /// One common word is no answer to five.
    #[test]
    fn hardly_any_word_of_the_task_is_not_enough() {
        let files: Vec<(String, String)> =
            (0..60).map(|i| (format!("m{i}.py"), format!("def f_{i}():\n    return {i}\n"))).collect();
        let found = find(&Tree::new(&files), "return the payment refund handler", 3);
        assert!(found.session.context.accepted.is_empty(), "{}", found.story());
    }

    /// An ignore file that is a pipe or a device ends no run and eats no memory.
    #[cfg(unix)]
    #[test]
    fn an_odd_ignore_file_is_survived() {
        let tree = Tree::new(&[("a.py", "def owner():\n    pass\n")]);
        tree.link(".gitignore", "/dev/zero");
        let found = find(&tree, "owner", 3);
        assert_eq!(found.answer.files[0].judgement.path, "a.py");
    }

    /// A private key is named as left out; the value of a password is masked however short, and not learned from.
    #[test]
    fn secrets_are_located_and_not_quoted() {
        let key = "-----BEGIN OPENSSH PRIVATE KEY-----\nc2hvcnQ\nTAILTAIL==\n-----END OPENSSH PRIVATE KEY-----\n";
        let code = format!("def gateway():\n    password = \"hunter2\"\n    return password\n\nKEY = '''{key}'''\n");
        let tree = Tree::new(&[("deploykey", key.to_owned()), ("gateway.py", code)]);
        let found = find(&tree, "payment gateway password key", 5);
        let shown = format!("{:?}", found.answer);
        for secret in ["hunter2", "c2hvcnQ", "TAILTAIL"] {
            assert!(!shown.contains(secret), "{secret} in {shown}");
        }
        assert!(found.answer.files.iter().all(|file| file.judgement.path != "deploykey"), "{}", found.story());
    }

    /// Values that only their place gives away: a Kubernetes Secret, a bare word in a settings file.
    #[test]
    fn secrets_of_settings_are_not_quoted() {
        let manifest = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: gateway\ndata:\n  password: bGV0dGVycw==\n";
        let tree = Tree::new(&[
            ("deploy/gateway.yaml", manifest),
            ("gateway.ini", "[gateway]\npassword = opensesame\nuser = gateway\n"),
            ("gateway.py", "def gateway(password):\n    key = password\n    return key\n"),
        ]);
        let found = find(&tree, "gateway password in gateway.ini, deploy/gateway.yaml and gateway.py", 5);
        let shown = format!("{:?}", found.answer);
        for secret in ["bGV0dGVycw", "opensesame"] {
            assert!(!shown.contains(secret), "{secret} in {shown}");
        }
        for quoted in ["name: gateway", "user = gateway", "key = password"] {
            assert!(shown.contains(quoted), "{quoted} in {shown}");
        }
    }
}
