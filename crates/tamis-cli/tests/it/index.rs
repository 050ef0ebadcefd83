//! The index as users meet it: warm, damaged, killed, without a place, and shared by many processes.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Tree, paths, timeless};

/// So many small files that reading them takes longer than a process needs to be killed.
fn many(count: usize) -> Tree {
    let tree = Tree::new();
    for i in 0..count {
        let lines: String =
            (0..40).map(|j| format!("def handler_{i}_{j}(request):\n    return value_{i} + {j}\n")).collect();
        tree.write(&format!("pkg{}/f{i}.py", i % 20), lines);
    }
    tree
}

fn cache(tree: &Tree) -> PathBuf {
    tree.home().join(".cache/tamis/index")
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect();
    files.sort();
    files
}

fn analysed(answer: &Value) -> u64 {
    answer["index"]["analysed"].as_u64().unwrap()
}

#[test]
fn the_answer_is_the_same_with_and_without_an_index() {
    let tree = Tree::fixture("token-expiry-ts");
    tree.git(&["init", "-q"]);
    tree.git(&["add", "-A"]);
    tree.git(&["commit", "-q", "-m", "session manager: tokens expire"]);
    for task in ["fix the token expiry bug", "session", "src/session-manager.ts", "nothing of the kind"] {
        let ask = |flags: &[&str]| tree.tamis(&[&["find", "--json", task], flags].concat());
        let without = ask(&["--no-index"]);
        for _ in 0..3 {
            let with = ask(&[]);
            assert_eq!((with.code, with.err.as_str()), (without.code, ""));
            assert_eq!(timeless(&with.out), timeless(&without.out));
        }
    }
    assert!(!files_below(&cache(&tree)).is_empty());
}

#[test]
fn without_an_index_nothing_is_kept() {
    let tree = Tree::fixture("token-expiry-ts");
    assert_eq!(tree.json(&["--no-index", "token"])["index"]["state"], "none");
    assert!(files_below(&cache(&tree)).is_empty());
}

#[test]
fn the_cache_folder_is_where_the_environment_says() {
    let tree = Tree::fixture("token-expiry-ts");
    let elsewhere = tree.home().join("elsewhere");
    let mut command = tree.command(&["find", "token"]);
    assert!(command.env("XDG_CACHE_HOME", &elsewhere).status().unwrap().success());
    assert!(!files_below(&elsewhere.join("tamis/index")).is_empty() && files_below(&cache(&tree)).is_empty());
}

#[test]
fn an_index_is_shown_cleared_and_made_anew() {
    let tree = Tree::fixture("token-expiry-ts");
    assert!(tree.tamis(&["index"]).out.contains("index: built; 21 files read, 21 texts analysed"));
    let status = tree.tamis(&["index", "--status"]).out;
    assert!(status.contains(" 0 texts analysed in this run\non disk: "), "{status}");
    assert!(tree.tamis(&["index", "--rebuild"]).out.contains("21 texts analysed"));
    assert_eq!(tree.tamis(&["index", "--clear"]).code, 0);
    assert!(files_below(&cache(&tree)).is_empty());
    assert_eq!(tree.tamis(&["index", "--clear"]).code, 0);
}

#[test]
fn clearing_waits_for_the_process_that_writes() {
    let tree = Tree::fixture("token-expiry-ts");
    tree.tamis(&["index"]);
    let lock = files_below(&cache(&tree)).into_iter().find(|path| path.ends_with("lock")).unwrap();
    let lock = std::fs::File::options().append(true).open(lock).unwrap();
    lock.lock().unwrap();
    let clear = tree.command(&["index", "--clear"]).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert!(!files_below(&cache(&tree)).is_empty());
    drop(lock);
    assert!(clear.wait_with_output().unwrap().status.success());
    assert!(files_below(&cache(&tree)).is_empty());
}

#[track_caller]
fn weighs_at_most_half(tree: &Tree) {
    tree.tamis(&["index"]);
    let bytes = |folder: &Path| -> u64 { files_below(folder).iter().map(|path| path.metadata().unwrap().len()).sum() };
    let (text, kept) = (bytes(&tree.root()), bytes(&cache(tree)));
    assert!(2 * kept <= text, "{kept} bytes for {text} of text");
}

#[test]
fn an_index_weighs_at_most_half_the_text() {
    let tree = Tree::new();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tamis/src");
    for path in files_below(&sources) {
        tree.write(&path.strip_prefix(&sources).unwrap().to_string_lossy(), std::fs::read(&path).unwrap());
    }
    weighs_at_most_half(&tree);
}

/// Files of about 1 KiB, each with names of its own made of words that others use too: dear text, of which half was not enough before.
#[test]
fn an_index_of_small_files_weighs_at_most_half_the_text() {
    let tree = Tree::new();
    let mut state = 1u64;
    let mut word = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = (state >> 33) % 800;
        let letters = (0..4).map(|at| char::from(b'a' + ((number / 26u64.pow(at)) % 26) as u8));
        letters.chain(['e', 's']).collect::<String>()
    };
    for at in 0..1500 {
        let mut text = String::new();
        while text.len() < 1000 {
            let (name, own) = (word(), word());
            text.push_str(&format!("def {name}_{own}({}, limit):\n", word()));
            text.push_str(&format!("    # {} of the {}\n    return {}({name}, limit)\n", word(), word(), word()));
        }
        tree.write(&format!("pkg{}/m{at}.py", at % 40), text);
    }
    weighs_at_most_half(&tree);
}

#[cfg(unix)]
#[test]
fn the_same_question_again_writes_no_file() {
    use std::os::unix::fs::MetadataExt;
    let tree = Tree::fixture("token-expiry-ts");
    tree.git(&["init", "-q"]);
    tree.git(&["add", "-A"]);
    tree.git(&["commit", "-q", "-m", "session manager: tokens expire"]);
    // A file as young as its reading is read once more.
    std::thread::sleep(Duration::from_millis(100));
    let ask = || assert_eq!(tree.tamis(&["find", "--json", "fix the token expiry bug"]).code, 0);
    let files = || -> Vec<(PathBuf, u64, Vec<u8>)> {
        let state = |path: PathBuf| (path.metadata().unwrap().ino(), std::fs::read(&path).unwrap());
        let all = files_below(&tree.home()).into_iter();
        all.map(|path| (path.clone(), state(path))).map(|(path, (inode, bytes))| (path, inode, bytes)).collect()
    };
    ask();
    ask();
    let before = files();
    ask();
    assert!(before.len() > 3 && files() == before);
}

#[test]
fn a_damaged_index_costs_one_line() {
    let tree = Tree::fixture("token-expiry-ts");
    let whole = tree.tamis(&["find", "--json", "token expiry"]);
    for path in files_below(&cache(&tree)).into_iter().filter(|path| path.extension().is_some()) {
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.truncate(bytes.len() / 2);
        std::fs::write(&path, bytes).unwrap();
        let ran = tree.tamis(&["find", "--json", "token expiry"]);
        assert_eq!((ran.code, ran.err.as_str()), (0, "note: the index was damaged; it was made anew\n"));
        assert_eq!(timeless(&ran.out), timeless(&whole.out));
        assert_eq!(tree.tamis(&["find", "token expiry"]).err, "");
    }
}

#[cfg(unix)]
#[test]
fn a_cache_folder_that_cannot_be_written_costs_one_line() {
    let tree = Tree::fixture("token-expiry-ts");
    std::fs::write(tree.home().join(".cache"), "a file in the way").unwrap();
    let ran = tree.tamis(&["find", "token expiry"]);
    assert_eq!((ran.code, ran.err.lines().count()), (0, 1), "{ran:?}");
    assert!(ran.err.starts_with("note: the index cannot be kept ("), "{ran:?}");
}

/// A disk that takes no more, as a limit on the size of files.
#[cfg(unix)]
#[test]
fn a_full_disk_costs_one_line() {
    let tree = many(100);
    let limit = format!("trap '' XFSZ; ulimit -f 8; exec {} find --json handler_7_7", env!("CARGO_BIN_EXE_tamis"));
    let mut command = Command::new("bash");
    command.current_dir(tree.root()).args(["-c", &limit]).env("HOME", tree.home());
    let done = command.output().unwrap();
    let error = String::from_utf8(done.stderr).unwrap();
    assert!(error.starts_with("note: the index cannot be kept (") && error.lines().count() == 1, "{error}");
    // That the run itself could not be saved either is told beside the files.
    let noteless = |answer: &str| {
        let mut answer: Value = serde_json::from_str(&timeless(answer)).unwrap();
        for told in ["run", "notes", "next_actions"] {
            answer.as_object_mut().unwrap().remove(told).unwrap();
        }
        answer
    };
    let whole = tree.tamis(&["find", "--json", "handler_7_7"]).out;
    assert_eq!(noteless(&String::from_utf8(done.stdout).unwrap()), noteless(&whole));
    assert!(files_below(&cache(&tree)).iter().all(|path| !path.to_string_lossy().ends_with(".new")));
}

#[cfg(target_os = "linux")]
#[test]
fn little_memory_is_told_and_kills_nothing() {
    let tree = Tree::new();
    tree.write("dist/app.min.js", "function a(b,c){return b.widgetHub(c)&&!d[e]};".repeat(170_000));
    let step = |at: usize| format!("export function step{at}(a: number) {{\n  return compute(a, {at});\n}}\n");
    let hub: String = (0..16_000).map(step).collect();
    tree.write("src/hub.ts", format!("{hub}export class WidgetHub {{}}\n{hub}"));
    for at in 0..40 {
        tree.write(&format!("src/use{at}.ts"), format!("export const hub{at} = new WidgetHub([]);\n"));
    }
    for at in 0..30_000 {
        tree.write(&format!("gen/f{at}.ts"), format!("export const value{at} = {at};\n"));
    }
    for mebibytes in [400, 160] {
        answers_within(&tree, mebibytes);
    }
    // What an index of all files holds is more than what is looked at.
    assert_eq!(tree.tamis(&["index"]).code, 0);
    answers_within(&tree, 160);
}

#[cfg(target_os = "linux")]
fn answers_within(tree: &Tree, mebibytes: u32) {
    let limit =
        format!("ulimit -v {}; exec {} find --json 'WidgetHub class'", mebibytes * 1024, env!("CARGO_BIN_EXE_tamis"));
    let mut command = Command::new("bash");
    command.current_dir(tree.root()).args(["-c", &limit]).env("HOME", tree.home());
    let done = command.output().unwrap();
    let error = String::from_utf8(done.stderr).unwrap();
    assert!(matches!(done.status.code(), Some(0 | 1)), "{mebibytes} MiB: {:?} {error}", done.status);
    assert!(error.contains("there is little memory"), "{mebibytes} MiB: {error}");
    let answer: Value = serde_json::from_slice(&done.stdout).unwrap();
    let skipped = answer["skipped"].to_string();
    assert!(skipped.contains("dist/app.min.js"), "{mebibytes} MiB");
    // What is left out is named, and belongs to the folder of very many.
    let is_cut = mebibytes < 400;
    assert_eq!(skipped.contains("too many files: "), is_cut, "{mebibytes} MiB");
    assert_eq!(error.contains(" files left out, more than the limit or memory allows"), is_cut, "{error}");
    assert!(paths(&answer).iter().all(|path| path.starts_with("src/")), "{answer}");
}

#[test]
fn time_that_runs_out_is_told() {
    let tree = many(50);
    let ran = tree.tamis(&["find", "--json", "--wait", "0", "handler_7_7"]);
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&answer["index"]["state"], &answer["index"]["percent"]), (&"partial".into(), &0.into()));
    assert_eq!(ran.err, "note: partial: 0 of 50 files are in the index; ask again, and the reading goes on\n");
    assert!(answer["skipped"].as_array().unwrap().iter().any(|one| one["path"] == "./"), "{answer}");
    assert_eq!(tree.json(&["handler_7_7"])["index"]["state"], "built");
}

/// Whoever may open few files keeps what is in the index for those who may open more.
#[cfg(unix)]
#[test]
fn a_list_that_there_is_no_room_to_open_is_kept() {
    let tree = many(5);
    let lists = || -> Vec<PathBuf> {
        files_below(&cache(&tree))
            .into_iter()
            .filter(|path| path.extension().is_some_and(|kind| kind == "lists"))
            .collect()
    };
    for edit in 0..6 {
        tree.write("pkg0/f0.py", format!("def edited_{edit}(): pass\n"));
        tree.json(&["handler_3_7"]);
    }
    let before = lists();
    assert!(before.len() > 5, "{before:?}");
    for files in 5..12 {
        let few = format!("ulimit -n {files}; exec {} find --json handler_3_7", env!("CARGO_BIN_EXE_tamis"));
        let done = tree.program("bash", &["-c", &few]).output().unwrap();
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(!told.contains("damaged"), "{files}: {told}");
        let now = lists();
        assert!(before.iter().all(|list| now.contains(list)), "{files}: {before:?} {now:?}");
        now.iter().filter(|list| !before.contains(list)).for_each(|list| std::fs::remove_file(list).unwrap());
    }
}

/// The time is for reading. However long the files take to be listed, each run reads on.
#[cfg(unix)]
#[test]
fn the_wait_begins_when_the_files_are_listed() {
    use std::os::unix::fs::PermissionsExt;
    let tree = many(50);
    tree.git(&["init", "-q"]);
    let bin = tree.home().join("bin");
    std::fs::create_dir(&bin).unwrap();
    let script = "#!/bin/sh\nPATH=${PATH#*:}\ncase \"$*\" in *ls-files*) sleep 1.1;; esac\nexec git \"$@\"\n";
    std::fs::write(bin.join("git"), script).unwrap();
    std::fs::set_permissions(bin.join("git"), PermissionsExt::from_mode(0o755)).unwrap();
    let search = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut command = tree.command(&["find", "--json", "--wait", "1", "handler_7_7"]);
    let start = Instant::now();
    let done = command.env("PATH", search).output().unwrap();
    assert!(start.elapsed() > Duration::from_secs(1), "{done:?}");
    let answer: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!((&answer["index"]["state"], done.stderr.len()), (&"built".into(), 0), "{answer}");
}

/// A cache folder below the root, as in many continuous integrations: nothing is written there, and no later answer finds it.
#[test]
fn nothing_is_written_below_the_root() {
    let tree = many(5);
    for cache in [".cache", "."] {
        let before = files_below(&tree.root());
        for _ in 0..2 {
            let mut command = tree.command(&["find", "handler_3_7"]);
            let done = command.env("XDG_CACHE_HOME", tree.root().join(cache)).output().unwrap();
            let told = String::from_utf8_lossy(&done.stdout).into_owned();
            assert!(done.status.success() && told.contains("below the root, where nothing is written"), "{told}");
        }
        assert_eq!(files_below(&tree.root()), before);
    }
}

/// C12, scaled down: killed at any moment, the next run answers right, and hardly anything is counted twice.
#[test]
fn a_killed_build_loses_next_to_nothing() {
    let tree = many(1500);
    let without = tree.tamis(&["find", "--json", "--no-index", "handler_77_7"]);
    for i in 0..12u64 {
        let mut child = tree.command(&["index"]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(10 + i * 97 % 400));
        child.kill().unwrap();
        child.wait().unwrap();
        if i % 4 == 3 {
            let ran = tree.tamis(&["find", "--json", "handler_77_7"]);
            assert_eq!((ran.code, ran.err.as_str()), (0, ""));
            assert_eq!(timeless(&ran.out), timeless(&without.out));
            assert!(i < 4 || analysed(&serde_json::from_str(&ran.out).unwrap()) == 0);
        }
    }
    assert!(files_below(&cache(&tree)).iter().all(|path| !path.to_string_lossy().ends_with(".new")));
}

/// C13, scaled down: readers, writers, one that makes the index anew, and deaths; nobody sees an error or a wrong line.
#[test]
fn many_processes_share_one_tree() {
    let tree = many(60);
    let end = Instant::now() + Duration::from_secs(4);
    std::thread::scope(|scope| {
        let tree = &tree;
        for worker in 0..6usize {
            scope.spawn(move || {
                let mut round = 0;
                while Instant::now() < end {
                    round += 1;
                    let word = format!("word_{worker}_{round}");
                    match worker {
                        0 => _ = tree.tamis(&["index", "--rebuild"]),
                        1 => kill_soon(tree.command(&["index"]).spawn().unwrap(), round),
                        2 | 3 => {
                            tree.write(&format!("own/{worker}.py"), format!("def {word}():\n    pass\n"));
                            check_lines(tree, &word, Some(&format!("own/{worker}.py")));
                        }
                        _ => check_lines(tree, "handler_7_7", Some("pkg7/f7.py")),
                    }
                }
            });
        }
    });
    let (with, without) =
        (tree.tamis(&["find", "--json", "handler_9_9"]), tree.tamis(&["find", "--json", "--no-index", "handler_9_9"]));
    assert_eq!(timeless(&with.out), timeless(&without.out));
}

fn kill_soon(mut child: Child, round: u64) {
    std::thread::sleep(Duration::from_millis(round * 13 % 60));
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Asks for a word, and finds each returned line on disk as it was returned.
fn check_lines(tree: &Tree, word: &str, first: Option<&str>) {
    let ran =
        tree.tamis(&["find", "--json", "--include", "pkg*/**", "--include", &format!("own/{}", own(first)), word]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    let files = answer["files"].as_array().unwrap();
    assert_eq!(files[0]["path"].as_str(), first, "{word}");
    for file in files {
        let text = std::fs::read_to_string(tree.root().join(file["path"].as_str().unwrap())).unwrap();
        for span in file["spans"].as_array().unwrap() {
            assert!(text.contains(span["text"].as_str().unwrap().trim_end()), "{word}: {file}");
        }
    }
}

/// The part of a path that only one worker writes; the others' files change while they are read.
fn own(path: Option<&str>) -> &str {
    path.and_then(|path| path.strip_prefix("own/")).unwrap_or("none")
}
