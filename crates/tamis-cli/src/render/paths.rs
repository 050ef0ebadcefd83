//! `--format paths`: one path a line, accepted files first, nothing else.

use super::words::path;
use crate::view::View;

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
