//! Builds the messenger from the settings.

use std::sync::Arc;

use super::{
    Fallback, MessagingSettings, MessagingSettingsError, Msg91, ProviderName, TextMessenger, Twilio,
    registered_texts::RegisteredTexts,
};

/// Builds the configured messenger: one provider, or two behind a [`Fallback`]. `host` (no scheme, no port) is used in
/// the default text of the code message, `brand` in the texts that are logged for comparison with the registry. No
/// connection is made yet.
///
/// # Errors
/// [`MessagingSettingsError`] if a key is missing, invalid or contradicts another one.
pub fn connect(
    settings: &MessagingSettings,
    brand: &str,
    host: &str,
) -> Result<Arc<dyn TextMessenger>, MessagingSettingsError> {
    let texts = Arc::new(RegisteredTexts::read(&settings.templates, host)?);
    tracing::info!(
        provider = ?settings.provider,
        second_provider = ?settings.second_provider,
        entity_id = settings.entity_id,
        header = settings.header,
        dlt_template_id = settings.templates.one_time_code.dlt_template_id,
        text = ?texts.one_time_code.text.for_brand(brand),
        "text messages are set up; entity, header, template id and text must equal the telephone operators' registry"
    );
    for (notice, template) in settings.templates.notices() {
        let text = texts.notices.get(&notice).map(|registered| registered.text.for_brand(brand));
        tracing::info!(%notice, dlt_template_id = template.dlt_template_id, ?text, "notice is sent by text message");
    }
    let first = provider(settings.provider, settings, &texts)?;
    match settings.second_provider {
        None => Ok(first),
        Some(second) if second == settings.provider => Err(MessagingSettingsError::Invalid {
            key: "second_provider",
            message: "must differ from messaging.provider".to_owned(),
        }),
        Some(second) => Ok(Arc::new(Fallback::new(first, provider(second, settings, &texts)?))),
    }
}

fn provider(
    name: ProviderName,
    settings: &MessagingSettings,
    texts: &Arc<RegisteredTexts>,
) -> Result<Arc<dyn TextMessenger>, MessagingSettingsError> {
    match name {
        ProviderName::Msg91 => {
            let account = settings.msg91.as_ref().ok_or(MessagingSettingsError::Missing("msg91"))?;
            Ok(Arc::new(Msg91::new(account, settings.header.as_deref(), texts.clone())?))
        }
        ProviderName::Twilio => {
            let account = settings.twilio.as_ref().ok_or(MessagingSettingsError::Missing("twilio"))?;
            Ok(Arc::new(Twilio::new(account, texts.clone())?))
        }
    }
}
