//! The registered text messages of a server, as the sandbox's telephone operators and its MSG91 know them.

use std::str::FromStr;

use sideout_domain::notice::Notice;
use sideout_providers::messaging::{ApprovedText, ApprovedTextError};
use sideout_sandbox::ApprovedTemplate;

use crate::failure::Failure;

/// The table of the code's text below `messaging.templates`; a notice's table has the notice's name.
const CODE: &str = "one_time_code";

/// A text and its table in the settings.
#[derive(Debug)]
pub(crate) struct RegisteredText {
    /// The table below `messaging.templates`.
    pub(crate) table: &'static str,
    /// The text, and its id at MSG91.
    pub(crate) template: ApprovedTemplate,
}

/// MSG91's id of a text, written `confirmed=6530a1b2`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextId {
    table: &'static str,
    id: String,
}

impl FromStr for TextId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let error = || {
            let tables: Vec<&str> = tables().collect();
            format!("write NAME=ID, and as NAME one of {}", tables.join(", "))
        };
        let (name, id) = text.split_once('=').ok_or_else(error)?;
        let table = tables().find(|table| *table == name).ok_or_else(error)?;
        if id.is_empty() { Err(error()) } else { Ok(TextId { table, id: id.to_owned() }) }
    }
}

fn tables() -> impl Iterator<Item = &'static str> {
    std::iter::once(CODE).chain(Notice::ALL.iter().map(|notice| notice.name()))
}

/// The default text of every message for an operator of this name. The text with the code names `host`. The id of a text is
/// the one in `ids`, or `sandbox-` and the name of its table.
///
/// # Errors
/// If the host cannot be part of the text with the code.
pub(crate) fn registered_texts(
    brand: &str,
    host: &str,
    ids: &[TextId],
) -> Result<Vec<RegisteredText>, Failure> {
    let of = |table: &'static str, text: Result<ApprovedText, ApprovedTextError>| {
        let text = text.map_err(|error| Failure::new(format!("the text of {table}: {error}")))?.to_string();
        let given = ids.iter().rev().find(|given| given.table == table);
        let id = given.map_or_else(|| format!("sandbox-{table}"), |given| given.id.clone());
        Ok(RegisteredText { table, template: ApprovedTemplate { id, text } })
    };
    let notices = Notice::ALL.iter().map(|notice| of(notice.name(), ApprovedText::notice(*notice, brand)));
    std::iter::once(of(CODE, ApprovedText::one_time_code(brand, host))).chain(notices).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_has_a_text_with_its_id() {
        let ids = ["confirmed=6530a1b2".parse().unwrap(), "one_time_code=77".parse().unwrap()];
        let texts = registered_texts("Baroda Pickleball Club", "127.0.0.1", &ids).unwrap();
        let id = |table| texts.iter().find(|text| text.table == table).map(|text| text.template.id.as_str());
        assert_eq!(id("confirmed"), Some("6530a1b2"));
        assert_eq!(id("one_time_code"), Some("77"));
        assert_eq!(id("reminder"), Some("sandbox-reminder"));
        assert_eq!(texts.len(), 1 + Notice::ALL.len());
        assert!(texts.iter().all(|text| text.template.text.contains("Baroda Pickleball Club")));
    }

    #[test]
    fn an_id_names_one_of_the_texts() {
        for wrong in ["confirmed", "confirmed=", "welcome=1", "=1"] {
            let message = wrong.parse::<TextId>().unwrap_err();
            assert!(message.contains("NAME=ID") && message.contains("one_time_code, confirmed"), "{message}");
        }
    }
}
