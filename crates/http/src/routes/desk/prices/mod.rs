//! The prices of a venue: the prices of its week, the preview of a change, and publishing it. One file per call or
//! pair of calls.

pub mod publish;
mod request;
pub mod week;
