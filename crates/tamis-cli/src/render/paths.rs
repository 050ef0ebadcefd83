//! `--format paths`: one path a line, accepted files first, nothing else.

use super::words::path;
use crate::view::View;

pub(super) fn render(view: &View<'_>) -> String {
    view.files.iter().map(|file| format!("{}\n", path(&file.judgement.path))).collect()
}
