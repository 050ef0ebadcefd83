//! The table of languages: rows are unique, files find their row.

use std::collections::BTreeMap;

use tamis::language::{self, Kind, Reader};

#[test]
fn names_extensions_file_names_and_interpreters_belong_to_one_row() {
    let mut seen = BTreeMap::new();
    for row in language::all() {
        let named = std::iter::once(("name", row.name));
        let extensions = row.extensions.iter().map(|word| ("extension", *word));
        let files = row.file_names.iter().map(|word| ("file", *word));
        let programs = row.interpreters.iter().map(|word| ("program", *word));
        for (what, word) in named.chain(extensions).chain(files).chain(programs) {
            let before = seen.insert((what, word), row.name);
            assert_eq!(before, None, "{what} {word} of {}", row.name);
            assert!(what == "program" || word == word.to_lowercase(), "{word} is not in lower case");
        }
    }
}

#[test]
fn there_are_many_and_many_have_structure() {
    let read = language::all().filter(|row| !matches!(row.reader, Reader::Text)).count();
    assert!(language::all().count() >= 130, "{}", language::all().count());
    assert!(read >= 100, "{read}");
}

#[test]
fn files_find_their_row() {
    for (path, first_line, name) in [
        ("src/main.rs", "", "rust"),
        ("A.PY", "", "python"),
        ("a/b.Test.TSX", "", "tsx"),
        ("x.d.ts", "", "typescript"),
        ("include/a.h", "", "c-header"),
        ("Dockerfile", "", "dockerfile"),
        ("docker/Dockerfile.release", "", "dockerfile"),
        ("Makefile", "", "makefile"),
        ("CMakeLists.txt", "", "cmake"),
        ("deploy.tf", "", "hcl"),
        ("schema.prisma", "", "prisma"),
        ("router.rsc", "", "routeros"),
        ("run.zsh", "", "bash"),
        ("notes.adoc", "", "asciidoc"),
        ("q.sql", "", "sql"),
        ("LICENSE", "", "text"),
        ("LICENSE-MIT", "", "text"),
        ("conf/app", "", "text"),
        (".github/workflows/release.yml", "", "yaml"),
        (".env", "", "dotenv"),
        (".env.local", "", "dotenv"),
        (".gitignore", "", "ignore-list"),
        ("go.mod", "", "go-module"),
        ("Gemfile", "", "ruby"),
        ("bin/tool", "#!/usr/bin/env python3", "python"),
        ("bin/tool", "#!/usr/bin/env -S node --flag", "javascript"),
        ("bin/tool", "#! /bin/bash -e", "bash"),
        ("bin/tool", "#!/usr/bin/perl -w", "perl"),
        ("index", "<?php", "php"),
        ("feed", "\u{feff}<?xml version=\"1.0\"?>", "xml"),
        ("page", "<!DOCTYPE html>", "html"),
        ("no/such.kind", "words", "text"),
        ("", "", "text"),
        ("寻路服务.cs", "", "c-sharp"),
    ] {
        assert_eq!(language::of(path, first_line).name, name, "{path} {first_line}");
    }
}

#[test]
fn a_name_finds_its_row() {
    assert_eq!(language::named("c-sharp").extensions[0], "cs");
    assert_eq!(language::named("nothing").name, "text");
    assert_eq!(language::named("text").kind, Kind::Prose);
}
