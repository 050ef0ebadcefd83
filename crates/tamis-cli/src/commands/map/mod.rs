//! `tamis map`: the repository at a glance within a token budget: its folders, and the main symbols of its central files.

mod central;

use std::collections::BTreeMap;

use tamis::document::{DocId, Document, Role};
use tamis::engine::Engine;
use tamis::error::Error;
use tamis::query::Task;

use super::Outcome;
use crate::cli::MapArgs;
use crate::failure::Result;
use crate::output::Output;
use crate::render::words::{clip, path, plural, printable};
use crate::run;
use crate::settings::{self, Request};
use central::Central;

/// Depth of the folders that are counted.
const DEPTH: usize = 3;
/// Tokens of a folder's line and of a file with its symbols, roughly: how many are tried first.
const FOLDER_TOKENS: usize = 40;
const FILE_TOKENS: usize = 60;
/// Most symbols of one file.
const SYMBOLS: usize = 8;

pub(crate) fn run(args: &MapArgs, output: &Output) -> Result<Outcome> {
    let request = Request::new(args.root.clone(), settings::options(), Task::default());
    output.answer(&overview(&request, args.budget as usize, output.columns)?)?;
    Ok(Outcome::Found)
}

/// The largest map of a repository that fits.
pub(crate) fn overview(request: &Request, budget: usize, columns: usize) -> Result<String> {
    let engine = run::open(request)?;
    let map = Map { folders: folders(&engine), files: central::files(&engine), engine: &engine, columns };
    map.fit(budget)
}

struct Map<'e> {
    engine: &'e Engine,
    folders: Vec<Folder>,
    files: Vec<Central>,
    columns: usize,
}

/// What is directly in one folder, or at any depth in one that is deep enough.
struct Folder {
    path: String,
    roles: BTreeMap<Role, usize>,
    languages: BTreeMap<&'static str, usize>,
}

impl Map<'_> {
    /// The largest map that fits.
    fn fit(&self, budget: usize) -> Result<String> {
        let mut folders = (budget / FOLDER_TOKENS).clamp(8, 400).min(self.folders.len());
        let mut files = (budget / FILE_TOKENS).clamp(8, 200).min(self.files.len());
        let mut symbols = SYMBOLS;
        loop {
            let text = self.render(folders, files, symbols);
            let cost = tamis::tokens::count(&text);
            if cost <= budget {
                return Ok(text);
            }
            if folders + files == 0 {
                return Err(Error::BudgetTooSmall { given: budget, least: cost }.into());
            }
            (folders, files, symbols) = (folders * 4 / 5, files * 4 / 5, (symbols - 1).max(3));
        }
    }

    fn render(&self, folders: usize, files: usize, symbols: usize) -> String {
        let mut out = self.head();
        if folders > 0 {
            out.push_str(&format!("\nfolders{}\n", left_out(self.folders.len() - folders)));
            let mut largest: Vec<&Folder> = self.folders.iter().collect();
            largest.sort_by_key(|folder| std::cmp::Reverse(folder.roles.values().sum::<usize>()));
            largest.truncate(folders);
            largest.sort_by_key(|folder| &folder.path);
            out.extend(largest.iter().map(|folder| format!("{}\n", clip(&folder.line(), self.columns))));
        }
        if files > 0 {
            out.push_str(&format!("\nmain files{}\n", left_out(self.files.len() - files)));
            out.extend(self.files.iter().take(files).map(|file| self.file(file, symbols)));
        }
        out
    }

    fn head(&self) -> String {
        let documents = self.engine.repository().corpus.documents();
        let mut roles: BTreeMap<Role, usize> = BTreeMap::new();
        for (place, _) in documents.iter().enumerate() {
            *roles.entry(self.engine.repository().role(DocId(place as u32))).or_default() += 1;
        }
        format!("{}: {}\n", plural(documents.len(), "file"), counts(roles.iter().map(|(role, n)| (role.name(), *n))))
    }

    fn file(&self, file: &Central, symbols: usize) -> String {
        let mut out = format!("  {}\n", path(self.engine.repository().path(file.doc)));
        let mut shown: Vec<_> = file.symbols.iter().take(symbols).collect();
        shown.sort_by_key(|symbol| symbol.line);
        for symbol in shown {
            let line = format!("    {} {} {}", symbol.line, symbol.kind, printable(&symbol.name));
            out.push_str(&format!("{}\n", clip(&line, self.columns)));
        }
        out
    }
}

impl Folder {
    fn line(&self) -> String {
        let roles = counts(self.roles.iter().map(|(role, n)| (role.name(), *n)));
        let mut ranked: Vec<(&str, usize)> = self.languages.iter().map(|(name, count)| (*name, *count)).collect();
        ranked.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
        let languages: Vec<&str> = ranked.iter().take(3).map(|(name, _)| *name).collect();
        format!("  {} {roles} ({})", path(&self.path), languages.join(", "))
    }
}

fn folders(engine: &Engine) -> Vec<Folder> {
    let repository = engine.repository();
    let mut folders: BTreeMap<String, Folder> = BTreeMap::new();
    for (place, document) in repository.corpus.documents().iter().enumerate() {
        let path = folder_of(document);
        let folder = folders.entry(path.clone()).or_insert_with(|| Folder {
            path,
            roles: BTreeMap::new(),
            languages: BTreeMap::new(),
        });
        *folder.roles.entry(repository.role(DocId(place as u32))).or_default() += 1;
        *folder.languages.entry(document.language).or_default() += 1;
    }
    folders.into_values().collect()
}

fn folder_of(document: &Document) -> String {
    let mut pieces: Vec<&str> = document.path.split('/').collect();
    pieces.pop();
    pieces.truncate(DEPTH);
    if pieces.is_empty() { "./".to_owned() } else { format!("{}/", pieces.join("/")) }
}

/// `26 source, 3 test`.
fn counts(counts: impl Iterator<Item = (&'static str, usize)>) -> String {
    counts.map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}

fn left_out(count: usize) -> String {
    if count == 0 { String::new() } else { format!(" ({count} more left out)") }
}
