//! Counting tokens as real tokenizers do.
//!
//! The count is the larger of `cl100k_base`'s and `o200k_base`'s, so that a budget holds under both: neither bounds the other. Their
//! vocabularies are part of the program, laid out when it is built, so that nothing is loaded before the first count. That the
//! counts are those of the tokenizers is held by properties against `bpe-openai`.

mod merges;
mod pieces;

use merges::{CL100K, O200K};

/// Tokens of a text under the tokenizer that needs more of them.
pub fn count(text: &str) -> usize {
    let cl100k: usize = pieces::cl100k(text).map(|piece| CL100K.count(piece.as_bytes())).sum();
    let o200k: usize = pieces::o200k(text).map(|piece| O200K.count(piece.as_bytes())).sum();
    cl100k.max(o200k)
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
            prop_assert_eq!(count(&text), cl100k.count(text.as_str()).max(o200k.count(text.as_str())));
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
