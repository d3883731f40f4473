//! What tests share, such as an application with a fixed clock and seeded randomness, and databases of both engines.

mod app;
mod authenticator;
mod chosen_place;
mod clock;
mod concurrent_call;
mod credit_note;
mod engines;
mod imported_booking;
mod interceptor;
mod log_lines;
mod migrations;
mod phone_messages;
pub mod postgres;
mod race;
mod random;
mod round_trips;
mod rounds;
pub mod sample_venue;
mod sandbox_account;
mod sqlite;
mod staff;
mod statement_count;
mod venue_setup;
mod wait_until_listening;

pub use app::{NETWORK, PASSWORD, Player, TestApp, new_player};
pub use authenticator::Authenticator;
pub use chosen_place::chosen_place;
pub use clock::{FixedClock, WrongClock};
pub use concurrent_call::{until_one_waits, with_call_before};
pub use credit_note::{CreditNoteAmounts, assert_credit_note, assert_credit_note_names};
pub use engines::{on_postgres, on_sqlite, two_nodes_on_postgres};
pub use imported_booking::import_booking;
pub use interceptor::{
    Interceptor, Step, after_next_write, intercept, meanwhile, one_statement_at_a_time, with_server_clock,
    without_guard,
};
pub use log_lines::LogLines;
pub use phone_messages::PhoneMessages;
pub use race::{run_concurrently, statement, without_guard_of};
pub use random::SeededRandom;
pub use round_trips::RoundTrips;
pub use rounds::rounds;
pub use sandbox_account::sandbox_account;
pub use staff::{StaffMember, request_key, totp_code};
pub use statement_count::StatementCount;
pub use venue_setup::{Coupon, Hours, PriceRule};
