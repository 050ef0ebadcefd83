//! Headings of text for people.

use super::{Heading, Page};

/// `# Title`, and a line underlined with `===` or `---`; fenced code and the front matter are skipped.
pub(super) fn hash(page: &Page<'_>) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut fence: Option<&str> = None;
    let front_matter = front_matter(&page.lines);
    for (at, line) in page.lines.iter().enumerate().skip(front_matter) {
        let text = line.trim();
        if let Some(mark) = fence {
            fence = (!text.starts_with(mark)).then_some(mark);
            continue;
        }
        fence = ["```", "~~~"].into_iter().find(|mark| text.starts_with(mark));
        if fence.is_some() || line.len() - line.trim_start().len() > 3 {
            continue;
        }
        let level = text.bytes().take_while(|byte| *byte == b'#').count();
        if (1..=6).contains(&level) && text[level..].starts_with([' ', '\t']) {
            headings.push(Heading::new(level, text[level..].trim_end_matches('#'), at + 1));
        } else if let Some(level) = underline(text).filter(|_| at > front_matter) {
            let above = page.lines[at - 1].trim();
            let plain = !above.is_empty() && !above.starts_with(['#', '-', '*', '>', '|', '=', '`', '+']);
            if plain && (at < 2 || page.lines[at - 2].trim().is_empty()) {
                headings.push(Heading::new(level, above, at));
            }
        }
    }
    headings
}

fn front_matter(lines: &[&str]) -> usize {
    match lines.first().map(|line| line.trim_end()) {
        Some("---") => lines.iter().skip(1).position(|line| line.trim_end() == "---").map_or(0, |at| at + 2),
        _ => 0,
    }
}

fn underline(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [b'=', b'=', ..] if text.bytes().all(|byte| byte == b'=') => Some(1),
        [b'-', b'-', ..] if text.bytes().all(|byte| byte == b'-') => Some(2),
        _ => None,
    }
}

/// A title with a line of one punctuation mark below it, as long as the title; a mark's level is the order in which
/// it is first met.
pub(super) fn underlined(page: &Page<'_>) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut marks: Vec<(char, bool)> = Vec::new();
    for (at, pair) in page.lines.windows(2).enumerate() {
        let (title, line) = (pair[0].trim_end(), pair[1].trim_end());
        let Some(mark) = line.chars().next().filter(|mark| mark.is_ascii_punctuation()) else { continue };
        let even = line.chars().all(|c| c == mark);
        let wide = line.chars().count() >= title.trim().chars().count().max(3);
        let is_title = title.trim().chars().any(char::is_alphanumeric);
        if !even || !wide || !is_title {
            continue;
        }
        let overlined = at > 0 && page.lines[at - 1].trim_end() == line;
        if title.starts_with(' ') && !overlined {
            continue;
        }
        let style = (mark, overlined);
        let level = marks.iter().position(|known| *known == style).unwrap_or(marks.len());
        if level == marks.len() {
            marks.push(style);
        }
        headings.push(Heading::new(level + 1, title, if overlined { at } else { at + 1 }));
    }
    headings
}

/// A title after a run of `mark` at the beginning of its line; the run's length is the level.
pub(super) fn marked(page: &Page<'_>, mark: char) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut inside: Option<&str> = None;
    for (at, line) in page.lines.iter().enumerate() {
        let text = line.trim_end();
        if let Some(fence) = inside {
            inside = (text != fence).then_some(fence);
            continue;
        }
        inside = (text.len() >= 4 && ["----", "....", "++++", "```"].iter().any(|fence| text.starts_with(fence)))
            .then_some(text);
        let level = text.chars().take_while(|c| *c == mark).count();
        let title = &text[level * mark.len_utf8()..];
        if (1..=6).contains(&level) && title.starts_with(' ') {
            headings.push(Heading::new(level, title.trim_end_matches([mark, ' ']), at + 1));
        }
    }
    headings
}

/// `\section{Title}` and its kin.
pub(super) fn commands(page: &Page<'_>) -> Vec<Heading> {
    const COMMANDS: [&str; 6] = ["\\part", "\\chapter", "\\section", "\\subsection", "\\subsubsection", "\\paragraph"];
    let heading = |(at, line): (usize, &&str)| {
        let text = line.trim_start();
        let level = COMMANDS.iter().position(|command| {
            text.strip_prefix(command).is_some_and(|rest| rest.trim_start_matches('*').starts_with(['{', '[']))
        })?;
        let title = text.split_once('{')?.1;
        Some(Heading::new(level, title.rsplit_once('}').map_or(title, |(title, _)| title), at + 1))
    };
    page.lines.iter().enumerate().filter_map(heading).collect()
}
