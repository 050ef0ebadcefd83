//! How good a ranking is: the measures of the published localization tables, a paired test, what a reader gets for the tokens
//! read, and the floors to stand on.
//!
//! Formulas only; tasks are read, programs run and tables printed by the command line.

mod baselines;
mod reading;
mod shares;

pub use baselines::{by_keywords, keywords, lines_around, plain_bm25};
pub use reading::{Gold, LineRead, MISS, Piece, covered, percentile, precision_recall_f1, read, tokens_to_first_hit};
pub use shares::{background, word_shares};

/// The measures of one ranked list, each in `[0, 1]`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// All gold files in the first 1, 3, 5, 10.
    pub accuracy: [f64; 4],
    /// At least one gold file in the first 1, 5.
    pub hit: [f64; 2],
    /// Share of gold files in the first 5, 10, 20.
    pub recall: [f64; 3],
    /// 1 over the rank of the first gold file.
    pub reciprocal_rank: f64,
    /// Normalised discounted cumulative gain at 10, binary gains.
    pub ndcg: f64,
}

/// Names of the measures, in the order of [`Figures::values`].
pub const NAMES: [&str; 11] =
    ["Acc@1", "Acc@3", "Acc@5", "Acc@10", "Hit@1", "Hit@5", "Recall@5", "Recall@10", "Recall@20", "MRR", "NDCG@10"];

impl Figures {
    /// Scores `ranked` (best first, repeats ignored) against `gold`.
    pub fn of(ranked: &[String], gold: &[String]) -> Figures {
        let mut unique: Vec<&String> = Vec::new();
        for path in ranked {
            if !unique.contains(&path) {
                unique.push(path);
            }
        }
        let found = |k: usize| unique.iter().take(k).filter(|path| gold.contains(path)).count();
        let total = gold.len().max(1);
        let gain =
            |ranks: &mut dyn Iterator<Item = usize>| ranks.map(|rank| 1.0 / (rank as f64 + 2.0).log2()).sum::<f64>();
        let mut hits = (0..unique.len().min(10)).filter(|&rank| gold.contains(unique[rank]));
        Figures {
            accuracy: [1, 3, 5, 10].map(|k| f64::from(u8::from(found(k) == total))),
            hit: [1, 5].map(|k| f64::from(u8::from(found(k) > 0))),
            recall: [5, 10, 20].map(|k| found(k) as f64 / total as f64),
            reciprocal_rank: unique
                .iter()
                .position(|path| gold.contains(path))
                .map_or(0.0, |rank| 1.0 / (rank + 1) as f64),
            ndcg: gain(&mut hits) / gain(&mut (0..total.min(10))),
        }
    }

    /// All measures, in the order of [`NAMES`].
    pub fn values(&self) -> [f64; 11] {
        let (a, h, r) = (self.accuracy, self.hit, self.recall);
        [a[0], a[1], a[2], a[3], h[0], h[1], r[0], r[1], r[2], self.reciprocal_rank, self.ndcg]
    }

    /// The mean of many.
    pub fn mean(all: &[Figures]) -> [f64; 11] {
        let mut sums = [0.0; 11];
        for one in all {
            for (sum, value) in sums.iter_mut().zip(one.values()) {
                *sum += value;
            }
        }
        sums.map(|sum| sum / all.len().max(1) as f64)
    }
}

/// The exact two-sided McNemar test on paired successes: tasks won, lost, and the probability of a split at least as uneven
/// by chance (McNemar, 1947; binomial form).
pub fn mcnemar(pairs: impl IntoIterator<Item = (bool, bool)>) -> (usize, usize, f64) {
    let (mut won, mut lost) = (0usize, 0usize);
    for (ours, theirs) in pairs {
        won += usize::from(ours && !theirs);
        lost += usize::from(theirs && !ours);
    }
    let total = won + lost;
    let mut term = 0.5f64.powi(total as i32);
    let mut tail = 0.0;
    for successes in 0..=won.min(lost) {
        tail += term;
        term *= (total - successes) as f64 / (successes + 1) as f64;
    }
    (won, lost, (2.0 * tail).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(paths: &str) -> Vec<String> {
        paths.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn measures_of_a_small_list() {
        let figures = Figures::of(&list("a x b"), &list("a b"));
        assert_eq!(figures.accuracy, [0.0, 1.0, 1.0, 1.0]);
        assert_eq!(figures.hit, [1.0, 1.0]);
        assert!((figures.ndcg - 1.5 / (1.0 + 1.0 / 3f64.log2())).abs() < 1e-12);
    }

    #[test]
    fn mcnemar_is_exact() {
        let pairs = [(true, false); 8].into_iter().chain([(false, true); 2]).chain([(true, true); 5]);
        let (won, lost, p) = mcnemar(pairs);
        assert_eq!((won, lost), (8, 2));
        assert!((p - 0.109_375).abs() < 1e-9);
    }
}
