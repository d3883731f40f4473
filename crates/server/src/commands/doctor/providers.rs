//! The findings about pictures, mail and text messages: whether their providers accept the settings.

use sideout_providers::{
    images::ImageStore,
    mail::{MailError, SmtpRelay},
    messaging::{self, AccountCheck, ProviderName},
};

use super::finding::{Finding, fine, warning, wrong};
use crate::{public_url::host_of, settings::ServerSettings};

/// Whether stored pictures can be read.
pub(super) async fn pictures(settings: &ServerSettings) -> Finding {
    let place = match &settings.images.bucket {
        Some(bucket) => format!("bucket {}", bucket.name),
        None => settings.images.folder.display().to_string(),
    };
    let images = match ImageStore::open(&settings.images) {
        Ok(images) => images,
        Err(error) => return wrong("images", error.to_string()),
    };
    match images.check().await {
        Ok(()) => fine("images", format!("{place} can be read")),
        Err(error) => wrong("images", format!("{place}: {error}")),
    }
}

/// Whether the mail relay accepts the connection and, if the settings have a user, the sign-in. It sends nothing, so it does
/// not find out that the relay refuses the sender.
pub(super) async fn mail(settings: &ServerSettings) -> Finding {
    let Some(mail) = &settings.mail else {
        return warning(
            "mail",
            "there is no [mail] table: players get text messages only, where a text is set up; add it to send mail",
        );
    };
    let relay = match SmtpRelay::new(mail) {
        Ok(relay) => relay,
        Err(error) => return wrong("mail", error.to_string()),
    };
    match relay.check().await {
        Ok(()) => {
            let accepted =
                if mail.user.is_some() { "the connection and the sign-in" } else { "the connection" };
            fine("mail", format!("{} accepts {accepted}; the sender was not tried", mail.host))
        }
        Err(error @ MailError::Misconfigured(_)) => {
            wrong("mail", format!("{}: {error}; correct the [mail] table", mail.host))
        }
        // Only the reason is shown: the whole error says that an e-mail may have been sent, and this sends none.
        Err(MailError::Unavailable(why) | MailError::Unknown(why) | MailError::BadAddress(why)) => warning(
            "mail",
            format!(
                "{} could not be tried ({why}): try again, and if it does not answer, check that outgoing connections are allowed",
                mail.host
            ),
        ),
    }
}

/// Whether codes can be sent: asks each provider whether our keys are valid.
pub(super) async fn texts(settings: &ServerSettings) -> Vec<Finding> {
    let host = host_of(&settings.business.public_url).unwrap_or_else(|_| "localhost".to_owned());
    let checked = match messaging::check_accounts(&settings.messaging, &host).await {
        Ok(checked) => checked,
        Err(error) => return vec![wrong("messaging", format!("{error}: players cannot join without codes"))],
    };
    let mut findings: Vec<Finding> =
        checked.into_iter().map(|(provider, check)| account(provider, check)).collect();
    if settings.messaging.second_provider.is_none() {
        let message = format!(
            "there is no messaging.second_provider: players get no codes while {} fails; add one",
            settings.messaging.provider
        );
        findings.push(warning("messaging", message));
    }
    findings
}

fn account(provider: ProviderName, check: AccountCheck) -> Finding {
    match check {
        AccountCheck::Accepted(None) => fine("messaging", format!("{provider} accepts the keys")),
        AccountCheck::Accepted(Some(balance)) if is_used_up(&balance) => warning(
            "messaging",
            format!(
                "{provider} accepts the key, but the balance is {balance}: top it up, or send yourself a code if the account is billed \
                 later"
            ),
        ),
        AccountCheck::Accepted(Some(balance)) => {
            fine("messaging", format!("{provider} accepts the key; balance {balance}"))
        }
        AccountCheck::Refused(answer) => wrong(
            "messaging",
            format!(
                "{provider} refuses the keys ({answer}), so players get no codes through it; correct them under [messaging]"
            ),
        ),
        AccountCheck::Unclear(answer) => warning(
            "messaging",
            format!("the keys of {provider} could not be tried ({answer}): send yourself a code"),
        ),
    }
}

/// Whether less than one is left of a balance, which is digits with or without a point.
fn is_used_up(balance: &str) -> bool {
    let whole = balance.split('.').next().unwrap_or_default();
    whole.bytes().all(|digit| digit == b'0')
}

#[cfg(test)]
mod tests {
    use super::{super::finding::Verdict, *};

    #[test]
    fn a_balance_of_nothing_is_a_warning() {
        let verdict = |balance: &str| {
            account(ProviderName::Msg91, AccountCheck::Accepted(Some(balance.to_owned()))).verdict
        };
        for balance in ["0", "0.00", "0.4"] {
            assert_eq!(verdict(balance), Verdict::Warning, "{balance}");
        }
        for balance in ["1", "9800", "10.5"] {
            assert_eq!(verdict(balance), Verdict::Fine, "{balance}");
        }
    }
}
