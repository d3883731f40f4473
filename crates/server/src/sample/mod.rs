//! The sample data of a new demo: an operator, players, weeks of bookings, and a day at the desk.

mod batches;
mod bookings;
mod fill;
mod load_players;
mod operator;
mod pass_to_scan;
mod payments;
mod people;
mod staff;
#[cfg(test)]
mod tests;
mod today;

pub(crate) use fill::{DEMO_CUSTOMER, DEMO_PASSWORD, DEMO_PHONE, fill};
pub(crate) use load_players::{add_load_players, load_player};
pub(crate) use pass_to_scan::{PassToScan, pass_to_scan};
pub(crate) use payments::work_through_day;
pub(crate) use staff::{SampleLink, first_venue, sample_owner, sample_staff};
