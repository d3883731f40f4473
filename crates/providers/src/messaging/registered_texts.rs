//! The operator's copy of the registered texts: a text for each message, and the id of its MSG91 flow.

use std::collections::HashMap;

use sideout_domain::notice::Notice;

use super::{
    ApprovedTemplate, ApprovedText, ApprovedTextError, Fault, MessageError, MessagingSettingsError, Template,
    Templates, TextMessage,
};

/// A registered text, and the id of its MSG91 flow (empty if there is none).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisteredText {
    pub(super) text: ApprovedText,
    pub(super) flow: String,
}

impl RegisteredText {
    /// The text of a notice, or of the one-time code (`None`), as its operator registered it.
    ///
    /// # Errors
    /// [`ApprovedTextError`] if it would not be delivered or cannot be filled in.
    pub fn parse(notice: Option<Notice>, text: &str, flow: &str) -> Result<Self, ApprovedTextError> {
        let text = ApprovedText::parse(text.trim_end())?;
        match notice {
            Some(notice) => text.check_names(placeholders(notice))?,
            None => text.check_one_time_code()?,
        }
        Ok(RegisteredText { text, flow: flow.to_owned() })
    }
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
        let read = |notice: Option<Notice>, template: &ApprovedTemplate| {
            let flow = template.msg91_template_id.as_deref().unwrap_or_default().trim();
            let standard = || match notice {
                Some(notice) => ApprovedText::default_notice(notice),
                None => ApprovedText::default_one_time_code(host),
            };
            match &template.text {
                Some(text) => RegisteredText::parse(notice, text, flow),
                None => standard().map(|text| RegisteredText { text, flow: flow.to_owned() }),
            }
        };
        let one_time_code = read(None, &templates.one_time_code).map_err(wrong("one_time_code"))?;
        let mut notices = HashMap::new();
        for (notice, template) in templates.notices() {
            notices.insert(notice, read(Some(notice), template).map_err(wrong(notice.name()))?);
        }
        Ok(RegisteredTexts { one_time_code, notices })
    }

    /// The registered text of a message, its own one if it has one, and the message rendered with it.
    ///
    /// # Errors
    /// [`MessageError::Misconfigured`] if no text is registered for it, or if it has a value that the telephone operators
    /// would drop silently. `provider` is the name of the provider, for the error.
    pub(super) fn render<'a>(
        &'a self,
        provider: &'static str,
        message: &'a TextMessage,
    ) -> Result<(&'a RegisteredText, String), MessageError> {
        let refused = |reason: String| MessageError::Misconfigured(Fault::new(provider, &message.to, reason));
        let registered = match (&message.own_text, &message.template) {
            (Some(own), _) => &**own,
            (None, Template::OneTimeCode { .. }) => &self.one_time_code,
            (None, Template::Notice { notice, .. }) => self
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
pub(super) fn placeholders(notice: Notice) -> &'static [&'static str] {
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
            "sorry, ##venue## had to close ##court## on ##day##, ##time##. Order ##number## is cancelled; the app shows what goes back to you."
        }
        Notice::ClosureOffer => {
            "sorry, ##venue## closed ##court## on ##day##, ##time##. Choose another hour, or your money if you paid, in the app by ##until##."
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
    use crate::messaging::text_list::SAMPLES;

    #[test]
    fn every_notice_has_a_default_text_with_the_brand_in_one_segment() {
        let every = Templates::default().with_notices(|_| ApprovedTemplate::default());
        let texts = RegisteredTexts::read(&every, "play.example.in").unwrap();
        assert_eq!(texts.notices.len(), Notice::ALL.len());
        let values = SAMPLES.map(|(name, value)| (name, value.to_owned()));
        for (notice, registered) in &texts.notices {
            let text = registered.text.render("Club Vadodara", &values).unwrap();
            assert!(
                text.starts_with("Club Vadodara: ") && text.len() <= 160,
                "{notice}: {} {text}",
                text.len()
            );
            assert!(text.is_ascii(), "a character outside of ASCII halves the length of a segment: {text}");
        }
    }

    #[test]
    fn the_text_of_a_closed_court_does_not_promise_all_that_was_paid() {
        // Of a game that has begun, the desk may give back a share.
        assert!(!default_text(Notice::CourtClosed).contains("in full"));
    }

    #[test]
    fn a_message_is_rendered_with_the_text_that_the_operator_registered() {
        let texts = RegisteredTexts::read(&Templates::default(), "h.example").unwrap();
        let own =
            RegisteredText::parse(Some(Notice::RefundDone), "Club: ##amount## is back.\n", "77").unwrap();
        let template = Template::Notice {
            notice: Notice::RefundDone,
            values: vec![("amount", "Rs 720".to_owned())],
            useful_seconds: 60,
        };
        let message = TextMessage::new("+919876543210", "Club", template);
        assert!(texts.render("msg91", &message).is_err(), "the server has no text for it");
        let message = message.with_text(Some(own.into()));
        let (registered, text) = texts.render("msg91", &message).unwrap();
        assert_eq!((registered.flow.as_str(), text.as_str()), ("77", "Club: Rs 720 is back."));
        let unknown = RegisteredText::parse(Some(Notice::RefundDone), "##code##", "");
        assert_eq!(unknown, Err(ApprovedTextError::UnknownPlaceholder("code".to_owned())));
    }

    #[test]
    fn the_operators_page_shows_the_text_of_each_notice_as_it_is_to_be_registered() {
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
