//! Reads short texts that staff write.

use crate::wire::problem::Problem;

/// The longest short text, in characters.
const MOST_CHARACTERS: usize = 200;

/// A text, trimmed; `None` if it is empty.
///
/// # Errors
/// 422 if it is too long.
pub(in crate::routes::desk) fn short_text(
    field: &'static str,
    text: Option<String>,
) -> Result<Option<String>, Problem> {
    let text = text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    match text {
        Some(text) if text.chars().count() > MOST_CHARACTERS => Err(Problem::field(field, "length")),
        text => Ok(text),
    }
}

/// A text that must not be empty, trimmed.
///
/// # Errors
/// 422 if it is empty or too long.
pub(in crate::routes::desk) fn required_text(field: &'static str, text: String) -> Result<String, Problem> {
    short_text(field, Some(text))?.ok_or_else(|| Problem::field(field, "required"))
}
