//! Asks a text message provider whether it knows our keys, without sending anything: for `sideout doctor`.

use reqwest::{Client, RequestBuilder};

use super::{
    MessagingSettings, MessagingSettingsError, Msg91, ProviderName, Twilio, msg91::ANSWER_LIMIT,
    registered_texts::RegisteredTexts,
};
use crate::http_client::{self, Answer, NoAnswer};

/// What a provider says to our keys. The words hold no key and no number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountCheck {
    /// They are right. With the balance, where the provider tells it.
    Accepted(Option<String>),
    /// They are wrong, or the account is closed: no message will go out.
    Refused(String),
    /// The answer does not tell, or there was none.
    Unclear(String),
}

/// Asks each configured provider, the first one first. `host` as in [`super::connect`].
///
/// # Errors
/// A key of the settings that cannot be used; nothing was asked then.
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

/// Sends a request that changes nothing and has its answer read by `read`.
pub(super) async fn ask(
    client: &Client,
    request: RequestBuilder,
    read: impl FnOnce(&Answer) -> AccountCheck,
) -> AccountCheck {
    let answer = match request.build() {
        Ok(request) => http_client::send(client, request, ANSWER_LIMIT).await,
        Err(error) => Err(NoAnswer::NotSent(error.without_url().to_string())),
    };
    match answer {
        Ok(answer) => read(&answer),
        Err(NoAnswer::NotSent(words) | NoAnswer::Unknown(words)) => AccountCheck::Unclear(words),
        Err(NoAnswer::TooLarge { status }) => {
            AccountCheck::Unclear(format!("status {status}, an answer too large to be read"))
        }
    }
}
