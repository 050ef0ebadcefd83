//! Tasks that are not written in English: what their words mean, what stays of them, and that English ones are left alone.

use tamis::analyzer::terms::Form;
use tamis::query::{Need, Sense, Task, need};
use tamis::ranker::pool_terms;

use crate::support::{Tree, open, paths, story, task};

fn read(text: &str) -> Need {
    need(&Task { text: text.to_owned(), ..Task::default() })
}

/// The English words a task is given.
fn meant(text: &str) -> Vec<String> {
    let given = |sense: &Option<Sense>| sense.as_ref().is_some_and(|sense| sense.alternative.is_some());
    read(text).terms.into_iter().filter(|term| given(&term.sense)).map(|term| term.word).collect()
}

fn check(text: &str, expected: &str) {
    let found = meant(text);
    let missing: Vec<&str> = expected.split(' ').filter(|word| !found.iter().any(|given| given == word)).collect();
    assert!(missing.is_empty(), "{text}: no {missing:?} in {found:?}");
}

#[test]
fn a_few_words_without_function_words_are_told_too() {
    check("Dateien filtern", "file filter");
    check("Dateien nach Änderungsdatum filtern", "file date filter");
    check("Ergebnisse begrenzen", "limit");
    check("limiter les connexions", "limit connect");
    check("borrar archivos", "delete file");
    for english in ["filter files", "rate limit", "format date", "error message", "color: red", "options"] {
        assert_eq!(meant(english), Vec::<String>::new(), "{english}");
    }
}

#[test]
fn every_language_is_told_and_read() {
    check("Die Anmeldung schlägt fehl, wenn die Sitzung abgelaufen ist", "login session expire");
    check("会话过期后用户无法登录", "session expire user login");
    check("工作階段過期後使用者無法登入", "session expire user login");
    check("セッションの有効期限が切れるとユーザーがログインできない", "session expire user login");
    check("세션이 만료되면 사용자가 로그인할 수 없습니다", "session expire user login");
    check("La connexion de l'utilisateur échoue quand le jeton est expiré", "connect user fail token");
    check("El usuario no puede iniciar sesión cuando la contraseña ha expirado", "user login password expire");
    check("O usuário não pode entrar quando a senha está expirada", "user login password expire");
    check("Пользователь не может войти, когда пароль устарел", "user login password");
}

/// What a task's words are called where they are followed as gaps.
#[test]
fn pieces_of_a_script_without_spaces_are_called_by_their_words() {
    for (text, expected) in [
        ("修复令牌过期审批流程的错误", "令牌 过期 审批 流程"),
        ("修复令牌过期的错误", "令牌 过期"),
        ("残高計算と利息の切り捨てを修正", "残高 計算 利息 切り捨て"),
        ("결제한도를 알림", "결제 한도 알림"),
        ("fix the 审批流程 page", "审批 流程 page"),
        ("fix the broken layout of the 寻路服务 page", "broken layout 寻路服务 page"),
        ("利", "利"),
        ("Die Anmeldung beheben", "anmeldung"),
        ("fix the token", "token"),
    ] {
        let terms = read(text).terms;
        let mut words: Vec<&str> = Vec::new();
        for term in terms.iter().filter(|term| term.form == Form::Whole) {
            words.extend(term.said_as.as_deref().filter(|word| !words.contains(word)));
        }
        words.sort_by_key(|word| text.to_lowercase().find(*word));
        assert_eq!(words.join(" "), expected, "{text}");
    }
}

/// A reason names words and phrases too, and never a pair torn out of two words.
#[test]
fn reasons_name_words_and_phrases() {
    let tree =
        Tree::new(&[("src/steps.rs", "// 检查订单并触发审批流程\npub fn steps() {}\n"), ("src/b.rs", "fn b() {}\n")]);
    let session = open(&tree).retrieve(&task("修复订单审批流程")).unwrap();
    let reason = session.context.judgements().find(|one| one.path == "src/steps.rs").unwrap().reason.clone();
    assert!(reason.contains("`订单`") && reason.contains("`审批`") && !reason.contains("单审"), "{reason}");
    assert!(!reason.contains("`批`"), "{reason}");
}

#[test]
fn inflected_words_are_known() {
    check("Es werden nur die gelöschten Dateien und Verzeichnisse angezeigt", "delete file directory display");
    check("Wir haben vergessen, die Schlüssel zu überprüfen und zu validieren", "key check validate");
    check("Il faut supprimer les fichiers et les répertoires dupliqués", "delete file directory duplicate");
    check("Hay que eliminar los archivos y los directorios duplicados", "delete file directory duplicate");
    check("Нужно удалить все файлы и каталоги", "delete file directory");
}

#[test]
fn compounds_are_read_by_their_parts() {
    check("Der Dateipfad ist in der Benutzerverwaltung nicht gesetzt", "file path user manage");
    check("Die Zeilenlänge wird bei der Zeichenkettenkonvertierung nicht beachtet", "line length string convert");
}

#[test]
fn change_requests_say_nothing_by_their_verbs() {
    assert_eq!(meant("Füge der API bitte etwas hinzu und behebe es"), [] as [&str; 0]);
}

#[test]
fn tasks_in_english_are_left_alone() {
    for text in [
        "Fix the authentication token expiry bug",
        "die on missing config",
        "war: es module interop, des cipher, de locale",
        "Highlighting of 中文 and 日本語 in the title is wrong",
        "Add support for Кириллица to the slug of the page when it is created",
        "parse_config HTTPServer",
        "GPU shader compilation cache eviction",
    ] {
        assert!(read(text).terms.iter().all(|term| term.sense.is_none()), "{text}: {:?}", meant(text));
    }
}

/// Identifiers of a mixed task count as they do in an English one, and are not translated.
#[test]
fn identifiers_keep_their_weight() {
    let tree =
        Tree::new(&[("src/config.rs", "pub fn parse_config(path: &str) {}\n"), ("src/other.rs", "fn other() {}\n")]);
    let engine = open(&tree);
    let whole = |text: &str| {
        let session = engine.retrieve(&task(text)).unwrap();
        let terms = pool_terms(engine.repository(), &session.need, &session.cycles[0].query);
        let term = terms.iter().find(|term| term.word == "parse_config").unwrap().clone();
        (term.whole, term.concept, term.says)
    };
    assert_eq!(
        whole("parse_config stürzt ab, wenn der Pfad nicht existiert"),
        whole("parse_config crashes on a missing path")
    );
    assert_eq!(whole("路径不存在时 parse_config 崩溃"), whole("parse_config crashes on a missing path"));
}

/// Comments may be in the language of the task: its own words are searched beside their translation.
#[test]
fn comments_in_the_language_of_the_task_are_found() {
    let mut files = vec![
        (
            "src/dunning.rs".to_owned(),
            "// Der Mahnlauf prüft die Fälligkeit offener Posten.\npub fn dunning() {}\n".to_owned(),
        ),
        ("src/steps.rs".to_owned(), "// 检查订单并触发审批流程\npub fn steps() {}\n".to_owned()),
    ];
    files.extend((0..20).map(|i| (format!("src/noise{i}.rs"), format!("pub fn check_{i}() -> u32 {{ {i} }}\n"))));
    let list: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let tree = Tree::new(&list);
    let engine = open(&tree);
    for (text, path) in [
        ("Der Mahnlauf soll die Fälligkeit prüfen und nicht überspringen", "src/dunning.rs"),
        ("修复审批流程的检查", "src/steps.rs"),
    ] {
        let session = engine.retrieve(&task(text)).unwrap();
        assert_eq!(paths(&session.context.accepted).first(), Some(&path), "{}", story(&session));
    }
}
