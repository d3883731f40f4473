//! An app, its players, their phones and mailboxes.

use std::{future::pending, net::SocketAddr, sync::Arc};

use serde_json::{Value, json};
use sideout_app::{
    Order,
    booking::{
        confirm_at_court::confirm_at_court,
        place_hold::{Pick, place_hold},
    },
    notices::deliver::deliver,
    platform::notification_channels::NotificationChannels,
    steps::audited::Actor,
};
use sideout_domain::{
    CourtId, CustomerId, VenueId,
    notice::{Channel, Notice},
    staff::Role,
};
use sideout_providers::{
    Secret,
    mail::{Encryption, MailSettings, SmtpRelay},
    messaging::{self, ApprovedText, MessagingSettings, Msg91Settings, Templates},
};
use sideout_sandbox::{ApprovedTemplate, Listeners, SandboxSettings};
use sideout_store::{Session, Statement, Store, StoreError, params};
use sideout_testkit::{
    TestApp,
    sample_venue::{PICKLEBALL, VENUE, add_customers, open_venue},
};
use sideout_testkit_http::HttpClient;
use tokio::net::TcpListener;

/// An app with players, and the sandbox that takes its messages.
#[derive(Clone)]
pub(crate) struct NoticesFixture {
    pub(crate) app: TestApp,
    pub(crate) players: Vec<CustomerId>,
    pub(crate) sandbox: HttpClient,
}

/// A message of the outbox.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) key: String,
    /// When it is due; `None` when it has ended.
    pub(crate) due: Option<i64>,
    pub(crate) outcome: Option<String>,
    pub(crate) tries: i64,
}

impl NoticesFixture {
    /// An open venue, this number of players with a mailbox each, and providers without faults.
    pub(crate) async fn new(store: Store, players: i64) -> Self {
        Self::with_channels(store, players, |_| {}).await
    }

    /// As [`NoticesFixture::new`], with other channels.
    pub(crate) async fn with_channels(
        store: Store,
        players: i64,
        change: impl FnOnce(&mut NotificationChannels),
    ) -> Self {
        let http = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let smtp = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (sandbox, relay) = (http.local_addr().unwrap(), smtp.local_addr().unwrap());
        let registered = Notice::ALL.iter().map(|notice| ApprovedTemplate {
            id: format!("flow-{notice}"),
            text: ApprovedText::notice(*notice, "Sideout").unwrap().to_string(),
        });
        let settings = SandboxSettings { templates: registered.collect(), ..SandboxSettings::default() };
        tokio::spawn(sideout_sandbox::serve(Listeners { http, smtp: Some(smtp) }, settings, pending()));
        open_venue(&store).await;
        let players = add_customers(&store, players).await;
        let mut channels = channels(sandbox, relay);
        change(&mut channels);
        let app = TestApp::with_settings(store, |settings| {
            settings.throttle = false;
            settings.max_open_unpaid = 100;
        });
        let fixture = NoticesFixture {
            app: app.with_notification_channels(channels),
            players,
            sandbox: HttpClient::at(sandbox),
        };
        if !fixture.players.is_empty() {
            fixture
                .run("update customer set email = 'p' || cast(customer_id as text) || '@example.in'")
                .await;
        }
        fixture
    }

    /// A new member of staff of the venue, with a fresh proof.
    pub(crate) async fn member(&self, role: Role, phone: &str) -> Actor {
        let venues: &[VenueId] = if role == Role::Owner { &[] } else { &[VENUE] };
        self.app.actor(&self.app.staff(role, phone, venues).await.token).await
    }

    /// A player books this court on the Sunday at 7 PM.
    pub(crate) async fn book(&self, player: usize, court: i64) -> Order {
        self.book_at(player, court, "7:00 PM").await
    }

    pub(crate) async fn book_at(&self, player: usize, court: i64, start: &str) -> Order {
        let order = self.hold(player, court, start).await;
        confirm_at_court(&self.app, order.customer, order.number, None).await.unwrap()
    }

    pub(crate) async fn hold(&self, player: usize, court: i64, start: &str) -> Order {
        let pick = Pick {
            sport: PICKLEBALL,
            venue: VENUE,
            court: CourtId(court),
            day: jiff::civil::date(2026, 11, 22),
            start: start.parse().unwrap(),
        };
        place_hold(&self.app, self.players[player], pick).await.unwrap()
    }

    /// Sends what is due on both channels; returns how many text messages and emails were accepted.
    pub(crate) async fn deliver(&self) -> (usize, usize) {
        let sent = async |channel| deliver(&self.app, channel, || true).await.unwrap();
        (sent(Channel::Text).await, sent(Channel::Mail).await)
    }

    /// Moves the clock of the providers forward; that of the app stays.
    pub(crate) async fn move_providers_clock(&self, seconds: u32) {
        self.sandbox.post("/razorpay/clock", json!({"seconds": seconds})).await.success();
    }

    /// The texts on a player's phone, newest first.
    pub(crate) async fn texts(&self, player: usize) -> Vec<String> {
        let phone = format!("9{:09}", self.players[player].0 % 1_000_000_000);
        let texts = self.list(&format!("/inbox?to=%2B91{phone}")).await;
        texts.iter().map(|text| text["text"].as_str().unwrap().to_owned()).collect()
    }

    /// The newest text on the phone with this number, ten digits.
    pub(crate) async fn newest_text(&self, phone: &str) -> String {
        let texts = self.list(&format!("/inbox?to=%2B91{phone}")).await;
        texts[0]["text"].as_str().unwrap().to_owned()
    }

    /// The emails in a player's mailbox, newest first.
    pub(crate) async fn emails(&self, player: usize) -> Vec<Value> {
        self.list(&format!("/mailbox?to=p{}@example.in", self.players[player].0)).await
    }

    /// All emails.
    pub(crate) async fn all_emails(&self) -> Vec<Value> {
        self.list("/mailbox").await
    }

    /// An email as a mail program shows it.
    pub(crate) async fn html(&self, email: &Value) -> String {
        self.sandbox.get(format!("/mailbox/{}", email["id"])).await.content()
    }

    async fn list(&self, path: &str) -> Vec<Value> {
        self.sandbox.get(path).await.success().as_array().unwrap().clone()
    }

    /// All messages of the outbox, in the order of their keys.
    pub(crate) async fn written(&self) -> Vec<Written> {
        self.app.store.read((), |tx, ()| Box::pin(written(tx))).await.unwrap()
    }

    /// The message whose key begins with `key`.
    pub(crate) async fn message(&self, key: &str) -> Written {
        self.written().await.into_iter().find(|message| message.key.starts_with(key)).unwrap()
    }

    /// Runs a statement on the database, past the application.
    pub(crate) async fn run(&self, text: &'static str) {
        let change = self.app.store.write((), move |tx, ()| {
            Box::pin(async move { tx.run(Statement { name: text, text }, params![]).await })
        });
        let touched: Result<u64, StoreError> = change.await;
        assert!(touched.unwrap() > 0);
    }
}

async fn written(tx: &mut dyn Session) -> Result<Vec<Written>, StoreError> {
    let text = "select message_key, next_try_at, outcome, tries from outbox order by message_key";
    let rows = tx.all(Statement { name: "test/written", text }, params![]).await?;
    rows.iter()
        .map(|row| {
            Ok(Written {
                key: row.text("message_key")?.to_owned(),
                due: row.integer_or_null("next_try_at")?,
                outcome: row.text_or_null("outcome")?.map(str::to_owned),
                tries: row.integer("tries")?,
            })
        })
        .collect()
}

fn channels(sandbox: SocketAddr, relay: SocketAddr) -> NotificationChannels {
    let settings = MessagingSettings {
        msg91: Some(Msg91Settings {
            base_url: format!("http://{sandbox}"),
            auth_key: Secret::new("sandbox-auth-key"),
            timeout_ms: 5_000,
        }),
        templates: Templates {
            one_time_code: messaging::ApprovedTemplate {
                msg91_template_id: Some("flow-code".to_owned()),
                ..messaging::ApprovedTemplate::default()
            },
            ..Templates::default()
        }
        .with_notices(|notice| messaging::ApprovedTemplate {
            msg91_template_id: Some(format!("flow-{notice}")),
            ..messaging::ApprovedTemplate::default()
        }),
        ..MessagingSettings::default()
    };
    let mail = MailSettings {
        host: relay.ip().to_string(),
        port: Some(relay.port()),
        encryption: Encryption::None,
        user: None,
        password: None,
        from: "Sideout <play@example.in>".to_owned(),
        reply_to: None,
        timeout_ms: 5_000,
    };
    NotificationChannels {
        texts: messaging::connect(&settings, "Sideout", "play.example.in").unwrap(),
        registered: settings.templates.notices().map(|(notice, _)| notice).collect(),
        text_list: Arc::default(),
        mail: Some(Arc::new(SmtpRelay::new(&mail).unwrap())),
    }
}
