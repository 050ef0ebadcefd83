//! Packing the answer under a token budget: the passages that promise most for their length, whole functions first.
//!
//! What does not fit is counted, never silently dropped.

use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::Context;
use super::copies::Shingles;
use super::spans::{cut, narrow, span};
use crate::budget::Band;
use crate::document::{LineRange, Role};
use crate::judgement::Judgement;
use crate::query::{Mention, MentionKind, Need, Query};
use crate::ranker::names::components;
use crate::ranker::{Hits, Matcher, Passage, PoolTerm, best_passages, pool_terms};
use crate::repository::{Reading, Repository};
use crate::tokens::Counter;

/// A passage scoring less than this share of its file's best is not shown.
const WEAKEST: f64 = 0.1;
/// Characters that naming one more span costs a reader.
const OVERHEAD: f64 = 32.0;

/// The packed answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Ranked files, accepted first.
    pub files: Vec<AnswerFile>,
    /// Tokens of all shown passages.
    pub used: usize,
    /// Passages that were worth showing and did not fit.
    pub omitted: usize,
}

/// One file of the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerFile {
    /// Its judgement.
    pub judgement: Judgement,
    /// At or above the accept line.
    pub accepted: bool,
    /// Git's name of its content, as it was read; empty when it was not.
    pub content_sha: String,
    /// Lines of the whole file.
    pub lines: u32,
    /// What is shown of it, by line, without overlaps.
    pub spans: Vec<Span>,
    /// The file ranked before it that says nearly the same; its passages stand for those of this one.
    pub near_copy_of: Option<String>,
}

/// A range of lines that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The lines shown.
    pub lines: LineRange,
    /// The whole unit they belong to, when they are a cut of it.
    pub cut_from: Option<LineRange>,
    /// The symbol it shows.
    pub symbol: Option<String>,
    /// The symbol's kind, in words; `window` without one.
    pub kind: &'static str,
    /// The text, secrets masked.
    pub text: String,
}

/// Packs the context of a session: at most `limit` files, passages of at most `budget` tokens in all.
pub fn pack(
    repository: &Repository,
    need: &Need,
    query: &Query,
    context: &Context,
    budget: usize,
    limit: usize,
) -> Answer {
    Packing::new(repository, need, query, context, limit).answer(repository.counter(), budget, limit)
}

/// The files of an answer with the passages worth showing: looked through once, packed under any budget.
///
/// The best passage of each accepted file comes first, then whatever promises most for its length. A passage promises the
/// probability that its file is needed, times its share of the file: by the square of its score, as an expert's edits crowd where the
/// words of the task do (measured, `docs/experiments.md`).
#[derive(Debug)]
pub struct Packing {
    /// The ranked files, without passages.
    bare: Vec<AnswerFile>,
    opened: Vec<Option<Opened>>,
    weights: Vec<f64>,
}

impl Packing {
    /// Looks through the first `limit` files of a context.
    pub fn new(repository: &Repository, need: &Need, query: &Query, context: &Context, limit: usize) -> Packing {
        let terms = pool_terms(repository, need, query);
        let matcher = Matcher::new(terms.iter().map(|term| term.hash));
        let mut packing = Packing { bare: Vec::new(), opened: Vec::new(), weights: weights(&terms) };
        let look = Look { matcher, weights: &packing.weights, names: names_told(need) };
        let ranked = ranked(repository, need, context, limit);
        let open = |(judgement, _): &(&Judgement, bool)| {
            let reading = repository.reading(judgement.doc)?;
            Some(look.open(reading, judgement.band() > Band::None))
        };
        let opened: Vec<Option<Opened>> = ranked.par_iter().map(open).collect();
        let mut told: Vec<usize> = Vec::new();
        for ((judgement, accepted), mut one) in ranked.into_iter().zip(opened) {
            let original = one.as_ref().and_then(|one| copied(&mut told, &packing.opened, one));
            if let (Some(_), Some(one)) = (original, &mut one) {
                one.passages.clear();
            }
            packing.bare.push(AnswerFile {
                judgement: judgement.clone(),
                accepted,
                content_sha: one.as_ref().map_or_else(String::new, |one| one.reading.text.sha.clone()),
                lines: one.as_ref().map_or(0, |one| one.reading.line_count()),
                spans: Vec::new(),
                near_copy_of: original.map(|place| packing.bare[place].judgement.path.clone()),
            });
            packing.opened.push(one);
        }
        packing
    }

    /// The ranked files, without passages.
    pub fn files(&self) -> &[AnswerFile] {
        &self.bare
    }

    /// All files, with passages of at most `budget` tokens in the first `shown` of them.
    pub fn answer(&self, counter: &Counter, budget: usize, shown: usize) -> Answer {
        let mut packer = Packer { packing: self, counter, files: self.bare.clone(), left: budget, omitted: 0 };
        packer.take_all(self.offers(shown));
        let Packer { mut files, left, omitted, .. } = packer;
        files.iter_mut().for_each(|file| file.spans.sort_by_key(|span| span.lines));
        Answer { files, used: budget - left, omitted }
    }
}

/// Tests listed when the task asks for none: the best few may help, the others only crowd out the product.
const MOST_TESTS: usize = 2;

/// The files of the answer: accepted ones first, in the order they were kept (what a later cycle adds rests on weaker
/// evidence and goes behind), then the near-misses by relevance, then what was judged after the end.
fn ranked<'c>(repository: &Repository, need: &Need, context: &'c Context, limit: usize) -> Vec<(&'c Judgement, bool)> {
    let tests_wanted = need.roles.contains(&Role::Test);
    let mut tests = 0;
    let near_misses = context.set_aside.iter().chain(&context.excluded).chain(&context.others);
    let near_misses = near_misses.map(|judgement| (judgement, false));
    let all = context.accepted.iter().map(|judgement| (judgement, true)).chain(near_misses);
    let fits = move |(judgement, accepted): &(&Judgement, bool)| {
        if *accepted || tests_wanted || repository.role(judgement.doc) != Role::Test {
            return true;
        }
        tests += 1;
        tests <= MOST_TESTS
    };
    all.filter(fits).take(limit).collect()
}

/// The names that the task tells outright, without what qualifies them.
fn names_told(need: &Need) -> Vec<&str> {
    let named = |mention: &&Mention| matches!(mention.kind, MentionKind::Identifier | MentionKind::Qualified);
    need.mentions.iter().filter(named).filter_map(|mention| components(&mention.text).last().copied()).collect()
}

fn weights(terms: &[PoolTerm]) -> Vec<f64> {
    terms.iter().map(|term| (term.whole + term.title + term.learned) * term.idf).collect()
}

/// What passages are looked at with.
struct Look<'n> {
    matcher: Matcher,
    weights: &'n [f64],
    names: Vec<&'n str>,
}

/// A file with the passages that are worth showing, best first.
#[derive(Debug)]
struct Opened {
    reading: Arc<Reading>,
    hits: Hits,
    passages: Vec<Passage>,
    /// What the passages say.
    shingles: Shingles,
    /// Each passage as it is shown, made when first asked for.
    shown: Vec<OnceLock<Span>>,
    /// The tokens of each, counted to the end when it first fits.
    costs: Vec<OnceLock<usize>>,
}

impl Opened {
    fn shown(&self, place: usize) -> &Span {
        let Passage { lines, symbol, .. } = self.passages[place];
        self.shown[place].get_or_init(|| span(&self.reading, lines, symbol))
    }

    /// The tokens of a passage that has at most `most`.
    fn cost_within(&self, counter: &Counter, place: usize, most: usize) -> Option<usize> {
        if self.costs[place].get().is_none() {
            let cost = counter.count_within(&self.shown(place).text, most)?;
            return Some(*self.costs[place].get_or_init(|| cost));
        }
        self.costs[place].get().copied().filter(|cost| *cost <= most)
    }
}

impl Look<'_> {
    /// The passages of a file; of one that is wanted and holds none of the words (one the task names by its path), its opening.
    fn open(&self, reading: Arc<Reading>, wanted: bool) -> Opened {
        let hits = self.matcher.hits(reading.runs());
        let mut passages = best_passages(&reading, &hits, self.weights, usize::MAX);
        if let (true, true, Some(&(lines, symbol))) = (wanted, passages.is_empty(), reading.passages().first()) {
            passages.push(Passage { lines, symbol, score: 1.0 });
        }
        let least = passages.first().map_or(0.0, |passage| passage.score * WEAKEST);
        passages.retain(|passage| passage.score >= least);
        for passage in &mut passages {
            narrow(&reading, &self.names, passage);
        }
        let shown = passages.iter().map(|_| OnceLock::new()).collect();
        let costs = passages.iter().map(|_| OnceLock::new()).collect();
        let shingles = Shingles::of(passages.iter().map(|passage| reading.lines(passage.lines)));
        Opened { reading, hits, passages, shingles, shown, costs }
    }
}

/// The file before this one that it nearly copies. The place of one that copies none is remembered.
fn copied(told: &mut Vec<usize>, before: &[Option<Opened>], one: &Opened) -> Option<usize> {
    let is_copied =
        |&&place: &&usize| before[place].as_ref().is_some_and(|told| one.shingles.is_copy_of(&told.shingles));
    let original = told.iter().find(is_copied).copied();
    if original.is_none() {
        told.push(before.len());
    }
    original
}

/// A passage that could be shown.
struct Offer<'o> {
    /// The place of its file.
    file: usize,
    one: &'o Opened,
    /// Its place in the file.
    place: usize,
    /// Whether it is the best of an accepted file.
    leads: bool,
    /// What it promises for each character.
    density: f64,
}

impl Packing {
    /// Everything that the first `shown` files could show, in the order it is taken.
    fn offers(&self, shown: usize) -> Vec<Offer<'_>> {
        let mut offers: Vec<Offer<'_>> = Vec::new();
        for (file, (judged, one)) in self.bare.iter().zip(&self.opened).enumerate().take(shown) {
            let Some(one) = one else { continue };
            let total: f64 = one.passages.iter().map(|passage| passage.score.powi(2)).sum();
            let needed = judged.judgement.relevance.powi(4);
            offers.extend(one.passages.iter().enumerate().map(|(place, passage)| Offer {
                file,
                one,
                place,
                leads: place == 0 && judged.accepted,
                density: needed * passage.score.powi(2)
                    / total.max(f64::MIN_POSITIVE)
                    / (one.reading.lines(passage.lines).len() as f64 + OVERHEAD),
            }));
        }
        let lines = |offer: &Offer<'_>| offer.one.passages[offer.place].lines;
        offers.sort_by(|a, b| {
            let leads = b.leads.cmp(&a.leads);
            let among = if a.leads && b.leads { a.file.cmp(&b.file) } else { b.density.total_cmp(&a.density) };
            leads.then(among).then(a.file.cmp(&b.file)).then(lines(a).cmp(&lines(b)))
        });
        offers
    }
}

struct Packer<'p> {
    packing: &'p Packing,
    counter: &'p Counter,
    files: Vec<AnswerFile>,
    left: usize,
    omitted: usize,
}

impl Packer<'_> {
    /// Takes what fits. One passage is cut to what is left, and no more, or there would be crumbs: the first leading one that does not
    /// fit, at once, or else the first of all, at the end.
    fn take_all(&mut self, offers: Vec<Offer<'_>>) {
        let mut is_cut = false;
        let mut waiting: Vec<Offer<'_>> = Vec::new();
        for offer in offers {
            if self.take(&offer) {
                continue;
            }
            if offer.leads && !is_cut && self.cut(&offer) {
                is_cut = true;
            } else {
                waiting.push(offer);
            }
        }
        let cut = !is_cut && waiting.first().is_some_and(|offer| self.cut(offer));
        self.omitted += waiting.len() - usize::from(cut);
    }

    /// Takes a whole passage when it fits. No passage is free.
    fn take(&mut self, offer: &Offer<'_>) -> bool {
        if self.left == 0 {
            return false;
        }
        let cost = offer.one.cost_within(self.counter, offer.place, self.left);
        if let Some(cost) = cost {
            self.add(offer.file, offer.one.shown(offer.place).clone(), cost);
        }
        cost.is_some()
    }

    /// Takes what fits of a passage, around its best line.
    fn cut(&mut self, offer: &Offer<'_>) -> bool {
        let Offer { one, place, .. } = *offer;
        let Passage { lines, symbol, .. } = one.passages[place];
        let part = match self.left {
            0 => None,
            left => cut(self.counter, &one.reading, &one.hits, &self.packing.weights, lines, symbol, left),
        };
        part.map(|(part, cost)| self.add(offer.file, part, cost)).is_some()
    }

    fn add(&mut self, file: usize, span: Span, cost: usize) {
        self.left -= cost;
        self.files[file].spans.push(span);
    }
}
