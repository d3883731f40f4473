//! From settings to a messenger.

use std::sync::Arc;

use super::{
    Fallback, MessagingSettings, MessagingSettingsError, Msg91, ProviderName, TextMessenger, Twilio,
    approved_text::ApprovedText,
};

/// Builds the configured messenger: one provider, or two behind a [`Fallback`]. `brand` and `host` (no scheme, no port)
/// go into the default text of the code message. No connection is made yet.
pub fn connect(
    settings: &MessagingSettings,
    brand: &str,
    host: &str,
) -> Result<Arc<dyn TextMessenger>, MessagingSettingsError> {
    let text = settings.templates.one_time_code.one_time_code(brand, host)?;
    tracing::info!(
        provider = ?settings.provider,
        second_provider = ?settings.second_provider,
        entity_id = settings.entity_id,
        header = settings.header,
        dlt_template_id = settings.templates.one_time_code.dlt_template_id,
        text = ?text,
        "text messages are set up; entity, header, template id and text must equal the operators' registry"
    );
    let first = provider(settings.provider, settings, &text)?;
    match settings.second_provider {
        None => Ok(first),
        Some(second) if second == settings.provider => Err(MessagingSettingsError::Invalid {
            key: "second_provider",
            words: "must differ from messaging.provider".to_owned(),
        }),
        Some(second) => Ok(Arc::new(Fallback::new(first, provider(second, settings, &text)?))),
    }
}

fn provider(
    name: ProviderName,
    settings: &MessagingSettings,
    text: &ApprovedText,
) -> Result<Arc<dyn TextMessenger>, MessagingSettingsError> {
    match name {
        ProviderName::Msg91 => {
            let account = settings.msg91.as_ref().ok_or(MessagingSettingsError::Missing("msg91"))?;
            let flow = settings.templates.one_time_code.msg91_template_id.as_deref().unwrap_or_default();
            Ok(Arc::new(Msg91::new(account, flow, settings.header.as_deref(), text.clone())?))
        }
        ProviderName::Twilio => {
            let account = settings.twilio.as_ref().ok_or(MessagingSettingsError::Missing("twilio"))?;
            Ok(Arc::new(Twilio::new(account, text.clone())?))
        }
    }
}
