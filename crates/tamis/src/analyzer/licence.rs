//! The licence a file opens with: the comment that says who may use it, and says little of what the file does. What the file says
//! of itself above that stays; a line that does below, in the same comment, goes with it.
//!
//! Tells its lines; what is done with them is decided where passages are cut.

use super::outline::split;
use crate::document::LineRange;
use crate::language::Language;

/// What only a licence says, in small letters.
const MARKS: &[&str] = &["copyright", "(c) ", "spdx-", "all rights reserved", "licensed ", "license file"];
/// A licence says so within this many lines; a comment that speaks of it later says something else first.
const SOON: u32 = 8;

/// The lines of the licence at the top of `text`, with the blank ones below it: through the last comment that speaks of a licence
/// before the first line of code. None without one, nor where its comment is never closed, which would be all of the file.
pub fn licence_lines(language: &Language, text: &str) -> Option<LineRange> {
    let mut open = None;
    let (mut licence, mut speaks) = (None, false);
    // The first line, until something is said above the licence.
    let mut first = 1;
    for (number, line) in (1..).zip(text.lines()) {
        let inside = open.is_some();
        let (code, comment) = split(language, line, &mut open);
        let script = opens_script(number, line);
        if !code.trim().is_empty() && !script {
            break;
        }
        // A blank line outside a comment ends what was said above it.
        let begins = number <= SOON && is_of_licence(comment);
        speaks = begins || (speaks && (inside || !line.trim().is_empty()));
        let last = licence.map_or(0, |lines: LineRange| lines.end);
        if speaks || (last > 0 && last + 1 == number && line.trim().is_empty()) {
            licence = Some(LineRange::new(first, number));
        } else if last == 0 && !script && comment.contains(char::is_alphanumeric) {
            first = number + 1;
        }
    }
    licence.filter(|_| open.is_none() || !speaks)
}

/// `#!/bin/sh`, `<?php`: before a licence there may be one such line.
fn opens_script(number: u32, line: &str) -> bool {
    number == 1 && (line.starts_with("#!") || line.starts_with("<?"))
}

fn is_of_licence(comment: &str) -> bool {
    let small = comment.to_ascii_lowercase();
    MARKS.iter().any(|mark| small.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::named;

    #[track_caller]
    fn check(language: &str, text: &str, expected: u32) {
        check_from(language, text, 1, expected);
    }

    /// The first line of the licence, and its last; 0 without one.
    #[track_caller]
    fn check_from(language: &str, text: &str, first: u32, last: u32) {
        let found = licence_lines(named(language), text);
        assert_eq!(found, (last > 0).then(|| LineRange::new(first, last)), "{text}");
    }

    #[test]
    fn what_is_said_above_it_stays() {
        check_from("java", "/*\n * Counts baskets.\n *\n * Copyright A.\n * Use it.\n */\nclass A {}\n", 3, 6);
        check_from("python", "#!/bin/python\n# Counts baskets.\n\n# Copyright A.\n\nimport os\n", 3, 5);
        check_from("rust", "//! Counts baskets.\n\n// Copyright A.\nfn main() {}\n", 2, 3);
    }

    #[test]
    fn a_comment_that_is_never_closed_is_no_licence() {
        check("c", "/* Copyright A\nint a;\nint b;\n", 0);
        check("c", "/* Copyright A */\n\n/* and then\nint b;\n", 2);
    }

    #[test]
    fn the_comment_that_speaks_of_a_licence_and_the_blank_lines_below_it() {
        check("java", "/*\n * Licensed to the Foundation.\n *\n * Use it.\n */\npackage a;\n", 5);
        check("rust", "// Copyright 2020\n// MIT\n\n//! What this file does.\n", 3);
        check("python", "#!/usr/bin/env python\n# SPDX-License-Identifier: MIT\n\nimport os\n", 3);
        check("php", "<?php\n/*\n * (c) somebody\n *\n * For the license, see LICENSE.\n */\n\nnamespace A;\n", 7);
        check("c", "/* Copyright (c) A */\n#include <b.h>\n", 1);
    }

    #[test]
    fn what_a_file_says_of_itself_is_no_licence() {
        check("rust", "//! Reads the licence of a file.\n\nfn main() {}\n", 0);
        check("c", &format!("/*\n{} * Copyright (c) A\n */\nint a;\n", " * What it does.\n".repeat(9)), 0);
        check("rust", "fn main() {}\n// Licensed to nobody.\n", 0);
        check("text", "MIT License\n", 0);
        check("rust", "", 0);
    }
}
