//! Repositories by table group, their SQL and row mapping, written once for both engines.
//!
//! A use case passes [`Store::write`] a unit of work; inside it calls repositories
//! (`Orders(tx).find(number, customer)`), which run the statements of `sql/<table>/<verb>.sql` over a [`Session`].

pub mod accounts;
pub mod attendance;
pub mod bills;
pub mod board;
mod booking_groups;
mod brands;
pub mod change_event;
pub mod claims;
pub mod closures;
pub mod combined;
mod coupons;
pub mod desk_holds;
pub mod desk_payments;
pub mod desk_qrs;
mod error;
pub mod import;
pub mod invariants;
mod key_fingerprints;
pub mod ledger;
pub mod orders;
pub mod outbox;
pub mod payments;
pub mod receipts;
mod row;
mod session;
pub mod shifts;
pub mod staff;
mod store;
pub mod takings;
mod usage;
mod value;
mod venues;
mod waiting;

pub use attendance::Attendances;
pub use bills::Bills;
pub use board::Board;
pub use booking_groups::BookingGroups;
pub use brands::Brands;
pub use change_event::{ChangeEvent, Listener};
pub use claims::Claims;
pub use closures::Closures;
pub use combined::Combined;
pub use coupons::Coupons;
pub use desk_holds::DeskHolds;
pub use desk_payments::DeskPayments;
pub use desk_qrs::DeskQrs;
pub use error::StoreError;
pub use invariants::Invariants;
pub use key_fingerprints::KeyFingerprints;
pub use ledger::Ledger;
pub use orders::Orders;
pub use outbox::Outbox;
pub use receipts::Receipts;
pub use row::{Columns, Row};
pub use session::{Answer, Call, STATEMENTS, Session, Statement};
pub use shifts::Shifts;
pub use store::{Backend, ClockReading, ErasedWork, RollBack, Store, Work};
pub use takings::Takings;
pub use usage::{DatabaseSize, PoolUsage};
pub use value::Value;
pub use venues::Venues;
pub use waiting::Waiting;
