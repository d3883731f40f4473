//! Lists the messages to players: text messages with their registered template ids, and mails.

use std::sync::Arc;

use sideout_domain::{
    notice::{Channel, Notice},
    staff::Permission,
};
pub use sideout_providers::messaging::ListedText;
use sideout_providers::messaging::TextList;

use super::read_set_up::{BrandSetUp, ReadSetUpError, find_set_up};
use crate::{
    App,
    notices::sample_mail::sample_mail,
    platform::{brand::Brand, own_texts::own_text},
    steps::audited::Actor,
};

/// The texts and mails of a brand.
#[derive(Debug, Clone)]
pub struct BrandTexts {
    /// The operator's name, which replaces `##brand##` in a text of the settings.
    pub name: String,
    /// The version of the brand.
    pub version: i64,
    /// The texts of the settings, and their sender.
    pub list: Arc<TextList>,
    /// The texts in force: the operator's own, and those of the settings where there is none.
    pub texts: Vec<TextInForce>,
    /// Each notice as a mail.
    pub mails: Vec<ListedMail>,
}

/// The text of a message. Players get it only if [`ListedText::is_set`]: a notice without a text of the operator or of the settings is
/// listed with the default text, which is not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextInForce {
    /// The text.
    pub text: ListedText,
    /// Whether it is the operator's own.
    pub is_own: bool,
    /// The text of the settings, if there is one and the operator's own replaces it.
    pub replaced: Option<ListedText>,
}

/// A mail with sample values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedMail {
    /// The notice that it tells.
    pub notice: Notice,
    /// Whether it is sent.
    pub is_sent: bool,
    /// Its subject.
    pub subject: String,
    /// Its text, for mail programs that do not show HTML.
    pub body: String,
}

/// The texts and mails to players.
///
/// # Errors
/// [`ReadSetUpError`].
pub async fn list_texts(app: &App, actor: &Actor) -> Result<BrandTexts, ReadSetUpError> {
    actor.check(Permission::SetupRead, app.clock.now())?;
    // Not the cached brand: its version may be an old one, and a change that names an old version is refused.
    let BrandSetUp { brand, version, .. } = app.store.read((), |tx, ()| Box::pin(find_set_up(tx))).await?;
    let brand = Arc::new(brand);
    let channels = &app.notification_channels;
    let listed = |notice: Notice| {
        let mail = sample_mail(notice, &brand, &app.settings)?;
        let is_sent = channels.channels(notice).contains(&Channel::Mail);
        Some(ListedMail { notice, is_sent, subject: mail.subject, body: mail.text })
    };
    let mails = Notice::ALL.iter().copied().filter_map(listed).collect();
    let list = channels.text_list.clone();
    let texts = list.texts.iter().map(|text| in_force(text, &brand)).collect();
    Ok(BrandTexts { name: brand.name.clone(), version, list, texts, mails })
}

fn in_force(text: &ListedText, brand: &Brand) -> TextInForce {
    match (brand.texts.get(text.name()), own_text(brand, text.notice)) {
        (Some(own), Some(registered)) => TextInForce {
            text: text.with_own(&registered, own.dlt_template_id.as_deref()),
            is_own: true,
            replaced: text.is_set.then(|| text.clone()),
        },
        _ => TextInForce { text: text.clone(), is_own: false, replaced: None },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use sideout_providers::messaging::{ApprovedTemplate, MessagingSettings, Templates};

    use super::*;
    use crate::platform::brand::OwnText;

    #[test]
    fn an_own_text_replaces_no_text_of_settings_that_have_none() {
        let settings = MessagingSettings {
            templates: Templates { confirmed: Some(ApprovedTemplate::default()), ..Templates::default() },
            ..MessagingSettings::default()
        };
        let list = TextList::read(&settings, "play.example.in").unwrap();
        let own =
            OwnText { text: "Club: ##court##.".to_owned(), dlt_template_id: None, msg91_template_id: None };
        let texts = BTreeMap::from(["confirmed", "moved"].map(|name| (name.to_owned(), own.clone())));
        let brand = Brand { texts, ..Brand::default() };
        let shown = |notice: Notice| {
            let text = list.texts.iter().find(|text| text.notice == Some(notice)).unwrap();
            let TextInForce { text, is_own, replaced } = in_force(text, &brand);
            (text.is_set, is_own, replaced.is_some())
        };
        assert_eq!(shown(Notice::Confirmed), (true, true, true));
        assert_eq!(shown(Notice::Moved), (true, true, false), "without it no text would be sent");
        assert_eq!(shown(Notice::Reminder), (false, false, false));
    }
}
