//! What fuzzers call: each function takes any bytes and must come back. `fuzz/` runs them without end, `fuzzed` a bounded number
//! of times.

use tamis::analyzer::outline::for_each_line;
use tamis::analyzer::source::{passages, structure};
use tamis::analyzer::terms::{TermHash, parts, terms};
use tamis::corpus::glob::PathGlobs;
use tamis::corpus::{Corpus, Selection};
use tamis::language;
use tamis::store::postings::{Entry, Postings, Source, written};

/// The first byte chooses the language, the rest is a text of it. Passages must cover its lines.
pub(crate) fn analyzer(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else { return };
    let rows = language::all().count();
    let Some(language) = language::all().nth(usize::from(*first) % rows) else { return };
    let text = String::from_utf8_lossy(rest).replace('\r', "\n");
    for term in terms(&text) {
        assert!(!term.is_empty());
    }
    parts(&text);
    for_each_line(language, &text, |line| assert!(line.code.len() + line.comment.len() <= text.len()));
    let count = text.lines().count() as u32;
    let covered = passages(&structure(language, &text), count).into_iter();
    let next = covered.fold(1, |next, (lines, _)| {
        assert_eq!(lines.start, next, "passages follow each other");
        lines.end + 1
    });
    assert_eq!(next, count + 1, "passages cover all lines");
}

/// Lines of globs, then an empty line, then paths.
pub(crate) fn globs(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (globs, paths) = text.split_once("\n\n").unwrap_or((&text, "src/a.rs\nsrc/[b].ts"));
    let globs: Vec<String> = globs.lines().map(str::to_owned).collect();
    let mut paths: Vec<&str> = paths.lines().filter(|path| !path.is_empty()).collect();
    paths.sort_unstable();
    paths.dedup();
    let Ok(compiled) = PathGlobs::compile(&globs, &paths) else { return };
    assert_eq!(compiled.is_empty(), globs.is_empty());
    for path in &paths {
        let fits = compiled.is_match(path);
        assert!(fits || !globs.iter().any(|glob| glob == path), "the path of a file means that file");
    }
}

/// The bytes as an ignore file of a folder without git: whatever it says, the corpus opens, and holds no more than is there.
pub(crate) fn ignores(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::create_dir(folder.path().join("src")).expect("a folder");
    for path in ["a.rs", "src/b.py"] {
        std::fs::write(folder.path().join(path), "x = 1\n").expect("a file");
    }
    std::fs::write(folder.path().join(".gitignore"), bytes).expect("a file");
    let corpus = Corpus::open(folder.path(), &Selection::default()).expect("an ignore file is data");
    let paths: Vec<&str> = corpus.documents().iter().map(|document| document.path.as_str()).collect();
    assert!(paths.iter().all(|path| [".gitignore", "a.rs", "src/b.py"].contains(path)), "{paths:?}");
}

/// The bytes as a file of lists; then lists made of them, whole, and with one byte changed.
pub(crate) fn index(bytes: &[u8]) {
    ask(bytes.to_vec());
    let entry = |(item, chunk): (usize, &[u8])| {
        let counts = std::array::from_fn(|at| u16::from(chunk[at % chunk.len()]));
        (TermHash::of_bytes(&chunk[..1]), Entry { item: item as u32, counts })
    };
    let lists: Vec<(TermHash, Entry)> = bytes.chunks(4).enumerate().map(entry).collect();
    let mut file = written(lists.clone(), bytes);
    let whole = Postings::open(Source::Memory(file.clone())).expect("what was written is whole");
    assert_eq!(whole.records(), bytes);
    for (term, entry) in &lists {
        assert!(whole.list(*term).expect("what was written is whole").contains(entry));
    }
    let sum: usize = bytes.iter().map(|byte| usize::from(*byte)).sum();
    let at = sum % file.len();
    file[at] ^= 1 << (bytes.len() % 8);
    ask(file.clone());
    file.truncate(at);
    ask(file);
}

/// Asks a file that may be damaged for everything; it may only refuse.
fn ask(file: Vec<u8>) {
    let Ok(postings) = Postings::open(Source::Memory(file)) else { return };
    for bucket in 0..postings.buckets() {
        for (term, _) in postings.lists(bucket).unwrap_or_default() {
            let _ = postings.list(term);
        }
    }
}
