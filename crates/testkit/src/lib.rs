//! What tests share: fixed clock, seeded ids, a PostgreSQL of their own.

mod app;
mod between;
mod clock;
mod engines;
mod listening;
mod phone_messages;
pub mod postgres;
mod race;
mod random;
pub mod sample_venue;

pub use app::{NETWORK, PASSWORD, Player, TestApp, new_player};
pub use between::{Between, Step, put_between, unguarded, with_server_clock};
pub use clock::{FixedClock, WrongClock};
pub use engines::{on_postgres, on_sqlite, two_nodes_on_postgres};
pub use phone_messages::PhoneMessages;
pub use race::{at_once, without};
pub use random::SeededRandom;
