//! What every use case is handed: the store, the clock, chance, the outside world, the rules.

use std::sync::Arc;

use sideout_store::Store;

use crate::{
    booking::availability::Availability, catalogue::Catalogue, clock::Clock, random::Random,
    settings::Settings,
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
    /// The venues last read.
    pub catalogue: Catalogue,
    /// What is known to be free.
    pub availability: Availability,
}
