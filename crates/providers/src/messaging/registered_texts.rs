//! The operator's copy of the registered texts: a text for each message, and the id of its MSG91 flow.

use std::collections::HashMap;

use sideout_domain::notice::Notice;

use super::{
    ApprovedTemplate, ApprovedText, Fault, MessageError, MessagingSettingsError, Template, Templates,
    TextMessage,
};

/// A registered text, and the id of its MSG91 flow (empty if there is none).
#[derive(Debug, Clone)]
pub(super) struct RegisteredText {
    pub(super) text: ApprovedText,
    pub(super) flow: String,
}

/// The texts by message. The code's text always exists, a notice's only if its table is in the settings.
#[derive(Debug, Clone)]
pub(super) struct RegisteredTexts {
    pub(super) one_time_code: RegisteredText,
    pub(super) notices: HashMap<Notice, RegisteredText>,
}

impl RegisteredTexts {
    /// Reads and checks the texts of the settings; a table without a text means the default text for the brand that
    /// sends and for `host`.
    pub(super) fn read(templates: &Templates, host: &str) -> Result<Self, MessagingSettingsError> {
        let wrong = |name: &'static str| move |error| MessagingSettingsError::Text { name, error };
        let registered = |template: &ApprovedTemplate, text| RegisteredText {
            text,
            flow: template.msg91_template_id.clone().unwrap_or_default(),
        };
        let code = &templates.one_time_code;
        let text = match &code.text {
            Some(text) => ApprovedText::parse(text.trim_end())
                .and_then(|text| text.check_one_time_code().map(|()| text)),
            None => ApprovedText::default_one_time_code(host),
        };
        let one_time_code = registered(code, text.map_err(wrong("one_time_code"))?);
        let mut notices = HashMap::new();
        for (notice, template) in templates.notices() {
            let text = match &template.text {
                Some(text) => ApprovedText::parse(text.trim_end())
                    .and_then(|text| text.check_names(placeholders(notice)).map(|()| text)),
                None => ApprovedText::default_notice(notice),
            };
            notices.insert(notice, registered(template, text.map_err(wrong(notice.name()))?));
        }
        Ok(RegisteredTexts { one_time_code, notices })
    }

    /// The registered text of a message, and the message rendered with it.
    ///
    /// # Errors
    /// [`MessageError::Misconfigured`] if no text is registered for it, or if it has a value that the operators would
    /// drop silently. `provider` is the name of the provider, for the error.
    pub(super) fn render(
        &self,
        provider: &'static str,
        message: &TextMessage,
    ) -> Result<(&RegisteredText, String), MessageError> {
        let refused = |reason: String| MessageError::Misconfigured(Fault::new(provider, &message.to, reason));
        let registered = match &message.template {
            Template::OneTimeCode { .. } => &self.one_time_code,
            Template::Notice { notice, .. } => self
                .notices
                .get(notice)
                .ok_or_else(|| refused(format!("no text is registered for {notice}")))?,
        };
        let text = registered.text.render(&message.brand, &message.template.values()).map_err(|name| {
            refused(format!("the value of ##{name}## is missing or longer than the registry allows"))
        })?;
        Ok((registered, text))
    }
}

/// The placeholders that a notice's text may use.
fn placeholders(notice: Notice) -> &'static [&'static str] {
    match notice {
        Notice::Confirmed | Notice::Moved | Notice::Reminder | Notice::Cancelled | Notice::CourtClosed => {
            &["venue", "court", "day", "time", "number"]
        }
        Notice::ClosureOffer => &["venue", "court", "day", "time", "number", "until", "link"],
        Notice::RefundIssued | Notice::RefundDone | Notice::RefundFailed | Notice::RefundSettled => {
            &["amount", "number"]
        }
        Notice::PasswordChanged => &["day", "time"],
        Notice::ErasureAsked => &["day"],
        Notice::ErasureUndone => &[],
    }
}

/// The text after the brand's name (the registry requires the name). Both together fit one 160-character segment with
/// ordinary values.
pub(super) fn default_text(notice: Notice) -> &'static str {
    match notice {
        Notice::Confirmed => {
            "##court## is yours on ##day## at ##time##, ##venue##. Order ##number##. See you there!"
        }
        Notice::Moved => "your booking ##number## was moved: ##court## on ##day## at ##time##, ##venue##.",
        Notice::Reminder => "your game begins on ##day## at ##time##, ##court##, ##venue##. Have a good one!",
        Notice::Cancelled => "your booking ##number## at ##venue## on ##day##, ##time##, is cancelled.",
        Notice::CourtClosed => {
            "sorry, ##venue## had to close ##court## on ##day##, ##time##. Order ##number## is cancelled; what you paid goes back in full."
        }
        Notice::ClosureOffer => {
            "sorry, ##venue## closed ##court## on ##day##, ##time##. Choose another hour or your money in the app by ##until##."
        }
        Notice::RefundIssued => "##amount## for order ##number## is on its way back to you.",
        Notice::RefundDone => "##amount## for order ##number## has reached your bank.",
        Notice::RefundFailed => {
            "##amount## for order ##number## could not be sent back yet. We look after it and tell you as soon as you have it."
        }
        Notice::RefundSettled => "##amount## for order ##number## was given back to you by the venue.",
        Notice::PasswordChanged => {
            "your password was changed on ##day## at ##time##. If that was not you, reset it in the app now."
        }
        Notice::ErasureAsked => {
            "your account is locked and your data will be erased on ##day##. To keep it, call us before that day."
        }
        Notice::ErasureUndone => "your data will not be erased after all. You can sign in as before.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notice_has_a_default_text_with_the_brand_in_one_segment() {
        let every = Templates::default().with_notices(|_| ApprovedTemplate::default());
        let texts = RegisteredTexts::read(&every, "play.example.in").unwrap();
        assert_eq!(texts.notices.len(), Notice::ALL.len());
        for (notice, registered) in &texts.notices {
            let values = placeholders(*notice).iter().map(|name| {
                let value = match *name {
                    "venue" => "Riverside Arena",
                    "court" => "Court 3",
                    "day" => "Sun, 22 Nov",
                    "time" => "7:00 PM",
                    "number" => "4820193756",
                    "until" => "Mon, 6:24 PM",
                    _ => "Rs 720",
                };
                (*name, value.to_owned())
            });
            let text = registered.text.render("Club Vadodara", &values.collect::<Vec<_>>()).unwrap();
            assert!(
                text.starts_with("Club Vadodara: ") && text.len() <= 160,
                "{notice}: {} {text}",
                text.len()
            );
            assert!(text.is_ascii(), "one odd letter halves the segment: {text}");
        }
    }

    #[test]
    fn the_operators_page_shows_each_text_as_it_is_to_be_registered() {
        let page = include_str!("../../../../docs/OPERATING.md");
        for notice in Notice::ALL {
            let line = format!("| `{notice}` | `{{brand}}: {}` |", default_text(*notice));
            assert!(page.contains(&line), "{line}");
        }
    }

    #[test]
    fn a_notice_without_a_table_has_no_text_and_a_wrong_one_is_named() {
        let texts = RegisteredTexts::read(&Templates::default(), "h.example").unwrap();
        assert!(texts.notices.is_empty());
        let template = ApprovedTemplate { text: Some("##code##".to_owned()), ..ApprovedTemplate::default() };
        let templates = Templates { refund_done: Some(template), ..Templates::default() };
        let refused = RegisteredTexts::read(&templates, "h.example").unwrap_err();
        assert_eq!(
            refused.to_string(),
            "messaging.templates.refund_done.text: the text has ##code##, which is no value of this message: remove it"
        );
    }
}
