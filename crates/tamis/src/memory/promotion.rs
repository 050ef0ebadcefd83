//! What several projects taught alike is offered to all of them.

use std::collections::BTreeSet;

use super::{Day, Link, Memory, Reach, State, Target};
use crate::analyzer::terms::{TermHash, term_of};

/// Projects that must agree.
const PROJECTS: usize = 2;
/// Hundredths that each must have.
const SURE: u32 = 80;

/// The links that at least two of these projects hold, each at 0.8 or more on that day, with the confidence of the least sure; never
/// one that speaks of its project alone, and none of a project's places.
pub fn promoted(projects: &[Memory], today: Day) -> Vec<Link> {
    let sure = |link: &&Link| {
        let holds = link.reach == Reach::Any && link.state == State::Active;
        holds && matches!(link.to, Target::Word(_)) && link.confidence_on(today) >= SURE
    };
    let mut offered: Vec<Link> = Vec::new();
    for link in projects.iter().flat_map(|project| project.links.iter().filter(sure)) {
        let holders = projects.iter().filter_map(|project| {
            project
                .links
                .iter()
                .filter(sure)
                .filter(|other| says(other) == says(link))
                .map(|other| other.confidence_on(today))
                .max()
        });
        let confidences: Vec<u32> = holders.collect();
        if confidences.len() < PROJECTS || offered.iter().any(|known| says(known) == says(link)) {
            continue;
        }
        let confidence = confidences.into_iter().min().unwrap_or_default();
        offered.push(Link { confidence, last_seen: today, evidence: None, ..link.clone() });
    }
    offered.sort_by(|a, b| a.to.cmp(&b.to).then_with(|| a.from.cmp(&b.from)));
    offered
}

/// What a link says, whatever the form of its words.
fn says(link: &Link) -> (BTreeSet<TermHash>, Option<TermHash>) {
    let word = if let Target::Word(word) = &link.to { Some(term_of(word)) } else { None };
    (link.from.iter().map(|word| term_of(word)).collect(), word)
}

#[cfg(test)]
mod tests {
    use super::super::tests::lesson;
    use super::super::{Lesson, Memory};
    use super::*;

    fn project(observations: u32, reach: Reach) -> Memory {
        let mut memory = Memory::default();
        memory.take_in(&[Lesson { reach, ..lesson("throttle", observations) }], 0);
        memory
    }

    #[test]
    fn two_sure_projects_make_an_offer() {
        let sure = project(11, Reach::Any);
        let offered = promoted(&[sure.clone(), sure.clone()], 0);
        assert_eq!((offered.len(), offered[0].confidence, &offered[0].evidence), (1, 85, &None));
        assert!(promoted(std::slice::from_ref(&sure), 0).is_empty());
        assert!(promoted(&[sure.clone(), project(6, Reach::Any)], 0).is_empty());
        assert!(promoted(&[sure.clone(), sure.clone()], 21).is_empty(), "three weeks later neither is sure");
        let mut imported = Memory::default();
        imported.import(&sure.links, 0);
        assert!(promoted(&[sure, imported], 0).is_empty());
    }

    #[test]
    fn what_speaks_of_one_project_is_never_offered() {
        let own = project(11, Reach::Project);
        assert!(promoted(&[own.clone(), own.clone()], 0).is_empty());
        assert!(promoted(&[own, project(11, Reach::Any)], 0).is_empty());
    }
}
