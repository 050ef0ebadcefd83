//! Tokens of what is printed, by two real tokenizers: the larger count is the one a budget is held to.
//!
//! Neither bounds the other: on code the newer `o200k_base` counts up to a fifth more than `cl100k_base`, on Chinese less.

/// Tokens of a text.
pub(crate) fn count(text: &str) -> usize {
    // A token is at least one byte, so that a short text needs no tables.
    if text.len() <= 1 { text.len() } else { tamis::tokens::count(text).max(bpe_openai::o200k_base().count(text)) }
}

/// Loads the tables of the tokenizers beside other work; they are needed at the end of a command.
pub(crate) fn load_meanwhile() {
    std::thread::spawn(|| count("the tables"));
}
