//! From names and what they are on disk to documents and skips: one decision a file, then path order.
//!
//! Decides by name and size alone; nothing here touches the file system.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::classify::Classifier;
use super::glob::PathGlobs;
use super::inspect::{Found, Stamp};
use super::list::{Entry, Listing};
use super::path::{display, display_folder, folder};
use super::{Selection, names};
use crate::budget::MAX_FILE_BYTES;
use crate::document::{DocId, Document, SkipReason, Skipped};
use crate::error::Result;
use crate::language;

/// From this many files on, the binary files of one folder are one entry of `skipped`.
const FOLD_BINARIES: usize = 4;

/// What a corpus is made of.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    pub(super) documents: Vec<Document>,
    pub(super) stamps: Vec<Stamp>,
    pub(super) raw: BTreeMap<DocId, PathBuf>,
    pub(super) skipped: Vec<Skipped>,
    pub(super) git: bool,
}

/// One name with its decision.
struct Judged {
    path: String,
    raw: Option<PathBuf>,
    verdict: Verdict,
}

enum Verdict {
    Keep(Document, Stamp),
    Skip(SkipReason),
}

/// Decides for every entry of the listing.
pub(super) fn select(listing: Listing, found: Vec<Found>, selection: &Selection) -> Result<Chosen> {
    let Listing { entries, folders, git, .. } = listing;
    let mut judged = judge(entries, found);
    judged.extend(folders.into_iter().map(|(path, reason)| skip(display_folder(&path), reason)));
    judged.par_sort_by(|a, b| a.path.cmp(&b.path));
    judged.dedup_by(|a, b| a.path == b.path && a.raw == b.raw);
    choose(&mut judged, selection)?;
    let mut chosen = Chosen { git, ..Chosen::default() };
    chosen.fill(judged);
    chosen.skipped = fold_binaries(std::mem::take(&mut chosen.skipped));
    Ok(chosen)
}

/// Drops what the include and exclude globs leave out. A folder that was not entered stays unless it is excluded: an
/// included file may be in it.
fn choose(judged: &mut Vec<Judged>, selection: &Selection) -> Result<()> {
    if selection.include.is_empty() && selection.exclude.is_empty() {
        return Ok(());
    }
    let paths: Vec<&str> = judged.iter().map(|one| one.path.as_str()).collect();
    let include = PathGlobs::compile(&selection.include, &paths)?;
    let exclude = PathGlobs::compile(&selection.exclude, &paths)?;
    judged.retain(|one| {
        let wanted = include.is_empty() || one.path.ends_with('/') || include.is_match(&one.path);
        wanted && !exclude.is_match(one.path.trim_end_matches('/'))
    });
    Ok(())
}

fn judge(entries: Vec<Entry>, found: Vec<Found>) -> Vec<Judged> {
    let kept = |(entry, found): (&Entry, &Found)| matches!(found, Found::File(_)).then(|| entry.path.clone());
    let any_link = found.iter().any(|found| matches!(found, Found::LinkTo(_)));
    let files: FxHashSet<PathBuf> =
        if any_link { entries.iter().zip(&found).filter_map(kept).collect() } else { FxHashSet::default() };
    let one = |classifier: &mut Classifier, (entry, found): (Entry, Found)| {
        let (path, exact) = display(&entry.path);
        let raw = (!exact).then(|| entry.path.clone());
        let verdict = match found {
            Found::File(stamp) => by_name(&path, stamp, classifier),
            Found::Skip(reason) => Verdict::Skip(reason),
            Found::LinkTo(target) if files.contains(&target) => return None,
            Found::LinkTo(_) => Verdict::Skip(SkipReason::LinkUnlisted),
            Found::Nothing => return None,
            Found::FolderRefused => return Some(refused(entry.path.parent().unwrap_or(Path::new("")))),
        };
        Some(Judged { path, raw, verdict })
    };
    entries.into_par_iter().zip(found).map_init(Classifier::default, one).flatten_iter().collect()
}

fn skip(path: String, reason: SkipReason) -> Judged {
    Judged { path, raw: None, verdict: Verdict::Skip(reason) }
}

fn refused(folder: &Path) -> Judged {
    skip(display_folder(folder), SkipReason::Unreadable(super::inspect::DENIED.to_owned()))
}

fn by_name(path: &str, stamp: Stamp, classifier: &mut Classifier) -> Verdict {
    if names::is_secret(path) {
        Verdict::Skip(SkipReason::Secret)
    } else if names::is_binary(path) {
        Verdict::Skip(SkipReason::Binary)
    } else if stamp.bytes > MAX_FILE_BYTES {
        Verdict::Skip(SkipReason::TooLarge(stamp.bytes))
    } else {
        let language = language::of(path, "");
        let role = classifier.role(path, language);
        let document = Document { path: path.to_owned(), language: language.name, role, bytes: stamp.bytes };
        Verdict::Keep(document, stamp)
    }
}

impl Chosen {
    fn fill(&mut self, judged: Vec<Judged>) {
        for Judged { path, raw, verdict } in judged {
            match verdict {
                Verdict::Skip(reason) => self.skipped.push(Skipped { path, reason }),
                Verdict::Keep(document, stamp) => {
                    if let Some(raw) = raw {
                        self.raw.insert(DocId(self.documents.len() as u32), raw);
                    }
                    self.stamps.push(stamp);
                    self.documents.push(document);
                }
            }
        }
    }
}

/// Many pictures of one folder are one entry with a count, so that `skipped` stays readable and loses nothing.
fn fold_binaries(skipped: Vec<Skipped>) -> Vec<Skipped> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for skip in skipped.iter().filter(|skip| skip.reason == SkipReason::Binary) {
        *counts.entry(folder(&skip.path)).or_default() += 1;
    }
    let many: BTreeMap<String, usize> = counts
        .into_iter()
        .filter(|(_, count)| *count >= FOLD_BINARIES)
        .map(|(folder, count)| (folder.to_owned(), count))
        .collect();
    let folded = |skip: &Skipped| skip.reason == SkipReason::Binary && many.contains_key(folder(&skip.path));
    let mut all: Vec<Skipped> = skipped.into_iter().filter(|skip| !folded(skip)).collect();
    all.extend(many.into_iter().map(|(folder, count)| {
        let path = if folder.is_empty() { String::from("./") } else { folder };
        Skipped { path, reason: SkipReason::Binaries(count as u64) }
    }));
    all.sort();
    all
}
