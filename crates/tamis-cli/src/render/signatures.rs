//! `--format signatures`: under each file the lines that name its best symbols.

use super::foot::foot;
use super::style::STRONG;
use super::text;
use super::words::{clip, path, printable, two_digits};
use crate::view::View;

pub(super) fn render(view: &View<'_>) -> String {
    let mut out = text::head(view);
    let accepted = view.accepted().count();
    for (place, file) in view.files.iter().enumerate() {
        if place == accepted {
            out.push_str(&text::near_title(view));
        }
        let name = path(&file.judgement.path);
        out.push_str(&format!("{} {STRONG}{name}{STRONG:#}\n", two_digits(file.judgement.relevance)));
        for (line, text) in view.signatures.get(place).into_iter().flatten() {
            let row = format!("{line:>6} | {}", printable(text));
            out.push_str(&format!("{}\n", clip(&row, view.columns)));
        }
    }
    out.push_str(&foot(view));
    out
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
                sufficient: Found 3 relevant files in 3 cycles; nothing critical is missing.

                0.90 src/throttle.ts
                     4 | export function throttle() {
                0.70 src/middleware/index.ts
                0.80 src/router-setup.ts
                also looked at
                0.30 src/user.ts

                skipped: 1 binary
                left out: 2 passages over the budget of 2000 tokens
                run: 0123456789abcdef
            "#]],
        );
    }
}
