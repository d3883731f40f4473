//! The application as tests use it: a real store, a clock that tests set, messages that tests read.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot be set up fails by panicking")]

use std::{
    net::{IpAddr, Ipv4Addr},
    ops::Deref,
    sync::Arc,
};

use sideout_app::{
    App,
    accounts::{
        Customer,
        register::{NewPlayer, register},
        verify_code::{Verified, verify_code},
    },
    platform::{
        availability::Availability,
        clock::Clock,
        live::Live,
        logos::Logos,
        notification_channels::NotificationChannels,
        pass_code::PassSigner,
        passwords::{HashCost, Passwords},
        payment_account::PaymentAccount,
        poll_turns::PollTurns,
        secrets::Secrets,
        settings::{Audience, Settings},
        text_message_queue::TextMessageQueue,
    },
};
use sideout_domain::{
    notice::Notice,
    person::{Birthdate, Gender, Password, Phone},
};
use sideout_providers::images::{ImageSettings, ImageStore, PictureRecoder};
use sideout_store::Store;
use tempfile::TempDir;

use crate::{FixedClock, PhoneMessages, SeededRandom};

/// The network of test players.
pub const NETWORK: IpAddr = IpAddr::V4(Ipv4Addr::new(203, 0, 113, 9));

/// The password in the form of [`new_player`].
pub const PASSWORD: &str = "pickleball";

/// An [`App`] with a clock, messages and files that tests control. Use cases take it as `&app`.
#[derive(Clone)]
pub struct TestApp {
    app: Arc<App>,
    /// The clock.
    pub clock: FixedClock,
    /// The messages that were sent.
    pub messages: Arc<PhoneMessages>,
    /// The folder of pictures, removed with the last clone.
    pub folder: Arc<TempDir>,
    seed: u64,
}

/// A player with an account and a session.
#[derive(Debug, Clone)]
pub struct Player {
    /// The account.
    pub customer: Customer,
    /// A session token.
    pub token: String,
}

impl TestApp {
    /// An application on this store with default settings, except that passwords are hashed at the lowest cost.
    pub fn over(store: Store) -> Self {
        Self::with_settings(store, |_| {})
    }

    /// As [`TestApp::over`], with other settings.
    pub fn with_settings(store: Store, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = Settings { password_hash: HashCost::lowest(), ..Settings::default() };
        change(&mut settings);
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        Self::start(store, settings, None, FixedClock::new(), Arc::default(), Arc::new(folder), 7)
    }

    /// As [`TestApp::with_settings`]; all customers may pay online through `account`.
    pub fn with_payments(store: Store, account: PaymentAccount, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = Settings {
            password_hash: HashCost::lowest(),
            online_payment: Audience::EVERYONE,
            ..Settings::default()
        };
        change(&mut settings);
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        Self::start(store, settings, Some(account), FixedClock::new(), Arc::default(), Arc::new(folder), 7)
    }

    /// Another node on the same database, clock, messages, payment account, channels and folder, with other random numbers;
    /// `change` adapts its settings.
    pub fn another_node(&self, change: impl FnOnce(&mut Settings)) -> Self {
        self.another_node_on(self.app.store.clone(), change)
    }

    /// As [`TestApp::another_node`], with connections of its own.
    pub fn another_node_on(&self, store: Store, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = self.app.settings.clone();
        change(&mut settings);
        let (clock, messages, payments) =
            (self.clock.clone(), self.messages.clone(), self.app.payments.clone());
        Self::start(store, settings, payments, clock, messages, self.folder.clone(), self.seed + 1)
            .with_notification_channels(self.app.notification_channels.clone())
    }

    /// Another node on this node's database whose application reads the time from `clock`; its field [`TestApp::clock`] is still the
    /// clock of this node.
    ///
    /// # Panics
    /// Never: a new application is not shared.
    #[must_use]
    pub fn another_node_by(&self, clock: Arc<dyn Clock>) -> Self {
        let mut node = self.another_node(|_| {});
        Arc::get_mut(&mut node.app).expect("a new application is not shared").clock = clock;
        node
    }

    /// The same application with other notification channels.
    ///
    /// # Panics
    /// If the application is shared already.
    #[must_use]
    pub fn with_notification_channels(mut self, channels: NotificationChannels) -> Self {
        Arc::get_mut(&mut self.app).expect("a new application is not shared").notification_channels =
            channels;
        self
    }

    /// The same node with random numbers of another seed: for a process that replaces one on the same database. Its
    /// notification channels are the default ones.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Self {
        let (clock, messages, payments) =
            (self.clock.clone(), self.messages.clone(), self.app.payments.clone());
        let (store, settings) = (self.app.store.clone(), self.app.settings.clone());
        Self::start(store, settings, payments, clock, messages, self.folder.clone(), seed)
    }

    fn start(
        store: Store,
        settings: Settings,
        payments: Option<PaymentAccount>,
        clock: FixedClock,
        messages: Arc<PhoneMessages>,
        folder: Arc<TempDir>,
        seed: u64,
    ) -> Self {
        let images = ImageSettings { folder: folder.path().join("images"), bucket: None };
        let availability = Arc::new(Availability::new(None));
        let (venues, brand) = (Arc::default(), Arc::default());
        let live = Live::start(&store, Arc::clone(&availability), Arc::clone(&venues), Arc::clone(&brand));
        let app = App {
            store,
            clock: Arc::new(clock.clone()),
            random: Arc::new(SeededRandom::new(seed)),
            secrets: Secrets::new([7; 32]),
            pass_signer: PassSigner::new(&[7; 32], Vec::new()).expect("any 32 bytes are a seed"),
            passwords: Passwords::new(settings.password_hash, 2),
            text_message_queue: TextMessageQueue::start(messages.clone()),
            notification_channels: NotificationChannels {
                texts: messages.clone(),
                registered: Notice::ALL.iter().copied().collect(),
                text_list: Arc::default(),
                mail: None,
            },
            payments,
            poll_turns: PollTurns::default(),
            images: ImageStore::open(&images).expect("the temporary folder can be written to"),
            picture_recoder: PictureRecoder::default(),
            venues,
            brand,
            logos: Logos::default(),
            availability,
            live,
            settings,
        };
        TestApp { app: Arc::new(app), clock, messages, folder, seed }
    }

    /// The time of the clock.
    pub fn clock_now(&self) -> jiff::Timestamp {
        Clock::now(&self.clock)
    }

    /// The application, for callers that share it.
    pub fn app(&self) -> Arc<App> {
        self.app.clone()
    }

    /// The newest code sent to this number, after all queued messages were sent.
    pub async fn newest_code(&self, phone: &Phone) -> Option<String> {
        self.app.text_message_queue.drained().await;
        self.messages.newest_code(phone.as_e164())
    }

    /// The app and one player: `let (app, player) = TestApp::over(store).with_player().await;`
    pub async fn with_player(self) -> (Self, Player) {
        let player = self.player("9876543210").await;
        (self, player)
    }

    /// Registers a player with this number, reads the code and enters it.
    pub async fn player(&self, phone: &str) -> Player {
        let new = new_player(phone);
        let number = new.phone.clone();
        let issued = register(self, NETWORK, new).await.expect("a fresh number may register");
        let code = self.newest_code(&number).await.expect("a code is sent");
        let code = code.parse().expect("it has six digits");
        match verify_code(self, NETWORK, issued.handle.reveal(), &code).await {
            Ok(Verified::SignedIn(session)) => {
                Player { customer: session.customer, token: session.token.reveal().to_owned() }
            }
            other => panic!("the right code of a fresh number opens an account: {other:?}"),
        }
    }
}

impl Deref for TestApp {
    type Target = App;

    fn deref(&self) -> &App {
        &self.app
    }
}

/// The sign-up form as test players fill it in.
pub fn new_player(phone: &str) -> NewPlayer {
    NewPlayer {
        full_name: "Asha Mehta".parse().expect("a name"),
        email: "asha@example.in".parse().expect("an address"),
        phone: phone.parse().expect("an Indian mobile number"),
        birthdate: Birthdate::stored(jiff::civil::date(1995, 8, 31)),
        gender: Gender::Female,
        password: Password::parse(PASSWORD, 6).expect("a password"),
    }
}
