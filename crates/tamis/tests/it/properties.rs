//! Properties of the whole engine over any task: it never panics, keeps the budget, and gives the same answer however
//! many threads there are.

use std::sync::LazyLock;

use proptest::prelude::*;
use tamis::budget::Budget;
use tamis::context::{Answer, pack};
use tamis::engine::Engine;
use tamis::query::Task;
use tamis::session::Session;

use crate::support::{Tree, files, open, task};

const TREE: &str = "\
//- /src/auth.ts
import { decodeJwt } from './jwt';
/** Checks the token of a request. */
export function authenticate(token: string) {
  return decodeJwt(token).session;
}
//- /src/jwt.ts
export interface Claims { session: string }
export function decodeJwt(raw: string): Claims {
  return JSON.parse(raw);
}
//- /src/limit/quota.rs
/// The quota of a client, 限额, on 🎙.
pub struct Quota { left: u32 }

impl Quota {
    pub fn take(&mut self) -> bool {
        self.left > 0
    }
}
//- /src/limit/mod.rs
pub mod quota;
//- /lib/日历.py
def 解析(text):
    \"\"\"Parses a calendar. エラー\"\"\"
    return text
//- /docs/guide.md
# Guide

Rate limiting is done by the quota of a client.
## Tokens
The token is a JWT.
//- /tests/test_auth.py
def test_token():
    assert authenticate('x')
//- /settings.yaml
token:
  expiry: 10
//- /empty.py
//- /one-line.txt
no line end";

/// The tree, opened once: the properties never write to it.
static ENGINE: LazyLock<(Tree, Engine)> = LazyLock::new(|| {
    let tree = Tree::text(TREE);
    let engine = open(&tree);
    (tree, engine)
});

fn answer(engine: &Engine, session: &Session, tokens: usize, limit: usize) -> Answer {
    pack(engine.repository(), &session.need, &session.query, &session.context, tokens, limit)
}

/// Every promise of an answer.
fn check(engine: &Engine, session: &Session, tokens: usize, limit: usize) {
    let answer = answer(engine, session, tokens, limit);
    let cost = |text: &String| tamis::tokens::count(text);
    let used: usize = answer.files.iter().flat_map(|file| &file.spans).map(|span| cost(&span.text)).sum();
    assert!(used <= tokens && used == answer.used, "{used} of {tokens}, said {}", answer.used);
    assert!(answer.files.len() <= limit);
    for file in &answer.files {
        let mut next = 1;
        for span in &file.spans {
            assert!(next <= span.lines.start && span.lines.end <= file.lines, "{file:?}");
            assert_eq!(span.text.lines().count(), span.lines.len() as usize, "{span:?}");
            assert!(span.cut_from.is_none_or(|whole| whole.start <= span.lines.start && span.lines.end <= whole.end));
            next = span.lines.end + 1;
        }
        let reading = engine.repository().reading(file.judgement.doc).unwrap();
        for shown in &file.judgement.evidence {
            assert!(shown.line <= reading.line_count(), "{shown:?}");
        }
    }
    let ranked = |answer: &Answer| answer.files.iter().map(|file| file.judgement.path.clone()).collect::<Vec<_>>();
    let longer = self::answer(engine, session, tokens, limit + 7);
    assert!(ranked(&longer).starts_with(&ranked(&answer)));
}

/// Words of the tree among anything else.
fn any_task() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => prop::sample::select(vec![
            "token", "quota", "decodeJwt", "`Quota`", "src/auth.ts", "auth.ts:3", "limit", "限额", "解析", "エラー",
            "rate", "test", "\n", "\n\n```\n", "at x (src/jwt.ts:2:1)", "\"Parses a calendar\"", "a.b.c", "crate::limit",
            "<!--", "-->", "[", "{", "**", "!", "../..", "🎙", "e\u{301}", "\0", "\r\n", "https://x/blob/m/src/auth.ts#L9",
        ]).prop_map(str::to_owned),
        1 => any::<String>(),
        1 => "[a-zA-Z_.:/#*-]{0,40}",
    ];
    prop::collection::vec(word, 0..8).prop_map(|words| words.join(" "))
}

/// An engine is opened once and asked from many threads.
#[test]
fn an_engine_can_be_shared() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&ENGINE.1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_task_is_answered_within_its_budget(text in any_task(), tokens in 0usize..600, limit in 0usize..12) {
        let (_, engine) = &*ENGINE;
        if let Ok(session) = engine.retrieve(&task(&text)) {
            check(engine, &session, tokens, limit);
            prop_assert!(session.cycles.len() <= Budget::default().max_cycles);
        }
    }

    /// Whatever the caller adds is used or refused.
    #[test]
    fn any_wish_of_the_caller_is_taken(
        text in any_task(),
        keyword in any_task(),
        pattern in any_task(),
        exclude in any_task(),
        focus in any_task(),
    ) {
        let (_, engine) = &*ENGINE;
        let asked = Task {
            text,
            purpose: Some(keyword.clone()),
            keywords: vec![keyword],
            patterns: vec![pattern],
            excludes: vec![exclude],
            focus_areas: vec![focus],
            ..Task::default()
        };
        if let Ok(session) = engine.retrieve(&asked) {
            check(engine, &session, 300, 5);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// Threads and the order in which files were made leave no trace.
    #[test]
    fn the_same_input_gives_the_same_bytes(text in any_task()) {
        let mut list = files(TREE);
        list.reverse();
        let reversed = Tree::new(&list);
        let (tree, _) = &*ENGINE;
        let run = |tree: &Tree, threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let engine = open(tree);
                engine.retrieve(&task(&text)).ok().map(|session| format!("{session:?}{:?}", engine.answer(&session)))
            })
        };
        let first = run(tree, 1);
        prop_assert!(run(tree, 16) == first);
        prop_assert!(run(&reversed, 1) == first);
        prop_assert!(run(&reversed, 16) == first);
    }

    /// Any small tree of any bytes can be opened and asked.
    #[test]
    fn any_tree_is_answered(contents in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..300), 1..6)) {
        const NAMES: [&str; 6] = ["a.rs", "b.py", "c.md", "d.json", "e.ts", "f"];
        let list: Vec<(&str, Vec<u8>)> =
            NAMES.into_iter().zip(contents).map(|(name, bytes)| (name, [b"token limit\n".to_vec(), bytes].concat())).collect();
        let tree = Tree::new(&list);
        let engine = open(&tree);
        let session = engine.retrieve(&task("token limit")).unwrap();
        check(&engine, &session, 400, 10);
    }
}
