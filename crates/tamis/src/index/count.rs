//! Counting one text, and one path: what each adds to the index.
//!
//! Pure functions of the text and its language; what they give is kept by content and never counted twice.

use rustc_hash::FxHashMap;

use super::{FIELDS, Field};
use crate::analyzer::outline;
use crate::analyzer::terms::{Form, TermHash, for_each_run, for_each_term};
use crate::corpus::Text;
use crate::language;

/// What one text or path adds.
#[derive(Debug, Default)]
pub(super) struct Counted {
    /// Occurrences by field, in no order.
    pub(super) terms: Vec<(TermHash, [u16; FIELDS])>,
    /// Names it seems to define, in order.
    pub(super) definitions: Vec<TermHash>,
    /// Terms of each field.
    pub(super) lengths: [u32; FIELDS],
    /// Its own words say that a program wrote it.
    pub(super) generated: bool,
}

impl Counted {
    /// Whether it is a path that was counted.
    pub(super) fn is_path(&self) -> bool {
        self.lengths[Field::Path as usize] > 0
    }
}

/// The words of a path.
pub(super) fn path(path: &str) -> Counted {
    let mut counter = Counter::default();
    counter.add(path, Field::Path);
    counter.finish(false)
}

/// The words and names of a text.
pub(super) fn text(text: &Text) -> Counted {
    let mut counter = Counter::default();
    let language = language::named(text.language);
    let prose = language.kind == language::Kind::Prose;
    outline::for_each_line(language, &text.content, |line| {
        counter.add(line.code, if prose { Field::Comment } else { Field::Body });
        counter.add(line.comment, Field::Comment);
        if let Some(name) = line.defines {
            counter.define(name);
        }
    });
    counter.finish(text.generated)
}

#[derive(Default)]
struct Counter<'t> {
    /// Occurrences of each run by field: a text says the same ones again and again, and each is taken apart once.
    runs: FxHashMap<&'t str, [u32; FIELDS]>,
    definitions: Vec<TermHash>,
}

impl<'t> Counter<'t> {
    fn add(&mut self, text: &'t str, field: Field) {
        for_each_run(text, |run| self.runs.entry(run).or_default()[field as usize] += 1);
    }

    fn define(&mut self, name: &'t str) {
        self.definitions.push(TermHash::of(name));
        self.add(name, Field::Symbol);
    }

    fn finish(mut self, generated: bool) -> Counted {
        self.definitions.sort_unstable();
        self.definitions.dedup();
        let mut terms: FxHashMap<TermHash, [u16; FIELDS]> = FxHashMap::default();
        let mut lengths = [0; FIELDS];
        for (run, occurrences) in self.runs {
            for_each_term(run, |spelling, form| {
                let counts = terms.entry(TermHash::of(spelling)).or_default();
                for (field, count) in occurrences.into_iter().enumerate() {
                    counts[field] = counts[field].saturating_add(count.min(u32::from(u16::MAX)) as u16);
                    lengths[field] += if form == Form::Whole { count } else { 0 };
                }
            });
        }
        Counted { terms: terms.into_iter().collect(), definitions: self.definitions, lengths, generated }
    }
}
