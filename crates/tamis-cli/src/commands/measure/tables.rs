//! The tables: measures by group, the paired comparison, and what a reader gets of each system.

use std::collections::BTreeMap;
use std::fmt::Write;

use tamis::measure::{Figures, NAMES, mcnemar, percentile};

use super::scores::Score;
use super::systems::BUDGETS;
use crate::cli::By;

/// Places in [`NAMES`] of the measures that are compared in pairs: Acc@1, Acc@5, Hit@5.
const PAIRED: [usize; 3] = [0, 2, 5];

/// One task, measured.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub(super) language: String,
    pub(super) source: String,
    pub(super) repo: String,
    /// One score a system, the product first.
    pub(super) scores: Vec<Score>,
}

/// The field that makes a row.
pub(super) type Field = (&'static str, fn(&Measured) -> &str);

/// What `--by` names.
pub(super) fn by_name(by: By) -> Field {
    match by {
        By::Language => ("language", |one| &one.language),
        By::Source => ("source", |one| &one.source),
        By::Repo => ("repo", |one| &one.repo),
    }
}

/// The places of two measures in [`NAMES`].
pub(super) const RECALL_AT_10: usize = 7;
pub(super) const NDCG_AT_10: usize = 10;

/// One row a group, largest first, then all tasks, then the mean of the groups.
pub(super) fn table(measured: &[Measured], by: Field, system: usize) -> String {
    let mut groups: BTreeMap<&str, Vec<Figures>> = BTreeMap::new();
    for one in measured {
        groups.entry(by.1(one)).or_default().push(one.scores[system].ranking);
    }
    let mut order: Vec<(&str, &Vec<Figures>)> = groups.iter().map(|(name, figures)| (*name, figures)).collect();
    order.sort_by_key(|(_, figures)| std::cmp::Reverse(figures.len()));
    let mut text = format!("{:<26}{:>5}", by.0, "n");
    NAMES.iter().for_each(|name| {
        let _ = write!(text, "{name:>11}");
    });
    text.push('\n');
    for (name, figures) in &order {
        row(&mut text, name, &figures.len().to_string(), Figures::mean(figures));
    }
    let all: Vec<Figures> = measured.iter().map(|one| one.scores[system].ranking).collect();
    row(&mut text, "all", &all.len().to_string(), Figures::mean(&all));
    let means: Vec<[f64; NAMES.len()]> = order.iter().map(|(_, figures)| Figures::mean(figures)).collect();
    let mean = |column: usize| means.iter().map(|one| one[column]).sum::<f64>() / means.len().max(1) as f64;
    row(&mut text, "macro mean", "", std::array::from_fn(mean));
    text
}

fn row(text: &mut String, name: &str, count: &str, values: [f64; NAMES.len()]) {
    let _ = write!(text, "{name:<26}{count:>5}");
    for value in values {
        let _ = write!(text, "{:>11.1}", 100.0 * value);
    }
    text.push('\n');
}

/// Columns of the second table, in percent but for the last four.
const READING: [&str; 14] = [
    "P@5", "F1@5", "P kept", "F1 kept", "file 2k", "file 4k", "file 8k", "line 2k", "line 4k", "line 8k", "1st hit",
    "cycles", "median s", "p95 s",
];

/// What a reader gets of each system, over all tasks: precision and F1 of the first five files and of those kept; gold files and
/// gold lines met at each budget; tokens to the first gold line; cycles; seconds.
pub(super) fn reading(measured: &[Measured], names: &[String]) -> String {
    let mut text = format!("{:<26}", "what is read");
    READING.iter().for_each(|name| {
        let _ = write!(text, "{name:>9}");
    });
    text.push('\n');
    for (system, name) in names.iter().enumerate() {
        let scores: Vec<&Score> = measured.iter().map(|one| &one.scores[system]).collect();
        let mean = |value: &dyn Fn(&Score) -> Option<f64>| {
            let values: Vec<f64> = scores.iter().filter_map(|score| value(score)).collect();
            (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
        };
        let seconds: Vec<f64> = scores.iter().map(|score| score.seconds).collect();
        let mut shares = vec![mean(&|one| Some(one.first[0])), mean(&|one| Some(one.first[2]))];
        shares.extend([0, 2].map(|place| mean(&|one| one.accepted.map(|accepted| accepted[place]))));
        shares.extend((0..BUDGETS.len()).map(|budget| mean(&|one| Some(one.files[budget]))));
        shares.extend((0..BUDGETS.len()).map(|budget| mean(&|one| one.lines[budget])));
        let _ = write!(text, "{name:<26}");
        for share in shares {
            let _ = write!(text, "{:>9}", share.map_or("-".to_owned(), |share| format!("{:.1}", 100.0 * share)));
        }
        let _ = write!(text, "{:>9.0}", mean(&|one| Some(one.first_hit)).unwrap_or_default());
        for value in [mean(&|one| Some(one.cycles)), Some(percentile(&seconds, 0.5)), Some(percentile(&seconds, 0.95))]
        {
            let _ = write!(text, "{:>9.2}", value.unwrap_or_default());
        }
        text.push('\n');
    }
    text
}

/// In how many tasks the first system has more of a measure than the other, and in how many less, with the probability of such a split
/// by chance (sign test).
pub(super) fn moved(measured: &[Measured], column: usize, other: usize) -> String {
    let of = |one: &Measured, system: usize| one.scores[system].ranking.values()[column];
    let pairs = measured.iter().map(|one| (of(one, 0) > of(one, other), of(one, 0) < of(one, other)));
    let (higher, lower, chance) = mcnemar(pairs);
    format!("{}: higher in {higher} tasks, lower in {lower}, of {}, p={chance:.3}", NAMES[column], measured.len())
}

/// Tasks won and lost by source and in all, with the probability of such a split by chance.
pub(super) fn paired(measured: &[Measured], system: usize) -> String {
    let mut sources: Vec<&str> = measured.iter().map(|one| one.source.as_str()).collect();
    sources.sort_unstable();
    sources.dedup();
    let mut text = format!("{:<26}{:>5}", "source", "n");
    for column in PAIRED {
        let _ = write!(text, "{:>26}", NAMES[column]);
    }
    text.push('\n');
    let groups = sources.into_iter().map(Some).chain([None]);
    for source in groups {
        let rows: Vec<&Measured> = measured.iter().filter(|one| source.is_none_or(|name| one.source == name)).collect();
        let _ = write!(text, "{:<26}{:>5}", source.unwrap_or("all"), rows.len());
        for column in PAIRED {
            let reached = |score: &Score| score.ranking.values()[column] > 0.5;
            let pair = |one: &&Measured| (reached(&one.scores[0]), reached(&one.scores[system]));
            let (won, lost, chance) = mcnemar(rows.iter().map(pair));
            let _ = write!(text, "{:>26}", format!("+{won} -{lost} p={chance:.3}"));
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(language: &str, product: &str, baseline: &str) -> Measured {
        let list = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        Measured {
            language: language.to_owned(),
            source: "s".to_owned(),
            repo: "o/r".to_owned(),
            scores: [product, baseline]
                .map(|files| Score { ranking: Figures::of(&list(files), &list("gold")), ..Score::default() })
                .to_vec(),
        }
    }

    #[test]
    fn groups_count_alike_in_the_macro_mean() {
        let measured = [one("go", "gold", "x gold"), one("go", "gold", "x"), one("c", "x", "gold")];
        let text = table(&measured, by_name(By::Language), 0);
        let first = |name: &str| {
            let line = text.lines().find(|line| line.starts_with(name)).unwrap();
            line[31..].split_whitespace().next().unwrap().to_owned()
        };
        assert_eq!((first("go"), first("all"), first("macro mean")), ("100.0".into(), "66.7".into(), "50.0".into()));
        assert!(paired(&measured, 1).contains("+2 -1 p=1.000"), "{}", paired(&measured, 1));
    }
}
