//! Names of files, between the system's bytes and the text every other floor speaks.
//!
//! Only names: nothing here touches the file system.

use std::path::{Path, PathBuf};

/// A path relative to the root as text, and whether the text leads back to the file by itself.
///
/// A name that is not UTF-8 has each undecodable byte written `\xNN` and each backslash doubled; the caller then
/// keeps the real path beside the text.
pub(super) fn display(raw: &Path) -> (String, bool) {
    match raw.to_str() {
        Some(text) if cfg!(windows) => (text.replace('\\', "/"), true),
        Some(text) => (text.to_owned(), true),
        None => (escape(raw), false),
    }
}

#[cfg(unix)]
fn escape(raw: &Path) -> String {
    use std::fmt::Write;
    use std::os::unix::ffi::OsStrExt;
    let mut text = String::new();
    for chunk in raw.as_os_str().as_bytes().utf8_chunks() {
        text.push_str(&chunk.valid().replace('\\', "\\\\"));
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}

#[cfg(not(unix))]
fn escape(raw: &Path) -> String {
    raw.to_string_lossy().replace('\\', "/")
}

/// The path that git printed as bytes.
#[cfg(unix)]
pub(super) fn from_bytes(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

/// The path that git printed as bytes; git speaks UTF-8 where the system does not use bytes.
#[cfg(not(unix))]
pub(super) fn from_bytes(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// The folder a path stands in, with its `/`; empty for the root.
pub(super) fn folder(path: &str) -> &str {
    path.rfind('/').map_or("", |at| &path[..=at])
}

/// The same without its `/`.
pub fn parent(path: &str) -> &str {
    folder(path).trim_end_matches('/')
}

/// What a file is called: its name, the same without its endings, and the name of its folder.
pub fn called(path: &str) -> [&str; 3] {
    let name = file_name(path);
    [name, name.split_once('.').map_or(name, |(stem, _)| stem), file_name(parent(path))]
}

/// The last component of a path.
pub fn file_name(path: &str) -> &str {
    &path[folder(path).len()..]
}

/// A path as text with a `/` at its end, as folders stand in `skipped`.
pub(super) fn display_folder(raw: &Path) -> String {
    let (mut text, _) = display(raw);
    text.push('/');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_and_name_part_at_the_last_slash() {
        assert_eq!((folder("a/b/c.rs"), file_name("a/b/c.rs")), ("a/b/", "c.rs"));
        assert_eq!((folder("c.rs"), file_name("c.rs")), ("", "c.rs"));
        assert_eq!((parent("a/b/c.rs"), called("a/b/c.test.rs")), ("a/b", ["c.test.rs", "c", "b"]));
        assert_eq!((parent("c.rs"), called("a/c")), ("", ["c", "c", "a"]));
    }

    #[cfg(unix)]
    #[test]
    fn only_names_that_are_not_utf8_are_escaped() {
        let shown = |bytes: &[u8]| display(&from_bytes(bytes));
        assert_eq!(shown("src/解析\n\\.py".as_bytes()), ("src/解析\n\\.py".to_owned(), true));
        assert_eq!(shown(b"caf\xe9\\x.py"), ("caf\\xe9\\\\x.py".to_owned(), false));
    }
}
