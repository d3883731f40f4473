//! Checks the keys of a text message provider without sending a message.

use reqwest::RequestBuilder;

use super::{
    MessagingSettings, MessagingSettingsError, Msg91, ProviderName, Twilio, deliver::ANSWER_LIMIT,
    registered_texts::RegisteredTexts,
};
use crate::http_client::{self, Answer, NoAnswer};

/// The result of checking our keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountCheck {
    /// The keys are valid. With the balance, if the provider reports it.
    Accepted(Option<String>),
    /// The keys are wrong, or the account is closed.
    Refused(String),
    /// The response is not clear, or there was none.
    Unclear(String),
}

/// Checks each configured provider, the first one first. `host` as in [`fn@super::connect`].
///
/// # Errors
/// [`MessagingSettingsError`] if a key of the settings is missing or invalid.
pub async fn check_accounts(
    settings: &MessagingSettings,
    host: &str,
) -> Result<Vec<(ProviderName, AccountCheck)>, MessagingSettingsError> {
    let texts = std::sync::Arc::new(RegisteredTexts::read(&settings.templates, host)?);
    let mut checked = Vec::new();
    for name in [Some(settings.provider), settings.second_provider].into_iter().flatten() {
        let check = match name {
            ProviderName::Msg91 => {
                let account = settings.msg91.as_ref().ok_or(MessagingSettingsError::Missing("msg91"))?;
                Msg91::new(account, settings.header.as_deref(), texts.clone())?.check_account().await
            }
            ProviderName::Twilio => {
                let account = settings.twilio.as_ref().ok_or(MessagingSettingsError::Missing("twilio"))?;
                Twilio::new(account, texts.clone())?.check_account().await
            }
        };
        checked.push((name, check));
    }
    Ok(checked)
}

/// Sends a request that changes nothing; `read` interprets the response.
pub(super) async fn request_account(
    request: RequestBuilder,
    read: impl FnOnce(&Answer) -> AccountCheck,
) -> AccountCheck {
    match http_client::send(request, ANSWER_LIMIT).await {
        Ok(answer) => read(&answer),
        Err(NoAnswer::NotSent(message) | NoAnswer::Unknown(message)) => AccountCheck::Unclear(message),
        Err(NoAnswer::TooLarge { status }) => {
            AccountCheck::Unclear(format!("status {status}, an answer too large to be read"))
        }
    }
}
