//! `--format signatures`: under each file the lines that name its best symbols.

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
    out.push_str(&text::foot(view));
    out
}
