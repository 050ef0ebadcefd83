//! Which file of the repository an import means.

use tamis::evaluator::resolve_import;

use crate::support::{Tree, open};

/// Empty files at the given paths, and manifests as `path=text`.
fn tree(files: &[&str]) -> Tree {
    let text = files.iter().map(|file| {
        let (path, text) = file.split_once('=').unwrap_or((file, "x"));
        format!("//- /{path}\n{text}\n")
    });
    Tree::text(&text.collect::<String>())
}

/// Checks what an import, written as `from: module`, means among the files.
#[track_caller]
fn check(files: &[&str], imports: &[(&str, &[&str])]) {
    let tree = tree(files);
    let engine = open(&tree);
    let repository = engine.repository();
    for (import, expected) in imports {
        let (from, module) = import.split_once(": ").unwrap();
        let found = resolve_import(repository, from, module);
        let paths: Vec<&str> = found.into_iter().map(|doc| repository.path(doc)).collect();
        assert_eq!(paths, *expected, "{import}");
    }
}

#[test]
fn a_path_from_the_crate_is_of_that_crate() {
    check(
        &[
            "Cargo.toml=[workspace]",
            "core/Cargo.toml=[package]\nname = \"shop-core\"",
            "core/src/lib.rs",
            "core/src/body.rs",
            "core/src/sync/mpsc.rs",
            "extra/Cargo.toml=[package]\nname = \"shop-extra\"",
            "extra/src/lib.rs=pub struct Failure;",
            "extra/src/extract/mod.rs=pub struct Extract;",
            "extra/src/extract/json.rs",
            "extra/src/extract/json/de.rs",
            "extra/tests/it/main.rs=fn failing() {}",
            "extra/tests/it/body.rs",
        ],
        &[
            ("extra/src/extract/json.rs: crate::body::Body", &[]),
            ("extra/src/lib.rs: crate::extract::json::Json::Strict", &["extra/src/extract/json.rs"]),
            ("extra/src/extract/json.rs: super::Query", &[]),
            ("extra/src/extract/json.rs: super::Extract", &["extra/src/extract/mod.rs"]),
            ("extra/src/extract/json/de.rs: crate::Failure", &["extra/src/lib.rs"]),
            ("extra/src/extract/json.rs: super::Failure", &[]),
            ("extra/tests/it/body.rs: crate::failing", &["extra/tests/it/main.rs"]),
            ("extra/src/extract/json.rs: super::super::extract", &["extra/src/extract/mod.rs"]),
            ("extra/src/extract/json.rs: self::de::read", &["extra/src/extract/json/de.rs"]),
            ("extra/src/extract/json.rs: de::read", &["extra/src/extract/json/de.rs"]),
            ("extra/src/extract/json.rs: shop_core::body::Body", &["core/src/body.rs"]),
            ("extra/src/extract/json.rs: std::sync::mpsc", &[]),
            ("extra/tests/it/main.rs: crate::body", &["extra/tests/it/body.rs"]),
            ("core/src/lib.rs: crate::body", &["core/src/body.rs"]),
        ],
    );
}

#[test]
fn a_name_may_hold_dots() {
    check(
        &["app/user.service.ts", "app/user.model.ts", "app/user.ts", "app/main.ts"],
        &[("app/main.ts: ./user.service", &["app/user.service.ts"]), ("app/main.ts: ./user", &["app/user.ts"])],
    );
}

#[test]
fn a_crate_without_a_manifest_in_sight_begins_at_its_first_file() {
    check(
        &["crates/a/main.rs", "crates/a/flags/mod.rs", "crates/b/lib.rs", "crates/b/glob.rs"],
        &[
            ("crates/a/flags/mod.rs: crate::flags", &[]),
            ("crates/a/main.rs: crate::flags::parse", &["crates/a/flags/mod.rs"]),
            ("crates/a/main.rs: crate::glob", &[]),
        ],
    );
}

#[test]
fn a_relative_module_is_one_place() {
    check(
        &[
            "web/api/client.ts",
            "web/api/client.test.ts",
            "web/api/types.d.ts",
            "admin/api/client.ts",
            "admin/page.ts",
            "web/page.ts",
            "web/ui/index.tsx",
        ],
        &[
            ("web/page.ts: './api/client'", &["web/api/client.ts"]),
            ("web/page.ts: './api/client.js'", &["web/api/client.ts"]),
            ("web/page.ts: './api/types'", &["web/api/types.d.ts"]),
            ("web/page.ts: './ui'", &["web/ui/index.tsx"]),
            ("web/api/client.ts: '..'", &[]),
            ("admin/page.ts: './ui'", &[]),
            ("admin/page.ts: '../web/page'", &["web/page.ts"]),
        ],
    );
    check(
        &["shop/__init__.py", "shop/money.py", "shop/tax/rates.py", "other/money.py", "shop/tax/eu.py"],
        &[
            ("shop/tax/rates.py: .money", &[]),
            ("shop/tax/rates.py: ..money", &["shop/money.py"]),
            ("shop/tax/rates.py: .eu", &["shop/tax/eu.py"]),
            ("shop/money.py: .", &["shop/__init__.py"]),
        ],
    );
}

#[test]
fn other_modules_are_of_the_package_they_begin_with() {
    check(
        &[
            "package.json={ \"private\": true }",
            "packages/ui/package.json={\n  \"name\": \"@shop/ui\",\n}",
            "packages/ui/src/Button/index.ts",
            "packages/app/package.json={\n  \"name\": \"@shop/app\",\n}",
            "packages/app/src/page.ts",
            "packages/app/src/api/client.ts",
        ],
        &[
            ("packages/app/src/page.ts: '@shop/ui/Button'", &["packages/ui/src/Button/index.ts"]),
            ("packages/app/src/page.ts: '@other/ui/Button'", &[]),
            ("packages/app/src/page.ts: '@/api/client'", &["packages/app/src/api/client.ts"]),
            ("packages/ui/src/Button/index.ts: '@/api/client'", &[]),
        ],
    );
    check(
        &[
            "go.mod=module example.com/shop/v2",
            "internal/money/money.go",
            "internal/money/money_test.go",
            "cmd/main.go",
        ],
        &[
            ("cmd/main.go: \"example.com/shop/v2/internal/money\"", &["internal/money/money.go"]),
            ("cmd/main.go: \"example.com/bank/internal/money\"", &[]),
            ("cmd/main.go: \"money\"", &[]),
        ],
    );
}

#[test]
fn a_whole_path_is_found_wherever_its_source_root_is_and_prefers_its_own_package() {
    check(
        &[
            "a/pom.xml=<project/>",
            "a/src/main/java/com/shop/Money.java",
            "a/src/main/java/com/shop/Tax.java",
            "b/pom.xml=<project/>",
            "b/src/main/java/com/shop/Money.java",
            "c/pom.xml=<project/>",
            "c/src/main/java/com/shop/web/Page.java",
        ],
        &[
            ("a/src/main/java/com/shop/Tax.java: com.shop.Money", &["a/src/main/java/com/shop/Money.java"]),
            ("c/src/main/java/com/shop/web/Page.java: com.shop.Money", &[]),
            ("c/src/main/java/com/shop/web/Page.java: com.shop.Tax.RATE", &["a/src/main/java/com/shop/Tax.java"]),
            ("c/src/main/java/com/shop/web/Page.java: java.util.Money", &[]),
        ],
    );
    check(
        &["include/ledger.h", "src/ledger.c", "src/db/db.h", "src/db/db.c", "test/db.h"],
        &[
            ("src/ledger.c: \"ledger.h\"", &["include/ledger.h"]),
            ("src/db/db.c: \"db.h\"", &["src/db/db.h"]),
            ("src/ledger.c: \"db/db.h\"", &["src/db/db.h"]),
            ("src/ledger.c: \"db.h\"", &[]),
            ("src/ledger.c: <stdio.h>", &[]),
        ],
    );
}
