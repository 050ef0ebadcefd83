//! The pattern's second example as plain data, for the tests of the forms: no engine, no repository, no weights.

use std::collections::BTreeSet;

use tamis::index::Report;

use tamis::context::{AnswerFile, Context, Span};
use tamis::corpus::IgnoredMatches;
use tamis::document::{DocId, LineRange, SkipReason, Skipped};
use tamis::judgement::{Evidence, Gap, GapKind, Judgement};
use tamis::query::{Keyword, KeywordSource, Query, Task, need};
use tamis::refiner::Refinement;
use tamis::session::Session;
use tamis::tokens::Counter;
use tamis::trace::{Cycle, Status, Stop};

use crate::view::{Detail, View};

/// What the views of the tests borrow from.
pub(super) struct Sample {
    session: Session,
    skipped: Vec<Skipped>,
    ignored: IgnoredMatches,
    counter: Counter,
    files: Vec<AnswerFile>,
}

fn judgement(doc: u32, path: &str, relevance: f64, reason: &str, cycle: usize) -> Judgement {
    Judgement {
        doc: DocId(doc),
        path: path.to_owned(),
        relevance,
        reason: reason.to_owned(),
        evidence: Vec::new(),
        missing_context: Vec::new(),
        cycle,
        signals: Vec::new(),
    }
}

fn gap(what: &str, named_by: &str, closed_by: Option<&str>) -> Gap {
    Gap {
        what: what.to_owned(),
        kind: GapKind::Definition,
        critical: true,
        named_by: Some(named_by.to_owned()),
        closed_by: closed_by.map(str::to_owned),
    }
}

fn words(list: &str, source: &KeywordSource) -> Vec<Keyword> {
    let keyword = |word: &str| Keyword { word: word.to_owned(), weight: 1.0, source: source.clone() };
    list.split_whitespace().map(keyword).collect()
}

fn cycle(
    number: usize,
    query: &Query,
    judgements: Vec<Judgement>,
    refinement: Refinement,
    stop: Option<Stop>,
) -> Cycle {
    let fresh = judgements.len();
    Cycle { number, query: query.clone(), channels: Vec::new(), fresh, judgements, refinement, stop }
}

impl Sample {
    pub(super) fn new() -> Sample {
        let learned = KeywordSource::Learned { path: "docs/operations.md".to_owned(), line: 3 };
        let mut throttle = judgement(1, "src/throttle.ts", 0.9, "defines `throttle` at line 4; holds `limit`", 2);
        let text = "export function throttle() {".to_owned();
        throttle.evidence = vec![Evidence { signal: "definition", line: 4, text }];
        throttle.missing_context = vec![gap("Router", "src/throttle.ts", Some("src/router-setup.ts"))];
        let index = judgement(2, "src/middleware/index.ts", 0.7, "uses `throttle` at line 9", 2);
        let router = judgement(3, "src/router-setup.ts", 0.8, "mounts every route", 3);
        let user = judgement(4, "src/user.ts", 0.3, "holds `limit` at line 8", 2);
        let mut query = Query {
            patterns: vec!["routes/**".to_owned()],
            keywords: words("rate limit api", &KeywordSource::Task),
            ..Query::default()
        };
        let first = Refinement { learned: words("throttle middleware", &learned), ..Refinement::default() };
        let one = cycle(1, &query, Vec::new(), first, None);
        query.patterns.push("**/*.ts".to_owned());
        query.keywords.extend(words("throttle middleware", &learned));
        let second = Refinement {
            learned: words("router express", &learned),
            excluded: vec!["src/a.ts".to_owned()],
            ..Refinement::default()
        };
        let two = cycle(2, &query, vec![throttle.clone(), index.clone(), user.clone()], second, None);
        query.keywords.extend(words("router express", &learned));
        let three = cycle(3, &query, vec![router.clone()], Refinement::default(), Some(Stop::Sufficient));
        let context = Context {
            accepted: vec![throttle.clone(), index.clone(), router.clone()],
            set_aside: vec![user.clone()],
            excluded: Vec::new(),
            gaps: throttle.missing_context.clone(),
            others: Vec::new(),
        };
        let task = Task { text: "Add rate limiting to API endpoints".to_owned(), ..Task::default() };
        Sample {
            session: Session {
                need: need(&task),
                task,
                query,
                context,
                cycles: vec![one, two, three],
                seen: BTreeSet::new(),
                status: Some(Status::Sufficient),
            },
            skipped: vec![Skipped { path: "logo.png".to_owned(), reason: SkipReason::Binary }],
            ignored: IgnoredMatches::default(),
            counter: Counter::default(),
            files: vec![file(throttle, true), file(index, true), file(router, true), file(user, false)],
        }
    }

    pub(super) fn view(&self, detail: Detail) -> View<'_> {
        let mut files = self.files.clone();
        if detail != Detail::Bare {
            files[0].spans = vec![span()];
        }
        View {
            session: &self.session,
            context: &self.session.context,
            follow_up: false,
            root: "/srv/api".to_owned(),
            head: None,
            run: "0123456789abcdef".to_owned(),
            saved: true,
            notes: Vec::new(),
            stale: Vec::new(),
            skipped: &self.skipped,
            ignored: &self.ignored,
            signatures: vec![vec![(4, "export function throttle() {".to_owned())]],
            files,
            used: 20,
            counter: &self.counter,
            omitted: 2,
            budget: 2_000,
            detail,
            documents: 3,
            report: Report::default(),
            trace: false,
            content: true,
            columns: 80,
        }
    }
}

fn file(judgement: Judgement, accepted: bool) -> AnswerFile {
    AnswerFile {
        judgement,
        accepted,
        content_sha: "e69de29".to_owned(),
        lines: 1_040,
        spans: Vec::new(),
        near_copy_of: None,
    }
}

fn span() -> Span {
    Span {
        lines: LineRange::new(9, 11),
        cut_from: Some(LineRange::new(4, 30)),
        symbol: Some("throttle".to_owned()),
        kind: "function",
        text: "  if (bucket.empty()) {\n\n    return \"```\";\n".to_owned(),
    }
}

/// Renders the sample in one amount of detail and compares its plain text.
pub(super) fn check(render: fn(&View<'_>) -> String, detail: Detail, expected: expect_test::Expect) {
    expected.assert_eq(&plain(&render(&Sample::new().view(detail))));
}

/// The plain text of a form.
pub(super) fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}
