//! BM25F over the fields of the index, and plain BM25 as the floor to beat.
//!
//! Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009: fields are weighted and
//! length-normalised before saturation.

use crate::analyzer::terms::TermHash;
use crate::document::DocId;
use crate::index::{FIELDS, Field, Index};

/// How fields count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fields {
    /// Weight of a field, in the order of [`Field`].
    pub weights: [f64; FIELDS],
    /// Saturation.
    pub k1: f64,
    /// Length normalisation, in `[0, 1]`.
    pub b: f64,
}

/// The engine's fields: a word of the path or of a defined name counts as several in the body.
pub const WEIGHTED: Fields = Fields { weights: [3.0, 2.0, 1.0, 1.0], k1: 1.2, b: 0.75 };
/// One bag of words, path words three times: what plain BM25 over files does.
pub const PLAIN: Fields = Fields { weights: [3.0, 0.0, 1.0, 1.0], k1: 1.2, b: 0.75 };
/// The path alone.
pub const PATH_ONLY: Fields = Fields { weights: [1.0, 0.0, 0.0, 0.0], k1: 1.2, b: 0.5 };
/// Defined names alone.
pub const SYMBOLS_ONLY: Fields = Fields { weights: [0.0, 1.0, 0.0, 0.0], k1: 1.2, b: 0.5 };

/// The score of every document that holds one of the terms, by document. `terms` are distinct, each with its share in
/// the query; inverse document frequency is added here.
pub fn bm25f(index: &Index, terms: &[(TermHash, f64)], fields: Fields) -> Vec<(DocId, f64)> {
    let mut scores: Vec<(DocId, f64)> = Vec::new();
    for &(term, share) in terms.iter().filter(|(_, share)| *share > 0.0) {
        let weight = share * index.inverse_document_frequency(term);
        for posting in index.postings(term).iter() {
            let frequency = normalised_frequency(index, posting.doc, |field| posting.count(field), fields);
            if frequency > 0.0 {
                scores.push((posting.doc, weight * frequency * (fields.k1 + 1.0) / (frequency + fields.k1)));
            }
        }
    }
    sum_by_document(scores)
}

fn normalised_frequency(index: &Index, doc: DocId, count: impl Fn(Field) -> f64, fields: Fields) -> f64 {
    [Field::Path, Field::Symbol, Field::Comment, Field::Body]
        .into_iter()
        .map(|field| {
            let (weight, occurrences) = (fields.weights[field as usize], count(field));
            if weight == 0.0 || occurrences == 0.0 {
                return 0.0;
            }
            weight * occurrences / (1.0 - fields.b + fields.b * relative_length(index, doc, field))
        })
        .sum()
}

/// Length against the mean. Comment and body are one text and are measured as one.
fn relative_length(index: &Index, doc: DocId, field: Field) -> f64 {
    match field {
        Field::Comment | Field::Body => {
            let length = index.length(doc, Field::Comment) + index.length(doc, Field::Body);
            length / (index.average_length(Field::Comment) + index.average_length(Field::Body))
        }
        _ => index.length(doc, field) / index.average_length(field),
    }
}

fn sum_by_document(mut scores: Vec<(DocId, f64)>) -> Vec<(DocId, f64)> {
    // A stable sort keeps the order of terms inside a document, so that sums do not depend on anything else.
    scores.sort_by_key(|(doc, _)| *doc);
    let mut sums: Vec<(DocId, f64)> = Vec::new();
    for (doc, score) in scores {
        match sums.last_mut() {
            Some((last, sum)) if *last == doc => *sum += score,
            _ => sums.push((doc, score)),
        }
    }
    sums
}

/// The `limit` best, best first, ties by document.
pub fn top(mut scores: Vec<(DocId, f64)>, limit: usize) -> Vec<(DocId, f64)> {
    scores.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    scores.truncate(limit);
    scores
}
