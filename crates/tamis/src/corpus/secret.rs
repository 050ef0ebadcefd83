//! temporary
/// Mask.
pub fn redact(line: &str) -> std::borrow::Cow<'_, str> {
    line.into()
}
