//! Reciprocal rank fusion of channels (Cormack, Clarke and Büttcher, SIGIR 2009).

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{Candidate, Dispatch, Focus, Lexical, Mentioned, Past, Paths, Remembered, Request, Retriever, Symbols};
use crate::document::DocId;
use crate::error::Result;

/// The constant of the paper: how slowly a channel's vote falls with rank.
const K: f64 = 60.0;

/// Several channels as one retriever.
pub struct Fused {
    channels: Vec<Box<dyn Retriever>>,
}

impl Default for Fused {
    fn default() -> Self {
        Fused {
            channels: vec![
                Box::new(Focus),
                Box::new(Mentioned),
                Box::new(Symbols),
                Box::new(Lexical),
                Box::new(Paths),
                Box::new(Past),
                Box::new(Remembered),
            ],
        }
    }
}

impl Fused {
    /// These channels, in the order of the trace.
    pub fn new(channels: Vec<Box<dyn Retriever>>) -> Self {
        Fused { channels }
    }
}

impl Retriever for Fused {
    fn name(&self) -> &'static str {
        "fused"
    }

    fn retrieve(&self, request: Request<'_>) -> Result<Dispatch> {
        let mut votes: BTreeMap<DocId, Candidate> = BTreeMap::new();
        let mut reports = Vec::new();
        let all: Vec<Result<Dispatch>> = self.channels.par_iter().map(|channel| channel.retrieve(request)).collect();
        for found in all {
            let found = found?;
            for (rank, candidate) in found.candidates.into_iter().enumerate() {
                let vote = votes.entry(candidate.doc).or_insert(Candidate {
                    doc: candidate.doc,
                    score: 0.0,
                    channels: Vec::new(),
                });
                vote.score += 1.0 / (K + rank as f64 + 1.0);
                vote.channels.extend(candidate.channels);
            }
            reports.extend(found.channels);
        }
        let mut candidates: Vec<Candidate> = votes.into_values().collect();
        // What open gaps ask for has its place before anything else is cut off.
        let asked = |candidate: &Candidate| candidate.channels.contains(&Focus.name());
        candidates.sort_by(|a, b| asked(b).cmp(&asked(a)).then(b.score.total_cmp(&a.score)).then(a.doc.cmp(&b.doc)));
        candidates.truncate(request.limit);
        Ok(Dispatch { candidates, channels: reports })
    }
}
