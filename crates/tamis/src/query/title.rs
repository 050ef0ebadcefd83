//! The words of a task that earlier tasks may have had: those of its first line, which says what is asked, and of all of it in order.

use std::collections::BTreeSet;

use super::{Need, TaskTerm, Zone, is_telling};
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

    /// The words of the task in the order in which it says them, names also by their parts. Numbers, and what every program says,
    /// are none.
    pub fn said_terms(&self) -> impl Iterator<Item = &TaskTerm> {
        let said = self.terms.iter().filter(|term| term.form != Form::Joined && !term.is_translation());
        said.filter(|term| is_telling(&term.word))
    }
}
