//! The targets of the fuzzers on a bounded number of inputs, so that every test run takes them.

use proptest::prelude::*;

use crate::targets;

/// Any bytes, and bytes of the kinds that grammars, globs and ignore files make something of.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        2 => proptest::collection::vec(any::<u8>(), 0..40),
        3 => "[a-zA-Z_]{1,8}[ (){}\\[\\]:;,.=\n\"'#/*<>!@]{0,6}".prop_map(String::into_bytes),
        2 => "(\\*\\*|\\*|\\?|\\[[a-c!^-]{0,3}\\]?|\\{a,b\\}?|\\\\|/|!|src|a|\n){1,6}".prop_map(String::into_bytes),
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn the_analyzer_takes_any_text(bytes in bytes()) {
        targets::analyzer(&bytes);
    }

    #[test]
    fn globs_are_refused_or_mean_something(bytes in bytes()) {
        targets::globs(&bytes);
    }

    #[test]
    fn any_ignore_file_is_data(bytes in bytes()) {
        targets::ignores(&bytes);
    }

    #[test]
    fn lists_are_whole_or_refused(bytes in bytes()) {
        targets::index(&bytes);
    }
}
