//! The first line of a task: what is asked. The rest says what happened, and links nothing.

use std::collections::BTreeSet;

use super::{Need, TaskTerm, Zone};
use crate::analyzer::terms::{Form, TermHash};

impl Need {
    /// The words of the first line.
    pub fn title_terms(&self) -> impl Iterator<Item = &TaskTerm> {
        let whole = self.terms.iter().filter(|term| term.form == Form::Whole && !term.is_translation());
        whole.filter(|term| term.count(Zone::Title) > 0.0)
    }

    /// The same, as their hashes.
    pub fn title_hashes(&self) -> BTreeSet<TermHash> {
        self.title_terms().map(|term| term.hash).collect()
    }
}
