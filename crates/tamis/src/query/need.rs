//! A task's text to a need: weighted terms by zone, mentions, and the roles it asks for.

use rustc_hash::FxHashMap;

use super::mentions::{Mention, MentionKind, Origin, mentions};
use super::{Task, Tests, is_stopword};
use crate::analyzer::stem::stem;
use crate::analyzer::terms::{Form, TermHash, for_each_run, for_each_term, parts};
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
}

impl TaskTerm {
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
    let mut builder = Builder::default();
    for block in &blocks {
        builder.block(block);
    }
    for text in task.purpose.iter().chain(&task.keywords) {
        builder.words(text, Zone::Prose);
    }
    builder.settle_verbs();
    builder.measure_frames();
    let mut roles = roles(&title, &builder.mentions);
    if task.tests == Tests::Only && !roles.contains(&Role::Test) {
        roles.push(Role::Test);
    }
    let cut = cut || builder.full;
    Need { title, terms: builder.terms, mentions: builder.mentions, roles, focus_areas: task.focus_areas.clone(), cut }
}

/// The longest prefix of at most `bytes` bytes that ends at a character.
fn cut(text: &str, bytes: usize) -> (&str, bool) {
    if text.len() <= bytes {
        return (text, false);
    }
    let end = (0..=bytes).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    (&text[..end], true)
}

/// Without `<!-- ... -->`, the instructions of issue templates.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<!--") {
        kept.push_str(before);
        rest = after.split_once("-->").map_or(after, |(_, tail)| tail);
    }
    kept.push_str(rest);
    kept
}

struct Block {
    text: String,
    origin: Origin,
}

/// The title, then runs of prose and fenced code.
fn blocks(text: &str) -> Vec<Block> {
    let mut list: Vec<Block> = Vec::new();
    let mut fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
            fenced = !fenced;
            continue;
        }
        if list.is_empty() && !fenced {
            if !line.trim().is_empty() {
                list.push(Block { text: line.to_owned(), origin: Origin::Title });
            }
            continue;
        }
        let origin = if fenced { Origin::Code } else { Origin::Prose };
        match list.last_mut() {
            Some(last) if last.origin == origin => {
                last.text.push('\n');
                last.text.push_str(line);
            }
            _ => list.push(Block { text: line.to_owned(), origin }),
        }
    }
    list
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
        let mut previous: Option<String> = None;
        for_each_run(text, |run| {
            let lower = run.to_lowercase();
            if is_stopword(&lower) {
                // `log in`, `set up`, `time out`: with its particle a verb is another word, and says little alone.
                if let Some(before) = previous.take().filter(|_| is_particle(&lower)) {
                    self.join(&before, &lower, zone);
                    self.meant(&before, &lower);
                }
                return;
            }
            for_each_term(run, |spelling, form| self.term(spelling, &display(run, spelling, form), form, zone));
            if zone != Zone::Code {
                if let Some(before) = previous.take() {
                    self.join(&before, &lower, zone);
                }
                previous = Some(lower).filter(|word| word.bytes().all(|byte| byte.is_ascii_alphanumeric()));
            }
        });
    }

    /// Notes what a verb means with its particle.
    fn meant(&mut self, verb: &str, particle: &str) {
        let hash = TermHash::of(stem(verb));
        self.with_particle.push(hash);
        if let Some(term) = self.terms.iter_mut().find(|term| term.hash == hash) {
            term.meant_as = Some(TermHash::of(stem(&format!("{verb}{particle}"))));
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
            self.term(stem(&joined), &joined, Form::Joined, zone);
        }
    }

    fn term(&mut self, spelling: &str, word: &str, form: Form, zone: Zone) {
        let hash = TermHash::of(spelling);
        if let Some(&place) = self.places.get(&hash) {
            let term = &mut self.terms[place];
            term.counts[zone as usize] += 1;
            if form == Form::Whole {
                term.form = form;
            }
        } else if self.terms.len() < MAX_TASK_TERMS {
            let mut counts = [0; 3];
            counts[zone as usize] = 1;
            self.places.insert(hash, self.terms.len());
            self.terms.push(TaskTerm { word: word.to_owned(), hash, counts, form, meant_as: None });
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

/// Words of a title that ask for a role.
const ROLE_WORDS: &[(Role, &[&str])] = &[
    (Role::Test, &["test", "tests", "testing", "flaky", "spec", "specs", "unittest", "testcase"]),
    (Role::Docs, &["readme", "changelog", "docs", "documentation", "manual", "tutorial", "docstring"]),
    (
        Role::Config,
        &["workflow", "workflows", "dockerfile", "makefile", "ci", "config", "configuration", "pipeline", "dependabot"],
    ),
    (
        Role::Example,
        &["example", "examples", "demo", "benchmark", "benchmarks", "script", "scripts", "sample", "samples"],
    ),
];

fn roles(title: &str, mentions: &[Mention]) -> Vec<Role> {
    let words: Vec<String> = title.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
    let asked = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    let mut list: Vec<Role> = ROLE_WORDS.iter().filter(|(_, wanted)| asked(wanted)).map(|(role, _)| *role).collect();
    let named = |end: &str| {
        mentions.iter().any(|m| matches!(m.kind, MentionKind::Path { .. }) && m.text.to_lowercase().ends_with(end))
    };
    if !list.contains(&Role::Docs) && (named(".md") || named(".rst")) {
        list.push(Role::Docs);
    }
    list
}
