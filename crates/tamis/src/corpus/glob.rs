//! Globs over paths, as people know them from git: one compilation for includes, excludes and patterns.
//!
//! Works on paths as text, relative to the root. Nothing here touches the file system.
//!
//! - `*.test.ts`: no `/` inside, so it fits by name at any depth.
//! - `src/*.ts`, `/setup.py`: a `/` at the front or inside holds the glob to the root.
//! - `docs/`, `docs`: a folder stands for all that is in it; with the `/`, for a folder only.
//! - `**` spans folders, `{a,b}` chooses, `[ab]` is one of, `\` takes the next character as it is.
//! - The exact path of a file that is there means that file only, whatever characters it holds: `a[1].ts`.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::error::{Error, Result};

/// Compiled globs; a path matches when one of them fits it or a folder above it.
#[derive(Clone, Debug)]
pub struct PathGlobs {
    /// Fits a file or a folder above it.
    any: GlobSet,
    /// Fits a folder above a file alone.
    folders: GlobSet,
}

impl PathGlobs {
    /// Compiles `globs` for a tree with these paths of files, in path order.
    pub fn compile(globs: &[String], paths: &[&str]) -> Result<PathGlobs> {
        let (mut any, mut folders) = (GlobSetBuilder::new(), GlobSetBuilder::new());
        for glob in globs {
            let fault = |why: String| Error::Glob { glob: glob.clone(), why };
            let (pattern, folder_only) = expand(glob, paths).map_err(|why| fault(why.to_owned()))?;
            let compiled = GlobBuilder::new(&pattern).literal_separator(true).backslash_escape(true).build();
            let set = if folder_only { &mut folders } else { &mut any };
            set.add(compiled.map_err(|error| fault(error.kind().to_string()))?);
        }
        let fault = |error: globset::Error| Error::Glob { glob: globs.join(" "), why: error.kind().to_string() };
        Ok(PathGlobs { any: any.build().map_err(fault)?, folders: folders.build().map_err(fault)? })
    }

    /// Whether one of the globs fits `path` or a folder above it. The folders are asked for one by one: most globs name files by
    /// their ends, which is told at once, and with all that may be below they would be regular expressions, slow to compile.
    pub fn is_match(&self, path: &str) -> bool {
        let mut above = path.match_indices('/').map(|(end, _)| &path[..end]);
        let fits = |folder: &str| self.any.is_match(folder) || self.folders.is_match(folder);
        self.any.is_match(path) || (!self.is_empty() && above.any(fits))
    }

    /// Whether there is no glob at all; then nothing matches.
    pub fn is_empty(&self) -> bool {
        self.any.is_empty() && self.folders.is_empty()
    }
}

/// The glob that fits the file or folder at `path` and nothing else, whatever characters the path holds.
pub fn literal(path: &str) -> String {
    format!("/{}", escape(path))
}

fn escape(path: &str) -> String {
    let mut escaped = String::with_capacity(path.len() + 2);
    for character in path.chars() {
        if is_special(character) || character == '!' {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

fn is_special(character: char) -> bool {
    matches!(character, '*' | '?' | '[' | ']' | '{' | '}' | '\\')
}

/// The pattern that says what `glob` means, and whether it means folders alone.
fn expand(glob: &str, paths: &[&str]) -> std::result::Result<(String, bool), &'static str> {
    if paths.binary_search(&glob).is_ok() {
        return Ok((escape(glob), false));
    }
    if glob.starts_with('!') {
        return Err("a glob cannot be negated; use include and exclude");
    }
    let plain = glob.strip_prefix("./").unwrap_or(glob);
    let body = plain.trim_start_matches('/');
    let folder_only = body.ends_with('/');
    let body = body.trim_end_matches('/');
    if body.is_empty() || body == "." {
        return if glob.is_empty() { Err("it is empty") } else { Ok(("**".to_owned(), false)) };
    }
    if body.split('/').any(|part| part == "..") {
        return Err("it leaves the root");
    }
    let anchored = plain.starts_with('/') || glob.starts_with("./") || body.contains('/');
    let named = if body.contains(is_special) && is_folder(body, paths) {
        escape(body)
    } else if anchored {
        body.to_owned()
    } else {
        format!("**/{body}")
    };
    // Whatever is below anything is a folder or in one.
    let spans = named == "**" || named.ends_with("/**");
    Ok((named, folder_only && !spans))
}

fn is_folder(name: &str, paths: &[&str]) -> bool {
    let start = format!("{name}/");
    let place = paths.partition_point(|path| *path < start.as_str());
    paths.get(place).is_some_and(|path| path.starts_with(&start))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATHS: [&str; 13] = [
        "README.md",
        "a1.ts",
        "a[1].ts",
        "app/[slug]/page.tsx",
        "app/s/page.tsx",
        "docs/README.md",
        "docs/deep/b.md",
        "src/a/b/x.test.ts",
        "src/a/b/x.ts",
        "src/docs/c.md",
        "src/y.ts",
        "x/{y}.ts",
        "y.ts",
    ];

    #[track_caller]
    fn check(glob: &str, expected: &[&str]) {
        let globs = PathGlobs::compile(&[glob.to_owned()], &PATHS).unwrap();
        let matched: Vec<_> = PATHS.into_iter().filter(|path| globs.is_match(path)).collect();
        assert_eq!(matched, expected, "{glob}");
    }

    #[test]
    fn a_glob_without_slash_fits_by_name_at_any_depth() {
        check("*.test.ts", &["src/a/b/x.test.ts"]);
        check("x.ts", &["src/a/b/x.ts"]);
        check("*.tsx", &["app/[slug]/page.tsx", "app/s/page.tsx"]);
    }

    #[test]
    fn a_slash_holds_it_to_the_root() {
        check("/README.*", &["README.md"]);
        check("src/*.ts", &["src/y.ts"]);
        check("./src/y.ts", &["src/y.ts"]);
        check("src/**/*.ts", &["src/a/b/x.test.ts", "src/a/b/x.ts", "src/y.ts"]);
        check("a/b", &[]);
    }

    #[test]
    fn a_folder_is_all_that_is_in_it() {
        check("docs/", &["docs/README.md", "docs/deep/b.md", "src/docs/c.md"]);
        check("docs", &["docs/README.md", "docs/deep/b.md", "src/docs/c.md"]);
        check("/docs", &["docs/README.md", "docs/deep/b.md"]);
        check("src/a", &["src/a/b/x.test.ts", "src/a/b/x.ts"]);
        check("y.ts/", &[]);
        check("src/**/", &["src/a/b/x.test.ts", "src/a/b/x.ts", "src/docs/c.md", "src/y.ts"]);
        check(".", &PATHS);
    }

    #[test]
    fn an_existing_path_is_that_path_only() {
        check("a[1].ts", &["a[1].ts"]);
        check("README.md", &["README.md"]);
        check("x/{y}.ts", &["x/{y}.ts"]);
        check("app/[slug]", &["app/[slug]/page.tsx"]);
        check("{a1,y}.ts", &["a1.ts", "src/y.ts", "y.ts"]);
        check("a[12].ts", &["a1.ts"]);
        for path in PATHS {
            check(&literal(path), &[path]);
        }
    }

    #[test]
    fn faults_are_said_clearly() {
        for (glob, word) in [("a[", "class"), ("", "empty"), ("../x", "leaves"), ("!a", "negated"), ("{a", "alternate")]
        {
            let error = PathGlobs::compile(&[glob.to_owned()], &PATHS).unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        }
    }
}
