//! Tokens of what is printed, and their tables loaded beside other work.

/// Tokens of a text.
pub(crate) fn count(text: &str) -> usize {
    // A token is at least one byte, so that a short text needs no tables.
    if text.len() <= 1 { text.len() } else { tamis::tokens::count(text) }
}

/// Loads the tables of the tokenizers beside other work; they are needed at the end of a command.
pub(crate) fn load_meanwhile() {
    std::thread::spawn(|| count("the tables"));
}
