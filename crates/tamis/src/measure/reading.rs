//! What a reader gets for the tokens read: the pieces a system shows, read in its order, line by line.
//!
//! Every system is read with the same ruler: the tokens of what it shows, without its paths and remarks.

use std::collections::BTreeMap;

use crate::document::LineRange;
use crate::repository::Repository;
use crate::tokens;

/// The tokens charged when the reader never meets what was asked for, and where reading ends.
pub const MISS: usize = 32_000;

/// What the accepted change touched.
#[derive(Clone, Copy, Debug)]
pub struct Gold<'g> {
    /// Its files.
    pub files: &'g [String],
    /// Its line ranges, before the change, by file; may be empty.
    pub lines: &'g BTreeMap<String, Vec<(u32, u32)>>,
}

/// A part of a file that a system shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The file.
    pub path: String,
    /// The lines; `None` for all of them.
    pub lines: Option<LineRange>,
}

impl Piece {
    /// A whole file.
    pub fn whole(path: &str) -> Piece {
        Piece { path: path.to_owned(), lines: None }
    }
}

/// One line as it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRead {
    /// The piece it belongs to.
    pub piece: usize,
    /// Its number in the file.
    pub line: u32,
    /// Tokens read so far, this line among them.
    pub tokens: usize,
}

/// Reads `pieces` in order until the next line would make it more than `most` tokens. A line shown twice is read twice; what the
/// repository does not hold is not read.
pub fn read(repository: &Repository, pieces: &[Piece], most: usize) -> Vec<LineRead> {
    let mut lines = Vec::new();
    let mut spent = 0;
    for (piece, shown) in pieces.iter().enumerate() {
        let Some(reading) = repository.corpus.find(&shown.path).and_then(|doc| repository.reading(doc)) else {
            continue;
        };
        let last = reading.line_count();
        let range = shown.lines.unwrap_or(LineRange { start: 1, end: last });
        let mut inside = 0;
        for line in range.start..=range.end.min(last) {
            inside += tokens::count(reading.lines(LineRange::new(line, line)));
            if spent + inside > most {
                return lines;
            }
            lines.push(LineRead { piece, line, tokens: spent + inside });
        }
        // Lines counted alone make a little more than the piece in one.
        spent += if inside == 0 { 0 } else { inside.min(tokens::count(reading.lines(range))) };
    }
    lines
}

/// The shares of gold files of which a line was read, and of gold lines read; the latter only where lines are known.
pub fn covered(gold: Gold<'_>, pieces: &[Piece], read: &[LineRead]) -> (f64, Option<f64>) {
    let mut seen: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for one in read {
        seen.entry(&pieces[one.piece].path).or_default().push(one.line);
    }
    for lines in seen.values_mut() {
        lines.sort_unstable();
    }
    let files = gold.files.iter().filter(|path| seen.contains_key(path.as_str())).count();
    let (mut held, mut all) = (0usize, 0usize);
    for (path, ranges) in gold.lines {
        let lines = seen.get(path.as_str());
        for line in ranges.iter().flat_map(|&(start, end)| start..=end) {
            all += 1;
            held += usize::from(lines.is_some_and(|lines| lines.binary_search(&line).is_ok()));
        }
    }
    (files as f64 / gold.files.len().max(1) as f64, (all > 0).then(|| held as f64 / all as f64))
}

/// Tokens read up to the first line that the change touched, or up to the first line of a gold file where lines are not known;
/// [`MISS`] when none is met.
pub fn tokens_to_first_hit(gold: Gold<'_>, pieces: &[Piece], read: &[LineRead]) -> usize {
    let hit = |one: &&LineRead| {
        let path = &pieces[one.piece].path;
        match gold.lines.get(path) {
            Some(ranges) => ranges.iter().any(|&(start, end)| start <= one.line && one.line <= end),
            None => gold.lines.is_empty() && gold.files.contains(path),
        }
    };
    read.iter().find(hit).map_or(MISS, |one| one.tokens)
}

/// Precision, recall and their harmonic mean (F1) of a set of files, repeats ignored; an empty set has none of either.
pub fn precision_recall_f1(found: &[String], gold: &[String]) -> [f64; 3] {
    let set: std::collections::BTreeSet<&String> = found.iter().collect();
    let right = set.iter().filter(|path| gold.contains(path)).count() as f64;
    if right == 0.0 {
        return [0.0; 3];
    }
    let (precision, recall) = (right / set.len() as f64, right / gold.len() as f64);
    [precision, recall, 2.0 * precision * recall / (precision + recall)]
}

/// The nearest-rank percentile (`share` in `[0, 1]`) of a list, 0 for an empty one.
pub fn percentile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(paths: &str) -> Vec<String> {
        paths.split(' ').map(str::to_owned).collect()
    }

    fn shown(lines: &[u32]) -> Vec<LineRead> {
        lines.iter().map(|&line| LineRead { piece: 0, line, tokens: line as usize * 10 }).collect()
    }

    #[test]
    fn lines_are_covered_and_met() {
        let files = list("a b");
        let lines = BTreeMap::from([("a".to_owned(), vec![(3, 4), (9, 10)])]);
        let gold = Gold { files: &files, lines: &lines };
        let pieces = [Piece::whole("a")];
        assert_eq!(covered(gold, &pieces, &shown(&[1, 2, 3])), (0.5, Some(0.25)));
        assert_eq!(tokens_to_first_hit(gold, &pieces, &shown(&[1, 2, 4])), 40);
        assert_eq!(tokens_to_first_hit(gold, &pieces, &shown(&[1, 2])), MISS);
        let none = BTreeMap::new();
        let gold = Gold { files: &files, lines: &none };
        assert_eq!(covered(gold, &pieces, &shown(&[1])), (0.5, None));
        assert_eq!(tokens_to_first_hit(gold, &pieces, &shown(&[1])), 10);
    }

    #[test]
    fn a_set_has_precision_recall_and_f1() {
        assert_eq!(precision_recall_f1(&list("a x y a"), &list("a b")), [1.0 / 3.0, 0.5, 0.4]);
        assert_eq!(precision_recall_f1(&[], &list("a")), [0.0; 3]);
    }

    #[test]
    fn percentiles_are_by_nearest_rank() {
        assert_eq!(percentile(&[4.0, 1.0, 3.0, 2.0], 0.5), 2.0);
        assert_eq!(percentile(&[4.0, 1.0, 3.0, 2.0], 0.95), 4.0);
        assert_eq!(percentile(&[], 0.5), 0.0);
    }
}
