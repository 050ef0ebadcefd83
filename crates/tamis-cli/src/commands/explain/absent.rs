//! Why a path is no document: it is not there, ignored, skipped, or outside what was asked for.

use tamis::document::Skipped;

use crate::render::words::{path as shown, printable};
use crate::run::Run;

/// Paths that are offered instead.
const SIMILAR: usize = 3;

/// What can be said of a path that is not in the corpus.
pub(super) fn explain(run: &Run, path: &str) -> String {
    let name = shown(path);
    let mut text = match (skip_of(run, path), on_disk(run, path)) {
        (Some(skip), _) if skip.path == path => format!("{name} is skipped: {}\n", printable(&skip.reason.to_string())),
        (Some(skip), true) => {
            format!("{name} is skipped with {}: {}\n", shown(&skip.path), printable(&skip.reason.to_string()))
        }
        (_, true) => format!("{name} is {}\n", unlisted(run, path)),
        (_, false) => format!("{name} is not there\n"),
    };
    let similar = similar(run, path);
    if !similar.is_empty() {
        text.push_str(&format!("files of that name: {}\n", similar.join(", ")));
    }
    text
}

/// The entry for the path itself or for a folder above it.
fn skip_of(run: &Run, path: &str) -> Option<Skipped> {
    let covers = |skip: &Skipped| skip.path == path || (skip.path.ends_with('/') && path.starts_with(&skip.path));
    run.skipped().into_iter().filter(covers).max_by_key(|skip| skip.path.len())
}

fn on_disk(run: &Run, path: &str) -> bool {
    run.engine.repository().corpus.root().join(path).symlink_metadata().is_ok()
}

/// What keeps a file out of the list that is on the disk.
fn unlisted(run: &Run, path: &str) -> String {
    let corpus = &run.engine.repository().corpus;
    let selection = &run.request.options.selection;
    let fits = |globs: &[String]| corpus.globs(globs).is_ok_and(|globs| globs.is_match(path));
    if corpus.root().join(path).is_dir() {
        "a folder; name a file".to_owned()
    } else if fits(&selection.exclude) {
        format!("outside what was asked for: --exclude {}", selection.exclude.join(" --exclude "))
    } else if !selection.include.is_empty() && !fits(&selection.include) {
        format!("outside what was asked for: --include {}", selection.include.join(" --include "))
    } else if corpus.is_git() {
        "ignored by git".to_owned()
    } else {
        "ignored: an ignore file names it, or it is hidden".to_owned()
    }
}

/// Documents with the same file name.
fn similar(run: &Run, path: &str) -> Vec<String> {
    let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let wanted = name(path);
    let documents = run.engine.repository().corpus.documents().iter();
    documents.filter(|document| name(&document.path) == wanted).take(SIMILAR).map(|one| shown(&one.path)).collect()
}
