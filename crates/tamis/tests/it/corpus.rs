//! Which files there are: git as the oracle, boundaries, links, odd names, encodings, roots.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use tamis::corpus::{Corpus, Selection, Text};
use tamis::document::SkipReason;
use tamis::error::Error;
use tamis::history::History;

use crate::support::{Tree, commit, git};

fn open(root: &Path) -> Corpus {
    Corpus::open(root, &Selection::default()).unwrap()
}

fn paths(corpus: &Corpus) -> Vec<&str> {
    corpus.documents().iter().map(|document| document.path.as_str()).collect()
}

/// One line a skip: `path: reason`.
fn skips(corpus: &Corpus) -> Vec<String> {
    corpus.skipped().iter().map(|skip| format!("{}: {}", skip.path, skip.reason)).collect()
}

fn read(corpus: &Corpus, path: &str) -> Result<Text, SkipReason> {
    corpus.read(corpus.find(path).unwrap_or_else(|| panic!("{path} is not listed")))
}

/// Git's own list of regular files, sorted.
fn listed_by_git(root: &Path) -> Vec<String> {
    let output = git(root, "ls-files -co --exclude-standard -z");
    let mut list: Vec<String> = output
        .split(|byte| *byte == 0)
        .filter(|path| !path.is_empty())
        .map(|path| String::from_utf8(path.to_vec()).unwrap())
        .filter(|path| root.join(path).symlink_metadata().is_ok_and(|data| data.is_file()))
        .collect();
    list.sort();
    list.dedup();
    list
}

mod listing {
    use super::*;

    /// The layout of ignore rules that differ from tool to tool.
    fn rules() -> Tree {
        let needle = "needle_c06\n";
        let tree = Tree::new(&[
            ("plugins/app/keep.py", needle),
            ("plugins/other/drop.py", needle),
            ("Library/drop.py", needle),
            ("src/Library/keep.py", needle),
            ("nested/out/drop.py", needle),
            ("local_only.py", needle),
            ("crlf_dropped.py", needle),
            ("build_keep.py", needle),
            ("forced.py", needle),
            (".gitignore", "plugins/*\n!plugins/app\n/Library/\ncrlf_dropped.py\r\nforced.py\n"),
            ("nested/.gitignore", "out/\n"),
            (".prettierignore", "*\n!docs/**\n"),
            (".dockerignore", "*\n"),
        ]);
        tree.git("init -q -b main");
        tree.write(".git/info/exclude", "local_only.py\n");
        tree
    }

    fn python(corpus: &Corpus) -> Vec<&str> {
        paths(corpus).into_iter().filter(|path| path.ends_with(".py")).collect()
    }

    #[test]
    fn git_is_the_oracle() {
        let tree = rules();
        tree.git("add -f forced.py");
        let corpus = open(tree.root());
        assert_eq!(python(&corpus), ["build_keep.py", "forced.py", "plugins/app/keep.py", "src/Library/keep.py"]);
        assert_eq!(paths(&corpus), listed_by_git(tree.root()));
        assert!(corpus.is_git() && corpus.head().is_none());
    }

    #[test]
    fn a_linked_worktree_keeps_the_excludes_of_its_repository() {
        let tree = rules();
        tree.commit();
        let linked = tree.root().with_file_name("linked");
        tree.git(&format!("worktree add -q {}", linked.display()));
        fs::write(linked.join("local_only.py"), "needle").unwrap();
        fs::write(linked.join("new.py"), "needle").unwrap();
        let corpus = open(&linked);
        assert_eq!(python(&corpus), ["build_keep.py", "new.py", "plugins/app/keep.py", "src/Library/keep.py"]);
        assert_eq!(corpus.head().unwrap().len(), 40);
    }

    #[test]
    fn without_git_the_same_rules_hold() {
        let tree = rules();
        fs::rename(tree.path(".git"), tree.root().with_file_name("moved")).unwrap();
        let corpus = open(tree.root());
        assert!(!corpus.is_git());
        assert_eq!(python(&corpus), ["build_keep.py", "local_only.py", "plugins/app/keep.py", "src/Library/keep.py"]);
    }

    #[test]
    fn a_sub_folder_is_a_root_of_its_own() {
        let tree = rules();
        assert_eq!(python(&open(&tree.path("src"))), ["Library/keep.py"]);
        assert_eq!(python(&open(&tree.path("plugins"))), ["app/keep.py"]);
        // Named as the root, an ignored folder is searched.
        assert_eq!(python(&open(&tree.path("Library"))), ["drop.py"]);
    }

    #[test]
    fn deleted_files_are_no_files_and_unmerged_ones_stand_once() {
        let tree = Tree::repository(&[("a.py", "one\n"), ("gone.py", "x\n")]);
        tree.git("checkout -q -b other");
        tree.write("a.py", "two\n");
        tree.commit();
        tree.git("checkout -q main");
        tree.write("a.py", "three\n");
        tree.commit();
        let merge =
            std::process::Command::new("git").arg("-C").arg(tree.root()).args(["merge", "-q", "other"]).output();
        assert!(!merge.unwrap().status.success());
        fs::remove_file(tree.path("gone.py")).unwrap();
        let corpus = open(tree.root());
        assert_eq!(paths(&corpus), ["a.py"]);
        assert!(skips(&corpus).is_empty());
    }

    #[test]
    fn every_text_file_is_listed() {
        let files = [
            ".github/workflows/release.yml",
            "Dockerfile",
            "LICENSE",
            "Makefile",
            "conf/app",
            "deploy.tf",
            "notes.adoc",
            "q.sql",
            "router.rsc",
            "run.zsh",
            "schema.prisma",
        ];
        let tree = Tree::repository(&files.map(|path| (path, format!("needle_{path}\n"))));
        let corpus = open(tree.root());
        assert_eq!(paths(&corpus), files);
        for path in files {
            assert_eq!(read(&corpus, path).unwrap().content, format!("needle_{path}\n"));
        }
    }
}

mod repositories {
    use super::*;

    fn make() -> Tree {
        let tree = Tree::repository(&[("src/main.py", "needle_c07\n"), (".gitignore", ".claude/worktrees/\n")]);
        let sub = tree.root().with_file_name("sub");
        fs::create_dir(&sub).unwrap();
        fs::write(sub.join("sub.py"), "needle_c07\n").unwrap();
        git(&sub, "init -q -b main");
        commit(&sub);
        tree.git(&format!("submodule --quiet add {} vendor/sub", sub.display()));
        tree.commit();
        for name in [".claude/worktrees/w1", ".claude/worktrees/w2", "wt/x"] {
            tree.git(&format!("worktree add -q -f --detach {name}"));
        }
        tree.git(&format!("clone -q {} embedded", sub.display()));
        tree
    }

    #[test]
    fn worktrees_and_clones_are_boundaries_and_submodules_are_not() {
        let tree = make();
        let corpus = open(tree.root());
        assert_eq!(paths(&corpus), [".gitignore", ".gitmodules", "src/main.py", "vendor/sub/sub.py"]);
        assert_eq!(skips(&corpus), ["embedded/: nested repository", "wt/x/: nested repository"]);
    }

    #[test]
    fn in_a_worktree_only_its_own_files_count() {
        let tree = make();
        let corpus = open(&tree.path(".claude/worktrees/w1"));
        assert_eq!(paths(&corpus), [".gitignore", ".gitmodules", "src/main.py"]);
        assert_eq!(skips(&corpus), ["vendor/sub/: submodule not checked out"]);
    }

    #[test]
    fn an_absent_submodule_is_named() {
        let tree = make();
        tree.git("submodule --quiet deinit -f vendor/sub");
        let corpus = open(tree.root());
        assert!(corpus.find("vendor/sub/sub.py").is_none());
        assert!(skips(&corpus).contains(&"vendor/sub/: submodule not checked out".to_owned()));
        fs::remove_dir(tree.path("vendor/sub")).unwrap();
        assert!(skips(&open(tree.root())).contains(&"vendor/sub/: submodule not checked out".to_owned()));
    }

    #[test]
    fn a_worktree_of_the_submodule_is_a_boundary() {
        let tree = make();
        git(&tree.path("vendor/sub"), &format!("worktree add -q --detach {}", tree.path("wt/sub").display()));
        let corpus = open(tree.root());
        assert!(skips(&corpus).contains(&"wt/sub/: nested repository".to_owned()));
        assert_eq!(paths(&open(&tree.path("wt/sub"))), ["sub.py"]);
    }

    #[test]
    fn a_folder_of_repositories_holds_what_they_hold() {
        let tree =
            Tree::new(&[("notes.md", "x"), ("one/a.py", "x"), ("one/out/b.py", "x"), ("one/.gitignore", "out/\n")]);
        git(&tree.path("one"), "init -q -b main");
        commit(&tree.path("one"));
        git(&tree.path("one"), "worktree add -q --detach ../two");
        let corpus = open(tree.root());
        assert_eq!(paths(&corpus), ["notes.md", "one/.gitignore", "one/a.py"]);
        assert_eq!(skips(&corpus), ["two/: nested repository"]);
    }

    #[test]
    fn settings_of_a_repository_neither_run_nor_lead_elsewhere() {
        let tree = Tree::repository(&[("a.py", "x")]);
        let mark = tree.root().with_file_name("ran");
        let hook = tree.root().with_file_name("hook.sh");
        fs::write(&hook, format!("#!/bin/sh\ntouch {}\n", mark.display())).unwrap();
        #[cfg(unix)]
        fs::set_permissions(&hook, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        tree.git(&format!("config core.fsmonitor {}", hook.display()));
        assert_eq!(paths(&open(tree.root())), ["a.py"]);
        assert!(!mark.exists(), "a program named in the settings ran");
        let outside = tree.root().with_file_name("outside");
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("secret_plans.py"), "x").unwrap();
        tree.git("config --unset core.fsmonitor");
        tree.git(&format!("config core.worktree {}", outside.display()));
        let corpus = open(tree.root());
        assert_eq!(paths(&corpus), ["a.py"]);
        assert_eq!(skips(&corpus).len(), 1, "that git was not believed is said");
    }
}

/// A pipe has no end, and whoever may write to a folder above the root may put one there.
#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_gits_own_files_is_not_read() {
    let pipe = |path: PathBuf| {
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    let tree = Tree::new(&[("a.py", "x"), ("below/b.py", "x")]);
    pipe(tree.path(".git"));
    for (root, file) in [(tree.root().to_owned(), "a.py"), (tree.path("below"), "b.py")] {
        let corpus = open(&root);
        assert!(paths(&corpus).contains(&file) && corpus.family().starts_with(tree.root()));
    }
    let tree = Tree::repository(&[("a.py", "x")]);
    pipe(tree.path(".git/shallow"));
    History::read(&open(tree.root()), None);
}

/// Reading the log of a signed commit must not run the program that the repository names for checking signatures.
#[cfg(unix)]
#[test]
fn the_log_checks_no_signature() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let tree = Tree::repository(&[("a.py", "x")]);
    let mark = tree.root().with_file_name("ran");
    let hook = tree.root().with_file_name("hook.sh");
    fs::write(&hook, format!("#!/bin/sh\ntouch {}\n", mark.display())).unwrap();
    fs::set_permissions(&hook, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let git = |arguments: &[&str], input: &str| {
        let mut command = Command::new("git");
        command.arg("-C").arg(tree.root()).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap().trim().to_owned()
    };
    git(&["add", "-A"], "");
    let signed = format!(
        "tree {}\nauthor a <a@b> 1 +0000\ncommitter a <a@b> 1 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\nsigned\n",
        git(&["write-tree"], "")
    );
    let commit = git(&["hash-object", "-t", "commit", "-w", "--stdin"], &signed);
    git(&["update-ref", "HEAD", &commit], "");
    git(&["config", "log.showSignature", "true"], "");
    git(&["config", "gpg.program", &hook.display().to_string()], "");
    git(&["log", "-1"], "");
    assert!(mark.exists(), "without care the program runs");
    fs::remove_file(&mark).unwrap();
    let log = open(tree.root()).log(10).unwrap();
    assert!(log.contains("signed"), "{log:?}");
    assert!(!mark.exists(), "a program named in the settings ran");
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn make() -> Tree {
        let tree =
            Tree::new(&[("pkg/real.py", "real"), ("locked/in.py", "x"), ("one.py", "x"), (".gitignore", "out.py\n")]);
        fs::write(tree.root().with_file_name("outside_secret.py"), "outside_secret").unwrap();
        tree.write("out.py", "ignored");
        tree.link("pkg/self", ".");
        tree.link("pkg/up", "../..");
        tree.link("pkg/leak.py", tree.root().with_file_name("outside_secret.py"));
        tree.link("pkg/broken.py", "missing.py");
        tree.link("pkg/loop.py", "loop.py");
        tree.link("pkg/same.py", "real.py");
        tree.link("pkg/ignored.py", "../out.py");
        tree.link("alias", "pkg");
        let made = std::process::Command::new("mkfifo").arg(tree.path("pipe.py")).status().unwrap();
        assert!(made.success());
        tree
    }

    fn check(tree: &Tree) {
        let start = Instant::now();
        let corpus = open(tree.root());
        assert!(start.elapsed() < Duration::from_secs(1));
        assert_eq!(paths(&corpus), [".gitignore", "locked/in.py", "one.py", "pkg/real.py"]);
        assert_eq!(
            skips(&corpus),
            [
                "pipe.py: not a regular file",
                "pkg/broken.py: broken link",
                "pkg/ignored.py: link to a file that is left out",
                "pkg/leak.py: link to outside the root",
                "pkg/loop.py: broken link",
                "pkg/up: link to outside the root",
            ]
        );
    }

    #[test]
    fn links_and_pipes_with_git() {
        let tree = make();
        tree.git("init -q");
        check(&tree);
        tree.git("add pkg alias");
        check(&tree);
    }

    #[test]
    fn links_and_pipes_without_git() {
        check(&make());
    }

    #[test]
    fn what_cannot_be_opened_is_named() {
        let tree = make();
        fs::set_permissions(tree.path("locked"), PermissionsExt::from_mode(0o000)).unwrap();
        fs::set_permissions(tree.path("one.py"), PermissionsExt::from_mode(0o000)).unwrap();
        // The superuser opens everything.
        let binding = fs::read(tree.path("one.py")).is_err();
        for git in [false, true] {
            if git {
                tree.git("init -q");
            }
            let named = skips(&open(tree.root()));
            for line in ["locked/: unreadable: permission denied", "one.py: unreadable: permission denied"] {
                assert_eq!(named.contains(&line.to_owned()), binding, "{named:?}");
            }
        }
        fs::set_permissions(tree.path("locked"), PermissionsExt::from_mode(0o755)).unwrap();
    }

    #[test]
    fn a_file_replaced_by_a_link_is_refused() {
        let tree = Tree::repository(&[("pkg/real.py", "real"), ("pkg/b.py", "b"), ("other/b.py", "other")]);
        let corpus = open(tree.root());
        assert_eq!(read(&corpus, "pkg/real.py").unwrap().content, "real");
        let outside = tree.root().with_file_name("outside");
        fs::create_dir(&outside).unwrap();
        for name in ["real.py", "b.py"] {
            fs::write(outside.join(name), "outside").unwrap();
        }
        fs::remove_file(tree.path("pkg/real.py")).unwrap();
        tree.link("pkg/real.py", outside.join("real.py"));
        assert_eq!(read(&corpus, "pkg/real.py"), Err(SkipReason::Vanished));
        fs::rename(tree.path("pkg"), tree.path("away")).unwrap();
        tree.link("pkg", &outside);
        assert_eq!(read(&corpus, "pkg/b.py"), Err(SkipReason::Vanished));
        // Inside the root a link is no better.
        fs::remove_file(tree.path("pkg")).unwrap();
        tree.link("pkg", "other");
        assert_eq!(read(&corpus, "pkg/b.py"), Err(SkipReason::Vanished));
        // Tracked files below a link are not there, as git sees it.
        assert!(open(tree.root()).find("pkg/b.py").is_none());
        fs::remove_file(tree.path("pkg")).unwrap();
        assert_eq!(read(&corpus, "pkg/b.py"), Err(SkipReason::Vanished));
    }

    #[test]
    fn a_file_replaced_by_a_pipe_or_a_folder_is_refused() {
        let tree = Tree::new(&[("a.py", "a"), ("b.py", "b")]);
        let corpus = open(tree.root());
        fs::remove_file(tree.path("a.py")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(tree.path("a.py")).status().unwrap().success());
        fs::remove_file(tree.path("b.py")).unwrap();
        fs::create_dir(tree.path("b.py")).unwrap();
        assert_eq!(read(&corpus, "a.py"), Err(SkipReason::NotAFile));
        assert_eq!(read(&corpus, "b.py"), Err(SkipReason::NotAFile));
    }
}

mod roots {
    use super::*;

    fn refused(root: &Path, home: &Path) -> bool {
        let selection = Selection { home: Some(home.to_path_buf()), ..Selection::default() };
        let start = Instant::now();
        let outcome = Corpus::open(root, &selection);
        let refused = matches!(outcome, Err(Error::RootTooBroad(_)));
        assert!(!refused || start.elapsed() < Duration::from_millis(200));
        refused
    }

    #[test]
    fn a_home_and_what_is_above_it_are_refused() {
        let tree = Tree::new(&[("home/me/notes.txt", "x"), ("home/me/project/a.py", "x"), ("p/a.py", "x")]);
        let home = tree.path("home/me");
        assert!(refused(&home, &home));
        assert!(refused(&tree.path("home"), &home));
        assert!(refused(tree.root(), &home));
        assert!(refused(Path::new("/"), &home));
        #[cfg(unix)]
        {
            tree.link("link", &home);
            assert!(refused(&tree.path("link"), &home));
        }
        assert!(!refused(&tree.path("home/me/project"), &home));
        assert!(!refused(&tree.path("p"), &home));
        let broad = Selection { home: Some(home.clone()), allow_broad: true, ..Selection::default() };
        assert_eq!(paths(&Corpus::open(&home, &broad).unwrap()), ["notes.txt", "project/a.py"]);
    }

    #[test]
    fn a_home_that_is_a_repository_gives_its_tracked_files() {
        let tree = Tree::repository(&[(".bashrc", "x")]);
        tree.write("private/diary.txt", "x");
        let selection = Selection { home: Some(tree.root().to_path_buf()), ..Selection::default() };
        assert_eq!(paths(&Corpus::open(tree.root(), &selection).unwrap()), [".bashrc"]);
    }

    #[test]
    fn what_is_no_folder_is_said_to_be_missing() {
        let tree = Tree::new(&[("a.py", "x")]);
        for path in ["a.py", "missing"] {
            let outcome = Corpus::open(&tree.path(path), &Selection::default());
            assert!(matches!(outcome, Err(Error::RootMissing(_))), "{path}");
        }
    }
}

mod contents {
    use super::*;

    #[test]
    fn names_in_any_script_lead_to_their_files() {
        let mut names = vec![
            "src/中文目录/解析.py".to_owned(),
            "src/with space/b.py".to_owned(),
            "결제한도_c.py".to_owned(),
            "\u{1100}\u{1167}\u{11af}\u{110c}\u{1166}_d.py".to_owned(),
        ];
        if cfg!(unix) {
            names.extend(["tab\tname.py".to_owned(), "line\nbreak.py".to_owned(), "back\\slash.py".to_owned()]);
        }
        let files: Vec<_> = names.iter().map(|name| (name.as_str(), format!("in {name}"))).collect();
        let tree = Tree::repository(&files);
        names.sort();
        let corpus = open(tree.root());
        assert_eq!(paths(&corpus), names);
        for name in &names {
            assert_eq!(read(&corpus, name).unwrap().content, format!("in {name}"));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_name_that_is_not_utf8_is_escaped_and_read() {
        use std::os::unix::ffi::OsStrExt;
        let name = PathBuf::from(std::ffi::OsStr::from_bytes(b"src/caf\xe9\\x.py"));
        let tree = Tree::repository(&[(&name, "latin")]);
        let corpus = open(tree.root());
        assert_eq!(paths(&corpus), ["src/caf\\xe9\\\\x.py"]);
        assert_eq!(read(&corpus, "src/caf\\xe9\\\\x.py").unwrap().content, "latin");
    }

    /// The file, encoded, is read back with this encoding's name, and its words are there or it is flagged.
    fn check_encoding(label: &str, mark: &[u8], comment: &str) {
        let text = format!("# {comment}\ndef charge_{}(order):\n    return order.total\n", label.replace('-', "_"));
        let bytes = match label {
            "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            _ => encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(&text).0.into_owned(),
        };
        let tree = Tree::new(&[("a.py", [mark, &bytes].concat())]);
        let read = read(&open(tree.root()), "a.py").unwrap();
        assert_eq!(read.content.lines().nth(1), text.lines().nth(1), "{label}");
        assert!(read.content == text || read.lossy, "{label}: {} {}", read.encoding, read.content);
    }

    #[test]
    fn legacy_encodings_are_decoded_or_flagged() {
        check_encoding("utf-16le", b"\xff\xfe", "计算订单费用");
        check_encoding("gbk", b"", "计算订单费用");
        check_encoding("shift_jis", b"", "注文の料金を計算する");
        check_encoding("euc-kr", b"", "주문 요금 계산");
        check_encoding("windows-1252", b"", "Gebühr für größere Aufträge");
        check_encoding("utf-8", b"\xef\xbb\xbf", "расчёт стоимости заказа");
        // Too little to be certain of.
        for (label, comment) in [("gbk", "费用"), ("gbk", "费"), ("windows-1252", "Größe"), ("windows-1252", "é")]
        {
            check_encoding(label, b"", comment);
        }
    }

    #[test]
    fn one_nul_is_text_and_a_picture_is_not() {
        let tree = Tree::new(&[
            ("nul.py", b"def charge_nul():\n    return '\0'\n".to_vec()),
            ("x.py", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01".to_vec()),
        ]);
        let corpus = open(tree.root());
        assert!(read(&corpus, "nul.py").unwrap().content.starts_with("def charge_nul"));
        assert_eq!(read(&corpus, "x.py"), Err(SkipReason::Binary));
    }

    #[test]
    fn content_is_named_as_git_names_it() {
        let tree = Tree::repository(&[("a.py", "x = 1\n")]);
        let name = String::from_utf8(tree.git("rev-parse HEAD:a.py")).unwrap();
        assert_eq!(read(&open(tree.root()), "a.py").unwrap().sha, name.trim());
    }
}

mod left_out {
    use super::*;

    #[test]
    fn big_minified_and_binary_files_are_named() {
        let line = "function a(b){return new widgetHub(b)&&!c[d]};".repeat(8_000_000 / 46);
        let source = "// a hand-written line of ordinary length\n".repeat(30_000);
        let tree = Tree::new(&[
            ("dist/app.min.js", line.into_bytes()),
            ("src/hub.ts", source.into_bytes()),
            ("data/dump.json", vec![b' '; (8 << 20) + 1]),
            ("logo.png", vec![1]),
            ("gen/a.go", b"// Code generated by x. DO NOT EDIT.\npackage a\n".to_vec()),
            ("empty.py", Vec::new()),
        ]);
        for number in 0..5 {
            tree.write(format!("icons/{number}.png"), "x");
        }
        let corpus = open(tree.root());
        assert_eq!(paths(&corpus), ["dist/app.min.js", "empty.py", "gen/a.go", "src/hub.ts"]);
        let expected = ["data/dump.json: too large (8388609 bytes)", "icons/: 5 binary files", "logo.png: binary"];
        assert_eq!(skips(&corpus), expected);
        assert_eq!(read(&corpus, "dist/app.min.js"), Err(SkipReason::Minified));
        assert_eq!(read(&corpus, "src/hub.ts").unwrap().content.lines().count(), 30_000);
        assert_eq!(read(&corpus, "empty.py").unwrap().content, "");
        let generated = read(&corpus, "gen/a.go").unwrap();
        assert!(generated.generated);
    }

    #[test]
    fn a_file_that_grew_past_the_limit_is_too_large() {
        let tree = Tree::new(&[("a.py", "x")]);
        let corpus = open(tree.root());
        tree.write("a.py", vec![b'x'; (8 << 20) + 1]);
        assert_eq!(read(&corpus, "a.py"), Err(SkipReason::TooLarge((8 << 20) + 1)));
    }

    #[test]
    fn secret_files_are_located_and_never_documents() {
        let names = [".env", ".env.local", ".npmrc", "certs/server.key", "certs/server.pem", "home/id_rsa"];
        let tree = Tree::repository(&names.map(|name| (name, "secret")));
        tree.write(".env.example", "KEY=");
        let corpus = open(tree.root());
        assert_eq!(paths(&corpus), [".env.example"]);
        assert_eq!(skips(&corpus), names.map(|name| format!("{name}: may hold secrets")));
    }

    #[test]
    fn include_and_exclude_choose() {
        let tree = Tree::repository(&[
            ("a[1].ts", ""),
            ("a1.ts", ""),
            ("docs/a.md", ""),
            ("src/a/b/x.test.ts", ""),
            ("src/a/b/x.ts", ""),
            ("src/a/logo.png", ""),
        ]);
        let chosen = |include: &[&str], exclude: &[&str]| {
            let owned = |globs: &[&str]| globs.iter().map(|glob| (*glob).to_owned()).collect();
            let selection = Selection { include: owned(include), exclude: owned(exclude), ..Selection::default() };
            Corpus::open(tree.root(), &selection)
        };
        let without = chosen(&[], &["*.test.ts", "a[1].ts", "docs/"]).unwrap();
        assert_eq!(paths(&without), ["a1.ts", "src/a/b/x.ts"]);
        assert_eq!(skips(&without), ["src/a/logo.png: binary"]);
        let only = chosen(&["src/**/*.ts"], &["*.test.ts"]).unwrap();
        assert_eq!(paths(&only), ["src/a/b/x.ts"]);
        assert!(skips(&only).is_empty());
        assert!(matches!(chosen(&["a{"], &[]), Err(Error::Glob { .. })));
        assert!(without.globs(&["src".to_owned()]).unwrap().is_match("src/a/b/x.ts"));
    }

    #[test]
    fn ignored_files_that_fit_are_counted() {
        let files = [
            (".gitignore", "scripts/*\nout/\nnode_modules/\n"),
            ("app.py", ""),
            ("scripts/export_writer.py", ""),
            ("scripts/other.py", "# calls Export_Writer() at night\n"),
            ("scripts/third.py", "my_export_writer_2 = 1\n"),
            ("scripts/.env", "NAME=export_writer\n"),
            ("out/deep/Export_Writer.txt", ""),
            ("out/export_writer.png", ""),
            ("node_modules/x/export_writer.js", ""),
        ];
        let tree = Tree::new(&files);
        for git in [false, true] {
            if git {
                tree.git("init -q");
            }
            let corpus = open(tree.root());
            let found = corpus.ignored_matching(&["export_writer"]);
            assert_eq!(found.paths, ["scripts/export_writer.py", "scripts/other.py", "out/deep/Export_Writer.txt"]);
            assert!(found.count == 3 && found.complete);
            assert_eq!(corpus.ignored_matching(&["app"]).count, 0);
            assert_eq!(corpus.ignored_matching(&[]).count, 0);
        }
    }

    #[test]
    fn stamps_tell_a_rewritten_file() {
        let tree = Tree::repository(&[("a.py", "return 100\n")]);
        let first = open(tree.root());
        let id = first.find("a.py").unwrap();
        assert_eq!(first.stamp(id), open(tree.root()).stamp(id));
        tree.write("a.py", "return 1000\n");
        assert_ne!(first.stamp(id), open(tree.root()).stamp(id));
    }
}

/// One random tree: its files, its rules with the number of the ignore file they stand in, and what is tracked.
type RandomTree = (Vec<String>, Vec<(String, usize)>, Vec<prop::sample::Index>);

fn random_tree() -> impl Strategy<Value = RandomTree> {
    let file = "[ab]{1,2}(/[abc]{1,2}){0,2}\\.(py|c)";
    let rule = "!?/?(\\*\\*/)?[abc*?]{1,2}(/[abc*]{1,2}|/\\*\\*|\\.py)?/?";
    (
        prop::collection::btree_set(file, 1..12).prop_map(|files| files.into_iter().collect()),
        prop::collection::vec((rule, 0usize..3), 0..6),
        prop::collection::vec(any::<prop::sample::Index>(), 0..3),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 50, failure_persistence: None, ..ProptestConfig::default() })]

    /// 500 random trees with random rules, ten to a repository because starting git is slow: our list is git's.
    #[test]
    fn the_list_is_gits(trees in prop::collection::vec(random_tree(), 10)) {
        // An empty repository, without the price of starting a program.
        let tree = Tree::new(&[(".git/HEAD", "ref: refs/heads/main\n")]);
        for folder in [".git/objects", ".git/refs"] {
            fs::create_dir(tree.path(folder)).unwrap();
        }
        let mut forced = Vec::new();
        for (number, (files, rules, tracked)) in trees.iter().enumerate() {
            for file in files {
                tree.write(format!("t{number}/{file}"), "x");
            }
            for (rule, place) in rules {
                let path = format!("t{number}/{}", [".gitignore", "a/.gitignore", "b/.gitignore"][*place]);
                let old = fs::read_to_string(tree.path(&path)).unwrap_or_default();
                tree.write(path, format!("{old}{rule}\n"));
            }
            forced.extend(tracked.iter().map(|index| format!("t{number}/{}", index.get(files))));
        }
        if !forced.is_empty() {
            tree.git(&format!("add -f {}", forced.join(" ")));
        }
        let corpus = open(tree.root());
        prop_assert!(corpus.is_git());
        prop_assert_eq!(paths(&corpus), listed_by_git(tree.root()));
    }
}
