//! The prices of a venue: the painted week, what a change would do, publishing it. One file per call or pair of calls.

pub mod publish;
mod request;
pub mod week;
