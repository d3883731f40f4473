//! The prices of a venue: the painted week, what a change would do, publishing it. One file per call.

pub mod prices;
pub mod publish;
mod request;
