//! `tamis index` and `tamis map`.

use crate::support::Tree;

#[test]
fn the_status_says_what_is_searched_and_what_has_structure() {
    let tree = Tree::of(
        r"//- src/a.rs
fn a() {}
//- notes.zzz
words
//- conf/app
key value
//- LICENSE
free
",
    );
    tree.write("logo.png", b"\x89PNG\r\n\x1a\n\0\0");
    for arguments in [&["index"][..], &["index", "--status"]] {
        let out = tree.tamis(arguments).out;
        assert!(out.contains("4 files with text; structure is read from 1 of them"), "{out}");
        assert!(out.contains(".zzz") && out.contains("app") && out.contains("LICENSE"), "{out}");
        assert!(out.contains("skipped: 1 binary\n  logo.png: binary"), "{out}");
        assert!(out.contains(" % of the text, in "), "{out}");
    }
}

#[test]
fn the_map_shows_folders_and_the_symbols_others_use() {
    let tree = Tree::fixture("token-expiry-ts");
    let map = tree.tamis(&["map"]).out;
    assert!(map.starts_with("21 files: 15 source"), "{map}");
    assert!(map.contains("  src/ 15 source (typescript)"), "{map}");
    assert!(map.contains("  src/session-manager.ts\n"), "{map}");
    assert!(map.contains("function startSession"), "{map}");
    assert_eq!(map, tree.tamis(&["map"]).out);
}
