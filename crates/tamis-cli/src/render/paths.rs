//! `--format paths`: one path a line, accepted files first, nothing else.

use tamis::corpus::Corpus;

use super::words::path;
use crate::view::View;

/// The same for other programs: each path with the bytes that the system has for it, as ripgrep and fd print them. Only a line
/// break is written out, for the line is what ends a path.
pub(crate) fn paths(view: &View<'_>, corpus: &Corpus) -> Vec<u8> {
    let mut out = Vec::new();
    for file in &view.files {
        for byte in corpus.name(file.judgement.doc).as_os_str().as_encoded_bytes() {
            if *byte == b'\n' { out.extend(b"\\x0a") } else { out.push(*byte) }
        }
        out.push(b'\n');
    }
    out
}

pub(super) fn render(view: &View<'_>) -> String {
    view.files.iter().map(|file| format!("{}\n", path(&file.judgement.path))).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::sample::check;
    use super::*;
    use crate::view::Detail;

    #[test]
    fn as_people_see_it() {
        check(
            render,
            Detail::Full,
            expect![[r#"
            src/throttle.ts
            src/middleware/index.ts
            src/router-setup.ts
            src/user.ts
        "#]],
        );
    }
}
