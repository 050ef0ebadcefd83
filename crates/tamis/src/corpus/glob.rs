//! temporary
use crate::error::{Error, Result};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
/// Compiled.
#[derive(Clone, Debug)]
pub struct Globs(GlobSet);
impl Globs {
    /// Compile.
    pub fn compile(globs: &[String]) -> Result<Globs> {
        let mut builder = GlobSetBuilder::new();
        for glob in globs {
            let text = if glob.contains('/') { glob.clone() } else { format!("**/{glob}") };
            let one = GlobBuilder::new(&text)
                .literal_separator(true)
                .build()
                .map_err(|e| Error::Glob { glob: glob.clone(), why: e.to_string() })?;
            builder.add(one);
        }
        Ok(Globs(builder.build().map_err(|e| Error::Glob { glob: String::new(), why: e.to_string() })?))
    }
    /// Match.
    pub fn matches(&self, path: &str) -> bool {
        self.0.is_match(path)
    }
}
