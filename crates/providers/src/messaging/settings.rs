//! Settings of text messages: providers and registrations.

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
    /// The provider that sends.
    pub provider: ProviderName,
    /// The provider that sends if the first one cannot.
    pub second_provider: Option<ProviderName>,
    /// The business's principal entity id in the telephone operators' registry. No API accepts it; it is for comparison with the
    /// provider's records.
    pub entity_id: Option<String>,
    /// The registered six-character sender ("header"), for MSG91, which without it uses the sender of its flow. The sender of Twilio is in
    /// [`MessagingSettings::twilio`].
    pub header: Option<String>,
    /// MSG91's account.
    pub msg91: Option<Msg91Settings>,
    /// Twilio's account.
    pub twilio: Option<TwilioSettings>,
    /// The registered texts.
    pub templates: Templates,
}

impl MessagingSettings {
    /// Whether MSG91 sends, as the first or as the second provider: then each text needs the id of a flow.
    pub fn uses_msg91(&self) -> bool {
        is_msg91_among(self.provider, self.second_provider)
    }
}

pub(super) fn is_msg91_among(first: ProviderName, second: Option<ProviderName>) -> bool {
    first == ProviderName::Msg91 || second == Some(ProviderName::Msg91)
}

/// One registered text for each message of this program.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Templates {
    /// [`super::Template::OneTimeCode`]; placeholders `##code##` and `##minutes##`.
    pub one_time_code: ApprovedTemplate,
    /// A court was booked; placeholders of this and the next four: `##venue##`, `##court##`, `##day##`, `##time##`,
    /// `##number##`. A notice without its table is not sent by text message, unless the operator has a text of its own for it.
    pub confirmed: Option<ApprovedTemplate>,
    /// The desk moved a booking to another court or time.
    pub moved: Option<ApprovedTemplate>,
    /// The game starts soon.
    pub reminder: Option<ApprovedTemplate>,
    /// The player or the desk cancelled.
    pub cancelled: Option<ApprovedTemplate>,
    /// The venue closed the court, and the player has nothing to choose.
    pub court_closed: Option<ApprovedTemplate>,
    /// The venue closed courts, and the player chooses; also `##until##`, and `##link##` once the link's address is registered.
    pub closure_offer: Option<ApprovedTemplate>,
    /// A refund was issued; placeholders of this and the next: `##amount##`, `##number##`.
    pub refund_issued: Option<ApprovedTemplate>,
    /// The payment provider has sent the refund.
    pub refund_done: Option<ApprovedTemplate>,
    /// The payment provider could not send the refund; placeholders of this and the next: `##amount##`, `##number##`.
    pub refund_failed: Option<ApprovedTemplate>,
    /// Staff gave the money of a failed refund back in another way.
    pub refund_settled: Option<ApprovedTemplate>,
    /// The password was changed; placeholders `##day##`, `##time##`.
    pub password_changed: Option<ApprovedTemplate>,
    /// The data of the account will be erased; placeholder `##day##`.
    pub erasure_asked: Option<ApprovedTemplate>,
    /// The data of the account will not be erased; no placeholders.
    pub erasure_undone: Option<ApprovedTemplate>,
}

/// A text and the ids it is registered under.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ApprovedTemplate {
    /// The text exactly as registered, with `##name##` placeholders. Absent: the default text for the brand and host.
    pub text: Option<String>,
    /// The template's id in the telephone operators' registry.
    pub dlt_template_id: Option<String>,
    /// The id of its MSG91 flow, which has the same placeholder names.
    pub msg91_template_id: Option<String>,
}

impl Templates {
    /// These templates, with a text for every notice.
    #[must_use]
    pub fn with_notices(self, of: impl Fn(Notice) -> ApprovedTemplate) -> Self {
        let some = |notice| Some(of(notice));
        Templates {
            one_time_code: self.one_time_code,
            confirmed: some(Notice::Confirmed),
            moved: some(Notice::Moved),
            reminder: some(Notice::Reminder),
            cancelled: some(Notice::Cancelled),
            court_closed: some(Notice::CourtClosed),
            closure_offer: some(Notice::ClosureOffer),
            refund_issued: some(Notice::RefundIssued),
            refund_done: some(Notice::RefundDone),
            refund_failed: some(Notice::RefundFailed),
            refund_settled: some(Notice::RefundSettled),
            password_changed: some(Notice::PasswordChanged),
            erasure_asked: some(Notice::ErasureAsked),
            erasure_undone: some(Notice::ErasureUndone),
        }
    }

    /// The notices with a table in the settings.
    pub fn notices(&self) -> impl Iterator<Item = (Notice, &ApprovedTemplate)> {
        let of = |notice| match notice {
            Notice::Confirmed => &self.confirmed,
            Notice::Moved => &self.moved,
            Notice::Reminder => &self.reminder,
            Notice::Cancelled => &self.cancelled,
            Notice::CourtClosed => &self.court_closed,
            Notice::ClosureOffer => &self.closure_offer,
            Notice::RefundIssued => &self.refund_issued,
            Notice::RefundDone => &self.refund_done,
            Notice::RefundFailed => &self.refund_failed,
            Notice::RefundSettled => &self.refund_settled,
            Notice::PasswordChanged => &self.password_changed,
            Notice::ErasureAsked => &self.erasure_asked,
            Notice::ErasureUndone => &self.erasure_undone,
        };
        Notice::ALL.iter().filter_map(move |notice| Some((*notice, of(*notice).as_ref()?)))
    }
}

/// Why no messenger could be built from the settings. The message names the key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MessagingSettingsError {
    /// A key is absent or empty.
    #[error("messaging.{0} is not set: add it, or choose another provider")]
    Missing(&'static str),
    /// A key has an invalid value.
    #[error("messaging.{key}: {message}")]
    Invalid {
        /// The key below `messaging`.
        key: &'static str,
        /// What is wrong with it.
        message: String,
    },
    /// A text would not be delivered or cannot be filled in.
    #[error("messaging.templates.{name}.text: {error}")]
    Text {
        /// The message that the text belongs to.
        name: &'static str,
        /// What is wrong with it.
        error: ApprovedTextError,
    },
    /// A text cannot be sent because the id of its flow is missing.
    #[error("messaging.templates.{0}.msg91_template_id is not set: write the id of its MSG91 flow")]
    MissingFlow(&'static str),
}
