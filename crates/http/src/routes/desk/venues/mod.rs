//! Venues and courts in set-up: the list, adding and changing a venue, the order of the venues, and photos. One file per call or pair of
//! calls.

pub mod add;
pub mod change;
mod fields;
pub mod list;
pub mod order;
pub mod pictures;
