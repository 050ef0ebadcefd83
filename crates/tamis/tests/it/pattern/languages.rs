//! The pattern's task sentences in other languages: the four its authors wrote themselves, and our own. The same files come
//! back as for the English ones.

use tamis::query::KeywordSource;

use super::{Example, INVOICE_ROUNDING, RATE_LIMIT, RETRY_BACKOFF, TOKEN_EXPIRY, result, run};
use crate::support::story;

fn check(example: &Example, sentences: &[&str]) {
    let wide = Example { scope: &[], ..*example };
    check_scope(example, sentences);
    check_scope(&wide, sentences);
}

fn check_scope(example: &Example, sentences: &[&str]) {
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
            "인증 토큰 만료 버그를 수정해 주세요",
            "Corriger le bug d'expiration du jeton d'authentification",
            "Corregir el bug de expiración del token de autenticación",
            "Corrija o bug de expiração do token de autenticação",
            "Исправить баг с истечением срока действия токена аутентификации",
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
            "API 엔드포인트에 속도 제한을 추가해 주세요",
            "Ajouter une limitation de débit aux endpoints de l'API",
            "Añadir limitación de velocidad a los endpoints de la API",
            "Adicionar limitação de taxa aos endpoints da API",
            "Добавить ограничение частоты запросов к эндпоинтам API",
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
            "송장 세금 반올림 버그를 수정해 주세요",
            "Corriger le bug d'arrondi de la taxe sur les factures",
            "Corregir el redondeo del impuesto en las facturas",
            "Corrija o bug de arredondamento do imposto na fatura",
            "Исправить округление налога в счёте",
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
            "발신 웹훅에 자동 재시도를 추가해 주세요",
            "Ajouter de nouvelles tentatives automatiques aux webhooks sortants",
            "Añadir reintentos automáticos a los webhooks salientes",
            "Adicionar novas tentativas automáticas aos webhooks de saída",
            "Добавить автоматические повторные попытки для исходящих вебхуков",
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
