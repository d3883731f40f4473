//! The texts of all messages with the ids under which they are registered.

use sideout_domain::notice::Notice;

use super::{
    ApprovedTemplate, ApprovedText, MessagingSettings, MessagingSettingsError, ProviderName,
    registered_texts::{RegisteredText, RegisteredTexts, placeholders},
    settings::is_msg91_among,
};

/// The texts, and the sender they are registered for. Holds no secret.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextList {
    /// The provider that sends.
    pub provider: ProviderName,
    /// The provider that sends if the first one cannot.
    pub second_provider: Option<ProviderName>,
    /// The business's entity id in the telephone operators' registry.
    pub entity_id: Option<String>,
    /// The registered sender.
    pub header: Option<String>,
    /// The code's text first, then each notice's.
    pub texts: Vec<ListedText>,
}

/// A text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedText {
    /// The notice; `None`: the one-time code.
    pub notice: Option<Notice>,
    /// Whether its table is in the settings, or the operator has a text of its own; always for the one-time code.
    pub is_set: bool,
    /// Its id in the telephone operators' registry.
    pub dlt_template_id: Option<String>,
    /// The id of its MSG91 flow.
    pub msg91_template_id: Option<String>,
    text: ApprovedText,
}

impl TextList {
    /// Reads the texts of the settings; the default text if a notice has none. `host` as for [`super::connect()`].
    ///
    /// # Errors
    /// [`MessagingSettingsError`] if a text would not be delivered or cannot be filled in.
    pub fn read(settings: &MessagingSettings, host: &str) -> Result<Self, MessagingSettingsError> {
        let registered = RegisteredTexts::read(&settings.templates, host)?;
        let listed = |notice, template: Option<&ApprovedTemplate>, text| {
            let given = |id: &Option<String>| id.clone().filter(|id| !id.trim().is_empty());
            ListedText {
                notice,
                is_set: template.is_some(),
                dlt_template_id: template.and_then(|template| given(&template.dlt_template_id)),
                msg91_template_id: template.and_then(|template| given(&template.msg91_template_id)),
                text,
            }
        };
        let mut texts = vec![listed(
            None,
            Some(&settings.templates.one_time_code),
            registered.one_time_code.text.clone(),
        )];
        for notice in Notice::ALL.iter().copied() {
            let template =
                settings.templates.notices().find(|(one, _)| *one == notice).map(|(_, template)| template);
            let text = match registered.notices.get(&notice) {
                Some(registered) => registered.text.clone(),
                None => ApprovedText::default_notice(notice)
                    .map_err(|error| MessagingSettingsError::Text { name: notice.name(), error })?,
            };
            texts.push(listed(Some(notice), template, text));
        }
        Ok(TextList {
            provider: settings.provider,
            second_provider: settings.second_provider,
            entity_id: settings.entity_id.clone(),
            header: settings.header.clone(),
            texts,
        })
    }

    /// As [`MessagingSettings::uses_msg91`].
    pub fn uses_msg91(&self) -> bool {
        is_msg91_among(self.provider, self.second_provider)
    }
}

/// For each placeholder a value like that of a real message.
pub(super) const SAMPLES: [(&str, &str); 10] = [
    ("venue", "Riverside Arena"),
    ("court", "Court 3"),
    ("day", "Sun, 22 Nov"),
    ("time", "7:00 PM"),
    ("number", "4820193756"),
    ("until", "Mon, 6:24 PM"),
    ("link", "https://play.example.in/r/1"),
    ("amount", "Rs 720"),
    ("code", "481920"),
    ("minutes", "10"),
];

impl ListedText {
    /// Its name: that of the notice, or `one_time_code`.
    pub fn name(&self) -> &'static str {
        self.notice.map_or("one_time_code", |notice| notice.name())
    }

    /// This text replaced by the operator's own.
    pub fn with_own(&self, own: &RegisteredText, dlt_template_id: Option<&str>) -> Self {
        ListedText {
            notice: self.notice,
            is_set: true,
            dlt_template_id: dlt_template_id.map(str::to_owned),
            msg91_template_id: Some(own.flow.clone()).filter(|flow| !flow.is_empty()),
            text: own.text.clone(),
        }
    }

    /// The text as this brand registers it, with its placeholders.
    pub fn text(&self, brand: &str) -> String {
        self.text.for_brand(brand).to_string()
    }

    /// The placeholders that it may have, with values like those of a real message.
    pub fn placeholders(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        let names = self.notice.map_or(&["code", "minutes"][..], placeholders);
        SAMPLES.into_iter().filter(|(name, _)| names.contains(name))
    }

    /// The text as a player of this brand reads it, with values like those of a real message.
    pub fn render_sample(&self, brand: &str) -> String {
        let samples = SAMPLES.map(|(name, value)| (name, value.to_owned()));
        // `SAMPLES` has each placeholder that a text may have: `every_text_is_listed_with_its_sample_and_ids`.
        self.text.render(brand, &samples).unwrap_or_else(|_| self.text.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messaging::Templates;

    #[test]
    fn every_text_is_listed_with_its_sample_and_ids() {
        let template = ApprovedTemplate {
            dlt_template_id: Some("1107160".to_owned()),
            msg91_template_id: Some(" ".to_owned()),
            ..ApprovedTemplate::default()
        };
        let settings = MessagingSettings {
            templates: Templates { confirmed: Some(template), ..Templates::default() },
            ..MessagingSettings::default()
        };
        let list = TextList::read(&settings, "play.example.in").unwrap();
        assert_eq!(list.texts.len(), 1 + Notice::ALL.len());
        assert!(list.texts.iter().all(|text| !text.render_sample("Club").contains("##")));
        for text in &list.texts {
            let fill = |text: String, (name, value)| text.replace(&format!("##{name}##"), value);
            let filled = text.placeholders().fold(text.text("Club"), fill);
            assert_eq!(filled, text.render_sample("Club"), "the placeholders are all that it has");
        }
        let confirmed = list.texts.iter().find(|text| text.notice == Some(Notice::Confirmed)).unwrap();
        assert_eq!((confirmed.is_set, confirmed.msg91_template_id.as_deref()), (true, None));
        assert_eq!(
            confirmed.render_sample("Club"),
            "Club: Court 3 is yours on Sun, 22 Nov at 7:00 PM, Riverside Arena. Order 4820193756. See you there!"
        );
        let moved = list.texts.iter().find(|text| text.notice == Some(Notice::Moved)).unwrap();
        assert!(!moved.is_set && moved.dlt_template_id.is_none());
    }
}
