//! The operator's own texts of messages, which replace those of the server's settings.

use std::sync::Arc;

use sideout_domain::notice::Notice;
use sideout_providers::messaging::{ApprovedTextError, RegisteredText};

use super::{
    brand::{Brand, OwnText},
    notification_channels::NotificationChannels,
};

/// The name of the text with a one-time code.
pub const ONE_TIME_CODE: &str = "one_time_code";

/// The name of a text: that of a notice, or of the one-time code (`None`).
pub fn text_name(notice: Option<Notice>) -> &'static str {
    notice.map_or(ONE_TIME_CODE, Notice::name)
}

/// The names of all texts, with their notices.
pub fn text_names() -> impl Iterator<Item = (Option<Notice>, &'static str)> {
    let all = std::iter::once(None).chain(Notice::ALL.iter().copied().map(Some));
    all.map(|notice| (notice, text_name(notice)))
}

impl OwnText {
    /// The text as it is sent.
    ///
    /// # Errors
    /// [`ApprovedTextError`] if it would not be delivered or cannot be filled in.
    pub fn registered(&self, notice: Option<Notice>) -> Result<RegisteredText, ApprovedTextError> {
        let flow = self.msg91_template_id.as_deref().unwrap_or_default();
        RegisteredText::parse(notice, &self.text, flow)
    }
}

/// The operator's own text of a message; `None`: that of the settings is sent. A text that this program cannot fill in is ignored:
/// another version of the program may have written it.
pub(crate) fn own_text(brand: &Brand, notice: Option<Notice>) -> Option<Arc<RegisteredText>> {
    brand.texts.get(text_name(notice))?.registered(notice).ok().map(Arc::new)
}

/// The names of the operator's own texts without a flow of MSG91, which refuses them.
pub fn names_without_flow(brand: &Brand) -> Vec<&str> {
    let without = brand.texts.iter().filter(|(_, own)| {
        let flow = own.msg91_template_id.as_deref().unwrap_or_default();
        flow.trim().is_empty()
    });
    without.map(|(name, _)| name.as_str()).collect()
}

/// Whether the operator has a text of its own for this notice that can be filled in.
pub fn has_own_text(brand: &Brand, notice: Notice) -> bool {
    own_text(brand, Some(notice)).is_some()
}

impl NotificationChannels {
    /// These channels with the operator's own texts.
    #[must_use]
    pub fn with_texts_of(&self, brand: &Brand) -> Self {
        let own = Notice::ALL.iter().copied().filter(|notice| has_own_text(brand, *notice));
        let registered = self.registered.iter().copied().chain(own).collect();
        NotificationChannels { registered, ..self.clone() }
    }
}
