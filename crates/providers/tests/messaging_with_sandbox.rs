//! Both adapters against the sandbox, over real HTTP.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up shall fail")]

use std::{future::pending, net::SocketAddr, sync::Arc};

use serde_json::Value;
use sideout_domain::notice::Notice;
use sideout_providers::{
    Secret,
    messaging::{
        self, Acceptance, AccountCheck, MessageError, MessagingSettings, MessagingSettingsError,
        Msg91Settings, ProviderName, Template, TextMessage, TextMessenger, TwilioSettings, check_accounts,
        connect,
    },
};
use sideout_sandbox::{ApprovedTemplate, SandboxSettings};
use sideout_testkit_http::HttpClient;
use tokio::net::TcpListener;

const PLAYER: &str = "+919876543210";
const BRAND: &str = "Baroda Pickleball Club";
const REGISTERED: &str = "##code## is your Baroda Pickleball Club code. It works for ##minutes## minutes. Do not share it with anyone.\n\n@play.example.in ###code##";

struct MessagingSandbox {
    address: SocketAddr,
}

impl MessagingSandbox {
    async fn new() -> Self {
        let sandbox = SandboxSettings {
            templates: vec![ApprovedTemplate { id: "flow-code".to_owned(), text: REGISTERED.to_owned() }],
            ..SandboxSettings::default()
        };
        Self::with(sandbox).await
    }

    async fn with(sandbox: SandboxSettings) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(sideout_sandbox::serve(listener, sandbox, pending()));
        MessagingSandbox { address }
    }

    fn settings(&self, provider: ProviderName) -> MessagingSettings {
        settings(self.address, provider)
    }

    fn messenger(&self, provider: ProviderName) -> Arc<dyn TextMessenger> {
        connect(&self.settings(provider), BRAND, "play.example.in").unwrap()
    }

    async fn inbox(&self, phone: &str) -> Vec<Value> {
        let path = format!("/inbox?to={}", phone.replace('+', "%2B"));
        HttpClient::at(self.address).get(path).await.success().as_array().unwrap().clone()
    }
}

fn settings(address: SocketAddr, provider: ProviderName) -> MessagingSettings {
    let mut settings = MessagingSettings {
        provider,
        msg91: Some(Msg91Settings {
            base_url: format!("http://{address}"),
            auth_key: Secret::new("sandbox-auth-key"),
            timeout_ms: 5_000,
        }),
        twilio: Some(TwilioSettings {
            base_url: format!("http://{address}/"),
            account_sid: "AC00000000000000000000000000000000".to_owned(),
            api_key_sid: None,
            auth_token: Secret::new("sandbox-auth-token"),
            from: Some("+14155550100".to_owned()),
            messaging_service_sid: None,
            timeout_ms: 5_000,
        }),
        ..MessagingSettings::default()
    };
    settings.templates.one_time_code.msg91_template_id = Some("flow-code".to_owned());
    settings
}

fn code_to(phone: &str, code: &str) -> TextMessage {
    TextMessage::new(phone, BRAND, Template::OneTimeCode { code: code.to_owned(), minutes: 10 })
}

const BOTH: [ProviderName; 2] = [ProviderName::Msg91, ProviderName::Twilio];

#[tokio::test]
async fn a_code_arrives_in_the_registered_text_through_either_provider() {
    let fixture = MessagingSandbox::new().await;
    for (provider, code) in BOTH.into_iter().zip(["482019", "770031"]) {
        let accepted = fixture.messenger(provider).send(&code_to(PLAYER, code)).await.unwrap();
        assert!(accepted.id.is_some());
        let newest = &fixture.inbox(PLAYER).await[0];
        assert_eq!(newest["code"], code);
        let message = format!(
            "{code} is your Baroda Pickleball Club code. It works for 10 minutes. Do not share it with anyone.\n\n@play.example.in #{code}"
        );
        assert_eq!(newest["text"], message);
    }
    assert_eq!(fixture.inbox(PLAYER).await.len(), 2);
    assert!(fixture.inbox("+919876543211").await.is_empty());
}

#[tokio::test]
async fn keys_are_checked_without_sending_a_message() {
    let fixture = MessagingSandbox::new().await;
    let checks = async |settings: &MessagingSettings| {
        let checked = check_accounts(settings, "play.example.in").await.unwrap();
        checked.into_iter().map(|(_, check)| check).collect::<Vec<_>>()
    };
    let mut both = fixture.settings(ProviderName::Msg91);
    both.second_provider = Some(ProviderName::Twilio);
    let right = checks(&both).await;
    assert_eq!(right, [AccountCheck::Accepted(Some("9800".to_owned())), AccountCheck::Accepted(None)]);

    both.msg91.as_mut().unwrap().auth_key = Secret::new("another-key");
    both.twilio.as_mut().unwrap().auth_token = Secret::new("another-token");
    let wrong = checks(&both).await;
    assert!(wrong.iter().all(|check| matches!(check, AccountCheck::Refused(_))), "{wrong:?}");
    assert!(!format!("{wrong:?}").contains("another"), "no key in the message: {wrong:?}");

    both.msg91.as_mut().unwrap().base_url = "http://127.0.0.1:1".to_owned();
    assert!(matches!(checks(&both).await[0], AccountCheck::Unclear(_)));
    let sent = HttpClient::at(fixture.address).get("/messages").await.success();
    assert_eq!(sent, Value::Array(Vec::new()), "to any number");
}

#[tokio::test]
async fn a_notice_arrives_in_its_registered_text_and_an_unregistered_one_is_refused() {
    let registered = "Baroda Pickleball Club: ##amount## for order ##number## has reached your bank.";
    let fixture = MessagingSandbox::with(SandboxSettings {
        templates: vec![ApprovedTemplate { id: "flow-refund".to_owned(), text: registered.to_owned() }],
        ..SandboxSettings::default()
    })
    .await;
    let notice = |notice| Template::Notice {
        notice,
        values: vec![("amount", "Rs 720".to_owned()), ("number", "4820193756".to_owned())],
        useful_seconds: 86_400,
    };
    for provider in BOTH {
        let mut settings = fixture.settings(provider);
        settings.templates.refund_done = Some(messaging::ApprovedTemplate {
            msg91_template_id: Some("flow-refund".to_owned()),
            ..messaging::ApprovedTemplate::default()
        });
        let messenger = connect(&settings, BRAND, "play.example.in").unwrap();
        messenger.send(&TextMessage::new(PLAYER, BRAND, notice(Notice::RefundDone))).await.unwrap();
        let newest = &fixture.inbox(PLAYER).await[0];
        assert_eq!(
            newest["text"],
            "Baroda Pickleball Club: Rs 720 for order 4820193756 has reached your bank."
        );
        assert_eq!(newest["code"], Value::Null);
        let refused = messenger.send(&TextMessage::new(PLAYER, BRAND, notice(Notice::RefundIssued))).await;
        assert!(matches!(refused, Err(MessageError::Misconfigured(_))), "{refused:?}");
    }
    assert_eq!(fixture.inbox(PLAYER).await.len(), 2);
}

#[tokio::test]
async fn msg91_sends_the_same_code_twice_within_ten_seconds_once_and_reports_no_error() {
    let fixture = MessagingSandbox::new().await;
    let msg91 = fixture.messenger(ProviderName::Msg91);
    let first = msg91.send(&code_to(PLAYER, "482019")).await.unwrap();
    let second = msg91.send(&code_to(PLAYER, "482019")).await.unwrap();
    assert!(first.id.is_some() && second.id.is_none());
    assert_eq!(fixture.inbox(PLAYER).await.len(), 1);
    msg91.send(&code_to(PLAYER, "482020")).await.unwrap();
    assert_eq!(fixture.inbox(PLAYER).await.len(), 2, "a new code is another message");
}

#[tokio::test]
async fn scenarios_are_classified_by_what_can_be_done() {
    let fixture = MessagingSandbox::new().await;
    type Expected = fn(&Result<Acceptance, MessageError>) -> bool;
    let unavailable: Expected = |result| matches!(result, Err(MessageError::Unavailable(_)));
    let unknown: Expected = |result| matches!(result, Err(MessageError::Unknown(_)));
    let bad_number: Expected = |result| matches!(result, Err(MessageError::BadNumber(_)));
    let misconfigured: Expected = |result| matches!(result, Err(MessageError::Misconfigured(_)));
    let accepted: Expected = |result| result.is_ok();
    // The scenario's number, then what MSG91 and what Twilio make of it.
    let cases: [(&str, Expected, Expected); 9] = [
        // Undelivered; dropped by the telephone operator.
        ("+919999900001", accepted, accepted),
        ("+919999900002", accepted, accepted),
        // An internal error of the provider; no balance; too many requests; an HTML error page.
        ("+919999900003", unavailable, unknown),
        ("+919999900004", misconfigured, misconfigured),
        ("+919999900005", unavailable, unavailable),
        ("+919999900006", unknown, unknown),
        // A landline; a number that does not exist; a success that is not JSON.
        ("+919999900008", bad_number, bad_number),
        ("+919999900009", bad_number, bad_number),
        ("+919999900010", unknown, unknown),
    ];
    for (phone, msg91, twilio) in cases {
        for (provider, expected) in BOTH.into_iter().zip([msg91, twilio]) {
            let result = fixture.messenger(provider).send(&code_to(phone, "482019")).await;
            assert!(expected(&result), "{provider:?} to {phone}: {result:?}");
            if let Err(error) = result {
                let line = error.to_string();
                assert!(!line.contains(&phone[1..]) && !line.contains("sandbox-auth"), "{line}");
            }
        }
        assert!(fixture.inbox(phone).await.is_empty(), "nothing arrives on {phone}");
    }
}

#[tokio::test]
async fn too_many_requests_come_with_the_seconds_to_wait() {
    let fixture = MessagingSandbox::new().await;
    for provider in BOTH {
        let error = fixture.messenger(provider).send(&code_to("+919999900005", "482019")).await.unwrap_err();
        assert!(matches!(error, MessageError::Unavailable(_)), "{error}");
        assert_eq!(error.fault().retry_after, Some(30));
    }
}

#[tokio::test]
async fn after_a_late_answer_it_is_unknown_whether_the_code_was_sent() {
    let fixture = MessagingSandbox::new().await;
    for provider in BOTH {
        let mut settings = fixture.settings(provider);
        settings.msg91.as_mut().unwrap().timeout_ms = 300;
        settings.twilio.as_mut().unwrap().timeout_ms = 300;
        let messenger = connect(&settings, BRAND, "play.example.in").unwrap();
        let result = messenger.send(&code_to("+919999900007", "482019")).await;
        assert!(matches!(result, Err(MessageError::Unknown(_))), "{result:?}");
    }
    assert_eq!(fixture.inbox("+919999900007").await.len(), 2, "the message was sent");
}

#[tokio::test]
async fn wrong_keys_are_an_error_of_the_settings() {
    let fixture = MessagingSandbox::new().await;
    let mut settings = fixture.settings(ProviderName::Msg91);
    settings.msg91.as_mut().unwrap().auth_key = Secret::new("stolen");
    settings.twilio.as_mut().unwrap().auth_token = Secret::new("stolen");
    for (provider, code) in BOTH.into_iter().zip(["207", "20003"]) {
        settings.provider = provider;
        let messenger = connect(&settings, BRAND, "play.example.in").unwrap();
        let error = messenger.send(&code_to(PLAYER, "482019")).await.unwrap_err();
        assert!(matches!(error, MessageError::Misconfigured(_)), "{error}");
        assert_eq!(error.fault().code.as_deref(), Some(code));
        assert!(!error.to_string().contains("stolen") && !format!("{messenger:?}").contains("stolen"));
    }
}

#[tokio::test]
async fn an_unknown_flow_is_refused_and_an_unregistered_text_never_arrives() {
    let fixture = MessagingSandbox::new().await;
    let mut settings = fixture.settings(ProviderName::Msg91);
    settings.templates.one_time_code.msg91_template_id = Some("no-such-flow".to_owned());
    let error = connect(&settings, BRAND, "play.example.in").unwrap().send(&code_to(PLAYER, "1234")).await;
    assert!(matches!(error, Err(MessageError::Misconfigured(_))), "{error:?}");

    // Twilio takes any text; the mobile networks compare it with the registered ones.
    let settings = fixture.settings(ProviderName::Twilio);
    let other_host = connect(&settings, BRAND, "other.example.in").unwrap();
    other_host.send(&code_to(PLAYER, "482019")).await.unwrap();
    assert!(fixture.inbox(PLAYER).await.is_empty());
    let registered_host = connect(&settings, BRAND, "play.example.in").unwrap();
    registered_host.send(&code_to(PLAYER, "482019")).await.unwrap();
    assert_eq!(fixture.inbox(PLAYER).await.len(), 1, "the control: a registered text arrives");
}

#[tokio::test]
async fn the_second_provider_delivers_if_the_first_is_unreachable() {
    let fixture = MessagingSandbox::new().await;
    let mut settings = fixture.settings(ProviderName::Msg91);
    settings.second_provider = Some(ProviderName::Twilio);
    // A port that was free a moment ago: the connection is refused.
    let gone = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    settings.msg91.as_mut().unwrap().base_url = format!("http://{gone}");
    let alone =
        connect(&MessagingSettings { second_provider: None, ..settings.clone() }, BRAND, "play.example.in");
    let error = alone.unwrap().send(&code_to(PLAYER, "111111")).await.unwrap_err();
    assert!(matches!(error, MessageError::Unavailable(_)), "{error}");
    let both = connect(&settings, BRAND, "play.example.in").unwrap();
    let accepted = both.send(&code_to(PLAYER, "482019")).await.unwrap();
    assert_eq!(accepted.provider, "twilio");
    assert_eq!(fixture.inbox(PLAYER).await[0]["code"], "482019");
}

#[tokio::test]
async fn no_request_is_sent_for_an_invalid_number() {
    let fixture = MessagingSandbox::new().await;
    for provider in BOTH {
        let error = fixture.messenger(provider).send(&code_to("98765", "482019")).await.unwrap_err();
        assert!(matches!(error, MessageError::BadNumber(_)), "{error}");
        assert_eq!(error.fault().status, None, "no request was made");
    }
}

#[test]
fn settings_that_cannot_work_are_refused_with_the_name_of_the_key() {
    let address = SocketAddr::from(([127, 0, 0, 1], 9));
    let refused = |change: fn(&mut MessagingSettings)| {
        let mut settings = settings(address, ProviderName::Msg91);
        change(&mut settings);
        connect(&settings, BRAND, "play.example.in").unwrap_err().to_string()
    };
    assert_eq!(refused(|s| s.msg91 = None), "messaging.msg91 is not set: add it, or choose another provider");
    assert_eq!(
        refused(|s| s.templates.one_time_code.msg91_template_id = None),
        "messaging.templates.one_time_code.msg91_template_id is not set: write the id of its MSG91 flow"
    );
    assert_eq!(
        refused(|s| s.templates.one_time_code.msg91_template_id = Some(" ".to_owned())),
        refused(|s| s.templates.one_time_code.msg91_template_id = None)
    );
    assert_eq!(
        refused(|s| s.second_provider = Some(ProviderName::Msg91)),
        "messaging.second_provider: must differ from messaging.provider"
    );
    assert_eq!(
        refused(|s| s.msg91.as_mut().unwrap().timeout_ms = 0),
        "messaging.msg91.timeout_ms: must be at least 1"
    );
    assert!(refused(|s| s.templates.one_time_code.text = Some("##code##".to_owned())).contains("last line"));
    let twilio = |change: fn(&mut TwilioSettings)| {
        let mut settings = settings(address, ProviderName::Twilio);
        change(settings.twilio.as_mut().unwrap());
        connect(&settings, BRAND, "play.example.in").unwrap_err()
    };
    assert_eq!(
        twilio(|t| t.auth_token = Secret::new("")),
        MessagingSettingsError::Missing("twilio.auth_token")
    );
    assert_eq!(twilio(|t| t.from = None), MessagingSettingsError::Missing("twilio.from"));
    assert_eq!(twilio(|t| t.from = Some(String::new())), MessagingSettingsError::Missing("twilio.from"));
    assert_eq!(twilio(|t| t.timeout_ms = 0).to_string(), "messaging.twilio.timeout_ms: must be at least 1");
    assert!(
        twilio(|t| t.base_url = "api.twilio.com".to_owned())
            .to_string()
            .starts_with("messaging.twilio.base_url")
    );
}

#[test]
fn settings_never_show_their_secrets() {
    let settings = settings(SocketAddr::from(([127, 0, 0, 1], 9)), ProviderName::Msg91);
    assert!(!format!("{settings:?}").contains("sandbox-auth"));
}
