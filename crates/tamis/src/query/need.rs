//! A task's text to a need: weighted terms by zone, mentions, and the roles it asks for.

use rustc_hash::{FxHashMap, FxHashSet};

use super::blocks::{Block, blocks, cut, without_comments};
use super::glossary::{self, Glossary, Translation};
use super::mentions::{Mention, MentionKind, Origin, mentions};
use super::roles::roles;
use super::{Task, Tests, is_stopword};
use crate::analyzer::stem::stem;
use crate::analyzer::terms::{Form, TermHash, for_each_run, for_each_term, is_cjk, parts};
use crate::budget::{MAX_MENTIONS, MAX_TASK_BYTES, MAX_TASK_TERMS};
use crate::document::Role;

/// The part of a task a term stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// The first line.
    Title,
    /// Running text after it.
    Prose,
    /// Code, traces and identifiers.
    Code,
}

/// A term of the task.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskTerm {
    /// As the task writes it, lower case.
    pub word: String,
    /// Its identity.
    pub hash: TermHash,
    /// Occurrences by [`Zone`].
    pub counts: [u32; 3],
    /// A run of the text, a part of one, or two words joined.
    pub form: Form,
    /// What it means with the particle after it: `login` for the `log` of `log in`. Where the repository knows that word,
    /// this one says nothing.
    pub meant_as: Option<TermHash>,
    /// What people call it: itself, or the word or phrase of the task that it is a piece or a translation of; none for a pair that is
    /// torn out of two words, and for a word that says nothing.
    pub said_as: Option<String>,
    /// For a task that is not written in English: the word of the glossary's language this belongs to.
    pub sense: Option<Sense>,
}

/// A word of the task in another language, as one of the terms that say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sense {
    /// The word, as the task writes it.
    pub word: String,
    /// The place of an English word among those it may mean, the most likely first; `None` for a term of the word itself.
    pub alternative: Option<usize>,
}

impl TaskTerm {
    /// Whether it is what the glossary calls a word of the task.
    pub fn is_translation(&self) -> bool {
        self.sense.as_ref().is_some_and(|sense| sense.alternative.is_some())
    }

    /// Occurrences in a zone.
    pub fn count(&self, zone: Zone) -> f64 {
        f64::from(self.counts[zone as usize])
    }
}

/// What a task needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Need {
    /// The first line, without marks.
    pub title: String,
    /// Distinct terms, in order of first occurrence.
    pub terms: Vec<TaskTerm>,
    /// What is named outright; distinct, in order.
    pub mentions: Vec<Mention>,
    /// Roles beside source that the task asks for.
    pub roles: Vec<Role>,
    /// What the caller wants searched first, in every cycle.
    pub focus_areas: Vec<String>,
    /// The text was cut to [`MAX_TASK_BYTES`], or what it holds to [`MAX_TASK_TERMS`] and [`MAX_MENTIONS`].
    pub cut: bool,
}

/// Reads the need out of a task.
pub fn need(task: &Task) -> Need {
    let (text, cut) = cut(&task.text, MAX_TASK_BYTES);
    let text = without_comments(text);
    let blocks = blocks(&text);
    let title = blocks.first().map_or_else(String::new, |block| block.text.trim_start_matches('#').trim().to_owned());
    let prose = blocks.iter().filter(|block| block.origin != Origin::Code).map(|block| block.text.as_str());
    let mut builder = Builder { glossary: glossary::of(prose), ..Builder::default() };
    for block in &blocks {
        builder.block(block);
    }
    for text in task.purpose.iter().chain(&task.keywords) {
        builder.words(text, Zone::Prose);
    }
    builder.settle_verbs();
    builder.call_terms();
    builder.measure_frames();
    let mut roles = roles(&builder.title_words(&title), &builder.mentions);
    if task.tests == Tests::Only && !roles.contains(&Role::Test) {
        roles.push(Role::Test);
    }
    let cut = cut || builder.full;
    Need { title, terms: builder.terms, mentions: builder.mentions, roles, focus_areas: task.focus_areas.clone(), cut }
}

#[derive(Default)]
struct Builder {
    with_particle: Vec<TermHash>,
    terms: Vec<TaskTerm>,
    /// Where a term stands in `terms`.
    places: FxHashMap<TermHash, usize>,
    mentions: Vec<Mention>,
    /// A bound was reached.
    full: bool,
    /// For terms of a script without spaces: the word or phrase they are a piece of.
    phrases: FxHashMap<TermHash, String>,
    /// Words whose likeliest meaning says nothing, as `fix` does.
    silent: FxHashSet<String>,
    /// For a task that is not written in English.
    glossary: Option<&'static Glossary>,
}

impl Builder {
    fn block(&mut self, block: &Block) {
        let (spans, plain) =
            if block.origin == Origin::Code { (Vec::new(), block.text.clone()) } else { backticks(&block.text) };
        for span in &spans {
            self.name(mentions(span, Origin::Backtick));
        }
        let named = mentions(&plain, block.origin);
        let text = without_folders(&without_links(&block.text), named.iter().chain(&self.mentions));
        self.name(named);
        let zone = match block.origin {
            Origin::Title => Zone::Title,
            Origin::Code | Origin::Trace | Origin::Backtick => Zone::Code,
            Origin::Prose => Zone::Prose,
        };
        self.words(&text, zone);
    }

    fn name(&mut self, found: Vec<Mention>) {
        for mention in found {
            if self.mentions.iter().any(|known| known.text == mention.text && known.kind == mention.kind) {
                continue;
            }
            if self.mentions.len() == MAX_MENTIONS {
                self.full = true;
                return;
            }
            self.mentions.push(mention);
        }
    }

    fn words(&mut self, text: &str, zone: Zone) {
        let mut runs: Vec<&str> = Vec::new();
        for_each_run(text, |run| runs.push(run));
        let mut previous: Option<String> = None;
        let glossary = self.glossary.filter(|_| zone != Zone::Code);
        let mut at = 0;
        while at < runs.len() {
            let (count, translations) = glossary.map_or((1, Vec::new()), |glossary| glossary.translate(&runs[at..]));
            for run in &runs[at..at + count] {
                if !glossary.is_some_and(|glossary| glossary.is_function_word(run)) {
                    self.run(run, zone, &mut previous);
                }
            }
            self.translated(&translations, zone);
            self.phrased(runs[at]);
            at += count;
        }
    }

    fn run(&mut self, run: &str, zone: Zone, previous: &mut Option<String>) {
        let lower = run.to_lowercase();
        if is_stopword(&lower) {
            // `log in`, `set up`, `time out`: with its particle a verb is another word, and says little alone.
            if let Some(before) = previous.take().filter(|_| is_particle(&lower)) {
                self.join(&before, &lower, zone);
                self.meant(&before, &lower);
            }
            return;
        }
        for_each_term(run, |spelling, form| self.term(spelling, &display(run, spelling, form), form, zone, None));
        if zone != Zone::Code {
            if let Some(before) = previous.take() {
                self.join(&before, &lower, zone);
            }
            *previous = Some(lower).filter(|word| word.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        }
    }

    /// Notes of which words the terms of a run without spaces are pieces.
    fn phrased(&mut self, run: &str) {
        let phrases = if run.chars().any(is_cjk) { glossary::phrases(self.glossary, run) } else { Vec::new() };
        for phrase in phrases {
            for_each_term(&phrase, |spelling, _| {
                self.phrases.entry(TermHash::of(spelling)).or_insert_with(|| phrase.clone());
            });
        }
    }

    /// Adds what words of another language mean, and notes which terms are those words.
    fn translated(&mut self, translations: &[Translation<'_>], zone: Zone) {
        for Translation { word, english } in translations {
            let sense = |alternative| Some(Sense { word: word.clone(), alternative });
            for_each_term(word, |spelling, _| {
                let place = self.places.get(&TermHash::of(spelling));
                if let Some(term) = place.map(|&place| &mut self.terms[place]).filter(|term| term.sense.is_none()) {
                    term.sense = sense(None);
                }
            });
            if glossary::is_silent(english) {
                self.silent.insert(word.clone());
            }
            for (order, expression) in english.iter().enumerate() {
                let mut before: Option<&str> = None;
                for part in expression.split(' ').filter(|part| !is_stopword(part)) {
                    self.term(stem(part), part, Form::Whole, zone, sense(Some(order)));
                    if let Some(before) = before.replace(part) {
                        let joined = format!("{before}{part}");
                        self.term(stem(&joined), &joined, Form::Joined, zone, sense(Some(order)));
                    }
                }
            }
        }
    }

    /// The words of the title, and what they mean.
    fn title_words(&self, title: &str) -> Vec<String> {
        let own = title.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
        let meant = self.terms.iter().filter(|term| term.count(Zone::Title) > 0.0 && term.sense.is_some());
        own.chain(meant.map(|term| term.word.clone())).collect()
    }

    /// Notes what a verb means with its particle.
    fn meant(&mut self, verb: &str, particle: &str) {
        let hash = TermHash::of(stem(verb));
        self.with_particle.push(hash);
        if let Some(term) = self.terms.iter_mut().find(|term| term.hash == hash) {
            term.meant_as = Some(TermHash::of(stem(&format!("{verb}{particle}"))));
        }
    }

    /// Says what people call each term.
    fn call_terms(&mut self) {
        for term in &mut self.terms {
            term.said_as = match &term.sense {
                Some(sense) => Some(&sense.word).filter(|word| !self.silent.contains(*word)).cloned(),
                None if term.word.chars().any(is_cjk) => self.phrases.get(&term.hash).cloned(),
                None => Some(term.word.clone()),
            };
        }
    }

    /// A verb that the task also says without its particle means itself.
    fn settle_verbs(&mut self) {
        for term in self.terms.iter_mut().filter(|term| term.meant_as.is_some()) {
            let uses = self.with_particle.iter().filter(|hash| **hash == term.hash).count() as u32;
            if term.counts.iter().sum::<u32>() > uses {
                term.meant_as = None;
            }
        }
    }

    /// Two neighbouring words as one: `rate limit` as `ratelimit`.
    fn join(&mut self, before: &str, word: &str, zone: Zone) {
        if before.bytes().chain(word.bytes()).all(|byte| byte.is_ascii_alphanumeric()) {
            let joined = format!("{before}{word}");
            self.term(stem(&joined), &joined, Form::Joined, zone, None);
        }
    }

    fn term(&mut self, spelling: &str, word: &str, form: Form, zone: Zone, sense: Option<Sense>) {
        let hash = TermHash::of(spelling);
        if let Some(&place) = self.places.get(&hash) {
            let term = &mut self.terms[place];
            match (&term.sense, &sense) {
                // A word that the task says in English too counts as its own.
                (None, Some(_)) => return,
                (Some(known), Some(_)) if known.alternative.is_none() => {
                    term.sense = None;
                    return;
                }
                (Some(_), None) => term.sense = None,
                _ => {}
            }
            term.counts[zone as usize] += 1;
            if form == Form::Whole {
                term.form = form;
            }
        } else if self.terms.len() < MAX_TASK_TERMS {
            let mut counts = [0; 3];
            counts[zone as usize] = 1;
            self.places.insert(hash, self.terms.len());
            let word = word.to_owned();
            self.terms.push(TaskTerm { word, hash, counts, form, meant_as: None, said_as: None, sense });
        } else {
            self.full = true;
        }
    }

    /// Numbers the frames of a trace by their distance from its nearer end.
    fn measure_frames(&mut self) {
        let frames: Vec<usize> =
            (0..self.mentions.len()).filter(|&i| self.mentions[i].origin == Origin::Trace).collect();
        for (order, &at) in frames.iter().enumerate() {
            self.mentions[at].distance = order.min(frames.len() - 1 - order) as u32 + 1;
        }
    }
}

fn is_particle(word: &str) -> bool {
    matches!(word, "in" | "out" | "up" | "off" | "on" | "back" | "over")
}

/// What people read for a term: the run or the part of it as written, the term's own spelling where there is no such part.
fn display(run: &str, spelling: &str, form: Form) -> String {
    match form {
        Form::Whole if run.is_ascii() => run.to_lowercase(),
        Form::Part if run.is_ascii() => {
            parts(run).into_iter().find(|part| stem(part) == spelling).unwrap_or(spelling.to_owned())
        }
        _ => spelling.to_owned(),
    }
}

/// The spans between single backticks, and the text without them.
fn backticks(text: &str) -> (Vec<String>, String) {
    let mut spans = Vec::new();
    let mut plain = String::with_capacity(text.len());
    for line in text.lines() {
        let pieces: Vec<&str> = line.split('`').collect();
        let closed = pieces.len() % 2 == 1;
        for (i, piece) in pieces.iter().enumerate() {
            if i % 2 == 1 && closed {
                spans.push((*piece).to_owned());
                plain.push(' ');
            } else {
                plain.push_str(piece);
            }
        }
        plain.push('\n');
    }
    (spans, plain)
}

/// Without web addresses, whose words are those of a forge and not of the need.
fn without_links(text: &str) -> String {
    let keep = |word: &&str| !word.contains("://");
    text.lines().map(|line| line.split(' ').filter(keep).collect::<Vec<_>>().join(" ") + "\n").collect()
}

/// With the file's name alone where a path is named: its folders and extension are no words of the task.
fn without_folders<'m>(text: &str, mentions: impl Iterator<Item = &'m Mention>) -> String {
    let mut text = text.to_owned();
    let paths = mentions.filter(|mention| matches!(mention.kind, MentionKind::Path { .. }));
    for mention in paths.take(MAX_MENTIONS) {
        let name = mention.text.rsplit('/').next().unwrap_or(&mention.text);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        text = text.replace(&mention.text, stem);
    }
    text
}
