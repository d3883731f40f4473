//! The mail client against the sandbox's relay, over real SMTP.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up shall fail")]

use sideout_providers::{
    Secret,
    mail::{Attachment, Email, Encryption, MailError, MailSettings, Mailer, SmtpRelay},
};
use sideout_sandbox::{Listeners, SandboxSettings, SmtpAccount};
use sideout_testkit_http::HttpClient;
use tokio::net::TcpListener;

struct Mail {
    relay: SmtpRelay,
    sandbox: HttpClient,
}

async fn start(login: Option<(&str, &str)>) -> Mail {
    let http = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let smtp = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = http.local_addr().unwrap();
    let settings = MailSettings {
        host: "127.0.0.1".to_owned(),
        port: Some(smtp.local_addr().unwrap().port()),
        encryption: Encryption::None,
        user: login.map(|(user, _)| user.to_owned()),
        password: login.map(|(_, password)| Secret::new(password)),
        from: "Sideout <play@example.in>".to_owned(),
        reply_to: None,
        timeout_ms: 5_000,
    };
    let account = SmtpAccount { user: "sideout".to_owned(), password: "paddle".to_owned() };
    let account = if login.is_some() { account } else { SmtpAccount::default() };
    let sandbox = SandboxSettings { smtp: account, ..SandboxSettings::default() };
    tokio::spawn(sideout_sandbox::serve(
        Listeners { http, smtp: Some(smtp) },
        sandbox,
        std::future::pending(),
    ));
    Mail { relay: SmtpRelay::new(&settings).unwrap(), sandbox: HttpClient::at(address) }
}

fn email(to: &str) -> Email {
    Email {
        to: to.to_owned(),
        name: "Asha Patel".to_owned(),
        subject: "Court 3 is yours: Sun, 22 Nov, 7 PM ✓".to_owned(),
        text: "See you there.\n.\nBring ₹500.".to_owned(),
        html: "<p>See you there.</p>".to_owned(),
        attachments: vec![Attachment {
            name: "booking.ics".to_owned(),
            content_type: "text/calendar; charset=utf-8; method=PUBLISH".to_owned(),
            bytes: b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".to_vec(),
        }],
        key: "4820193756.confirmed".to_owned(),
    }
}

impl Mail {
    async fn emails(&self, to: &str) -> Vec<serde_json::Value> {
        let emails = self.sandbox.get(format!("/mailbox?to={to}")).await.success();
        emails.as_array().unwrap().clone()
    }
}

#[tokio::test]
async fn an_email_arrives_with_its_text_and_its_calendar_file() {
    let mail = start(Some(("sideout", "paddle"))).await;
    mail.relay.send(&email("asha@example.in")).await.unwrap();
    let emails = mail.emails("asha@example.in").await;
    assert_eq!(emails.len(), 1);
    assert_eq!(emails[0]["subject"], "Court 3 is yours: Sun, 22 Nov, 7 PM ✓");
    assert_eq!(
        emails[0]["text"].as_str().unwrap().replace("\r\n", "\n").trim(),
        "See you there.\n.\nBring ₹500."
    );
    assert_eq!(emails[0]["message_id"], "4820193756.confirmed@example.in");
    assert_eq!(emails[0]["attachments"][0]["content_type"], "text/calendar");
    assert_eq!(emails[0]["attachments"][0]["text"], "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n");
    assert!(mail.emails("somebody@example.in").await.is_empty());
}

#[tokio::test]
async fn a_wrong_password_is_an_error_of_the_settings() {
    let mail = start(Some(("sideout", "racket"))).await;
    let sent = mail.relay.send(&email("asha@example.in")).await;
    assert!(matches!(sent, Err(MailError::Misconfigured(_))), "{sent:?}");
    assert!(mail.emails("asha@example.in").await.is_empty());
}

#[tokio::test]
async fn the_relay_is_checked_without_an_email() {
    let good = start(Some(("sideout", "paddle"))).await;
    assert_eq!(good.relay.check().await, Ok(()));
    let refused = start(Some(("sideout", "racket"))).await.relay.check().await;
    assert!(matches!(refused, Err(MailError::Misconfigured(_))), "{refused:?}");
    assert_eq!(good.sandbox.get("/mailbox").await.success(), serde_json::json!([]), "of any address");
}

#[tokio::test]
async fn refusals_are_distinguished_by_what_can_be_done() {
    let mail = start(None).await;
    let gone = mail.relay.send(&email("no-such-mailbox@example.in")).await;
    assert!(matches!(gone, Err(MailError::BadAddress(_))), "{gone:?}");
    let busy = mail.relay.send(&email("try-later@example.in")).await;
    assert!(matches!(busy, Err(MailError::Unavailable(_))), "{busy:?}");
    mail.relay.send(&email("asha@example.in")).await.unwrap();
}

#[tokio::test]
async fn an_email_may_be_sent_again_after_a_broken_connection_and_keeps_its_message_id() {
    let mail = start(None).await;
    for _ in 0..2 {
        let cut = mail.relay.send(&email("cut@example.in")).await;
        assert!(matches!(cut, Err(MailError::Unavailable(_))), "{cut:?}");
    }
    let emails = mail.emails("cut@example.in").await;
    assert_eq!(emails.len(), 2);
    assert_eq!(emails[0]["message_id"], emails[1]["message_id"]);
}
