//! The opening hours of a venue: the week, special days and the limits of players, what a change would do, publishing it. One file per call
//! or pair of calls.

pub mod publish;
mod request;
pub mod week;
