//! The runs of one text by line, each different one taken apart into terms once: where some terms stand can be asked again and
//! again, for other terms each time, and the text is not read anew. Keeps numbers, no text.

use rustc_hash::FxHashMap;

use super::terms::{TermHash, for_each_run, for_each_term};

/// Where which runs of letters and digits stand.
#[derive(Debug)]
pub struct Runs {
    /// The terms of all different runs, one run behind the other.
    terms: Vec<TermHash>,
    /// Where the terms of each different run end.
    ends: Vec<usize>,
    /// The line of each run of the text, counted from 1, and which of the different ones it is; in text order.
    places: Vec<(u32, u32)>,
}

impl Runs {
    /// The runs of a text.
    pub fn of(text: &str) -> Runs {
        let mut runs = Runs { terms: Vec::new(), ends: Vec::new(), places: Vec::new() };
        let mut known: FxHashMap<&str, u32> = FxHashMap::default();
        for (number, line) in (1u32..).zip(text.lines()) {
            for_each_run(line, |run| {
                let which = *known.entry(run).or_insert_with(|| runs.add(run));
                runs.places.push((number, which));
            });
        }
        runs
    }

    fn add(&mut self, run: &str) -> u32 {
        for_each_term(run, |spelling, _| self.terms.push(TermHash::of(spelling)));
        self.ends.push(self.terms.len());
        self.ends.len() as u32 - 1
    }

    /// The terms of each different run, in the order in which they first stand.
    pub fn different(&self) -> impl Iterator<Item = &[TermHash]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.terms[start..end])
    }

    /// The line of each run of the text and its place among the different ones, in text order.
    pub fn places(&self) -> impl Iterator<Item = (u32, usize)> {
        self.places.iter().map(|&(line, which)| (line, which as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_stands_twice_is_taken_apart_once() {
        let runs = Runs::of("fn parse_config()\n\nparse_config fn\n");
        let hashes = |words: &[&str]| words.iter().map(|word| TermHash::of(word)).collect::<Vec<_>>();
        let different: Vec<&[TermHash]> = runs.different().collect();
        assert_eq!(different, [hashes(&["fn"]), hashes(&["parseconfig", "pars", "config"])]);
        assert_eq!(runs.places().collect::<Vec<_>>(), [(1, 0), (1, 1), (3, 1), (3, 0)]);
    }
}
