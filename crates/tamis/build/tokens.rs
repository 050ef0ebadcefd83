//! The vocabularies of two real tokenizers, and the classes of letters they are cut by, laid out so that nothing has to be loaded
//! to use them. What the layout means is said in `src/tokens`.

use std::fmt::Write;
use std::path::PathBuf;

use bpe_openai::byte_pair_encoding::BytePairEncoding;

/// The classes of Unicode that the tokenizers tell apart.
const CLASSES: [&str; 7] = ["Lu", "Lt", "Ll", "Lm", "Lo", "M", "N"];

pub(crate) fn write() {
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo names the folder"));
    let put = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("the folder can be written");
    put("cl100k.bin", &table(&bpe_openai::cl100k_base().bpe));
    put("o200k.bin", &table(&bpe_openai::o200k_base().bpe));
    put("classes.rs", classes().as_bytes());
}

/// The bits of a slot that say how long its token is, as in `src/tokens/merges.rs`.
const LENGTH_BITS: u32 = 8;

/// `slots | slots with place and length of a token, 0 for none | bytes of all tokens`
fn table(bpe: &BytePairEncoding) -> Vec<u8> {
    let count = bpe.num_tokens() as u32;
    let slots = (2 * count).next_power_of_two();
    let mut all: Vec<u8> = Vec::new();
    let mut tokens = vec![0u32; slots as usize];
    for token in 0..count {
        let bytes = bpe.token_bytes(token);
        assert!(bytes.len() < 1 << LENGTH_BITS && all.len() < 1 << (32 - LENGTH_BITS), "a slot holds a token");
        let mut slot = hash(bytes) as u32 & (slots - 1);
        while tokens[slot as usize] != 0 {
            slot = (slot + 1) & (slots - 1);
        }
        tokens[slot as usize] = (all.len() as u32) << LENGTH_BITS | bytes.len() as u32;
        all.extend_from_slice(bytes);
    }
    std::iter::once(slots).chain(tokens).flat_map(u32::to_le_bytes).chain(all).collect()
}

/// The same as in `src/tokens/merges.rs`.
fn hash(bytes: &[u8]) -> u64 {
    let fold = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, fold);
    hash ^ (hash >> 32)
}

/// Ranges of code points with the number of their class, in order.
fn classes() -> String {
    let mut ranges: Vec<(u32, u32, usize)> = Vec::new();
    for (number, class) in CLASSES.iter().enumerate() {
        let parsed = regex_syntax::parse(&format!("\\p{{{class}}}")).expect("a class of Unicode");
        let regex_syntax::hir::HirKind::Class(regex_syntax::hir::Class::Unicode(class)) = parsed.kind() else {
            panic!("{class} is not a class of characters");
        };
        ranges.extend(class.ranges().iter().map(|range| (range.start() as u32, range.end() as u32, number)));
    }
    ranges.sort_unstable();
    let mut text = format!("static CLASSES: [(u32, u32, Class); {}] = [\n", ranges.len());
    for (start, end, class) in ranges {
        let _ = writeln!(text, "    ({start}, {end}, Class::{}),", CLASSES[class]);
    }
    text + "];\n"
}
