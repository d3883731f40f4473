//! Finds settings that replace a provider's own address, usually by a sandbox in a rehearsal.

use sideout_providers::{
    messaging::{Msg91Settings, TwilioSettings},
    payments::RazorpaySettings,
};

use crate::settings::ServerSettings;

/// A setting with another address than the provider's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StandIn {
    /// The key in the settings.
    pub(crate) key: &'static str,
    /// The address.
    pub(crate) url: String,
    /// What a sandbox at this address does not do, as a clause of the message.
    pub(crate) consequence: &'static str,
}

/// The settings with another address than the provider's own.
pub(crate) fn stand_ins(settings: &ServerSettings) -> Vec<StandIn> {
    let (messaging, razorpay) = (&settings.messaging, &settings.payments.razorpay);
    let msg91 = messaging.msg91.as_ref().map(|account| account.base_url.as_str());
    let twilio = messaging.twilio.as_ref().map(|account| account.base_url.as_str());
    let api = razorpay.as_ref().map(|account| account.base_url.as_str());
    let script = razorpay.as_ref().map(|account| account.script_url.as_str());
    let no_text = "no phone gets a text from it";
    let no_money = "no money is moved by it";
    [
        ("messaging.msg91.base_url", msg91, Msg91Settings::OWN_URL, no_text),
        ("messaging.twilio.base_url", twilio, TwilioSettings::OWN_URL, no_text),
        ("payments.razorpay.base_url", api, RazorpaySettings::OWN_URL, no_money),
        ("payments.razorpay.script_url", script, RazorpaySettings::OWN_SCRIPT_URL, no_money),
    ]
    .into_iter()
    .filter_map(|(key, url, own, consequence)| {
        let url = url.filter(|url| url.trim_end_matches('/') != own)?;
        Some(StandIn { key, url: url.to_owned(), consequence })
    })
    .collect()
}

impl std::fmt::Display for StandIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let StandIn { key, url, consequence } = self;
        write!(
            f,
            "{key} is {url}, not the provider's own address: where that is a sandbox, {consequence}; leave the key out for real \
             players"
        )
    }
}

#[cfg(test)]
mod tests {
    use sideout_providers::Secret;

    use super::*;

    #[test]
    fn an_address_that_is_not_the_providers_own_is_reported_with_its_key() {
        let mut settings = ServerSettings::standard();
        assert_eq!(stand_ins(&settings), []);
        settings.messaging.msg91 = Some(Msg91Settings {
            base_url: format!("{}/", Msg91Settings::OWN_URL),
            auth_key: Secret::new("key"),
            timeout_ms: 1,
        });
        let account = |base_url: &str, script_url: &str| RazorpaySettings {
            base_url: base_url.to_owned(),
            script_url: script_url.to_owned(),
            key_id: "rzp_test_1".to_owned(),
            key_secret: Secret::new("key"),
            webhook_secret: Secret::new("another"),
            previous_webhook_secret: None,
            capture: Default::default(),
            timeout_ms: 1,
        };
        let own = account(RazorpaySettings::OWN_URL, RazorpaySettings::OWN_SCRIPT_URL);
        settings.payments.razorpay = Some(own);
        assert_eq!(stand_ins(&settings), [], "with or without a slash at its end");
        settings.messaging.msg91.as_mut().unwrap().base_url = "http://127.0.0.1:8081".to_owned();
        let elsewhere = account(RazorpaySettings::OWN_URL, "http://127.0.0.1:8081/v1/checkout.js");
        settings.payments.razorpay = Some(elsewhere);
        let messages: Vec<String> = stand_ins(&settings).iter().map(ToString::to_string).collect();
        assert_eq!(messages.len(), 2, "{messages:?}");
        assert!(
            messages[0].starts_with("messaging.msg91.base_url is http://127.0.0.1:8081,"),
            "{messages:?}"
        );
        assert!(messages[0].contains("no phone gets a text"), "{messages:?}");
        assert!(
            messages[1].starts_with("payments.razorpay.script_url is http://127.0.0.1:8081/v1"),
            "{messages:?}"
        );
        assert!(messages[1].contains("no money is moved"), "{messages:?}");
    }
}
