//! The sample data of a new demo: an operator, players and weeks of bookings.

mod batches;
mod bookings;
mod fill;
mod load_players;
mod operator;
mod people;
mod staff;

pub(crate) use fill::{DEMO_CUSTOMER, DEMO_PASSWORD, DEMO_PHONE, fill};
pub(crate) use load_players::{add_load_players, load_player};
pub(crate) use staff::{SampleLink, first_venue, sample_staff};
