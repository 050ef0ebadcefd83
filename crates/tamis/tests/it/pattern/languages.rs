//! The pattern's task sentences in other languages: the four its authors wrote themselves, and our own. The same files come
//! back as for the English ones.

use tamis::query::KeywordSource;

use super::{Example, INVOICE_ROUNDING, RATE_LIMIT, RETRY_BACKOFF, TOKEN_EXPIRY, result, run};
use crate::support::story;

fn check(example: &Example, sentences: &[&str]) {
    let (_engine, english) = run(example, example.task);
    let mut wrong = Vec::new();
    for sentence in sentences {
        let (_engine, session) = run(example, sentence);
        if result(&session) != result(&english) {
            wrong.push(format!("{sentence}\n{}", story(&session)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn token_expiry() {
    check(
        &TOKEN_EXPIRY,
        &[
            "Behebe den Authentifizierungs-Token-Ablauffehler",
            "修復驗證 Token 到期錯誤",
            "修复身份验证令牌过期 bug",
            "認証トークンの有効期限切れのバグを修正する",
        ],
    );
}

#[test]
fn rate_limit() {
    check(
        &RATE_LIMIT,
        &[
            "Füge Ratenbegrenzung zu API-Endpunkten hinzu",
            "為 API 端點加入速率限制",
            "为 API 端点添加速率限制 (rate limiting)",
            "为 API 端点添加速率限制",
            "API エンドポイントにレート制限を追加する",
        ],
    );
}

#[test]
fn invoice_rounding() {
    check(
        &INVOICE_ROUNDING,
        &[
            "Behebe den Rundungsfehler bei der Steuer auf Rechnungen",
            "修復發票稅額捨入的 bug",
            "修复发票税额舍入的 bug",
            "請求書の税金の丸めのバグを修正する",
        ],
    );
}

#[test]
fn retry_backoff() {
    check(
        &RETRY_BACKOFF,
        &[
            "Füge automatische Wiederholungsversuche für ausgehende Webhooks hinzu",
            "為外送的 webhook 加入自動重試",
            "为外发的 webhook 添加自动重试",
            "Outgoing Webhook に自動リトライを追加する",
        ],
    );
}

/// A query shows which of its words the glossary gave, and for which word of the task.
#[test]
fn a_translated_keyword_names_its_word() {
    let (_engine, session) = run(&RATE_LIMIT, "Füge Ratenbegrenzung zu API-Endpunkten hinzu");
    let keyword = session.cycles[0].query.keyword("limit").unwrap_or_else(|| panic!("{}", story(&session)));
    assert_eq!(keyword.source, KeywordSource::Glossary { stands_for: "ratenbegrenzung".to_owned() });
}
