//! The cycle with a scripted retriever and a scripted evaluator: when it goes on, when it stops, what it keeps, and what
//! the next query is made of. No ranking is involved.

use std::collections::BTreeSet;
use std::sync::Mutex;

use tamis::budget::{Band, Budget};
use tamis::context::{Context, has_critical_gaps, merge_context, update_gaps};
use tamis::corpus::Selection;
use tamis::document::DocId;
use tamis::evaluator::{Evaluator, Evidences};
use tamis::judgement::{Gap, GapKind, Judgement};
use tamis::query::{Query, Task, create_initial_query, need};
use tamis::refiner::{Refinement, refine_query};
use tamis::repository::Repository;
use tamis::retriever::{Candidate, ChannelReport, Dispatch, Fused, Request, Retriever};
use tamis::session::{Session, Tools, begin, conclude, evaluate_relevance, iterative_retrieve, retrieve_files};
use tamis::trace::{Cycle, Status, Stop};

use crate::support::{Tree, paths, story, task};

/// One file of one cycle: its path, the relevance it is given, and a name it critically needs (none when empty).
type Line = (&'static str, f64, &'static str);

/// Proposes and judges what is written down for each cycle.
struct Script {
    cycles: Vec<Vec<Line>>,
    dispatched: Mutex<usize>,
    /// What each call of the evaluator was asked about.
    asked: Mutex<Vec<Vec<String>>>,
}

impl Script {
    fn new(cycles: &[&[Line]]) -> Self {
        let cycles = cycles.iter().map(|lines| lines.to_vec()).collect();
        Script { cycles, dispatched: Mutex::default(), asked: Mutex::default() }
    }

    fn lines(&self, cycle: usize) -> &[Line] {
        self.cycles.get(cycle - 1).map_or(&[], Vec::as_slice)
    }

    fn asked(&self) -> Vec<Vec<String>> {
        self.asked.lock().unwrap().clone()
    }
}

impl Retriever for Script {
    fn name(&self) -> &'static str {
        "script"
    }

    fn retrieve(&self, request: Request<'_>) -> tamis::error::Result<Dispatch> {
        let mut dispatched = self.dispatched.lock().unwrap();
        *dispatched += 1;
        let found = self.lines(*dispatched).iter().map(|(path, ..)| doc(request.repository, path));
        let candidates: Vec<Candidate> =
            found.map(|doc| Candidate { doc, score: 1.0, channels: vec!["script"] }).collect();
        let report = ChannelReport { name: "script", candidates: candidates.len(), skipped: None };
        Ok(Dispatch { candidates, channels: vec![report] })
    }
}

impl Evaluator for Script {
    fn name(&self) -> &'static str {
        "script"
    }

    fn evaluate(&self, evidences: Evidences<'_>) -> Vec<Judgement> {
        let repository = evidences.repository;
        let asked: Vec<&str> = evidences.candidates.iter().map(|one| repository.path(one.doc)).collect();
        self.asked.lock().unwrap().push(asked.iter().map(|path| (*path).to_owned()).collect());
        let lines = self.lines(evidences.cycle).iter().filter(|(path, ..)| asked.contains(path));
        let mut judgements: Vec<Judgement> = lines.map(|line| judgement(repository, line, evidences.cycle)).collect();
        judgements.sort_by(|a, b| b.relevance.total_cmp(&a.relevance).then_with(|| a.path.cmp(&b.path)));
        judgements
    }
}

fn doc(repository: &Repository, path: &str) -> DocId {
    repository.corpus.find(path).unwrap_or_else(|| panic!("{path} is not in the tree"))
}

fn judgement(repository: &Repository, (path, relevance, needs): &Line, cycle: usize) -> Judgement {
    let gap = Gap {
        what: (*needs).to_owned(),
        kind: GapKind::Definition,
        critical: true,
        named_by: Some((*path).to_owned()),
        closed_by: None,
    };
    Judgement {
        doc: doc(repository, path),
        path: (*path).to_owned(),
        relevance: *relevance,
        reason: "as scripted".to_owned(),
        evidence: Vec::new(),
        missing_context: if needs.is_empty() { Vec::new() } else { vec![gap] },
        cycle,
        signals: Vec::new(),
    }
}

fn repository(text: &str) -> (Tree, Repository) {
    let tree = Tree::text(text);
    let repository = Repository::open(tree.root(), &Selection::default()).unwrap();
    (tree, repository)
}

/// Runs a script over a tree.
fn play(repository: &Repository, script: &Script, budget: &Budget, task: &Task) -> Session {
    iterative_retrieve(Tools { repository, retriever: script, evaluator: script, budget }, task).unwrap()
}

/// Runs a script with the pattern's numbers and returns the session.
fn run(tree: &str, text: &str, script: &[&[Line]]) -> Session {
    let (_tree, repository) = repository(tree);
    play(&repository, &Script::new(script), &Budget::default(), &task(text))
}

fn gap<'s>(session: &'s Session, what: &str) -> &'s Gap {
    session.context.gaps.iter().find(|gap| gap.what == what).unwrap_or_else(|| panic!("{}", story(session)))
}

/// How a session ended: cycles, stop, status.
fn end(session: &Session) -> (usize, Option<Stop>, Option<Status>) {
    (session.cycles.len(), session.cycles.last().and_then(|cycle| cycle.stop), session.status)
}

/// The files of the pattern's first example.
const SHOP: &str = "\
//- /src/auth.ts
export function authenticate(token: string) { return check(token); }
//- /src/tokens.ts
export function tokenExpiry(token: Token) { return token.expiry; }
//- /src/user.ts
export class User { confirmationToken = ''; }
//- /src/session-manager.ts
export class SessionManager { refresh(user: User) { return user; } }
//- /src/jwt-utils.ts
export function decodeJwt(raw: string) { return raw; }
//- /src/basket.ts
export class Basket { items = []; }
//- /src/price.ts
export class Price { amount = 0; }
";
const TOKEN_EXPIRY: &str = "Fix the authentication token expiry bug";
const EXAMPLE_1: &[&[Line]] = &[
    &[("src/auth.ts", 0.9, ""), ("src/tokens.ts", 0.8, ""), ("src/user.ts", 0.3, "")],
    &[("src/session-manager.ts", 0.95, ""), ("src/jwt-utils.ts", 0.85, "")],
];

/// The files of the pattern's second example.
const API: &str = "\
//- /routes/orders.ts
export function orders() { return list(); }
//- /src/throttle.ts
export class Throttle { take() {} }
//- /src/middleware/index.ts
export function applyMiddleware(app: AppRouter) { return app; }
//- /src/router-setup.ts
export class AppRouter { routes = []; }
";
const RATE_LIMIT: &str = "Add rate limiting to API endpoints";
const EXAMPLE_2: &[&[Line]] = &[
    &[],
    &[("src/throttle.ts", 0.9, ""), ("src/middleware/index.ts", 0.7, "AppRouter")],
    &[("src/router-setup.ts", 0.8, "")],
];

fn example_2() -> Task {
    Task { patterns: vec!["routes/**".to_owned()], ..task(RATE_LIMIT) }
}

mod examples {
    use super::*;

    #[test]
    fn the_first_ends_in_cycle_2_with_four_files() {
        let session = run(SHOP, TOKEN_EXPIRY, EXAMPLE_1);
        assert_eq!(end(&session), (2, Some(Stop::Sufficient), Some(Status::Sufficient)), "{}", story(&session));
        let result = ["src/auth.ts", "src/tokens.ts", "src/session-manager.ts", "src/jwt-utils.ts"];
        assert_eq!(paths(&session.context.accepted), result);
        assert_eq!(paths(&session.context.set_aside), ["src/user.ts"]);
    }

    #[test]
    fn the_second_ends_in_cycle_3_with_three_files() {
        let (_tree, repository) = repository(API);
        let session = play(&repository, &Script::new(EXAMPLE_2), &Budget::default(), &example_2());
        assert_eq!(end(&session), (3, Some(Stop::Sufficient), Some(Status::Sufficient)), "{}", story(&session));
        let result = ["src/throttle.ts", "src/middleware/index.ts", "src/router-setup.ts"];
        assert_eq!(paths(&session.context.accepted), result);
        assert_eq!(session.cycles[2].query.focus_areas, ["AppRouter"]);
        assert_eq!(gap(&session, "AppRouter").closed_by.as_deref(), Some("src/router-setup.ts"));
    }
}

mod steps {
    use super::*;

    /// The pattern's pseudo-code, from its own functions alone.
    fn by_hand(tools: Tools<'_>, task: &Task) -> Session {
        let Tools { repository, budget, .. } = tools;
        let need = need(task);
        let mut session = Session {
            query: create_initial_query(repository.corpus.documents(), task, &need),
            task: task.clone(),
            need,
            context: Context::default(),
            cycles: Vec::new(),
            seen: BTreeSet::new(),
            status: None,
        };
        for number in 1..=budget.max_cycles {
            let dispatch = retrieve_files(tools, &session).unwrap();
            let evaluation = evaluate_relevance(tools, &session, &dispatch.candidates);
            let known = session.seen.len();
            session.seen.extend(dispatch.candidates.iter().map(|candidate| candidate.doc));
            merge_context(&mut session.context, evaluation.clone(), budget);
            update_gaps(repository, &session.need, &session.query, &mut session.context);
            let enough = session.context.accepted.len() >= budget.quota && !has_critical_gaps(&session.context);
            let (next, refinement) =
                refine_query(repository, &session.need, &session.query, &evaluation, &session.context, budget);
            session.status = enough.then_some(Status::Sufficient);
            session.cycles.push(Cycle {
                number,
                query: std::mem::replace(&mut session.query, next),
                channels: dispatch.channels,
                fresh: session.seen.len() - known,
                judgements: evaluation,
                refinement: if enough { Refinement::default() } else { refinement },
                stop: enough.then_some(Stop::Sufficient),
            });
            if enough {
                break;
            }
        }
        session
    }

    fn check(tree: &str, task: &Task, script: &[&[Line]]) {
        let (_tree, repository) = repository(tree);
        let budget = Budget::default();
        let (one, two) = (Script::new(script), Script::new(script));
        let hand = by_hand(Tools { repository: &repository, retriever: &one, evaluator: &one, budget: &budget }, task);
        let whole = play(&repository, &two, &budget, task);
        assert_eq!(hand, whole, "{}\n{}", story(&hand), story(&whole));
    }

    #[test]
    fn driven_by_hand_they_give_the_same_session() {
        check(SHOP, &task(TOKEN_EXPIRY), EXAMPLE_1);
        check(API, &example_2(), EXAMPLE_2);
    }

    #[test]
    fn with_the_engine_s_own_tools_they_give_the_same_session() {
        let tree = Tree::fixture("token-expiry-ts");
        let engine = crate::support::open(&tree);
        let tools = engine.tools();
        let mut session = begin(tools.repository, &task(TOKEN_EXPIRY)).unwrap();
        while session.status.is_none() {
            let dispatch = retrieve_files(tools, &session).unwrap();
            let evaluation = evaluate_relevance(tools, &session, &dispatch.candidates);
            conclude(tools, &mut session, dispatch, evaluation);
        }
        assert_eq!(session, engine.retrieve(&task(TOKEN_EXPIRY)).unwrap());
    }

    /// An agent that judges for itself hands in its judgements, and the next query is made of them.
    #[test]
    fn the_next_query_uses_an_agent_s_own_judgements() {
        let (_tree, repository) = repository(SHOP);
        let (fused, nobody, budget) = (Fused::default(), Script::new(&[]), Budget::default());
        let tools = Tools { repository: &repository, retriever: &fused, evaluator: &nobody, budget: &budget };
        let mut session = begin(&repository, &task(TOKEN_EXPIRY)).unwrap();
        let dispatch = retrieve_files(tools, &session).unwrap();
        let lines = [("src/auth.ts", 0.9, "decodeJwt"), ("src/user.ts", 0.1, "")];
        let own = lines.iter().map(|line| judgement(&repository, line, 1)).collect();
        conclude(tools, &mut session, dispatch, own);
        assert_eq!(session.query.focus_areas, ["decodeJwt"]);
        assert_eq!(session.query.excludes, ["src/user.ts"]);
        let second = retrieve_files(tools, &session).unwrap();
        let found: Vec<&str> = second.candidates.iter().map(|one| repository.path(one.doc)).collect();
        assert!(found.contains(&"src/jwt-utils.ts") && !found.contains(&"src/user.ts"), "{found:?}");
    }
}

mod bands {
    use super::*;

    #[test]
    fn every_relevance_has_exactly_one_band() {
        for (relevance, band) in [
            (0.0, Band::None),
            (0.1999, Band::None),
            (0.2, Band::Low),
            (0.4999, Band::Low),
            (0.5, Band::Medium),
            (0.7999, Band::Medium),
            (0.8, Band::High),
            (1.0, Band::High),
        ] {
            assert_eq!(Band::of(relevance), band, "{relevance}");
        }
    }

    /// Where files of these relevances end: accepted, set aside, excluded.
    fn check(budget: &Budget, lines: &[Line], expected: [&[&str]; 3]) {
        let (_tree, repository) = repository(SHOP);
        let mut context = Context::default();
        let judgements = lines.iter().map(|line| judgement(&repository, line, 1)).collect();
        let count = merge_context(&mut context, judgements, budget);
        assert_eq!(count, expected[0].len());
        let lists = [&context.accepted, &context.set_aside, &context.excluded].map(|list| paths(list));
        assert_eq!(lists, expected.map(<[&str]>::to_vec));
    }

    const LINES: &[Line] = &[
        ("src/auth.ts", 0.7, ""),
        ("src/tokens.ts", 0.6999, ""),
        ("src/user.ts", 0.2, ""),
        ("src/basket.ts", 0.1999, ""),
    ];

    #[test]
    fn seven_tenths_are_accepted_and_a_hair_less_is_not() {
        let expected: [&[&str]; 3] = [&["src/auth.ts"], &["src/tokens.ts", "src/user.ts"], &["src/basket.ts"]];
        check(&Budget::default(), LINES, expected);
    }

    #[test]
    fn both_lines_can_be_set() {
        let budget = Budget { accept: 0.65, exclude: 0.5, ..Budget::default() };
        check(&budget, LINES, [&["src/auth.ts", "src/tokens.ts"], &[], &["src/user.ts", "src/basket.ts"]]);
        let strict = Budget { accept: 0.9, exclude: 0.0, ..Budget::default() };
        check(&strict, LINES, [&[], &["src/auth.ts", "src/tokens.ts", "src/user.ts", "src/basket.ts"], &[]]);
    }

    #[test]
    fn the_quota_can_be_set() {
        let (_tree, repository) = repository(SHOP);
        let budget = Budget { quota: 2, ..Budget::default() };
        let session = play(&repository, &Script::new(EXAMPLE_1), &budget, &task(TOKEN_EXPIRY));
        assert_eq!(end(&session), (1, Some(Stop::Sufficient), Some(Status::Sufficient)));
    }
}

mod gaps {
    use super::*;

    /// Three files that use a type and nobody who defines it.
    fn three_users(more: &[Line]) -> Session {
        let tree = "\
//- /src/a.ts
export function area(shape: Shape) { return shape.width; }
//- /src/b.ts
export function border(shape: Shape) { return shape.height; }
//- /src/c.ts
export function centre(shape: Shape) { return shape.middle; }
//- /src/shape.ts
export class Shape { width = 0; height = 0; middle = 0; }
";
        let first: Vec<Line> = [("src/a.ts", 0.9, "Shape"), ("src/b.ts", 0.8, "Shape"), ("src/c.ts", 0.75, "Shape")]
            .into_iter()
            .chain(more.iter().copied())
            .collect();
        run(tree, "Draw the outline of a drawing", &[&first, &[("src/shape.ts", 0.7, "")]])
    }

    #[test]
    fn an_open_critical_gap_takes_another_cycle() {
        let session = three_users(&[]);
        assert_eq!(end(&session), (2, Some(Stop::Sufficient), Some(Status::Sufficient)), "{}", story(&session));
        assert_eq!(session.cycles[1].query.focus_areas, ["Shape"]);
        assert_eq!(gap(&session, "Shape").closed_by.as_deref(), Some("src/shape.ts"));
    }

    #[test]
    fn a_gap_is_closed_by_the_whole_set_whoever_named_it() {
        let session = three_users(&[("src/shape.ts", 0.7, "")]);
        assert_eq!(end(&session), (1, Some(Stop::Sufficient), Some(Status::Sufficient)), "{}", story(&session));
    }

    #[test]
    fn a_file_that_was_not_kept_closes_nothing() {
        let session = three_users(&[("src/shape.ts", 0.6999, "")]);
        assert_eq!(session.cycles.len(), 2, "{}", story(&session));
        assert_eq!(session.cycles[0].stop, None);
    }

    /// The pattern never reads again what it excluded, so that waiting for it would be for nothing.
    #[test]
    fn what_only_an_excluded_file_closes_is_not_critical() {
        let session = three_users(&[("src/shape.ts", 0.1, "")]);
        assert_eq!(end(&session), (1, Some(Stop::Sufficient), Some(Status::Sufficient)), "{}", story(&session));
        let shape = gap(&session, "Shape");
        assert!(!shape.critical && shape.closed_by.is_none(), "{shape:?}");
    }

    /// What one file would like to know is its own affair; what two kept files both need is critical.
    #[test]
    fn what_two_kept_files_need_is_critical() {
        let (_tree, repository) = repository(SHOP);
        let needs = |path: &'static str| {
            let mut one = judgement(&repository, &(path, 0.9, "User"), 1);
            one.missing_context[0].critical = false;
            one
        };
        let need = need(&task(TOKEN_EXPIRY));
        let mut context = Context::default();
        merge_context(&mut context, vec![needs("src/auth.ts")], &Budget::default());
        update_gaps(&repository, &need, &Query::default(), &mut context);
        assert!(!has_critical_gaps(&context));
        merge_context(&mut context, vec![needs("src/tokens.ts")], &Budget::default());
        update_gaps(&repository, &need, &Query::default(), &mut context);
        assert!(has_critical_gaps(&context));
    }
}

mod memory_of_a_run {
    use super::*;

    #[test]
    fn the_result_is_the_union_of_the_cycles() {
        let session =
            run(SHOP, TOKEN_EXPIRY, &[&[("src/auth.ts", 0.9, "decodeJwt")], &[("src/jwt-utils.ts", 0.8, "")]]);
        assert_eq!(paths(&session.context.accepted)[..2], ["src/auth.ts", "src/jwt-utils.ts"], "{}", story(&session));
    }

    #[test]
    fn a_kept_file_keeps_its_first_judgement_and_is_not_judged_again() {
        let script = Script::new(&[
            &[("src/auth.ts", 0.9, "decodeJwt")],
            &[("src/auth.ts", 0.1, ""), ("src/jwt-utils.ts", 0.8, "")],
        ]);
        let (_tree, repository) = repository(SHOP);
        let session = play(&repository, &script, &Budget::default(), &task(TOKEN_EXPIRY));
        assert_eq!(script.asked()[1], ["src/jwt-utils.ts"]);
        assert!((session.context.accepted[0].relevance - 0.9).abs() < f64::EPSILON);
    }

    /// A file judged irrelevant is excluded by its path and not asked about again. Returns what was read.
    fn check_exclusion(first: &[Line], second: &[Line]) -> Vec<String> {
        let (_tree, repository) = repository(SHOP);
        let script = Script::new(&[first, second, second]);
        let session = play(&repository, &script, &Budget::default(), &task(TOKEN_EXPIRY));
        assert!(session.cycles.len() > 1, "{}", story(&session));
        assert_eq!(paths(&session.context.excluded), ["src/user.ts"]);
        for cycle in &session.cycles[1..] {
            assert_eq!(cycle.query.excludes, ["src/user.ts"]);
        }
        let asked = script.asked();
        assert!(asked[1..].iter().flatten().all(|path| path != "src/user.ts"), "{asked:?}");
        repository.read_so_far().into_iter().map(|doc| repository.path(doc).to_owned()).collect()
    }

    #[test]
    fn an_excluded_file_is_not_judged_and_not_read_again() {
        let second = [("src/user.ts", 0.9, ""), ("src/basket.ts", 0.5, "")];
        check_exclusion(&[("src/user.ts", 0.1, "")], &second);
        let read = check_exclusion(&[("src/auth.ts", 0.9, "decodeJwt"), ("src/user.ts", 0.1, "")], &second);
        // The script reads nothing, so that whoever had read it was not its judge.
        assert_eq!(read, ["src/auth.ts"]);
    }

    #[test]
    fn a_file_is_read_once_a_run() {
        let (tree, repository) = repository(SHOP);
        let user = doc(&repository, "src/user.ts");
        let first = repository.reading(user).unwrap();
        tree.write("src/user.ts", "changed");
        assert!(std::sync::Arc::ptr_eq(&first, &repository.reading(user).unwrap()));
        assert_eq!(repository.read_so_far(), [user]);
        assert_eq!(repository.is_fresh(user), Ok(false));
    }

    #[test]
    fn an_excluded_file_is_no_candidate_of_the_engine_s_retriever() {
        let (_tree, repository) = repository(SHOP);
        let (fused, budget) = (Fused::default(), Budget::default());
        let script = Script::new(&[&[("src/auth.ts", 0.9, "User"), ("src/user.ts", 0.1, "")]]);
        let tools = Tools { repository: &repository, retriever: &fused, evaluator: &script, budget: &budget };
        let session = iterative_retrieve(tools, &task(TOKEN_EXPIRY)).unwrap();
        assert!(script.asked().len() > 1, "{}", story(&session));
        assert!(script.asked()[1..].iter().flatten().all(|path| path != "src/user.ts"));
    }

    /// The pattern's `user.ts`: set aside with its reason, and back when a kept file needs what it defines.
    #[test]
    fn a_file_set_aside_returns_when_a_gap_names_it() {
        let first: &[Line] = &[("src/auth.ts", 0.9, "SessionManager"), ("src/user.ts", 0.3, "")];
        let second: &[Line] = &[("src/session-manager.ts", 0.9, "User"), ("src/user.ts", 0.3, "")];
        let (_tree, repository) = repository(SHOP);
        let (fused, budget) = (Fused::default(), Budget::default());
        let run = |third: &[Line]| {
            let script = Script::new(&[first, second, third]);
            let tools = Tools { repository: &repository, retriever: &fused, evaluator: &script, budget: &budget };
            iterative_retrieve(tools, &task(TOKEN_EXPIRY)).unwrap()
        };
        // Only in the third cycle is it wanted.
        let session = run(&[("src/user.ts", 0.75, "")]);
        assert_eq!(paths(&session.cycles[0].judgements).last(), Some(&"src/user.ts"), "{}", story(&session));
        assert_eq!(session.cycles[0].judgements.last().unwrap().reason, "as scripted");
        let wanting = session.cycles.iter().position(|cycle| cycle.query.focus_areas == ["User"]);
        let wanting = wanting.unwrap_or_else(|| panic!("{}", story(&session)));
        assert!(paths(&session.cycles[wanting].judgements).contains(&"src/user.ts"), "{}", story(&session));
        assert!(paths(&session.context.accepted).contains(&"src/user.ts"), "{}", story(&session));
        assert!(session.context.set_aside.is_empty());
        // What is not good enough then stays set aside.
        let session = run(&[("src/user.ts", 0.5, "")]);
        assert_eq!(paths(&session.context.set_aside), ["src/user.ts"]);
    }
}

mod refinement {
    use super::*;

    #[test]
    fn a_high_file_opens_the_scope_to_its_neighbours() {
        let tree = "\
//- /routes/login.ts
export function login() { return token(); }
//- /src/auth/expiry.ts
export function expiry() { return 0; }
//- /src/auth/other.ts
export function other() { return 1; }
";
        let (_tree, repository) = repository(tree);
        let script = Script::new(&[&[("src/auth/expiry.ts", 0.9, "")]]);
        let task = Task { patterns: vec!["routes/**".to_owned()], ..task(TOKEN_EXPIRY) };
        let session = play(&repository, &script, &Budget::default(), &task);
        let second = &session.cycles[1].query;
        assert_eq!(second.patterns[0], "routes/**");
        let globs = repository.corpus.globs(&second.patterns).unwrap();
        assert!(globs.is_match("src/auth/other.ts") && !globs.is_match("src/other.ts"), "{:?}", second.patterns);
        assert_eq!(session.cycles[0].refinement.widened, second.patterns[1..]);
    }

    #[test]
    fn what_the_task_said_is_never_taken_back() {
        let (_tree, repository) = repository(SHOP);
        let script = Script::new(EXAMPLE_1);
        let asked = Task {
            keywords: vec!["basket".to_owned()],
            excludes: vec!["*.md".to_owned()],
            patterns: vec!["src/**".to_owned()],
            ..task(TOKEN_EXPIRY)
        };
        let session = play(&repository, &script, &Budget::default(), &asked);
        let starts = |query: &Query, first: &Query| {
            query.patterns.starts_with(&first.patterns)
                && query.keywords.starts_with(&first.keywords)
                && query.excludes.starts_with(&first.excludes)
        };
        let first = &session.cycles[0].query;
        assert!(starts(&session.cycles[1].query, first) && starts(&session.query, first), "{}", story(&session));
    }

    /// The query a further cycle would have used is the one it does use when it is allowed to.
    #[test]
    fn the_next_query_is_returned() {
        let (_tree, repository) = repository(SHOP);
        let run = |max_cycles: usize| {
            let budget = Budget { max_cycles, ..Budget::default() };
            play(&repository, &Script::new(EXAMPLE_1), &budget, &task(TOKEN_EXPIRY))
        };
        let (one, two) = (run(1), run(2));
        assert_eq!(end(&one), (1, Some(Stop::CyclesSpent), Some(Status::Complete)), "{}", story(&one));
        assert_ne!(one.query, one.cycles[0].query);
        assert_eq!(one.query, two.cycles[1].query);
    }
}

mod ends {
    use super::*;

    /// Each cycle brings something new that is not good enough, in a scope that can be widened twice.
    fn near_misses(max_cycles: usize) -> Session {
        let (_tree, repository) = repository(SHOP);
        let script = Script::new(&[
            &[("src/auth.ts", 0.5, "")],
            &[("src/tokens.ts", 0.6, "")],
            &[("src/user.ts", 0.4, "")],
            &[("src/basket.ts", 0.9, "")],
        ]);
        let task = Task { patterns: vec!["routes/**".to_owned()], ..task(TOKEN_EXPIRY) };
        play(&repository, &script, &Budget { max_cycles, ..Budget::default() }, &task)
    }

    #[test]
    fn cycles_that_bring_no_answer_end_after_three() {
        let session = near_misses(3);
        assert_eq!(end(&session), (3, Some(Stop::CyclesSpent), Some(Status::Insufficient)), "{}", story(&session));
        assert_eq!(paths(&session.context.set_aside), ["src/tokens.ts", "src/auth.ts", "src/user.ts"]);
    }

    #[test]
    fn the_number_of_cycles_can_be_set() {
        let session = near_misses(1);
        assert_eq!(end(&session), (1, Some(Stop::CyclesSpent), Some(Status::Insufficient)), "{}", story(&session));
    }

    #[test]
    fn spent_cycles_with_an_open_critical_gap_say_so() {
        let needs: &[&[Line]] =
            &[&[("src/auth.ts", 0.9, "Clock")], &[("src/tokens.ts", 0.9, "Calendar")], &[("src/user.ts", 0.9, "Zone")]];
        let session = run(SHOP, TOKEN_EXPIRY, needs);
        assert_eq!(end(&session), (3, Some(Stop::CyclesSpent), Some(Status::BudgetSpent)), "{}", story(&session));
        let open: Vec<&str> =
            session.context.open_gaps().filter(|gap| gap.critical).map(|gap| gap.what.as_str()).collect();
        assert_eq!(open, ["Calendar", "Clock", "Zone"]);
        assert_eq!(session.query.focus_areas, open);
    }

    #[test]
    fn what_was_excluded_is_no_critical_gap() {
        let script: &[&[Line]] = &[&[("src/auth.ts", 0.9, "tokenExpiry"), ("src/tokens.ts", 0.1, "")], &[]];
        let session = run(SHOP, TOKEN_EXPIRY, script);
        assert_eq!(session.status, Some(Status::Complete), "{}", story(&session));
        let open = gap(&session, "tokenExpiry");
        assert!(!open.critical && open.closed_by.is_none(), "{open:?}");
    }

    #[test]
    fn no_new_candidate_is_no_progress() {
        let again: &[Line] = &[("src/tokens.ts", 0.5, "")];
        let session = run(SHOP, TOKEN_EXPIRY, &[again, again, again]);
        assert_eq!(end(&session), (2, Some(Stop::NoProgress), Some(Status::Insufficient)), "{}", story(&session));
        let kept: &[Line] = &[("src/auth.ts", 0.9, "Clock"), ("src/tokens.ts", 0.5, "")];
        let session = run(SHOP, TOKEN_EXPIRY, &[kept, again, again]);
        assert_eq!(end(&session), (2, Some(Stop::NoProgress), Some(Status::NoProgress)), "{}", story(&session));
    }

    #[test]
    fn a_query_that_cannot_change_is_no_progress() {
        let (_tree, repository) = repository("//- /a.ts\nexport const one = 1;\n");
        let script = Script::new(&[&[]]);
        let task = Task { patterns: vec!["**/*".to_owned()], ..task("purple elephants") };
        let session = play(&repository, &script, &Budget::default(), &task);
        assert_eq!(end(&session), (1, Some(Stop::NoProgress), Some(Status::Insufficient)), "{}", story(&session));
        assert_eq!(session.query, session.cycles[0].query);
    }

    #[test]
    fn one_file_that_closes_everything_is_complete() {
        let session = run(SHOP, TOKEN_EXPIRY, &[&[("src/tokens.ts", 0.9, ""), ("src/user.ts", 0.5, "")]]);
        assert_eq!(session.status, Some(Status::Complete), "{}", story(&session));
        assert_eq!(paths(&session.context.accepted), ["src/tokens.ts"]);
    }

    #[test]
    fn files_that_may_all_be_wrong_are_never_complete() {
        let kept: &[Line] = &[("src/tokens.ts", 0.79, ""), ("src/user.ts", 0.5, "")];
        let (_tree, repository) = repository(SHOP);
        let budget = Budget { max_cycles: 1, ..Budget::default() };
        let spent = play(&repository, &Script::new(&[kept]), &budget, &task(TOKEN_EXPIRY));
        assert_eq!(end(&spent), (1, Some(Stop::CyclesSpent), Some(Status::BudgetSpent)), "{}", story(&spent));
        let stuck = run(SHOP, TOKEN_EXPIRY, &[kept, &[("src/auth.ts", 0.4, "")]]);
        assert_eq!(end(&stuck), (2, Some(Stop::NoProgress), Some(Status::NoProgress)), "{}", story(&stuck));
    }

    #[test]
    fn nothing_found_is_an_honest_end() {
        let session = run(SHOP, "purple elephants", &[&[("src/user.ts", 0.4, ""), ("src/price.ts", 0.1, "")]]);
        assert_eq!(session.status, Some(Status::Insufficient), "{}", story(&session));
        assert!(session.context.accepted.is_empty());
        assert_eq!(paths(&session.context.set_aside), ["src/user.ts"]);
        assert_eq!(paths(&session.context.excluded), ["src/price.ts"]);
        let open: Vec<&str> = session.context.open_gaps().map(|gap| gap.what.as_str()).collect();
        assert_eq!(open, ["elephants", "purple"]);
    }

    #[test]
    fn a_task_without_a_word_is_an_error() {
        let (_tree, repository) = repository(SHOP);
        for text in ["", "  \n\t", "?!", "🎙"] {
            let refused = begin(&repository, &task(text));
            assert!(matches!(refused, Err(tamis::error::Error::TaskEmpty)), "{text:?}: {refused:?}");
        }
    }
}

mod named_outright {
    use super::*;

    fn check(text: &str, script: &[&[Line]], expected: (usize, Option<Stop>, Option<Status>)) {
        let session = run(SHOP, text, script);
        assert_eq!(end(&session), expected, "{}", story(&session));
    }

    #[test]
    fn an_exact_path_or_symbol_takes_one_cycle() {
        let answered = (1, Some(Stop::Answered), Some(Status::Complete));
        let found: &[&[Line]] = &[&[("src/jwt-utils.ts", 0.9, ""), ("src/user.ts", 0.3, "")]];
        for text in ["src/jwt-utils.ts", "explain jwt-utils.ts", "decodeJwt", "What does `decodeJwt` do?"] {
            check(text, found, answered);
        }
    }

    #[test]
    fn a_critical_gap_still_takes_another() {
        let found: &[&[Line]] = &[&[("src/jwt-utils.ts", 0.9, "User")], &[("src/user.ts", 0.8, "")]];
        check("What does `decodeJwt` do?", found, (2, Some(Stop::Answered), Some(Status::Complete)));
    }

    #[test]
    fn what_is_named_must_have_been_accepted() {
        let session = run(SHOP, "What does `decodeJwt` do?", &[&[("src/user.ts", 0.9, "")]]);
        assert!(session.cycles.iter().all(|cycle| cycle.stop != Some(Stop::Answered)), "{}", story(&session));
    }

    /// An issue that names a symbol among other things is no question for that symbol alone.
    #[test]
    fn a_long_task_is_not_answered_by_one_name() {
        let text = "Fix the token expiry bug\n\nAfter an hour `decodeJwt` still accepts the token.";
        let session = run(SHOP, text, &[&[("src/jwt-utils.ts", 0.9, "")]]);
        assert!(session.cycles.iter().all(|cycle| cycle.stop != Some(Stop::Answered)), "{}", story(&session));
    }

    #[test]
    fn the_engine_s_own_parts_answer_in_one_cycle() {
        let tree = Tree::fixture("token-expiry-ts");
        let engine = crate::support::open(&tree);
        for (text, path) in [
            ("src/inventory.ts", "src/inventory.ts"),
            ("explain src/pricing.ts", "src/pricing.ts"),
            ("What does `hashPassword` do?", "src/user.ts"),
            ("numericDate", "src/jwt-utils.ts"),
        ] {
            let session = engine.retrieve(&task(text)).unwrap();
            assert!(paths(&session.context.accepted).contains(&path), "{}", story(&session));
            assert_eq!(session.cycles.len(), 1, "{}", story(&session));
        }
    }
}
