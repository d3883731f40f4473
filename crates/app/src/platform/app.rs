//! The dependencies of use cases: store, clock, randomness, providers, settings.

use std::sync::Arc;

use sideout_providers::images::{ImageStore, PictureRecoder};
use sideout_store::Store;

use super::{
    availability::Availability, brand::Brand, cached::Cached, clock::Clock, live::Live, logos::Logos,
    notification_channels::NotificationChannels, pass_code::PassSigner, passwords::Passwords,
    payment_account::PaymentAccount, poll_turns::PollTurns, random::Random, secrets::Secrets,
    settings::Settings, text_message_queue::TextMessageQueue, venues::VenueList,
};

/// The application: what use cases take by reference.
pub struct App {
    /// The database.
    pub store: Store,
    /// The source of time.
    pub clock: Arc<dyn Clock>,
    /// The source of randomness.
    pub random: Arc<dyn Random>,
    /// The operator's settings.
    pub settings: Settings,
    /// Keys that are not in the database.
    pub secrets: Secrets,
    /// Signs passes.
    pub pass_signer: PassSigner,
    /// Hashes passwords on a bounded number of cores.
    pub passwords: Passwords,
    /// The queue of text messages with codes.
    pub text_message_queue: TextMessageQueue,
    /// The channels for notices to players.
    pub notification_channels: NotificationChannels,
    /// The account at the payment provider; `None` disables online payment.
    pub payments: Option<PaymentAccount>,
    /// The last poll of each order's payments at the provider.
    pub poll_turns: PollTurns,
    /// The store of pictures.
    pub images: ImageStore,
    /// Converts uploaded pictures.
    pub picture_recoder: PictureRecoder,
    /// The cached venues.
    pub venues: Arc<Cached<VenueList>>,
    /// The operator's logo for documents.
    pub logos: Logos,
    /// The cached brand.
    pub brand: Arc<Cached<Brand>>,
    /// The cached availability of courts.
    pub availability: Arc<Availability>,
    /// The watches that change events are sent to.
    pub live: Arc<Live>,
}
