//! Counting tokens as real tokenizers do.
//!
//! The count is the larger of `cl100k_base`'s and `o200k_base`'s, so that a budget holds under both: neither bounds the other. Their
//! vocabularies are part of the program, laid out when it is built, so that nothing is loaded before the first count. That the
//! counts are those of the tokenizers is held by properties against `bpe-openai`.

mod known;
mod merges;
mod pieces;

use std::cell::RefCell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use known::Known;
use merges::{CL100K, O200K, Recent};

/// Tokens under both tokenizers.
type Counts = (usize, usize);

thread_local! {
    /// The pieces met before, for each tokenizer: the same words come again in other lines.
    static RECENT: RefCell<[Recent; 2]> = RefCell::new([Recent::of(&CL100K), Recent::of(&O200K)]);
}

/// Tokens of a text under the tokenizer that needs more of them.
pub fn count(text: &str) -> usize {
    count_by(counted, text, usize::MAX).unwrap_or(usize::MAX)
}

/// Counts and remembers: an answer is fitted to its budget by counting nearly the same text again and again, and the next answer
/// about the same files shows much of it too. What it remembers changes no count.
#[derive(Debug, Default)]
pub struct Counter(Mutex<Known>);

impl Counter {
    /// One that remembers what another one [told](Counter::told). What is none of it is not remembered.
    pub fn remembering(told: &[u8]) -> Counter {
        Counter(Mutex::new(Known::told(told)))
    }

    /// The same as [`count`].
    pub fn count(&self, text: &str) -> usize {
        self.count_within(text, usize::MAX).unwrap_or(usize::MAX)
    }

    /// The same, if they are at most `most`. A text that has more is not looked at to its end.
    pub fn count_within(&self, text: &str, most: usize) -> Option<usize> {
        count_by(|part| self.counts(part), text, most)
    }

    /// What is remembered, in at most so many bytes.
    pub fn told(&self, most: usize) -> Vec<u8> {
        self.known().tell(most)
    }

    /// Whether there was a text that had to be counted.
    pub fn is_changed(&self) -> bool {
        self.known().is_changed()
    }

    fn counts(&self, part: &str) -> Counts {
        if part.len() > known::LONGEST {
            return counted(part);
        }
        let met = self.known().get(part);
        met.unwrap_or_else(|| {
            // Others count meanwhile.
            let counts = counted(part);
            self.known().add(part, counts);
            counts
        })
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn count_by(counts: impl Fn(&str) -> Counts, text: &str, most: usize) -> Option<usize> {
    let (mut cl100k, mut o200k) = (0, 0);
    for part in parts(text) {
        let of = counts(part);
        cl100k += of.0;
        o200k += of.1;
        if cl100k.max(o200k) > most {
            return None;
        }
    }
    Some(cl100k.max(o200k))
}

fn counted(part: &str) -> Counts {
    RECENT.with_borrow_mut(|[cl100k, o200k]| {
        let of_cl100k = pieces::cl100k(part).map(|piece| cl100k.count(piece.as_bytes())).sum();
        let of_o200k = pieces::o200k(part).map(|piece| o200k.count(piece.as_bytes())).sum();
        (of_cl100k, of_o200k)
    })
}

/// A text in parts whose tokens add up to those of the whole: lines, where both tokenizers cut between them.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut ends = rest.match_indices('\n').map(|(at, _)| at + 1);
        let end = ends.find(|&at| is_cut(&rest.as_bytes()[at..])).unwrap_or(rest.len());
        let (part, later) = rest.split_at(end);
        rest = later;
        (!part.is_empty()).then_some(part)
    })
}

/// Whether both tokenizers begin a piece where a line begins with these bytes. Blanks before the end of a line go with it, and
/// marks take in the ends of lines behind them, under `o200k_base` with slashes.
fn is_cut(line: &[u8]) -> bool {
    let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let first = line.get(blanks).copied().unwrap_or(b'\n');
    first.is_ascii_graphic() && (blanks > 0 || first != b'/')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Text of every kind that the tokenizers cut in their own ways.
    fn text() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            4 => "[a-zA-Z]{1,12}",
            2 => "[A-Z]{1,3}[a-z]{1,5}([A-Z][a-z]{1,5}){0,2}",
            2 => "[0-9]{1,7}",
            3 => "[ \t\r\n]{1,5}",
            2 => "[-_(){}\\[\\];:.,=<>/*+!?#'\"|&%$@^~`\\\\]{1,8}",
            2 => "'(s|S|ſ|t|T|re|RE|ve|Ve|m|M|ll|LL|d|D|x|l|r)",
            1 => "[äöüßéÀÉŁłǅʰΩωЖж]{1,6}",
            1 => "[\u{300}\u{301}\u{5b0}\u{20dd}\u{fe0f}]{1,3}",
            1 => "[采购订单残高計算한도初과ﾊ々〇ー]{1,6}",
            1 => "[🎙👨👩👧\u{200d}️─█]{1,4}",
            1 => "[٣௩Ⅷ½²\u{a0}\u{2003}\u{3000}\u{85}\u{2028}]{1,4}",
            1 => any::<char>().prop_map(String::from),
        ];
        proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

        #[test]
        fn texts_are_cut_and_counted_as_the_tokenizers_do(text in text()) {
            let (cl100k, o200k) = (bpe_openai::cl100k_base(), bpe_openai::o200k_base());
            prop_assert_eq!(pieces::cl100k(&text).collect::<Vec<_>>(), cl100k.split(&text).collect::<Vec<_>>());
            prop_assert_eq!(pieces::o200k(&text).collect::<Vec<_>>(), o200k.split(&text).collect::<Vec<_>>());
            prop_assert_eq!(parts(&text).flat_map(pieces::cl100k).collect::<Vec<_>>(), cl100k.split(&text).collect::<Vec<_>>());
            prop_assert_eq!(parts(&text).flat_map(pieces::o200k).collect::<Vec<_>>(), o200k.split(&text).collect::<Vec<_>>());
            let (tokens, counter) = (count(&text), Counter::default());
            for counter in [&counter, &counter, &Counter::remembering(&counter.told(usize::MAX))] {
                prop_assert_eq!(counter.count(&text), tokens);
                prop_assert_eq!(counter.count_within(&text, tokens), Some(tokens));
                prop_assert!(tokens == 0 || counter.count_within(&text, tokens - 1).is_none());
            }
            prop_assert_eq!(tokens, cl100k.count(text.as_str()).max(o200k.count(text.as_str())));
        }
    }

    #[test]
    fn the_sources_of_this_crate_are_counted_as_the_tokenizers_do() {
        let (cl100k, o200k) = (bpe_openai::cl100k_base(), bpe_openai::o200k_base());
        for text in
            [include_str!("../corpus/conventions.rs"), include_str!("../analyzer/terms.rs"), "<|endoftext|>", ""]
        {
            assert_eq!(count(text), cl100k.count(text).max(o200k.count(text)));
        }
    }

    #[test]
    fn an_endless_piece_is_counted_in_time() {
        let (letters, marks) = ("abcdefghij".repeat(20_000), "=".repeat(200_000));
        for text in [letters, marks] {
            let (cl100k, o200k) = (bpe_openai::cl100k_base(), bpe_openai::o200k_base());
            assert_eq!(count(&text), cl100k.count(text.as_str()).max(o200k.count(text.as_str())));
        }
    }
}
