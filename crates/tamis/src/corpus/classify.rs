//! What a file is for, judged by its path: the order in which the conventions are asked.
//!
//! Only the path below the root counts, in whole components and name affixes. To teach a convention, add a row to
//! `conventions` and a case to the tests here. What the content says, `content` finds out.

use super::conventions::{
    CAMEL_ENDS, ENDINGS, FOLDERS, HELPERS, MAIN_SETS, MIDDLES, NAMES, PROSE_STEMS, SOURCE_FOLDERS, STARTS, STEM_ENDS,
    WORKSPACES, Where,
};
use super::path::{file_name, folder};
use crate::document::Role;
use crate::language::{Kind, Language};

/// Judges paths one after the other and remembers what the last folder said: paths come folder by folder.
#[derive(Debug, Default)]
pub(super) struct Classifier {
    folder: String,
    around: Option<Role>,
}

impl Classifier {
    /// The role of the file at `path`, relative to the root.
    pub(super) fn role(&mut self, path: &str, language: &Language) -> Role {
        let folder = folder(path);
        if folder != self.folder {
            folder.clone_into(&mut self.folder);
            self.around = by_folder(folder);
        }
        role(path, self.around, language)
    }
}

/// The loudest word wins: a copy of another project is vendored in whatever folder, then what a program wrote, then
/// tests, then the folders around, then the name, then the language.
fn role(path: &str, around: Option<Role>, language: &Language) -> Role {
    let name = by_affix(path);
    let exact = by_name(path);
    // A workflow called `stress-test.yml` and a text on how to test are no tests.
    let affix_counts = !matches!(exact, Some(Role::Config | Role::Docs));
    let name = name.filter(|_| affix_counts);
    // A text among settings is still a text.
    let around = around.filter(|role| *role != Role::Config || exact != Some(Role::Docs));
    for loud in [Role::Vendored, Role::Generated, Role::Test] {
        if around == Some(loud) || name == Some(loud) {
            return loud;
        }
    }
    if let Some(role @ (Role::Data | Role::Vendored)) = exact {
        return role;
    }
    around.or(name).or(exact).unwrap_or(match language.kind {
        Kind::Config => Role::Config,
        Kind::Data => Role::Data,
        Kind::Prose if language.name != "text" => Role::Docs,
        Kind::Code | Kind::Prose => Role::Source,
    })
}

fn look_up<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    table.binary_search_by(|row| row.0.cmp(word)).ok().map(|row| table[row].1)
}

/// What the folders of `path` say, outermost first; what stands behind the last `/` does not count.
pub(super) fn by_folder(path: &str) -> Option<Role> {
    let mut best: Option<Role> = None;
    let (mut below_source, mut below_main, mut previous) = (false, false, String::new());
    let folders = folder(path).split_terminator('/').collect::<Vec<_>>();
    for (depth, original) in folders.iter().enumerate() {
        let name = original.to_lowercase();
        let top = depth == 0 || depth == 2 && WORKSPACES.contains(&folders[0].to_lowercase().as_str());
        let named = FOLDERS.binary_search_by(|row| row.0.cmp(&name)).ok().map(|row| &FOLDERS[row]);
        let fits = |place: Where| match place {
            Where::Anywhere => !below_main,
            Where::BesideSource => !below_source,
            Where::Top => top,
            Where::TopWithoutSources => top && !path.contains("/src/main/"),
        };
        let role = named
            .filter(|(_, _, place)| fits(*place))
            .map(|(_, role, _)| *role)
            .or_else(|| (!below_main && is_test_project(original, &previous)).then_some(Role::Test));
        if role.is_some_and(|role| best.is_none_or(|best| loudness(role) > loudness(best))) {
            best = role;
        }
        below_source |= SOURCE_FOLDERS.contains(&name.as_str());
        below_main |= previous == "src" && MAIN_SETS.contains(&name.as_str());
        previous = name;
    }
    best
}

fn loudness(role: Role) -> u8 {
    match role {
        Role::Vendored => 5,
        Role::Generated => 4,
        Role::Test => 3,
        Role::Example => 2,
        Role::Docs => 1,
        Role::Source | Role::Config | Role::Data => 0,
    }
}

/// `Orders.Tests` of .NET, and `src/integrationTest` of Gradle.
fn is_test_project(name: &str, previous: &str) -> bool {
    let project = name
        .rsplit_once('.')
        .is_some_and(|(_, last)| last.ends_with("Test") || last.ends_with("Tests") || last == "Specs");
    project || previous == "src" && name.ends_with("Test")
}

fn by_affix(path: &str) -> Option<Role> {
    let (stem, ending) = file_name(path).rsplit_once('.')?;
    let folded = stem.to_lowercase();
    if HELPERS.contains(&folded.as_str()) {
        return None;
    }
    let counts = |endings: &[&str]| endings.is_empty() || endings.contains(&ending);
    let middle = folded.split('.').skip(1).find_map(|part| look_up(&MIDDLES, part));
    let end =
        STEM_ENDS.iter().find(|(end, endings, _)| folded.len() > end.len() && folded.ends_with(end) && counts(endings));
    let start = STARTS.iter().find(|(start, _)| folded.starts_with(start));
    // A class that a framework offers is called like a test of it.
    let product = path.contains("src/main/");
    let camel = CAMEL_ENDS.iter().filter(|_| !product).find(|(end, endings, _)| {
        let word = stem.strip_suffix(end).is_some_and(|rest| rest.ends_with(|c: char| c.is_alphanumeric()));
        word && counts(endings)
    });
    middle.or(end.map(|row| row.2)).or(start.map(|row| row.1)).or(camel.map(|row| row.2))
}

fn by_name(path: &str) -> Option<Role> {
    let name = file_name(path).to_lowercase();
    if let Some(role) = look_up(&NAMES, &name) {
        return Some(role);
    }
    let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
    let role = look_up(&ENDINGS, ending);
    let first = stem.split('-').next().unwrap_or(stem);
    if ending.is_empty() && PROSE_STEMS.contains(&first) {
        return Some(Role::Docs);
    }
    let settings = stem.ends_with(".config")
        || name.starts_with("tsconfig.")
        || ending.ends_with("rc") && stem.is_empty()
        || name.starts_with(".eslintrc")
        || name.starts_with("dockerfile.")
        || ending == "txt" && (stem.starts_with("requirements") || stem.ends_with("requirements"));
    let dump = ending == "sql" && (stem.contains("dump") || stem.contains("backup"));
    match () {
        () if settings => Some(Role::Config),
        () if dump => Some(Role::Data),
        () if name.starts_with('.') && role.is_none() => Some(Role::Config),
        () => role,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(role_of_all: Role, paths: &[&str]) {
        for path in paths {
            assert_eq!(Classifier::default().role(path, crate::language::of(path, "")), role_of_all, "{path}");
        }
    }

    #[test]
    fn tables_are_sorted() {
        assert!(FOLDERS.is_sorted_by(|a, b| a.0 < b.0));
        for table in [&NAMES[..], &ENDINGS, &MIDDLES] {
            assert!(table.is_sorted_by(|a, b| a.0 < b.0), "{table:?}");
        }
    }

    #[test]
    fn source_is_what_no_convention_claims() {
        check(
            Role::Source,
            &[
                "src/main.rs",
                "lib/parser.js",
                "conf/app",
                "core/ledger_impl.py",
                "src/contest.py",
                "src/latest.ts",
                "src/spec/loader.ts",
                "lib/docs/render.rb",
                "app/examples/list.ts",
                "src/testing/run.go",
                "pkg/testing/run.go",
                "numbers/testing/utils.py",
                "src/test_utils/make.rs",
                "web/test_utils.py",
                "spring-test/src/main/java/org/x/test/context/Context.java",
                "junit/src/main/java/org/junit/ContextTest.java",
                "src/main/java/org/x/vendor/Vendor.java",
                "net/layers/input_spec.py",
                "src/KeySpec.java",
                "src/script/interpreter.cpp",
                "app/ext/doctest.py",
                "src/snapshots/store.rs",
                "internal/build/builder.go",
                "store/io/scripts/diff.py",
                "src/Test.php",
                "src/manifest.ts",
                "src/history.py",
                "src/license.ts",
                "lib/dist/table.rb",
                "src/deps/graph.ts",
                "tools/src/main/java/org/x/tools/A.java",
                "runtime/autoload/dist/vim.vim",
            ],
        );
    }

    #[test]
    fn tests_by_the_conventions_of_many_languages() {
        check(
            Role::Test,
            &[
                "tests/test_a.py",
                "tests/data/a.json",
                "tests/README.md",
                "test/a.js",
                "src/__tests__/a.ts",
                "a_test.go",
                "pkg/testdata/in.txt",
                "src/a.test.tsx",
                "src/a.spec.ts",
                "spec/models/a_spec.rb",
                "conftest.py",
                "app/tests.py",
                "src/test/java/org/x/ATest.java",
                "src/OrderTest.java",
                "src/OrderTests.cs",
                "test/EFCore.Tests/a.cs",
                "src/EFCore.SqlServer.FunctionalTests/Query/a.cs",
                "Tests/AppTests/a.swift",
                "core/src/commonTest/kotlin/a.kt",
                "core/src/integrationTest/kotlin/a.kt",
                "app/src/androidTest/A.kt",
                "cypress/a.cy.ts",
                "e2e/login.ts",
                "src/foo/tests.rs",
                "src/__snapshots__/a.snap",
                "a/ui.snap",
                "packages/x/test/helper.js",
                "mypy/test/testcheck.py",
                "lib/plots/tests/a.py",
                "src/AppSpec.kt",
                "test/support/conn.ex",
                "src/login.e2e-spec.ts",
                "testing/test_x.py",
                "testing/fixture.py",
                "features/a.feature",
                "src/parser_unittest.cc",
                "fixtures/a.yml",
                "tests/fixtures/docs/a.md",
            ],
        );
    }

    #[test]
    fn prose_settings_and_data() {
        check(
            Role::Docs,
            &[
                "README.md",
                "docs/conf.py",
                "doc/api.rst",
                "website/resume.md",
                "CHANGELOG.md",
                "LICENSE",
                "LICENSE-MIT",
                "src/notes.adoc",
                "runtime/doc/api.txt",
                "README.zh-CN.md",
                "website/src/index.tsx",
                "CHANGES",
                ".github/CONTRIBUTING.md",
                "notes/how-to-test.md",
            ],
        );
        check(
            Role::Config,
            &[
                ".github/workflows/release.yml",
                "Dockerfile",
                "Makefile",
                "package.json",
                "tsconfig.base.json",
                "setup.py",
                "pyproject.toml",
                "requirements-dev.txt",
                "CMakeLists.txt",
                ".eslintrc.json",
                "vite.config.ts",
                ".gitignore",
                "config/app.yml",
                ".github/workflows/stress-test.yml",
                "src/.babelrc",
            ],
        );
        check(
            Role::Data,
            &[
                "package-lock.json",
                "docs/package-lock.json",
                "Cargo.lock",
                "go.sum",
                "data/a.csv",
                "src/locale/de.po",
                "db/dump.sql",
                "api/payload.json",
                "pnpm-lock.yaml",
                "assets/logo.svg",
            ],
        );
    }

    #[test]
    fn tooling_generated_and_vendored() {
        check(
            Role::Example,
            &[
                "examples/a.py",
                "bench/resume_bench.ts",
                "benchmarks/a.py",
                "scripts/resume.sh",
                "demo/app.js",
                "packages/core/scripts/build.js",
                "tools/gen.py",
                "samples/A/Program.cs",
                "example/src/main/java/A.java",
                "src/Button.stories.tsx",
                "crates/core/benches/a.rs",
                "xtask/src/main.rs",
                "docs/examples/a.py",
            ],
        );
        check(
            Role::Generated,
            &[
                "api/a.pb.go",
                "api/a_pb2.py",
                "api/a_pb2_grpc.py",
                "lib/a.g.dart",
                "lib/a.freezed.dart",
                "dist.min.js",
                "src/Form.designer.cs",
                "src/__generated__/a.ts",
                "pkg/zz_generated.deepcopy.go",
                "a.js.map",
                "src/schema.generated.ts",
                "src/generated/client.rs",
            ],
        );
        check(
            Role::Vendored,
            &[
                "vendor/a/b.go",
                "third_party/y/y.c",
                "node_modules/a/index.js",
                "deps/lua/src/lua.c",
                "dist/app.js",
                "compiled/libx/libx.development.js",
                "packages/next/src/compiled/x/index.js",
                "src/pip/_vendor/rich/a.py",
                "vendor/x/tests/a_test.go",
                "gradlew",
                "extern/six.py",
                "packages/a/dist/index.js",
            ],
        );
    }
}
