//! Repositories by table group, their SQL and row mapping, written once for both engines.
//!
//! A use case hands [`Store::write`] a unit of work; inside it talks to repositories
//! (`Orders(tx).find(number)`), which run the statements of `sql/<table>/<verb>.sql` over a [`Session`].

mod error;
mod session;
mod store;
mod value;

pub use error::StoreError;
pub use session::{Session, Statement};
pub use store::{Backend, ErasedWork, RollBack, Store, Work};
pub use value::{Row, Value};
