//! Which provider sends, under which registration.

use std::fmt;

use sideout_domain::notice::Notice;

use super::{approved_text::ApprovedTextError, msg91::Msg91Settings, twilio::TwilioSettings};

/// A provider of text messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ProviderName {
    /// MSG91's Flow API.
    #[default]
    Msg91,
    /// Twilio's Messages API.
    Twilio,
}

impl fmt::Display for ProviderName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ProviderName::Msg91 => "MSG91",
            ProviderName::Twilio => "Twilio",
        })
    }
}

/// The `[messaging]` table of the settings file.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MessagingSettings {
    /// Who sends.
    pub provider: ProviderName,
    /// Who sends when the first one cannot, and from a person's third request for a code on.
    pub second_provider: Option<ProviderName>,
    /// The business's principal entity id in the operators' registry. No API takes it; it is logged at start, to be
    /// compared with what the provider has on file.
    pub entity_id: Option<String>,
    /// The registered six-character sender ("header"). Without it MSG91 uses the one its flow was made with.
    pub header: Option<String>,
    /// MSG91's account.
    pub msg91: Option<Msg91Settings>,
    /// Twilio's account.
    pub twilio: Option<TwilioSettings>,
    /// The registered texts.
    pub templates: Templates,
}

/// One registered text for each message the product sends.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Templates {
    /// [`super::Template::OneTimeCode`]; placeholders `##code##` and `##minutes##`.
    pub one_time_code: ApprovedTemplate,
    /// A court was booked; placeholders of this and the next three: `##venue##`, `##court##`, `##day##`, `##time##`,
    /// `##number##`. A notice without its table is not told by text message.
    pub confirmed: Option<ApprovedTemplate>,
    /// The game begins soon.
    pub reminder: Option<ApprovedTemplate>,
    /// The player cancelled.
    pub cancelled: Option<ApprovedTemplate>,
    /// The venue closed the court.
    pub court_closed: Option<ApprovedTemplate>,
    /// Money is on its way back; placeholders of this and the next: `##amount##`, `##number##`.
    pub refund_issued: Option<ApprovedTemplate>,
    /// The bank has it.
    pub refund_done: Option<ApprovedTemplate>,
    /// The account has another password; placeholders `##day##`, `##time##`.
    pub password_changed: Option<ApprovedTemplate>,
}

/// A text and the numbers it is registered under.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ApprovedTemplate {
    /// The text exactly as registered, with `##name##` placeholders. Absent: the default text for the brand and host.
    pub text: Option<String>,
    /// Its id in the operators' registry, logged at start like the entity id.
    pub dlt_template_id: Option<String>,
    /// The id of the MSG91 flow that was made from it, with the same placeholder names.
    pub msg91_template_id: Option<String>,
}

impl Templates {
    /// These, and a text for every notice.
    #[must_use]
    pub fn with_notices(self, of: impl Fn(Notice) -> ApprovedTemplate) -> Self {
        let some = |notice| Some(of(notice));
        Templates {
            one_time_code: self.one_time_code,
            confirmed: some(Notice::Confirmed),
            reminder: some(Notice::Reminder),
            cancelled: some(Notice::Cancelled),
            court_closed: some(Notice::CourtClosed),
            refund_issued: some(Notice::RefundIssued),
            refund_done: some(Notice::RefundDone),
            password_changed: some(Notice::PasswordChanged),
        }
    }

    /// The notices whose texts are registered; no other is told by text message.
    pub fn notices(&self) -> impl Iterator<Item = (Notice, &ApprovedTemplate)> {
        let of = |notice| match notice {
            Notice::Confirmed => &self.confirmed,
            Notice::Reminder => &self.reminder,
            Notice::Cancelled => &self.cancelled,
            Notice::CourtClosed => &self.court_closed,
            Notice::RefundIssued => &self.refund_issued,
            Notice::RefundDone => &self.refund_done,
            Notice::PasswordChanged => &self.password_changed,
        };
        Notice::ALL.iter().filter_map(move |notice| Some((*notice, of(*notice).as_ref()?)))
    }
}

/// Why no messenger could be made from the settings. The words name the key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MessagingSettingsError {
    /// A key is absent or empty.
    #[error("messaging.{0} is not set")]
    Missing(&'static str),
    /// A key holds something that cannot be used.
    #[error("messaging.{key}: {words}")]
    Invalid {
        /// The key below `messaging`.
        key: &'static str,
        /// What is wrong with it.
        words: String,
    },
    /// A text would not be delivered or could not be filled in.
    #[error("messaging.templates.{name}.text: {error}")]
    Text {
        /// Which message's.
        name: &'static str,
        /// What is wrong with it.
        error: ApprovedTextError,
    },
    /// A text cannot be sent for want of its number.
    #[error("messaging.templates.{0}.msg91_template_id is not set")]
    MissingFlow(&'static str),
}
