//! Changes the text of a message at the desk, or removes it, so that the one of the server's settings is sent.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use serde_json::json;
use sideout_domain::{notice::Notice, public_text::check_text, staff::Permission};
use sideout_providers::messaging::ApprovedTextError;
use sideout_store::{Session, StoreError};

use super::{
    change_brand::{BRAND_NUMBER, ChangedBrand, write},
    check_brand::unfit,
    read_set_up::find_set_up,
};
use crate::{
    App,
    platform::{
        brand::{Brand, OwnText},
        own_texts::text_name,
    },
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// The longest text, in characters, before its placeholders are filled in: about 7 parts of 153 characters in the GSM alphabet, or 15 of 67
/// in another script.
const LONGEST_TEXT: usize = 1_000;
/// The longest template id, in characters.
const LONGEST_TEMPLATE_ID: usize = 60;

/// A change of a text.
#[derive(Debug, Clone)]
pub struct ChangeText {
    /// The version of the brand that the caller saw.
    pub version: i64,
    /// The notice that it tells; `None`: the one-time code.
    pub notice: Option<Notice>,
    /// The text and the template ids as registered; `None`: the text of the settings is sent again.
    pub text: Option<OwnText>,
}

/// An invalid field of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadText {
    /// `text`, `dlt_template_id` or `msg91_template_id`.
    pub field: &'static str,
    /// What is wrong, for programs and translations, such as `required` or `double_space`.
    pub wrong: &'static str,
    /// The placeholder that is unknown or missing.
    pub placeholder: Option<String>,
}

/// Why the text was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeTextError {
    /// It would not be delivered, or cannot be filled in.
    #[error("invalid text: {0:?}")]
    Bad(Vec<BadText>),
    /// No brand has been saved yet; the texts are saved with it.
    #[error("there is no brand yet")]
    NoBrand,
    /// The brand was changed meanwhile.
    #[error("changed meanwhile")]
    Changed,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    version: i64,
    notice: Option<Notice>,
    text: Option<OwnText>,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.version, text_name(self.notice), &self.text).serialize(serializer)
    }
}

/// Sends a message with another text from now on, also one that waits in the outbox already: telephone operators deliver
/// only a text that is registered at the time of sending.
///
/// # Errors
/// [`ChangeTextError`].
pub async fn change_text(
    app: &App,
    actor: &Actor,
    request: ChangeText,
    key: RequestKey,
) -> Result<ChangedBrand, ChangeTextError> {
    let (permission, now) = (Permission::SetupEdit, app.clock.now());
    actor.check(permission, now)?;
    let needs_flow = app.notification_channels.text_list.uses_msg91();
    let text = match request.text {
        Some(typed) => Some(check(request.notice, typed, needs_flow).map_err(ChangeTextError::Bad)?),
        None => None,
    };
    let command = Command { operation: "change_text", permission, venue: None, key };
    let input = Input { version: request.version, notice: request.notice, text, now };
    audited_write(app, actor, command, input, |tx, input| Box::pin(change(tx, input))).await
}

/// Checks a typed text and returns it in its stored form.
fn check(notice: Option<Notice>, typed: OwnText, needs_flow: bool) -> Result<OwnText, Vec<BadText>> {
    let template_id =
        |text: Option<String>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    let own = OwnText {
        text: typed.text.trim().replace("\r\n", "\n"),
        dlt_template_id: template_id(typed.dlt_template_id),
        msg91_template_id: template_id(typed.msg91_template_id),
    };
    let bad = |field, wrong| BadText { field, wrong, placeholder: None };
    let mut wrong = Vec::new();
    if own.text.is_empty() {
        wrong.push(bad("text", "required"));
    } else if own.text.chars().count() > LONGEST_TEXT {
        wrong.push(bad("text", "length"));
    } else if own.text.lines().any(|line| check_text(line, LONGEST_TEXT).is_err()) {
        wrong.push(bad("text", "hidden"));
    } else if let Err(error) = own.registered(notice) {
        let (wrong_with, placeholder) = match error {
            ApprovedTextError::AngleBracket => ("angle_bracket", None),
            ApprovedTextError::DoubleSpace => ("double_space", None),
            ApprovedTextError::UnknownPlaceholder(name) => ("unknown_placeholder", Some(name)),
            ApprovedTextError::MissingPlaceholder(name) => ("missing_placeholder", Some(name.to_owned())),
            ApprovedTextError::NoOriginLine => ("origin_line", None),
        };
        wrong.push(BadText { field: "text", wrong: wrong_with, placeholder });
    }
    for (field, id) in
        [("dlt_template_id", &own.dlt_template_id), ("msg91_template_id", &own.msg91_template_id)]
    {
        let unfit = id.as_ref().and_then(|id| unfit(id, LONGEST_TEMPLATE_ID));
        wrong.extend(unfit.map(|unfit| bad(field, unfit)));
    }
    if needs_flow && own.msg91_template_id.is_none() {
        wrong.push(bad("msg91_template_id", "required"));
    }
    if wrong.is_empty() { Ok(own) } else { Err(wrong) }
}

async fn change(tx: &mut dyn Session, input: &Input) -> Result<Audited<ChangedBrand>, ChangeTextError> {
    let Input { version, notice, text, now } = input;
    let before = find_set_up(tx).await?;
    if before.version == 0 {
        return Err(ChangeTextError::NoBrand);
    }
    let name = text_name(*notice);
    let mut texts = before.brand.texts.clone();
    let replaced = match text {
        Some(text) => texts.insert(name.to_owned(), text.clone()),
        None => texts.remove(name),
    };
    let brand = Brand { texts, ..before.brand.clone() };
    let key = format!("text_{name}");
    let entry = Entry::changed(
        "brand.changed",
        "brand",
        BRAND_NUMBER,
        &json!({ &key: replaced }),
        &json!({ &key: text }),
    );
    write(tx, &before, &brand, *version, *now, entry).await?.ok_or(ChangeTextError::Changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(text: &str) -> OwnText {
        OwnText {
            text: text.to_owned(),
            dlt_template_id: Some(" 1107160 ".to_owned()),
            msg91_template_id: Some(" ".to_owned()),
        }
    }

    #[test]
    fn a_text_that_could_not_be_sent_is_refused_with_its_placeholder() {
        let wrong = |notice, text: &str| {
            let bad = check(notice, own(text), false).unwrap_err();
            let [BadText { field: "text", wrong, placeholder }] = &bad[..] else { panic!("{bad:?}") };
            (*wrong, placeholder.clone().unwrap_or_default())
        };
        let confirmed = Some(Notice::Confirmed);
        assert_eq!(wrong(confirmed, " "), ("required", String::new()));
        assert_eq!(wrong(confirmed, &"x".repeat(1_001)), ("length", String::new()));
        assert_eq!(wrong(confirmed, "a\u{202e}b"), ("hidden", String::new()));
        assert_eq!(wrong(confirmed, "a <b>"), ("angle_bracket", String::new()));
        assert_eq!(wrong(confirmed, "a  b"), ("double_space", String::new()));
        assert_eq!(wrong(confirmed, "Club: ##amount##"), ("unknown_placeholder", "amount".to_owned()));
        assert_eq!(wrong(None, "Club"), ("missing_placeholder", "code".to_owned()));
        assert_eq!(wrong(None, "Club ##code##"), ("origin_line", String::new()));
        let kept = check(None, own("Club ##code##\r\n@play.example ###code##\n"), false).unwrap();
        assert_eq!(kept.text, "Club ##code##\n@play.example ###code##");
        assert_eq!((kept.dlt_template_id.as_deref(), kept.msg91_template_id), (Some("1107160"), None));
        let needed = check(confirmed, own("Club: ##court##"), true).unwrap_err();
        assert_eq!((needed[0].field, needed[0].wrong), ("msg91_template_id", "required"));
    }

    #[test]
    fn a_template_id_is_refused_for_its_length_or_a_hidden_character() {
        let wrong = |id: String| {
            let text = "Club ##code##\n@play.example ###code##";
            let typed = OwnText { dlt_template_id: Some(id), ..own(text) };
            let bad = check(None, typed, false).unwrap_err();
            bad.iter().map(|bad| (bad.field, bad.wrong)).collect::<Vec<_>>()
        };
        assert_eq!(wrong("1".repeat(61)), [("dlt_template_id", "length")]);
        assert_eq!(wrong("1107\u{200b}160".to_owned()), [("dlt_template_id", "hidden")]);
    }
}
