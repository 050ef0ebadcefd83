//! The index on disk: it changes no answer, whatever happened to the tree or to its own files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use tamis::analyzer::terms::{TermHash, terms};
use tamis::document::DocId;
use tamis::engine::{Engine, Options};
use tamis::index::{Field, Note, Report, State, Watch};
use tempfile::TempDir;

use crate::support::{Tree, task};

/// A tree and a folder to keep its index in.
struct Kept {
    tree: Tree,
    cache: TempDir,
}

impl Kept {
    fn new(tree: Tree) -> Kept {
        Kept { tree, cache: TempDir::new().unwrap() }
    }

    fn of(files: &[(&str, &str)]) -> Kept {
        Kept::new(Tree::new(files))
    }

    fn options(&self) -> Options {
        Options { cache: Some(self.cache.path().to_owned()), ..Options::default() }
    }

    fn open(&self) -> Engine {
        Engine::open(self.tree.root(), &self.options()).unwrap()
    }

    fn report(&self) -> Report {
        self.open().repository().index.report()
    }

    /// Opens until the stamps of all files are old enough to be believed.
    fn settle(&self) {
        for _ in 0..200 {
            if self.report().read == 0 {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("the index never settles");
    }

    /// The files of the cache, by path.
    fn files(&self) -> Vec<PathBuf> {
        files_below(self.cache.path())
    }

    /// Checks that the index answers as one that was counted just now does, and returns how it came about.
    fn check(&self) -> Report {
        let (kept, fresh) = (self.open(), Engine::open(self.tree.root(), &Options::default()).unwrap());
        assert_eq!(contents(&kept), contents(&fresh));
        kept.repository().index.report()
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => files.extend(files_below(&entry.path())),
            false => files.push(entry.path()),
        }
    }
    files.sort();
    files
}

/// Everything that an index and a history say, in words: the paths, lengths and flags of the documents, the lists of every word
/// that stands in them, and the votes for these words.
fn contents(engine: &Engine) -> String {
    let repository = engine.repository();
    let index = &repository.index;
    let mut words: Vec<String> = Vec::new();
    let mut text = format!("{} searchable, {:?}\n", index.searchable(), index.unread());
    for (at, document) in repository.corpus.documents().iter().enumerate() {
        let doc = DocId(at as u32);
        let fields = [Field::Path, Field::Symbol, Field::Comment, Field::Body];
        let lengths = fields.map(|field| (index.length(doc, field), index.average_length(field)));
        text.push_str(&format!("{} {lengths:?} {}\n", document.path, index.is_generated(doc)));
        words.extend(terms(&document.path));
        words.extend(repository.corpus.read(doc).iter().flat_map(|read| terms(&read.content)));
    }
    words.sort();
    words.dedup();
    let asked: Vec<(TermHash, f64)> = words.iter().map(|word| (TermHash::of(word), 1.0)).collect();
    text.push_str(&format!("{:?}\n", repository.history.votes(&asked)));
    for word in words {
        let postings = index.postings(TermHash::of(&word));
        text.push_str(&format!("{word} {postings:?} {:?}\n", index.definers(&word)));
    }
    text
}

const FILES: [(&str, &str); 4] = [
    ("src/ledger.py", "def settle_batch(items):\n    # pays what is due\n    return sum(items)\n"),
    ("src/api.py", "from ledger import settle_batch\n\ndef route():\n    return settle_batch([])\n"),
    ("docs/guide.md", "# Guide\n\nsettle_batch settles a batch.\n"),
    ("data.txt", "\u{1}\0\0\u{2}\0\0\u{3}\0\0\u{4}\0\0"),
];

#[test]
fn a_second_run_reads_nothing_and_says_the_same() {
    let kept = Kept::of(&FILES);
    let first = kept.check();
    assert_eq!((first.state, first.read, first.analysed, first.covered), (State::Built, 4, 3, 4));
    kept.settle();
    let later = kept.check();
    assert_eq!((later.state, later.read, later.analysed, later.notes), (State::Fresh, 0, 0, vec![]));
    let without = Engine::open(kept.tree.root(), &Options::default()).unwrap();
    assert_eq!(without.repository().index.report().state, State::None);
}

#[test]
fn what_was_parsed_is_kept_and_changes_no_answer() {
    let kept = Kept::new(Tree::fixture("token-expiry-ts"));
    let ask = |engine: &Engine| format!("{:?}", engine.answer(&engine.retrieve(&task("token expiry")).unwrap()));
    let without = ask(&Engine::open(kept.tree.root(), &Options::default()).unwrap());
    assert_eq!(ask(&kept.open()), without);
    let path = kept.files().into_iter().find(|path| path.ends_with("all.structures")).unwrap();
    let (bytes, written) = (fs::read(&path).unwrap(), fs::metadata(&path).unwrap().modified().unwrap());
    assert_eq!(ask(&kept.open()), without);
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), written, "nothing was parsed again");
    for step in 0..bytes.len() / 7 {
        let mut damaged = bytes.clone();
        damaged[step * 7] ^= 1 << (step % 8);
        if step % 5 == 0 {
            damaged.truncate(step * 7);
        }
        fs::write(&path, damaged).unwrap();
        assert_eq!(ask(&kept.open()), without);
    }
}

#[test]
fn what_was_counted_is_kept_and_changes_no_answer() {
    let lines: String =
        (0..40).map(|number| format!("fn count_once_{number}() {{ keep_count({number}) }}\n")).collect();
    let kept = Kept::of(&[("src/counted.rs", &lines)]);
    let ask = |engine: &Engine| format!("{:?}", engine.answer(&engine.retrieve(&task("keep count once")).unwrap()));
    let without = ask(&kept.open());
    let path = kept.files().into_iter().find(|path| path.ends_with("all.counts")).unwrap();
    let bytes = fs::read(&path).unwrap();
    for at in (0..bytes.len()).step_by(11) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        for damaged in [&damaged, &bytes[..at]] {
            fs::write(&path, damaged).unwrap();
            let engine = kept.open();
            assert_eq!(ask(&engine), without);
            assert!(engine.repository().index.report().notes.contains(&Note::Damaged), "{at}");
        }
    }
    fs::write(&path, bytes).unwrap();
    assert_eq!(kept.report().notes, vec![]);
}

#[test]
fn only_what_holds_another_text_is_analysed() {
    let kept = Kept::of(&FILES);
    kept.settle();
    kept.tree.write("src/api.py", "def route():\n    return 1\n");
    assert_eq!(kept.check().analysed, 1);
    fs::rename(kept.tree.path("src"), kept.tree.path("lib")).unwrap();
    assert_eq!(kept.check().analysed, 0);
    fs::remove_file(kept.tree.path("lib/ledger.py")).unwrap();
    assert_eq!(kept.check().analysed, 0);
    kept.tree.write("lib/ledger.py", FILES[0].1);
    assert_eq!(kept.check().analysed, 0);
}

/// C11, second half: a thousand files touched, none analysed, and no list written.
#[test]
fn touched_files_are_not_analysed() {
    let files: Vec<(String, String)> =
        (0..1000).map(|i| (format!("f{i}.py"), format!("def name_{i}(): pass\n"))).collect();
    let kept = Kept::new(Tree::new(&files));
    kept.settle();
    let lists = |kept: &Kept| {
        let lists = kept.files().into_iter().filter(|path| path.extension().is_some_and(|kind| kind == "lists"));
        lists.map(|path| (path.clone(), fs::read(path).unwrap())).collect::<Vec<_>>()
    };
    let before = lists(&kept);
    for (path, _) in &files {
        let file = fs::File::options().append(true).open(kept.tree.path(path)).unwrap();
        file.set_modified(std::time::SystemTime::now()).unwrap();
    }
    let report = kept.report();
    assert_eq!((report.read, report.analysed), (1000, 0));
    assert!(lists(&kept) == before);
}

/// C11, first half: the same size and the same time of writing, and another text. Told by the time of the change, which only Unix has.
#[cfg(unix)]
#[test]
fn an_edit_that_puts_size_and_time_back_is_seen() {
    let kept = Kept::of(&[("a.py", "def limit():\n    return hundred\n")]);
    kept.settle();
    let path = kept.tree.path("a.py");
    let before = fs::metadata(&path).unwrap().modified().unwrap();
    kept.tree.write("a.py", "def limit():\n    return oneonly\n");
    fs::File::options().append(true).open(&path).unwrap().set_modified(before).unwrap();
    assert_eq!(kept.check().analysed, 1);
}

/// C11, third part: edits within one tick of the clock.
#[test]
fn edits_faster_than_the_clock_are_seen() {
    let kept = Kept::of(&[("a.py", "")]);
    for i in 0..200 {
        kept.tree.write("a.py", format!("def word{i:03}(): pass\n"));
        let engine = kept.open();
        let found = engine.repository().index.definers(&format!("word{i:03}"));
        assert_eq!(found.as_ref(), [DocId(0)], "edit {i}");
    }
}

#[test]
fn a_second_work_tree_analyses_only_what_differs() {
    let kept = Kept::new(Tree::repository(&FILES));
    kept.settle();
    kept.tree.git("worktree add -q ../w1");
    let other = kept.tree.path("../w1");
    fs::write(other.join("src/api.py"), "def route():\n    return 25\n").unwrap();
    let engine = Engine::open(&other, &kept.options()).unwrap();
    assert_eq!(engine.repository().index.report().analysed, 1);
    let fresh = Engine::open(&other, &Options::default()).unwrap();
    assert_eq!(contents(&engine), contents(&fresh));
    assert_eq!(kept.check().read, 0);
}

#[test]
fn globs_that_leave_files_out_forget_none_of_them() {
    let kept = Kept::of(&FILES);
    kept.settle();
    let mut options = kept.options();
    options.selection.include = vec!["docs/**".to_owned()];
    let narrow = Engine::open(kept.tree.root(), &options).unwrap();
    assert_eq!(narrow.repository().index.searchable(), 1);
    kept.tree.write("docs/guide.md", "# Other\n");
    Engine::open(kept.tree.root(), &options).unwrap();
    assert_eq!(kept.check().analysed, 0);
}

#[test]
fn a_run_that_is_stopped_says_how_far_it_came_and_the_next_goes_on() {
    let files: Vec<(String, String)> = (0..300).map(|i| (format!("f{i:03}.py"), format!("word{i}\n"))).collect();
    let kept = Kept::new(Tree::new(&files));
    let mut analysed = 0;
    for _ in 0..100 {
        let asked = AtomicUsize::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) > 40;
        let watch = Watch { stop: &stop, ..Watch::default() };
        let engine = Engine::open_watched(kept.tree.root(), &kept.options(), watch).unwrap();
        let index = &engine.repository().index;
        let report = index.report();
        analysed += report.analysed;
        assert_eq!(report.covered, index.searchable());
        assert_eq!(report.state == State::Partial, report.covered < 300, "{report:?}");
        if report.state != State::Partial {
            break;
        }
    }
    assert_eq!(analysed, 300);
    kept.check();
}

#[test]
fn a_folder_that_cannot_be_written_costs_the_index_and_not_the_answer() {
    let kept = Kept::of(&FILES);
    fs::write(kept.cache.path().join("index"), "a file in the way").unwrap();
    let report = kept.check();
    assert!(matches!(report.notes.as_slice(), [Note::NotKept(_)]), "{report:?}");
}

#[test]
fn another_version_is_told_and_left_alone() {
    let kept = Kept::of(&FILES);
    kept.settle();
    let lists = kept.files().into_iter().find(|path| path.extension().is_some()).unwrap();
    let folder = lists.parent().unwrap().to_owned();
    let other = folder.with_file_name("of-another-version");
    fs::rename(&folder, &other).unwrap();
    let report = kept.check();
    assert_eq!((report.state, report.notes), (State::Built, vec![Note::OtherVersion]));
    assert!(other.exists() && kept.report().notes.is_empty());
}

#[test]
fn nothing_is_kept_below_the_root() {
    let tree = Tree::new(&FILES);
    fs::create_dir(tree.path("there")).unwrap();
    let before = files_below(tree.root());
    let check = |cache: PathBuf| {
        let options = Options { cache: Some(cache.clone()), ..Options::default() };
        let engine = Engine::open(tree.root(), &options).unwrap();
        assert_eq!(engine.repository().index.report().state, State::None, "{}", cache.display());
        drop(engine);
        assert_eq!(files_below(tree.root()), before, "{}", cache.display());
    };
    check(tree.root().to_owned());
    check(tree.path("cache"));
    check(tree.path("there/cache"));
    #[cfg(unix)]
    {
        let elsewhere = TempDir::new().unwrap();
        std::os::unix::fs::symlink(tree.path("there"), elsewhere.path().join("link")).unwrap();
        check(elsewhere.path().join("link"));
        check(elsewhere.path().join("link/cache/deep"));
        check(elsewhere.path().join("link/../cache"));
    }
}

/// Many small runs leave few files, damage between them included.
#[test]
fn segments_are_merged_when_they_are_many() {
    let kept = Kept::of(&FILES);
    let lists = |kept: &Kept| {
        kept.files().into_iter().filter(|path| path.extension().is_some_and(|kind| kind == "lists")).collect::<Vec<_>>()
    };
    for i in 0..40 {
        kept.tree.write(format!("f{}.py", i % 7), format!("def word_{i}(): pass\n"));
        kept.open();
        assert!(lists(&kept).len() <= 9, "{:?}", lists(&kept));
        if i % 16 == 15 {
            let path = &lists(&kept)[0];
            let mut bytes = fs::read(path).unwrap();
            bytes[3] ^= 1;
            fs::write(path, bytes).unwrap();
        }
    }
    kept.check();
}

#[test]
fn what_was_kept_for_a_folder_that_is_gone_goes_too() {
    let gone = Kept::of(&FILES);
    gone.open();
    let left = gone.files();
    let Kept { tree, cache } = gone;
    drop(tree);
    let kept = Kept { tree: Tree::new(&FILES), cache };
    kept.open();
    assert!(!kept.files().is_empty() && left.iter().all(|path| !path.exists()), "{left:?}");
}

/// Agents make many work trees and remove them again.
#[test]
fn what_was_kept_for_a_work_tree_that_is_gone_goes_too() {
    let kept = Kept::new(Tree::repository(&FILES));
    kept.settle();
    let own = |kept: &Kept| {
        let is_own = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "register" || kind == "history");
        kept.files().into_iter().filter(is_own).count()
    };
    for number in 0..5 {
        kept.tree.git(&format!("worktree add -q --detach ../w{number}"));
        let other = kept.tree.path(format!("../w{number}"));
        drop(Engine::open(&other, &kept.options()).unwrap());
        assert_eq!(own(&kept), 4, "two of each root that is there");
        fs::remove_dir_all(&other).unwrap();
    }
    assert_eq!(kept.check().read, 0);
}

/// What the texts of yesterday gave is not kept for ever, however much it was.
#[test]
fn what_no_file_holds_any_more_is_given_back() {
    let text = |file: usize| (0..200).map(|word| format!("def word_{file}_{word}(): pass\n")).collect::<String>();
    let files: Vec<(String, String)> = (0..40).map(|file| (format!("f{file}.py"), text(file))).collect();
    let kept = Kept::new(Tree::new(&files));
    kept.settle();
    let bytes = || kept.files().iter().map(|path| fs::metadata(path).unwrap().len()).sum::<u64>();
    let before = bytes();
    (2..40).for_each(|file| fs::remove_file(kept.tree.path(format!("f{file}.py"))).unwrap());
    for edit in 0..12 {
        kept.tree.write("f0.py", format!("def word_{edit}(): pass\n"));
        kept.open();
    }
    assert!(bytes() < before / 4, "{before} {}", bytes());
    kept.check();
}

/// What lies where lists are kept and is none goes, is told once, and costs no other.
#[cfg(unix)]
#[test]
fn what_cannot_be_opened_goes() {
    let kept = Kept::of(&FILES);
    kept.settle();
    let lists = kept.files().into_iter().find(|path| path.extension().is_some_and(|kind| kind == "lists")).unwrap();
    let other = lists.with_file_name("000009.lists");
    let check = |what: &str| {
        let report = kept.check();
        assert_eq!((report.notes, report.analysed), (vec![Note::Damaged], 0), "{what}");
        assert!(!other.exists() && !other.is_symlink() && kept.check().notes.is_empty(), "{what}");
    };
    for leads in ["nowhere", "000009.lists", "of"] {
        std::os::unix::fs::symlink(leads, &other).unwrap();
        check(leads);
    }
    fs::create_dir(&other).unwrap();
    check("a folder");
    pipe(&other);
    check("a pipe");
}

/// Nor does what lies in place of any other file of the index keep it from being kept; where a link leads, nothing changes.
#[cfg(unix)]
#[test]
fn what_is_in_the_way_goes() {
    let kept = Kept::new(Tree::repository(&FILES));
    let ask = |word: &str| {
        kept.tree.write("src/ledger.py", format!("def settle_{word}():\n    return {word}\n"));
        kept.tree.commit();
        let engine = kept.open();
        drop(engine.answer(&engine.retrieve(&task(&format!("settle_{word}"))).unwrap()));
    };
    let outside = TempDir::new().unwrap();
    let precious = outside.path().join("precious");
    fs::write(&precious, "precious").unwrap();
    ask("first");
    kept.settle();
    let is_of = |path: &PathBuf| path.extension().is_some_and(|kind| kind != "lists") || path.ends_with("lock");
    let files: Vec<PathBuf> = kept.files().into_iter().filter(is_of).collect();
    assert_eq!(files.len(), 5, "{files:?}");
    for (number, path) in files.into_iter().enumerate() {
        let puts: [&dyn Fn(); 3] = [
            &|| fs::create_dir_all(path.join("with")).unwrap(),
            &|| std::os::unix::fs::symlink(&precious, &path).unwrap(),
            &|| pipe(&path),
        ];
        for (way, put) in puts.iter().enumerate() {
            fs::remove_file(&path).unwrap();
            put();
            ask(&format!("again{number}{way}"));
            kept.settle();
            assert!(path.symlink_metadata().unwrap().is_file(), "{}", path.display());
            assert_eq!(fs::read_to_string(&precious).unwrap(), "precious", "{}", path.display());
        }
    }
}

#[cfg(unix)]
fn pipe(path: &Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// One byte of any file changed, any file cut, any file gone: the answer is that of a fresh build, and the index is whole again
/// afterwards.
#[test]
fn damage_is_healed() {
    let kept = Kept::new(Tree::fixture("token-expiry-ts"));
    kept.settle();
    for path in kept.files().into_iter().filter(|path| path.extension().is_some()) {
        let whole = fs::read(&path).unwrap();
        let places = (0..16).map(|i| i * whole.len() / 16);
        for at in places.chain([whole.len() - 1]) {
            let mut other = whole.clone();
            other[at] ^= 0x20;
            for bytes in [other.as_slice(), &whole[..at]] {
                fs::write(&path, bytes).unwrap();
                // A damaged log is no loss: git tells it again.
                let log = path.extension().is_some_and(|kind| kind == "history");
                let report = kept.check();
                assert!(
                    log || report.read > 0 || report.notes.contains(&Note::Damaged),
                    "{report:?} {at} {}",
                    path.display()
                );
                fs::write(&path, &whole).unwrap();
            }
        }
        fs::remove_file(&path).unwrap();
        kept.check();
        fs::write(&path, &whole).unwrap();
    }
    kept.settle();
    assert_eq!(kept.check().notes, vec![]);
}

#[test]
fn history_is_read_again_when_head_moves() {
    let kept = Kept::new(Tree::repository(&FILES));
    let votes = |kept: &Kept| kept.open().repository().history.votes(&[(TermHash::of("ledger"), 1.0)]).len();
    assert_eq!(votes(&kept), 0);
    kept.tree.write("src/ledger.py", "def settle_batch(): pass\n");
    kept.tree.git("commit -qam ledger");
    assert_eq!(votes(&kept), 1);
    fs::remove_file(kept.tree.path("src/ledger.py")).unwrap();
    assert_eq!(votes(&kept), 0);
    kept.tree.git("reset -q --hard HEAD~1");
    kept.check();
}

/// A step of the life of a tree.
#[derive(Clone, Debug)]
enum Step {
    Write(usize, usize),
    Remove(usize),
    Rename(usize, usize),
    Branch,
    Ask,
    Break(usize, usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..6usize, 0..5usize).prop_map(|(file, text)| Step::Write(file, text)),
        1 => (0..6usize).prop_map(Step::Remove),
        1 => (0..6usize, 0..6usize).prop_map(|(from, to)| Step::Rename(from, to)),
        1 => Just(Step::Branch),
        3 => Just(Step::Ask),
        1 => (0..4usize, 0..5000usize).prop_map(|(file, at)| Step::Break(file, at)),
    ]
}

const PATHS: [&str; 6] = ["a.py", "b.py", "src/a.py", "src/c.ts", "docs/d.md", "e"];
const TEXTS: [&str; 5] =
    ["def alpha(): pass\n", "class Beta:\n    # alpha\n    gamma = 1\n", "# Delta\n\nalpha beta\n", "", "bin\0ary"];

fn take(kept: &Kept, step: &Step) {
    let tree = &kept.tree;
    match *step {
        Step::Write(file, text) => tree.write(PATHS[file], TEXTS[text]),
        Step::Remove(file) => _ = fs::remove_file(tree.path(PATHS[file])),
        Step::Rename(from, to) => {
            fs::create_dir_all(tree.path(PATHS[to]).parent().unwrap()).unwrap();
            _ = fs::rename(tree.path(PATHS[from]), tree.path(PATHS[to]));
        }
        Step::Branch => {
            tree.commit();
            let other = if tree.git("branch --show-current").starts_with(b"main") { "other" } else { "main" };
            let exists = !tree.git(&format!("branch --list {other}")).is_empty();
            tree.git(&format!("checkout -q {}{other}", if exists { "" } else { "-b " }));
        }
        Step::Ask => _ = kept.open(),
        Step::Break(file, at) => {
            let files = kept.files();
            if let Some(path) = files.get(file) {
                let mut bytes = fs::read(path).unwrap();
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1;
                    fs::write(path, bytes).unwrap();
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Whatever happens to a tree and to the files of its index, the index says what one counted just now does.
    #[test]
    fn the_index_says_what_a_fresh_one_does(steps in proptest::collection::vec(step(), 1..20)) {
        let kept = Kept::new(Tree::repository(&[("a.py", "def alpha(): pass\n")]));
        for step in &steps {
            take(&kept, step);
        }
        kept.check();
    }
}
