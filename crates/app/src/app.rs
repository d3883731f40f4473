//! What every use case is handed: the store, the clock, chance, the outside world, the rules.

use std::sync::Arc;

use sideout_providers::images::{ImageStore, avatar::AvatarStudio};
use sideout_store::Store;

use crate::{
    booking::{availability::Availability, pass_code::PassSigner},
    brand::Brand,
    cached::Cached,
    catalogue::VenueList,
    clock::Clock,
    live::Live,
    notices::Post,
    passwords::Passwords,
    payments::{OrderLooks, PaymentAccount},
    random::Random,
    secrets::Secrets,
    settings::Settings,
    texts::Texts,
};

/// The application. One per process; use cases are functions that take it by reference.
pub struct App {
    /// The database.
    pub store: Store,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Chance.
    pub random: Arc<dyn Random>,
    /// The operator's rules.
    pub settings: Settings,
    /// Keys that live outside the database.
    pub secrets: Secrets,
    /// Who signs passes.
    pub pass_signer: PassSigner,
    /// The cores that hash passwords.
    pub passwords: Passwords,
    /// The way out for text messages.
    pub texts: Texts,
    /// The ways out for what players are told.
    pub post: Post,
    /// The account at the payment provider; without one nobody pays online.
    pub payments: Option<PaymentAccount>,
    /// Who looks at which payment there.
    pub looks: OrderLooks,
    /// Where avatars are kept.
    pub images: ImageStore,
    /// Where avatars are made safe.
    pub avatars: AvatarStudio,
    /// The venues last read.
    pub venues: Arc<Cached<VenueList>>,
    /// The brand last read.
    pub brand: Arc<Cached<Brand>>,
    /// What is known to be free.
    pub availability: Arc<Availability>,
    /// Who watches what changes.
    pub live: Arc<Live>,
}
