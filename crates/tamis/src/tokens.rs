//! Counting tokens as real tokenizers do.
//!
//! The count is the larger of `cl100k_base`'s and `o200k_base`'s, so that a budget holds under both. Loading the two
//! tables takes some hundredths of a second; text that is short in bytes never needs them.

/// Tokens of a text under the tokenizer that needs more of them.
pub fn count(text: &str) -> usize {
    if text.is_empty() {
        return 0;
    }
    bpe_openai::cl100k_base().count(text).max(bpe_openai::o200k_base().count(text))
}
