//! Structure to passages: the line ranges that are judged, quoted and packed.
//!
//! Never sees the text; cuts by symbols and line numbers alone.

use super::{Structure, Symbol, SymbolKind};
use crate::document::LineRange;

/// Lines of a window where there is no structure.
const WINDOW: u32 = 40;
/// Longest function that stays whole.
const LONGEST_WHOLE: u32 = 120;
/// Longest type that stays whole instead of being cut into its members.
const LONGEST_WHOLE_TYPE: u32 = 60;
/// Definitions shorter than this stay with the lines around them.
const SHORTEST_OWN: u32 = 3;

/// Cuts a file of `line_count` lines into passages that cover every line once: whole functions, methods and
/// small classes, the lines between them, and windows of about 40 lines where there is no structure or a unit is longer
/// than 120 lines. The number beside a range is the index of the symbol it shows.
pub fn passages(structure: &Structure, line_count: u32) -> Vec<(LineRange, Option<usize>)> {
    let mut cut = Cut { next: 1, last: line_count, open: Vec::new(), small: Vec::new(), passages: Vec::new() };
    for (index, symbol) in structure.symbols.iter().enumerate() {
        let (start, end) = (symbol.lines.start.max(cut.next), symbol.lines.end.min(line_count));
        if end < start {
            continue;
        }
        match size(symbol) {
            Size::Small => cut.small.push((start, index)),
            Size::Whole => {
                cut.advance(start);
                cut.passages.push((LineRange::new(start, end), Some(index)));
                cut.next = end + 1;
            }
            Size::Open => {
                cut.advance(start);
                cut.open.push((end, index));
            }
        }
    }
    cut.advance(line_count + 1);
    cut.passages
}

/// What becomes of a symbol.
enum Size {
    /// It stays with the lines around it.
    Small,
    /// It is a passage.
    Whole,
    /// What it holds is looked at one by one.
    Open,
}

fn size(symbol: &Symbol) -> Size {
    let longest = match symbol.kind {
        SymbolKind::Class | SymbolKind::Interface | SymbolKind::Module | SymbolKind::Section => LONGEST_WHOLE_TYPE,
        _ => LONGEST_WHOLE,
    };
    match symbol.lines.len() {
        lines if lines < SHORTEST_OWN => Size::Small,
        lines if lines <= longest => Size::Whole,
        _ => Size::Open,
    }
}

/// The cutting as it goes down the file.
struct Cut {
    /// The first line not yet in a passage.
    next: u32,
    last: u32,
    /// Ends and indices of the symbols that hold `next`, the innermost last.
    open: Vec<(u32, usize)>,
    /// Small symbols since the last passage.
    small: Vec<(u32, usize)>,
    passages: Vec<(LineRange, Option<usize>)>,
}

impl Cut {
    /// Covers all lines before `line`.
    fn advance(&mut self, line: u32) {
        while let Some((end, index)) = self.open.last().copied().filter(|(end, _)| *end < line) {
            self.windows(end + 1, Some(index));
            self.open.pop();
        }
        let holder = self.open.last().map(|(_, index)| *index);
        self.windows(line.min(self.last + 1), holder);
        self.small.clear();
    }

    /// Covers the lines from the next one to before `end` in windows of even length.
    fn windows(&mut self, end: u32, holder: Option<usize>) {
        let Some(lines) = end.checked_sub(self.next).filter(|lines| *lines > 0) else { return };
        let count = lines.div_ceil(WINDOW);
        let first = self.next;
        for window in 0..count {
            let at = |window: u32| first + (u64::from(lines) * u64::from(window) / u64::from(count)) as u32;
            let range = LineRange::new(at(window), at(window + 1) - 1);
            let mut inside = self.small.iter().filter(|(line, _)| range.contains(*line)).map(|(_, index)| *index);
            let only = inside.next().filter(|_| inside.next().is_none());
            self.passages.push((range, only.or(holder)));
        }
        self.next = end;
    }
}
