//! The opening hours of a venue: the week, special days and the booking window, the preview of a change, and publishing
//! it.

pub mod publish;
mod request;
pub mod week;

pub(in crate::routes::desk) use request::HIGHEST_VERSION;
