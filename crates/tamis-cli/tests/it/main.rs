//! The binary as its users meet it: arguments in, output and exit code out.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as the tests do")]

mod budget;
mod cases;
mod changing;
mod docs;
mod doctor;
mod errors;
mod evaluator;
mod explain;
mod find;
mod forms;
mod hook;
mod index;
mod http;
mod install;
mod json;
mod learn;
mod life;
mod mcp;
mod measure;
mod overview;
mod resume;
mod schema;
mod support;
#[cfg(unix)]
mod terminal;

#[test]
fn no_test_file_is_forgotten() {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let text = std::fs::read_to_string(here.join("main.rs")).unwrap();
    for entry in std::fs::read_dir(here).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let module = name.trim_end_matches(".rs");
        assert!(module == "main" || text.contains(&format!("mod {module};")), "{name} is not in main.rs");
    }
}
