//! The forms of an answer: each a function from a view to the text that is printed.

mod foot;
mod json;
mod markdown;
mod paths;
#[cfg(test)]
mod sample;
mod signatures;
pub(crate) mod style;
mod text;
mod trace;
pub(crate) mod words;

pub(crate) use foot::skip_counts;
pub(crate) use json::{Record, answer as json};
pub(crate) use paths::paths;

use crate::cli::Format;
use crate::view::View;

/// The text of a view. JSON has a function of its own, for it says more about the run.
pub(crate) fn text(format: Format, view: &View<'_>) -> String {
    let answer = match format {
        Format::Text => text::render(view),
        Format::Markdown => markdown::render(view),
        Format::Paths | Format::Json | Format::Structured => paths::render(view),
        Format::Signatures => signatures::render(view),
    };
    match format {
        _ if !view.trace => answer,
        Format::Json | Format::Structured => answer,
        Format::Markdown => format!("{}\n{answer}", markdown::fenced(&trace::render(view))),
        _ => format!("{}\n{answer}", trace::render(view)),
    }
}

/// What a view costs of its budget: the tokens of all that is given, or with `--json` of the paths, reasons and passages.
pub(crate) fn cost(format: Format, view: &View<'_>) -> usize {
    match format {
        Format::Json => json::cost(view),
        Format::Structured => json::whole_cost(view),
        _ => view.counter.count(&anstream::adapter::strip_str(&text(format, view)).to_string()),
    }
}
